//! Archives, made here byte by byte or by other crates, honest and hostile.

#![allow(clippy::unwrap_used, reason = "what helps a test may fail as the test does")]

mod fuzz;
mod gzip;
mod nested;
mod sniff;
mod tar;
mod tree;
mod writing;
mod zip;

use prowess_package::{Budget, Contents, TroubleKind, read};

/// What is read with the budget of everyday.
fn open(bytes: &[u8]) -> Contents {
    read(bytes, &mut Budget::default())
}

/// The troubles, each with the name of its entry, or an empty one for the archive.
fn troubles(contents: &Contents) -> Vec<(String, TroubleKind)> {
    let name = |entry: &Option<Vec<u8>>| {
        String::from_utf8_lossy(entry.as_deref().unwrap_or_default()).into_owned()
    };
    contents.troubles.iter().map(|trouble| (name(&trouble.entry), trouble.kind)).collect()
}

/// The same, as a table expects them.
#[track_caller]
fn expect(contents: &Contents, expected: &[(&str, TroubleKind)]) {
    let expected: Vec<_> =
        expected.iter().map(|(name, kind)| ((*name).to_owned(), *kind)).collect();
    assert_eq!(troubles(contents), expected);
}

/// The names and the contents, as text.
fn texts(contents: &Contents) -> Vec<(String, String)> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    contents.entries.iter().map(|member| (text(&member.name), text(&member.bytes))).collect()
}
