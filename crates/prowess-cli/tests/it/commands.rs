//! Commands in a skill's text: when they run, in what, with which arguments, and what stands in their
//! place.

use insta::assert_snapshot;

use crate::sandbox::{Ran, Sandbox};

/// A user with one skill, which Wundr and Claude Code find.
fn sandbox(body: &str) -> Sandbox {
    let text = format!("---\nname: look\ndescription: Looks.\n---\n{body}\n");
    let places = ["home/.claude/skills", "home/.wundr/skills"];
    let sandbox =
        Sandbox::new().file("place/.git/HEAD", "").file("place/project.txt", "of the project\n");
    places.iter().fold(sandbox, |sandbox, place| {
        sandbox
            .file(format!("{place}/look/SKILL.md"), &text)
            .file(format!("{place}/look/note.txt"), "a note\n")
    })
}

fn run(sandbox: &Sandbox, profile: &str, more: &[&str]) -> Ran {
    let always = ["-C", "place", "run", "look", "--allow", "once", "--profile", profile];
    sandbox.run(&[&always[..], more].concat())
}

/// The text, where it ran.
fn text(sandbox: &Sandbox, profile: &str, more: &[&str]) -> String {
    let ran = run(sandbox, profile, more);
    assert_eq!(ran.code, 0, "{ran}");
    ran.answer().trim_end().to_owned()
}

#[test]
fn output_takes_the_place_of_a_command() {
    let wundr = sandbox("Before\n!cat note.txt\n\n!echo \"$ARGUMENTS\"\n\n!pwd\nAfter");
    assert_snapshot!(text(&wundr, "wundr", &["1 2; id"]), @r#"
    <skill name="look">
    <!-- arguments: 1 2; id -->

    Before
    a note

    1 2; id

    [DIR]/home/.wundr/skills/look
    After

    </skill>
    "#);
    let claude = sandbox("Note: !`cat note.txt` and `!`x` and\n```!\necho one\necho two\n```\n");
    assert_snapshot!(text(&claude, "claude-code", &[]), @"
    Note: a note and `!`x` and
    one
    two
    ");
    assert_snapshot!(text(&claude, "prowess", &[]), @r#"
    <skill_content name="look">
    Note: a note and `!`x` and
    one
    two

    Skill directory: [DIR]/home/.claude/skills/look
    Relative paths in this skill are relative to the skill directory.

    <skill_resources>
      <file>note.txt</file>
    </skill_resources>
    </skill_content>
    "#);
}

#[test]
fn only_so_many_commands_run() {
    let sandbox = sandbox(&"A !`true`\n".repeat(102));
    let ran = run(&sandbox, "claude-code", &[]);
    assert_eq!(ran.code, 0, "{ran}");
    let not_run = "A [shell command execution disabled by policy]";
    assert_eq!(ran.answer().lines().filter(|line| *line == not_run).count(), 2, "{ran}");
    assert!(ran.stderr.contains("`true` was not run: 100 commands come before it"), "{ran}");
}

#[test]
fn a_command_that_is_too_long_is_not_called_missing() {
    let sandbox = sandbox("A !`echo $ARGUMENTS`\n");
    let words: Vec<String> = (0..9_000).map(|number| number.to_string()).collect();
    let ran = run(&sandbox, "claude-code", &[&words.join(" ")]);
    assert_eq!(ran.code, 1, "{ran}");
    assert!(ran.stderr.contains("Argument list too long"), "{ran}");
}

#[test]
fn json_says_what_ran_and_in_which_walls() {
    let sandbox = sandbox("!cat note.txt\n!cat gone.txt\n");
    let ran = run(&sandbox, "wundr", &["--json"]);
    let json = ran.json();
    let isolation = json["isolation"].as_str().unwrap();
    assert!(
        ["namespaces+landlock+seccomp", "landlock+seccomp"].contains(&isolation),
        "{isolation}"
    );
    assert_snapshot!(ran.to_string().replace(isolation, "[WALLS]"), @r#"
    exit 0
    --- stdout
    {
      "version": 1,
      "success": true,
      "skillName": "look",
      "executionContext": "inline",
      "title": "Loaded skill: look",
      "directory": "[DIR]/home/.wundr/skills/look",
      "prompt": "<skill name=\"look\">\n\na note\n<!-- command failed (exit 1): cat gone.txt -->\n\n</skill>",
      "commands": [
        {
          "command": "cat note.txt",
          "status": "done",
          "exitCode": 0,
          "output": "a note",
          "durationMs": 0
        },
        {
          "command": "cat gone.txt",
          "status": "failed",
          "exitCode": 1,
          "reason": "exit 1",
          "output": "",
          "durationMs": 0
        }
      ],
      "isolation": "[WALLS]",
      "durationMs": 0
    }
    --- stderr
    "#);
}

/// Whatever is typed is an argument: a file that a shell would have made is not there, and what is
/// printed is what was typed.
#[test]
fn arguments_are_never_shell_text() {
    let hostile = [
        "; touch made",
        "$(touch made)",
        "`touch made`",
        "| touch made",
        "&& touch made",
        "\n touch made\n",
        "' ; touch made ; '",
        "\" ; touch made ; \"",
        "${IFS}",
        "> made",
        "a\\",
        "* ?",
        "-n",
    ];
    for profile in ["wundr", "claude-code"] {
        let body = match profile {
            "wundr" => "!printf '[%s]' \"$ARGUMENTS\"\n\n!printf '(%s)' '$ARGUMENTS'",
            _ => "!`printf '[%s]' \"$ARGUMENTS\"` !`printf '(%s)' '$ARGUMENTS'`",
        };
        let sandbox = sandbox(body);
        for typed in hostile {
            let text = text(&sandbox, profile, &["--set", "sandbox.workspace=write", "--", typed]);
            let typed = typed.trim();
            assert!(text.contains(&format!("[{typed}]")), "{profile} {typed:?}: {text}");
            assert!(text.contains(&format!("({typed})")), "{profile} {typed:?}: {text}");
            assert!(!sandbox.path("place/made").exists(), "{profile} {typed:?}");
        }
    }
}

#[test]
fn only_allowed_prefixes_run() {
    let table = [
        ("cat note.txt", "cat", true),
        ("cat note.txt", "cat note.txt", true),
        ("cat note.txt", "cat other.txt", false),
        ("cat note.txt", "ca", false),
        ("cat note.txt; id -u", "cat", false),
        ("cat note.txt && id -u", "cat", false),
        ("cat note.txt | wc -l", "cat", false),
        ("cat $(ls note.txt)", "cat", false),
        ("cat note.txt > x.txt", "cat", false),
        ("env X=1 cat note.txt", "cat", false),
        ("cat note.txt", "dog", false),
    ];
    for (command, prefix, runs) in table {
        let set = format!("skills.security.allowedCommandPrefixes=['{prefix}']");
        let ran = run(&sandbox(&format!("!{command}")), "wundr", &["--set", &set]);
        assert_eq!(ran.code, 0, "{ran}");
        assert_eq!(ran.stdout.contains("a note"), runs, "{command} {prefix}: {ran}");
        let blocked = format!("<!-- command blocked (not in allowed prefixes): {command} -->");
        assert_eq!(ran.stdout.contains(&blocked), !runs, "{command} {prefix}: {ran}");
    }
}

#[test]
fn how_failures_show() {
    let fails = "!`echo so far; exit 3`";
    assert_snapshot!(run(&sandbox("!sh -c 'echo so far; exit 3'"), "wundr", &[]), @r#"
    exit 0
    --- stdout
    <skill name="look">

    <!-- command failed (exit 3): sh -c 'echo so far; exit 3' -->
    so far

    </skill>
    --- stderr
    "#);
    assert_snapshot!(run(&sandbox(fails), "claude-code", &[]), @"
    exit 1
    --- stdout

    --- stderr
    error: skill `look` is not started: `echo so far; exit 3` failed (exit 3)
    hint: it said: so far
    ");
    assert_snapshot!(run(&sandbox(fails), "prowess", &[]), @r#"
    exit 0
    --- stdout
    <skill_content name="look">
    [shell command failed (exit 3): echo so far; exit 3]
    so far

    Skill directory: [DIR]/home/.claude/skills/look
    Relative paths in this skill are relative to the skill directory.

    <skill_resources>
      <file>note.txt</file>
    </skill_resources>
    </skill_content>
    --- stderr
    "#);
    // That nothing was found is no failure.
    assert_snapshot!(text(&sandbox("!`grep nothing note.txt`."), "claude-code", &[]), @".");
    let opencode = sandbox("").file(
        "place/.opencode/skill/look/SKILL.md",
        format!("---\nname: look\ndescription: Looks.\n---\n{fails}\n"),
    );
    opencode.exits(0, &["trust", "place"]);
    assert_snapshot!(text(&opencode, "opencode", &[]), @"
    ## Skill: look

    **Base directory**: [DIR]/place/.opencode/skill/look

    so far
    ");
    let unknown = run(&sandbox("!nosuchprogram --version"), "wundr", &[]);
    assert!(
        unknown.stdout.contains("<!-- command failed (exit 127): nosuchprogram --version -->"),
        "{unknown}"
    );
}

#[test]
fn output_is_cut_and_made_harmless() {
    let body = "!`printf 'red \\033[31m\\007 and \\377 bytes'`\n\n!`head -c 200000 /dev/zero | tr '\\0' x`";
    let text = text(&sandbox(body), "prowess", &[]);
    assert!(text.contains("red  and \u{fffd} bytes"), "{}", &text[..200]);
    assert!(text.contains(&"x".repeat(65_536)) && !text.contains(&"x".repeat(65_537)));
    assert!(text.contains("[the output was longer, and is cut here]"));
    // What a command prints is never looked at again, and cannot end what it stands in.
    let again = sandbox("!`printf '!\\140id\\140 \\044ARGUMENTS </skill_content>'`");
    let text = self::text(&again, "prowess", &["typed"]);
    assert!(text.contains("!`id` $ARGUMENTS &lt;/skill_content>"), "{text}");
}

/// Off unless the skill is trusted and permission is given.
#[test]
fn what_has_to_be_so_that_anything_runs() {
    let text = "---\nname: mine\ndescription: d\n---\n!`echo ran`\n";
    let sandbox =
        Sandbox::new().file("place/.git/HEAD", "").file("place/.agents/skills/mine/SKILL.md", text);
    let once = ["-C", "place", "run", "mine", "--allow", "once"];
    assert_snapshot!(sandbox.run(&once), @r#"
    exit 0
    --- stdout
    <skill_content name="mine">
    [shell command execution disabled by policy]

    Skill directory: [DIR]/place/.agents/skills/mine
    Relative paths in this skill are relative to the skill directory.
    </skill_content>
    --- stderr
    commands that were not run: 1
    nothing of it may run: the project `[DIR]/place` is not trusted
    "#);
    sandbox.exits(0, &["trust", "place"]);
    assert!(sandbox.exits(0, &once).stdout.contains("\nran\n"));
    assert_snapshot!(sandbox.run(&["-C", "place", "run", "mine"]), @"
    exit 1
    --- stdout

    --- stderr
    error: permission is needed for commands of skill `mine`, and nobody can be asked
    hint: `--allow once` allows it this time, `--allow always` until the skill changes
    ");
    // `render` runs nothing, whatever is allowed.
    assert!(
        sandbox
            .exits(0, &["-C", "place", "render", "mine", "--allow", "always"])
            .stdout
            .contains("disabled by policy")
    );
    // What is allowed for good is allowed until a file changes.
    sandbox.exits(0, &["-C", "place", "run", "mine", "--allow", "always"]);
    assert!(sandbox.exits(0, &["-C", "place", "run", "mine"]).stdout.contains("\nran\n"));
    let sandbox = sandbox.file("place/.agents/skills/mine/more.md", "");
    sandbox.exits(1, &["-C", "place", "run", "mine"]);
    // The user's rules: never, or always.
    let deny =
        ["-C", "place", "run", "mine", "--allow", "once", "--set", "permission.command.*=deny"];
    let denied = sandbox.exits(0, &deny);
    assert!(denied.stdout.contains("disabled by policy"), "{denied}");
    assert!(denied.stderr.contains("was not run: a rule forbids it"), "{denied}");
    let allow = ["-C", "place", "run", "mine", "--set", "permission.command.mine=allow"];
    assert!(sandbox.exits(0, &allow).stdout.contains("\nran\n"));
    // A project cannot: not by its own settings, nor by an agent's.
    let project = "[permission.command]\n\"*\" = \"allow\"\n[sandbox]\nminimum = \"rlimits\"\n\
                   [sandbox.network]\nmine = \"allow\"\n[skills.entries.mine.env]\nX = \"1\"\n";
    let sandbox = sandbox.file("place/prowess.toml", project);
    sandbox.exits(1, &["-C", "place", "run", "mine"]);
    sandbox.exits(0, &["untrust", "place"]);
    assert!(sandbox.exits(0, &allow).stdout.contains("disabled by policy"));
}

#[test]
fn commands_see_little() {
    let body = "!`env | sort`\n\n!`cat ../../../../place/project.txt`\n\n!`ls ../../..; true`";
    let sandbox = sandbox(body).file("home/.ssh/id_rsa", "KEY").file("home/.netrc", "KEY");
    let set = [
        "--env",
        "SECRET=of the user",
        "--env",
        "LANG=C",
        "--set",
        "skills.entries.look.env.TOKEN='mine'",
        "--set",
        "skills.entries.look.env.LD_PRELOAD='/tmp/x.so'",
        "--set",
        "skills.entries.other.env.OTHER='theirs'",
    ];
    let ran = run(&sandbox, "prowess", &set);
    assert_eq!(ran.code, 0, "{ran}");
    for absent in ["SECRET", "OTHER", "LD_PRELOAD", "HOME="] {
        assert!(!ran.stdout.contains(absent), "{absent}: {ran}");
    }
    assert!(ran.stdout.contains("TOKEN=mine") && ran.stdout.contains("LANG=C"), "{ran}");
    assert!(ran.stdout.contains("of the project"), "{ran}");
    assert!(ran.stderr.contains("`LD_PRELOAD` is never given to commands of skills"), "{ran}");
    let keys = self::sandbox("!`cat ../../../.ssh/id_rsa ../../../.netrc /etc/shadow; id -u`")
        .file("home/.ssh/id_rsa", "KEY")
        .file("home/.netrc", "KEY");
    let ran = run(&keys, "prowess", &[]);
    assert!(!ran.stdout.contains("KEY") && !ran.stdout.contains("root:"), "{ran}");
    // A home that is named through the project is not above it.
    let beside = self::sandbox("!`cat ../../../../place/project.txt`");
    let ran = run(&beside, "prowess", &["--home", "../place/../home"]);
    assert!(ran.stdout.contains("of the project"), "{ran}");
    let none = self::sandbox("!`cat ../../../../place/project.txt`");
    let ran = run(&none, "prowess", &["--set", "sandbox.workspace=none"]);
    assert!(!ran.stdout.contains("of the project"), "{ran}");
}

/// The lines of corpora.md's table: none of the harmless ones runs under any profile.
#[test]
fn harmless_lines_stay_text() {
    let lines = [
        "![image](x.png)",
        "!!! note",
        "!important",
        "!*.md",
        "!node_modules/keep/",
        "!make sure to read",
        "!vec[1]",
        "!println(\"x\")",
        "!(a)",
        "!= b",
        "Hello!`id -u`",
        "    !id -u",
    ];
    let fenced =
        "```\n!id -u\n!`id -u`\n![x](y.png)\n!dist\n```\n\n~~~sh\n!`id -u`\n~~~\n\n`!`id -u``\n";
    let body = format!("{}\n\n{fenced}", lines.join("\n\n"));
    for profile in ["wundr", "claude-code", "prowess"] {
        let json = run(&sandbox(&body), profile, &["--json"]).json();
        assert_eq!(json.get("commands"), None, "{profile}: {json:#}");
    }
}

/// A yes for good covers what the commands were given when it was said.
#[test]
fn an_approval_covers_the_variables_that_were_named() {
    let sandbox = sandbox("!`echo ran`");
    let start = ["-C", "place", "run", "look", "--profile", "prowess"];
    let run = |more: &[&str]| sandbox.run(&[&start[..], more].concat()).code;
    let (one, two) = ("skills.entries.look.env.ONE='1'", "skills.entries.look.env.TWO='2'");
    assert_eq!(run(&["--allow", "always", "--set", one]), 0);
    assert_eq!((run(&[]), run(&["--set", one])), (0, 0));
    assert_eq!(run(&["--set", one, "--set", two]), 1);
    assert_eq!(run(&["--set", "sandbox.network.look=allow"]), 1);
}

#[test]
fn walls_that_are_too_low_run_nothing() {
    let sandbox = sandbox("!pwd");
    let ran = run(&sandbox, "wundr", &["--set", "sandbox.minimum=highest"]);
    assert_eq!(ran.code, 1, "{ran}");
    assert!(ran.stderr.contains("the setting `sandbox.minimum`: there is no `highest`"), "{ran}");
    let ran = run(&sandbox, "wundr", &["--set", "sandbox.workspace=wrote"]);
    assert!(ran.stderr.contains("the setting `sandbox.workspace`: there is no `wrote`"), "{ran}");
}
