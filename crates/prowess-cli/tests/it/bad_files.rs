//! Files that are no files, are not there, or are far too much: never a hang, always a word.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use insta::assert_snapshot;
use prowess_api::PathText;
use rustix::fs::{CWD, FileType, Mode, mknodat};

use crate::sandbox::{Sandbox, healthy};

fn fifo(sandbox: &Sandbox, path: &str) {
    mknodat(CWD, sandbox.path(path), FileType::Fifo, Mode::from_raw_mode(0o644), 0).unwrap();
}

#[test]
fn what_is_no_regular_file_is_refused_without_waiting() {
    let sandbox = Sandbox::new()
        .skill("healthy")
        .link("zero/SKILL.md", "/dev/zero")
        .link("null/SKILL.md", "/dev/null")
        .link("dangling/SKILL.md", "nowhere")
        .link("itself/SKILL.md", "SKILL.md")
        .directory("directory/SKILL.md")
        .directory("pipe");
    fifo(&sandbox, "pipe/SKILL.md");
    let named = ["zero", "null", "dangling", "itself", "directory", "pipe"];
    assert_snapshot!(sandbox.run(&[&["check"], &named[..]].concat()), @"
    exit 1
    --- stdout
    zero/SKILL.md: error[file-unreadable]: the file cannot be read: it is not a regular file
    null/SKILL.md: error[file-unreadable]: the file cannot be read: it is not a regular file
    dangling/SKILL.md: error[file-unreadable]: the file cannot be read: No such file or directory (os error 2)
    itself/SKILL.md: error[file-unreadable]: the file cannot be read: Too many levels of symbolic links (os error 40)
    directory/SKILL.md: error[file-unreadable]: the file cannot be read: it is a directory
    pipe/SKILL.md: error[file-unreadable]: the file cannot be read: it is not a regular file
    --- stderr
    6 skills checked, 6 invalid: 6 errors
    ");
    assert_snapshot!(sandbox.run(&["check", "."]), @"
    exit 1
    --- stdout
    ./dangling/SKILL.md: error[file-unreadable]: the file cannot be read: No such file or directory (os error 2)
    ./itself/SKILL.md: error[file-unreadable]: the file cannot be read: Too many levels of symbolic links (os error 40)
    ./null/SKILL.md: error[file-unreadable]: the file cannot be read: it is not a regular file
    ./pipe/SKILL.md: error[file-unreadable]: the file cannot be read: it is not a regular file
    ./zero/SKILL.md: error[file-unreadable]: the file cannot be read: it is not a regular file
    --- stderr
    6 skills checked, 5 invalid: 5 errors
    ");
    assert_snapshot!(sandbox.run(&["list", "."]), @"
    exit 0
    --- stdout
    healthy  Helps with healthy. Use when asked.
    --- stderr
    `dangling` in ./dangling/SKILL.md is not loaded: the file cannot be read: No such file or directory (os error 2)
    `itself` in ./itself/SKILL.md is not loaded: the file cannot be read: Too many levels of symbolic links (os error 40)
    `null` in ./null/SKILL.md is not loaded: the file cannot be read: it is not a regular file
    `pipe` in ./pipe/SKILL.md is not loaded: the file cannot be read: it is not a regular file
    `zero` in ./zero/SKILL.md is not loaded: the file cannot be read: it is not a regular file
    ");
    for name in named {
        sandbox.exits(1, &["show", name]);
        sandbox.exits(1, &["fmt", name]);
        sandbox.exits(1, &["check", "--fix", name]);
    }
}

#[test]
fn special_files_inside_a_skill_are_never_opened() {
    let sandbox = Sandbox::new()
        .file("s/SKILL.md", healthy("s").replace("Go.", "See [a](pipe) and [b](zero)."))
        .link("s/zero", "/dev/zero");
    fifo(&sandbox, "s/pipe");
    sandbox.exits(0, &["check", "s"]);
    let ran = sandbox.exits(0, &["show", "--json", "s"]);
    let kinds: Vec<(String, String)> = ran.json()["skill"]["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| (file["path"].as_str().unwrap().into(), file["kind"].as_str().unwrap().into()))
        .collect();
    let expected = [("SKILL.md", "file"), ("pipe", "other"), ("zero", "link")];
    assert_eq!(kinds, expected.map(|(path, kind)| (path.to_owned(), kind.to_owned())));
}

#[test]
fn files_given_by_name_may_be_anything() {
    let sandbox = Sandbox::new().file("notes.txt", "").file("flat.md", healthy("flat"));
    fifo(&sandbox, "pipe.md");
    let ran = sandbox.run(&["check", "/dev/zero", "/dev/null", "notes.txt", "flat.md", "pipe.md"]);
    assert_snapshot!(ran, @"
    exit 1
    --- stdout
    /dev/zero: error[not-markdown]: `/dev/zero` is not a Markdown file
    /dev/null: error[not-markdown]: `/dev/null` is not a Markdown file
    notes.txt: error[not-markdown]: `notes.txt` is not a Markdown file
    pipe.md: error[file-unreadable]: the file cannot be read: it is not a regular file
    --- stderr
    5 skills checked, 4 invalid: 4 errors
    ");
}

#[test]
fn what_may_not_be_read_is_told() {
    let sandbox = Sandbox::new()
        .skill("closed")
        .mode("closed/SKILL.md", 0o000)
        .skill("shut/inner")
        .mode("shut", 0o000)
        .skill("open")
        .mode(".", 0o755);
    let ran = sandbox.run_unprivileged("what_may_not_be_read_is_told", &["check", "."]);
    let _open_again = sandbox.mode("shut", 0o755);
    let Some(ran) = ran else { return };
    assert_snapshot!(ran, @"
    exit 1
    --- stdout
    ./closed/SKILL.md: error[file-unreadable]: the file cannot be read: Permission denied (os error 13)
    ./shut: error[file-unreadable]: the file cannot be read: Permission denied (os error 13)
    --- stderr
    3 skills checked, 2 invalid: 2 errors
    ");
}

#[test]
fn loops_of_links_end_and_find_nothing_twice() {
    let sandbox = Sandbox::new()
        .skill("skills/a")
        .link("skills/up", "..")
        .link("skills/here", ".")
        .link("one/other", "../two")
        .link("two/other", "../one")
        .skill("two/b");
    let document = sandbox.exits(0, &["check", "--json", "."]).json();
    let paths: Vec<&str> = document["skills"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["path"].as_str().unwrap())
        .collect();
    assert_eq!(paths, ["./one/other/b", "./skills/a", "./two/b"]);
    assert_eq!(sandbox.exits(0, &["list", "skills"]).stdout.lines().count(), 1);
}

#[test]
fn a_linked_skill_is_a_skill() {
    let sandbox = Sandbox::new().skill("elsewhere/s").link("skills/s", "../elsewhere/s");
    assert_eq!(sandbox.exits(0, &["list", "skills"]).stdout, "s  Helps with s. Use when asked.\n");
    sandbox.exits(0, &["check", "--strict", "skills"]);
}

#[test]
fn a_giant_file_is_cut_not_read() {
    let sandbox = Sandbox::new().directory("sparse").file("begun/SKILL.md", healthy("begun"));
    File::create(sandbox.path("sparse/SKILL.md")).unwrap().set_len(100 << 20).unwrap();
    File::options()
        .write(true)
        .open(sandbox.path("begun/SKILL.md"))
        .unwrap()
        .set_len(100 << 20)
        .unwrap();
    let ran = sandbox.exits(1, &["check", "--json", "sparse", "begun"]);
    assert!(ran.stdout.len() < 10_000, "{}", ran.stdout.len());
    assert_snapshot!(ran.found().join("\n"), @"
    nul-bytes warning
    file-too-large error
    file-empty error
    frontmatter-missing warning
    nul-bytes warning
    file-too-large error
    ");
    assert_snapshot!(sandbox.run(&["list", "."]), @"
    exit 0
    --- stdout

    --- stderr
    `begun` in ./begun/SKILL.md is not loaded: the file has 104857600 bytes; only the first 8388608 are read
    `sparse` in ./sparse/SKILL.md is not loaded: the file has 104857600 bytes; only the first 8388608 are read
    ");
}

#[test]
fn more_files_than_are_looked_at_are_told() {
    let text = healthy("s").replace("Go.", "[0](many/0) [1](many/10000) [2](many/20000)");
    let sandbox = Sandbox::new().file("s/SKILL.md", text).directory("s/many");
    for number in 0..20_001 {
        File::create(sandbox.path(format!("s/many/{number}"))).unwrap();
    }
    assert_snapshot!(sandbox.run(&["check", "s"]), @"
    exit 0
    --- stdout
    s: warning[tree-limit]: not everything was looked at: more than 20000 files and directories
    --- stderr
    1 skill checked, 0 invalid: 1 warning
    ");
    let document = sandbox.exits(0, &["show", "--json", "s"]).json();
    assert!(document["skill"]["digest"].is_null(), "a digest of a part is no digest");
    // Found by its SKILL.md alone, it is still listed.
    assert_eq!(sandbox.exits(0, &["list", "."]).stdout.lines().count(), 1);
}

#[test]
fn directories_count_as_files_do() {
    let sandbox = Sandbox::new().skill("s");
    for number in 0..20_001 {
        fs::create_dir(sandbox.path(format!("s/{number}"))).unwrap();
    }
    let ran = sandbox.exits(0, &["check", "--json", "s"]);
    assert_eq!(ran.found(), ["tree-limit warning"]);
}

#[test]
fn deep_nesting_ends() {
    let deep = vec!["d"; 40].join("/");
    let inside = Sandbox::new().skill("s").file(format!("s/{deep}/file"), "");
    assert_snapshot!(inside.run(&["check", "s"]), @"
    exit 0
    --- stdout
    s: warning[tree-limit]: not everything was looked at: directories deeper than 32 levels
    --- stderr
    1 skill checked, 0 invalid: 1 warning
    ");
    let above = Sandbox::new().skill(&format!("{deep}/s"));
    assert_snapshot!(above.run(&["check", "."]), @"
    exit 1
    --- stdout
    ./d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d: warning[tree-limit]: not everything was looked at: directories deeper than 32 levels
    .: error[skill-file-missing]: `.` has no SKILL.md
    --- stderr
    2 skills checked, 1 invalid: 1 error, 1 warning
    ");
}

#[test]
fn names_that_are_not_utf8_are_told_by_their_bytes() {
    let odd = Path::new(OsStr::from_bytes(b"od\xffd"));
    let sandbox = Sandbox::new()
        .file(odd.join("SKILL.md"), healthy("odd").replace("Go.", "[a](b.md)"))
        .file(odd.join(OsStr::from_bytes(b"\xfe.txt")), "");
    assert_snapshot!(sandbox.run(&["check", "--json", "."]).answer(), @r#"
    {
      "version": 1,
      "skills": [
        {
          "path": "./od�d",
          "pathBytes": "Li9vZP9k",
          "name": "odd",
          "description": "Helps with odd. Use when asked.",
          "valid": true,
          "diagnostics": [
            {
              "code": "name-directory-mismatch",
              "severity": "warning",
              "message": "the name is `odd` but the directory is called `od�d`",
              "file": "./od�d/SKILL.md",
              "fileBytes": "Li9vZP9kL1NLSUxMLm1k",
              "line": 2,
              "column": 7,
              "start": 10,
              "end": 13,
              "help": "rename one of them",
              "fixable": false
            },
            {
              "code": "link-broken",
              "severity": "warning",
              "message": "the link to `b.md` leads to nothing",
              "file": "./od�d/SKILL.md",
              "fileBytes": "Li9vZP9kL1NLSUxMLm1k",
              "line": 7,
              "column": 1,
              "start": 72,
              "end": 81,
              "help": "add the file, or mend the link",
              "fixable": false
            }
          ]
        }
      ]
    }
    "#);
    let shown =
        sandbox.exits(0, &[OsStr::new("show"), OsStr::new("--json"), odd.as_os_str()]).json();
    assert_eq!(shown["skill"]["pathBytes"], "b2T/ZA==");
    assert_eq!(shown["skill"]["fileBytes"], "b2T/ZC9TS0lMTC5tZA==");
    assert_eq!(shown["skill"]["files"][1]["pathBytes"], "/i50eHQ=");
    let listed = sandbox.exits(0, &["list", "--json", "."]).json();
    assert_eq!(listed["skills"][0]["pathBytes"], "Li9vZP9kL1NLSUxMLm1k");
    let made = [
        OsStr::new("new"),
        OsStr::new("s"),
        OsStr::new("--json"),
        OsStr::new("--in"),
        odd.as_os_str(),
    ];
    assert_eq!(sandbox.exits(0, &made).json()["pathBytes"], "b2T/ZC9z");
}

#[test]
fn a_project_whose_path_is_not_utf8_is_told_by_its_bytes() {
    let odd = Path::new(OsStr::from_bytes(b"od\xffd"));
    let sandbox = Sandbox::new()
        .file(odd.join(".claude/skills/s/SKILL.md"), healthy("s"))
        .file(odd.join(".claude/skills/t/SKILL.md"), healthy("s"));
    let run = |arguments: &[&str]| {
        let mut all = vec![OsStr::new("-C"), odd.as_os_str()];
        all.extend(arguments.iter().map(OsStr::new));
        sandbox.exits(0, &all).json()
    };
    let bytes = |path: &str| PathText::new(&sandbox.path(odd).join(path)).bytes.unwrap();
    let first = bytes(".claude/skills/s/SKILL.md");
    let why = run(&["--profile", "prowess", "why", "s", "--json"]);
    let candidates = &why["agents"][0]["candidates"];
    assert_eq!(candidates[0]["pathBytes"], first);
    assert_eq!(candidates[0]["rootBytes"], bytes(".claude/skills"));
    assert_eq!(candidates[1]["pathBytes"], bytes(".claude/skills/t/SKILL.md"));
    assert_eq!(candidates[1]["reason"]["byBytes"], first);
    let agents = run(&["agents", "claude-code", "--json"]);
    assert_eq!(agents["agents"][0]["directories"][0]["pathBytes"], bytes(".claude/skills"));
    let matrix = run(&["agents", "claude-code", "--matrix", "--json"]);
    assert_eq!(matrix["skills"][0]["agents"]["claude-code"]["pathBytes"], first);
    // It cannot be remembered, and so it was never trusted.
    let untrusted = run(&["untrust", "--json"]);
    assert_eq!(untrusted["directoryBytes"], PathText::new(&sandbox.path(odd)).bytes.unwrap());
    // What is text has no bytes beside it.
    let plain = Sandbox::new().skill(".claude/skills/s");
    let why = plain.exits(0, &["--profile", "prowess", "why", "s", "--json"]);
    assert!(!why.stdout.contains("Bytes"), "{why}");
}
