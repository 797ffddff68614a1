//! Texts that would steer a terminal, hide, or pass for something else: shown, never sent.

use insta::assert_snapshot;

use crate::sandbox::{Ran, Sandbox};

/// What must never reach a terminal: controls other than line feeds, and what turns text around.
fn assert_harmless(ran: &Ran) {
    for text in [&ran.stdout, &ran.stderr] {
        let bad = text
            .chars()
            .find(|&c| (c.is_control() && c != '\n') || "\u{202e}\u{2066}\u{200b}".contains(c));
        assert_eq!(bad, None, "{}", text.escape_debug());
    }
}

const HOSTILE: &str = "---\nname: \"a\\e[2J\\nerror: forged\\u202Eb\"\ndescription: \"\\e]0;title\\a \\u2066 hidden\\u200B. Use when asked.\"\n\"k\\e[31m\": 1\nversion: \"\\e[1m\"\ncontext: \"\\e[5m\"\n---\n[a](\u{1b}[7m.md) and \u{202e}turned\n";

#[test]
fn texts_of_skills_are_shown_not_sent() {
    let sandbox = Sandbox::new().file("s/SKILL.md", HOSTILE);
    let table: &[&[&str]] = &[
        &["check", "s"],
        &["check", "--fix", "s"],
        &["check", "--strict", "s"],
        &["check", "--profile", "wink-2026", "s"],
        &["check"],
        &["list", "."],
        &["list", "--profile", "openclaw", "."],
        &["show", "s"],
        &["fmt", "--check", "s"],
        &["fmt", "s"],
    ];
    for arguments in table {
        assert_harmless(&sandbox.run(arguments));
    }
    let fresh = Sandbox::new().file("s/SKILL.md", HOSTILE);
    assert_snapshot!(fresh.run(&["check", "s"]), @r"
    exit 0
    --- stdout
    s/SKILL.md:4:1: info[unknown-field]: no agent reads `k\u{1b}[31m`
    s/SKILL.md:2:7: warning[name-not-lowercase]: the name `a\u{1b}[2J error: forged\u{202e}b` has capital letters
    s/SKILL.md:2:7: warning[name-characters]: the name `a\u{1b}[2J error: forged\u{202e}b` has characters other than letters, digits and hyphens
    s/SKILL.md:2:7: warning[name-directory-mismatch]: the name is `a\u{1b}[2J error: forged\u{202e}b` but the directory is called `s`
    s/SKILL.md:2:7: warning[name-invisible]: the name holds characters that cannot be seen
    s/SKILL.md:6:10: warning[context-invalid]: the context is `\u{1b}[5m`; it can be `inline` or `fork`
    s/SKILL.md:5:10: info[version-format]: the version `\u{1b}[1m` is not of the form 1.2.3
    --- stderr
    1 skill checked, 0 invalid: 5 warnings, 2 notes
    ");
    assert_snapshot!(fresh.run(&["show", "s"]).answer(), @r"
    name          a\u{1b}[2J error: forged\u{202e}b
    description   \u{1b}]0;title\u{7} \u{2066} hidden\u{200b}. Use when asked.
    path          s
    k\u{1b}[31m   1
    version       \u{1b}[1m
    context       \u{1b}[5m
    body          1 line, about 7 tokens
    digest        sha256:55ef755795f8e5876bcc6d5a4358dd856e19f0f947859ac664ef985fea174ce8
    file          SKILL.md (184 bytes)
    s/SKILL.md:4:1: info[unknown-field]: no agent reads `k\u{1b}[31m`
    s/SKILL.md:2:7: warning[name-not-lowercase]: the name `a\u{1b}[2J error: forged\u{202e}b` has capital letters
    s/SKILL.md:2:7: warning[name-characters]: the name `a\u{1b}[2J error: forged\u{202e}b` has characters other than letters, digits and hyphens
    s/SKILL.md:2:7: warning[name-directory-mismatch]: the name is `a\u{1b}[2J error: forged\u{202e}b` but the directory is called `s`
    s/SKILL.md:2:7: warning[name-invisible]: the name holds characters that cannot be seen
    s/SKILL.md:6:10: warning[context-invalid]: the context is `\u{1b}[5m`; it can be `inline` or `fork`
    s/SKILL.md:5:10: info[version-format]: the version `\u{1b}[1m` is not of the form 1.2.3
    ");
}

#[test]
fn names_of_files_are_shown_not_sent() {
    let name = "n\u{1b}[2J\n\u{202e}x";
    let colon = "---\nname: n\ndescription: Reads: files. Use when asked.\nversion: 1\n---\nGo.\n";
    let make = || {
        Sandbox::new()
            .file(format!("{name}/SKILL.md"), colon)
            .file(format!("{name}/e\u{1b}/SKILL.md"), "")
            .file(format!("{name}{name}/SKILL.md"), "")
    };
    let table: &[&[&str]] = &[
        &["check", "."],
        &["check", "--fix", "."],
        &["check", name, "gone\u{1b}[2J"],
        &["fmt", "."],
        &["fmt", "--check", name],
        &["list", "."],
        &["list", "gone\u{1b}[2J"],
        &["show", name],
        &["show", "."],
        &["show", "gone\u{1b}"],
        &["new", "inner", "--in", name],
        &["new", "x\u{1b}[2J\n"],
        &["explain", "\u{1b}[2J"],
        &["-C", "gone\u{1b}", "list", "."],
        &["check", "--profile", "\u{1b}[2J", "."],
    ];
    for arguments in table {
        assert_harmless(&make().run(arguments));
    }
    let ran = make().exits(1, &["check", "--format", "github", "."]);
    assert!(!ran.stdout.contains('\u{1b}'), "{ran}");
}

#[test]
fn names_that_are_paths_lead_nowhere() {
    for name in ["../up", "/etc/passwd", "a/b", "..", "~"] {
        let text = format!("---\nname: {name}\ndescription: Helps. Use when asked.\n---\nGo.\n");
        let sandbox = Sandbox::new().file("s/SKILL.md", text);
        let found = sandbox.run(&["check", "--json", "s"]).found();
        assert!(found.contains(&"name-characters warning".to_owned()), "{name}: {found:?}");
        sandbox.exits(1, &["check", "--strict", "s"]);
        sandbox.exits(2, &["new", name]);
        sandbox.run(&["fmt", "s"]);
        assert_eq!(sandbox.names("."), ["s"], "{name}");
    }
}
