//! What agents make of skills, and texts that are mended for some of them.

use std::fs;
use std::path::Path;

use prowess::Profile;
use prowess::format::dialect::VARIABLES;
use prowess::portability::{mended, portability};
use tempfile::TempDir;

/// A skill in the directory `the-skill`.
fn skill(text: &str) -> TempDir {
    let directory = TempDir::with_prefix("prowess-portability-").unwrap();
    fs::create_dir(directory.path().join("the-skill")).unwrap();
    fs::write(directory.path().join("the-skill/SKILL.md"), text).unwrap();
    directory
}

fn base() -> Profile {
    Profile::named("prowess").unwrap()
}

fn profiles(names: &str) -> Vec<Profile> {
    names.split(',').map(|name| Profile::named(name).unwrap()).collect()
}

/// `effect code` of everything an agent does to a skill.
fn effects(path: &Path, agent: &str) -> Vec<String> {
    let found = portability(path, &base(), &profiles(agent));
    assert_eq!((found.len(), found[0].agents.len()), (1, 1));
    let all = found[0].agents[0].consequences.iter();
    all.map(|it| format!("{} {}", it.effect.name(), it.diagnostic.code.id)).collect()
}

/// The text of a skill mended for agents, what changed, and what did not.
fn mend(text: &str, agents: &str) -> Result<(String, Vec<&'static str>, Vec<String>), String> {
    let directory = skill(text);
    let checked = prowess::check(&directory.path().join("the-skill"), &base());
    let mending = mended(&checked[0], &base(), &profiles(agents))?;
    let changes = mending.mended.changes.iter().map(|item| item.code.id).collect();
    assert!(mending.mended.left.iter().all(|item| item.code.id == "left-alone"));
    let left = mending.mended.left.iter().map(|item| item.message.clone()).collect();
    Ok((mending.mended.text, changes, left))
}

#[test]
fn agents_and_the_same_text() {
    let long = format!("name: the-skill\ndescription: {}", "d".repeat(1600));
    let fine = "name: the-skill\ndescription: Does it.";
    let table: &[(&str, &str, &str, &[&str])] = &[
        ("agentskills", fine, "Go.", &[]),
        ("agentskills", "name: other\ndescription: d", "", &["rejects name-directory-mismatch"]),
        ("agentskills", "name: the-skill\ndescription: d\nx: 1", "", &["rejects unknown-field"]),
        ("agentskills", &long, "", &["rejects description-too-long"]),
        ("claude-code", fine, "Fix $ARGUMENTS. !`x`", &[]),
        ("claude-code", "name: other\ndescription: d", "", &["reads-otherwise name-changed"]),
        ("claude-code", &long, "", &["truncates description-cut"]),
        ("claude-code", "description: a: b", "First.", &["reads-otherwise name-from-directory"]),
        (
            "claude-code",
            "description: \"a",
            "First.",
            &[
                "ignores yaml-invalid",
                "reads-otherwise name-from-directory",
                "reads-otherwise description-stands-in",
            ],
        ),
        ("claude-code", fine, "{baseDir}/x", &["ignores variable-literal"]),
        ("omp", "name: the-skill\ndescription: a: b", "", &["rejects yaml-invalid"]),
        ("omp", "name: the-skill", "", &["ignores undescribed"]),
        ("omp", "description: d\nglobs: '*'", "", &["reads-otherwise name-from-directory"]),
        ("opencode", "name: other\ndescription: a: b", "", &[]),
        ("opencode", "description: d", "", &["rejects name-missing"]),
        ("opencode", fine, "$1, @a.md and !`x`", &[]),
        ("opencode", fine, "`` !`x` ``", &["reads-otherwise command-in-code"]),
        ("openclaw", "name: the-skill", "", &["rejects description-missing"]),
        ("openclaw", fine, "{baseDir}/x", &[]),
        ("openclaw", fine, &"x".repeat(256_000), &["rejects file-too-large"]),
        (
            "wink",
            "name: the-skill\ndescription: <b>d</b>",
            "# T\n\nGo.",
            &["rejects description-xml-tag"],
        ),
        ("wink-2026", "name: other\ndescription: d", "", &["rejects name-directory-mismatch"]),
        ("wundr", fine, "!gh pr view $ARGUMENTS\n!read a.md", &[]),
        ("wundr", fine, "!`gh pr view`", &["reads-otherwise command-otherwise"]),
        ("wundr", "name: the-skill", "", &["reads-otherwise description-stands-in"]),
        ("prowess", "name: the-skill\ndescription: a: b", "", &[]),
        ("codex", "description: d", "", &["reads-otherwise name-from-directory"]),
        (
            "codex",
            "name: the-skill\ndescription: d\nlicense: MIT\nmodel: opus",
            "",
            &["ignores field-ignored"],
        ),
        ("gemini-cli", "name: the:skill\ndescription: d", "", &["reads-otherwise name-changed"]),
        ("gemini-cli", "description: d", "", &["rejects name-missing"]),
        ("openskills", "description: d", "", &["reads-otherwise name-from-directory"]),
        ("goose", fine, "$ARGUMENTS and $1", &[]),
        ("goose", fine, "From $0 to $1", &["reads-otherwise argument-numbering"]),
        ("opencode-2026", fine, "$1", &["reads-otherwise argument-by-command"]),
        ("opencode-2026", "name: the-skill", "", &["ignores undescribed"]),
        ("opencode-v2", fine, "$1", &["ignores argument-literal"]),
        ("omp-2026", fine, "$ARGUMENTS", &["ignores argument-literal"]),
        (
            "copilot",
            "name: the-skill\ndescription: d\nuserInvocable: no",
            "",
            &["ignores field-spelling"],
        ),
        ("copilot-cli", "name: the-skill\ndescription: d\nallowed-tools: '*'", "", &[]),
        ("cursor", "name: the-skill\ndescription: d\npaths: '*'", "", &[]),
        ("amp", "name: the-skill\ndescription: d\nhide: true", "", &["ignores field-ignored"]),
        ("roo", "name: the-skill\ndescription: d\nmodeSlugs: [code]", "", &[]),
        ("kilo", "name: the-skill\ndescription: d\nmodel: opus", "", &["ignores field-ignored"]),
        ("pi", "name: the-skill", "", &["rejects description-missing"]),
        ("cline", "name: other\ndescription: d", "", &["rejects name-directory-mismatch"]),
        ("factory", "name: the-skill\ndescription: d\nuser-invocable: false", "", &[]),
        (
            "windsurf",
            "name: the-skill\ndescription: d\nlicense: MIT\nallowed-tools: Read",
            "",
            &["ignores field-ignored"],
        ),
        ("kiro", "name: the-skill\ndescription: a: b", "", &["rejects yaml-invalid"]),
        ("kiro", "name: other\ndescription: d", "", &["rejects name-directory-mismatch"]),
        ("openhands", "name: the-skill\ndescription: d\ntriggers: [go]", "", &[]),
        ("letta", "name: the-skill\ndescription: d\nwhen_to_use: x", "", &[]),
        ("deepagents", "name: the-skill\ndescription: d\nallowed-tools: [Read, Write]", "", &[]),
        ("bees", fine, "", &["rejects skill-file-missing"]),
    ];
    for name in Profile::names() {
        assert!(table.iter().any(|(agent, ..)| *agent == name), "{name} has no row");
    }
    for (agent, frontmatter, body, expected) in table {
        let directory = skill(&format!("---\n{frontmatter}\n---\n{body}\n"));
        let found = effects(&directory.path().join("the-skill"), agent);
        assert_eq!(found, *expected, "{agent}: {frontmatter} {body}");
    }
}

#[test]
fn what_is_no_skill_is_rejected_by_everyone() {
    let directory = skill("---\nname: the-skill\ndescription: d\n---\n");
    fs::create_dir(directory.path().join("empty")).unwrap();
    fs::write(directory.path().join("flat.md"), "---\nname: flat\ndescription: d\n---\nGo.\n")
        .unwrap();
    fs::create_dir(directory.path().join("odd")).unwrap();
    fs::write(directory.path().join("odd/Skill.md"), "---\nname: odd\ndescription: d\n---\n")
        .unwrap();
    let at = |name: &str, agent: &str| effects(&directory.path().join(name), agent);
    assert_eq!(at("gone", "omp"), ["rejects path-missing"]);
    assert_eq!(at("empty", "omp"), ["rejects skill-file-missing"]);
    assert_eq!(at("flat.md", "agentskills"), ["rejects not-a-directory"]);
    assert_eq!(at("flat.md", "wundr"), [""; 0]);
    assert_eq!(at("odd", "agentskills"), ["rejects skill-file-missing"]);
    assert_eq!(at("odd/Skill.md", "claude-code"), ["rejects skill-file-missing"]);
    assert_eq!(at("odd/Skill.md", "wundr"), [""; 0]);
}

/// Agents, a frontmatter, what it becomes, the changes, and what is left alone.
type Row =
    (&'static str, &'static str, &'static str, &'static [&'static str], &'static [&'static str]);

#[test]
fn what_is_safe_is_mended_and_the_rest_is_named() {
    let table: &[Row] = &[
        // Quotes, for those who could not read it.
        (
            "omp",
            "name: the-skill\ndescription: a: b",
            "name: the-skill\ndescription: 'a: b'",
            &[],
            &[],
        ),
        // Fields that none of them reads.
        (
            "openclaw,opencode",
            "name: the-skill\ndescription: d\nmine: 1 # why\nmodel: opus",
            "name: the-skill\ndescription: d\nmetadata:\n  mine: '1'\n  model: opus",
            &["moved-to-metadata", "read-by-fewer", "comment-lost"],
            &[],
        ),
        (
            "claude-code,opencode",
            "name: the-skill\ndescription: d\nmodel: opus",
            "name: the-skill\ndescription: d\nmodel: opus",
            &[],
            &["`model` stays: claude-code reads it there, though opencode does not"],
        ),
        (
            "openclaw",
            "name: the-skill\ndescription: d\nopenclaw: {always: true}\nuserInvocable: false",
            "name: the-skill\ndescription: d\nopenclaw: {always: true}\nuserInvocable: false",
            &[],
            &[
                "`openclaw` stays: openclaw would act on it under `metadata`",
                "`userInvocable` stays: openclaw would act on it if it were spelled otherwise",
            ],
        ),
        // Types and spellings below `metadata` stay.
        (
            "openclaw",
            "name: the-skill\ndescription: d\nmine: [a, b]\nmetadata:\n  openclaw:\n    always: true\n    count: 1.10",
            "name: the-skill\ndescription: d\nmetadata:\n  openclaw:\n    always: true\n    count: '1.10'\n  mine: a, b",
            &["moved-to-metadata"],
            &[],
        ),
        // A form of `allowed-tools` for everyone.
        (
            "claude-code,agentskills",
            "name: the-skill\ndescription: d\nallowed-tools: Read, Bash(git add:*)",
            "name: the-skill\ndescription: d\nallowed-tools: Read Bash(git add:*)",
            &["tools-rewritten"],
            &[],
        ),
        (
            "claude-code,wundr",
            "name: the-skill\ndescription: d\nallowed-tools: Read Write",
            "name: the-skill\ndescription: d\nallowed-tools: Read, Write",
            &["tools-rewritten"],
            &[],
        ),
        (
            "agentskills,wundr",
            "name: the-skill\ndescription: d\nallowed-tools: Read, Write",
            "name: the-skill\ndescription: d\nallowed-tools: Read, Write",
            &[],
            &["`allowed-tools` stays: there is no form that all of these agents read"],
        ),
        (
            "opencode",
            "name: the-skill\ndescription: d\nallowed-tools: Read, Write",
            "name: the-skill\ndescription: d\nallowed-tools: Read, Write",
            &[],
            &[],
        ),
        // The directory's name, where nobody calls it otherwise.
        (
            "claude-code,wink-2026",
            "name: other\ndescription: d",
            "name: the-skill\ndescription: d",
            &["name-set"],
            &[],
        ),
        (
            "claude-code,opencode",
            "name: other\ndescription: d",
            "name: other\ndescription: d",
            &[],
            &["`name` stays: opencode would call the skill otherwise"],
        ),
        ("opencode", "name: other\ndescription: d", "name: other\ndescription: d", &[], &[]),
        (
            "omp,agentskills",
            "description: d",
            "description: d\nname: the-skill",
            &["name-set"],
            &[],
        ),
        (
            "wink-2026",
            "name: the-skill\ndescription: 12",
            "name: the-skill\ndescription: '12'",
            &["becomes-string"],
            &[],
        ),
    ];
    for (agents, before, after, changes, left) in table {
        let document = |frontmatter: &str| format!("---\n{frontmatter}\n---\n# T\n\nGo $1.\n");
        let (text, changed, stays) = mend(&document(before), agents).unwrap();
        assert_eq!(text, document(after), "{agents}: {before}");
        assert_eq!(
            (changed.as_slice(), stays),
            (*changes, left.iter().map(|s| (*s).to_owned()).collect()),
            "{agents}: {before}"
        );
        // What was mended stays as it is.
        let (again, changed, _) = mend(&text, agents).unwrap();
        assert_eq!((again, changed.len()), (text, 0), "{agents}: {before}");
    }
}

#[test]
fn mended_texts_are_read_by_those_they_are_for() {
    let text = "---\nname: the-skill\ndescription: Does it. Use when: asked.\nallowed-tools: [Read, Write]\n\
                tags: [a, b]\nversion: 1.10\n---\n# T\n\nGo.\n";
    for agents in ["agentskills", "omp,openclaw,wink", "agentskills,wink-2026,claude-code"] {
        let (mended, _, _) = mend(text, agents).unwrap();
        let directory = skill(&mended);
        for profile in profiles(agents) {
            let found = effects(&directory.path().join("the-skill"), &profile.name);
            let bad: Vec<&String> = found.iter().filter(|s| s.starts_with("rejects")).collect();
            assert!(bad.is_empty(), "{agents} {}: {bad:?}\n{mended}", profile.name);
        }
    }
}

#[test]
fn variables_are_spelled_alike_everywhere() {
    for name in Profile::names() {
        for (spelling, variable) in &Profile::named(name).unwrap().dialect.variables {
            assert!(VARIABLES.contains(&(spelling.as_str(), *variable)), "{name}: {spelling}");
        }
    }
}
