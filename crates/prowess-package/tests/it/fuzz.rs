//! Whatever the bytes are: no panic, an answer, and never more than the budget.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use prowess_package::{ArchiveTree, Budget, Contents, limits, read, sniff};

use crate::writing::{ZipEntry, gzip, gzip_named, pax, tar, tar_entry, zip, zip_with_comment};

/// A budget small enough to be hit.
fn small() -> Budget {
    Budget { entries: 6, bytes: 3000, entry_bytes: 1000, ratio: 20, ratio_from: 500, depth: 3 }
}

/// The fuzz body: reads bytes to all depths, and holds what must always hold.
fn read_anything(bytes: &[u8], budget: &mut Budget) -> Contents {
    let before = budget.clone();
    let contents = read(bytes, budget);
    assert_eq!(contents.format.is_none(), sniff(bytes).is_none());
    let sum: usize = contents.entries.iter().map(|member| member.bytes.len()).sum();
    assert!(sum <= before.bytes - budget.bytes, "{contents:?}");
    assert!(contents.entries.len() <= before.entries - budget.entries, "{contents:?}");
    assert_eq!((before.depth, before.ratio), (budget.depth, budget.ratio));
    // A few for each entry, and a few for the archive.
    assert!(contents.troubles.len() <= 8 * (before.entries - budget.entries) + 8, "{contents:?}");
    for member in &contents.entries {
        assert!(member.bytes.len() <= before.entry_bytes);
        assert!(member.name.len() <= limits::NAME_BYTES);
        if !member.whole {
            assert!(!contents.troubles.is_empty(), "{contents:?}");
        }
        if budget.depth > 0 && sniff(&member.bytes).is_some() {
            budget.nested(|budget| read_anything(&member.bytes, budget));
        }
    }
    for trouble in &contents.troubles {
        assert!(!trouble.to_string().contains(char::is_control), "{trouble}");
    }
    let tree = ArchiveTree::new(contents.clone());
    assert!(prowess_format::tree::Digest::of_tree(&tree, before.entry_bytes).is_ok());
    contents
}

fn samples() -> Vec<Vec<u8>> {
    let text = "some text that is packed ".repeat(20);
    let small_zip = zip(&[
        ZipEntry::new("s/", b""),
        ZipEntry::deflated("s/SKILL.md", text.as_bytes()),
        ZipEntry { flags: 8, ..ZipEntry::deflated("s/b", b"streamed") },
        ZipEntry::link("s/l", "SKILL.md"),
    ]);
    let small_tar = tar(&[
        tar_entry(b'5', b"s/", b"", b""),
        tar_entry(b'0', b"s/SKILL.md", b"", text.as_bytes()),
        tar_entry(b'x', b"pax", b"", &[pax("path", "s/long"), pax("size", "4")].concat()),
        tar_entry(b'0', b"short", b"", b"text"),
        tar_entry(b'L', b"long", b"", b"s/longer\0"),
        tar_entry(b'1', b"hard", b"s/SKILL.md", b""),
    ]);
    vec![
        zip_with_comment(&[ZipEntry::new("a.zip", &small_zip)], b"comment"),
        zip(&[ZipEntry::new("a.gz", &gzip(&gzip_named("x", text.as_bytes())))]),
        gzip(&small_tar),
        [gzip_named("one", b"1"), gzip(b"2")].concat(),
        small_zip,
        small_tar,
    ]
}

#[test]
fn archives_cut_at_every_byte_are_answered_and_never_called_whole() {
    for sample in samples() {
        assert!(read_anything(&sample, &mut Budget::default()).troubles.is_empty());
        for end in 0..sample.len() {
            let contents = read_anything(&sample[..end], &mut Budget::default());
            // The blocks of zeros that end a tar may be fewer, and a part of a gzip may be the last.
            let is_end = sample[end..].iter().all(|byte| *byte == 0);
            let is_part = sample[end..].starts_with(&[0x1f, 0x8b]);
            assert!(!contents.troubles.is_empty() || is_end || is_part, "cut at {end}");
        }
    }
}

/// Random, but the same on every machine and in every run.
fn runner(cases: u32) -> TestRunner {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]))
}

#[test]
fn mutated_archives_are_answered_within_the_budget() {
    let samples = samples();
    let byte = prop_oneof![any::<u8>(), Just(0u8), Just(0xffu8), Just(b'P'), Just(b'7')];
    let change = (any::<prop::sample::Index>(), byte);
    let changes = prop::collection::vec(change, 1..8);
    let copy = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..64usize);
    let strategy = (0..samples.len(), changes, prop::option::of(copy), any::<bool>());
    let body =
        |(sample, changes, copy, is_small): (usize, Vec<(prop::sample::Index, u8)>, _, bool)| {
            let mut bytes = samples[sample].clone();
            for (at, byte) in changes {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            if let Some((from, to, length)) = copy {
                let (from, to): (prop::sample::Index, prop::sample::Index) = (from, to);
                let from = from.index(bytes.len());
                let part: Vec<u8> = bytes[from..].iter().copied().take(length).collect();
                let to = to.index(bytes.len());
                bytes.splice(to..to, part);
            }
            read_anything(&bytes, &mut if is_small { small() } else { Budget::default() });
            Ok(())
        };
    runner(3000).run(&strategy, body).unwrap();
}

/// A tar is only looked into where the checksum is right: so here it is made right.
#[test]
fn mutated_headers_of_tars_are_answered_within_the_budget() {
    let sample = samples().pop().unwrap();
    let change = (any::<prop::sample::Index>(), 0..512usize, any::<u8>());
    let strategy = prop::collection::vec(change, 1..6);
    let body = |changes: Vec<(prop::sample::Index, usize, u8)>| {
        let mut bytes = sample.clone();
        for (block, at, byte) in changes {
            let begin = block.index(bytes.len() / 512) * 512;
            let block = &mut bytes[begin..begin + 512];
            block[at] = byte;
            block[148..156].fill(b' ');
            let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
            block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        }
        read_anything(&bytes, &mut Budget::default());
        read_anything(&bytes, &mut small());
        Ok(())
    };
    runner(2000).run(&strategy, body).unwrap();
}

#[test]
fn noise_behind_a_magic_number_is_answered() {
    let magic = prop::sample::select(vec![
        &b"PK\x03\x04"[..],
        b"PK\x05\x06",
        b"\x1f\x8b\x08\0\0\0\0\0\0\0",
        b"\x1f\x8b\x08\xff\0\0\0\0\0\0",
    ]);
    let strategy = (magic, prop::collection::vec(any::<u8>(), 0..600));
    let body = |(magic, noise): (&[u8], Vec<u8>)| {
        read_anything(&[magic, &noise].concat(), &mut small());
        Ok(())
    };
    runner(3000).run(&strategy, body).unwrap();
}
