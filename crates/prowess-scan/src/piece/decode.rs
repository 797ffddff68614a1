//! What is written in another alphabet: base64, base32, base85, hex, percent signs, escapes, rot13;
//! and what comes out of it again, up to a depth and a number of bytes.

use super::hidden::is_readable;
use crate::limits;

/// A text that was found encoded.
#[derive(Clone, Debug)]
pub(crate) struct Decoded {
    /// Where the encoded form stands.
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) text: String,
    /// What it was, outermost first.
    pub(crate) how: &'static str,
    /// The bytes are a program, an archive: no text.
    pub(crate) binary: Option<&'static str>,
}

/// The shortest runs that are tried.
const BASE64_MIN: usize = 20;
const HEX_MIN: usize = 24;
const BASE32_MIN: usize = 32;
const BASE85_MIN: usize = 20;
const ESCAPES_MIN: usize = 6;
/// Numbers with something behind them, below which no row of them is looked for.
const NUMBERS_MIN: usize = 6;

/// Everything encoded in a text. `hints` is the text the encoded form is used in: base85 and rot13
/// look like anything else, so that they are tried only where something says so.
pub(crate) fn find(text: &str, budget: &mut Budget) -> Vec<Decoded> {
    let mut found = Vec::new();
    let bytes = text.as_bytes();
    let lower = text.to_ascii_lowercase();
    let wants_85 = ["b85decode", "a85decode", "base85", "ascii85", "z85"]
        .iter()
        .any(|word| lower.contains(word));
    let wants_32 = lower.contains("base32") || lower.contains("b32decode");
    let wants_13 = ["rot13", "rot_13", "rot-13", "a-za-z' 'n-za-m", "n-za-mn-za-m"]
        .iter()
        .any(|word| lower.contains(word));
    let mut at = 0;
    while at < bytes.len() {
        let end = run(bytes, at, is_base64);
        if end > at {
            // Padding ends a run.
            let padded =
                end + bytes[end..].iter().take(2).take_while(|&&byte| byte == b'=').count();
            let word = &text[at..padded];
            let is_image = lower[..at].ends_with("base64,")
                && lower[at.saturating_sub(30)..at].contains("data:image/")
                && !lower[at.saturating_sub(30)..at].contains("svg");
            if !is_image {
                if end - at >= HEX_MIN && word.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                    take(hex(word), at, padded, "hex", &mut found, budget);
                } else if end - at >= BASE64_MIN {
                    take(base64(word), at, padded, "base64", &mut found, budget);
                    if wants_32 && end - at >= BASE32_MIN {
                        take(base32(word), at, padded, "base32", &mut found, budget);
                    }
                }
            }
            at = padded;
        } else {
            at += 1;
        }
    }
    escapes(text, &mut found, budget);
    // Two passes that few texts need: only where numbers stand in rows.
    let in_rows = |pair: &&[u8]| pair[0].is_ascii_digit() && matches!(pair[1], b',' | b' ');
    if bytes.windows(2).filter(in_rows).count() >= NUMBERS_MIN {
        spaced_hex(text, &mut found, budget);
        decimals(text, &mut found, budget);
    }
    if wants_85 || wants_13 {
        quoted(text, |start, inner| {
            if wants_85 && inner.len() >= BASE85_MIN && !inner.contains(' ') {
                for alphabet in [RFC1924, ASCII85] {
                    take(
                        base85(inner, alphabet),
                        start,
                        start + inner.len(),
                        "base85",
                        &mut found,
                        budget,
                    );
                }
            }
            if wants_13 && inner.len() >= 8 {
                take(Some(rot13(inner)), start, start + inner.len(), "rot13", &mut found, budget);
            }
        });
    }
    found
}

/// What decoding may still make.
#[derive(Debug)]
pub(crate) struct Budget {
    pub(crate) bytes: usize,
    pub(crate) texts: usize,
    /// Whether something was left out.
    pub(crate) spent: bool,
}

impl Default for Budget {
    fn default() -> Self {
        Self { bytes: limits::DECODED_BYTES, texts: limits::DECODED_TEXTS, spent: false }
    }
}

fn take(
    bytes: Option<Vec<u8>>,
    start: usize,
    end: usize,
    how: &'static str,
    found: &mut Vec<Decoded>,
    budget: &mut Budget,
) {
    let Some(bytes) = bytes.filter(|bytes| bytes.len() >= 6) else { return };
    let binary = magic(&bytes);
    let text = match binary {
        Some(packed @ ("gzip" | "zlib")) => unpack(&bytes, packed, budget.bytes),
        Some(_) => None,
        // PowerShell encodes UTF-16.
        None if bytes.len() % 2 == 0 && bytes.iter().skip(1).step_by(2).all(|&byte| byte == 0) => {
            Some(bytes.iter().step_by(2).map(|&byte| byte as char).collect())
        }
        None => String::from_utf8(bytes).ok(),
    };
    let (text, binary) = match text {
        Some(text) if is_readable(&text) => (text, None),
        _ if binary.is_some() => (String::new(), binary),
        _ => return,
    };
    if budget.texts == 0 || budget.bytes < text.len() {
        budget.spent = true;
        return;
    }
    budget.texts -= 1;
    budget.bytes -= text.len();
    found.push(Decoded { start, end, text, how, binary });
}

/// What is packed, up to a number of bytes.
fn unpack(bytes: &[u8], packed: &str, limit: usize) -> Option<String> {
    use std::io::Read as _;
    let mut out = Vec::new();
    let read = match packed {
        "gzip" => flate2::read::GzDecoder::new(bytes).take(limit as u64).read_to_end(&mut out),
        _ => flate2::read::ZlibDecoder::new(bytes).take(limit as u64).read_to_end(&mut out),
    };
    // What came out before an error is there all the same.
    (read.is_ok() || !out.is_empty()).then(|| String::from_utf8_lossy(&out).into_owned())
}

/// What bytes are that are no text.
fn magic(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x7F, b'E', b'L', b'F', ..] => Some("ELF program"),
        [b'M', b'Z', ..] if bytes.len() > 64 && bytes.iter().take(128).any(|&byte| byte == 0) => {
            Some("Windows program")
        }
        [0x1F, 0x8B, 8, ..] => Some("gzip"),
        [0x78, 0x01 | 0x5E | 0x9C | 0xDA, ..] if bytes.len() > 16 => Some("zlib"),
        [b'P', b'K', 3, 4, ..] => Some("zip archive"),
        [0xCF | 0xCE, 0xFA, 0xED, 0xFE, ..] => Some("macOS program"),
        _ => None,
    }
}

fn run(bytes: &[u8], at: usize, belongs: fn(u8) -> bool) -> usize {
    at + bytes[at..].iter().take_while(|&&byte| belongs(byte)).count()
}

/// Which bytes the alphabets of base64 have. Every byte of every text is asked.
const BASE64: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let is = (byte as u8).is_ascii_alphanumeric();
        table[byte] = is || matches!(byte as u8, b'+' | b'/' | b'-' | b'_');
        byte += 1;
    }
    table
};

fn is_base64(byte: u8) -> bool {
    BASE64[usize::from(byte)]
}

fn base64(word: &str) -> Option<Vec<u8>> {
    let word = word.trim_end_matches('=');
    if word.len() % 4 == 1 {
        return None;
    }
    let mut out = Vec::with_capacity(word.len() * 3 / 4);
    let (mut value, mut bits) = (0u32, 0);
    for byte in word.bytes() {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        value = value << 6 | u32::from(digit);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push((value >> bits) as u8);
        }
    }
    Some(out)
}

fn base32(word: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(word.len() * 5 / 8);
    let (mut value, mut bits) = (0u32, 0);
    for byte in word.trim_end_matches('=').bytes() {
        let digit = match byte.to_ascii_uppercase() {
            letter @ b'A'..=b'Z' => letter - b'A',
            digit @ b'2'..=b'7' => digit - b'2' + 26,
            _ => return None,
        };
        value = value << 5 | u32::from(digit);
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            out.push((value >> bits) as u8);
            value &= (1 << bits) - 1;
        }
    }
    Some(out)
}

/// Python's `b85encode`.
const RFC1924: &[u8; 85] =
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
/// Adobe's, from `!` on.
const ASCII85: &[u8; 85] =
    b"!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstu";

fn base85(word: &str, alphabet: &[u8; 85]) -> Option<Vec<u8>> {
    let word = word.trim_start_matches("<~").trim_end_matches("~>");
    let mut digits: Vec<u64> = Vec::with_capacity(word.len() + 4);
    for byte in word.bytes() {
        digits.push(alphabet.iter().position(|&known| known == byte)? as u64);
    }
    let missing = (5 - digits.len() % 5) % 5;
    digits.extend(std::iter::repeat_n(84, missing));
    let mut out = Vec::with_capacity(digits.len() * 4 / 5);
    for group in digits.chunks_exact(5) {
        let value = group.iter().fold(0u64, |value, digit| value * 85 + digit);
        out.extend(u32::try_from(value).ok()?.to_be_bytes());
    }
    out.truncate(out.len() - missing.min(out.len()));
    Some(out)
}

fn hex(word: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = word
        .bytes()
        .filter_map(|byte| (byte as char).to_digit(16))
        .map(|digit| digit as u8)
        .collect();
    digits
        .len()
        .is_multiple_of(2)
        .then(|| digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

fn rot13(text: &str) -> Vec<u8> {
    let turn = |byte: u8, base: u8| (byte - base + 13) % 26 + base;
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' => turn(byte, b'a'),
            b'A'..=b'Z' => turn(byte, b'A'),
            _ => byte,
        })
        .collect()
}

/// Runs of `\x41`, `\u0041` and `%41`.
fn escapes(text: &str, found: &mut Vec<Decoded>, budget: &mut Budget) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(next) = memchr::memchr2(b'\\', b'%', &bytes[at..]) {
        at += next;
        let (lead, digits, how): (&[u8], usize, &'static str) = match bytes[at] {
            b'\\' if bytes.get(at + 1) == Some(&b'x') => (b"\\x", 2, "escapes"),
            b'\\' if bytes.get(at + 1) == Some(&b'u') => (b"\\u", 4, "escapes"),
            b'%' => (b"%", 2, "percent signs"),
            _ => {
                at += 1;
                continue;
            }
        };
        let start = at;
        let mut out = Vec::new();
        while bytes[at..].starts_with(lead) {
            let from = at + lead.len();
            let Some(value) = text
                .get(from..from + digits)
                .and_then(|digits| u32::from_str_radix(digits, 16).ok())
            else {
                break;
            };
            match digits {
                2 => out.push(value as u8),
                _ => out.extend(char::from_u32(value).unwrap_or(' ').to_string().into_bytes()),
            }
            at = from + digits;
        }
        if out.len() >= ESCAPES_MIN {
            take(Some(out), start, at, how, found, budget);
        }
        at = at.max(start + 1);
    }
}

/// `63 75 72 6c`: bytes in hex with blanks between them.
fn spaced_hex(text: &str, found: &mut Vec<Decoded>, budget: &mut Budget) {
    numbers(
        text,
        |word| (word.len() == 2).then(|| u8::from_str_radix(word, 16).ok()).flatten(),
        HEX_MIN / 2,
        "hex",
        found,
        budget,
    );
}

/// `99, 117, 114, 108`: characters by their numbers.
fn decimals(text: &str, found: &mut Vec<Decoded>, budget: &mut Budget) {
    numbers(
        text,
        |word| {
            (word.len() >= 2)
                .then(|| word.parse::<u8>().ok())
                .flatten()
                .filter(|byte| (9..127).contains(byte))
        },
        10,
        "character codes",
        found,
        budget,
    );
}

fn numbers(
    text: &str,
    value: impl Fn(&str) -> Option<u8>,
    least: usize,
    how: &'static str,
    found: &mut Vec<Decoded>,
    budget: &mut Budget,
) {
    let bytes = text.as_bytes();
    let is_gap = |byte: u8| matches!(byte, b' ' | b',' | b'\n' | b'\t' | b'\r');
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_hexdigit() {
            // A word that begins otherwise is skipped whole.
            at = run(bytes, at, |byte| byte.is_ascii_alphanumeric()).max(at + 1);
            continue;
        }
        let start = at;
        let mut out = Vec::new();
        let mut end = at;
        loop {
            let to = run(bytes, at, |byte| byte.is_ascii_alphanumeric());
            let Some(byte) = text.get(at..to).and_then(&value) else { break };
            out.push(byte);
            end = to;
            at = to;
            let gap = bytes[at..].iter().take_while(|&&byte| is_gap(byte)).count();
            if gap == 0 || gap > 4 {
                break;
            }
            at += gap;
        }
        if out.len() >= least {
            take(Some(out), start, end, how, found, budget);
        }
        at = at.max(run(bytes, start, |byte| byte.is_ascii_alphanumeric())).max(start + 1);
    }
}

/// Calls with what stands between quotes.
fn quoted(text: &str, mut each: impl FnMut(usize, &str)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let quote = bytes[at];
        at += 1;
        if !matches!(quote, b'"' | b'\'') {
            continue;
        }
        let Some(length) = memchr::memchr2(quote, b'\n', &bytes[at..]) else { break };
        if bytes[at + length] == quote {
            if let Some(inner) = text.get(at..at + length) {
                each(at, inner);
            }
            at += length + 1;
        }
    }
}
