//! What was allowed for good: each approval is bound to the tree it was given for, so that any change
//! of the skill's files asks again.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::ask::{Permission, PermissionRequest};
use crate::cancel::Cancel;
use crate::discover::Candidate;
use crate::engine::Engine;
use crate::file_identity::Stamp;
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
    /// The names of the variables that the user's settings gave its commands then.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub variables: Vec<String>,
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

    /// Them, the oldest first.
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
}

impl Approval {
    fn is_about(&self, permission: Permission, place: &Path) -> bool {
        self.permission == permission && self.place == place
    }
}

/// What was allowed, as it was read last: it is read again where the file was touched since.
#[derive(Debug, Default)]
pub(crate) struct ReadApprovals(Mutex<Option<(Stamp, Arc<ByPlace>)>>);

type ByPlace = HashMap<(Permission, PathBuf), Approval>;

impl ReadApprovals {
    /// What was allowed on a machine. Where it cannot be read what was, nothing was.
    fn now(&self, host: &Host) -> Arc<ByPlace> {
        let file = host.state().join(FILE);
        let Ok(metadata) = file.metadata() else { return Arc::default() };
        let stamp = Stamp::of(&metadata);
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((read, approvals)) = &*last
            && *read == stamp
        {
            return approvals.clone();
        }
        let all = Approvals::load(host).unwrap_or_default().approvals;
        let by_place = all.into_iter().map(|one| ((one.permission, one.place.clone()), one));
        let approvals = Arc::new(by_place.collect());
        // The file is replaced whole, never written in: one that is replaced meanwhile has another stamp.
        *last = Some((stamp, Arc::clone(&approvals)));
        approvals
    }
}

impl Engine {
    fn approval(&self, permission: Permission, candidate: &Candidate) -> Option<Approval> {
        let place = scan::place(candidate)?;
        self.approvals.now(self.host()).get(&(permission, place)).cloned()
    }

    /// Whether something was allowed for good to a skill as it lies there now. Where no file was touched
    /// since, none is read.
    pub fn is_approved(&self, permission: Permission, candidate: &Candidate) -> bool {
        let Some(approval) = self.approval(permission, candidate) else { return false };
        let now = scan::fingerprint_of(candidate);
        if approval.fingerprint.is_some() && now == approval.fingerprint {
            return true;
        }
        let digest = Snapshot::of(candidate, &Cancel::none()).bound();
        digest.is_some_and(|digest| digest.to_string() == approval.digest)
    }

    /// Whether it was allowed for a tree that was just read, with as much as is asked for now.
    pub(super) fn saved(&self, request: &PermissionRequest, candidate: &Candidate) -> bool {
        let Some(digest) = &request.digest else { return false };
        let approval = self.approval(request.permission, candidate);
        approval.is_some_and(|one| {
            one.digest == digest.to_string()
                && (one.network || !request.network)
                && request.variables.iter().all(|name| one.variables.contains(name))
        })
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
        let read = Snapshot::of(candidate, &Cancel::none()).bound();
        let same = read.is_some_and(|read| read == *digest);
        let approval = Approval {
            permission: request.permission,
            skill: request.skill.clone(),
            place,
            digest: digest.to_string(),
            fingerprint: fingerprint.filter(|_| same),
            network: request.network,
            variables: request.variables.clone(),
        };
        Approvals::add(self.host(), approval)
    }
}
