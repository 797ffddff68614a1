//! From what a user typed to the skills it starts: the forms, and which agent has which.

use proptest::prelude::*;
use prowess::typed::{Form, TypedWarning};
use prowess::{Caller, Cancel, Catalog, Engine, Invocation, Profile, Request, Typed};

use crate::discovery::Machine;

/// A machine on which every agent here finds these skills.
fn machine() -> Machine {
    let places = [
        "project/.claude/skills",
        "project/.agents/skills",
        "project/.omp/skills",
        "project/.opencode/skill",
        "project/skills",
    ];
    let names = ["review-pr", "pdf", "lint", "a", "b", "c", "d", "e", "f", "g", "h", "i", "home"];
    places.iter().fold(Machine::new(), |machine, place| {
        names.iter().fold(machine, |machine, name| machine.skill(&format!("{place}/{name}")))
    })
}

/// What a draft comes to, in one line: `name(arguments)` of each skill, then what stays.
fn told(typed: &Typed) -> String {
    let told = |started: &Invocation| format!("{}({})", started.name, started.arguments);
    let started: Vec<String> = typed.invocations.iter().map(told).collect();
    format!("{} | {}", started.join(" "), typed.rest)
}

fn check(profile: &str, table: &[(&str, &str)]) {
    let catalog = machine().load(profile);
    for (draft, expected) in table {
        let typed = catalog.typed(draft);
        assert_eq!(told(&typed), *expected, "{profile}: {draft:?}");
        for started in &typed.invocations {
            assert!(draft[started.span.clone()].starts_with(['/', '$', '[']), "{draft:?}");
        }
    }
}

/// seed-systems.md 4.1, "Command specs" and "Parse command".
#[test]
fn a_slash_and_a_name() {
    check(
        "wundr",
        &[
            ("/review-pr 12 --all ", "review-pr(12 --all) | "),
            ("/review_pr 12", "review-pr(12) | "),
            ("/Review_PR 12", "review-pr(12) | "),
            ("/pdf", "pdf() | "),
            (" \n/pdf\nfirst\nsecond\n", "pdf(first\nsecond) | "),
            ("/pdf\t\u{1b}[31m\0é", "pdf(\u{1b}[31m\0é) | "),
            ("/pdf /lint x", "pdf(/lint x) | "),
            ("/pdf $lint", "pdf($lint) | "),
            // So that the user is told that there is none.
            ("/gone x", "gone(x) | "),
            ("/PDF", "pdf() | "),
            ("/skill:pdf x", "skill:pdf(x) | "),
            // A path is no command.
            ("/usr/bin/env is gone", " | /usr/bin/env is gone"),
            ("//pdf", " | //pdf"),
            ("/ pdf", " | / pdf"),
            ("/", " | /"),
            ("", " | "),
            (" \n", " |  \n"),
            ("use /pdf", " | use /pdf"),
            ("$pdf", " | $pdf"),
        ],
    );
}

/// agent-skills-standard.md 2: the first and up to five more.
#[test]
fn several_commands_before_a_text() {
    check(
        "claude-code",
        &[
            ("/a text", "a(text) | "),
            ("/a /b some text", "a(some text) b(some text) | "),
            ("/a\n/b\n\nsome /c text", "a(some /c text) b(some /c text) | "),
            ("/a /b", "a() b() | "),
            ("/a /b /a /c x", "a(x) b(x) c(x) | "),
            ("/a /b /c /d /e /f /g x", "a(/g x) b(/g x) c(/g x) d(/g x) e(/g x) f(/g x) | "),
            ("/a /gone /b x", "a(/gone /b x) | "),
            ("/a /tmp/file", "a(/tmp/file) | "),
            // After a command of the agent's own everything is its text.
            ("/gone /a x", "gone(/a x) | "),
            ("text /a", " | text /a"),
        ],
    );
}

/// seed-systems.md 2.1, "Slash"; the seed document has the leading form only.
#[test]
fn the_prefix_of_omp() {
    let leading = [
        ("/skill:pdf  one two ", "pdf(one two) | "),
        ("/skill:pdf", "pdf() | "),
        ("/skill:gone x", "gone(x) | "),
        ("/skill:", " | /skill:"),
        ("/skill: pdf", " | /skill: pdf"),
        ("/pdf x", " | /pdf x"),
        ("/skill pdf", " | /skill pdf"),
    ];
    check("omp", &leading);
    check("omp-2026", &leading);
    check("omp", &[("do /skill:pdf now", " | do /skill:pdf now")]);
    check(
        "omp-2026",
        &[
            ("do  /skill:pdf \n now", "pdf(do now) | "),
            ("do /skill:pdf", "pdf(do) | "),
            ("do\n/skill:pdf\nthis  and  that", "pdf(do this  and  that) | "),
            (
                "do /skill:gone or /skill:pdf and /skill:lint",
                "pdf(do /skill:gone or and /skill:lint) | ",
            ),
            ("do /skill:gone", " | do /skill:gone"),
            ("do x/skill:pdf", " | do x/skill:pdf"),
            ("do /skill:pdf/x", " | do /skill:pdf/x"),
            ("do /skill:pdf, please", " | do /skill:pdf, please"),
            ("do /skill: pdf", " | do /skill: pdf"),
            ("/other do /skill:pdf", " | /other do /skill:pdf"),
            ("!do /skill:pdf", " | !do /skill:pdf"),
            ("$ do /skill:pdf", " | $ do /skill:pdf"),
            ("$$ do /skill:pdf", " | $$ do /skill:pdf"),
            ("$\ndo /skill:pdf", " | $\ndo /skill:pdf"),
            ("${x} /skill:pdf", "pdf(${x}) | "),
            ("$word /skill:pdf", "pdf($word) | "),
            ("$$word /skill:pdf", "pdf($$word) | "),
            ("/tmp/x /skill:pdf", "pdf(/tmp/x) | "),
        ],
    );
}

/// agent-skills-standard.md 3.2, and seed-systems.md 5.1 for OpenClaw.
#[test]
fn names_with_a_dollar() {
    let table = [
        ("use $pdf and $lint", "pdf() lint() | use $pdf and $lint"),
        ("$lint, ($pdf). $lint!", "lint() pdf() | $lint, ($pdf). $lint!"),
        ("$pdf: read it", "pdf() | $pdf: read it"),
        ("x$pdf", "pdf() | x$pdf"),
        ("`$pdf`", "pdf() | `$pdf`"),
        ("$$pdf", "pdf() | $$pdf"),
        ("é$pdf\0\u{1b}[0m", "pdf() | é$pdf\0\u{1b}[0m"),
        ("[$pdf] [$lint]()", "pdf() lint() | [$pdf] [$lint]()"),
        ("\\$pdf \\\\$lint", "lint() | \\$pdf \\\\$lint"),
        // What no skill is called stays text, and what begins like one.
        ("$HOME $PATH $5 $12.50 $gone ${pdf} $ $", " | $HOME $PATH $5 $12.50 $gone ${pdf} $ $"),
        ("$home", " | $home"),
        ("$pdfs $pdf-x $PDF", " | $pdfs $pdf-x $PDF"),
        ("[$pdf](/nowhere/SKILL.md)", " | [$pdf](/nowhere/SKILL.md)"),
        ("[$pdf](", "pdf() | [$pdf]("),
        ("[", " | ["),
        ("\\", " | \\"),
        ("\\é$pdf", "pdf() | \\é$pdf"),
    ];
    check("codex", &table);
    check("openclaw", &table);
    check("codex", &[("/pdf x", " | /pdf x")]);
    check("openclaw", &[("/pdf $lint", "pdf($lint) | ")]);
}

#[test]
fn openclaw_takes_eight_skills_and_not_nine() {
    let catalog = machine().load("openclaw");
    assert_eq!(catalog.typed("$a $b $c $d $e $f $g $h $a").invocations.len(), 8);
    let typed = catalog.typed("$a $b $c $d $e $f $g $h $i");
    assert_eq!((typed.invocations.len(), typed.rest.len()), (0, 26));
    assert_eq!(typed.warnings, [TypedWarning::TooMany { named: 9, most: 8 }]);
    assert_eq!(machine().load("codex").typed("$a $b $c $d $e $f $g $h $i").invocations.len(), 9);
}

/// agent-skills-standard.md 3.2: "ambiguity of plain names needs path".
#[test]
fn a_name_that_two_skills_have_needs_a_path() {
    let machine = Machine::new()
        .skill("project/.agents/skills/demo")
        .skill("home/.agents/skills/demo")
        .skill("project/.agents/skills/other");
    let catalog = machine.load("codex");
    let file = |place: &str| machine.path(&format!("{place}/.agents/skills/demo/SKILL.md"));
    let typed = catalog.typed("$demo, $other, $demo");
    assert_eq!(told(&typed), "other() | $demo, $other, $demo");
    let files = vec![file("home"), file("project")];
    assert_eq!(typed.warnings, [TypedWarning::Ambiguous { name: "demo".to_owned(), files }]);
    for place in ["home", "project"] {
        let path = file(place).display().to_string();
        for link in [format!("[$demo]({path})"), format!("[$x] ( skill://{path} )")] {
            let draft = format!("$demo and {link} and {link}");
            let typed = catalog.typed(&draft);
            assert_eq!(told(&typed), format!("{path}() | {draft}"));
            assert_eq!(typed.warnings, []);
            // That is what the catalog starts.
            let request = Request { caller: Caller::User, ..Request::default() };
            let plan = catalog.activate(&typed.invocations[0].name, &request).unwrap();
            assert_eq!((plan.name.as_str(), plan.file), ("demo", file(place)));
        }
    }
    let path = machine.path("project/.agents/skills/other/SKILL.md").display().to_string();
    assert_eq!(catalog.typed(&format!("[$other]({path})")).invocations[0].name, "other");
}

#[test]
fn prowess_knows_every_form() {
    check(
        "prowess",
        &[
            ("/review_pr 12", "review-pr(12) | "),
            ("/a /b text $pdf", "a(text $pdf) b(text $pdf) | "),
            ("/skill:pdf x", "pdf(x) | "),
            ("/skill:", " | /skill:"),
            ("do /skill:pdf now", "pdf(do now) | "),
            ("/a do /skill:pdf now", "a(do /skill:pdf now) | "),
            ("use $pdf", "pdf() | use $pdf"),
            ("nothing to do", " | nothing to do"),
        ],
    );
}

#[test]
fn agents_and_their_forms() {
    use Form::{Dollar, SkillPrefix, SkillPrefixWithin, Slash, SlashStacked};
    let others: [(&str, &[Form]); 14] = [
        ("agentskills", &[Slash, Dollar]),
        ("bees", &[]),
        ("claude-code", &[SlashStacked]),
        ("codex", &[Dollar]),
        ("deepagents", &[SkillPrefix]),
        ("omp", &[SkillPrefix]),
        ("omp-2026", &[SkillPrefix, SkillPrefixWithin]),
        ("openclaw", &[Slash, Dollar]),
        ("openskills", &[]),
        ("pi", &[SkillPrefix]),
        ("prowess", &[SkillPrefix, SkillPrefixWithin, SlashStacked, Dollar]),
        ("windsurf", &[]),
        ("wink", &[]),
        ("wink-2026", &[]),
    ];
    for name in Profile::names() {
        let expected = others.iter().find(|(other, _)| *other == name);
        let forms = Profile::named(name).unwrap().typed.forms;
        assert_eq!(forms, expected.map_or(&[Slash][..], |(_, forms)| *forms), "{name}");
    }
    let text =
        "schema = 1\ncurrent = true\nemulates = { product = \"p\", version = \"v\" }\n[typed]\n";
    for wrong in ["forms = [\"shout\"]", "form = []"] {
        let error = Profile::from_toml("x", &format!("{text}{wrong}\n")).unwrap_err().to_string();
        assert!(error.contains("line 5"), "{error}");
    }
}

#[test]
fn settings_switch_commands_off() {
    let machine = machine().set("skills.enableSkillCommands=false");
    for (profile, draft) in
        [("omp-2026", "/skill:pdf x"), ("claude-code", "/pdf x"), ("codex", "$pdf")]
    {
        let builder = Engine::builder(machine.host("project")).profile(profile);
        let engine = builder.settings(machine.settings()).build().unwrap();
        let catalog = engine.load(&Cancel::none()).unwrap();
        let message = Typed { rest: draft.to_owned(), ..Typed::default() };
        assert_eq!(engine.typed(&catalog, draft), message, "{profile}");
        assert_ne!(catalog.typed(draft), message, "{profile}");
    }
}

/// No timing: what looks again and again at what follows does not end.
#[test]
fn ten_megabytes_are_read_in_one_pass() {
    let catalog = machine().load("prowess");
    for part in ["[$x](", "x/skill:", "x /skill:gone "] {
        let draft = part.repeat(10 * 1024 * 1024 / part.len());
        assert_eq!(catalog.typed(&draft).rest, draft);
    }
}

proptest! {
    #[test]
    fn any_text_is_read_by_every_form(
        parts in prop::collection::vec(
            prop_oneof![
                Just("/skill:"), Just("/"), Just("pdf"), Just("lint"), Just(" "), Just("\n"), Just("$"),
                Just("["), Just("]"), Just("("), Just(")"), Just("\\"), Just("é"), Just("!"), Just("\0"),
                Just("gone"), Just(":"), Just("\u{3000}"),
            ],
            0..24,
        )
    ) {
        thread_local! {
            static CATALOGS: Vec<(std::sync::Arc<Catalog>, bool)> = {
                let machine = machine();
                ["claude-code", "codex", "omp", "omp-2026", "openclaw", "prowess", "wundr", "wink"]
                    .map(|profile| {
                        let forms = Profile::named(profile).unwrap().typed.forms;
                        (machine.load(profile), forms.contains(&Form::Dollar))
                    }).into()
            };
        }
        let draft = parts.concat();
        CATALOGS.with(|catalogs| {
            for (catalog, keeps) in catalogs {
                let typed = catalog.typed(&draft);
                for started in &typed.invocations {
                    prop_assert!(draft.get(started.span.clone()).is_some_and(|named| !named.is_empty()));
                    prop_assert_eq!(started.arguments.trim(), &started.arguments);
                }
                let names: std::collections::HashSet<_> =
                    typed.invocations.iter().map(|started| &started.name).collect();
                prop_assert_eq!(names.len(), typed.invocations.len());
                if typed.invocations.is_empty() || !typed.rest.is_empty() {
                    prop_assert_eq!(&typed.rest, &draft);
                    prop_assert!(*keeps || typed.invocations.is_empty());
                }
                if !draft.contains(['/', '$']) {
                    prop_assert_eq!(&typed, &Typed { rest: draft.clone(), ..Typed::default() });
                }
            }
            Ok(())
        })?;
    }
}
