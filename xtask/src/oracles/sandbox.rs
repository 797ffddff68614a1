//! A scenario on disk, and commands that see nothing else of this machine.

use std::path::{Path, PathBuf};
use std::process::Command;

use prowess_testkit::oracle::{AgentHome, Scenario};
use tempfile::TempDir;

use super::install::Tool;
use crate::workspace::output;

/// What a program may find besides the directory of Node.
const PROGRAMS: [&str; 2] = ["/usr/bin", "/bin"];
/// Nobody listens there: what a program wants to fetch fails at once and everywhere alike.
const NOWHERE: &str = "http://127.0.0.1:9";

/// A scenario on disk.
pub(super) struct Sandbox {
    directory: TempDir,
    /// The directory with `home` and `project`, without symbolic links in its path.
    pub(super) root: PathBuf,
    cwd: PathBuf,
    env: Vec<(String, String)>,
}

impl Sandbox {
    /// Makes a scenario for an agent, outside of every repository.
    pub(super) fn new(scenario: &Scenario, home: &AgentHome) -> Result<Self, String> {
        let problem = |error: std::io::Error| format!("the scenario cannot be made: {error}");
        let directory = tempfile::Builder::new().prefix("oracle").tempdir().map_err(problem)?;
        let root = directory.path().canonicalize().map_err(problem)?.join("root");
        for below in ["root", "printed", "temporary"] {
            std::fs::create_dir(directory.path().join(below)).map_err(problem)?;
        }
        scenario.make(&root, home).map_err(problem)?;
        for repository in &scenario.git {
            commit(&root.join(repository))?;
        }
        let filled = |text: &str| scenario.filled(text, &root, home);
        let env = scenario.env.iter().map(|(name, value)| (name.clone(), filled(value))).collect();
        let cwd = root.join(filled(&scenario.cwd));
        Ok(Self { directory, root, cwd, env })
    }

    /// Where a program's output is kept.
    pub(super) fn printed(&self) -> PathBuf {
        self.directory.path().join("printed")
    }

    /// The working directory.
    pub(super) fn cwd(&self) -> &Path {
        &self.cwd
    }

    /// A command that runs in the sandbox.
    pub(super) fn command(&self, tool: &Tool, program: &Path) -> Command {
        let home = self.root.join("home");
        let mut command = Command::new(program);
        command.current_dir(&self.cwd).env_clear();
        let path = [tool.node_directory()].into_iter().chain(PROGRAMS.map(PathBuf::from));
        if let Ok(path) = std::env::join_paths(path) {
            command.env("PATH", path);
        }
        command.env("TMPDIR", self.directory.path().join("temporary"));
        for name in ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"] {
            command.env(name, NOWHERE);
        }
        command.env("HOME", &home);
        command.env("XDG_CONFIG_HOME", home.join(".config"));
        command.env("XDG_DATA_HOME", home.join(".local/share"));
        command.env("XDG_STATE_HOME", home.join(".local/state"));
        command.env("XDG_CACHE_HOME", home.join(".cache"));
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        command
    }
}

/// Gives a repository a commit: some agents know a repository by its first one.
fn commit(directory: &Path) -> Result<(), String> {
    let mut command = Command::new("git");
    command.current_dir(directory).env("GIT_CONFIG_GLOBAL", "/dev/null");
    command.args(["-c", "user.name=oracle", "-c", "user.email=oracle@localhost"]);
    command.args(["commit", "--quiet", "--allow-empty", "--message=first"]);
    output(&mut command).map(drop)
}
