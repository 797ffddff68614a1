//! Gzips, and tars in them.

use prowess_format::TreePath;
use prowess_package::{Budget, Format, TroubleKind, limits, read};

use crate::writing::{gzip, gzip_named, tar, tar_entry};
use crate::{expect, open, texts};

#[test]
fn one_file_is_read_with_its_name_or_without() {
    let contents = open(&gzip(b"text"));
    expect(&contents, &[]);
    assert_eq!((contents.format, contents.entries[0].path.clone()), (Some(Format::Gzip), None));
    assert_eq!(texts(&contents), [(String::new(), "text".to_owned())]);
    let contents = open(&gzip_named("a.md", b"text"));
    expect(&contents, &[]);
    assert_eq!(contents.entries[0].path, TreePath::new("a.md"));
    assert_eq!(contents.entries[0].bytes, b"text");
    expect(&open(&gzip_named("../a", b"")), &[("../a", TroubleKind::UnsafePath)]);
}

#[test]
fn parts_are_one_content_and_zeros_after_them_nothing() {
    let contents = open(&[gzip(b"one "), gzip(b"two"), vec![0; 100]].concat());
    expect(&contents, &[]);
    assert_eq!(texts(&contents), [(String::new(), "one two".to_owned())]);
    let contents = open(&[gzip(b"one"), b"PK".to_vec()].concat());
    expect(&contents, &[("", TroubleKind::TrailingData(2))]);
    let parts = gzip(b"").repeat(50);
    let contents = read(&parts, &mut Budget { entries: 10, ..Budget::default() });
    assert_eq!(contents.troubles[0].kind, TroubleKind::TooManyEntries);
}

#[test]
fn a_wrong_checksum_or_length_is_seen_and_the_content_stays() {
    let wrong = TroubleKind::Broken("the checksum or length does not match the content");
    let bytes = gzip(b"text");
    for at in [bytes.len() - 8, bytes.len() - 4] {
        let mut bytes = bytes.clone();
        bytes[at] ^= 1;
        let contents = open(&bytes);
        expect(&contents, &[("", wrong)]);
        assert_eq!(
            (contents.entries[0].bytes.as_slice(), contents.entries[0].whole),
            (&b"text"[..], false)
        );
    }
}

#[test]
fn a_tar_inside_is_opened() {
    let inner =
        tar(&[tar_entry(b'0', b"s/SKILL.md", b"", b"text"), tar_entry(b'3', b"d", b"", b"")]);
    let mut budget = Budget::default();
    let contents = read(&gzip(&inner), &mut budget);
    assert_eq!(contents.format, Some(Format::TarGz));
    expect(&contents, &[("d", TroubleKind::Device)]);
    assert_eq!(texts(&contents)[0], ("s/SKILL.md".to_owned(), "text".to_owned()));
    // The stream is paid, not the little of it that is in an entry.
    assert_eq!(budget.bytes, limits::UNPACKED_BYTES - inner.len());
}

#[test]
fn bombs_are_cut() {
    let zeros = vec![0; 10 << 20];
    let contents = open(&gzip(&zeros));
    expect(&contents, &[("", TroubleKind::Ratio)]);
    assert!(contents.entries[0].bytes.len() < 2 * limits::RATIO_FROM);
    let inner = tar(&[tar_entry(b'0', b"a", b"", b"first"), tar_entry(b'0', b"z", b"", &zeros)]);
    let contents = open(&gzip(&inner));
    let ends = TroubleKind::Broken("the tar ends inside of an entry");
    expect(&contents, &[("", TroubleKind::Ratio), ("", ends)]);
    assert_eq!(contents.entries[0].bytes, b"first");
    let mut budget = Budget { bytes: 1600, ..Budget::default() };
    let contents = read(&gzip(&inner), &mut budget);
    assert_eq!(contents.troubles[0].kind, TroubleKind::TooManyBytes);
    assert_eq!((contents.entries[0].whole, budget.bytes), (true, 0));
}
