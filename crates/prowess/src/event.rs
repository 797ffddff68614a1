//! What happens in an engine, told to whoever listens, as it happens and in order.
//!
//! Listeners are called on the thread on which something happened. One that fails hurts nobody: the
//! others hear the event all the same, and what happened goes on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use prowess_format::Severity;

use crate::activation::Caller;
use crate::catalog::{Catalog, CatalogEntry};
use crate::engine::Engine;
use crate::permission::{Answer, PermissionRequest};

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Skills were loaded.
    Loaded {
        /// How many.
        count: usize,
        /// Of the catalog they are in.
        revision: String,
        /// What is not as it was in the catalog before; nothing where there was none.
        difference: Difference,
    },
    /// From now on changes on disk are noticed.
    Watching {
        /// In so many directories the system tells of them.
        directories: usize,
        /// So many more are looked at again and again, since the system tells of no more.
        polled: usize,
    },
    /// A file changed on disk.
    FileChanged {
        /// The file.
        path: PathBuf,
        /// The skill it is of, where that is known.
        skill: Option<String>,
    },
    /// The scanner keeps a skill from being loaded or started.
    ScanFailed {
        /// The skill.
        skill: String,
        /// The file that describes it.
        path: PathBuf,
        /// What was found.
        summary: String,
    },
    /// Skills were checked, and something is to be said about some of them.
    Validated {
        /// Those, with the file that describes each and how many errors and warnings it has.
        results: Vec<Validated>,
    },
    /// A skill was started.
    Activated {
        /// The skill.
        skill: String,
        /// The file that describes it.
        path: PathBuf,
        /// Who started it.
        caller: Caller,
        /// In which conversation.
        session: Option<String>,
    },
    /// Somebody is asked for permission.
    PermissionAsked(PermissionRequest),
    /// They answered.
    PermissionAnswered {
        /// What was asked.
        request: PermissionRequest,
        /// The answer.
        answer: Answer,
    },
    /// A command of a skill is about to run.
    RunStarted {
        /// The skill.
        skill: String,
        /// The command, as it is written.
        command: String,
    },
    /// It ended.
    RunFinished {
        /// The skill.
        skill: String,
        /// The command, as it is written.
        command: String,
        /// How it ended, in a word or two.
        end: String,
        /// How long it took.
        took: Duration,
    },
    /// Something went wrong, and the rest went on.
    Error {
        /// What.
        message: String,
        /// The file it is about, where it is about one.
        path: Option<PathBuf>,
    },
}

/// What is not as it was in the catalog before, by the names of skills that are or were loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Those that were not there.
    pub added: Vec<String>,
    /// Those that are not as they were: another text, another place, shown or trusted otherwise.
    pub changed: Vec<String>,
    /// Those that are gone.
    pub removed: Vec<String>,
}

impl Difference {
    /// Whether everything is as it was.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.changed.is_empty() && self.removed.is_empty()
    }
}

/// What is to be said about the form of one skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Validated {
    /// The skill.
    pub skill: String,
    /// The file that describes it.
    pub path: PathBuf,
    /// How many errors it has.
    pub errors: usize,
    /// How many warnings.
    pub warnings: usize,
}

impl Validated {
    /// What is to be said about a candidate, where there is anything.
    pub(crate) fn of(entry: &CatalogEntry) -> Option<Self> {
        let count =
            |severity| entry.diagnostics.iter().filter(|found| found.severity == severity).count();
        let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
        (errors + warnings > 0).then(|| Self {
            skill: entry.skill.name_text().to_owned(),
            path: entry.candidate.file.clone(),
            errors,
            warnings,
        })
    }
}

type Hear = dyn Fn(&Event) + Send + Sync;

/// Those who listen to an engine.
#[derive(Default)]
pub(crate) struct Events {
    listeners: Arc<Mutex<Listeners>>,
}

#[derive(Default)]
struct Listeners {
    /// How many there ever were.
    made: u64,
    listening: Vec<(u64, Arc<Hear>)>,
}

/// A listener hears events until this is dropped.
#[must_use = "a listener hears nothing once this is dropped"]
#[derive(Debug)]
pub struct Listening {
    listeners: Weak<Mutex<Listeners>>,
    number: u64,
}

impl Events {
    pub(crate) fn listen(&self, hear: Arc<Hear>) -> Listening {
        let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.made += 1;
        let number = listeners.made;
        listeners.listening.push((number, hear));
        Listening { listeners: Arc::downgrade(&self.listeners), number }
    }

    /// The same listeners, for another engine that goes on in the place of this one.
    pub(crate) fn shared(&self) -> Self {
        Self { listeners: self.listeners.clone() }
    }

    /// Whether anybody listens.
    pub(crate) fn is_heard(&self) -> bool {
        !self.listeners.lock().unwrap_or_else(PoisonError::into_inner).listening.is_empty()
    }

    /// Tells everybody. The event is made only where somebody listens.
    pub(crate) fn tell(&self, event: impl FnOnce() -> Event) {
        // A listener may start or stop listening itself, so nothing is locked while they hear.
        let listening: Vec<Arc<Hear>> = {
            let listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
            listeners.listening.iter().map(|(_, hear)| hear.clone()).collect()
        };
        if listening.is_empty() {
            return;
        }
        let event = event();
        for hear in listening {
            // What a listener leaves half done is its own: nothing of ours is behind the reference.
            let _ = catch_unwind(AssertUnwindSafe(|| hear(&event)));
        }
    }
}

impl Engine {
    /// Tells whoever listens what was loaded, and what is to be said about it.
    pub(crate) fn tell_of(&self, catalog: &Catalog) {
        if !self.events.is_heard() {
            return;
        }
        for (path, trouble) in catalog.troubles() {
            self.tell_trouble(path, trouble);
        }
        catalog.entries().iter().for_each(|entry| self.tell_scan(entry));
        let results: Vec<Validated> = catalog.entries().iter().filter_map(Validated::of).collect();
        if !results.is_empty() {
            self.events.tell(|| Event::Validated { results });
        }
        self.events.tell(|| Event::Loaded {
            count: catalog.active().len(),
            revision: catalog.revision().to_owned(),
            difference: Difference::default(),
        });
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        if let Some(listeners) = self.listeners.upgrade() {
            let mut listeners = listeners.lock().unwrap_or_else(PoisonError::into_inner);
            listeners.listening.retain(|(number, _)| *number != self.number);
        }
    }
}

impl std::fmt::Debug for Events {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        write!(out, "Events({} listening)", listeners.listening.len())
    }
}

impl std::fmt::Debug for Listeners {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} listening", self.listening.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(message: &str) -> Event {
        Event::Error { message: message.to_owned(), path: None }
    }

    /// seed-systems.md 4.3 case 13.
    #[test]
    fn a_failing_listener_hurts_nobody_and_one_can_stop_listening() {
        let (events, heard) = (Events::default(), Arc::new(Mutex::new(Vec::new())));
        let remember = |name: &'static str| {
            let heard = heard.clone();
            move |event: &Event| {
                let Event::Error { message, .. } = event else { return };
                heard.lock().unwrap().push(format!("{name}: {message}"));
            }
        };
        let first = events.listen(Arc::new(remember("first")));
        let failing = events.listen(Arc::new(|_: &Event| panic!("it fails")));
        let second = events.listen(Arc::new(remember("second")));
        events.tell(|| error("one"));
        drop(first);
        events.tell(|| error("two"));
        drop((failing, second));
        events.tell(|| unreachable!("nobody listens"));
        assert_eq!(*heard.lock().unwrap(), ["first: one", "second: one", "second: two"]);
    }

    #[test]
    fn a_listener_may_stop_itself() {
        let events = Events::default();
        let slot: Arc<Mutex<Option<Listening>>> = Arc::default();
        let (own, count) = (slot.clone(), Arc::new(Mutex::new(0)));
        let counted = count.clone();
        let listening = events.listen(Arc::new(move |_: &Event| {
            *counted.lock().unwrap() += 1;
            drop(own.lock().unwrap().take());
        }));
        *slot.lock().unwrap() = Some(listening);
        events.tell(|| error("one"));
        events.tell(|| error("two"));
        assert_eq!(*count.lock().unwrap(), 1);
    }
}
