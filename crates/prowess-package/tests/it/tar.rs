//! Tars.

use prowess_format::TreePath;
use prowess_format::tree::EntryKind;
use prowess_package::{Budget, Format, TroubleKind, limits, read};
use tar::{Builder, EntryType, Header};

use crate::writing::{pax, tar, tar_entry, tar_entry_sized};
use crate::{expect, open, texts};

#[test]
fn tars_of_another_writer_are_read_without_a_complaint() {
    let long = format!("s/{}file.md", "directory/".repeat(30));
    let far = format!("{}x", "elsewhere/".repeat(30));
    let ustar = format!("s/{}file.md", "d/".repeat(60));
    let mut builder = Builder::new(Vec::new());
    let header = |kind, size, mode| {
        let mut header = Header::new_gnu();
        header.set_entry_type(kind);
        header.set_size(size);
        header.set_mode(mode);
        header
    };
    builder.append_data(&mut header(EntryType::Directory, 0, 0o755), "./s/", &b""[..]).unwrap();
    let mut file = header(EntryType::Regular, 4, 0o644);
    builder.append_data(&mut file, "s/SKILL.md", &b"text"[..]).unwrap();
    builder.append_data(&mut header(EntryType::Regular, 2, 0o755), "s/run", &b"#!"[..]).unwrap();
    builder.append_data(&mut file, &long, &b"long"[..]).unwrap();
    builder.append_link(&mut header(EntryType::Symlink, 0, 0o777), "s/link", &far).unwrap();
    builder.append_link(&mut header(EntryType::Link, 0, 0o644), "s/hard", "s/run").unwrap();
    let mut small = Header::new_ustar();
    small.set_size(5);
    small.set_mode(0o644);
    small.set_path(&ustar).unwrap();
    small.set_cksum();
    builder.append(&small, &b"ustar"[..]).unwrap();
    builder.append_pax_extensions([("path", &b"s/pax"[..]), ("comment", b"x")]).unwrap();
    builder.append_data(&mut file, "other", &b"name"[..]).unwrap();
    let bytes = builder.into_inner().unwrap();

    let contents = open(&bytes);
    expect(&contents, &[]);
    assert_eq!(contents.format, Some(Format::Tar));
    let expected = [
        ("s/SKILL.md", "text", EntryKind::File, false),
        ("s/run", "#!", EntryKind::File, true),
        (&long, "long", EntryKind::File, false),
        ("s/link", &far, EntryKind::Link, false),
        ("s/hard", "#!", EntryKind::File, true),
        (&ustar, "ustar", EntryKind::File, false),
        ("s/pax", "name", EntryKind::File, false),
    ];
    assert_eq!(contents.entries.len(), expected.len());
    for (member, (name, content, kind, executable)) in contents.entries.iter().zip(expected) {
        assert_eq!(member.path, TreePath::new(name));
        assert_eq!(member.bytes, content.as_bytes(), "{name}");
        assert_eq!(
            (member.kind, member.executable, member.whole),
            (kind, executable, true),
            "{name}"
        );
    }
    assert_eq!(contents.entries[4].link_target.as_deref(), Some(&b"s/run"[..]));
}

#[test]
fn what_is_wrong_is_said() {
    use TroubleKind::*;
    let file = |name: &[u8]| tar_entry(b'0', name, b"", b"content");
    let named = |path: &str| tar_entry(b'x', b"pax", b"", &pax("path", path));
    let sized = |size: &str| tar_entry(b'x', b"pax", b"", &pax("size", size));
    let long = "a".repeat(limits::NAME_BYTES + 1);
    let cut = &long[..limits::NAME_BYTES];
    type Row<'a> = (Vec<Vec<u8>>, Vec<(&'a str, TroubleKind)>);
    let table: Vec<Row<'_>> = vec![
        (vec![file(b"../a")], vec![("../a", UnsafePath)]),
        (vec![file(b"/a")], vec![("/a", UnsafePath)]),
        (vec![named("../b"), file(b"a")], vec![("../b", UnsafePath)]),
        (vec![named("a\0b"), file(b"a")], vec![("a\0b", UnsafePath)]),
        (vec![named(&long), file(b"a")], vec![(cut, NameTooLong)]),
        (vec![tar_entry(b'5', b"../d/", b"", b"")], vec![("../d/", UnsafePath)]),
        (vec![file(b"a"), file(b"./a")], vec![("./a", Duplicate)]),
        (vec![file(b"a"), file(b"A")], vec![("A", CaseFoldDuplicate)]),
        (vec![tar_entry(b'2', b"l", b"/etc", b"")], vec![("l", LinkOut)]),
        (vec![tar_entry(b'2', b"l", b"d", b""), file(b"l/x")], vec![("l/x", BelowFile)]),
        (vec![tar_entry(b'1', b"h", b"/etc/passwd", b"")], vec![("h", LinkOut)]),
        (vec![tar_entry(b'1', b"h", b"later", b""), file(b"later")], vec![("h", LinkOut)]),
        (vec![tar_entry(b'3', b"dev", b"", b"")], vec![("dev", Device)]),
        (vec![tar_entry(b'6', b"pipe", b"", b"")], vec![("pipe", Device)]),
        (vec![tar_entry(b'S', b"s", b"", b"")], vec![("s", UnsupportedMethod(83))]),
        (vec![tar_entry(b'?', b"s", b"", b"x")], vec![("s", UnsupportedMethod(63))]),
        (
            vec![tar_entry(b'x', b"p", b"", &pax("GNU.sparse.major", "1")), file(b"a")],
            vec![("a", UnsupportedMethod(48))],
        ),
        (vec![sized("7"), file(b"a")], vec![]),
        (vec![sized("3"), file(b"a")], vec![("a", HeaderMismatch("the size"))]),
        (
            vec![tar_entry(b'x', b"p", b"", &pax("size", "x").repeat(1000)), file(b"a")],
            vec![("", Broken("a size in a pax header"))],
        ),
        (vec![sized("x"), file(b"a")], vec![("", Broken("a size in a pax header"))]),
        (
            vec![tar_entry_sized(b'2', b"l", b"x", 512, b"")],
            vec![("l", HeaderMismatch("the size"))],
        ),
        (
            vec![tar_entry(b'L', b"n", b"", b"one\0"), named("two"), file(b"a")],
            vec![("two", HeaderMismatch("the name"))],
        ),
        (vec![tar_entry(b'g', b"g", b"", &pax("comment", "x")), file(b"a")], vec![]),
        (vec![tar_entry(b'g', b"g", b"", &pax("path", "x")), file(b"a")], vec![("", Ambiguous)]),
        (
            vec![tar_entry(b'x', b"x", b"", b"99 path=x\n"), file(b"a")],
            vec![("", Broken("a pax header"))],
        ),
        (vec![file(b"a"), vec![0; 512], file(b"b")], vec![("", TrailingData(2048 - 512 + 512))]),
        (vec![file(b"a"), vec![1; 512]], vec![("", Broken("a header of the tar"))]),
    ];
    for (parts, expected) in table {
        expect(&open(&tar(&parts)), &expected);
    }
    let bytes = tar(&[file(b"a")]);
    expect(&open(&bytes[..1024]), &[("", Broken("the end of the tar is missing"))]);
    let contents = open(&bytes[..515]);
    expect(&contents, &[("", Broken("the tar ends inside of an entry"))]);
    assert_eq!(texts(&contents), [("a".to_owned(), "con".to_owned())]);
    assert!(!contents.entries[0].whole);
}

#[test]
fn names_that_are_not_utf8_are_kept() {
    let contents = open(&tar(&[tar_entry(b'0', b"\xff\xfe", b"", b"x")]));
    expect(&contents, &[]);
    assert_eq!(contents.entries[0].path, TreePath::new(b"\xff\xfe"));
}

/// A hard link copies what it names: a thousand of them are a bomb without packing anything.
#[test]
fn copies_are_paid() {
    let mut parts = vec![tar_entry(b'0', b"a", b"", &[b'x'; 1000])];
    parts.extend((0..50).map(|number| tar_entry(b'1', format!("l{number}").as_bytes(), b"a", b"")));
    let mut budget = Budget { bytes: 10_500, ..Budget::default() };
    let contents = read(&tar(&parts), &mut budget);
    let sum: usize = contents.entries.iter().map(|member| member.bytes.len()).sum();
    assert_eq!((sum, budget.bytes), (10_500, 0));
    assert_eq!(contents.entries.iter().filter(|member| member.whole).count(), 10);
    assert_eq!(contents.troubles.len(), 41);
    assert!(contents.troubles.iter().all(|trouble| trouble.kind == TroubleKind::TooManyBytes));
}

#[test]
fn large_entries_and_many_are_cut() {
    let parts = [tar_entry(b'0', b"a", b"", &[b'x'; 100]), tar_entry(b'0', b"b", b"", b"y")];
    let mut budget = Budget { entries: 1, entry_bytes: 10, ..Budget::default() };
    let contents = read(&tar(&parts), &mut budget);
    expect(&contents, &[("a", TroubleKind::EntryTooLarge), ("", TroubleKind::TooManyEntries)]);
    assert_eq!(contents.entries[0].bytes, b"xxxxxxxxxx");
}
