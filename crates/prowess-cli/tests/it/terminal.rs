//! Diagnostics as a person sees them: the source line, and a caret where it matters.

use insta::assert_snapshot;

use crate::sandbox::Sandbox;

/// What `check` prints for a terminal, without its colours.
fn rendered(text: &str) -> String {
    let sandbox = Sandbox::new().file("s/SKILL.md", text);
    let ran = sandbox.run(&["check", "--color", "always", "s"]);
    assert!(ran.stdout.contains("\u{1b}["), "{ran}");
    let plain = strip(&ran.answer());
    let widest = plain.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    assert!(widest <= 200, "a line has {widest} characters");
    // The renderer ends some lines with a space, which editors take away from this file.
    plain.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

/// A text without the escapes that set colours; any other escape stays, and the test fails.
pub(crate) fn strip(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (numbers, rest) = part.split_once('m').expect("a colour");
        assert!(numbers.bytes().all(|byte| byte.is_ascii_digit() || byte == b';'), "{part:?}");
        out.push_str(rest);
    }
    assert!(!out.contains('\u{1b}'), "{out:?}");
    out
}

fn skill(lines: &str, body: &str) -> String {
    format!("---\nname: s\ndescription: Helps. Use when asked.\n{lines}---\n{body}\n")
}

#[test]
fn the_caret_is_below_the_place() {
    assert_snapshot!(rendered(&skill("version: 1.10\n", "See [the notes](notes.md) there.")), @"
    info[version-format]: the version `1.10` is not of the form 1.2.3
     --> s/SKILL.md:4:10
      |
    4 | version: 1.10
      |          ^^^^
      |
      = help: write major, minor and patch

    warning[link-broken]: the link to `notes.md` leads to nothing
     --> s/SKILL.md:6:5
      |
    6 | See [the notes](notes.md) there.
      |     ^^^^^^^^^^^^^^^^^^^^^
      |
      = help: add the file, or mend the link
    ");
}

#[test]
fn a_diagnostic_of_no_line_names_its_file() {
    assert_snapshot!(rendered(""), @"
    error[file-empty]: the file is empty
    --> s/SKILL.md
     = help: write a frontmatter with a name and a description, then the instructions

    warning[frontmatter-missing]: there is no frontmatter
     --> s/SKILL.md:1:1
      |
    1 |
      | ^
      |
      = help: begin the file with `---`, a name, a description and `---`
    ");
}

#[test]
fn tabs_and_wide_characters_keep_the_caret_in_place() {
    assert_snapshot!(rendered(&skill("", "技能\t😀 é [a](b.md) \t技")), @"
    warning[link-broken]: the link to `b.md` leads to nothing
     --> s/SKILL.md:5:8
      |
    5 | 技能    😀 é [a](b.md)     技
      |              ^^^^^^^^^
      |
      = help: add the file, or mend the link
    ");
}

#[test]
fn long_lines_are_cut_around_the_place() {
    let long = |before: usize, after: usize| {
        rendered(&skill("", &format!("{} [a](b.md) {}", "x".repeat(before), "y".repeat(after))))
    };
    assert_snapshot!(long(0, 10_000), @"
    warning[link-broken]: the link to `b.md` leads to nothing
     --> s/SKILL.md:5:2
      |
    5 |  [a](b.md) yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy…
      |  ^^^^^^^^^
      |
      = help: add the file, or mend the link
    ");
    assert_snapshot!(long(10_000, 0), @"
    warning[link-broken]: the link to `b.md` leads to nothing
     --> s/SKILL.md:5:10002
      |
     :::
    5 | …xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx [a](b.md)
      |                                                                                  ^^^^^^^^^
      |
      = help: add the file, or mend the link
    ");
    assert_snapshot!(long(1_000_000, 1_000_000), @"
    info[body-tokens]: the body costs about 500003 tokens; more than 5000 is much to load at once
     --> s/SKILL.md:5:1
      |
    5 | xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
      | ^
      |
      = help: move reference material into files beside it

    warning[link-broken]: the link to `b.md` leads to nothing
     --> s/SKILL.md:5:1000002
      |
     :::
    5 | …xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx [a](b.md) yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy...
      |                                                                                  ^^^^^^^^^
      |
      = help: add the file, or mend the link
    ");
}

#[test]
fn a_place_over_several_lines_is_marked_on_its_first() {
    let text = "---\nname: s\ndescription: \"Helps\" and\n  more. Use when asked.\n---\nGo.\n";
    assert_snapshot!(rendered(text), @r#"
    warning[text-after-quote]: text follows the closing quote of `description`
     --> s/SKILL.md:3:14
      |
    3 | description: "Helps" and
      |              ^^^^^^^^^^^
      |
      = help: put the whole value in quotes, and double or escape quotes inside
    "#);
}

#[test]
fn controls_in_the_source_are_replaced() {
    assert_snapshot!(rendered(&skill("", "\u{1b}[2J \u{202e} [a](b.md)")), @"
    warning[link-broken]: the link to `b.md` leads to nothing
     --> s/SKILL.md:5:8
      |
    5 | �[2J � [a](b.md)
      |        ^^^^^^^^^
      |
      = help: add the file, or mend the link
    ");
}

#[test]
fn the_last_line_may_lack_its_end() {
    assert_snapshot!(rendered("---\nname: s\ndescription: d\n---\n[a](b.md)"), @"
    warning[link-broken]: the link to `b.md` leads to nothing
     --> s/SKILL.md:5:1
      |
    5 | [a](b.md)
      | ^^^^^^^^^
      |
      = help: add the file, or mend the link
    ");
    assert_snapshot!(rendered("---\r\nname: s\r\ndescription: d\r\n---\r\n[a](b.md)\r\n"), @"
    warning[link-broken]: the link to `b.md` leads to nothing
     --> s/SKILL.md:5:1
      |
    5 | [a](b.md)
      | ^^^^^^^^^
      |
      = help: add the file, or mend the link
    ");
}

#[test]
fn other_files_are_named_with_their_line() {
    let sandbox = Sandbox::new().file("b/manifest.json", "{\n  \"id\": 7\n}\n");
    let ran = sandbox.run(&["check", "--color", "always", "--profile", "bees", "b"]);
    assert_snapshot!(strip(&ran.stdout), @r#"
    error[manifest-id-missing]: Missing or invalid id
    --> b/manifest.json:2:9
     = help: add `"id"` with lowercase letters, numbers and hyphens

    error[manifest-name-missing]: Missing or invalid name
    --> b/manifest.json
     = help: add `"name"` with a name for people

    error[manifest-version-missing]: Missing or invalid version
    --> b/manifest.json
     = help: add `"version": "1.0.0"`

    error[manifest-description-missing]: Missing or invalid description
    --> b/manifest.json
     = help: add `"description"` with what the skill provides

    error[manifest-owner-missing]: Missing or invalid owner
    --> b/manifest.json
     = help: add `"owner": "custom"`, or who made the skill
    "#);
}
