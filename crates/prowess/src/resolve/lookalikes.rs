//! Skills whose names the eye cannot tell apart: each is told of the others.

use std::collections::BTreeMap;

use prowess_format::{Rules, Severity, lookalike, name};

use super::{Rejection, Status};
use crate::catalog::CatalogEntry;

/// Adds a remark to every skill that is not rejected and whose name looks like another one's.
pub(super) fn remark(entries: &mut [CatalogEntry], rules: &Rules) {
    for places in groups(entries) {
        let mut names: Vec<String> =
            places.iter().map(|&at| entries[at].skill.name_text().to_owned()).collect();
        names.sort_unstable();
        names.dedup();
        if names.len() < 2 {
            continue;
        }
        for at in places {
            let entry = &mut entries[at];
            let own = entry.skill.name_text();
            let others: Vec<&str> =
                names.iter().map(String::as_str).filter(|name| *name != own).collect();
            let remarks = lookalike::diagnose(&entry.skill, &others, rules);
            let error = remarks.iter().find(|remark| remark.severity == Severity::Error);
            if let Some(error) = error {
                let line = error.location.map(|at| at.line);
                let rejection = Rejection::new(error.code.id, error.message.clone());
                entry.status = Status::Rejected(Rejection { line, ..rejection });
            }
            entry.diagnostics.extend(remarks);
        }
    }
}

/// The entries that are not rejected and look alike, in the order of discovery.
fn groups(entries: &[CatalogEntry]) -> Vec<Vec<usize>> {
    let names = || {
        let left = entries.iter().enumerate();
        let left = left.filter(|(_, entry)| !matches!(entry.status, Status::Rejected(_)));
        left.map(|(at, entry)| (at, entry.skill.name_text()))
    };
    // Of two names that look alike one at least is not as plain as it looks. Most catalogs have no
    // such name, and then this is all that is done.
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, name) in names().filter(|(_, name)| !is_plain(name)) {
        groups.entry(name::canonical(name).into_owned()).or_default().push(at);
    }
    if groups.is_empty() {
        return Vec::new();
    }
    for (at, name) in names().filter(|(_, name)| is_plain(name)) {
        if let Some(group) = groups.get_mut(name) {
            group.push(at);
        }
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
    groups.iter_mut().for_each(|group| group.sort_unstable());
    groups
}

/// Whether a name is its own canonical form at first sight.
fn is_plain(name: &str) -> bool {
    name.bytes().all(|byte| (byte.is_ascii_graphic() || byte == b' ') && !byte.is_ascii_uppercase())
}
