//! `run`: what a skill that is started asks for takes its place.

use insta::assert_snapshot;
use prowess_testkit::started;

use crate::sandbox::Sandbox;

#[test]
fn files_of_the_skill_are_read_into_its_text() {
    let sandbox = Sandbox::new()
        .file(
            "skills/notes/SKILL.md",
            "---\nname: notes\ndescription: Notes.\n---\n\n# Notes\n\n!read ./references/schema.md\n\
             !read link.md\n!read /etc/passwd\n!read gone.md\n\n```\n!read references/schema.md\n```\n",
        )
        .file("skills/notes/references/schema.md", "a | b\n!read ../x\n\n")
        .link("skills/notes/link.md", "../../secret.txt")
        .file("secret.txt", "SECRET");
    assert_snapshot!(sandbox.run(&["run", "notes", "--profile", "wundr"]), @r#"
    exit 0
    --- stdout
    <skill name="notes">

    # Notes

    a | b
    !read ../x
    <!-- cannot read link.md: it is outside -->
    <!-- cannot read /etc/passwd: it is outside -->
    <!-- cannot read gone.md: there is no such file -->

    ```
    !read references/schema.md
    ```

    </skill>
    --- stderr
    "#);
}

#[test]
fn files_that_are_mentioned_come_with_the_text() {
    let sandbox = Sandbox::new()
        .file(
            ".opencode/skill/notes/SKILL.md",
            "---\nname: notes\ndescription: Notes.\n---\nRead @style.md and @docs/api.md, ask @octocat or \
             me@example.com, not `@code.md`; @../outside.md @/etc/passwd @~/x @.env\n",
        )
        .file(".opencode/skill/notes/style.md", "of the skill\n")
        .file("style.md", "of the project\n")
        .file("docs/api.md", "the interface\n")
        .file(".env", "KEY=1\n")
        .file(".git/HEAD", "")
        .file("code.md", "");
    assert_snapshot!(sandbox.run(&["run", "notes", "--profile", "opencode"]), @r#"
    exit 0
    --- stdout
    ## Skill: notes

    **Base directory**: [DIR]/.opencode/skill/notes

    Read @style.md and @docs/api.md, ask @octocat or me@example.com, not `@code.md`; @../outside.md @/etc/passwd @~/x @.env

    <file path="[DIR]/.opencode/skill/notes/style.md">
    of the skill
    </file>

    <file path="[DIR]/docs/api.md">
    the interface
    </file>
    --- stderr
    @.env is left out: it may hold keys
    "#);
    let json = sandbox.exits(0, &["render", "notes", "--profile", "opencode", "--json"]).json();
    let mentions: Vec<&str> = json["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file["mention"].as_str().unwrap())
        .collect();
    assert_eq!(mentions, ["style.md", "docs/api.md"]);
}

#[test]
fn a_skill_for_a_sub_agent_is_given_to_one() {
    let sandbox = Sandbox::new()
        .file(
            "skills/build/SKILL.md",
            "---\nname: build\ndescription: Builds.\ncontext: fork\n---\nBuild $ARGUMENTS.\n",
        )
        .file("skills/plain/SKILL.md", "---\nname: plain\ndescription: Plain.\n---\nGo.\n");
    assert_snapshot!(sandbox.run(&["run", "build", "a snake game", "--profile", "wundr"]), @r#"
    exit 0
    --- stdout
    # Subagent Skill Execution

    You carry out the skill "build" by yourself and report the result.

    ## Arguments

    a snake game

    ## Working Directory

    [DIR]

    ## Skill Instructions

    <skill name="build">
    <!-- arguments: a snake game -->

    Build a snake game.

    </skill>
    --- stderr
    "#);
    assert_snapshot!(sandbox.run(&["run", "plain", "--fork", "--profile", "wundr"]), @r#"
    exit 1
    --- stdout

    --- stderr
    error: Skill "plain" is not configured for fork execution (context: inline)
    "#);
}

#[test]
fn bad_input_gets_a_clear_answer() {
    let huge = format!("---\nname: huge\ndescription: d\n---\n{}", "x\n".repeat(5_300_000));
    let sandbox = Sandbox::new()
        .file(".agents/skills/huge/SKILL.md", huge)
        .file(
            ".agents/skills/many/SKILL.md",
            format!("---\nname: many\ndescription: d\n---\n{}", "$ARGUMENTS ".repeat(2_000)),
        )
        .file(".agents/skills/gone/SKILL.md", "---\nname: gone\n---\n");
    assert_snapshot!(sandbox.run(&["run", "huge"]), @r#"
    exit 1
    --- stdout

    --- stderr
    error: Skill "huge" not found. Available skills: gone, many, reviewing-skills, securing-skills, writing-skills
    hint: one is there and not loaded: the file has 10600034 bytes; only the first 8388608 are read
    hint: `prowess why huge` says which agents find it, and why it is not loaded
    "#);
    let long = "x".repeat(100_000);
    assert_snapshot!(sandbox.run(&["run", "many", &long]), @"
    exit 1
    --- stdout

    --- stderr
    error: skill `many` is refused: filled in, the text is longer than 16777216 bytes
    ");
    // What looks like a placeholder, a command or an escape stays what was typed.
    let odd = "$ARGUMENTS $1 !`id` ${CLAUDE_SKILL_DIR} \u{1b}[31m $& \\ $$";
    let ran = sandbox.exits(0, &["run", "many", odd]);
    assert!(ran.stdout.contains(&format!("{odd} {odd}")), "{}", &ran.stdout[..200]);
    sandbox.exits(2, &["run"]);
}

/// A skill whose scripts answer in JSON, of a user.
#[test]
fn scripts_are_tools_with_json_in_and_out() {
    let python = "import json, sys\ngiven = json.load(sys.stdin)\nprint('working', file=sys.stderr)\n\
                  print(json.dumps({'sum': given['a'] + given['b']}))\n";
    let sandbox = Sandbox::new()
        .file("home/.agents/skills/sum/SKILL.md", "---\nname: sum\ndescription: Sums.\n---\nGo.\n")
        .file("home/.agents/skills/sum/scripts/sum.py", python)
        .file("home/.agents/skills/sum/scripts/fail.sh", "echo no; exit 4\n")
        .file("home/.agents/skills/sum/data.csv", "1\n")
        .file("secret.sh", "echo\n");
    let run = |script: &str, more: &[&str]| {
        let always = ["run", "sum", "--allow", "once", "--script", script];
        sandbox.run(&[&always[..], more].concat())
    };
    assert_snapshot!(run("scripts/sum.py", &["--input", r#"{"a": 1, "b": 2}"#]), @r#"
    exit 0
    --- stdout
    {"sum":3}
    --- stderr
    working
    "#);
    let json = run("./scripts/sum.py", &["--input", r#"{"a": 1, "b": 2}"#, "--json"]).json();
    assert_eq!((&json["output"]["sum"], &json["exitCode"]), (&3.into(), &0.into()));
    assert_snapshot!(run("scripts/fail.sh", &[]), @"
    exit 1
    --- stdout
    no
    --- stderr
    error: `scripts/fail.sh` failed (exit 4)
    ");
    assert_snapshot!(run("data.csv", &[]), @"
    exit 1
    --- stdout

    --- stderr
    error: `data.csv` of skill `sum` cannot be run: it is not executable, and no program is known for it
    ");
    assert_snapshot!(run("../../../../secret.sh", &[]), @"
    exit 1
    --- stdout

    --- stderr
    error: skill `sum` has no file `../../../../secret.sh`
    ");
    assert_snapshot!(run("scripts/sum.py", &["--input", "{"]), @"
    exit 2
    --- stdout

    --- stderr
    error: --input is not JSON: EOF while parsing an object at line 1 column 1
    ");
    assert_snapshot!(sandbox.run(&["run", "sum", "--script", "scripts/fail.sh"]), @"
    exit 1
    --- stdout

    --- stderr
    error: permission is needed for commands of skill `sum`, and nobody can be asked
    hint: `--allow once` allows it this time, `--allow always` until the skill changes
    ");
}

/// The table that the library and every front are held to.
#[test]
fn the_command_answers_as_the_library_does() {
    let sandbox = started::FILES
        .iter()
        .fold(Sandbox::new(), |sandbox, (path, text)| sandbox.file(path, text));
    let root = sandbox.path("").display().to_string();
    let root = root.trim_end_matches('/');
    for case in started::STARTED {
        let who = if case.by_model { "model" } else { "user" };
        let run = ["-C", "project", "run", case.skill, "--as", who, "--profile", case.profile];
        let end = ["--", case.arguments];
        let text = sandbox.run(&[&run[..], &end[..]].concat());
        let said = text.stderr.strip_prefix("error: ").unwrap_or(&text.stderr);
        let answer = match text.code {
            0 => Ok(text.stdout.strip_suffix('\n').unwrap_or(&text.stdout)),
            _ => Err(said),
        };
        assert!(case.is_answered_by(answer, root), "{}: {text}", case.about);
        let json = sandbox.run(&[&run[..], &["--json"], &end[..]].concat()).json();
        let answer = match json["success"].as_bool() {
            Some(true) => Ok(json["prompt"].as_str().unwrap()),
            _ => Err(json["error"].as_str().unwrap()),
        };
        assert!(case.is_answered_by(answer, root), "{}: {json:#}", case.about);
        assert_eq!(json["skillName"], case.skill, "{}", case.about);
    }
}
