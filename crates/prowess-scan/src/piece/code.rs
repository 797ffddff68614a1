//! Programs: statements, and comments as a text of their own.

use super::lex::{self, Lexeme, Token};
use super::{Channel, Context, Map, Piece, Unit, prose};
use crate::kind::Kind;

/// Lines after which a statement is taken to have ended, whatever its brackets say.
const STATEMENT_LINES: usize = 80;

/// The statements of a program, and its comments if it has any. `offset` is where the text begins in
/// its file.
pub(crate) fn pieces(
    file: usize,
    kind: Kind,
    channel: Channel,
    text: &str,
    offset: usize,
) -> (Vec<Lexeme>, Piece, Option<Piece>) {
    let lexemes = lex::lex(text, kind);
    let mut units = Vec::new();
    statements(text, kind, &lexemes, &mut units);
    let comments = comments(file, &lexemes, text, offset);
    let mut blank = text.as_bytes().to_vec();
    for comment in lexemes.iter().filter(|lexeme| lexeme.token == Token::Comment) {
        for byte in &mut blank[comment.start..comment.end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    }
    // Only whole comments were blanked, so what is left is whole characters.
    let text = String::from_utf8(blank).unwrap_or_default();
    let piece = Piece { file, kind, channel, text, map: Map::copy(offset), units };
    (lexemes, piece, comments)
}

/// Cuts at the ends of lines that stand outside of brackets and strings.
fn statements(text: &str, kind: Kind, lexemes: &[Lexeme], units: &mut Vec<Unit>) {
    let mut depth = 0usize;
    let mut lines = 0;
    let mut from = 0;
    let mut braces: Vec<bool> = Vec::new();
    let mut before: Option<Lexeme> = None;
    for (at, lexeme) in lexemes.iter().enumerate() {
        match lexeme.token {
            Token::Comment => continue,
            Token::Punct(b'(' | b'[') => depth += 1,
            Token::Punct(b')' | b']') => depth = depth.saturating_sub(1),
            Token::Punct(b'{') => {
                let value = kind == Kind::Python
                    || matches!(
                        kind,
                        Kind::JavaScript
                            | Kind::PowerShell
                            | Kind::Ruby
                            | Kind::OtherCode
                            | Kind::Php
                    ) && before.is_some_and(|before| opens_value(text, before));
                braces.push(value);
                depth += usize::from(value);
            }
            Token::Punct(b'}') if braces.pop() == Some(true) => {
                depth = depth.saturating_sub(1);
            }
            Token::Newline => {
                lines += 1;
                // A pipe or an operator at the end of a line goes on in the next.
                let open = depth > 0
                    || before.is_some_and(|before| goes_on(text, kind, before))
                    || continues(text, kind, &lexemes[at + 1..]);
                if !open || lines >= STATEMENT_LINES {
                    prose::push(text, from, lexeme.start, None, Context::default(), units);
                    from = lexeme.end;
                    if lines >= STATEMENT_LINES {
                        depth = 0;
                        braces.clear();
                    }
                    lines = 0;
                }
                continue;
            }
            Token::Punct(b';') if depth == 0 && kind != Kind::Shell => {
                prose::push(text, from, lexeme.end, None, Context::default(), units);
                from = lexeme.end;
            }
            _ => {}
        }
        before = Some(*lexeme);
    }
    prose::push(text, from, text.len(), None, Context::default(), units);
}

/// Whether a brace after this token begins a value, not a block.
fn opens_value(text: &str, before: Lexeme) -> bool {
    match before.token {
        Token::Punct(byte) => matches!(byte, b'=' | b'(' | b',' | b':' | b'[' | b'?' | b'@'),
        Token::Word => text.get(before.start..before.end) == Some("return"),
        _ => false,
    }
}

fn goes_on(text: &str, kind: Kind, before: Lexeme) -> bool {
    match before.token {
        Token::Punct(byte) => {
            matches!(byte, b'|' | b'\\' | b',' | b'=')
                || (byte == b'&' && text[..before.start].ends_with('&'))
                || (kind == Kind::JavaScript && matches!(byte, b'+' | b'.' | b'?'))
        }
        _ => false,
    }
}

/// Whether the next line goes on with this one: `.then(…)` under a call.
fn continues(text: &str, kind: Kind, rest: &[Lexeme]) -> bool {
    matches!(kind, Kind::JavaScript | Kind::Ruby | Kind::OtherCode)
        && rest.iter().find(|lexeme| lexeme.token != Token::Comment).is_some_and(|next| {
            next.token == Token::Punct(b'.') && !text[next.end..].starts_with('.')
        })
}

/// All comments of a program as prose, those in consecutive lines together.
fn comments(file: usize, lexemes: &[Lexeme], text: &str, offset: usize) -> Option<Piece> {
    let mut piece = Piece {
        file,
        kind: Kind::Text,
        channel: Channel::Comment,
        text: String::new(),
        map: Map::default(),
        units: Vec::new(),
    };
    let mut last_end = None;
    for lexeme in lexemes {
        let (start, end) = match lexeme.token {
            Token::Comment => (lexeme.start, lexeme.end),
            // The text a Python function begins with talks as a comment does.
            Token::Text { open: 3, close, .. } => {
                (lexeme.start + 3, lexeme.end - usize::from(close))
            }
            _ => continue,
        };
        let Some(inner) = text.get(start..end) else { continue };
        let together = last_end.is_some_and(|end: usize| {
            text.get(end..lexeme.start)
                .is_some_and(|gap| gap.trim().is_empty() && gap.matches('\n').count() <= 1)
        });
        piece.text.push_str(if together { " " } else { "\n\n" });
        last_end = Some(lexeme.end);
        let mut at = start;
        for line in inner.split_inclusive('\n') {
            let bare = line.trim_start_matches(['#', '/', '*', ' ', '\t', '!', '<', '-', ';', ':']);
            let shift = line.len() - bare.len();
            piece.map.push_copy(piece.text.len(), offset + at + shift);
            piece.text.push_str(bare);
            at += line.len();
        }
    }
    if piece.text.trim().is_empty() {
        return None;
    }
    let Piece { text, units, .. } = &mut piece;
    prose::sentences(text, 0, text.len(), None, Context::default(), units);
    Some(piece)
}
