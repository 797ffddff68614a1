//! Characters that cannot be seen, and characters that look like others.
//!
//! [`clean`] gives the text as a model reads it: without what is invisible, with look-alikes replaced.
//! What the invisible characters spell is a text of its own.

use unicode_normalization::{IsNormalized, UnicodeNormalization as _, is_nfkc_quick};

use super::Map;

/// A text cleaned, with a map back, and what was hidden in it.
#[derive(Debug)]
pub(crate) struct Clean {
    pub(crate) text: String,
    pub(crate) map: Map,
    pub(crate) hidden: Vec<Hidden>,
    /// Letters of other scripts inside of Latin words.
    pub(crate) lookalikes: Vec<usize>,
}

/// A run of characters that cannot be seen.
#[derive(Debug)]
pub(crate) struct Hidden {
    /// Where it stood, in the cleaned text.
    pub(crate) at: usize,
    pub(crate) kind: Invisible,
    /// How many there are.
    pub(crate) count: usize,
    /// What they spell.
    pub(crate) message: Option<String>,
}

/// Kinds of invisible characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Invisible {
    ZeroWidth,
    Tag,
    Bidi,
    Variation,
}

fn invisible(c: char) -> Option<Invisible> {
    match c {
        '\u{200B}'..='\u{200F}'
        | '\u{2060}'..='\u{2064}'
        | '\u{FEFF}'
        | '\u{180E}'
        | '\u{00AD}'
        | '\u{034F}'
        | '\u{115F}'
        | '\u{1160}'
        | '\u{3164}' => Some(Invisible::ZeroWidth),
        '\u{E0000}'..='\u{E007F}' => Some(Invisible::Tag),
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{061C}' => Some(Invisible::Bidi),
        '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' => Some(Invisible::Variation),
        _ => None,
    }
}

/// Letters of other scripts that look like Latin ones.
const LOOKALIKES: &[(char, char)] = &[
    ('а', 'a'),
    ('е', 'e'),
    ('о', 'o'),
    ('р', 'p'),
    ('с', 'c'),
    ('у', 'y'),
    ('х', 'x'),
    ('і', 'i'),
    ('ј', 'j'),
    ('ѕ', 's'),
    ('һ', 'h'),
    ('ԁ', 'd'),
    ('ԛ', 'q'),
    ('ԝ', 'w'),
    ('А', 'A'),
    ('В', 'B'),
    ('Е', 'E'),
    ('К', 'K'),
    ('М', 'M'),
    ('Н', 'H'),
    ('О', 'O'),
    ('Р', 'P'),
    ('С', 'C'),
    ('Т', 'T'),
    ('Х', 'X'),
    ('У', 'Y'),
    ('І', 'I'),
    ('Ѕ', 'S'),
    ('α', 'a'),
    ('ο', 'o'),
    ('ν', 'v'),
    ('ι', 'i'),
    ('ρ', 'p'),
    ('τ', 't'),
    ('υ', 'u'),
    ('κ', 'k'),
    ('Α', 'A'),
    ('Β', 'B'),
    ('Ε', 'E'),
    ('Ζ', 'Z'),
    ('Η', 'H'),
    ('Ι', 'I'),
    ('Κ', 'K'),
    ('Μ', 'M'),
    ('Ν', 'N'),
    ('Ο', 'O'),
    ('Ρ', 'P'),
    ('Τ', 'T'),
    ('Υ', 'Y'),
    ('Χ', 'X'),
    ('ɡ', 'g'),
    ('ı', 'i'),
    ('ⅼ', 'l'),
    ('ǀ', 'l'),
    ('ո', 'n'),
    ('օ', 'o'),
    ('ѵ', 'v'),
    ('ց', 'g'),
    ('’', '\''),
    ('‘', '\''),
    ('“', '"'),
    ('”', '"'),
    ('‐', '-'),
    ('‑', '-'),
    ('–', '-'),
];

/// The letter it looks like.
pub(crate) fn latin(c: char) -> char {
    LOOKALIKES.iter().find(|(other, _)| *other == c).map_or(c, |(_, latin)| *latin)
}

/// Cleans a text; `None` where it is plain ASCII and there is nothing to do.
pub(crate) fn clean(text: &str) -> Option<Clean> {
    if text.is_ascii() {
        return None;
    }
    let mut clean = Clean {
        text: String::with_capacity(text.len()),
        map: Map::default(),
        hidden: Vec::new(),
        lookalikes: Vec::new(),
    };
    let mut run: Vec<char> = Vec::new();
    let mut run_kind = Invisible::ZeroWidth;
    // Whether the piece is still a copy from the last stretch on.
    let mut copying = false;
    let mut before = ' ';
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        if let Some(kind) = invisible(c) {
            if !run.is_empty() && kind != run_kind {
                finish(&mut run, run_kind, &mut clean);
            }
            run_kind = kind;
            run.push(c);
            copying = false;
            continue;
        }
        // An emoji's joiner or its selector belongs to it.
        if !run.is_empty() {
            let emoji =
                run.len() <= 2 && (!before.is_ascii() || !c.is_ascii()) || is_flag(before, &run);
            match emoji {
                true => run.clear(),
                false => finish(&mut run, run_kind, &mut clean),
            }
        }
        if c.is_ascii() {
            if !copying {
                clean.map.push_copy(clean.text.len(), at);
                copying = true;
            }
            clean.text.push(c);
        } else {
            let letter = latin(c);
            let beside =
                |other: Option<char>| other.is_some_and(|other| other.is_ascii_alphabetic());
            if letter != c
                && letter.is_ascii_alphabetic()
                && beside(Some(before))
                && beside(rest.peek().map(|(_, next)| *next))
            {
                clean.lookalikes.push(clean.text.len());
            }
            clean.map.push_point(clean.text.len(), at);
            copying = false;
            if letter != c {
                clean.text.push(letter);
            } else if is_nfkc_quick(std::iter::once(c)) == IsNormalized::Yes {
                clean.text.push(c);
            } else {
                clean.text.extend(std::iter::once(c).nfkc().map(latin));
            }
        }
        before = c;
    }
    if !is_flag(before, &run) {
        finish(&mut run, run_kind, &mut clean);
    }
    Some(clean)
}

/// Whether tag characters make one of the three flags that are written with them.
fn is_flag(before: char, run: &[char]) -> bool {
    let tags = ["gbeng", "gbsct", "gbwls"];
    let spells = |tag: &str| {
        run.iter()
            .copied()
            .eq(tag.chars().filter_map(|c| char::from_u32(0xE0000 + c as u32)).chain(['\u{E007F}']))
    };
    before == '\u{1F3F4}' && tags.into_iter().any(spells)
}

fn finish(run: &mut Vec<char>, kind: Invisible, clean: &mut Clean) {
    if run.is_empty() {
        return;
    }
    // A selector after a symbol, a mark at the start of a file: nobody hides anything in one character.
    let count = run.len();
    let message = message(run, kind);
    clean.hidden.push(Hidden { at: clean.text.len(), kind, count, message });
    run.clear();
}

/// What a run spells, where it spells anything.
fn message(run: &[char], kind: Invisible) -> Option<String> {
    let bytes: Vec<u8> = match kind {
        Invisible::Tag => run
            .iter()
            .map(|&c| (c as u32 - 0xE0000) as u8)
            .filter(|byte| (0x20..0x7F).contains(byte))
            .collect(),
        Invisible::Variation => run.iter().map(|&c| selector(c)).collect(),
        Invisible::ZeroWidth => return bits(run),
        Invisible::Bidi => return None,
    };
    let text = String::from_utf8(bytes).ok()?;
    (text.len() >= 4 && is_readable(&text)).then_some(text)
}

/// The byte a variation selector stands for, as those who hide text in them count.
fn selector(c: char) -> u8 {
    match c as u32 {
        low @ 0xFE00..=0xFE0F => (low - 0xFE00) as u8,
        high @ 0xE0100..=0xE01EF => (high - 0xE0100 + 16) as u8,
        _ => 0,
    }
}

/// Two zero-width characters as the two bits, in either order.
fn bits(run: &[char]) -> Option<String> {
    let first = *run.first()?;
    let second = run.iter().copied().find(|&c| c != first)?;
    if run.len() < 32 || run.iter().any(|&c| c != first && c != second) {
        return None;
    }
    [first, second].into_iter().find_map(|one| {
        let bytes: Vec<u8> = run
            .chunks_exact(8)
            .map(|byte| byte.iter().fold(0, |value, &c| value << 1 | u8::from(c == one)))
            .collect();
        String::from_utf8(bytes).ok().filter(|text| is_readable(text))
    })
}

/// Whether a text could be meant to be read: hardly any control characters, and letters.
pub(crate) fn is_readable(text: &str) -> bool {
    let (mut all, mut odd, mut letters) = (0usize, 0usize, 0usize);
    for c in text.chars() {
        all += 1;
        odd += usize::from((c.is_control() && !matches!(c, '\n' | '\r' | '\t')) || c == '\u{FFFD}');
        letters += usize::from(c.is_alphanumeric() || c == ' ');
    }
    all > 0 && odd * 20 <= all && letters * 2 >= all
}
