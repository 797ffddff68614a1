//! Every limit of the server, named. Each one that is hit is reported.

use std::time::Duration;

/// Skills on one page of `skills/list`; each is hashed for it.
pub const SKILLS_PAGE: usize = 100;

/// Resources, prompts and names on one page of the other lists.
pub const LIST_PAGE: usize = 200;

/// Files of one skill that are listed with digests: what every host has to support.
pub const MANIFEST_FILES: usize = 512;

/// Bytes of one skill that are listed with digests: what every host has to support.
pub const MANIFEST_BYTES: u64 = 16 * 1024 * 1024;

/// Skills whose digests are remembered.
pub const REMEMBERED_MANIFESTS: usize = 20_000;

/// Names that a tool's schema spells out; where there are more it takes any text.
pub const NAMES_IN_SCHEMA: usize = 500;

/// Skills that a search returns at most.
pub const SEARCH_RESULTS: usize = 50;

/// Bytes of one message.
pub const MESSAGE_BYTES: usize = 4 * 1024 * 1024;

/// Requests of one client that are worked on at a time; more wait, and are refused if that takes long.
pub const REQUESTS_IN_FLIGHT: usize = 128;

/// How long a request waits for others of the same client.
pub const WAIT_FOR_OTHERS: Duration = Duration::from_secs(2);

/// Questions to the engine that are answered at a time.
pub const READS_AT_A_TIME: usize = 32;

/// Skills that are started or scanned at a time, also while they wait for somebody's permission.
pub const RUNS_AT_A_TIME: usize = 64;

/// How long somebody may take to answer a question.
pub const ANSWER: Duration = Duration::from_secs(300);

/// Sessions of clients that still have some.
pub const SESSIONS: usize = 256;

/// How often a client hears that a run goes on.
pub const PROGRESS: Duration = Duration::from_secs(1);

/// Names of clients that are remembered.
pub const CLIENTS: usize = 256;
