//! Bytes that are no text: programs, pictures, unknown ones.

/// What bytes look like.
pub(super) enum Look {
    Text,
    /// Something that runs.
    Program(&'static str),
    /// A picture, a sound, a font, a document: and whether its name says something else.
    Media {
        disguised: Option<&'static str>,
    },
    Opaque,
}

/// First bytes of programs.
const PROGRAMS: &[(&[u8], &str)] = &[
    (b"\x7FELF", "an ELF program"),
    (b"MZ", "a Windows program"),
    (b"\xCF\xFA\xED\xFE", "a macOS program"),
    (b"\xCE\xFA\xED\xFE", "a macOS program"),
    (b"\xCA\xFE\xBA\xBE", "a Java class or a macOS program"),
    (b"\0asm", "a WebAssembly program"),
    (b"dex\n", "an Android program"),
    (b"!<arch>\n", "a library of object files"),
    (b"\xD0\xCF\x11\xE0", "an old Office document or an installer"),
    (b"\x1bLua", "compiled Lua"),
];

/// First bytes of media, and what their names end with.
const MEDIA: &[(&[u8], &[&str])] = &[
    (b"\x89PNG", &["png"]),
    (b"\xFF\xD8\xFF", &["jpg", "jpeg"]),
    (b"GIF8", &["gif"]),
    (b"RIFF", &["webp", "wav", "avi"]),
    (b"BM", &["bmp"]),
    (b"%PDF", &["pdf"]),
    (b"\0\0\x01\0", &["ico"]),
    (b"OggS", &["ogg"]),
    (b"ID3", &["mp3"]),
    (b"wOFF", &["woff"]),
    (b"wOF2", &["woff2"]),
    (b"\0\x01\0\0", &["ttf"]),
    (b"OTTO", &["otf"]),
    (b"SQLite format 3", &["db", "sqlite", "sqlite3"]),
    (b"II*\0", &["tif", "tiff"]),
    (b"MM\0*", &["tif", "tiff"]),
];

/// Names of things that are run or read as text.
const RUN: &[&str] = &[
    "sh", "py", "js", "ts", "mjs", "cjs", "rb", "pl", "ps1", "bat", "cmd", "md", "txt", "json",
    "yaml", "yml",
];

pub(super) fn look(path: &str, bytes: &[u8]) -> Look {
    let extension = path
        .rsplit('/')
        .next()
        .and_then(|name| name.rsplit_once('.'))
        .map(|(_, extension)| extension.to_ascii_lowercase())
        .unwrap_or_default();
    let has_nul = bytes.iter().take(8192).any(|&byte| byte == 0)
        && !matches!(bytes, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]);
    if let Some((_, what)) =
        PROGRAMS.iter().find(|(magic, _)| bytes.starts_with(magic) && (magic.len() > 2 || has_nul))
    {
        return Look::Program(what);
    }
    if let Some((_, names)) =
        MEDIA.iter().find(|(magic, _)| bytes.starts_with(magic) && (magic.len() > 2 || has_nul))
    {
        let disguised = (RUN.contains(&extension.as_str()) && !names.contains(&extension.as_str()))
            .then_some("a picture or a document under the name of a text");
        return Look::Media { disguised };
    }
    // A shell leaves NUL bytes out and runs the rest, and what stands behind a script does not stop it.
    let runs = bytes.starts_with(b"#!")
        || RUN.contains(&extension.as_str())
            && bytes.iter().filter(|&&byte| byte == 0).count() * 16 < bytes.len();
    let is_media_name = MEDIA.iter().any(|(_, names)| names.contains(&extension.as_str()));
    if !has_nul || runs {
        return match is_media_name && bytes.starts_with(b"#!") {
            true => Look::Media { disguised: Some("a script under the name of a picture") },
            false => Look::Text,
        };
    }
    Look::Opaque
}

/// Whether text follows, or stands before, what an archive is.
pub(super) fn has_text_tail(bytes: &[u8]) -> bool {
    bytes.starts_with(b"#!") || bytes.starts_with(b"---\n") || bytes.starts_with(b"<")
}

/// The shortest run of printable characters that is kept.
const RUN_MIN: usize = 12;
/// Bytes of such runs that are kept.
const STRINGS_BYTES: usize = 256 * 1024;

/// What can be read in bytes that are no text, one run a line.
pub(super) fn strings(bytes: &[u8]) -> Option<String> {
    let mut out = String::new();
    for run in
        bytes.split(|&byte| !(0x20..0x7F).contains(&byte) && !matches!(byte, b'\t' | b'\n' | b'\r'))
    {
        let words = run.iter().filter(|byte| byte.is_ascii_alphabetic() || **byte == b' ').count();
        // Packed bytes have no long run of them by chance.
        let long = run.len() >= RUN_MIN * 2;
        if run.len() >= RUN_MIN && (long || words * 3 >= run.len() * 2) && run.contains(&b' ') {
            out.push_str(&String::from_utf8_lossy(run));
            out.push('\n');
            if out.len() > STRINGS_BYTES {
                break;
            }
        }
    }
    (!out.is_empty()).then_some(out)
}
