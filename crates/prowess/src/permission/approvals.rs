//! What was allowed for good: each approval is bound to the tree it was given for, so that any change
//! of the skill's files asks again.

use std::path::{Path, PathBuf};

use prowess_format::Digest;
use serde::{Deserialize, Serialize};

use super::ask::{Permission, PermissionRequest};
use crate::cancel::Cancel;
use crate::discover::Candidate;
use crate::engine::Engine;
use crate::host::Host;
use crate::limits;
use crate::scan::{self, Snapshot};
use crate::state::{self, StateError, Use};

/// The file that remembers them.
const FILE: &str = "approvals.json";

/// Something that was allowed for good.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Approval {
    /// What for.
    pub permission: Permission,
    /// The skill's name, for whoever reads the list.
    pub skill: String,
    /// Where the skill lies, without links.
    pub place: PathBuf,
    /// Its tree.
    pub digest: String,
    /// The state its files were in: where that still holds, the tree is the same.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    fingerprint: Option<String>,
    /// Its commands may reach the network.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub network: bool,
}

/// All of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Approvals {
    approvals: Vec<Approval>,
}

impl Approvals {
    /// What was allowed on a machine.
    pub fn load(host: &Host) -> Result<Self, StateError> {
        state::read(&host.state(), FILE)
    }

    /// Them, sorted by skill and place.
    pub fn all(&self) -> impl Iterator<Item = &Approval> {
        self.approvals.iter()
    }

    /// Takes back those that a test picks; which they were.
    pub fn revoke(
        host: &Host,
        picked: impl Fn(&Approval) -> bool,
    ) -> Result<Vec<Approval>, StateError> {
        state::update(&host.state(), FILE, Use::Kept, |all: &mut Self| {
            let (revoked, kept) =
                std::mem::take(&mut all.approvals).into_iter().partition(|one| picked(one));
            all.approvals = kept;
            revoked
        })
    }

    fn add(host: &Host, approval: Approval) -> Result<(), StateError> {
        state::update(&host.state(), FILE, Use::Kept, |all: &mut Self| {
            all.approvals.retain(|one| !one.is_about(approval.permission, &approval.place));
            // The oldest goes where there are too many: it is asked for again.
            if all.approvals.len() >= limits::APPROVALS {
                all.approvals.remove(0);
            }
            all.approvals.push(approval);
        })
    }

    fn of(&self, permission: Permission, place: &Path) -> Option<&Approval> {
        self.approvals.iter().find(|one| one.is_about(permission, place))
    }
}

impl Approval {
    fn is_about(&self, permission: Permission, place: &Path) -> bool {
        self.permission == permission && self.place == place
    }
}

impl Engine {
    /// Whether something was allowed for good to a skill as it lies there now. Where no file was touched
    /// since, none is read.
    pub fn is_approved(&self, permission: Permission, candidate: &Candidate) -> bool {
        let Ok(approvals) = Approvals::load(self.host()) else { return false };
        let Some(place) = scan::place(candidate) else { return false };
        let Some(approval) = approvals.of(permission, &place) else { return false };
        let now = scan::fingerprint_of(candidate);
        if approval.fingerprint.is_some() && now == approval.fingerprint {
            return true;
        }
        let digest = Snapshot::of(candidate, &Cancel::none()).digest;
        digest.is_some_and(|digest| digest.to_string() == approval.digest)
    }

    /// Whether it was allowed for a tree that was just read.
    pub(super) fn saved(
        &self,
        permission: Permission,
        candidate: &Candidate,
        network: bool,
        digest: &Digest,
    ) -> bool {
        // Where it cannot be read what was allowed, nothing was.
        let Ok(approvals) = Approvals::load(self.host()) else { return false };
        let place = scan::place(candidate);
        let approval = place.and_then(|place| approvals.of(permission, &place).cloned());
        approval.is_some_and(|one| one.digest == digest.to_string() && (one.network || !network))
    }

    /// Remembers that it is allowed from now on. What has no digest cannot be.
    pub(super) fn save(
        &self,
        request: &PermissionRequest,
        candidate: &Candidate,
    ) -> Result<(), StateError> {
        let (Some(digest), Some(place)) = (&request.digest, scan::place(candidate)) else {
            return Ok(());
        };
        // The fingerprint is of the tree that was asked about, or of none: it is taken first, and the
        // tree is read again.
        let fingerprint = scan::fingerprint_of(candidate);
        let read = Snapshot::of(candidate, &Cancel::none()).digest;
        let same = read.is_some_and(|read| read == *digest);
        let approval = Approval {
            permission: request.permission,
            skill: request.skill.clone(),
            place,
            digest: digest.to_string(),
            fingerprint: fingerprint.filter(|_| same),
            network: request.network,
        };
        Approvals::add(self.host(), approval)
    }
}
