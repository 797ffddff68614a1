//! The machine as the engine sees it: plain values, handed in.
//!
//! [`Host::current`] is the one place that reads the home directory, the environment and the working
//! directory. Everything else takes a `Host`, so that a test, a server or another user's home is one
//! value away.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Where things are on this machine, and what it offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    /// The home directory.
    pub home: PathBuf,
    /// The directory an agent would be started in.
    pub cwd: PathBuf,
    /// The root of the file system, below which system-wide skills are.
    pub system: PathBuf,
    /// The environment.
    pub env: BTreeMap<String, String>,
    /// The operating system, as skills name it: `linux`, `darwin`, `win32`.
    pub os: String,
    /// The tools the agent offers, where that is known.
    pub tools: Option<Vec<String>>,
    /// The agent inside the product, where one was chosen.
    pub agent: Option<String>,
    /// The mode the product is in, where it has modes and one was chosen.
    pub mode: Option<String>,
}

/// Why the host could not be found out.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// There is no home directory.
    #[error("the home directory is not known: HOME is not set")]
    NoHome,
    /// The working directory is gone or not readable.
    #[error("the working directory cannot be read: {0}")]
    NoWorkingDirectory(std::io::Error),
}

impl Host {
    /// A Linux machine of which nothing is known but where the home directory is and where an agent
    /// would be started.
    pub fn new(home: impl Into<PathBuf>, cwd: impl Into<PathBuf>) -> Self {
        Self {
            home: home.into(),
            cwd: cwd.into(),
            system: PathBuf::from("/"),
            env: BTreeMap::new(),
            os: "linux".to_owned(),
            tools: None,
            agent: None,
            mode: None,
        }
    }

    /// This process's machine.
    pub fn current() -> Result<Self, HostError> {
        let env: BTreeMap<String, String> = std::env::vars_os()
            .filter_map(|(key, value)| Some((key.into_string().ok()?, value.into_string().ok()?)))
            .collect();
        let home = std::env::home_dir().filter(|home| !home.as_os_str().is_empty());
        Ok(Self {
            home: home.ok_or(HostError::NoHome)?,
            cwd: std::env::current_dir().map_err(HostError::NoWorkingDirectory)?,
            system: PathBuf::from("/"),
            env,
            os: os_name().to_owned(),
            tools: None,
            agent: None,
            mode: None,
        })
    }

    /// A machine with another home: nothing of this one's environment but the search path, so that
    /// no variable leads back out of it.
    pub fn with_home(self, home: PathBuf) -> Self {
        let mut env = BTreeMap::new();
        if let Some(path) = self.env.get("PATH") {
            env.insert("PATH".to_owned(), path.clone());
        }
        Self { home, env, ..self }
    }

    /// The value of an environment variable that is set to something.
    pub fn variable(&self, name: &str) -> Option<&str> {
        self.env.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// Where programs keep their settings: `$XDG_CONFIG_HOME`, else `~/.config`.
    pub fn config(&self) -> PathBuf {
        match self.variable("XDG_CONFIG_HOME").map(Path::new) {
            Some(path) if path.is_absolute() => path.to_owned(),
            _ => self.home.join(".config"),
        }
    }

    /// Where prowess keeps what it has to remember: below `$XDG_STATE_HOME`, else below
    /// `~/.local/state`.
    pub fn state(&self) -> PathBuf {
        let base = match self.variable("XDG_STATE_HOME").map(Path::new) {
            Some(path) if path.is_absolute() => path.to_owned(),
            _ => self.home.join(".local/state"),
        };
        base.join("prowess")
    }

    /// Where users keep profiles of their own.
    pub fn profiles(&self) -> PathBuf {
        self.config().join("prowess/profiles")
    }

    /// The nearest directory at or above the working directory that holds `.git`.
    pub fn worktree(&self) -> Option<PathBuf> {
        self.cwd.ancestors().find(|directory| directory.join(".git").exists()).map(Path::to_owned)
    }

    /// The working directory and those above it, nearest first, up to the worktree where there is
    /// one, else up to the home directory where the working directory is below it, else only itself.
    pub fn ancestors(&self) -> Vec<PathBuf> {
        let last = match self.worktree() {
            Some(worktree) => worktree,
            None if self.cwd.starts_with(&self.home) => self.home.clone(),
            None => self.cwd.clone(),
        };
        let above = self.cwd.ancestors().take_while(|directory| directory.starts_with(&last));
        above.map(Path::to_owned).collect()
    }

    /// Whether a program of that name can be run: some directory of `PATH` has it, executable.
    pub fn has_program(&self, name: &str) -> bool {
        use std::os::unix::fs::PermissionsExt as _;
        if name.is_empty() || name.contains('/') {
            return false;
        }
        let path = self.variable("PATH").unwrap_or_default();
        std::env::split_paths(path).any(|directory| {
            let metadata = directory.join(name).metadata();
            metadata.is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
        })
    }

    /// A path with a leading `~` replaced by the home directory, and made absolute.
    pub fn absolute(&self, path: &str) -> PathBuf {
        match path.strip_prefix('~') {
            Some("") => self.home.clone(),
            Some(rest) if rest.starts_with('/') => self.home.join(&rest[1..]),
            _ => self.cwd.join(path),
        }
    }
}

/// The name skills have for this operating system.
fn os_name() -> &'static str {
    match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    }
}
