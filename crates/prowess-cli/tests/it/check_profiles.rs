//! `check --strict` and `check --profile`: the words and verdicts of others.

use insta::assert_snapshot;

use crate::sandbox::Sandbox;

/// The messages of errors, in order.
fn errors(sandbox: &Sandbox, arguments: &[&str]) -> Vec<String> {
    let mut all = vec!["check", "--json"];
    all.extend(arguments);
    let document = sandbox.run(&all).json();
    let items = document["skills"][0]["diagnostics"].as_array().unwrap().clone();
    let errors = items.iter().filter(|item| item["severity"] == "error");
    errors.map(|item| item["message"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn strict_uses_the_words_of_the_reference() {
    let long = format!("---\nname: s\ndescription: {}\n---\n", "d".repeat(1025));
    let table: &[(&str, &[&str])] = &[
        ("---\nname: s\ndescription: d\n---\n", &[]),
        ("", &["SKILL.md must start with YAML frontmatter (---)"]),
        ("# s\n", &["SKILL.md must start with YAML frontmatter (---)"]),
        ("---\nname: s\n", &["SKILL.md frontmatter not properly closed with ---"]),
        ("---\n- a\n---\n", &["SKILL.md frontmatter must be a YAML mapping"]),
        (
            "---\nlicense: MIT\n---\n",
            &[
                "Missing required field in frontmatter: name",
                "Missing required field in frontmatter: description",
            ],
        ),
        (
            "---\nname: ''\ndescription: ''\n---\n",
            &[
                "Field 'name' must be a non-empty string",
                "Field 'description' must be a non-empty string",
            ],
        ),
        (
            "---\nname: s\ndescription: d\nversion: 1\nauthor: me\n---\n",
            &["Unexpected fields in frontmatter: author, version. Only ['allowed-tools', \
               'compatibility', 'description', 'license', 'metadata', 'name'] are allowed."],
        ),
        (
            "---\nname: -S--t_\ndescription: d\n---\n",
            &[
                "Skill name '-S--t_' must be lowercase",
                "Skill name cannot start or end with a hyphen",
                "Skill name cannot contain consecutive hyphens",
                "Skill name '-S--t_' contains invalid characters. Only letters, digits, and \
                 hyphens are allowed.",
                "Directory name 's' must match skill name '-S--t_'",
            ],
        ),
        (&long, &["Description exceeds 1024 character limit (1025 chars)"]),
    ];
    for (text, expected) in table {
        let sandbox = Sandbox::new().file("s/SKILL.md", text);
        assert_eq!(errors(&sandbox, &["--strict", "s"]), *expected, "{text}");
        assert_eq!(errors(&sandbox, &["s", "--profile", "agentskills"]), *expected, "{text}");
    }
    let nothing = Sandbox::new().directory("none");
    assert_eq!(errors(&nothing, &["--strict", "none"]), ["Missing required file: SKILL.md"]);
    assert_eq!(errors(&nothing, &["--strict", "gone"]), ["Path does not exist: gone"]);
}

#[test]
fn profiles_disagree_about_the_same_text() {
    let all = [
        "agentskills",
        "claude-code",
        "codex",
        "gemini-cli",
        "goose",
        "omp",
        "openclaw",
        "opencode",
        "prowess",
        "wink",
        "wink-2026",
        "wundr",
    ];
    let table: [(&str, &str); 5] = [
        (
            "---\nname: s\ndescription: Reads: files.\n---\nGo.\n",
            "claude-code codex gemini-cli openclaw opencode prowess",
        ),
        (
            "---\nname: other\ndescription: d\n---\nGo.\n",
            "claude-code codex gemini-cli goose omp openclaw opencode prowess wink wundr",
        ),
        ("---\ndescription: d\n---\nGo.\n", "claude-code codex omp openclaw prowess wundr"),
        ("Only a body.\n", "claude-code omp prowess wundr"),
        (
            "---\nname: s\ndescription: d\nmetadata:\n  a: 1\n---\nGo.\n",
            "agentskills claude-code codex gemini-cli goose omp openclaw opencode prowess wink wundr",
        ),
    ];
    for (text, accepted_by) in table {
        let sandbox = Sandbox::new().file("s/SKILL.md", text);
        let accepts = |profile: &&str| sandbox.run(&["check", "--profile", profile, "s"]).code == 0;
        let accepting: Vec<&str> = all.into_iter().filter(accepts).collect();
        assert_eq!(accepting.join(" "), accepted_by, "{text}");
    }
}

#[test]
fn wink_reports_its_first_violation_only() {
    let text = "---\nname: Bad_Name\ndescription: ''\nlicense: 7\n---\n";
    let sandbox = Sandbox::new().file("s/SKILL.md", text);
    assert_snapshot!(sandbox.run(&["check", "--profile", "wink-2026", "s"]), @"
    exit 1
    --- stdout
    s/SKILL.md:2:7: error[name-format]: SKILL.md frontmatter 'name' is invalid: Bad_Name
    --- stderr
    1 skill checked, 1 invalid: 1 error
    ");
}

#[test]
fn openclaw_uses_its_own_words() {
    let sandbox = Sandbox::new()
        .file("open/SKILL.md", "---\nname: open\n")
        .file("silent/SKILL.md", "---\nname: silent\n---\nGo.\n");
    assert_snapshot!(sandbox.run(&["check", "--profile", "openclaw", "open", "silent"]), @"
    exit 1
    --- stdout
    open/SKILL.md:1:1: error[fence-unclosed]: invalid frontmatter: UNTERMINATED_FRONTMATTER: missing closing --- delimiter
    open/SKILL.md:1:1: info[frontmatter-missing]: there is no frontmatter
    silent/SKILL.md:2:1: error[description-missing]: description is required
    --- stderr
    2 skills checked, 2 invalid: 2 errors, 1 note
    ");
}

#[test]
fn bees_reads_manifests() {
    let good = r#"{"id": "hello", "name": "Hello", "version": "1.0.0", "description": "Greets.",
        "owner": "custom", "context": ["context/a.md"], "scripts": []}"#;
    let bad = r#"{"id": "Bad Id", "version": "1", "context": ["../secret", "missing.md"]}"#;
    let sandbox = Sandbox::new()
        .file("good/manifest.json", good)
        .file("good/context/a.md", "Say hello.\n")
        .file("bad/manifest.json", bad)
        .file("broken/manifest.json", "{\n  \"id\": ,\n}")
        .skill("not-a-bee");
    assert_snapshot!(sandbox.run(&["check", "--profile", "bees", "."]), @"
    exit 1
    --- stdout
    ./bad/manifest.json:1:8: error[manifest-id-format]: Invalid id format (lowercase letters, numbers, and hyphens only)
    ./bad/manifest.json: error[manifest-name-missing]: Missing or invalid name
    ./bad/manifest.json:1:29: error[manifest-version-format]: Invalid version format (must be semver: X.Y.Z)
    ./bad/manifest.json: error[manifest-description-missing]: Missing or invalid description
    ./bad/manifest.json: error[manifest-owner-missing]: Missing or invalid owner
    ./bad/manifest.json:1:46: error[manifest-context-outside]: Context file outside the skill: ../secret
    ./bad/manifest.json:1:59: error[manifest-context-not-found]: Context file not found: missing.md
    ./broken/manifest.json:2:9: error[manifest-not-json]: the manifest is not valid JSON (line 2): expected value
    --- stderr
    3 skills checked, 2 invalid: 8 errors
    ");
    assert_snapshot!(sandbox.run(&["check", "--profile", "bees", "--json", "good/manifest.json"]), @r#"
    exit 0
    --- stdout
    {
      "version": 1,
      "skills": [
        {
          "path": "good",
          "name": "hello",
          "description": "Greets.",
          "valid": true,
          "diagnostics": []
        }
      ]
    }
    --- stderr
    "#);
    assert_snapshot!(sandbox.run(&["check", "--profile", "bees", "not-a-bee"]), @"
    exit 1
    --- stdout
    not-a-bee: error[skill-file-missing]: `not-a-bee` has no manifest.json
    --- stderr
    1 skill checked, 1 invalid: 1 error
    ");
}
