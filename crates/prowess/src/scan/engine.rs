//! What the engine does with the scanner.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use prowess_format::{Digest, Document, parse_head};
use prowess_scan::{Report, scan};

use super::cache::{Key, Memory, PolicyId};
use super::locate::{Target, locate};
use super::snapshot::Snapshot;
use super::{
    Excerpt, Judgement, ScanError, Scanned, ScannedSkill, UserPolicy, archive, fingerprint,
};
use crate::cancel::Cancel;
use crate::catalog::{Catalog, CatalogEntry};
use crate::discover::Candidate;
use crate::engine::Engine;
use crate::parallel;
use crate::profile::Gate;
use crate::roots::Root;
use crate::settings::Settings;

/// Fingerprints that one thread takes as soon as two would.
const FEW: usize = 32;

/// How far an earlier verdict is believed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Belief {
    /// Where no file was touched since.
    Untouched,
    /// Where every byte is the same.
    SameBytes,
}

/// What was found out about a skill that is about to be used.
pub(crate) struct Used {
    pub(crate) judgement: Judgement,
    /// What an approval of it is bound to.
    pub(crate) bound: Option<Digest>,
    /// The file that describes it was scanned as it was read before.
    pub(crate) is_what_was_read: bool,
}

/// Verdicts that were remembered and still hold, of the skills of a catalog.
#[derive(Debug, Default)]
pub struct CachedVerdicts<'a> {
    known: HashMap<&'a Path, Judgement>,
}

impl CachedVerdicts<'_> {
    /// What is known of a skill.
    pub fn of(&self, entry: &CatalogEntry) -> Option<&Judgement> {
        self.known.get(entry.candidate.file.as_path())
    }

    /// Whether nothing is known of any.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }
}

impl Engine {
    /// Scans every skill that paths name, and remembers the verdicts. `progress` is told how many of
    /// how many are done, from several threads.
    pub fn scan_paths(
        &self,
        paths: &[PathBuf],
        cancel: &Cancel,
        progress: impl Fn(usize, usize) + Sync,
    ) -> Result<Vec<ScannedSkill>, ScanError> {
        let targets = locate(paths, &self.profile().format, cancel)?;
        let id = PolicyId::of(&self.policy);
        let done = AtomicUsize::new(0);
        let scanned = parallel::map_large(&targets, 2, |target| {
            let scanned = self.scan_target(target, &id, cancel);
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, targets.len());
            scanned
        });
        if cancel.is_cancelled() {
            return Err(ScanError::Cancelled);
        }
        let mut skills = Vec::with_capacity(scanned.len());
        let mut memories = Vec::new();
        for one in scanned {
            let (skill, memory) = one?;
            skills.push(skill);
            memories.extend(memory);
        }
        // What is remembered of a skill is about it alone: its neighbours may be others tomorrow.
        self.verdicts.store(&id, &memories);
        let together: Vec<(&str, &Report)> =
            skills.iter().map(|skill| (skill.id.as_str(), &skill.scanned.report)).collect();
        for (at, found) in prowess_scan::across(&together) {
            skills[at].scanned.report.add([found], self.policy.policy());
        }
        Ok(skills)
    }

    fn scan_target(
        &self,
        target: &Target,
        id: &PolicyId,
        cancel: &Cancel,
    ) -> Result<(ScannedSkill, Option<Memory>), ScanError> {
        let snapshot = match target {
            Target::Skill(candidate) => Snapshot::of(candidate, cancel),
            Target::Archive(path) => archive::open_archive(path)?,
            Target::Unsearched(_, reason) => Snapshot::unread(reason),
        };
        let candidate = target.candidate();
        let (report, problems) = self.report(&snapshot, &self.policy);
        let path = target.path().to_owned();
        let place = || path.canonicalize().ok();
        let memory = memory(&snapshot, &report, id, place);
        let file = |file: &str| match &snapshot.shown_as {
            Some(shown) if shown == file => snapshot.content("SKILL.md"),
            _ => snapshot.content(file),
        };
        let excerpts = report.findings.iter().filter_map(|found| {
            let excerpt = Excerpt::of(file(&found.file)?, found.location?)?;
            Some((found.fingerprint.clone(), excerpt))
        });
        let excerpts = excerpts.collect();
        let name = self.name_of(&candidate, &snapshot);
        let scanned = Scanned { report, digest: snapshot.digest, problems };
        let id = candidate.place_name().unwrap_or_default().into_owned();
        let single_file = candidate.flat;
        Ok((ScannedSkill { path, id, name, scanned, single_file, excerpts }, memory))
    }

    /// The name a skill gives itself.
    fn name_of(&self, candidate: &Candidate, snapshot: &Snapshot) -> Option<String> {
        let rules = &self.profile().format;
        let (file, flat) = (candidate.inner_file(), candidate.flat);
        let scanned_as = if flat { "SKILL.md".to_owned() } else { file.display() };
        let bytes = snapshot.content(&scanned_as)?;
        let bytes = &bytes[..bytes.len().min(prowess_format::limits::SKILL_FILE_BYTES)];
        let place = candidate.place_name();
        let (directory, size) = (place.as_deref(), bytes.len() as u64);
        let document = Document { file: &file, bytes, directory, size, flat };
        let skill = parse_head(document, rules).skill;
        Some(skill.name_text().to_owned()).filter(|name| !name.is_empty())
    }

    /// Scans a skill afresh, and remembers the verdict.
    pub fn scan(&self, candidate: &Candidate, cancel: &Cancel) -> Result<Scanned, ScanError> {
        let id = PolicyId::of(&self.policy);
        let snapshot = Snapshot::of(candidate, cancel);
        if cancel.is_cancelled() {
            return Err(ScanError::Cancelled);
        }
        let (report, problems) = self.report(&snapshot, &self.policy);
        let memory = memory(&snapshot, &report, &id, || place(candidate));
        self.verdicts.store(&id, memory.as_slice());
        Ok(Scanned { report, digest: snapshot.digest, problems })
    }

    /// What is remembered of a skill none of whose files was touched since. No file is read.
    pub fn cached_verdict(&self, candidate: &Candidate) -> Option<Judgement> {
        if self.verdicts.is_empty() {
            return None;
        }
        self.untouched(candidate, &place(candidate)?, &PolicyId::of(&self.policy))
    }

    /// The same for the skills of a catalog. Where nothing was ever scanned it costs nothing.
    pub fn cached_verdicts<'a>(&self, catalog: &'a Catalog) -> CachedVerdicts<'a> {
        if self.verdicts.is_empty() {
            return CachedVerdicts::default();
        }
        let id = PolicyId::of(&self.policy);
        // Asking the system where each of thousands of directories really is takes as long as reading
        // their skills: it is asked once for each root, and for what was found through links.
        let mut roots: HashMap<*const Root, Option<PathBuf>> = HashMap::new();
        for entry in catalog.entries() {
            let real = || entry.root.path.canonicalize().ok();
            roots.entry(Arc::as_ptr(&entry.root)).or_insert_with(real);
        }
        let real = |entry: &CatalogEntry| {
            let candidate = &entry.candidate;
            let path = if candidate.flat { &candidate.file } else { &candidate.directory };
            match path.strip_prefix(&entry.root.path) {
                Ok(inner) if !candidate.linked && !candidate.flat => {
                    let mut real = roots.get(&Arc::as_ptr(&entry.root))?.clone()?;
                    real.extend(inner.components());
                    Some(real)
                }
                _ => path.canonicalize().ok(),
            }
        };
        let entries: Vec<(&'a CatalogEntry, Option<PathBuf>)> =
            catalog.entries().iter().map(|entry| (entry, real(entry))).collect();
        let judged = parallel::map_large(&entries, FEW, |(entry, place)| {
            let judgement = self.untouched(&entry.candidate, place.as_ref()?, &id)?;
            Some((entry.candidate.file.as_path(), judgement))
        });
        CachedVerdicts { known: judged.into_iter().flatten().collect() }
    }

    /// What is remembered of a place, where no file in it was touched since.
    fn untouched(&self, candidate: &Candidate, place: &Path, id: &PolicyId) -> Option<Judgement> {
        if !self.verdicts.knows(id, place) {
            return None;
        }
        self.verdicts.of_place(id, place, &fingerprint::of(candidate)?)
    }

    /// The verdict on a skill: what is remembered where no file was touched since, else by its bytes.
    pub fn verdict(&self, candidate: &Candidate, cancel: &Cancel) -> Result<Judgement, ScanError> {
        self.one(candidate, Belief::Untouched, cancel)
    }

    /// The verdict on the bytes that are there now, whatever times and sizes say: for whoever is about
    /// to use the skill.
    pub fn verdict_by_content(
        &self,
        candidate: &Candidate,
        cancel: &Cancel,
    ) -> Result<Judgement, ScanError> {
        self.one(candidate, Belief::SameBytes, cancel)
    }

    /// The same for whoever has read the file that describes the skill, and is about to use what it says.
    pub(crate) fn judge_used(
        &self,
        candidate: &Candidate,
        read: Option<&Digest>,
        cancel: &Cancel,
    ) -> Result<Used, ScanError> {
        let id = PolicyId::of(&self.policy);
        let snapshot = Snapshot::of(candidate, cancel);
        if cancel.is_cancelled() {
            return Err(ScanError::Cancelled);
        }
        let (judgement, memory) = self.judge_snapshot(candidate, &snapshot, &self.policy, &id);
        self.verdicts.store(&id, memory.as_slice());
        let described = match candidate.flat {
            true => snapshot.content("SKILL.md"),
            false => snapshot.content(&candidate.inner_file().display()),
        };
        let scanned = described.map(Digest::of_bytes);
        let is_what_was_read = read.is_none() || read == scanned.as_ref();
        Ok(Used { judgement, bound: snapshot.bound(), is_what_was_read })
    }

    fn one(
        &self,
        candidate: &Candidate,
        belief: Belief,
        cancel: &Cancel,
    ) -> Result<Judgement, ScanError> {
        let id = PolicyId::of(&self.policy);
        let (judgement, memory) = self.judge(candidate, belief, &self.policy, &id, cancel);
        if cancel.is_cancelled() {
            return Err(ScanError::Cancelled);
        }
        self.verdicts.store(&id, memory.as_slice());
        Ok(judgement)
    }

    /// The verdict on a skill, and what is to be remembered of it.
    fn judge(
        &self,
        candidate: &Candidate,
        belief: Belief,
        policy: &UserPolicy,
        id: &PolicyId,
        cancel: &Cancel,
    ) -> (Judgement, Option<Memory>) {
        if belief == Belief::Untouched
            && !self.verdicts.is_empty()
            && let Some(place) = place(candidate)
            && let Some(judgement) = self.untouched(candidate, &place, id)
        {
            return (judgement, None);
        }
        self.judge_snapshot(candidate, &Snapshot::of(candidate, cancel), policy, id)
    }

    /// The verdict on the files that were read, and what is to be remembered of it.
    fn judge_snapshot(
        &self,
        candidate: &Candidate,
        snapshot: &Snapshot,
        policy: &UserPolicy,
        id: &PolicyId,
    ) -> (Judgement, Option<Memory>) {
        let known = key(snapshot, id).and_then(|key| Some((self.verdicts.of_key(&key)?, key)));
        if let Some((judgement, key)) = known {
            // The same bytes in another place, or files that were touched and not changed.
            let at = place(candidate).zip(snapshot.fingerprint);
            let is_new = at.as_ref().is_some_and(|(place, now)| {
                self.verdicts.of_place(id, place, now).as_ref() != Some(&judgement)
            });
            let memory = Memory { place: at, key, judgement: judgement.clone() };
            return (judgement, is_new.then_some(memory));
        }
        let (report, _) = self.report(snapshot, policy);
        let memory = memory(snapshot, &report, id, || place(candidate));
        (judgement(snapshot, &report), memory)
    }

    /// The verdicts on many skills, in their order.
    pub(crate) fn judge_all(
        &self,
        entries: &[&CatalogEntry],
        policy: &UserPolicy,
        cancel: &Cancel,
    ) -> Vec<Judgement> {
        let id = PolicyId::of(policy);
        let judged = parallel::map_large(entries, 2, |entry| {
            self.judge(&entry.candidate, Belief::Untouched, policy, &id, cancel)
        });
        let (judgements, memories): (Vec<_>, Vec<_>) = judged.into_iter().unzip();
        if !cancel.is_cancelled() {
            let memories: Vec<Memory> = memories.into_iter().flatten().collect();
            self.verdicts.store(&id, &memories);
        }
        judgements
    }

    /// How the gate `scan` of the profile scans, unless a setting of the user switches it off.
    pub(crate) fn gate_policy(&self, settings: &Settings) -> Option<UserPolicy> {
        let on = |key: &str| settings.flag(key) != Some(false);
        let gated = self.profile().gates.contains(&Gate::Scan) && on("skills.security.scanOnLoad");
        let pack = self.profile().scan.pack;
        gated.then(|| self.policy.for_gate(pack, on("skills.security.blockCritical")))
    }

    /// Asks the rules, and takes out what is suppressed.
    fn report(&self, snapshot: &Snapshot, policy: &UserPolicy) -> (Report, Vec<String>) {
        self.scans.fetch_add(1, Ordering::Relaxed);
        let mut report = scan(snapshot, policy.policy());
        if let Some(reason) = &snapshot.incomplete {
            report.mark_incomplete(reason);
        }
        let problems = policy.suppress(&mut report);
        if let Some(shown) = &snapshot.shown_as {
            let suppressed = report.suppressed.iter_mut().map(|(found, _)| found);
            for found in report.findings.iter_mut().chain(suppressed) {
                if found.file == "SKILL.md" {
                    found.file.clone_from(shown);
                }
            }
        }
        (report, problems)
    }

    /// How often it asked the rules about a skill. What is remembered needs no asking.
    pub fn scans(&self) -> usize {
        self.scans.load(Ordering::Relaxed)
    }

    /// How it scans.
    pub fn policy(&self) -> &UserPolicy {
        &self.policy
    }

    /// What went wrong with remembering verdicts, if anything did: nothing else is lost by it.
    pub fn verdict_trouble(&self) -> Option<String> {
        self.verdicts.trouble()
    }
}

/// Where a skill really lies.
pub(crate) fn place(candidate: &Candidate) -> Option<PathBuf> {
    let path = if candidate.flat { &candidate.file } else { &candidate.directory };
    path.canonicalize().ok()
}

fn key(snapshot: &Snapshot, id: &PolicyId) -> Option<Key> {
    // What was not all read has no digest; a link that cannot be followed leaves one, and a hole.
    let whole = snapshot.incomplete.is_none();
    let digest = snapshot.digest.as_ref().filter(|_| whole)?;
    Some(Key::new(id, digest, snapshot.behind_link.as_ref(), snapshot.shown_as.as_deref()))
}

fn judgement(snapshot: &Snapshot, report: &Report) -> Judgement {
    Judgement::of(report, snapshot.digest.map(|digest| digest.to_string()))
}

fn memory(
    snapshot: &Snapshot,
    report: &Report,
    id: &PolicyId,
    place: impl FnOnce() -> Option<PathBuf>,
) -> Option<Memory> {
    let key = key(snapshot, id)?;
    let place = snapshot.fingerprint.and_then(|fingerprint| Some((place()?, fingerprint)));
    Some(Memory { place, key, judgement: judgement(snapshot, report) })
}
