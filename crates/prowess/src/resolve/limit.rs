//! How far an agent gets in one place: what lies beyond is found here, and said to be left out there.

use std::sync::Arc;

use super::{Rejection, Status};
use crate::catalog::CatalogEntry;
use crate::profile::Bounds;
use crate::roots::Root;

/// Rejects what an agent does not get to, place by place.
pub(super) fn limit(entries: &mut [CatalogEntry]) {
    let mut start = 0;
    while start < entries.len() {
        let root = entries[start].root.clone();
        let same = |entry: &CatalogEntry| Arc::ptr_eq(&entry.root, &root);
        let length = entries[start..].iter().take_while(|entry| same(entry)).count();
        limit_one(&mut entries[start..start + length], &root);
        start += length;
    }
}

fn limit_one(entries: &mut [CatalogEntry], root: &Root) {
    let Bounds { directories, candidates, skills } = root.walk.bounds;
    let (mut looked, mut loaded) = (0, 0);
    for entry in entries {
        looked += 1;
        if entry.status != Status::Active {
            continue;
        }
        let rank = entry.candidate.rank as usize + 1;
        let beyond = match (directories, candidates, skills) {
            (Some(most), _, _) if rank > most => Some(format!("{most} directories")),
            (_, Some(most), _) if looked > most => Some(format!("{most} skills, good or bad,")),
            (_, _, Some(most)) if loaded >= most => Some(format!("{most} skills")),
            _ => None,
        };
        match beyond {
            None => loaded += 1,
            Some(what) => {
                let place = root.path.display();
                let message = format!("the agent looks at {what} of `{place}`, and this is beyond");
                entry.status = Status::Rejected(Rejection::new("limit", message));
            }
        }
    }
}
