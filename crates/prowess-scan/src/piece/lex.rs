//! One lexer for many languages: strings, comments, words, brackets. What it does not know it takes
//! for punctuation; it never fails and looks at every byte once.

use crate::kind::Kind;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Comment,
    /// A string; the quotes are `open` and `close` bytes long. `live` where `$x` or `${x}` in it
    /// stands for a value.
    Text {
        open: u8,
        close: u8,
        live: bool,
        prefix: u8,
    },
    Word,
    Newline,
    Punct(u8),
}

/// A token and where it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexeme {
    pub(crate) token: Token,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// How a language writes what all of them have.
struct Syntax {
    /// What a comment up to the end of its line begins with.
    line: &'static [&'static str],
    /// What longer comments begin and end with.
    block: &'static [(&'static str, &'static str)],
    /// `'''` and `"""` are strings over several lines.
    triple: bool,
    /// Between backticks is a string.
    backtick: bool,
    /// A backslash escapes inside of single quotes.
    single_escapes: bool,
    /// `$x` is filled in between double quotes.
    dollar: bool,
    /// What escapes in strings.
    escape: u8,
    /// `#` begins a comment only at the start of a word.
    hash_at_word: bool,
}

const SHELL: Syntax = Syntax {
    line: &["#"],
    block: &[],
    triple: false,
    backtick: false,
    single_escapes: false,
    dollar: true,
    escape: b'\\',
    hash_at_word: true,
};
const PYTHON: Syntax = Syntax {
    line: &["#"],
    block: &[],
    triple: true,
    backtick: false,
    single_escapes: true,
    dollar: false,
    escape: b'\\',
    hash_at_word: false,
};
const JAVASCRIPT: Syntax = Syntax {
    line: &["//"],
    block: &[("/*", "*/")],
    triple: false,
    backtick: true,
    single_escapes: true,
    dollar: false,
    escape: b'\\',
    hash_at_word: false,
};
const POWERSHELL: Syntax = Syntax {
    line: &["#"],
    block: &[("<#", "#>")],
    triple: false,
    backtick: false,
    single_escapes: false,
    dollar: true,
    escape: b'`',
    hash_at_word: true,
};
const RUBY: Syntax = Syntax {
    line: &["#"],
    block: &[("\n=begin", "\n=end")],
    triple: false,
    backtick: true,
    single_escapes: true,
    dollar: false,
    escape: b'\\',
    hash_at_word: true,
};
const BATCH: Syntax = Syntax {
    line: &["::", "rem ", "REM "],
    block: &[],
    triple: false,
    backtick: false,
    single_escapes: false,
    dollar: false,
    escape: b'^',
    hash_at_word: false,
};
const LUA: Syntax = Syntax {
    line: &["--"],
    block: &[("--[[", "]]")],
    triple: false,
    backtick: false,
    single_escapes: true,
    dollar: false,
    escape: b'\\',
    hash_at_word: false,
};
const C_LIKE: Syntax = Syntax {
    line: &["//"],
    block: &[("/*", "*/")],
    triple: true,
    backtick: true,
    single_escapes: true,
    dollar: false,
    escape: b'\\',
    hash_at_word: false,
};
const PHP: Syntax = Syntax { line: &["//", "#"], dollar: true, ..C_LIKE };

fn syntax(kind: Kind) -> &'static Syntax {
    match kind {
        Kind::Python => &PYTHON,
        Kind::JavaScript => &JAVASCRIPT,
        Kind::PowerShell => &POWERSHELL,
        Kind::Ruby => &RUBY,
        Kind::Batch => &BATCH,
        Kind::Lua => &LUA,
        Kind::Php => &PHP,
        Kind::OtherCode | Kind::Css => &C_LIKE,
        // Perl, AppleScript, Make and Docker are near enough.
        _ => &SHELL,
    }
}

/// Cuts a program into tokens.
pub(crate) fn lex(text: &str, kind: Kind) -> Vec<Lexeme> {
    let syntax = syntax(kind);
    let bytes = text.as_bytes();
    let mut lexemes = Vec::with_capacity(bytes.len() / 4);
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let byte = bytes[at];
        if let Some(end) = comment(bytes, at, syntax) {
            at = end;
            lexemes.push(Lexeme { token: Token::Comment, start, end });
            continue;
        }
        let token = match byte {
            b'\n' => {
                at += 1;
                Token::Newline
            }
            b'"' | b'\'' => string(bytes, &mut at, syntax, prefix(bytes, start)),
            b'`' if syntax.backtick => string(bytes, &mut at, syntax, 0),
            b' ' | b'\t' | b'\r' => {
                at += 1;
                continue;
            }
            _ if is_word(byte) => {
                while at < bytes.len() && is_word(bytes[at]) {
                    at += 1;
                }
                Token::Word
            }
            // The escaped end of a line joins two lines; another escaped byte is that byte.
            _ if byte == syntax.escape && matches!(bytes.get(at + 1), Some(b'\n' | b'\r')) => {
                at += if bytes.get(at + 1) == Some(&b'\r') { 3 } else { 2 };
                at = at.min(bytes.len());
                continue;
            }
            _ => {
                at += 1;
                Token::Punct(byte)
            }
        };
        lexemes.push(Lexeme { token, start, end: at });
    }
    lexemes
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The letter before a string, as in `r"…"` or `f'…'`.
fn prefix(bytes: &[u8], at: usize) -> u8 {
    let Some(before) = at.checked_sub(1).map(|before| bytes[before]) else { return 0 };
    let alone = at < 2 || !is_word(bytes[at - 2]) || (at >= 3 && !is_word(bytes[at - 3]));
    match before.to_ascii_lowercase() {
        letter @ (b'r' | b'f' | b'b') if alone => letter,
        b'$' => b'$',
        _ => 0,
    }
}

fn comment(bytes: &[u8], at: usize, syntax: &Syntax) -> Option<usize> {
    for (open, close) in syntax.block {
        if bytes[at..].starts_with(open.as_bytes()) {
            let from = at + open.len();
            let end = memchr::memmem::find(&bytes[from..], close.as_bytes());
            return Some(end.map_or(bytes.len(), |end| from + end + close.len()));
        }
    }
    let begins = syntax.line.iter().any(|open| bytes[at..].starts_with(open.as_bytes()));
    if !begins {
        return None;
    }
    let before = at.checked_sub(1).map(|before| bytes[before]);
    let fits = match syntax.line[0] {
        "#" if syntax.hash_at_word => {
            matches!(before, None | Some(b' ' | b'\t' | b'\n' | b';' | b'(' | b'&'))
        }
        // `https://` in a word that is not quoted.
        "//" => before != Some(b':'),
        "::" => matches!(before, None | Some(b'\n')),
        _ => true,
    };
    fits.then(|| memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |end| at + end))
}

fn string(bytes: &[u8], at: &mut usize, syntax: &Syntax, prefix: u8) -> Token {
    let quote = bytes[*at];
    let triple = syntax.triple && bytes[*at..].starts_with(&[quote, quote, quote]);
    let width: usize = if triple { 3 } else { 1 };
    // Whether the string may go on in the next line.
    let lines = triple || quote == b'`' || syntax.dollar;
    let escapes = (quote != b'\'' || syntax.single_escapes) && prefix != b'r';
    let start = *at;
    *at += width;
    let mut close = 0;
    while *at < bytes.len() {
        let byte = bytes[*at];
        if escapes && byte == syntax.escape {
            *at += 2;
            continue;
        }
        if byte == b'\n' && !lines {
            break;
        }
        if byte == quote && (!triple || bytes[*at..].starts_with(&[quote, quote, quote])) {
            *at += width;
            close = width;
            break;
        }
        *at += 1;
    }
    *at = (*at).min(bytes.len());
    if close == 0 && lines && !triple && quote != b'`' {
        // An apostrophe in a text that is no program: it opened nothing.
        *at = start + 1;
        return Token::Punct(quote);
    }
    let live = match quote {
        b'`' => true,
        b'"' => syntax.dollar || prefix == b'f',
        _ => prefix == b'f' || prefix == b'$',
    };
    Token::Text { open: width as u8, close: close as u8, live, prefix }
}
