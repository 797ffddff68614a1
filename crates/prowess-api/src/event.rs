//! What happens in an engine, as it happens: a line each of `prowess watch --json`.

use serde::Serialize;

/// One event.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EventDocument {
    /// 1.
    pub version: u32,
    /// What happened.
    #[serde(flatten)]
    pub event: EventJson,
}

/// What happened; the key `event` says which it is.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum EventJson {
    /// Skills were loaded, for the first time or again.
    Loaded {
        /// How many.
        count: usize,
        /// Of the catalog they are in.
        revision: String,
        /// Against the catalog before: those that are new. Empty the first time.
        added: Vec<String>,
        /// Those that are not as they were.
        changed: Vec<String>,
        /// Those that are gone.
        removed: Vec<String>,
    },
    /// From now on changes are noticed.
    Watching {
        /// In so many directories the system tells of them.
        directories: usize,
        /// So many more are looked at now and then.
        polled: usize,
    },
    /// A file changed on disk.
    FileChanged {
        /// The file.
        path: String,
        /// Its bytes in base64, only where they are not UTF-8.
        #[serde(skip_serializing_if = "Option::is_none")]
        path_bytes: Option<String>,
        /// The skill it is of, where that is known.
        skill: Option<String>,
    },
    /// The scanner keeps a skill from being loaded or started.
    ScanFailed {
        /// The skill.
        skill: String,
        /// The file that describes it.
        path: String,
        /// What was found.
        summary: String,
    },
    /// Skills were checked, and something is to be said about these.
    Validated {
        /// Those.
        results: Vec<ValidatedJson>,
    },
    /// A skill was started.
    Activated {
        /// The skill.
        skill: String,
        /// The file that describes it.
        path: String,
        /// `user` or `model`.
        caller: &'static str,
        /// In which conversation.
        session: Option<String>,
    },
    /// Somebody is asked for permission.
    PermissionAsked {
        /// `skill` or `command`.
        permission: &'static str,
        /// The skill.
        skill: String,
        /// What it is about.
        patterns: Vec<String>,
        /// In which conversation.
        session: Option<String>,
    },
    /// They answered.
    PermissionAnswered {
        /// `skill` or `command`.
        permission: &'static str,
        /// The skill.
        skill: String,
        /// `once`, `always`, `reject` or `nobody`.
        answer: &'static str,
        /// In which conversation.
        session: Option<String>,
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
        /// How it ended.
        end: String,
        /// How long it took.
        duration_ms: u64,
    },
    /// Something went wrong, and the rest went on.
    Error {
        /// What.
        message: String,
        /// The file it is about, where it is about one.
        path: Option<String>,
    },
}

/// What is to be said about the form of one skill.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ValidatedJson {
    /// The skill.
    pub skill: String,
    /// The file that describes it.
    pub path: String,
    /// How many errors it has.
    pub errors: usize,
    /// How many warnings.
    pub warnings: usize,
}
