//! An archive as a tree.

use prowess_format::tree::{Digest, EntryKind, MemoryTree};
use prowess_format::{Tree as _, TreePath};
use prowess_package::{ArchiveTree, Format};

use crate::open;
use crate::writing::{ZipEntry, gzip, tar, tar_entry, zip};

fn tree(names: &[&str]) -> ArchiveTree {
    let entries: Vec<_> = names.iter().map(|name| ZipEntry::new(*name, name.as_bytes())).collect();
    ArchiveTree::new(open(&zip(&entries)))
}

#[test]
fn the_one_directory_of_a_skill_is_taken_off() {
    let table: &[(&[&str], Option<&str>, &[&str])] = &[
        (&["s/b", "s/SKILL.md", "s/a/c"], Some("s"), &["SKILL.md", "a/c", "b"]),
        (&["./s/SKILL.md"], Some("s"), &["SKILL.md"]),
        (&["SKILL.md", "a"], None, &["SKILL.md", "a"]),
        (&["s/a", "s/b"], None, &["s/a", "s/b"]),
        (&["s/SKILL.md", "t/a"], None, &["s/SKILL.md", "t/a"]),
        (&["s/SKILL.md", "a"], None, &["a", "s/SKILL.md"]),
        (&["s/t/SKILL.md"], None, &["s/t/SKILL.md"]),
        (
            &["s/SKILL.md", "__MACOSX/s/._SKILL.md"],
            Some("s"),
            &["SKILL.md", "__MACOSX/s/._SKILL.md"],
        ),
        (
            &["s/SKILL.md", "__MACOSX/a", "s/__MACOSX/a"],
            None,
            &["__MACOSX/a", "s/SKILL.md", "s/__MACOSX/a"],
        ),
        (&[], None, &[]),
    ];
    for (names, top, paths) in table {
        let tree = tree(names);
        assert_eq!(tree.top(), top.map(str::as_bytes), "{names:?}");
        let seen: Vec<_> = tree.entries().iter().map(|entry| entry.path.display()).collect();
        assert_eq!(seen, *paths, "{names:?}");
    }
}

#[test]
fn unsafe_members_stay_outside_and_the_last_of_two_counts() {
    let entries = [
        ZipEntry::new("a", b"first"),
        ZipEntry::new("../a", b"out"),
        ZipEntry::new("a", b"second"),
        ZipEntry::link("l", "a"),
        ZipEntry { mode: 0o020_644, ..ZipEntry::new("dev", b"") },
    ];
    let tree = ArchiveTree::new(open(&zip(&entries)));
    let read = |path: &str| tree.read(&TreePath::new(path).unwrap(), 100);
    assert_eq!(read("a").unwrap(), b"second");
    assert_eq!(read("l").unwrap(), b"a");
    assert!(read("dev").is_err() && read("x").is_err());
    let kinds: Vec<_> = tree.entries().iter().map(|entry| (entry.kind, entry.size)).collect();
    assert_eq!(kinds, [(EntryKind::File, 6), (EntryKind::Other, 0), (EntryKind::Link, 1)]);
    assert_eq!(tree.outside().len(), 1);
    let replaced: Vec<&[u8]> = tree.replaced().iter().map(|one| one.bytes.as_slice()).collect();
    assert_eq!(replaced, [b"first"]);
    assert_eq!((tree.troubles().len(), tree.format()), (3, Some(Format::Zip)));
}

/// However a skill is packed, it has the digest of its directory.
#[test]
fn the_digest_does_not_depend_on_the_packing() {
    let files = [("SKILL.md", "text"), ("docs/a.md", "more")];
    let expected = Digest::of_tree(&MemoryTree::of_texts(files), 100).unwrap();
    let zipped: Vec<_> =
        files.map(|(path, text)| ZipEntry::deflated(format!("s/{path}"), text.as_bytes())).into();
    // Tars by hand are all executable; mode bits count.
    let mut tarred = Vec::new();
    for (path, text) in files {
        let mut entry = tar_entry(b'0', path.as_bytes(), b"", text.as_bytes());
        entry[104..107].copy_from_slice(b"644");
        let sum = entry[..512].iter().map(|byte| u32::from(*byte)).sum::<u32>()
            - entry[148..156].iter().map(|byte| u32::from(*byte)).sum::<u32>()
            + 8 * u32::from(b' ');
        entry[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        tarred.push(entry);
    }
    for bytes in [zip(&zipped), tar(&tarred), gzip(&tar(&tarred))] {
        let tree = ArchiveTree::new(open(&bytes));
        assert_eq!(tree.troubles(), []);
        assert_eq!(Digest::of_tree(&tree, 100).unwrap(), expected);
    }
}
