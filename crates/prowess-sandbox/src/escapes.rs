//! Takes out of a text what would steer a terminal instead of being shown.

/// The text without escape sequences, controls (but line ends and tabs) and controls of direction.
pub(crate) fn strip(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\n' | '\t' => kept.push(c),
            '\u{1b}' => match rest.next_if(|&next| next != '\n') {
                Some('[') => skip_control(&mut rest),
                Some(']' | 'P' | 'X' | '^' | '_') => skip_string(&mut rest),
                // Two or three characters: intermediates, then one final.
                Some(' '..='/') => {
                    while rest.next_if(|c| (' '..='/').contains(c)).is_some() {}
                    rest.next_if(|c| ('0'..='~').contains(c));
                }
                _ => {}
            },
            '\u{9b}' => skip_control(&mut rest),
            '\u{90}' | '\u{98}' | '\u{9d}' | '\u{9e}' | '\u{9f}' => skip_string(&mut rest),
            c if c.is_control() || steers_direction(c) => {}
            c => kept.push(c),
        }
    }
    kept
}

type Characters<'a> = std::iter::Peekable<std::str::Chars<'a>>;

/// Parameters and intermediates, then one final character. Anything else ends it and is text.
fn skip_control(rest: &mut Characters<'_>) {
    while rest.next_if(|c| (' '..='?').contains(c)).is_some() {}
    rest.next_if(|c| ('@'..='~').contains(c));
}

/// Up to its terminator, or to the end of the line: what forgot its terminator hides no more than that.
fn skip_string(rest: &mut Characters<'_>) {
    while let Some(c) = rest.next_if(|&c| c != '\n') {
        match c {
            '\u{7}' | '\u{9c}' => return,
            '\u{1b}' if rest.next_if_eq(&'\\').is_some() => return,
            _ => {}
        }
    }
}

fn steers_direction(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_taken_out() {
        let table = [
            ("plain\ttext\n", "plain\ttext\n"),
            ("a\r\nb\rc", "a\nbc"),
            ("\u{1b}[31mred\u{1b}[0m", "red"),
            ("\u{1b}[?25l\u{1b}[2;5Hx", "x"),
            ("\u{1b}]0;title\u{7}a\u{1b}]8;;https://x.example\u{1b}\\b", "ab"),
            ("\u{1b}Pq#0;1\u{1b}\\x\u{1b}_app\u{9c}y", "xy"),
            ("\u{9b}31mred\u{9d}0;t\u{9c}!", "red!"),
            ("\u{1b}(Bx\u{1b}7y\u{1b}", "xy"),
            ("bell\u{7} back\u{8} nul\0 del\u{7f}", "bell back nul del"),
            ("a\u{202e}b\u{2066}c\u{200f}", "abc"),
            ("\u{1b}]never ends\nnext line", "\nnext line"),
            ("\u{1b}[31\nnext", "\nnext"),
            ("\u{1b}\nnext", "\nnext"),
            ("übermäßig 日本", "übermäßig 日本"),
        ];
        for (text, expected) in table {
            assert_eq!(strip(text), expected, "{text:?}");
        }
    }
}
