//! Measures a program as the system sees it: a process of its own, from its start to its end.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Runs of which the best counts: what disturbs a run only ever makes it slower.
const RUNS: usize = 5;

/// Runs of a program that takes a few milliseconds.
const SHORT_RUNS: usize = 20;

/// What bash runs: its `time` is the one safe way to the processor time of a child with threads, to
/// the millisecond. The program's own talk is not what is measured.
const TIMED: &str = r#"TIMEFORMAT="%3R %3U %3S"; time "$@" > /dev/null 2> /dev/null"#;

/// What a process took, at best.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    pub(super) wall: Duration,
    /// On all processors together, in the program and in the kernel.
    pub(super) cpu: Duration,
    /// The most memory it held, in bytes.
    pub(super) memory: u64,
}

/// A program, its arguments and what it reads.
pub(super) struct Program {
    pub(super) path: PathBuf,
    pub(super) arguments: Vec<String>,
    pub(super) input: Option<PathBuf>,
}

impl Program {
    /// Runs it a few times.
    pub(super) fn measure(&self) -> Result<Taken, String> {
        let memory = self.memory()?;
        let mut best = Taken { wall: Duration::MAX, cpu: Duration::MAX, memory };
        for _ in 0..RUNS {
            let (wall, cpu) = self.time()?;
            best = Taken { wall: best.wall.min(wall), cpu: best.cpu.min(cpu), memory };
        }
        Ok(best)
    }

    /// The wall time of the fastest of many runs, for programs too short for `time`.
    pub(super) fn measure_start(&self) -> Result<Duration, String> {
        let run = || {
            let start = Instant::now();
            self.prepare(&self.path)?
                .args(&self.arguments)
                .status()
                .map_err(|e| self.failed(&e))?;
            Ok(start.elapsed())
        };
        let runs: Result<Vec<Duration>, String> = (0..SHORT_RUNS).map(|_| run()).collect();
        Ok(runs?.into_iter().min().unwrap_or_default())
    }

    /// Wall and processor time of one run.
    fn time(&self) -> Result<(Duration, Duration), String> {
        let mut bash = self.prepare(Path::new("bash"))?;
        bash.args(["-c", TIMED, "bash"]).arg(&self.path).args(&self.arguments);
        let output = bash.stderr(Stdio::piped()).output().map_err(|error| self.failed(&error))?;
        let text = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            return Err(self.failed(&output.status));
        }
        let seconds: Vec<f64> = text.split_whitespace().filter_map(|n| n.parse().ok()).collect();
        match seconds[..] {
            [wall, user, system] => {
                Ok((Duration::from_secs_f64(wall), Duration::from_secs_f64(user + system)))
            }
            _ => Err(self.failed(&text.trim())),
        }
    }

    /// The most memory it held. Asking costs time, so that this run is not one of those that are
    /// timed; what it takes in its last instant may be missed.
    fn memory(&self) -> Result<u64, String> {
        let mut command = self.prepare(&self.path)?;
        let spawned = command.args(&self.arguments).spawn();
        let mut child = spawned.map_err(|error| self.failed(&error))?;
        let status = format!("/proc/{}/status", child.id());
        let mut most = 0;
        while child.try_wait().map_err(|error| self.failed(&error))?.is_none() {
            most = most.max(high_water_mark(&status).unwrap_or(0));
            std::thread::yield_now();
        }
        Ok(most)
    }

    /// A command without any talk, and with the program's input.
    fn prepare(&self, path: &Path) -> Result<Command, String> {
        let mut command = Command::new(path);
        let input = match &self.input {
            Some(file) => File::open(file).map_err(|error| self.failed(&error))?.into(),
            None => Stdio::null(),
        };
        command.stdin(input).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(command)
    }

    fn failed(&self, reason: &dyn std::fmt::Display) -> String {
        format!("`{}`: {reason}", self.path.display())
    }
}

/// The line `VmHWM:  1234 kB` of a process's status.
fn high_water_mark(status: &str) -> Option<u64> {
    let text = fs::read_to_string(status).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes * 1024)
}
