//! Archives inside of archives share one budget.

use prowess_package::{Budget, TroubleKind, read, sniff};

use crate::writing::{ZipEntry, gzip, tar, tar_entry, zip};

/// All texts at all depths, and all troubles.
fn walk(
    bytes: &[u8],
    budget: &mut Budget,
    texts: &mut Vec<String>,
    troubles: &mut Vec<TroubleKind>,
) {
    let contents = read(bytes, budget);
    troubles.extend(contents.troubles.iter().map(|trouble| trouble.kind));
    for member in &contents.entries {
        match sniff(&member.bytes) {
            Some(_) => budget.nested(|budget| walk(&member.bytes, budget, texts, troubles)),
            None => texts.push(String::from_utf8_lossy(&member.bytes).into_owned()),
        }
    }
}

fn walked(bytes: &[u8], budget: &mut Budget) -> (Vec<String>, Vec<TroubleKind>) {
    let (mut texts, mut troubles) = (Vec::new(), Vec::new());
    walk(bytes, budget, &mut texts, &mut troubles);
    (texts, troubles)
}

#[test]
fn what_is_inside_of_what_is_inside_is_read() {
    let document = zip(&[ZipEntry::deflated("word/document.xml", b"deep")]);
    let middle = gzip(&tar(&[tar_entry(b'0', b"a.docx", b"", &document)]));
    let outer = zip(&[ZipEntry::new("a.tgz", &middle), ZipEntry::new("b", b"flat")]);
    let mut budget = Budget::default();
    assert_eq!(walked(&outer, &mut budget), (vec!["deep".to_owned(), "flat".to_owned()], vec![]));
    assert_eq!(budget.entries, Budget::default().entries - 4);
    assert_eq!(budget.depth, Budget::default().depth);
    let gz_of_gz = gzip(&gzip(b"text"));
    assert_eq!(walked(&gz_of_gz, &mut budget), (vec!["text".to_owned()], vec![]));
}

#[test]
fn the_depth_ends() {
    let deep = (0..10).fold(b"text".to_vec(), |inside, _| gzip(&inside));
    let (texts, troubles) = walked(&deep, &mut Budget::default());
    assert_eq!((texts, troubles), (vec![], vec![TroubleKind::TooDeep]));
}

/// Sixteen archives of sixteen archives of a megabyte each come to no more than the budget.
#[test]
fn a_tree_of_archives_is_bounded() {
    let noise: Vec<u8> =
        (0..100_000u32).map(|number| (number.wrapping_mul(number) >> 8) as u8).collect();
    let copies = |inside: &[u8]| {
        let entries: Vec<_> =
            (0..16).map(|number| ZipEntry::deflated(format!("{number}.zip"), inside)).collect();
        zip(&entries)
    };
    let bytes = copies(&copies(&noise));
    let mut budget = Budget { bytes: 1 << 21, ..Budget::default() };
    let (texts, troubles) = walked(&bytes, &mut budget);
    assert!(texts.iter().map(String::len).sum::<usize>() <= 3 << 21);
    assert!(troubles.contains(&TroubleKind::TooManyBytes));
    assert_eq!(budget.bytes, 0);
}
