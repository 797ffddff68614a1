//! `check --for` and `fmt --for`: one skill and several agents.

use insta::assert_snapshot;

use crate::sandbox::Sandbox;

/// A skill that has something for everyone.
const EVERYTHING: &str = "---\nname: Everything\ndescription: Reviews <b>changes</b>.\nwhen_to_use: When asked.\n\
    disable-model-invocation: true\nuserInvocable: false\nallowed-tools: [Read, 'Bash(git diff:*)']\n\
    model: opus\nglobs: '*.rs'\narguments: issue\ntriggers: [review]\n---\n# Everything\n\n\
    Review $ARGUMENTS for $issue, first $1.\n\nNow: !`git status`\n\n!gh pr view 1\n\n```!\ngit log\n```\n\n\
    ```sh\nawk '{print $1}' ${CLAUDE_SKILL_DIR}/x\n!ls\n```\n\nSee @notes/a.md and {baseDir}/b.\n";

fn everything() -> Sandbox {
    Sandbox::new().file("everything/SKILL.md", EVERYTHING)
}

#[test]
fn text_explains_by_agent_and_effect() {
    let sandbox = everything().skill("healthy");
    let ran =
        sandbox.run(&["check", "--for", "claude-code,opencode", "--for", "wink", "everything"]);
    assert_snapshot!(ran, @"
    exit 1
    --- stdout
    everything/SKILL.md
      claude-code loads it, but
        ignores
          line 9: `globs`, `triggers` are not read: it is not bound to the files it is about; no word in a message loads it [field-ignored]
            fix: see that the skill is right without, or keep a copy of it for this agent
          line 30: `{baseDir}` is not filled in: the model reads the text as it is written [variable-literal]
            fix: write paths relative to the skill's directory
          line 30: `@notes/a.md` is not put into the text: the model has to read the file by itself [file-literal]
            fix: say that the file is to be read
          line 19: `!gh pr view 1` is not run: the model reads the text as it is written [command-literal]
            fix: say that the command is to be run and what its output is for
        reads otherwise
          line 2: it is called `everything`, not `Everything` [name-changed]
            fix: give the skill and its directory the same name, in lowercase letters, digits and hyphens
          line 15: arguments are counted from 0: `$1` is the second one, and the first is not used [argument-numbering]
            fix: use `$ARGUMENTS`, which does not count
          line 26: `$1` is replaced by what the user typed, where that has words enough [argument-by-mistake]
            fix: write a backslash before the `$`
      opencode loads it, but
        ignores
          line 4: `when_to_use`, `disable-model-invocation`, `userInvocable`, `allowed-tools`, `model`, `globs` and 2 more are not read: the model is not told when to use it but by the description; the model may start it by itself; the user may start it too; its tools are neither granted nor restricted; it runs on the model of the conversation; it is not bound to the files it is about; its arguments have no names; no word in a message loads it [field-ignored]
            fix: see that the skill is right without, or keep a copy of it for this agent
          line 15: `$issue` is not filled in: the model reads the text as it is written, and what the user typed at its end [argument-literal]
            fix: say in words what the user is to give, so that the text makes sense without
          line 26: `${CLAUDE_SKILL_DIR}`, `{baseDir}` are not filled in: the model reads the text as it is written [variable-literal]
            fix: write paths relative to the skill's directory
          line 19: `!gh pr view 1`, `` ```! `` are not run: the model reads the text as it is written [command-literal]
            fix: say that the command is to be run and what its output is for
        reads otherwise
          line 26: `$1` is replaced by what the user typed, or by nothing [argument-by-mistake]
            fix: put the code into a file of its own, and amounts without the `$`
      wink does not load it:
        rejects it because
          line 2: the name `Everything` is not of the form ^[a-z0-9][a-z0-9-]*$ [name-format]
            fix: use lowercase letters, digits and hyphens
          line 3: the description holds `<b>`, which looks like an XML tag [description-xml-tag]
            fix: write it without angle brackets
        ignores
          line 4: `when_to_use`, `disable-model-invocation`, `userInvocable`, `model`, `globs`, `arguments` and 1 more are not read: the model is not told when to use it but by the description; the model may start it by itself; the user may start it too; it runs on the model of the conversation; it is not bound to the files it is about; its arguments have no names; no word in a message loads it [field-ignored]
            fix: see that the skill is right without, or keep a copy of it for this agent
          line 15: `$ARGUMENTS`, `$issue`, `$1` are not filled in: the model reads the text as it is written, and what the user typed beside it [argument-literal]
            fix: say in words what the user is to give, so that the text makes sense without
          line 26: `${CLAUDE_SKILL_DIR}`, `{baseDir}` are not filled in: the model reads the text as it is written [variable-literal]
            fix: write paths relative to the skill's directory
          line 30: `@notes/a.md` is not put into the text: the model has to read the file by itself [file-literal]
            fix: say that the file is to be read
          line 17: `` !`git status` ``, `!gh pr view 1`, `` ```! `` are not run: the model reads the text as it is written [command-literal]
            fix: say that the command is to be run and what its output is for
        reads otherwise
          line 7: `allowed-tools` is a list, and only a string with spaces is read [tools-form]
            fix: write it as a string with spaces
    --- stderr
    1 skill for 3 agents: 0 read as written, 2 loaded with a difference, 1 rejected
    ");
    assert_snapshot!(sandbox.run(&["check", "--for", "omp", "healthy"]), @"
    exit 0
    --- stdout
    healthy/SKILL.md
      omp reads it as it is written
    --- stderr
    1 skill for 1 agent: 1 read as written, 0 loaded with a difference, 0 rejected
    ");
}

#[test]
fn json_has_every_effect() {
    let colon = "---\nname: colon\ndescription: Use when: asked\n---\nGo.\n";
    let sandbox = Sandbox::new().file("colon/SKILL.md", colon);
    assert_snapshot!(sandbox.run(&["check", "--for", "claude-code,omp", "--json", "colon"]), @r#"
    exit 1
    --- stdout
    {
      "version": 1,
      "skills": [
        {
          "path": "colon",
          "name": "colon",
          "agents": [
            {
              "profile": "claude-code",
              "loads": true,
              "effects": []
            },
            {
              "profile": "omp",
              "loads": false,
              "effects": [
                {
                  "effect": "rejects",
                  "code": "yaml-invalid",
                  "message": "the frontmatter is not valid YAML: mapping values are not allowed in this context",
                  "location": {
                    "file": "colon/SKILL.md",
                    "line": 3,
                    "column": 22,
                    "start": 37,
                    "end": 37
                  },
                  "fix": "put values with special characters in quotes and indent with spaces"
                }
              ]
            }
          ]
        }
      ]
    }
    --- stderr
    "#);
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let sandbox = everything();
    let table: &[(&[&str], &str)] = &[
        (&["--for", "nobody"], "there is no profile `nobody`"),
        (&["--for", ","], "`--for` needs the name of an agent"),
        (&["--for", "omp", "--strict"], "use `--for agentskills`"),
        (&["--for", "omp", "--profile", "wink"], "`--profile` cannot be used with it"),
        (&["--for", "omp", "--fix"], "use `prowess fmt --for`"),
        (&["--for", "omp", "--format", "sarif"], "use `--json`"),
        (&["--for", "omp", "--format", "github"], "use `--json`"),
    ];
    for (arguments, expected) in table {
        let ran = sandbox.exits(2, &[&["check", "everything"], *arguments].concat());
        assert!(ran.stderr.contains(expected), "{arguments:?}: {}", ran.stderr);
    }
    let ran = sandbox.exits(2, &["fmt", "everything", "--for", "nobody"]);
    assert!(ran.stderr.contains("there is no profile"), "{}", ran.stderr);
}

/// Agents have the names by which `prowess agents` calls them, too, and one agent is asked once.
#[test]
fn an_agent_is_known_by_each_of_its_names() {
    let sandbox = Sandbox::new().skill("healthy");
    let ran = sandbox.exits(0, &["check", "--for", "droid,factory", "healthy"]);
    assert_eq!(ran.stdout, "healthy/SKILL.md\n  factory reads it as it is written\n");
    sandbox.exits(0, &["fmt", "--for", "droid", "--check", "healthy"]);
    sandbox.exits(0, &["list", "--profile", "droid"]);
}

#[test]
fn agents_behind_a_blank_are_not_taken_for_paths() {
    let sandbox = Sandbox::new().skill("healthy");
    for command in ["check", "fmt"] {
        let ran = sandbox.exits(2, &[command, "--for", "codex", "kiro", "healthy"]);
        let expected = "error: `kiro` is the name of an agent, and no such path is here\n\
                        hint: agents are separated by commas: `--for codex,kiro`\n";
        assert_eq!(ran.stderr, expected);
    }
    // What is there is a path, whatever it is called.
    let sandbox = sandbox.skill("kiro");
    sandbox.exits(0, &["check", "--for", "codex", "kiro", "healthy"]);
}

#[test]
fn all_are_the_current_ones_that_read_such_files() {
    let ran = everything().exits(1, &["check", "--for", "all", "--json", "everything"]).json();
    let agents = ran["skills"][0]["agents"].as_array().unwrap();
    let names: Vec<&str> = agents.iter().map(|agent| agent["profile"].as_str().unwrap()).collect();
    assert!(names.contains(&"claude-code") && names.contains(&"agentskills"), "{names:?}");
    assert!(!names.contains(&"omp") && !names.contains(&"bees"), "{names:?}");
}

#[test]
fn exit_codes_say_whether_someone_rejects() {
    let sandbox = everything().skill("healthy");
    let table: &[(i32, &[&str])] = &[
        (0, &["healthy", "--for", "omp"]),
        (0, &["healthy", "--for", "omp", "--fail-on", "info"]),
        (0, &["everything", "--for", "claude-code"]),
        (1, &["everything", "--for", "claude-code", "--fail-on", "warning"]),
        (1, &["everything", "--for", "claude-code,agentskills"]),
        (1, &["gone", "--for", "omp"]),
    ];
    for (code, arguments) in table {
        sandbox.exits(*code, &[&["check"], *arguments].concat());
        sandbox.exits(*code, &[&["check", "--json"], *arguments].concat());
    }
}

#[test]
fn a_hostile_skill_steers_no_terminal() {
    let text = "---\nname: \"a\\e[2Jb\"\ndescription: d\n\"x\\e[2J\": 1\n---\n@\u{1b}[2J/a.md !`\u{1b}[2J`\n";
    let sandbox = Sandbox::new().file("s/SKILL.md", text);
    let ran = sandbox.run(&["check", "--for", "claude-code,openclaw", "s"]);
    assert!(!ran.stdout.contains('\u{1b}') && !ran.stderr.contains('\u{1b}'), "{ran}");
    let ran = sandbox.run(&["fmt", "--for", "claude-code,openclaw", "--check", "s"]);
    assert!(!ran.stdout.contains('\u{1b}') && !ran.stderr.contains('\u{1b}'), "{ran}");
}

#[test]
fn fmt_changes_what_is_safe_and_names_the_rest() {
    let sandbox = everything();
    assert_snapshot!(sandbox.run(&["fmt", "--for", "claude-code,opencode", "--check", "everything"]), @"
    exit 1
    --- stdout
    everything/SKILL.md
    --- stderr
      read-by-fewer: `globs` moves under `metadata`, and is no longer read by omp
      read-by-fewer: `triggers` moves under `metadata`, and is no longer read by openhands
    everything/SKILL.md: `name` stays: opencode would call the skill otherwise
    everything/SKILL.md: `when_to_use` stays: claude-code reads it there, though opencode does not
    everything/SKILL.md: `disable-model-invocation` stays: claude-code reads it there, though opencode does not
    everything/SKILL.md: `userInvocable` stays: claude-code reads it there, though opencode does not
    everything/SKILL.md: `model` stays: claude-code reads it there, though opencode does not
    everything/SKILL.md: `arguments` stays: claude-code reads it there, though opencode does not
    everything/SKILL.md: 9 more effects are for you to mend: `prowess check --for claude-code,opencode`
    ");
    assert_eq!(sandbox.read("everything/SKILL.md"), EVERYTHING);
    assert_snapshot!(sandbox.run(&["fmt", "--for", "openclaw,opencode", "--json", "everything"]), @r#"
    exit 0
    --- stdout
    {
      "version": 1,
      "written": true,
      "changed": [
        {
          "path": "everything/SKILL.md",
          "changes": [
            {
              "code": "read-by-fewer",
              "message": "`when_to_use` moves under `metadata`, and is no longer read by claude-code, letta"
            },
            {
              "code": "read-by-fewer",
              "message": "`model` moves under `metadata`, and is no longer read by claude-code, wundr"
            },
            {
              "code": "read-by-fewer",
              "message": "`globs` moves under `metadata`, and is no longer read by omp"
            },
            {
              "code": "read-by-fewer",
              "message": "`arguments` moves under `metadata`, and is no longer read by claude-code, goose"
            },
            {
              "code": "read-by-fewer",
              "message": "`triggers` moves under `metadata`, and is no longer read by openhands"
            }
          ]
        }
      ],
      "refused": [],
      "leftAlone": [
        {
          "path": "everything/SKILL.md",
          "message": "`disable-model-invocation` stays: openclaw reads it there, though opencode does not"
        },
        {
          "path": "everything/SKILL.md",
          "message": "`userInvocable` stays: openclaw would act on it if it were spelled otherwise"
        },
        {
          "path": "everything/SKILL.md",
          "message": "8 more effects are for you to mend: `prowess check --for openclaw,opencode`"
        }
      ]
    }
    --- stderr
    "#);
    assert_snapshot!(sandbox.read("everything/SKILL.md"), @"
    ---
    name: Everything
    description: Reviews <b>changes</b>.
    disable-model-invocation: true
    userInvocable: false
    allowed-tools: [Read, 'Bash(git diff:*)']
    metadata:
      when_to_use: When asked.
      model: opus
      globs: '*.rs'
      arguments: issue
      triggers: review
    ---
    # Everything

    Review $ARGUMENTS for $issue, first $1.

    Now: !`git status`

    !gh pr view 1

    ```!
    git log
    ```

    ```sh
    awk '{print $1}' ${CLAUDE_SKILL_DIR}/x
    !ls
    ```

    See @notes/a.md and {baseDir}/b.
    ");
    // Once is enough.
    let ran = sandbox.exits(0, &["fmt", "--for", "openclaw,opencode", "everything"]);
    assert_eq!(ran.stdout, "");
    sandbox.exits(0, &["fmt", "--for", "openclaw,opencode", "--check", "everything"]);
}
