//! HTML, SVG and XML: what shows, what is hidden from whoever looks at the page, what runs.

/// A stretch of markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) shown: Shown,
}

/// Whether a reader of the page sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    Text,
    Tag,
    /// A program.
    Script,
    /// A comment, or text that is styled away.
    Never,
}

/// Styles that leave nothing to see.
const INVISIBLE: &[&str] = &[
    "display:none",
    "visibility:hidden",
    "font-size:0",
    "font-size:1px",
    "opacity:0;",
    "opacity:0\"",
    "opacity:0'",
    "color:white",
    "color:#fff",
    "color:transparent",
    "left:-9999",
    " hidden>",
    " hidden ",
];

/// Cuts markup into what shows and what does not.
pub(crate) fn stretches(html: &str) -> Vec<Stretch> {
    let mut found = Vec::new();
    let bytes = html.as_bytes();
    let mut at = 0;
    // The tag whose content is styled away, and how often it is nested.
    let mut veil: Option<(String, usize)> = None;
    while at < bytes.len() {
        if bytes[at..].starts_with(b"<!--") {
            let end = memchr::memmem::find(&bytes[at + 4..], b"-->")
                .map_or(bytes.len(), |end| at + 4 + end);
            found.push(Stretch { start: (at + 4).min(end), end, shown: Shown::Never });
            at = (end + 3).min(bytes.len());
            continue;
        }
        if bytes[at] == b'<'
            && bytes.get(at + 1).is_some_and(|byte| {
                byte.is_ascii_alphabetic() || matches!(byte, b'/' | b'!' | b'?')
            })
        {
            let end = memchr::memchr(b'>', &bytes[at..]).map_or(bytes.len(), |end| at + end + 1);
            let tag = &html[at..end];
            let name = tag_name(tag);
            found.push(Stretch { start: at, end, shown: Shown::Tag });
            at = end;
            if name == "script" && !tag.starts_with("</") {
                let close = find_ignoring_case(&html[at..], "</script")
                    .map_or(html.len(), |close| at + close);
                found.push(Stretch { start: at, end: close, shown: Shown::Script });
                at = close;
                continue;
            }
            match &mut veil {
                Some((hidden, depth)) if *hidden == name => {
                    if tag.starts_with("</") {
                        *depth -= 1;
                    } else if !tag.ends_with("/>") {
                        *depth += 1;
                    }
                    if *depth == 0 {
                        veil = None;
                    }
                }
                None if !tag.starts_with("</") && !tag.ends_with("/>") && is_invisible(tag) => {
                    veil = Some((name, 1));
                }
                _ => {}
            }
            continue;
        }
        let end = memchr::memchr(b'<', &bytes[at + 1..]).map_or(bytes.len(), |end| at + 1 + end);
        let shown = if veil.is_some() { Shown::Never } else { Shown::Text };
        found.push(Stretch { start: at, end, shown });
        at = end;
    }
    found
}

fn tag_name(tag: &str) -> String {
    let inner = tag.trim_start_matches(['<', '/']);
    inner
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || *c == '-' || *c == '_')
        .collect::<String>()
        .to_ascii_lowercase()
}

fn is_invisible(tag: &str) -> bool {
    let tight: String = tag
        .chars()
        .filter(|c| !c.is_whitespace() || *c == ' ')
        .collect::<String>()
        .to_ascii_lowercase();
    let tighter = tight.replace(": ", ":");
    // White on an unnamed ground is only invisible where the ground is white too.
    INVISIBLE.iter().any(|style| tighter.contains(style))
        && !tighter.contains("background:#0")
        && !tighter.contains("background-color:#0")
}

/// Where an ASCII word is, whatever its case.
pub(crate) fn find_ignoring_case(text: &str, word: &str) -> Option<usize> {
    text.as_bytes()
        .windows(word.len())
        .position(|window| window.eq_ignore_ascii_case(word.as_bytes()))
}
