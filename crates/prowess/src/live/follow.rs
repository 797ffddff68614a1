//! The thread that follows changes: it waits until it is quiet, makes the next catalog, and watches
//! what that depends on.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use super::interest::{Interest, Notice};
use super::plan::Plan;
use super::poll::Poller;
use super::reload::{Made, Touched};
use super::watch::{Unwatched, Watcher};
use super::{LiveOptions, Remake, Shared, Watching, debounce, why_off};
use crate::cancel::Cancel;
use crate::catalog::Catalog;
use crate::engine::Engine;
use crate::event::Event;
use crate::file_identity::Stamp;
use crate::limits;

/// Something that never gets quiet is read all the same, after so many times the time that it should
/// have been quiet.
const PATIENCE: u32 = 4;

/// The clock of files may be so much behind that of the system.
const TICK: Duration = Duration::from_millis(12);

/// What the thread knows.
pub(super) struct Follower {
    shared: Arc<Shared>,
    engine: Arc<Engine>,
    made: Made,
    remake: Option<Remake>,
    watcher: Watcher,
    poller: Poller,
    plan: Plan,
    debounce: Duration,
    touched: Touched,
    /// Files that were not there before: an editor's come and go.
    created: HashSet<PathBuf>,
    /// When the first and the last of it was told.
    since: Option<(Instant, Instant)>,
    /// The broken files that were told of, each with its state then.
    broken: HashMap<PathBuf, (u64, Option<SystemTime>)>,
    cancel: Cancel,
}

impl Follower {
    pub(super) fn new(
        shared: Arc<Shared>,
        engine: Arc<Engine>,
        made: Made,
        options: LiveOptions,
        stop: Arc<OwnedFd>,
        cancel: Cancel,
    ) -> Self {
        Self {
            shared,
            made,
            remake: options.remake,
            watcher: Watcher::new(stop, options.most_watches),
            poller: Poller::new(options.look_every),
            plan: Plan::default(),
            debounce: debounce(&engine.settings()),
            touched: Touched::default(),
            created: HashSet::new(),
            since: None,
            broken: HashMap::new(),
            cancel,
            engine,
        }
    }

    /// Follows changes until it is told to end, or until nothing is to be watched any more.
    pub(super) fn run(mut self) {
        self.watch();
        loop {
            let next = [self.due(), self.poller.due()].into_iter().flatten().min();
            let timeout = next.map(|next| next.saturating_duration_since(Instant::now()));
            let told = self.watcher.wait(timeout);
            if told.stop || self.cancel.is_cancelled() {
                return;
            }
            if told.lost {
                self.lose_track();
            }
            self.take(told.notices);
            let seen = self.poller.look(Instant::now());
            self.take(seen);
            if self.due().is_some_and(|due| due <= Instant::now()) && !self.reload() {
                return;
            }
        }
    }

    /// When what was told of is to be read.
    fn due(&self) -> Option<Instant> {
        if self.touched.is_empty() {
            return None;
        }
        match self.since {
            Some((first, last)) => {
                let patience = self.debounce.saturating_mul(PATIENCE);
                Some((last + self.debounce).min(first + patience))
            }
            // Only what was in doubt.
            None => Some(Instant::now()),
        }
    }

    fn take(&mut self, notices: Vec<Notice>) {
        if notices.is_empty() {
            return;
        }
        let now = Instant::now();
        self.since = Some((self.since.map_or(now, |(first, _)| first), now));
        for Notice { path, created } in notices {
            if self.touched.paths.len() >= limits::CHANGES_AT_ONCE {
                return self.lose_track();
            }
            let paths = match self.plan.behind_links.get(&path) {
                Some(links) => links.clone(),
                None => vec![path],
            };
            for path in paths {
                if created && !self.touched.paths.contains(&path) {
                    self.created.insert(path.clone());
                }
                self.touched.paths.insert(path);
            }
        }
    }

    /// Gives up telling what changed: everything is looked at.
    fn lose_track(&mut self) {
        let now = Instant::now();
        self.since = Some((self.since.map_or(now, |(first, _)| first), now));
        if !std::mem::replace(&mut self.touched.everything, true) {
            let message = "more changed at once than can be told apart: everything is read again";
            let message = message.to_owned();
            self.engine.events.tell(|| Event::Error { message, path: None });
        }
    }

    /// Makes the next catalog; whether changes are followed further.
    fn reload(&mut self) -> bool {
        let mut touched = std::mem::take(&mut self.touched);
        let created = std::mem::take(&mut self.created);
        self.since = None;
        // What came and went meanwhile was an editor's.
        touched.paths.retain(|path| !created.contains(path) || path.symlink_metadata().is_ok());
        if touched.is_empty() {
            return true;
        }
        self.tell_files(&touched.paths);
        let is_same_profile = self.remake_engine(&mut touched);
        let engine = self.engine.clone();
        let next = match is_same_profile {
            true => self.made.again(&engine, &touched, &self.cancel),
            false => Made::first(&engine, &self.cancel).map(|made| (made, Vec::new())),
        };
        let (mut next, kept) = match next {
            Ok(next) => next,
            // It is to end.
            Err(_) if self.cancel.is_cancelled() => return false,
            Err(error) => {
                let message = format!("the skills could not be loaded again: {error}");
                engine.events.tell(|| Event::Error { message, path: None });
                return true;
            }
        };
        let before = self.made.catalog.clone();
        let is_new = before.revision() != next.catalog.revision();
        match is_new {
            true => self.shared.publish(&next.catalog, &engine),
            // Everybody has it already.
            false => next.catalog = before.clone(),
        }
        let broken = std::mem::take(&mut self.broken);
        for kept in &kept {
            let entry = &next.catalog.entries()[kept.at];
            let file = &entry.candidate.file;
            if broken.get(file) != Some(&kept.state) {
                engine.tell_kept(kept, entry);
            }
            self.broken.insert(file.clone(), kept.state);
        }
        if is_new {
            engine.tell_difference(&before, &next.catalog);
        }
        let is_inside = !next.searched && self.is_inside_skills(&touched);
        self.made = next;
        let settings = engine.settings();
        if let Some(because) = why_off(&engine, &settings) {
            self.shared.set_watching(Watching::No { because });
            return false;
        }
        self.debounce = debounce(&settings);
        if !is_inside {
            self.watch();
        }
        true
    }

    /// Whether only plain files inside skills changed: then the same directories matter as before.
    fn is_inside_skills(&self, touched: &Touched) -> bool {
        let owners = owners(&self.made.catalog);
        let is_plain = |path: &PathBuf| {
            let other = |metadata: std::fs::Metadata| !metadata.is_file();
            !self.plan.directories.contains_key(path)
                && !path.symlink_metadata().is_ok_and(other)
                && path.ancestors().skip(1).any(|above| owners.contains_key(above))
        };
        !touched.everything && touched.all().all(is_plain)
    }

    /// Tells of every file that is not as it was.
    fn tell_files(&self, paths: &BTreeSet<PathBuf>) {
        if !self.engine.events.is_heard() || paths.is_empty() {
            return;
        }
        let owners = owners(&self.made.catalog);
        for path in paths.iter().filter(|path| !path.is_dir()) {
            let skill = path.ancestors().find_map(|above| owners.get(above));
            let skill = skill.map(|name| (*name).to_owned());
            self.engine.events.tell(|| Event::FileChanged { path: path.clone(), skill });
        }
    }

    /// Makes the engine anew where something changed that it was made with; whether it still reads
    /// skills as it did.
    fn remake_engine(&mut self, touched: &mut Touched) -> bool {
        let Some(remake) = &self.remake else { return true };
        let is_of = |file: &PathBuf| touched.all().any(|path| file.starts_with(path));
        if !touched.everything && !remake.files.iter().any(is_of) {
            return true;
        }
        match (remake.make)() {
            Ok(mut made) => {
                made.events = self.engine.events.shared();
                let profile = |engine: &Engine| format!("{:?}", engine.profile());
                let is_same = profile(&made) == profile(&self.engine);
                self.engine = Arc::new(made);
                // Trust and policy say something about every skill.
                touched.everything = true;
                is_same
            }
            Err(message) => {
                let path = remake.files.iter().find(|file| is_of(file)).cloned();
                self.engine.events.tell(|| Event::Error { message, path });
                true
            }
        }
    }

    /// Watches what the catalog depends on, and nothing else.
    fn watch(&mut self) {
        let files = self.remake.as_ref().map_or(&[][..], |remake| &remake.files);
        let plan = Plan::of(&self.engine, &self.made, files);
        let mut polled: HashSet<&Path> = HashSet::new();
        let since = self.made.began.checked_sub(TICK).unwrap_or(self.made.began);
        for (path, interest) in &plan.directories {
            let is_new = match self.watcher.add(path, interest) {
                Ok(is_new) => is_new,
                // Whatever took it away is told by the directory above it.
                Err(Unwatched::Gone) => true,
                Err(Unwatched::TooMany) => {
                    polled.insert(path);
                    self.poller.add(path, interest)
                }
            };
            if is_new {
                self.touched.doubtful.extend(changed_since(path, interest, since));
            }
        }
        self.watcher.keep(|path| plan.directories.contains_key(path));
        self.poller.keep(|path| polled.contains(path));
        self.plan = plan;
        self.tell_watching();
    }

    fn tell_watching(&self) {
        let (directories, polled) = (self.watcher.len(), self.poller.len());
        let before = self.shared.state().watching.clone();
        let polled_before = match before {
            Watching::Yes { polled, .. } => Some(polled),
            Watching::Soon | Watching::No { .. } => None,
        };
        if polled > 0 && polled_before.is_none_or(|before| before == 0) {
            let every = self.poller.every().as_secs_f32();
            let message = format!(
                "the system tells of changes in {directories} directories and of no more: \
                 {polled} others are looked at every {every} s"
            );
            self.engine.events.tell(|| Event::Error { message, path: None });
        }
        self.shared.set_watching(Watching::Yes { directories, polled });
        if polled_before != Some(polled) {
            self.engine.events.tell(|| Event::Watching { directories, polled });
        }
    }
}

/// The skills, by the directory or the single file that each of them is.
fn owners(catalog: &Catalog) -> HashMap<&Path, &str> {
    let entries = catalog.entries().iter();
    entries
        .map(|entry| {
            let candidate = &entry.candidate;
            let path = if candidate.flat { &candidate.file } else { &candidate.directory };
            (path.as_path(), entry.skill.name_text())
        })
        .collect()
}

/// What of a directory changed since then, at the latest before it was watched.
fn changed_since(path: &Path, interest: &Interest, since: SystemTime) -> Vec<PathBuf> {
    let is_changed = |path: &Path| {
        let changed = path.metadata().ok().and_then(|metadata| Stamp::of(&metadata).changed());
        changed.is_some_and(|changed| changed >= since)
    };
    if interest.is_narrow() {
        // One that is gone may have gone just now.
        let is_other = |named: &PathBuf| match named.exists() {
            true => is_changed(named),
            false => is_changed(path),
        };
        return interest.names.iter().map(|name| path.join(name)).filter(is_other).collect();
    }
    let is_skill = interest.all && is_changed(&path.join("SKILL.md"));
    if is_skill || is_changed(path) { vec![path.to_owned()] } else { Vec::new() }
}
