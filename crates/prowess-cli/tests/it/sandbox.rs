//! A directory with files, and the command run in it.

use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use serde_json::Value as Json;
use tempfile::TempDir;

/// Far longer than any run takes, even on a busy machine: past it, the command hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// The user that owns nothing.
const NOBODY: u32 = 65_534;

/// A temporary directory, filled by the methods that return it.
pub(crate) struct Sandbox {
    directory: TempDir,
}

impl Sandbox {
    pub(crate) fn new() -> Self {
        Self { directory: TempDir::with_prefix("prowess-cli-").unwrap() }
    }

    /// With a file.
    pub(crate) fn file(self, path: impl AsRef<Path>, content: impl AsRef<[u8]>) -> Self {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        self
    }

    /// With a skill that nothing is to be said about.
    pub(crate) fn skill(self, directory: &str) -> Self {
        let name = Path::new(directory).file_name().unwrap().to_str().unwrap();
        self.file(format!("{directory}/SKILL.md"), healthy(name))
    }

    /// With a directory.
    pub(crate) fn directory(self, path: impl AsRef<Path>) -> Self {
        fs::create_dir_all(self.path(path)).unwrap();
        self
    }

    /// With a symbolic link.
    pub(crate) fn link(self, path: &str, target: &str) -> Self {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        symlink(target, path).unwrap();
        self
    }

    /// With these permissions on something that is there.
    pub(crate) fn mode(self, path: &str, mode: u32) -> Self {
        fs::set_permissions(self.path(path), fs::Permissions::from_mode(mode)).unwrap();
        self
    }

    pub(crate) fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.directory.path().join(path)
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    pub(crate) fn mode_of(&self, path: &str) -> u32 {
        fs::metadata(self.path(path)).unwrap().permissions().mode() & 0o7777
    }

    /// The names in a directory, sorted.
    pub(crate) fn names(&self, path: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(path)).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// The command, ready to be run here with nothing of our environment but the search path.
    pub(crate) fn command<A: AsRef<OsStr>>(&self, arguments: &[A]) -> Command {
        self.command_of(Path::new(env!("CARGO_BIN_EXE_prowess")), arguments)
    }

    fn command_of<A: AsRef<OsStr>>(&self, binary: &Path, arguments: &[A]) -> Command {
        let mut command = Command::new(binary);
        command
            .args(arguments)
            .current_dir(self.directory.path())
            .env_clear()
            // Nothing of the machine's own home may be seen.
            .env("HOME", self.path("home"));
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs the command.
    pub(crate) fn run<A: AsRef<OsStr>>(&self, arguments: &[A]) -> Ran {
        self.finish(&mut self.command(arguments))
    }

    /// Runs the command and fails unless it ends with this code.
    pub(crate) fn exits<A: AsRef<OsStr>>(&self, code: i32, arguments: &[A]) -> Ran {
        let ran = self.run(arguments);
        assert_eq!(ran.code, code, "{ran}");
        ran
    }

    /// Runs a prepared command to its end, which must come.
    pub(crate) fn finish(&self, command: &mut Command) -> Ran {
        let child = command.spawn().unwrap();
        let id = child.id();
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || sender.send(child.wait_with_output()));
        let Ok(output) = receiver.recv_timeout(PATIENCE) else {
            let _ = Command::new("kill").args(["-9", &id.to_string()]).status();
            panic!("the command hangs: {command:?}");
        };
        self.ran(output.unwrap())
    }

    /// Runs the command as a user whom permissions bind. `None`, loudly, where that cannot be.
    pub(crate) fn run_unprivileged(&self, test: &str, arguments: &[&str]) -> Option<Ran> {
        if fs::metadata(self.directory.path()).unwrap().uid() != 0 {
            return Some(self.run(arguments));
        }
        // The directory the binary was built in may be closed to others.
        let place = TempDir::new().unwrap();
        fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let binary = place.path().join("prowess");
        let built = env!("CARGO_BIN_EXE_prowess");
        fs::hard_link(built, &binary).or_else(|_| fs::copy(built, &binary).map(drop)).unwrap();
        let mut command = self.command_of(&binary, arguments);
        command.uid(NOBODY).gid(NOBODY);
        for _ in 0..100 {
            match command.output() {
                Ok(output) => return Some(self.ran(output)),
                // Another test that forks right now holds the copy open for writing.
                Err(error) if error.kind() == std::io::ErrorKind::ExecutableFileBusy => {
                    std::thread::sleep(Duration::from_millis(20));
                }
                Err(error) => {
                    eprintln!("SKIPPED {test}: root cannot become another user here: {error}");
                    return None;
                }
            }
        }
        panic!("{test}: the copy of the binary stays busy");
    }

    fn ran(&self, output: Output) -> Ran {
        let code = output.status.code().unwrap_or_else(|| {
            panic!("ended by signal {:?}", output.status.signal());
        });
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
        let directory = self.directory.path().to_str().unwrap().to_owned();
        let (stdout, stderr) = (text(output.stdout), text(output.stderr));
        assert!(!stderr.contains("panicked"), "{stderr}");
        Ran { code, stdout, stderr, directory }
    }
}

/// A JSON text in which everything took no time.
fn without_durations(text: &str) -> String {
    let mut parts = text.split("\"durationMs\": ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str("\"durationMs\": 0");
        out.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    out
}

/// The text of a skill that nothing is to be said about.
pub(crate) fn healthy(name: &str) -> String {
    format!(
        "---\nname: {name}\ndescription: Helps with {name}. Use when asked.\n---\n# Steps\n\nGo.\n"
    )
}

/// What became of a run. Shown, it has nothing of this machine in it.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    directory: String,
}

impl Ran {
    /// The one JSON document on stdout.
    pub(crate) fn json(&self) -> Json {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("not one JSON document: {error}\n{self}"))
    }

    /// stdout, without what differs between machines.
    pub(crate) fn answer(&self) -> String {
        self.scrub(&self.stdout)
    }

    /// stderr, without what differs between machines.
    pub(crate) fn talk(&self) -> String {
        self.scrub(&self.stderr)
    }

    /// `code severity` of every diagnostic of a `check --json`.
    pub(crate) fn found(&self) -> Vec<String> {
        let document = self.json();
        let skills = document["skills"].as_array().unwrap().iter();
        let items = skills.flat_map(|skill| skill["diagnostics"].as_array().unwrap());
        let text = |item: &Json, key: &str| item[key].as_str().unwrap().to_owned();
        items.map(|item| format!("{} {}", text(item, "code"), text(item, "severity"))).collect()
    }

    fn scrub(&self, text: &str) -> String {
        let text =
            text.replace(&self.directory, "[DIR]").replace(env!("CARGO_PKG_VERSION"), "[VERSION]");
        without_durations(&text)
    }
}

impl fmt::Display for Ran {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (stdout, stderr) = (self.answer(), self.talk());
        writeln!(out, "exit {}", self.code)?;
        writeln!(out, "--- stdout\n{}", stdout.trim_end_matches('\n'))?;
        write!(out, "--- stderr\n{}", stderr.trim_end_matches('\n'))
    }
}
