//! `read`: a file of a skill by its address, and `show` by name.

use insta::assert_snapshot;

use crate::sandbox::Sandbox;

fn sandbox() -> Sandbox {
    Sandbox::new()
        .skill(".claude/skills/pdf")
        .file(".claude/skills/pdf/references/tables.md", "# Tables\n")
        .file(".claude/skills/pdf/scripts/my file.py", "print()\n")
        .file(".claude/skills/pdf/logo.png", b"\x89PNG\xff")
        .link(".claude/skills/pdf/inside.md", "references/tables.md")
        .link(".claude/skills/pdf/outside.md", "../../../secret.md")
        .file("secret.md", "secret\n")
}

#[test]
fn a_file_comes_as_it_is() {
    let sandbox = sandbox();
    let table = [
        ("skill://pdf/references/tables.md", "# Tables\n"),
        ("skill://pdf/scripts/my%20file.py", "print()\n"),
        ("skill://pdf/scripts", "my file.py\n"),
        ("skill://pdf/.", "SKILL.md\ninside.md\nlogo.png\noutside.md\nreferences/\nscripts/\n"),
    ];
    for (url, expected) in table {
        assert_eq!(sandbox.exits(0, &["read", url]).stdout, expected, "{url}");
    }
    let skill = sandbox.exits(0, &["read", "skill://pdf"]).stdout;
    assert_eq!(skill, sandbox.read(".claude/skills/pdf/SKILL.md"));
    let raw = sandbox.command(&["read", "skill://pdf/logo.png"]).output().unwrap();
    assert_eq!(raw.stdout, b"\x89PNG\xff");
}

#[test]
fn json_has_the_bytes_of_what_is_no_text() {
    let sandbox = sandbox();
    assert_snapshot!(sandbox.run(&["read", "skill://pdf/inside.md", "--json"]), @r##"
    exit 0
    --- stdout
    {
      "version": 1,
      "url": "skill://pdf/inside.md",
      "path": "[DIR]/.claude/skills/pdf/references/tables.md",
      "contentType": "text/markdown",
      "size": 9,
      "content": "# Tables\n"
    }
    --- stderr
    "##);
    assert_snapshot!(sandbox.run(&["read", "skill://pdf/logo.png", "--json"]), @r#"
    exit 0
    --- stdout
    {
      "version": 1,
      "url": "skill://pdf/logo.png",
      "path": "[DIR]/.claude/skills/pdf/logo.png",
      "contentType": "text/plain",
      "size": 5,
      "content": "�PNG�",
      "contentBytes": "iVBOR/8="
    }
    --- stderr
    "#);
}

#[test]
fn what_is_refused_says_why() {
    let sandbox = sandbox();
    let mut said = String::new();
    for url in [
        "pdf",
        "skill://",
        "skill://PDF",
        "skill://pdf/gone.md",
        "skill://pdf/../../x",
        "skill://pdf/%2E%2E/%2E%2E/x",
        "skill://pdf//etc/passwd",
        "skill://pdf/outside.md",
        "skill://pdf/a%00b",
        "skill://pdf/50%",
    ] {
        let ran = sandbox.run(&["read", url]);
        assert_eq!(ran.stdout, "", "{url}");
        said.push_str(&format!("{} {url}\n{}", ran.code, ran.talk()));
    }
    assert_snapshot!(said, @"
    2 pdf
    error: `pdf` is not a skill:// URL: skill://<name>
    2 skill://
    error: skill:// URL requires a skill name: skill://<name>
    1 skill://PDF
    error: Unknown skill: PDF
    hint: Available: pdf, reviewing-skills, securing-skills, writing-skills
    hint: `prowess why PDF` says which agents find it, and why it is not loaded
    1 skill://pdf/gone.md
    error: File not found: [DIR]/.claude/skills/pdf/gone.md
    1 skill://pdf/../../x
    error: Path traversal (..) is not allowed in skill:// URLs
    1 skill://pdf/%2E%2E/%2E%2E/x
    error: Path traversal (..) is not allowed in skill:// URLs
    1 skill://pdf//etc/passwd
    error: Absolute paths are not allowed in skill:// URLs
    1 skill://pdf/outside.md
    error: Path traversal is not allowed
    2 skill://pdf/a%00b
    error: NUL bytes are not allowed in skill:// URLs
    2 skill://pdf/50%
    error: `%` must be followed by two hexadecimal digits in skill:// URLs (`%25` is `%`): 50%
    ");
    assert_snapshot!(sandbox.run(&["read", "skill://PDF", "--json"]), @r#"
    exit 1
    --- stdout
    {
      "version": 1,
      "error": {
        "kind": "not-found",
        "message": "Unknown skill: PDF",
        "hints": [
          "Available: pdf, reviewing-skills, securing-skills, writing-skills",
          "`prowess why PDF` says which agents find it, and why it is not loaded"
        ]
      }
    }
    --- stderr
    "#);
}

#[test]
fn show_takes_a_name_before_a_path() {
    let sandbox = sandbox().skill("pdf").skill("other");
    let path =
        |what: &str| sandbox.exits(0, &["show", what, "--json"]).json()["skill"]["path"].clone();
    assert_eq!(path("pdf"), sandbox.path(".claude/skills/pdf").to_str().unwrap());
    assert_eq!(path("./pdf"), "./pdf");
    assert_eq!(path("other"), "other");
    assert_snapshot!(sandbox.run(&["show", "nothing"]), @"
    exit 1
    --- stdout

    --- stderr
    error: there is no skill at `nothing`
    hint: name a directory with a SKILL.md, or the file itself
    hint: `prowess list` shows the names of the skills that are loaded
    ");
}

#[test]
fn show_finds_a_skill_that_is_not_loaded() {
    let text = "---\nname: other\ndescription: Helps. Use when asked.\n---\nGo.\n";
    let sandbox = Sandbox::new().file(".agents/skills/place/SKILL.md", text);
    let ran = sandbox.exits(1, &["--profile", "agentskills", "show", "other", "--json"]);
    let skill = &ran.json()["skill"];
    assert_eq!((&skill["name"], &skill["valid"]), (&"other".into(), &false.into()), "{ran}");
}

#[test]
fn a_line_for_a_shell_has_paths() {
    let sandbox = sandbox();
    let line = "python skill://pdf/scripts/my%20file.py 'see skill://pdf'";
    assert_snapshot!(sandbox.run(&["read", "--line", line]), @"
    exit 0
    --- stdout
    python '[DIR]/.claude/skills/pdf/scripts/my file.py' 'see skill://pdf'
    --- stderr
    ");
    let document = sandbox.exits(0, &["read", "--line", "-x skill://pdf", "--json"]).json();
    let path = sandbox.path(".claude/skills/pdf");
    assert_eq!(document["line"], format!("-x '{}'", path.display()));
    let mut said = String::new();
    for line in [
        "cat skill://PDF",
        "cat skill://pdf/../x",
        "cat skill://pdf/gone",
        "cat skill://pdf/outside.md",
    ] {
        said += &sandbox.exits(1, &["read", "--line", line, "--profile", "claude-code"]).stderr;
    }
    assert_snapshot!(said, @"
    error: Unknown skill: PDF. Available: pdf
    error: Path traversal (..) is not allowed in skill:// URLs
    error: skill:// path does not exist: skill://pdf/gone
    error: Path traversal is not allowed
    ");
    sandbox.exits(2, &["read", "skill://pdf", "--line", "x"]);
    sandbox.exits(2, &["read"]);
}
