//! Pinning: naming the skills that are to be used, all of which must be there.

use crate::catalog::{Catalog, CatalogEntry};

/// Names that no loaded skill has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSkills {
    /// The names, as they were given.
    pub unknown: Vec<String>,
    /// The names of the skills that are loaded, sorted.
    pub available: Vec<String>,
}

impl std::fmt::Display for UnknownSkills {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (word, unknown) = match self.unknown.as_slice() {
            [one] => ("skill", one.clone()),
            more => ("skills", more.join(", ")),
        };
        let available = match self.available.is_empty() {
            true => "none".to_owned(),
            false => self.available.join(", "),
        };
        write!(out, "unknown {word}: {unknown}; available: {available}")
    }
}

impl std::error::Error for UnknownSkills {}

impl Catalog {
    /// The skills of these names, in this order, each once. Names are exact; hidden skills count,
    /// because naming a skill is asking for it.
    pub fn pin<N: AsRef<str>>(&self, names: &[N]) -> Result<Vec<&CatalogEntry>, UnknownSkills> {
        let (active, document) = (self.active(), self.profile.format.document);
        let (mut pinned, mut unknown): (Vec<&CatalogEntry>, Vec<String>) = (Vec::new(), Vec::new());
        for name in names.iter().map(AsRef::as_ref) {
            let same = active.iter().filter(|entry| entry.skill.name_text() == name);
            // Where versions coexist the highest is meant.
            match same.max_by_key(|entry| numbers(entry.version(document))) {
                Some(entry) if pinned.iter().any(|other| std::ptr::eq(*other, *entry)) => {}
                Some(entry) => pinned.push(entry),
                None => unknown.push(name.to_owned()),
            }
        }
        if unknown.is_empty() {
            return Ok(pinned);
        }
        let mut available: Vec<String> =
            active.iter().map(|entry| entry.skill.name_text().to_owned()).collect();
        available.dedup();
        Err(UnknownSkills { unknown, available })
    }
}

/// The numbers of a version, for comparison.
fn numbers(version: Option<&str>) -> Vec<u64> {
    let numbers = version.unwrap_or_default().split(|character: char| !character.is_ascii_digit());
    numbers.filter_map(|number| number.parse().ok()).collect()
}
