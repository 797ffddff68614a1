//! What scripts may rely on: one JSON document, exit codes, streams, pipes and colours.

use std::fs::File;
use std::io::Read as _;
use std::process::{Command, Stdio};

use insta::assert_snapshot;

use crate::reference::COMMANDS;
use crate::sandbox::Sandbox;

fn sandbox() -> Sandbox {
    Sandbox::new().skill("good").file("bad/SKILL.md", "").file("file", "")
}

#[test]
fn exit_codes_and_one_document_with_json() {
    let table: &[(i32, &[&str])] = &[
        (0, &["check", "good"]),
        (1, &["check", "bad"]),
        (1, &["check", "gone"]),
        (2, &["check"]),
        (2, &["check", "good", "--profile", "nobody"]),
        (2, &["check", "good", "--unknown"]),
        (2, &["check", "good", "--fail-on", "everything"]),
        (0, &["list", "."]),
        (1, &["list", "gone"]),
        (2, &["list", "file"]),
        (1, &["why", "gone"]),
        (0, &["show", "good"]),
        (1, &["show", "bad"]),
        (1, &["show", "gone"]),
        (2, &["show", "."]),
        (1, &["render", "gone"]),
        (2, &["render"]),
        (1, &["render", "--typed", "hello"]),
        (0, &["explain"]),
        (0, &["explain", "bom"]),
        (1, &["explain", "nothing"]),
        (2, &["new", "Bad Name"]),
        (1, &["new", "good"]),
        (3, &["new", "s", "--in", "file"]),
        (0, &["fmt", "good"]),
        (1, &["fmt", "bad"]),
        (2, &["fmt"]),
        (1, &["-C", "gone", "check", "good"]),
        (2, &["unheard-of"]),
        (2, &[]),
    ];
    for (code, arguments) in table {
        let sandbox = sandbox();
        let plain = sandbox.run(arguments);
        assert_eq!(plain.code, *code, "{arguments:?}\n{plain}");
        let ran = sandbox.run(&[*arguments, &["--json"]].concat());
        assert_eq!(ran.code, *code, "{arguments:?}\n{ran}");
        let document = ran.json();
        assert_eq!(document["version"], 1, "{arguments:?}");
        let error = document.get("error");
        if *code >= 2 {
            let error = error.unwrap_or_else(|| panic!("{arguments:?}: {ran}"));
            assert_eq!(error["kind"], if *code == 2 { "usage" } else { "system" });
            assert!(!error["message"].as_str().unwrap().is_empty() && error["hints"].is_array());
            assert_eq!(plain.stdout, "", "stdout is data");
            assert!(!plain.stderr.is_empty(), "{arguments:?} fails without a word");
        }
        if error.is_some() {
            assert_eq!(ran.stderr, "", "an error is told once");
        }
    }
}

#[test]
fn usage_errors_say_what_is_missing() {
    let sandbox = sandbox();
    assert_snapshot!(sandbox.run(&["check", "--format", "json"]).answer(), @r#"
    {
      "version": 1,
      "error": {
        "kind": "usage",
        "message": "the following required arguments were not provided: <PATH>...",
        "hints": [
          "`prowess --help` shows how it is used"
        ]
      }
    }
    "#);
    assert_snapshot!(sandbox.run(&["check", "--jsn", "good", "--json"]).answer(), @r#"
    {
      "version": 1,
      "error": {
        "kind": "usage",
        "message": "unexpected argument '--jsn' found",
        "hints": [
          "a similar argument exists: '--json'",
          "`prowess --help` shows how it is used"
        ]
      }
    }
    "#);
    let without = sandbox.exits(2, &["--json"]).json();
    let message = format!(
        "'prowess' requires a subcommand but one was not provided [subcommands: {}]",
        COMMANDS.join(", ")
    );
    assert_eq!(without["error"]["message"], message);
    let plain = sandbox.exits(2, &["check", "--"]);
    assert_eq!(plain.stdout, "");
}

#[test]
fn an_unknown_profile_names_the_known_ones() {
    // A new agent is no change of the contract.
    let known = prowess::Profile::names().collect::<Vec<_>>().join(", ");
    let run =
        |arguments: &[&str]| sandbox().run(arguments).to_string().replace(&known, "[PROFILES]");
    assert_snapshot!(run(&["check", "good", "--profile", "nobody"]), @"
    exit 2
    --- stdout

    --- stderr
    error: there is no profile `nobody`; there are [PROFILES]
    ");
    assert_snapshot!(run(&["check", "good", "--profile", "nobody", "--format", "json"]), @r#"
    exit 2
    --- stdout
    {
      "version": 1,
      "error": {
        "kind": "usage",
        "message": "there is no profile `nobody`; there are [PROFILES]",
        "hints": []
      }
    }
    --- stderr
    "#);
}

#[test]
fn paths_are_taken_from_the_other_directory() {
    let sandbox = sandbox();
    let ran = sandbox.exits(1, &["-C", "bad", "check", "."]);
    assert!(ran.stdout.starts_with("./SKILL.md: error[file-empty]"), "{ran}");
    sandbox.exits(0, &["check", "-C", "good", "SKILL.md"]);
    sandbox.exits(0, &["-C", "bad", "new", "inner"]);
    assert_eq!(sandbox.names("bad"), ["SKILL.md", "inner"]);
    assert_snapshot!(sandbox.run(&["-C", "file", "check", "."]), @"
    exit 1
    --- stdout

    --- stderr
    error: cannot enter `file`: Not a directory (os error 20)
    ");
    assert_snapshot!(sandbox.run(&["-C", "gone", "check", "."]), @"
    exit 1
    --- stdout

    --- stderr
    error: cannot enter `gone`: No such file or directory (os error 2)
    ");
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let many =
        (0..200).fold(Sandbox::new(), |sandbox, n| sandbox.file(format!("s{n}/SKILL.md"), ""));
    let table: &[&[&str]] = &[
        &["check", "."],
        &["check", "--json", "."],
        &["explain"],
        &["--help"],
        &["check", "--json"],
    ];
    for arguments in table {
        let mut command = many.command(arguments);
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let ran = many.finish(command.stdout(writer));
        assert_eq!(ran.code, 0, "{arguments:?}\n{ran}");
        assert!(!ran.stderr.contains("error:"), "{ran}");
    }
    let binary = env!("CARGO_BIN_EXE_prowess");
    let script = format!("{{ '{binary}' check --json .; echo $? >&2; }} | head -c1");
    let output = Command::new("sh").args(["-c", &script]).current_dir(many.path(".")).output();
    let talk = String::from_utf8(output.unwrap().stderr).unwrap();
    // A short document may fit into the pipe before its reader goes: then the answer is no.
    assert!(["0\n", "1\n"].contains(&talk.as_str()), "{talk}");
}

#[test]
fn a_slow_reader_gets_everything() {
    let many =
        (0..300).fold(Sandbox::new(), |sandbox, n| sandbox.file(format!("s{n}/SKILL.md"), ""));
    let mut child = many.command(&["check", "--json", "."]).stderr(Stdio::null()).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let (mut all, mut part) = (Vec::new(), [0; 4096]);
    loop {
        std::thread::sleep(std::time::Duration::from_millis(2));
        match stdout.read(&mut part).unwrap() {
            0 => break,
            count => all.extend_from_slice(&part[..count]),
        }
    }
    assert!(all.len() > 65_536, "more than a pipe holds");
    let document: serde_json::Value = serde_json::from_slice(&all).unwrap();
    assert_eq!(document["skills"].as_array().unwrap().len(), 300);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn a_full_disk_is_a_failure_with_a_word() {
    let Ok(full) = File::options().write(true).open("/dev/full") else {
        eprintln!("SKIPPED a_full_disk_is_a_failure_with_a_word: there is no /dev/full");
        return;
    };
    let sandbox = sandbox();
    let ran = sandbox.finish(sandbox.command(&["explain"]).stdout(full));
    assert_snapshot!(ran, @"
    exit 3
    --- stdout

    --- stderr
    error: cannot print the answer: No space left on device (os error 28)
    ");
}

#[test]
fn colours_are_for_terminals_unless_asked_for() {
    let sandbox = sandbox();
    let table: &[(&[&str], Option<&str>, bool)] = &[
        (&[], None, false),
        (&["--color", "auto"], None, false),
        (&["--color", "never"], None, false),
        (&["--color", "always"], None, true),
        (&["--color", "always"], Some("1"), true),
        (&[], Some("1"), false),
        (&[], Some(""), false),
    ];
    for (arguments, no_color, colored) in table {
        let mut command = sandbox.command(&[&["check", "bad"], *arguments].concat());
        if let Some(value) = no_color {
            command.env("NO_COLOR", value);
        }
        let ran = sandbox.finish(&mut command);
        assert_eq!(ran.stdout.contains('\u{1b}'), *colored, "{arguments:?} {no_color:?}");
        assert!(!ran.stderr.contains('\u{1b}'));
    }
    let ran = sandbox.exits(1, &["check", "bad", "--json", "--color", "always"]);
    assert!(!ran.stdout.contains('\u{1b}'), "{ran}");
}

#[test]
fn help_and_version_are_data() {
    let sandbox = sandbox();
    assert_eq!(sandbox.exits(0, &["--version"]).answer(), "prowess [VERSION]\n");
    for arguments in [&["--help"][..], &["-h"], &["check", "--help"]] {
        let ran = sandbox.exits(0, arguments);
        assert!(ran.stdout.contains("Usage: prowess") && ran.stderr.is_empty(), "{ran}");
    }
}
