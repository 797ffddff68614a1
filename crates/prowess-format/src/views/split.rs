//! Lists that people write into one string.

/// The tools of a string: separated by spaces or commas, `Bash(git add:*)` being one.
pub(super) fn tools(text: &str) -> Vec<String> {
    pieces(unbracket(text), ('(', ')'), |c| c == ',' || c.is_whitespace())
}

/// The items of a string, separated by commas; brackets around it and quotes are optional.
pub(super) fn comma_list(text: &str) -> Vec<String> {
    pieces(unbracket(text), ('(', ')'), |c| c == ',')
}

/// The globs of a string, separated by commas; `*.{js,ts}` is one. Brackets belong to globs.
pub(super) fn globs(text: &str) -> Vec<String> {
    pieces(text, ('{', '}'), |c| c == ',')
}

/// The words of a string.
pub(super) fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// `a, b` of `[a, b]`.
fn unbracket(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text)
}

/// `a` of `"a"` and `'a'`.
fn unquote(text: &str) -> &str {
    let inside = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    inside('"').or_else(|| inside('\'')).unwrap_or(text)
}

/// Cuts a text at separators that stand neither in brackets nor in quotes, and drops empty pieces.
fn pieces(text: &str, brackets: (char, char), separates: fn(char) -> bool) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut piece = 0;
    let mut depth = 0_usize;
    let mut quoted_until = 0;
    let mut word_begins = true;
    for (at, character) in text.char_indices() {
        if at < quoted_until {
            continue;
        }
        // An apostrophe inside a word quotes nothing, nor does a quote that is never closed.
        if word_begins && matches!(character, '"' | '\'') {
            quoted_until = quote_end(text, at, character).unwrap_or(0);
        } else if character == brackets.0 {
            depth += 1;
        } else if character == brackets.1 {
            depth = depth.saturating_sub(1);
        } else if depth == 0 && separates(character) {
            pieces.push(&text[piece..at]);
            piece = at + character.len_utf8();
        }
        word_begins = character.is_whitespace() || "([{,:=".contains(character);
    }
    pieces.push(&text[piece..]);
    let trimmed = pieces.into_iter().map(|piece| unquote(piece.trim()).trim());
    trimmed.filter(|piece| !piece.is_empty()).map(str::to_owned).collect()
}

/// One past the quote that closes the one at `start`.
fn quote_end(text: &str, start: usize, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, character) in text[start + 1..].char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' if quote == '"' => escaped = true,
            _ if character == quote => return Some(start + 1 + at + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_are_cut_outside_parentheses() {
        let table: [(&str, &[&str]); 12] = [
            ("", &[]),
            (" , ,", &[]),
            ("Read", &["Read"]),
            ("Read Write,Grep", &["Read", "Write", "Grep"]),
            ("Bash(git add:*) Read", &["Bash(git add:*)", "Read"]),
            ("Bash(a, b), Read", &["Bash(a, b)", "Read"]),
            ("Bash(f(x) y) Read", &["Bash(f(x) y)", "Read"]),
            (r#"Bash(echo ") x" *) Read"#, &[r#"Bash(echo ") x" *)"#, "Read"]),
            (r#"Bash(echo "\") x" *) Read"#, &[r#"Bash(echo "\") x" *)"#, "Read"]),
            ("Bash(don't *) Read(it's) Grep", &["Bash(don't *)", "Read(it's)", "Grep"]),
            (r#"["Read", 'Write']"#, &["Read", "Write"]),
            ("Bash(\" Read", &["Bash(\" Read"]),
        ];
        for (text, expected) in table {
            assert_eq!(tools(text), expected, "{text}");
        }
    }

    #[test]
    fn items_are_cut_at_commas() {
        let table: [(&str, &[&str]); 6] = [
            ("a, b c ,d", &["a", "b c", "d"]),
            ("[a, 'b', \"c, d\"]", &["a", "b", "c, d"]),
            ("'", &["'"]),
            ("[", &["["]),
            ("[]", &[]),
            ("é, 日本", &["é", "日本"]),
        ];
        for (text, expected) in table {
            assert_eq!(comma_list(text), expected, "{text}");
        }
    }

    #[test]
    fn globs_are_cut_outside_braces() {
        let table: [(&str, &[&str]); 4] = [
            ("src/**/*.{js,ts}, docs/*", &["src/**/*.{js,ts}", "docs/*"]),
            ("{a,{b,c}}/x,y", &["{a,{b,c}}/x", "y"]),
            ("[ab]*.c", &["[ab]*.c"]),
            ("[ab], [cd]", &["[ab]", "[cd]"]),
        ];
        for (text, expected) in table {
            assert_eq!(globs(text), expected, "{text}");
        }
    }
}
