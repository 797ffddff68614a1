//! Zips.

use std::io::{Cursor, Write as _};

use prowess_format::TreePath;
use prowess_format::tree::EntryKind;
use prowess_package::{Budget, Format, TroubleKind, limits, read};
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::writing::{ZipEntry, deflate, zip, zip_end, zip_with_comment};
use crate::{expect, open, texts};

#[test]
fn zips_of_another_writer_are_read_without_a_complaint() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let deflated =
        SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    writer.add_directory("s/", stored).unwrap();
    writer.start_file("s/SKILL.md", deflated).unwrap();
    writer.write_all("text ".repeat(1000).as_bytes()).unwrap();
    writer.start_file("s/run.sh", stored.unix_permissions(0o755)).unwrap();
    writer.write_all(b"#!/bin/sh").unwrap();
    writer.start_file("s/large", deflated.large_file(true)).unwrap();
    writer.write_all(b"large").unwrap();
    writer.add_symlink("s/link", "run.sh", stored).unwrap();
    writer.start_file("s/empty", deflated).unwrap();
    let bytes = writer.finish().unwrap().into_inner();

    let contents = open(&bytes);
    expect(&contents, &[]);
    assert_eq!(contents.format, Some(Format::Zip));
    let text = "text ".repeat(1000);
    let expected = [
        ("s/SKILL.md", text.as_str(), EntryKind::File, false),
        ("s/run.sh", "#!/bin/sh", EntryKind::File, true),
        ("s/large", "large", EntryKind::File, false),
        ("s/link", "run.sh", EntryKind::Link, false),
        ("s/empty", "", EntryKind::File, false),
    ];
    assert_eq!(contents.entries.len(), expected.len());
    for (member, (name, content, kind, executable)) in contents.entries.iter().zip(expected) {
        assert_eq!(member.name, name.as_bytes());
        assert_eq!(member.path, TreePath::new(name));
        assert_eq!(member.bytes, content.as_bytes(), "{name}");
        assert_eq!(
            (member.kind, member.executable, member.whole),
            (kind, executable, true),
            "{name}"
        );
        assert_eq!(member.link_target.is_some(), kind == EntryKind::Link);
    }
}

/// As writers to a pipe do it: sizes after the content.
#[test]
fn streamed_zips_are_read_without_a_complaint() {
    let streamed = |name: &str| ZipEntry { flags: 8, ..ZipEntry::deflated(name, b"content") };
    let bytes = zip(&[streamed("a"), streamed("b")]);
    let contents = open(&bytes);
    expect(&contents, &[]);
    assert_eq!(texts(&contents).len(), 2);
    expect(&open(&zip(&[])), &[]);
}

#[test]
fn what_is_wrong_with_an_entry_is_said() {
    use TroubleKind::*;
    let file = |name: &str| ZipEntry::new(name, b"content");
    let packed = ZipEntry::deflated("a", b"content");
    let more = [deflate(b"content"), b"more".to_vec()].concat();
    let unicode = [&b"\x75\x70\x06\0\x01\0\0\0\0b"[..]].concat();
    let table: Vec<(ZipEntry, &[TroubleKind])> = vec![
        (ZipEntry { flags: 1, ..file("a") }, &[Encrypted]),
        (ZipEntry { method: 99, ..file("a") }, &[Encrypted]),
        (ZipEntry { method: 12, ..file("a") }, &[UnsupportedMethod(12)]),
        (ZipEntry { crc: 1, ..file("a") }, &[Broken("its checksum")]),
        (ZipEntry { local_name: b"b".into(), ..file("a") }, &[HeaderMismatch("the name")]),
        (ZipEntry { extra: unicode, ..file("a") }, &[HeaderMismatch("the name in Unicode")]),
        (ZipEntry { local_size: 3, ..file("a") }, &[HeaderMismatch("the size")]),
        (ZipEntry { size: 3, local_size: 3, ..packed.clone() }, &[HeaderMismatch("the size")]),
        (ZipEntry { packed: more, ..packed.clone() }, &[HeaderMismatch("the packed size")]),
        (
            ZipEntry { packed: b"\xff\xff".into(), ..packed.clone() },
            &[Broken("the packed bytes cannot be unpacked")],
        ),
        (
            ZipEntry { packed: packed.packed[..4].into(), ..packed },
            &[Broken("the packed bytes end too early")],
        ),
        (
            ZipEntry { offset: Some(1), ..file("a") },
            &[Broken("its header is not where it should be")],
        ),
        (ZipEntry { mode: 0o020_644, ..file("a") }, &[Device]),
        (file("../a"), &[UnsafePath]),
        (file("/a"), &[UnsafePath]),
        (file("..\\a"), &[UnsafePath]),
        (file("a\0b"), &[UnsafePath]),
        (file(""), &[UnsafePath]),
        (ZipEntry::new("../", b""), &[UnsafePath]),
        (file("a/"), &[Broken("a directory with content")]),
        (file(&"a".repeat(limits::NAME_BYTES + 1)), &[NameTooLong]),
        (ZipEntry::link("a", "/etc/passwd"), &[LinkOut]),
        (ZipEntry::link("a", "../b"), &[LinkOut]),
        (ZipEntry::link("a", &"b".repeat(limits::NAME_BYTES + 1)), &[NameTooLong]),
        (ZipEntry::link("d/a", "../b"), &[]),
    ];
    for (entry, kinds) in table {
        let contents = open(&zip(std::slice::from_ref(&entry)));
        let seen: Vec<_> = contents.troubles.iter().map(|trouble| trouble.kind).collect();
        // A header that is not found leaves its bytes unclaimed.
        let seen = seen.into_iter().filter(|kind| {
            entry.offset.is_none() || !matches!(kind, PrefixData(_) | HiddenData(_))
        });
        assert_eq!(seen.collect::<Vec<_>>(), kinds, "{:?}", entry.name.escape_ascii().to_string());
        for trouble in contents.troubles.iter().filter(|trouble| trouble.entry.is_some()) {
            let name = trouble.entry.as_deref().unwrap();
            assert!(entry.name.starts_with(name) && contents.troubles_of(name).count() > 0);
            assert!(!trouble.to_string().is_empty());
        }
        let is_unsafe = kinds.contains(&UnsafePath) || entry.name.len() > limits::NAME_BYTES;
        if let [member] = &contents.entries[..] {
            assert_eq!(member.path.is_none(), is_unsafe);
        }
    }
}

#[test]
fn what_is_wrong_between_entries_is_said() {
    use TroubleKind::*;
    let file = |name: &str| ZipEntry::new(name, b"content");
    type Row<'a> = (&'a [&'a str], &'a [(&'a str, TroubleKind)]);
    let table: Vec<Row<'_>> = vec![
        (&["a", "b"], &[]),
        (&["a", "b", "./a"], &[("./a", Duplicate)]),
        (&["A/x", "b", "a/X"], &[("a/X", CaseFoldDuplicate)]),
        (&["\u{e9}", "e\u{301}"], &[("e\u{301}", CaseFoldDuplicate)]),
        (&["a", "a-b", "a/b", "a/c"], &[("a/b", BelowFile), ("a/c", BelowFile)]),
        (&["x/a/b", "X"], &[("x/a/b", BelowFile)]),
    ];
    for (names, expected) in table {
        let entries: Vec<_> = names.iter().map(|name| file(name)).collect();
        expect(&open(&zip(&entries)), expected);
    }
}

#[test]
fn names_that_are_not_utf8_are_kept() {
    let contents = open(&zip(&[ZipEntry::new(b"\xff\xfe.md", b"x")]));
    expect(&contents, &[]);
    assert_eq!(contents.entries[0].name, b"\xff\xfe.md");
    assert_eq!(contents.entries[0].path, TreePath::new(b"\xff\xfe.md"));
}

#[test]
fn bytes_around_and_between_are_counted() {
    use TroubleKind::*;
    let entries = [ZipEntry::new("a", b"content"), ZipEntry::new("b", b"content")];
    let honest = zip(&entries);
    let before = [b"%PDF-1.4 ".to_vec(), honest.clone()].concat();
    expect(&open(&before), &[("", PrefixData(9))]);
    // The same, with places that count from the beginning of the file.
    let mut moved = entries.clone();
    moved[0].before = b"#!/bin/sh\n".into();
    expect(&open(&zip(&moved)), &[("", PrefixData(10))]);
    moved[0].before.clear();
    moved[1].before = b"hidden".into();
    expect(&open(&zip(&moved)), &[("", HiddenData(6))]);
    expect(&open(&[honest.clone(), b"after".to_vec()].concat()), &[("", TrailingData(5))]);
    let commented = zip_with_comment(&entries, b"a comment");
    expect(&open(&commented), &[]);
    // A second archive behind the first hides it.
    expect(&open(&[honest.clone(), commented].concat()), &[("", PrefixData(honest.len()))]);
}

#[test]
fn two_directories_are_ambiguous_and_a_wrong_count_is_seen() {
    use TroubleKind::*;
    let inner = zip(&[ZipEntry::new("inner", b"1")]);
    let contents = open(&zip_with_comment(&[ZipEntry::new("outer", b"2")], &inner));
    assert_eq!(texts(&contents), [("inner".to_owned(), "1".to_owned())]);
    assert!(contents.troubles.iter().any(|trouble| trouble.kind == Ambiguous));

    let mut bytes = zip(&[ZipEntry::new("a", b"1")]);
    let end = bytes.len() - 22;
    let directory = 46 + 1;
    bytes.truncate(end);
    bytes.extend(zip_end(2, directory, end - directory, b""));
    expect(&open(&bytes), &[("", HeaderMismatch("the number of entries"))]);
    bytes.truncate(end);
    bytes.extend(zip_end(1, directory - 1, end - directory, b"cut off"));
    let contents = open(&bytes[..bytes.len() - 3]);
    let size = ("", HeaderMismatch("the size of the central directory"));
    expect(&contents, &[size, ("", HiddenData(1)), ("", Broken("it ends inside of its comment"))]);
}

#[test]
fn an_archive_stored_in_another_is_no_second_directory() {
    let inner = zip(&[ZipEntry::new("inner", b"1")]);
    expect(&open(&zip(&[ZipEntry::new("a.zip", &inner)])), &[]);
}

/// Ten megabytes of zeros, a thousand to one: cut by the ratio, and by nothing else.
#[test]
fn a_bomb_is_cut_by_its_ratio() {
    let bomb = ZipEntry::deflated("zeros", &vec![0; 10 << 20]);
    let bytes = zip(&[bomb, ZipEntry::new("after", b"it")]);
    let mut budget = Budget::default();
    let contents = read(&bytes, &mut budget);
    expect(&contents, &[("zeros", TroubleKind::Ratio)]);
    let [zeros, after] = &contents.entries[..] else { panic!("{contents:?}") };
    assert!((limits::RATIO_FROM..2 * limits::RATIO_FROM).contains(&zeros.bytes.len()));
    assert!(!zeros.whole && after.whole);
    assert_eq!(limits::UNPACKED_BYTES - budget.bytes, zeros.bytes.len() + 2);
}

#[test]
fn an_entry_and_a_sum_of_entries_are_cut() {
    use TroubleKind::{EntryTooLarge, TooManyBytes};
    let lines = |name| ZipEntry::deflated(name, "0123456789".repeat(10).as_bytes());
    let bytes =
        zip(&[lines("a"), lines("b"), ZipEntry::new("c", b"12345"), ZipEntry::new("d", b"")]);
    let mut budget = Budget { entry_bytes: 60, bytes: 100, ..Budget::default() };
    let contents = read(&bytes, &mut budget);
    let expected = [("a", EntryTooLarge), ("b", TooManyBytes), ("c", TooManyBytes)];
    expect(&contents, &expected);
    let kept: Vec<_> =
        contents.entries.iter().map(|member| (member.bytes.len(), member.whole)).collect();
    assert_eq!(kept, [(60, false), (40, false), (0, false), (0, true)]);
    assert_eq!(budget.bytes, 0);
}

#[test]
fn ten_thousand_entries_are_the_end() {
    let many: Vec<_> = (0..10_500).map(|number| ZipEntry::new(format!("f{number}"), b"")).collect();
    let mut budget = Budget::default();
    let contents = read(&zip(&many), &mut budget);
    expect(&contents, &[("", TroubleKind::TooManyEntries)]);
    assert_eq!((contents.entries.len(), budget.entries), (limits::ENTRIES, 0));
}

/// One content under many names: the packed bytes are read once.
#[test]
fn overlapping_entries_are_read_as_often_as_the_archive_is_long() {
    let kernel = ZipEntry::deflated("kernel", &b"0123456789".repeat(10_000));
    let alias = |number: usize| ZipEntry {
        name: format!("alias{number}").into(),
        packed: Vec::new(),
        packed_size: Some(u32::try_from(kernel.packed.len()).unwrap()),
        offset: Some(0),
        ..kernel.clone()
    };
    let mut entries = vec![kernel.clone()];
    entries.extend((0..500).map(alias));
    let bytes = zip(&entries);
    let contents = open(&bytes);
    let count = |kind| contents.troubles.iter().filter(|trouble| trouble.kind == kind).count();
    assert!(count(TroubleKind::Overlap) >= 500);
    assert_eq!(count(TroubleKind::HeaderMismatch("the name")), 500);
    let read = contents.entries.iter().filter(|member| member.whole).count();
    assert!(read <= bytes.len() / kernel.packed.len(), "{read}");
}

/// Without its directory an archive is read from the beginning.
#[test]
fn entries_are_found_without_a_directory() {
    let streamed = ZipEntry { flags: 8, ..ZipEntry::deflated("b", b"second") };
    let bytes = zip(&[ZipEntry::new("a", b"first"), streamed, ZipEntry::deflated("c", b"third")]);
    let contents = open(&bytes[..bytes.len() - 1]);
    expect(&contents, &[("", TroubleKind::Broken("there is no central directory"))]);
    let names: Vec<_> = texts(&contents).into_iter().map(|(_, text)| text).collect();
    assert_eq!(names, ["first", "second", "third"]);
}

/// As Zip64 writers do: a record for large archives before the one at the end.
#[test]
fn the_record_of_large_archives_is_read() {
    let mut bytes = zip(&[ZipEntry::new("a", b"content")]);
    let end = bytes.len() - 22;
    let size = 46 + 1;
    bytes.truncate(end);
    bytes.extend(b"PK\x06\x06\x2c\0\0\0\0\0\0\0\x2d\x03\x2d\0\0\0\0\0\0\0\0\0");
    let numbers = [1, 1, size, end as u64 - size];
    numbers.iter().for_each(|number: &u64| bytes.extend(number.to_le_bytes()));
    bytes.extend(b"PK\x06\x07\0\0\0\0");
    bytes.extend((end as u64).to_le_bytes());
    bytes.extend(1u32.to_le_bytes());
    bytes.extend(b"PK\x05\x06\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0");
    let contents = open(&bytes);
    expect(&contents, &[]);
    assert_eq!(contents.entries.len(), 1);
}
