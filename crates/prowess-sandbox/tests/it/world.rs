//! What tests run in: a directory with things to reach and things not to, the sandbox, the probe.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use prowess_sandbox::{Access, Command, End, Helper, Limits, Outcome, Sandbox, Tier};
use tempfile::TempDir;

/// Where the programs lie when the tests run as another user, who cannot enter the build directory.
pub(crate) const PROGRAMS: &str = "PROWESS_SANDBOX_PROGRAMS";

pub(crate) const TIERS: [Tier; 3] = [Tier::Rlimits, Tier::LandlockSeccomp, Tier::Namespaces];

pub(crate) fn helper() -> PathBuf {
    program("prowess-sandbox-helper", env!("CARGO_BIN_EXE_prowess-sandbox-helper"))
}

fn program(name: &str, built: &str) -> PathBuf {
    std::env::var_os(PROGRAMS).map_or_else(|| built.into(), |path| Path::new(&path).join(name))
}

/// A sandbox with exactly these walls.
pub(crate) fn sandbox(tier: Tier) -> Sandbox {
    Sandbox::new(Helper::Path(helper())).minimum(tier).at_most(tier)
}

/// The tiers from this one on that the machine reaches. Says loudly which it does not.
pub(crate) fn tiers_from(lowest: Tier) -> Vec<Tier> {
    static REACHED: OnceLock<Tier> = OnceLock::new();
    let reached = *REACHED.get_or_init(|| {
        let reached = Sandbox::new(Helper::Path(helper())).tier();
        if reached < Tier::Namespaces {
            eprintln!(
                "ATTENTION: this machine reaches only `{reached}`: stronger walls are not tested"
            );
        }
        reached
    });
    TIERS.into_iter().filter(|&tier| tier >= lowest && tier <= reached).collect()
}

/// A directory that everybody may enter, so that no mode is the wall that is tested.
pub(crate) struct World {
    directory: TempDir,
    pub(crate) access: Access,
    pub(crate) limits: Limits,
}

impl World {
    /// `work` may be written, `skill` read; `home` and `outside` are not granted.
    pub(crate) fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        open_to_all(directory.path(), 0o755);
        let world = Self { directory, access: Access::default(), limits: Limits::default() };
        for name in ["work", "skill", "home", "home/.ssh", "outside"] {
            fs::create_dir(world.path(name)).unwrap();
            open_to_all(&world.path(name), 0o777);
        }
        for name in ["home/.ssh/id", "home/note", "skill/SKILL.md", "outside/file", "work/file"] {
            world.write(name, &format!("this is {name}\n"));
        }
        let built = program("prowess-sandbox-probe", env!("CARGO_BIN_EXE_prowess-sandbox-probe"));
        copy(&built, &world.path("skill/probe"));
        open_to_all(&world.path("skill/probe"), 0o755);
        let access = Access {
            read_only: vec![world.path("skill")],
            writable: vec![world.path("work")],
            ..Access::default()
        };
        let limits = Limits { time: Duration::from_secs(20), ..Limits::default() };
        Self { access, limits, ..world }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub(crate) fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
        open_to_all(&self.path(name), 0o666);
    }

    /// The probe with these words, in `work`.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let command = Command::new(self.path("skill/probe"), self.path("work"));
        words.iter().fold(command, |command, &word| command.arg(word))
    }

    #[track_caller]
    pub(crate) fn run(&self, tier: Tier, words: &[&str]) -> Outcome {
        self.start(tier, &self.command(words))
    }

    #[track_caller]
    pub(crate) fn start(&self, tier: Tier, command: &Command) -> Outcome {
        let outcome = sandbox(tier).run(command, &self.access, &self.limits, &|| false);
        let outcome = outcome.unwrap_or_else(|error| panic!("{tier}: {error}"));
        assert_eq!(outcome.tier, tier);
        outcome
    }

    /// The probe without any sandbox.
    pub(crate) fn plain(&self, words: &[&str]) -> Output {
        let mut command = std::process::Command::new(self.path("skill/probe"));
        command.args(words).current_dir(self.path("work")).stdin(Stdio::null()).output().unwrap()
    }

    /// The probe gets through without a sandbox, and in no tier from this one on.
    #[track_caller]
    pub(crate) fn holds(&self, from: Tier, words: &[&str]) {
        let plain = self.plain(words);
        assert_eq!(plain.status.code(), Some(0), "without a sandbox: {words:?}: {plain:?}");
        self.refused(from, words);
    }

    /// The probe is refused from this tier on.
    #[track_caller]
    pub(crate) fn refused(&self, from: Tier, words: &[&str]) {
        for tier in tiers_from(from) {
            let outcome = self.run(tier, words);
            assert_eq!(outcome.end, End::Exited(1), "{tier}: {words:?}: {}", told(&outcome));
        }
    }

    /// The probe gets through in every tier. A `%` is another word in each, because what is made in one
    /// tier can belong to another user in the next.
    #[track_caller]
    pub(crate) fn allowed(&self, words: &[&str]) {
        for tier in tiers_from(Tier::Rlimits) {
            let words: Vec<String> =
                words.iter().map(|word| word.replace('%', &tier.to_string())).collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let outcome = self.run(tier, &words);
            assert_eq!(outcome.end, End::Exited(0), "{tier}: {words:?}: {}", told(&outcome));
        }
    }
}

/// What a command said, for a message.
pub(crate) fn told(outcome: &Outcome) -> String {
    format!("{:?} {:?}", outcome.stdout.text(), outcome.stderr.text())
}

/// Copies a program, in another process: a descriptor of this one could be inherited by a child of another
/// test at the wrong moment, and what is open for writing cannot be executed.
pub(crate) fn copy(from: &Path, to: &Path) {
    assert!(std::process::Command::new("cp").arg(from).arg(to).status().unwrap().success());
}

pub(crate) fn open_to_all(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

pub(crate) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}
