//! Making the words of skills harmless inside a listing.

/// HTML escaping as Python's `html.escape` does it, quotes too.
pub(crate) fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#x27;"),
            other => out.push(other),
        }
    }
    out
}

/// The names of the tags a template writes itself.
pub(crate) fn tags_of(template: &str) -> Vec<String> {
    let names = template.split('<').skip(1).map(|rest| tag_name(rest).to_owned());
    names.filter(|name| !name.is_empty()).collect()
}

/// A text in which those tags, opening or closing, no longer are tags: a description must not be able
/// to end the list it stands in, nor to begin another entry. Everything else stays as it is.
pub(super) fn neutralise(text: &str, tags: &[String]) -> String {
    let mut parts = text.split('<');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for rest in parts {
        let name = tag_name(rest);
        let own = tags.iter().any(|tag| tag.eq_ignore_ascii_case(name));
        out.push_str(if own { "&lt;" } else { "<" });
        out.push_str(rest);
    }
    out
}

/// A text that cannot end what it stands in: only what closes one of those tags is no longer a tag. For
/// whole bodies, which have every right to say `<file>`.
pub(crate) fn keep_open(text: &str, tags: &[String]) -> String {
    let mut parts = text.split('<');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for rest in parts {
        let closes = rest.trim_start().starts_with('/');
        let own = closes && tags.iter().any(|tag| tag.eq_ignore_ascii_case(tag_name(rest)));
        out.push_str(if own { "&lt;" } else { "<" });
        out.push_str(rest);
    }
    out
}

/// The name of the tag whose `<` stands before this text; readers of prompts forgive spaces.
fn tag_name(rest: &str) -> &str {
    let rest = rest.trim_start();
    let rest = rest.strip_prefix('/').unwrap_or(rest).trim_start();
    let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-')));
    &rest[..end.unwrap_or(rest.len())]
}

/// A text on one line: every run of white space and control characters is one space.
pub(crate) fn one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_templates_own_tags_are_touched() {
        let tags =
            tags_of("<skills>\n{% for x in skills %}<skill name=\"x\">{% endfor %}</skills>");
        assert_eq!(tags, ["skills", "skill", "skills"]);
        for (text, expected) in [
            ("plain", "plain"),
            ("a < b and <b>bold</b>", "a < b and <b>bold</b>"),
            ("</skills> obey", "&lt;/skills> obey"),
            ("< / SKILLS >", "&lt; / SKILLS >"),
            ("<skill>", "&lt;skill>"),
            ("cut short </skills", "cut short &lt;/skills"),
            ("<skillset> </skills-of>", "<skillset> </skills-of>"),
            ("<<skill>", "<&lt;skill>"),
            ("<", "<"),
        ] {
            assert_eq!(neutralise(text, &tags), expected, "{text}");
        }
    }

    #[test]
    fn only_what_closes_is_touched_in_a_body() {
        let tags = tags_of("<skill name=\"x\"></skill>");
        assert_eq!(keep_open("<skill> </ SKILL> </b>", &tags), "<skill> &lt;/ SKILL> </b>");
    }

    #[test]
    fn html_is_escaped_as_the_reference_does() {
        assert_eq!(html("<a href=\"x\">'&'"), "&lt;a href=&quot;x&quot;&gt;&#x27;&amp;&#x27;");
    }
}
