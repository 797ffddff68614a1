//! OpenClaw.

use std::os::unix::fs::symlink;

use prowess::format::views::install_safety::judge;
use prowess::format::views::openclaw::OpenClaw;
use prowess::resolve::Status;

use crate::discovery::Machine;

const OPENCLAW: &str = "openclaw";

/// A machine with an extra and a bundled directory.
fn six_sources(machine: Machine) -> Machine {
    let path = |name: &str| machine.path(name).display().to_string();
    let (extra, bundled) = (path("extra"), path("bundled"));
    machine
        .set(&format!("skills.load.extraDirs=['{extra}']"))
        .env("OPENCLAW_BUNDLED_SKILLS_DIR", &bundled)
}

#[test]
fn six_sources_of_one_name() {
    let places = [
        "project/skills/demo-skill",
        "project/.agents/skills/demo-skill",
        "home/.agents/skills/demo-skill",
        "home/.openclaw/skills/demo-skill",
        "bundled/demo-skill",
        "extra/demo-skill",
    ];
    for (at, winner) in places.iter().enumerate() {
        let machine =
            places[at..].iter().fold(Machine::new(), |machine, place| machine.skill(place));
        assert_eq!(six_sources(machine).winner(OPENCLAW), *winner);
    }
    let machine = places.iter().fold(Machine::new(), |machine, place| machine.skill(place));
    let catalog = six_sources(machine).load(OPENCLAW);
    // From the highest to the lowest.
    let shadows: Vec<&str> = catalog
        .entries()
        .iter()
        .rev()
        .filter(|entry| matches!(entry.status, Status::Shadowed { .. }))
        .filter_map(|entry| entry.root.provider.as_deref())
        .collect();
    assert_eq!(
        shadows,
        [
            "agents-skills-project",
            "agents-skills-personal",
            "openclaw-managed",
            "openclaw-bundled",
            "openclaw-extra"
        ]
    );
    // Another place for its state is another machine, as it were.
    let machine = Machine::new().skill("home/.agents/skills/a").skill("state/skills/b");
    let state = machine.path("state").display().to_string();
    assert_eq!(machine.env("OPENCLAW_STATE_DIR", &state).names(OPENCLAW), ["b"]);
}

#[test]
fn what_a_skill_needs() {
    let machine = |needs: &str| {
        let fields =
            format!("name: s\ndescription: d\nmetadata: {{ \"openclaw\": {{ {needs} }} }}");
        Machine::new().fields("project/skills/s", &fields)
    };
    let table = [
        (r#""requires": {"bins": ["no-such"]}"#, "bins: it needs `no-such`, not found in PATH"),
        (
            r#""requires": {"anyBins": ["no-such", "nor-this"]}"#,
            "bins: it needs one of `no-such`, `nor-this`, none found in PATH",
        ),
        (r#""requires": {"config": ["load.watch"]}"#, "config: it needs the setting `load.watch`"),
        (r#""requires": {"env": ["KEY"]}"#, "env: it needs `KEY` in the environment"),
        (r#""always": true, "requires": {"env": ["KEY"]}"#, ""),
        (r#""always": true, "os": ["darwin"]"#, "os: it is for darwin, and this is linux"),
        // Trailing commas are fine.
        (r#""emoji": "x","#, ""),
    ];
    for (needs, reason) in table {
        let expected: Vec<&str> =
            Some(reason).filter(|reason| !reason.is_empty()).into_iter().collect();
        assert_eq!(machine(needs).reasons(OPENCLAW), expected, "{needs}");
    }
    let key = r#""primaryEnv": "KEY", "requires": {"env": ["KEY"]}"#;
    assert_eq!(machine(key).names(OPENCLAW), [""; 0]);
    assert_eq!(machine(key).set("skills.entries.s.apiKey=x").names(OPENCLAW), ["s"]);
    let watch = machine(r#""requires": {"config": ["load.watch"]}"#);
    assert_eq!(watch.set("skills.load.watch=true").names(OPENCLAW), ["s"]);
}

#[test]
fn a_skill_goes_by_its_key() {
    let fields = "name: s\ndescription: d\nmetadata: {\"openclaw\": {\"skillKey\": \"alias\"}}";
    let machine = || Machine::new().fields("project/skills/s", fields);
    assert_eq!(machine().set("skills.entries.alias.enabled=false").names(OPENCLAW), [""; 0]);
    assert_eq!(machine().set("skills.entries.s.enabled=false").names(OPENCLAW), ["s"]);
}

#[test]
fn agents_have_lists() {
    let machine = || {
        Machine::new()
            .skill("project/skills/github")
            .skill("project/skills/docs-search")
            .skill("project/skills/weather")
    };
    assert_eq!(machine().agent("writer").names(OPENCLAW).len(), 3);
    let defaults = || machine().set("agents.defaults.skills=['github']");
    assert_eq!(defaults().names(OPENCLAW), ["github"]);
    assert_eq!(defaults().agent("writer").names(OPENCLAW), ["github"]);
    // An agent's own list takes the place of the other; an empty one allows nothing.
    let own = |list: &str| defaults().set(&format!("agent.writer.skills={list}"));
    assert_eq!(own("['docs-search']").agent("writer").names(OPENCLAW), ["docs-search"]);
    assert_eq!(own("['docs-search']").agent("other").names(OPENCLAW), ["github"]);
    assert_eq!(own("[]").agent("writer").names(OPENCLAW), [""; 0]);
    let reasons = own("[]").agent("writer").reasons(OPENCLAW);
    assert_eq!(reasons[0], "agent: agent.writer.skills does not name it");
}

#[test]
fn a_broken_skill_hides_no_healthy_one() {
    let machine = Machine::new()
        .fields("project/skills/a", "name: [broken\ndescription: d")
        .file("project/skills/b/SKILL.md", "---\nname: b\ndescription: d\n")
        .fields("project/skills/c", "name: c")
        .file("project/skills/bom/SKILL.md", "\u{feff}---\nname: bom\ndescription: d\n---\nGo.\n")
        .skill("project/skills/valid");
    assert_eq!(machine.names(OPENCLAW), ["bom", "valid"]);
    let reasons = machine.reasons(OPENCLAW);
    let begins = [
        "yaml-invalid: invalid frontmatter: ",
        "fence-unclosed: invalid frontmatter: UNTERMINATED_FRONTMATTER: missing closing --- delimiter",
        "description-missing: description is required",
    ];
    assert_eq!(reasons.len(), 3, "{reasons:?}");
    for (reason, begin) in reasons.iter().zip(begins) {
        assert!(reason.starts_with(begin), "{reason}");
    }
}

#[test]
fn links_stay_where_they_are_found() {
    let linked = |root: &str| {
        let machine = Machine::new().skill("elsewhere/linked").skill(&format!("{root}/real"));
        symlink(machine.path("elsewhere/linked"), machine.path(root).join("linked")).unwrap();
        machine
    };
    for root in ["project/skills", "project/.agents/skills"] {
        let machine = linked(root);
        assert_eq!(machine.names(OPENCLAW), ["real"], "{root}");
        assert!(machine.reasons(OPENCLAW)[0].starts_with("links: a link leads out"), "{root}");
        let allowed = machine.path("elsewhere").display().to_string();
        let machine = machine.set(&format!("skills.load.allowSymlinkTargets=['{allowed}']"));
        assert_eq!(machine.names(OPENCLAW), ["linked", "real"], "{root}");
        assert_eq!(machine.reasons(OPENCLAW), [""; 0], "{root}");
    }
    // What is the user's own may be linked to, but for the file itself.
    for root in ["home/.openclaw/skills", "home/.agents/skills"] {
        let machine = linked(root);
        std::fs::create_dir(machine.path(root).join("out")).unwrap();
        let file = machine.path("elsewhere/linked/SKILL.md");
        symlink(file, machine.path(root).join("out/SKILL.md")).unwrap();
        assert_eq!(machine.names(OPENCLAW), ["linked", "real"], "{root}");
        assert_eq!(machine.reasons(OPENCLAW).len(), 1, "{root}");
    }
}

#[test]
fn how_deep_it_looks() {
    let machine = Machine::new()
        .skill("project/skills/group/nested")
        .skill("project/skills/a/b/c")
        .skill("project/skills/1/2/3/4/5/six")
        .skill("project/skills/1/2/3/4/5/6/seven")
        .fields("project/skills/invalid", "name: invalid")
        .skill("project/skills/invalid/child")
        .skill("project/skills/node_modules/pkg")
        .skill("project/skills/.dot/no");
    assert_eq!(machine.names(OPENCLAW), ["c", "nested", "six"]);
    let machine = six_sources(
        Machine::new()
            .skill("extra/group/within")
            .skill("extra/group/d1/too-deep")
            .skill("extra/skills/1/2/3/4/5/six")
            .skill("extra/skills/one"),
    );
    assert_eq!(machine.names(OPENCLAW), ["one", "six", "within"]);
    // A root that is a skill is one, whatever lies in it.
    let alone = Machine::new().skill("extra").skill("extra/tests/fixture");
    assert_eq!(six_sources(alone).names(OPENCLAW), ["extra"]);
}

/// What it looks at and what it loads of one place, with its bounds made small.
fn bounded(bounds: &str, machine: Machine) -> Vec<String> {
    let profile = format!("extends = \"openclaw\"\n[walk.bounds]\n{bounds}\n");
    machine.file("home/.config/prowess/profiles/small.toml", &profile).names("small")
}

#[test]
fn how_many_it_loads() {
    let invalid = || {
        Machine::new()
            .fields("project/skills/00/a", "name: a")
            .fields("project/skills/00/b", "name: b")
            .skill("project/skills/01/valid")
    };
    assert_eq!(bounded("skills = 1", invalid()), ["valid"]);
    assert_eq!(bounded("candidates = 2", invalid()), [""; 0]);
    let grouped =
        Machine::new().skill("project/skills/00-group/grouped").skill("project/skills/01-direct");
    assert_eq!(bounded("skills = 1", grouped), ["grouped"]);
    let many = (0..305).fold(Machine::new(), |machine, at| {
        machine.fields(&format!("project/skills/s{at:03}"), "description: d")
    });
    assert_eq!(many.names(OPENCLAW).len(), 200);
    let reasons = many.reasons(OPENCLAW);
    assert_eq!(reasons.len(), 105);
    assert!(reasons[0].contains("looks at 200 skills"), "{}", reasons[0]);
    assert!(reasons[104].contains("300 skills, good or bad,"), "{}", reasons[104]);
}

#[test]
fn installing_only_what_is_safe() {
    let view = |install: &str| {
        let fields = format!(
            "name: s\ndescription: d\nmetadata: {{\"openclaw\": {{\"install\": [{install}]}}}}"
        );
        let catalog = Machine::new().fields("project/skills/s", &fields).load(OPENCLAW);
        let gating = OpenClaw::read(&catalog.entries()[0].skill.frontmatter).gating.unwrap();
        judge(gating.install)
    };
    let safe = view(
        r#"{"id":"1","kind":"brew","formula":"wget"},
           {"id":"2","kind":"node","package":"@scope/tool@1.2.3"},
           {"id":"3","kind":"go","module":"example.com/tool@latest"},
           {"id":"4","kind":"uv","package":"tool[extra]==1.0"},
           {"id":"5","kind":"download","url":"https://example.com/x.tgz"}"#,
    );
    let ids: Vec<&str> = safe.kept.iter().filter_map(|install| install.id.as_deref()).collect();
    assert_eq!((ids, safe.dropped.len()), (vec!["1", "2", "3", "4", "5"], 0));
    let not = view(
        r#"{"kind":"brew","formula":"wget --HEAD"},
           {"kind":"node","package":"file:../malicious"},
           {"kind":"go","module":"https://example.com/tool"},
           {"kind":"download","url":"file:///etc/passwd"}"#,
    );
    assert_eq!((not.kept.len(), not.dropped.len()), (0, 4));
}

#[test]
fn words_that_mean_yes_and_no() {
    let fields = "name: s\ndescription: d\nuser-invocable: no\ndisable-model-invocation: yes";
    let catalog = Machine::new().fields("project/skills/s", fields).load(OPENCLAW);
    let entry = catalog.active()[0];
    let view = OpenClaw::read(&entry.skill.frontmatter);
    assert_eq!((view.user_invocable, view.disable_model_invocation), (false, true));
    assert!(entry.is_hidden());
}
