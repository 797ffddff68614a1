//! How far an agent gets in one place: what lies beyond is found here, and said to be left out there.

use std::sync::Arc;

use super::{Rejection, Status};
use crate::catalog::CatalogEntry;
use crate::profile::Bounds;
use crate::roots::Root;
use crate::settings::Settings;

/// The settings that take the place of what an agent's bounds are by default.
const CANDIDATES: &str = "skills.limits.maxCandidatesPerRoot";
const SKILLS: &str = "skills.limits.maxSkillsLoadedPerSource";
const FILE_BYTES: &str = "skills.limits.maxSkillFileBytes";

/// Rejects what an agent does not get to, place by place.
pub(super) fn limit(entries: &mut [CatalogEntry], settings: &Settings) {
    reject_large(entries, settings);
    let mut start = 0;
    while start < entries.len() {
        let root = entries[start].root.clone();
        let same = |entry: &CatalogEntry| Arc::ptr_eq(&entry.root, &root);
        let length = entries[start..].iter().take_while(|entry| same(entry)).count();
        limit_one(&mut entries[start..start + length], &root, settings);
        start += length;
    }
}

fn number(settings: &Settings, key: &str) -> Option<usize> {
    settings.number(key)?.parse().ok()
}

/// Rejects files that are larger than a setting allows.
fn reject_large(entries: &mut [CatalogEntry], settings: &Settings) {
    let Some(most) = number(settings, FILE_BYTES) else { return };
    for entry in entries {
        if entry.status == Status::Active && entry.size > most as u64 {
            let message = format!("its file has {} bytes; {FILE_BYTES} allows {most}", entry.size);
            entry.status = Status::Rejected(Rejection::new("limit", message));
        }
    }
}

fn limit_one(entries: &mut [CatalogEntry], root: &Root, settings: &Settings) {
    let Bounds { directories, candidates, skills } = root.walk.bounds;
    let candidates = number(settings, CANDIDATES).or(candidates);
    let skills = number(settings, SKILLS).or(skills);
    if let Some(most) = directories.filter(|most| entries.len() > *most) {
        // Level by level. Each skill is in a directory of its own, so at least this many come before.
        let depth = |at: &usize| entries[*at].candidate.directory.components().count();
        let mut order: Vec<usize> = (0..entries.len()).collect();
        order.sort_by_key(depth);
        for at in order.split_off(most) {
            reject(&mut entries[at], &format!("{most} directories"), root);
        }
    }
    let mut loaded = 0;
    for (at, entry) in entries.iter_mut().enumerate() {
        if entry.status != Status::Active {
            continue;
        }
        match (candidates, skills) {
            (Some(most), _) if at >= most => {
                reject(entry, &format!("{most} skills, good or bad,"), root);
            }
            (_, Some(most)) if loaded >= most => reject(entry, &format!("{most} skills"), root),
            _ => loaded += 1,
        }
    }
}

fn reject(entry: &mut CatalogEntry, what: &str, root: &Root) {
    if entry.status == Status::Active {
        let place = root.path.display();
        let message = format!("the agent looks at {what} of `{place}`, and this is beyond");
        entry.status = Status::Rejected(Rejection::new("limit", message));
    }
}
