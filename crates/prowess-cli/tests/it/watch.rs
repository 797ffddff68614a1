//! `prowess watch`: events, a line each, as they happen.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use rustix::process::Signal;
use serde_json::Value as Json;

use crate::sandbox::{Sandbox, healthy};

/// Nothing takes so long; a test that waits for it has failed.
const PATIENCE: Duration = Duration::from_secs(30);

/// The command while it runs, and the lines that it prints.
struct Watched {
    child: Child,
    lines: Receiver<String>,
}

impl Watched {
    fn start(sandbox: &Sandbox, arguments: &[&str]) -> Self {
        let all = [&["watch", "--set", "skills.load.watchDebounceMs=20"], arguments].concat();
        let mut child = sandbox.command(&all).spawn().unwrap();
        let lines = lines_of(child.stdout.take().unwrap());
        Self { child, lines }
    }

    fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line")
    }

    /// The next document of that event; those before it are dropped.
    fn event(&self, wanted: &str) -> Json {
        loop {
            let document: Json = serde_json::from_str(&self.line()).unwrap();
            assert_eq!(document["version"], 1);
            if document["event"] == wanted {
                return document;
            }
        }
    }

    /// Ends the command by a signal; the number of it.
    fn end(mut self, signal: Signal) -> Option<i32> {
        use std::os::unix::process::ExitStatusExt as _;
        let id = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(id, signal).unwrap();
        self.child.wait().unwrap().signal()
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lines_of(stdout: ChildStdout) -> Receiver<String> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stdout).lines() {
            if line.is_err() || sender.send(line.unwrap()).is_err() {
                return;
            }
        }
    });
    lines
}

fn names(document: &Json, key: &str) -> Vec<String> {
    let names = document[key].as_array().unwrap().iter();
    names.map(|name| name.as_str().unwrap().to_owned()).collect()
}

#[test]
fn events_are_documents_one_a_line() {
    let sandbox = Sandbox::new().skill("skills/a");
    let watched = Watched::start(&sandbox, &["--json", "skills"]);
    let first = watched.event("loaded");
    assert_eq!((first["count"].as_u64(), names(&first, "added").len()), (Some(1), 0));
    assert_eq!(first["revision"].as_str().unwrap().len(), 16);
    let watching = watched.event("watching");
    assert!(watching["directories"].as_u64().unwrap() >= 2 && watching["polled"] == 0);

    let sandbox = sandbox.skill("skills/b");
    let next = watched.event("loaded");
    assert_eq!((next["count"].as_u64(), names(&next, "added")), (Some(2), vec!["b".to_owned()]));
    assert_ne!(next["revision"], first["revision"]);

    let sandbox = sandbox.file("skills/a/notes.txt", "x\n");
    let changed = watched.event("fileChanged");
    assert_eq!(changed["skill"], "a");
    assert!(changed["path"].as_str().unwrap().ends_with("skills/a/notes.txt"));

    std::fs::write(sandbox.path("skills/a/SKILL.md"), healthy("a").replace("Helps", "Aids"))
        .unwrap();
    assert_eq!(names(&watched.event("loaded"), "changed"), ["a"]);
    std::fs::remove_dir_all(sandbox.path("skills/b")).unwrap();
    assert_eq!(names(&watched.event("loaded"), "removed"), ["b"]);
    // Not by an interrupt, which whoever started the tests in the background has them ignore.
    assert_eq!(watched.end(Signal::TERM), Some(15));
}

#[test]
fn people_get_a_line_each_and_nothing_that_steers_a_terminal() {
    let sandbox = Sandbox::new().skill("skills/a");
    let watched = Watched::start(&sandbox, &["skills"]);
    let first = watched.line();
    assert!(first.starts_with("loaded    1 skill, revision "), "{first}");
    assert!(watched.line().starts_with("watching  "));
    let sandbox = sandbox.file("skills/a/\u{1b}[2Jnotes\n.txt", "x\n");
    let line = watched.line();
    assert!(line.starts_with("changed   ") && line.ends_with(" of a"), "{line:?}");
    assert!(!line.contains('\u{1b}'), "{line:?}");
    drop(sandbox.skill("skills/b"));
    drop(watched);
}

#[test]
fn settings_and_trust_count_at_once() {
    let sandbox = Sandbox::new().skill("home/.claude/skills/a").skill("home/.claude/skills/b");
    let watched = Watched::start(&sandbox, &["--json", "--profile", "prowess"]);
    watched.event("watching");
    let sandbox =
        sandbox.file("home/.config/prowess/config.toml", "[skills]\nignoredSkills = [\"a\"]\n");
    assert_eq!(names(&watched.event("loaded"), "removed"), ["a"]);
    std::fs::write(sandbox.path("home/.config/prowess/config.toml"), "").unwrap();
    assert_eq!(names(&watched.event("loaded"), "added"), ["a"]);
}

#[test]
fn it_ends_well_as_soon_as_nobody_reads() {
    let sandbox = Sandbox::new().skill("skills/a");
    let mut child = sandbox.command(&["watch", "--json", "skills"]).spawn().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut String::new()).unwrap();
    drop(stdout);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
}

#[test]
fn where_nothing_is_watched_it_says_why_and_ends() {
    let sandbox = Sandbox::new().skill("home/.claude/skills/a").directory("home");
    let table = [
        (vec!["--profile", "opencode"], "nothing is watched: `opencode` loads its skills once\n"),
        (
            vec!["--set", "skills.load.watch=false"],
            "nothing is watched: the setting `skills.load.watch` is off\n",
        ),
    ];
    for (arguments, said) in table {
        let mut command = sandbox.command(&[&["watch", "--json"][..], &arguments].concat());
        let ran = sandbox.finish(command.stdin(Stdio::null()));
        assert_eq!((ran.code, ran.stderr.as_str()), (0, said));
        assert!(ran.stdout.lines().any(|line| line.contains(r#""event":"loaded""#)), "{ran}");
    }
    let ran = sandbox.exits(1, &["watch", "--json", "gone"]);
    assert_eq!(ran.json()["error"]["kind"], "not-found");
}
