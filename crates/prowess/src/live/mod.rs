//! A catalog that follows what is on disk.
//!
//! ```text
//! watch, poll ─ notices ─▶ follow: wait until it is quiet ─▶ reload: the next catalog ─▶ everyone
//!      ▲                                                       │
//!      └──────────── plan: which directories matter ◀──────────┘
//! ```
//!
//! [`Live::start`] answers as soon as the first catalog is there; watches are set after that, by a thread
//! of its own. A catalog never changes: a change on disk makes another one, with a generation that is one
//! higher, and whoever asks gets that. Where the agent loads its skills once, or the user wants no
//! watching (`skills.load.watch`), the first catalog is the only one.
//!
//! ```no_run
//! use std::sync::Arc;
//! use std::time::Duration;
//!
//! use prowess::live::{Live, LiveOptions};
//! use prowess::{Cancel, Engine, Host};
//!
//! let engine = Engine::builder(Host::current()?).build()?;
//! let live = Live::start(Arc::new(engine), LiveOptions::default(), &Cancel::none())?;
//! let mut seen = live.snapshot();
//! while let Some(next) = live.wait_for_change(seen.generation, Duration::from_secs(3600)) {
//!     // What a model is told, where what it was told before no longer holds.
//!     if let Some(update) = next.catalog.listing_update(&seen.catalog, Default::default()) {
//!         println!("{}", update.text);
//!     }
//!     seen = next;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod difference;
mod follow;
mod interest;
mod plan;
mod poll;
mod reload;
mod watch;

use std::fmt;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustix::event::EventfdFlags;

use self::follow::Follower;
use self::reload::Made;
use crate::cancel::Cancel;
use crate::catalog::Catalog;
use crate::engine::{Engine, EngineError};
use crate::event::{Event, Listening};
use crate::limits;
use crate::profile::Reload;
use crate::settings::Settings;

/// How often directories are looked at of which the system does not tell.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// How long it has to be quiet until what changed is read, where nobody says.
const DEBOUNCE: Duration = Duration::from_millis(250);

/// The longest that anybody can say.
const LONGEST_DEBOUNCE: Duration = Duration::from_secs(60);

/// How changes are followed.
pub struct LiveOptions {
    remake: Option<Remake>,
    most_watches: usize,
    look_every: Duration,
}

type Make = dyn Fn() -> Result<Engine, String> + Send;

/// How the engine is made anew, and the files it is made with.
struct Remake {
    files: Vec<PathBuf>,
    make: Box<Make>,
}

impl Default for LiveOptions {
    fn default() -> Self {
        let (remake, most_watches) = (None, limits::WATCHED_DIRECTORIES);
        Self { remake, most_watches, look_every: LOOK_EVERY }
    }
}

impl LiveOptions {
    /// Makes the engine anew whenever one of these files changes: whoever read settings, trust and
    /// policy from files says so here. Where that fails, the engine that was stays.
    pub fn remade(
        self,
        files: Vec<PathBuf>,
        make: impl Fn() -> Result<Engine, String> + Send + 'static,
    ) -> Self {
        Self { remake: Some(Remake { files, make: Box::new(make) }), ..self }
    }

    /// The most directories that the system is asked to tell of; the others are looked at.
    pub fn most_watches(self, most_watches: usize) -> Self {
        Self { most_watches, ..self }
    }

    /// How often directories are looked at of which the system does not tell.
    pub fn look_every(self, look_every: Duration) -> Self {
        Self { look_every, ..self }
    }
}

impl fmt::Debug for LiveOptions {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files = self.remake.as_ref().map(|remake| &remake.files);
        let mut out = out.debug_struct("LiveOptions");
        out.field("remade", &files).field("most_watches", &self.most_watches);
        out.field("look_every", &self.look_every).finish()
    }
}

/// What there is at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// How many catalogs there were before it.
    pub generation: u64,
    /// The catalog.
    pub catalog: Arc<Catalog>,
    /// The engine that made it, by the settings of that moment.
    pub engine: Arc<Engine>,
}

/// Whether changes are noticed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Watching {
    /// Not yet: the first catalog is there, and watches are being set.
    Soon,
    /// They are.
    Yes {
        /// In so many directories the system tells of them.
        directories: usize,
        /// So many more are looked at now and then.
        polled: usize,
    },
    /// They are not.
    No {
        /// Why.
        because: String,
    },
}

/// A catalog that follows what is on disk, until it is dropped.
#[derive(Debug)]
pub struct Live {
    shared: Arc<Shared>,
    cancel: Cancel,
    stop: Option<Arc<OwnedFd>>,
    thread: Option<JoinHandle<()>>,
}

/// What everybody looks at.
#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    snapshot: Snapshot,
    watching: Watching,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set_watching(&self, watching: Watching) {
        self.state().watching = watching;
        self.changed.notify_all();
    }

    /// Gives everybody another catalog.
    fn publish(&self, catalog: &Arc<Catalog>, engine: &Arc<Engine>) {
        let mut state = self.state();
        let generation = state.snapshot.generation + 1;
        state.snapshot = Snapshot { generation, catalog: catalog.clone(), engine: engine.clone() };
        drop(state);
        self.changed.notify_all();
    }
}

impl Live {
    /// Loads the skills, and follows them from then on. Bad skills are inside the catalog, not errors.
    pub fn start(
        engine: Arc<Engine>,
        options: LiveOptions,
        cancel: &Cancel,
    ) -> Result<Self, EngineError> {
        engine.require_directories()?;
        let made = Made::first(&engine, cancel)?;
        engine.tell_of(&made.catalog);
        let (catalog, generation) = (made.catalog.clone(), 0);
        let snapshot = Snapshot { generation, catalog, engine: engine.clone() };
        let off = why_off(&engine, &engine.settings());
        let watching = match &off {
            Some(because) => Watching::No { because: because.clone() },
            None => Watching::Soon,
        };
        let state = Mutex::new(State { snapshot, watching });
        let shared = Arc::new(Shared { state, changed: Condvar::new() });
        let cancel = Cancel::none();
        let mut live = Self { shared, cancel, stop: None, thread: None };
        if off.is_none()
            && let Err(error) = live.follow(engine, made, options)
        {
            // The skills are there all the same.
            let because = format!("changes cannot be watched: {error}");
            live.shared.set_watching(Watching::No { because: because.clone() });
            live.snapshot().engine.events.tell(|| Event::Error { message: because, path: None });
        }
        Ok(live)
    }

    fn follow(
        &mut self,
        engine: Arc<Engine>,
        made: Made,
        options: LiveOptions,
    ) -> std::io::Result<()> {
        let stop = Arc::new(rustix::event::eventfd(0, EventfdFlags::CLOEXEC)?);
        let (shared, cancel) = (self.shared.clone(), self.cancel.clone());
        let follower = Follower::new(shared, engine, made, options, stop.clone(), cancel);
        let thread = std::thread::Builder::new().name("prowess-live".to_owned());
        self.thread = Some(thread.spawn(move || follower.run())?);
        self.stop = Some(stop);
        Ok(())
    }

    /// What there is now.
    pub fn snapshot(&self) -> Snapshot {
        self.shared.state().snapshot.clone()
    }

    /// The catalog as it is now.
    pub fn catalog(&self) -> Arc<Catalog> {
        self.shared.state().snapshot.catalog.clone()
    }

    /// How often the catalog has changed.
    pub fn generation(&self) -> u64 {
        self.shared.state().snapshot.generation
    }

    /// Whether changes are noticed.
    pub fn watching(&self) -> Watching {
        self.shared.state().watching.clone()
    }

    /// Has somebody hear what happens, also after the engine was made anew.
    pub fn listen(&self, hear: impl Fn(&Event) + Send + Sync + 'static) -> Listening {
        self.snapshot().engine.listen(hear)
    }

    /// Waits for a catalog that comes after that generation; nothing where none came in that time.
    pub fn wait_for_change(&self, after: u64, timeout: Duration) -> Option<Snapshot> {
        let state = self.wait(timeout, |state| state.snapshot.generation > after)?;
        Some(state.snapshot.clone())
    }

    /// Waits until the watches are set; whether they are, or never will be.
    pub fn wait_until_watching(&self, timeout: Duration) -> bool {
        self.wait(timeout, |state| state.watching != Watching::Soon).is_some()
    }

    fn wait(
        &self,
        timeout: Duration,
        holds: impl Fn(&State) -> bool,
    ) -> Option<MutexGuard<'_, State>> {
        let end = Instant::now().checked_add(timeout);
        let mut state = self.shared.state();
        while !holds(&state) {
            let left = match end {
                Some(end) => end.checked_duration_since(Instant::now())?,
                None => timeout,
            };
            let waited = self.shared.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        Some(state)
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.cancel.cancel();
        if let Some(stop) = &self.stop {
            // It is read by nobody but the thread that is to end.
            let _ = rustix::io::write(stop, &1_u64.to_ne_bytes());
        }
        if let Some(thread) = self.thread.take()
            // A listener may be the last to let go of it, and that is on this very thread.
            && thread.thread().id() != std::thread::current().id()
        {
            let _ = thread.join();
        }
    }
}

/// Why nothing is watched, if nothing is.
fn why_off(engine: &Engine, settings: &Settings) -> Option<String> {
    let profile = engine.profile();
    if profile.reload == Reload::Once {
        return Some(format!("`{}` loads its skills once", profile.name));
    }
    (settings.flag("skills.load.watch") == Some(false))
        .then(|| "the setting `skills.load.watch` is off".to_owned())
}

/// How long it has to be quiet until what changed is read.
fn debounce(settings: &Settings) -> Duration {
    let set = settings.number("skills.load.watchDebounceMs").and_then(|text| text.parse().ok());
    set.map_or(DEBOUNCE, Duration::from_millis).min(LONGEST_DEBOUNCE)
}
