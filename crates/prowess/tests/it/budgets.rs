//! Budgets as agents have them: shares of a context window, ladders, notes, what users say otherwise.

use std::sync::Arc;

use prowess::listing::{ListingOptions, Step};
use prowess::{Budget, Cancel, Catalog, Engine, Host, Listing, Settings};

use crate::discovery::Machine;
use crate::listing::{Fixture, fifty};

fn settings(assignments: &[&str]) -> Settings {
    let mut settings = Settings::default();
    for assignment in assignments {
        settings.set(assignment).unwrap();
    }
    settings
}

fn in_window(catalog: &Catalog, window: Option<usize>) -> Listing {
    let options = ListingOptions { context_window: window, ..Default::default() };
    catalog.listing_with(&options).unwrap()
}

fn length(listing: &Listing) -> usize {
    listing.text.chars().count()
}

/// Skills with descriptions of these lengths; the directory has a long path, which pays for an alias.
fn described(lengths: &[usize]) -> Fixture {
    let fixture = Fixture::new(&[]);
    for (at, length) in lengths.iter().enumerate() {
        let description: String = "abcdefghij".chars().cycle().take(*length).collect();
        fixture.write(
            &format!("skills/skill-{at:02}/SKILL.md"),
            &format!("---\nname: skill-{at:02}\ndescription: {description}\n---\nGo.\n"),
        );
    }
    fixture
}

#[test]
fn a_share_of_the_window_is_the_budget() {
    let fixture = described(&[500; 40]);
    let (codex, claude) = (fixture.load("codex"), fixture.load("claude-code"));
    let table: [(&Arc<Catalog>, Option<usize>, Budget); 7] = [
        (&codex, None, Budget::chars(8000)),
        (&codex, Some(100_000), Budget::tokens(2000)),
        (&codex, Some(272_000), Budget::tokens(5440)),
        (&codex, Some(2_000_000), Budget::tokens(40_000)),
        (&claude, None, Budget::chars(8000)),
        (&claude, Some(200_000), Budget::chars(8000)),
        (&claude, Some(1_000_000), Budget::chars(40_000)),
    ];
    for (catalog, window, budget) in table {
        let listing = in_window(catalog, window);
        assert_eq!(listing, catalog.listing(budget), "{window:?} {budget}");
        assert!(budget.holds(&listing.text), "{window:?} {budget}");
    }
    // Who names a budget means it, whatever the window is.
    let options = ListingOptions {
        budget: Budget::chars(900),
        context_window: Some(1_000_000),
        ..Default::default()
    };
    assert!(length(&claude.listing_with(&options).unwrap()) <= 900);
}

/// Each step is taken where the one before it is a character too long.
#[test]
fn the_ladder_of_codex() {
    let lengths = [30, 400, 400, 400, 400, 400];
    let catalog = described(&lengths).load("codex");
    let full = catalog.listing(Budget::none());
    assert_eq!((full.step, full.shown), (Step::Full, 6));
    let aliased = catalog.listing(Budget::chars(length(&full) - 1));
    assert_eq!((aliased.step, aliased.shown), (Step::Aliases, 6));
    assert!(aliased.cut.shortened.is_empty() && aliased.warnings.is_empty(), "{aliased:?}");
    let spread = catalog.listing(Budget::chars(length(&aliased) - 1));
    assert_eq!((spread.step, spread.shown), (Step::RoundRobin, 6));
    assert_eq!(spread.cut.shortened, ["skill-05"]);
    // Between a character each and none at all.
    let described: usize = lengths.iter().sum::<usize>() + lengths.len();
    let names = catalog.listing(Budget::chars(length(&aliased) - described + 1));
    assert_eq!((names.step, names.shown), (Step::NamesOnly, 6), "{}", names.text);
    assert_eq!(names.cut.shortened.len(), 6);
    let cut = catalog.listing(Budget::chars(length(&names) - 1));
    assert_eq!((cut.step, cut.shown), (Step::Cut, 5));
    assert_eq!(cut.cut.omitted, ["skill-05"]);
    // The user is told, the model is not.
    assert_eq!(cut.warnings[0], "not listed for lack of room: skill-05");
    assert!(!cut.text.contains("skill-05") && !cut.text.contains("not listed"), "{}", cut.text);
    for most in [0, 1, 20] {
        let nothing = catalog.listing(Budget::chars(most));
        assert_eq!((nothing.text.as_str(), nothing.shown), ("", 0));
        assert_eq!(nothing.cut.omitted.len(), 6);
    }
}

#[test]
fn a_table_of_roots_stands_for_long_paths() {
    let fixture = described(&[300; 12]);
    let catalog = fixture.load("codex");
    let full = catalog.listing(Budget::none());
    let text = catalog.listing(Budget::chars(length(&full) - 1)).text;
    let root = fixture.directory.path().join("skills");
    let table = format!("### Skill roots\n- `r0` = `{}`\n### Available skills\n", root.display());
    assert!(text.contains(&table), "{text}");
    for at in 0..12 {
        assert!(text.contains(&format!("(file: r0/skill-{at:02}/SKILL.md)")), "{at}: {text}");
    }
    assert_eq!(text.matches(root.to_str().unwrap()).count(), 1, "{text}");
    // For one skill the table is longer than what it saves.
    let catalog = described(&[300]).load("codex");
    let full = catalog.listing(Budget::none());
    let short = catalog.listing(Budget::chars(length(&full) - 1));
    assert_eq!(short.step, Step::RoundRobin);
    assert!(!short.text.contains("### Skill roots"), "{}", short.text);
}

/// Short descriptions stay whole, and long ones differ by one character at most.
#[test]
fn room_is_given_in_turn() {
    let catalog = described(&[10, 500, 60, 500, 500, 1]).load("codex");
    let full = length(&catalog.listing(Budget::none()));
    for less in [350, 600, 800, 1001] {
        let listing = catalog.listing(Budget::chars(full - less));
        assert_eq!(listing.step, Step::RoundRobin, "{less}");
        let kept = |at: usize| {
            let (_, rest) = listing.text.split_once(&format!("- skill-{at:02}: ")).unwrap();
            rest.split_once(" (file: ").unwrap().0.len()
        };
        assert_eq!((kept(0), kept(5)), (10, 1), "{less}");
        let long = [kept(1), kept(3), kept(4)];
        assert!(long[0] - long[2] <= 1 && long[0] >= long[1] && long[1] >= long[2], "{long:?}");
        assert!(kept(2) == 60 || kept(2) >= long[2], "{less}");
        assert_eq!(length(&listing), full - less, "not a character is wasted");
    }
}

#[test]
fn a_great_loss_is_worth_a_warning() {
    let catalog = described(&[600; 10]).load("codex");
    let full = length(&catalog.listing(Budget::none()));
    for (less, expected) in
        [(900, &[][..]), (4000, &["descriptions are shorter by N characters on average"][..])]
    {
        let listing = catalog.listing(Budget::chars(full - less));
        assert_eq!((listing.step, listing.shown), (Step::RoundRobin, 10));
        let found: Vec<String> = listing
            .warnings
            .iter()
            .map(|text| {
                text.split(' ').map(|word| if word.parse::<u32>().is_ok() { "N" } else { word })
            })
            .map(|words| words.collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(found, expected, "{less}");
    }
}

#[test]
fn long_descriptions_end_in_dots_before_anything_is_measured() {
    let text = described(&[1024, 1025]).load("codex").listing(Budget::none()).text;
    let kept = |at: usize| {
        let (_, rest) = text.split_once(&format!("- skill-{at:02}: ")).unwrap();
        rest.split_once(" (file: ").unwrap().0
    };
    assert_eq!((kept(0).len(), kept(0).ends_with("...")), (1024, false));
    assert_eq!((kept(1).len(), kept(1).ends_with("...")), (1024, true));
}

/// What comes with the agent, then the machine's, the project's, the user's.
#[test]
fn codex_lists_by_scope() {
    let fixture = Fixture::new(&[]);
    for path in [
        "home/.agents/skills/a-user",
        "project/.agents/skills/b-project",
        "project/.codex/skills/a-project",
        "home/.codex/skills/.system/z-bundled",
        "system/etc/codex/skills/z-machine",
    ] {
        let name = path.rsplit('/').next().unwrap();
        let text = format!("---\nname: {name}\ndescription: d\n---\nGo.\n");
        fixture.write(&format!("{path}/SKILL.md"), &text);
    }
    let engine = prowess::Engine::builder(fixture.host()).profile("codex").build().unwrap();
    let text = engine.load(&prowess::Cancel::none()).unwrap().listing(Budget::none()).text;
    let names: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("- "))
        .map(|line| line.split_once(':').unwrap().0)
        .collect();
    assert_eq!(names, ["z-bundled", "z-machine", "a-project", "b-project", "a-user"], "{text}");
}

#[test]
fn the_notes_of_openclaw() {
    let fixture = described(&[300; 30]);
    let load = |assignments: &[&str]| fixture.load_set("openclaw", None, settings(assignments));
    let most = |chars: usize| format!("skills.limits.maxSkillsPromptChars={chars}");
    let full = length(&load(&[]).listing(Budget::none()));
    let names = full - 30 * (300 + "    <description></description>\n".len());
    let audit = "Run `openclaw skills check` to audit.";
    let compact = |how: &str| format!("⚠️ Skills catalog using compact format ({how}). {audit}\n");
    let ten = "skills.limits.maxSkillsInPrompt=10";
    let cases: [(&str, Vec<String>, Step, usize, String); 6] = [
        ("all", vec![most(full)], Step::Full, 30, String::new()),
        ("shorter", vec![most(full - 1)], Step::Shortened, 30, compact("descriptions shortened")),
        ("names", vec![most(names + 110)], Step::NamesOnly, 30, compact("descriptions omitted")),
        (
            "ten",
            vec![ten.to_owned()],
            Step::Full,
            10,
            format!("⚠️ Skills truncated: included 10 of 30. {audit}\n"),
        ),
        (
            "ten, shorter",
            vec![ten.to_owned(), most(names)],
            Step::Shortened,
            10,
            format!(
                "⚠️ Skills truncated: included 10 of 30 (compact format, descriptions shortened). {audit}\n"
            ),
        ),
        ("nothing", vec![most(10)], Step::Cut, 0, String::new()),
    ];
    for (case, assignments, step, shown, note) in cases {
        let assignments: Vec<&str> = assignments.iter().map(String::as_str).collect();
        let listing = load(&assignments).listing(Budget::default());
        assert_eq!((listing.step, listing.shown), (step, shown), "{case}: {}", listing.text);
        let sentence = if shown == 0 { "" } else { "The skills below are instructions" };
        assert!(listing.text.starts_with(&format!("{note}{sentence}")), "{case}: {}", listing.text);
        assert_eq!(listing.text.is_empty(), case == "nothing");
        assert_eq!(listing.shown + listing.cut.omitted.len(), 30, "{case}");
        assert_eq!(listing.warnings.is_empty(), listing.cut.omitted.is_empty(), "{case}");
    }
    // How many fit depends on how long the path of the directory is.
    let some = load(&[&most(names)]).listing(Budget::default());
    let start = format!("⚠️ Skills truncated: included {} of 30 (compact", some.shown);
    assert!(some.text.starts_with(&start) && (20..30).contains(&some.shown), "{}", some.text);
    assert_eq!((some.step, some.cut.omitted.len()), (Step::Cut, 30 - some.shown));
    // More than 220 characters are not left of a description, however much room there is.
    let shorter = load(&[&most(full - 1)]).listing(Budget::default());
    let (_, rest) = shorter.text.split_once("<description>").unwrap();
    let description = rest.split_once("</description>").unwrap().0;
    assert_eq!((description.len(), description.ends_with("...")), (220, true));
}

#[test]
fn openclaw_lists_150_skills_at_most() {
    let listing = fifty(155).load("openclaw").listing(Budget::none());
    assert_eq!((listing.shown, listing.cut.omitted.len()), (150, 5));
    assert_eq!(listing.cut.omitted[0], "skill-150");
    assert!(listing.text.starts_with("⚠️ Skills truncated: included 150 of 155. Run"));
    let named =
        "not listed for lack of room: skill-150, skill-151, skill-152, skill-153, skill-154";
    assert_eq!(listing.warnings, [named]);
}

#[test]
fn claude_code_keeps_every_name() {
    let catalog = fifty(400).load("claude-code");
    let small = in_window(&catalog, Some(1000));
    assert_eq!((small.step, small.shown), (Step::NamesAlways, 400));
    assert_eq!(small.warnings, ["the names alone need more than 40 characters"]);
    // A budget that somebody names is kept.
    let named = catalog.listing(Budget::chars(40));
    assert_eq!((named.text.as_str(), named.step), ("", Step::Cut));
    for (window, step) in
        [(None, Step::NamesOnly), (Some(400_000), Step::Shortened), (Some(1_000_000), Step::Full)]
    {
        let listing = in_window(&catalog, window);
        assert_eq!((listing.step, listing.shown), (step, 400), "{window:?}");
    }
}

#[test]
fn users_of_an_agent_say_otherwise() {
    let fixture = described(&[2000; 8]);
    let table: [(&str, &str, &[&str], Budget, usize); 12] = [
        ("claude-code", "", &[], Budget::chars(8000), 1536),
        ("claude-code", "3000", &[], Budget::chars(3000), 1536),
        ("claude-code", "", &["skillListingBudgetFraction=0.02"], Budget::chars(16_000), 1536),
        ("claude-code", "", &["skillListingBudgetFraction=1"], Budget::chars(800_000), 1536),
        // The variable comes first.
        ("claude-code", "3000", &["skillListingBudgetFraction=0.02"], Budget::chars(3000), 1536),
        ("claude-code", "", &["skillListingMaxDescChars=100"], Budget::chars(8000), 100),
        // What is no number does not count.
        ("claude-code", "many", &[], Budget::chars(8000), 1536),
        ("claude-code", "-1", &[], Budget::chars(8000), 1536),
        ("claude-code", "", &["skillListingBudgetFraction=1.5"], Budget::chars(8000), 1536),
        ("codex", "3000", &[], Budget::chars(8000), 1024),
        ("codex", "", &["skills.max_context_tokens=700"], Budget::tokens(700), 1024),
        ("codex", "", &["skills.max_context_tokens=70000"], Budget::tokens(10_000), 1024),
    ];
    for (profile, variable, assignments, budget, cap) in table {
        let mut host: Host = fixture.host();
        host.env.insert("SLASH_COMMAND_TOOL_CHAR_BUDGET".to_owned(), variable.to_owned());
        let catalog = fixture.load_on(host, profile, settings(assignments));
        let found = catalog.listing(Budget::default());
        let expected = catalog.listing(budget);
        let case = format!("{profile} {variable:?} {assignments:?}");
        assert_eq!((&found.text, found.step), (&expected.text, expected.step), "{case}");
        let all = catalog.listing(Budget::none()).text;
        let longest =
            all.lines().map(|line| line.matches(|c: char| ('a'..='j').contains(&c)).count());
        assert!(longest.max().unwrap().abs_diff(cap) < 60, "{case}");
        let wrong = ["many", "-1"].contains(&variable)
            || assignments.iter().any(|text| text.ends_with("1.5"));
        assert_eq!(
            found.warnings.iter().any(|text| text.contains("does not count")),
            wrong,
            "{case}"
        );
    }
}

#[test]
fn a_path_cannot_pretend_to_be_an_entry() {
    let fixture = Fixture::new(&[]);
    let text = "---\nname: a\ndescription: d\n---\nGo.\n";
    fixture.write("skills/x\n- fake: line (file: y)\n/a/SKILL.md", text);
    for budget in [Budget::none(), Budget::chars(10_000)] {
        let text = fixture.load("codex").listing(budget).text;
        assert!(!text.contains("\n- fake"), "{text}");
        assert!(text.contains("x\u{fffd}- fake: line (file: y)\u{fffd}/a/SKILL.md"), "{text}");
    }
}

#[test]
fn a_project_does_not_move_the_budget_of_an_agent() {
    let fixture = fifty(2);
    let file = fixture.directory.path().join("project/prowess.toml");
    fixture.write("project/prowess.toml", "skillListingMaxDescChars = 1\n");
    let settings = Settings::load(&fixture.directory.path().join("none.toml"), Some(&file));
    assert_eq!(settings.number("skillListingMaxDescChars"), None);
    assert_eq!(settings.ignored().len(), 1);
}

/// A model never hears of what is left out, so `why` and `doctor` say it.
#[test]
fn what_an_agent_leaves_out_of_its_list_is_told() {
    let machine = (0..160).fold(Machine::new(), |machine, at| {
        machine.skill(&format!("home/.openclaw/skills/skill-{at:03}"))
    });
    let engine = Engine::builder(machine.host("project")).profile("openclaw").build().unwrap();
    let catalog = engine.load(&Cancel::none()).unwrap();
    let code = |name: &str| prowess::why::why(&catalog, name)[0].code;
    assert_eq!((code("skill-000"), code("skill-159")), ("loaded", "cut"));
    let problems = prowess::doctor::diagnose(&engine, &catalog);
    let told = problems.iter().find(|problem| problem.message.contains("left out of the agent"));
    // How many there is room for depends on how long the paths are; 150 is the most.
    let told = &told.unwrap().message;
    assert!(told.contains("skills are loaded and left out"), "{told}");
}
