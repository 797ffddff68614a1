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
        let (mut pinned, mut unknown): (Vec<&CatalogEntry>, Vec<String>) = (Vec::new(), Vec::new());
        for name in names.iter().map(AsRef::as_ref) {
            match self.find(name) {
                Some(entry) if pinned.iter().any(|other| std::ptr::eq(*other, entry)) => {}
                Some(entry) => pinned.push(entry),
                None => unknown.push(name.to_owned()),
            }
        }
        if unknown.is_empty() {
            return Ok(pinned);
        }
        let mut available: Vec<String> =
            self.active().iter().map(|entry| entry.skill.name_text().to_owned()).collect();
        available.dedup();
        Err(UnknownSkills { unknown, available })
    }
}
