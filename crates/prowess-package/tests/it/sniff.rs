//! What bytes are.

use prowess_package::{Format, TroubleKind, sniff};

use crate::writing::{ZipEntry, gzip, tar, tar_entry, zip};
use crate::{expect, open};

#[test]
fn formats_are_known_by_their_bytes() {
    let archive = zip(&[ZipEntry::new("a", b"x")]);
    let cpio = [b"070701".to_vec(), vec![b'0'; 104]].concat();
    let table: Vec<(Vec<u8>, Option<Format>)> = vec![
        (b"".into(), None),
        (b"PK".into(), None),
        (b"# A text".into(), None),
        (b"070701 is a number".into(), None),
        (b"BZh9 is a word".into(), None),
        (vec![0; 1024], None),
        (archive.clone(), Some(Format::Zip)),
        (zip(&[]), Some(Format::Zip)),
        ([b"GIF89a".to_vec(), archive].concat(), Some(Format::Zip)),
        (tar(&[tar_entry(b'0', b"a", b"", b"")]), Some(Format::Tar)),
        (gzip(b"x"), Some(Format::Gzip)),
        (gzip(&tar(&[tar_entry(b'0', b"a", b"", b"")])), Some(Format::Gzip)),
        (b"\x28\xb5\x2f\xfd\0".into(), Some(Format::Zstd)),
        (b"\x50\x2a\x4d\x18\0".into(), Some(Format::Zstd)),
        (b"BZh9\x31\x41\x59\x26\x53\x59".into(), Some(Format::Bzip2)),
        (b"\xfd7zXZ\0".into(), Some(Format::Xz)),
        (b"\x04\x22\x4d\x18".into(), Some(Format::Lz4)),
        (b"LZIP\x01".into(), Some(Format::Lzip)),
        (b"\x1f\x9d\x90".into(), Some(Format::Compress)),
        (b"7z\xbc\xaf\x27\x1c".into(), Some(Format::SevenZ)),
        (b"Rar!\x1a\x07\x01\0".into(), Some(Format::Rar)),
        (b"MSCF\0\0\0\0".into(), Some(Format::Cabinet)),
        (b"!<arch>\n".into(), Some(Format::Ar)),
        (cpio, Some(Format::Cpio)),
        (b"xar!\0\x1c".into(), Some(Format::Xar)),
    ];
    for (bytes, format) in table {
        assert_eq!(sniff(&bytes), format, "{}", bytes.escape_ascii());
        let contents = open(&bytes);
        match format {
            None => expect(&contents, &[("", TroubleKind::NotAnArchive)]),
            Some(format) if format.can_be_opened() => {}
            Some(format) => expect(&contents, &[("", TroubleKind::Unsupported(format))]),
        }
    }
}
