//! Verdicts that are remembered, the gate, and places that cannot be scanned.

use std::fs;

use insta::assert_snapshot;
use rustix::fs::{CWD, FileType, Mode, mknodat};

use crate::sandbox::{Ran, Sandbox, healthy};
use crate::scan::{INJECTION, three};

const PACK: &str = "scan.pack=wundr";

fn scan(sandbox: &Sandbox, path: &str) -> Ran {
    sandbox.run(&["scan", "--set", PACK, path])
}

/// `name verdict` of every skill below `skills`.
fn verdicts(sandbox: &Sandbox) -> Vec<String> {
    let ran = sandbox.exits(0, &["list", "--set", PACK, "--json", "skills"]).json();
    let text = |skill: &serde_json::Value, key: &str| skill[key].as_str().unwrap().to_owned();
    let skills = ran["skills"].as_array().unwrap();
    skills.iter().map(|one| format!("{} {}", text(one, "name"), text(one, "verdict"))).collect()
}

#[test]
fn a_listing_shows_what_is_known_until_a_file_is_touched() {
    let sandbox = three();
    assert_eq!(verdicts(&sandbox), ["evil unscanned", "good unscanned", "odd unscanned"]);
    assert!(!sandbox.path("home").exists(), "a listing leaves nothing behind");
    scan(&sandbox, "skills");
    assert_eq!(verdicts(&sandbox), ["evil block", "good allow", "odd allow"]);
    let ran = sandbox.exits(0, &["list", "--set", PACK, "skills"]);
    assert!(ran.stdout.starts_with("evil  block  Helps"), "{ran}");
    // Another pack has not been asked.
    let ran = sandbox.exits(0, &["list", "--set", "scan.pack=openclaw", "skills"]);
    assert!(ran.stdout.starts_with("evil  Helps"), "{ran}");

    // The same size and the same time of writing.
    let file = sandbox.path("skills/good/SKILL.md");
    let before = fs::metadata(&file).unwrap();
    fs::write(&file, healthy("good").replace("Go.", "Do.")).unwrap();
    fs::File::options()
        .write(true)
        .open(&file)
        .unwrap()
        .set_modified(before.modified().unwrap())
        .unwrap();
    assert_eq!(fs::metadata(&file).unwrap().len(), before.len());
    assert_eq!(verdicts(&sandbox), ["evil block", "good unscanned", "odd allow"]);
    // A file more, one less, and a link elsewhere.
    scan(&sandbox, "skills");
    fs::write(sandbox.path("skills/good/.hidden"), "").unwrap();
    fs::remove_file(sandbox.path("skills/odd/a.js")).unwrap();
    assert_eq!(verdicts(&sandbox), ["evil block", "good unscanned", "odd unscanned"]);
}

#[test]
fn why_and_show_tell_what_was_found() {
    let sandbox = three();
    scan(&sandbox, "skills");
    let shown = sandbox.exits(0, &["show", "--set", PACK, "skills/evil", "--json"]).json();
    assert_eq!(shown["skill"]["verdict"], "block");
    assert_eq!(shown["skill"]["scan"]["findings"][0]["rule"], "prompt-injection-ignore");
    let ran = sandbox.exits(0, &["show", "--set", PACK, "skills/evil"]);
    assert!(ran.stdout.contains("\nverdict       block, score "), "{ran}");
    let fresh = ["show", "--set", "scan.pack=openclaw", "--scan", "skills/good", "--json"];
    let shown = sandbox.exits(0, &fresh).json();
    assert_eq!(shown["skill"]["verdict"], "allow");

    let sandbox = Sandbox::new()
        .file("home/.claude/skills/evil/SKILL.md", healthy("evil").replace("Go.", INJECTION));
    scan(&sandbox, "home/.claude/skills");
    let ran = sandbox.exits(0, &["why", "evil", "--set", PACK, "--profile", "claude-code"]);
    assert_snapshot!(ran, @"
    exit 0
    --- stdout
    claude-code (Claude Code, 2.1.325)
      + [DIR]/home/.claude/skills/evil/SKILL.md (user)
        it is loaded
        scanned: block, score 45.0: 1 critical
          critical[prompt-injection-ignore]: the text tells the model to ignore earlier instructions (SKILL.md:7)
    --- stderr
    ");
}

#[test]
fn what_the_scanner_blocks_is_not_loaded() {
    let sandbox = three();
    let arguments = ["list", "--scan", "--set", PACK, "skills"];
    assert_snapshot!(sandbox.run(&arguments), @"
    exit 0
    --- stdout
    good  allow  Helps with good. Use when asked.
    odd  allow  Helps with odd. Use when asked.
    --- stderr
    `evil` in skills/evil/SKILL.md is not loaded: the scanner blocks it: the text tells the model to ignore earlier instructions [prompt-injection-ignore, SKILL.md]
    ");
    let ran = sandbox.exits(0, &["list", "--set", PACK, "--set", "scan.onLoad=true", "skills"]);
    assert!(ran.stdout.starts_with("good  allow"), "{ran}");
    let sandbox = Sandbox::new()
        .file("home/.claude/skills/evil/SKILL.md", healthy("evil").replace("Go.", INJECTION))
        .skill("home/.claude/skills/good");
    let prompt = ["prompt", "--profile", "claude-code", "--set", PACK];
    assert!(sandbox.exits(0, &prompt).stdout.contains("evil"));
    let ran = sandbox.exits(0, &[&prompt[..], &["--scan"]].concat());
    assert!(!ran.stdout.contains("evil") && ran.stdout.contains("good"), "{ran}");
    assert!(ran.stderr.contains("`evil` is left out: the scanner blocks it"), "{ran}");
}

#[test]
fn wundr_scans_what_it_loads_unless_its_user_says_otherwise() {
    let evil = healthy("evil").replace("Go.", INJECTION);
    let excused = evil.replace("---\n#", "metadata: '{\"wundr\": {\"always\": true}}'\n---\n#");
    let sandbox = Sandbox::new()
        .file("project/skills/evil/SKILL.md", evil)
        .file("project/skills/excused/SKILL.md", excused.replace("evil", "excused"))
        .skill("project/skills/good")
        .file("project/prowess.toml", "[skills.security]\nscanOnLoad = false\n");
    let list = |more: &[&str]| {
        let arguments = [&["-C", "project", "--profile", "wundr", "list"], more].concat();
        let ran = sandbox.exits(0, &arguments);
        let names = ran.stdout.lines().map(|line| line.split(' ').next().unwrap().to_owned());
        (names.collect::<Vec<String>>(), ran)
    };
    let (names, ran) = list(&[]);
    assert_eq!(names, ["good"], "{ran}");
    assert_eq!(ran.stderr.matches("the scanner blocks it").count(), 2, "{ran}");
    for off in ["skills.security.scanOnLoad=false", "skills.security.blockCritical=false"] {
        assert_eq!(list(&["--set", off]).0, ["evil", "excused", "good"], "{off}");
    }
    let why = ["-C", "project", "--profile", "wundr", "why", "evil", "--json"];
    let why = sandbox.exits(0, &why).json();
    let candidate = &why["agents"][0]["candidates"][0];
    assert_eq!(
        (&candidate["status"], &candidate["reason"]["code"], &candidate["reason"]["line"]),
        (&"rejected".into(), &"scan".into(), &7.into())
    );
    let ran = sandbox.run(&["-C", "project", "--profile", "wundr", "doctor"]);
    assert!(ran.stdout.contains("`evil` is not loaded: the scanner blocks it"), "{ran}");
}

#[test]
fn a_cache_that_is_broken_is_begun_anew() {
    let sandbox = three();
    scan(&sandbox, "skills");
    let cache = "home/.local/state/prowess/verdicts";
    for name in sandbox.names(cache).iter().filter(|name| name.ends_with(".json")) {
        fs::write(sandbox.path(cache).join(name), "{\"version\":1,\"made\":[").unwrap();
    }
    let ran = sandbox.exits(0, &["list", "--set", PACK, "skills"]);
    assert!(ran.stdout.starts_with("evil  Helps"), "{ran}");
    assert!(ran.talk().contains("warning: verdicts are not remembered: `[DIR]/home/"), "{ran}");
    let ran = scan(&sandbox, "skills");
    assert_eq!(ran.code, 1, "{ran}");
    assert_eq!(verdicts(&sandbox), ["evil block", "good allow", "odd allow"]);
    let ran = scan(&sandbox, "skills");
    assert!(!ran.stderr.contains("warning"), "{ran}");
    // Where nothing can be remembered, everything else works.
    let sandbox = three().file("home/.local/state/prowess", "");
    let ran = scan(&sandbox, "skills");
    assert!(ran.code == 1 && ran.stderr.contains("warning: verdicts are not remembered"), "{ran}");
}

#[test]
fn many_processes_remember_all_they_saw() {
    let mut sandbox = Sandbox::new();
    for number in 0..24 {
        sandbox = sandbox.skill(&format!("skills/s{number}"));
    }
    let paths: Vec<String> = (0..24).map(|number| format!("skills/s{number}")).collect();
    let running: Vec<_> = paths
        .iter()
        .map(|path| sandbox.command(&["scan", "--set", PACK, path.as_str()]).spawn().unwrap())
        .collect();
    for mut child in running {
        assert!(child.wait().unwrap().success());
    }
    let known = verdicts(&sandbox);
    assert_eq!(known.len(), 24);
    assert!(known.iter().all(|one| one.ends_with(" allow")), "{known:?}");
}

#[test]
fn places_that_cannot_be_scanned() {
    let sandbox = Sandbox::new()
        .skill("s")
        .link("s/itself", "itself")
        .link("s/up", "..")
        .link("s/zero", "/dev/zero")
        .file("notes.txt", "")
        .file("a.skill", "PK")
        .link("linked/SKILL.md", "/dev/zero");
    let pipe = |path: &str| {
        mknodat(CWD, sandbox.path(path), FileType::Fifo, Mode::from_raw_mode(0o644), 0).unwrap();
    };
    pipe("pipe");
    pipe("pipe.md");
    pipe("s/pipe");
    for (code, path, said) in [
        (1, "gone", "`gone` does not exist"),
        (1, "notes.txt/below", "does not exist"),
        (2, "pipe", "`pipe` is no skill"),
        (2, "pipe.md", "`pipe.md` is no skill"),
        (2, "notes.txt", "`notes.txt` is no skill"),
        (1, "a.skill", "it is no archive of a known format"),
    ] {
        let ran = sandbox.exits(code, &["scan", "s", path]);
        assert!(ran.stderr.contains(said) && ran.stdout.is_empty(), "{ran}");
    }
    // A link that the skill is described by, and that leads to no file, is never allowed.
    let ran = sandbox.exits(1, &["scan", "--set", PACK, "--fail-on", "review", "linked"]);
    assert!(ran.stdout.contains("it is not a regular file"), "{ran}");
    sandbox.exits(0, &["scan", "--set", PACK, "s"]);
}

#[test]
fn what_cannot_be_read_is_not_allowed() {
    let test = "what_cannot_be_read_is_not_allowed";
    let sandbox = three()
        .file("skills/closed/SKILL.md", healthy("closed"))
        .file("skills/closed/inner/a.md", "")
        .mode("skills/closed/inner", 0o000)
        .file("skills/secret/SKILL.md", healthy("secret"))
        .file("skills/secret/run.js", "eval(a)")
        .mode("skills/secret/run.js", 0o000)
        .mode("", 0o755);
    let arguments = ["scan", "--set", PACK, "--json", "skills"];
    let Some(ran) = sandbox.run_unprivileged(test, &arguments) else { return };
    let document = ran.json();
    let of = |id: &str| {
        let skills = document["skills"].as_array().unwrap();
        let one = skills.iter().find(|one| one["id"] == id).unwrap();
        (one["verdict"].as_str().unwrap().to_owned(), one["digest"].is_null())
    };
    assert_eq!(of("closed"), ("review".to_owned(), true), "{ran}");
    assert_eq!(of("secret"), ("review".to_owned(), true), "{ran}");
    assert_eq!(of("good"), ("allow".to_owned(), false), "{ran}");
    sandbox.mode("skills/closed/inner", 0o755);
}

#[test]
fn a_file_behind_a_link_is_what_is_scanned() {
    let sandbox = Sandbox::new()
        .file("elsewhere/text.md", healthy("s").replace("Go.", INJECTION))
        .link("skills/s/SKILL.md", "../../elsewhere/text.md");
    assert_eq!(scan(&sandbox, "skills/s").code, 1);
    assert_eq!(verdicts(&sandbox), ["s block"]);
    fs::write(sandbox.path("elsewhere/text.md"), healthy("s")).unwrap();
    assert_eq!(verdicts(&sandbox), ["s unscanned"]);
    assert_ne!(scan(&sandbox, "skills/s").code, 3);
}
