//! What agents make of a skill, for the agents that have no profile too: keys and forms are data.

use proptest::prelude::*;
use prowess_format::dialect::{Applies, ArgumentForm, First};
use prowess_format::portability::mend::{Place, mend};
use prowess_format::portability::{Reading, Reads, Shown, Target, Undescribed, effects};
use prowess_format::{Dialect, Rules, field, placeholder};

use crate::support::{cases, read, rules};

/// A skill that uses a key of everyone.
const EVERYTHING: &str = "---\nname: the-skill\ndescription: Does it.\nlicense: MIT\n\
    allowed-tools: Read, Write\nwhen_to_use: Now.\nargument-hint: '[x]'\narguments: x\n\
    disable-model-invocation: true\nuser-invocable: false\ncontext: fork\npaths: '*.rs'\n\
    version: 1.0.0\ntags: a\ncategory: b\nhomepage: c\nglobs: '*'\nslash: true\ntitle: T\n\
    modeSlugs: [code]\ntriggers: [go]\nmetadata:\n  short-description: s\n---\nGo.\n";

fn said(text: &str, name: &str, rules: &Rules, dialect: &Dialect, shown: &Shown) -> Vec<String> {
    let parsed = read(text.as_bytes(), rules);
    let (skill, diagnostics) = (&parsed.skill, parsed.diagnostics.as_slice());
    let target = Target { name, rules, dialect, namespaces: &[] };
    let found = effects(&Reading { skill, diagnostics, shown }, &target);
    let said = found.iter().map(|consequence| {
        let item = &consequence.diagnostic;
        format!("{} {}: {}", consequence.effect.name(), item.code.id, item.message)
    });
    said.collect()
}

/// The keys of the skill above that an agent does not read.
fn ignored(agent: &str) -> Vec<&'static str> {
    let rules = Rules::default();
    let dialect = Dialect::default();
    let target = Target { name: agent, rules: &rules, dialect: &dialect, namespaces: &[] };
    let keys = EVERYTHING.lines().filter(|line| !line.starts_with(' '));
    let keys = keys.filter_map(|line| line.split_once(": ").map(|(key, _)| key));
    keys.filter(|key| target.reads(key) == Reads::No).collect()
}

#[test]
fn every_agent_reads_its_own_keys() {
    let beyond = |read: &[&str]| -> Vec<&'static str> {
        let standard = ["name", "description", "license"];
        let keys = ignored("nobody-else");
        assert!(keys.is_empty(), "nothing is claimed about agents that are not known");
        let all = ignored("codex");
        assert!(standard.iter().all(|key| !all.contains(key)));
        all.into_iter().filter(|key| !read.contains(key)).collect()
    };
    let (hint, args) = ("argument-hint", "arguments");
    let (model, user) = ("disable-model-invocation", "user-invocable");
    let tools = "allowed-tools";
    let table: &[(&str, &[&str])] = &[
        ("agentskills", &[tools]),
        ("amp", &[tools]),
        ("claude-code", &[tools, "when_to_use", hint, args, model, user, "context", "paths"]),
        ("cline", &[tools]),
        ("codex", &[]),
        ("copilot", &[tools, hint, model, user, "context"]),
        ("cursor", &[tools, model, "paths"]),
        ("deepagents", &[tools]),
        ("factory", &[tools, model, user]),
        ("gemini-cli", &[]),
        ("goose", &[tools, hint, args]),
        ("kilo", &[]),
        ("kiro", &[]),
        ("letta", &[tools, "when_to_use", hint, model, user, "tags", "category"]),
        ("omp", &[model, "globs"]),
        ("openclaw", &[model, user, "homepage"]),
        ("opencode", &[]),
        ("opencode-v2", &["slash"]),
        ("openhands", &[tools, model, "paths", "version", "triggers"]),
        ("pi", &[tools, model]),
        ("roo", &[tools, "modeSlugs"]),
        ("windsurf", &[]),
        ("wink", &[tools, "title"]),
        ("wundr", &[tools, model, user, "context", "version", "tags", "category"]),
    ];
    let rows: Vec<&str> = table.iter().map(|(agent, _)| *agent).collect();
    assert_eq!(rows, field::AGENTS, "an agent has no row");
    for (agent, read) in table {
        assert_eq!(ignored(agent), beyond(read), "{agent}");
        assert_eq!(ignored(&format!("{agent}-2026")), beyond(read), "{agent}");
    }
}

#[test]
fn what_is_lost_is_said_once_and_only_where_something_is() {
    let (rules, none, shown) = (Rules::default(), Dialect::default(), Shown::default());
    let table: &[(&str, &str, &[&str])] = &[
        (
            "codex",
            "disable-model-invocation: true\nhide: true",
            &["ignores field-ignored: `disable-model-invocation`, `hide` are not read: the model \
               may start it by itself"],
        ),
        ("codex", "disable-model-invocation: no\nuser-invocable: true\ncontext: inline", &[]),
        ("codex", "mine: 1", &["ignores field-ignored: `mine` is not read"]),
        (
            "copilot",
            "userInvocable: false",
            &[
                "ignores field-spelling: `userInvocable` is not read, only `user-invocable` is: the \
               user may start it too",
            ],
        ),
        ("claude-code", "userInvocable: false", &[]),
        ("cursor", "allowed-tools: Read", &[]),
        ("cursor", "allowed-tools: [Read, Write]", &[]),
        (
            "wink",
            "allowed-tools: [Read, Write]",
            &["reads-otherwise tools-form: `allowed-tools` is a list, and only a string with \
               spaces is read"],
        ),
        (
            "wundr",
            "allowed-tools: Read Write",
            &["reads-otherwise tools-form: `allowed-tools` is a string with spaces, and only a \
               string with commas or a list is read"],
        ),
        ("wundr", "allowed_tools: Read, Write", &[]),
        ("wundr", "allowed-tools: Bash(git add:*)", &[]),
        ("copilot", "allowed-tools: '*'", &[]),
        (
            "claude-code",
            "allowed-tools: '*'",
            &["reads-otherwise tools-form: `allowed-tools` is `*`, and only a string with spaces \
               or a string with commas or a list is read"],
        ),
    ];
    for (agent, field, expected) in table {
        let text = format!("---\nname: the-skill\ndescription: d\n{field}\n---\nGo.\n");
        assert_eq!(said(&text, agent, &rules, &none, &shown), *expected, "{agent} {field}");
    }
}

#[test]
fn placeholders_mean_what_a_dialect_says() {
    let zero = Dialect {
        arguments: vec![ArgumentForm::All, ArgumentForm::Positional],
        first: First::Zero,
        ..Dialect::default()
    };
    let one = Dialect { first: First::One, ..zero.clone() };
    let command = Dialect { applies: Applies::Command, ..one.clone() };
    let none = Dialect::default();
    let table: &[(&Dialect, &str, &[&str])] = &[
        (&none, "$ARGUMENTS", &["ignores argument-literal"]),
        (&none, "`awk '{print $1}'` for $5.00", &[]),
        (&none, "$1", &["ignores argument-literal"]),
        (&zero, "$ARGUMENTS $0 $1", &[]),
        (&zero, "$1 $2", &["reads-otherwise argument-numbering"]),
        (&one, "$1 $2", &[]),
        (&one, "$0 $1", &["reads-otherwise argument-numbering"]),
        (&one, "```\necho $1\n```", &["reads-otherwise argument-by-mistake"]),
        (&one, "It costs $100.", &["reads-otherwise argument-by-mistake"]),
        (&one, "\\$1", &[]),
        (&command, "$ARGUMENTS", &["reads-otherwise argument-by-command"]),
        (&none, "{baseDir}/x and @a/b.md", &["ignores variable-literal", "ignores file-literal"]),
        (
            &none,
            "!`x`\n\n!gh pr view\n\n!read a.md\n\n```!\nx\n```\n",
            &["ignores command-literal"],
        ),
        (&none, "Example:\n\n```\n!ls\n```\n", &[]),
    ];
    for (dialect, body, expected) in table {
        let text = format!("---\nname: the-skill\ndescription: d\n---\n{body}\n");
        let found = said(&text, "someone", &Rules::default(), dialect, &Shown::default());
        let found: Vec<&str> = found.iter().filter_map(|s| Some(s.split_once(':')?.0)).collect();
        assert_eq!(found, *expected, "{body}");
    }
}

#[test]
fn descriptions_are_shown_cut_escaped_or_not_at_all() {
    let (rules, none) = (Rules::default(), Dialect::default());
    let shown = |undescribed| Shown {
        text: "Does".to_owned(),
        cut: true,
        one_line: true,
        escaped: true,
        undescribed,
    };
    let text = "---\nname: the-skill\ndescription: |\n  Does <b>\n  it.\n---\nGo.\n";
    let found = said(text, "someone", &rules, &none, &shown(Undescribed::Listed));
    let codes: Vec<&str> = found.iter().filter_map(|s| Some(s.split_once(':')?.0)).collect();
    let expected = [
        "truncates description-cut",
        "reads-otherwise description-one-line",
        "reads-otherwise description-escaped",
    ];
    assert_eq!(codes, expected);
    let bare = "---\nname: the-skill\n---\nGo.\n";
    for (undescribed, expected) in [
        (Undescribed::Listed, [].as_slice()),
        (
            Undescribed::Hidden,
            &["ignores undescribed: without a description it is not shown to the model"],
        ),
        (
            Undescribed::Skipped,
            &[
                "ignores undescribed: without a description it is not loaded from all of the agent's places",
            ],
        ),
    ] {
        assert_eq!(said(bare, "someone", &rules, &none, &shown(undescribed)), expected);
    }
}

/// Lines of a frontmatter, broken ones too.
fn lines() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec![
        "name: the-skill",
        "name: other",
        "name: 12",
        "description: What it does.",
        "description: Use when: asked",
        "allowed-tools: [Read, 'Bash(git add:*)']",
        "allowed-tools: Read, Write",
        "allowed-tools: {Read: yes}",
        "metadata: {a: 1, b: {c: [], d: [x, {y: ~}]}}",
        "metadata:\n  author: me\n  version: 1.10",
        "metadata: text",
        "model: opus # why",
        "tags: [a, b]",
        "hooks:\n  before:\n    - run: x\n      args: []",
        "userInvocable: false",
        "anchored: &a [x, y]",
        "alias: *a",
        "keep: |+\n  text\n\n",
        "? [list, key]\n: value",
        "# a comment",
        "\ttab: 1",
    ]);
    prop::collection::vec(line, 0..6).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #![proptest_config(cases(300, 61))]

    #[test]
    fn placeholders_lie_in_the_text(body in "[a$!`@{}\\[\\]\\\\.0-9 \nARGUMENTSé]{0,60}|\\PC{0,60}") {
        for place in placeholder::find(&body, &["a".to_owned()]) {
            prop_assert!(!place.text(&body).is_empty(), "{place:?} of {body:?}");
        }
    }

    #[test]
    fn mended_texts_stay_as_they_are(frontmatter in lines()) {
        let text = format!("---\n{frontmatter}\n---\nGo.\n");
        let dialect = Dialect::default();
        let place = Place { directory: Some("the-skill"), flat: false };
        for names in [["omp", "openclaw"], ["claude-code", "opencode"], ["agentskills", "wundr"]] {
            let targets = names.map(|name| Target { name, rules: rules(name), dialect: &dialect, namespaces: &[] });
            let base = rules("prowess");
            let once = |text: &str| mend(&read(text.as_bytes(), base).skill, text, place, base, &targets);
            if let Ok(mended) = once(&text) {
                let again = once(&mended.text).map(|again| again.text).map_err(|error| error.to_string());
                prop_assert_eq!(again, Ok(mended.text), "{:?} {}", names, text);
            }
        }
    }
}
