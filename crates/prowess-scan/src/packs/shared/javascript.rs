//! Source without its comments, and the ports that are nothing special.

use crate::packs::shared::pattern::Pattern;

/// A WebSocket that is opened to an address with a port, the port as its group.
pub(crate) static WEB_SOCKET: Pattern =
    Pattern::new(r#"new\s+WebSocket\s*\(\s*["']wss?:/{2}[^'"]*:([0-9]+)"#);

/// Six or more characters written as hexadecimal escapes.
pub(crate) static HEX_ESCAPES: Pattern = Pattern::new(r"(?:\\x[[:xdigit:]]{2}){6}");

/// A long base64 literal that is decoded.
pub(crate) static BASE64_DECODED: Pattern =
    Pattern::new(r#"(?:Buffer\.from|atob)\s*\(\s*["'][[:alnum:]+/=]{200,}["']"#);

/// Words of programs and protocols that mine.
pub(crate) static MINING: Pattern =
    Pattern::any_case(r"stratum\+(?:tcp|ssl)|xmrig|coinhive|cryptonight");

/// A file is read.
pub(crate) static FILE_READ: Pattern = Pattern::new(r"readFile");

/// The environment is read.
pub(crate) static ENVIRONMENT: Pattern = Pattern::new(r"process\.env");

/// Whether a port is one that WebSockets commonly use.
pub(crate) fn is_common_port(digits: &str) -> bool {
    matches!(digits.trim_start_matches('0'), "80" | "443" | "8080" | "8443" | "3000")
}

/// Source without comments: quotes are respected, newlines stay, so that lines keep their numbers.
pub(crate) fn without_comments(source: &str) -> String {
    enum State {
        Code,
        Quote(u8),
        Line,
        Block,
    }
    let bytes = source.as_bytes();
    let mut kept = Vec::with_capacity(bytes.len());
    let mut state = State::Code;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let next = bytes.get(at + 1).copied();
        let mut step = 1;
        match state {
            State::Code => match (byte, next) {
                (b'/', Some(b'/')) => (state, step) = (State::Line, 2),
                (b'/', Some(b'*')) => (state, step) = (State::Block, 2),
                _ => {
                    if matches!(byte, b'\'' | b'"' | b'`') {
                        state = State::Quote(byte);
                    }
                    kept.push(byte);
                }
            },
            State::Quote(quote) => {
                kept.push(byte);
                if byte == b'\\' {
                    kept.extend(next);
                    step = 2;
                } else if byte == quote {
                    state = State::Code;
                }
            }
            State::Line if byte == b'\n' => {
                kept.push(byte);
                state = State::Code;
            }
            State::Block if byte == b'*' && next == Some(b'/') => {
                (state, step) = (State::Code, 2);
            }
            State::Block if byte == b'\n' => kept.push(byte),
            State::Line | State::Block => {}
        }
        at += step;
    }
    // Only whole comments are left out, and they begin and end with ASCII.
    String::from_utf8(kept)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::without_comments;

    #[test]
    fn comments_go_quotes_and_newlines_stay() {
        let table = [
            ("a // b\nc", "a \nc"),
            ("a /* b\n b */ c", "a \n c"),
            ("'//' + \"/*\" + `//`", "'//' + \"/*\" + `//`"),
            (r"'\'//' // x", r"'\'//' "),
            ("x = 'a\\\n// b'", "x = 'a\\\n// b'"),
            ("/* never closed\n", "\n"),
            ("é // é\né", "é \né"),
            ("'\\é//'//", "'\\é//'"),
            ("// x", ""),
        ];
        for (source, expected) in table {
            assert_eq!(without_comments(source), expected, "{source:?}");
        }
    }
}
