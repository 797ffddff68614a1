//! What agents find and load: the documented cases of the seed systems, on machines made for them.

use std::path::PathBuf;

use prowess::resolve::Status;
use prowess::roots::RootKind;
use prowess::{Cancel, Catalog, CatalogEntry, Engine, Host, Settings};
use prowess_format::Severity;

/// A machine with a home and a project, both empty at first.
pub(crate) struct Machine {
    directory: tempfile::TempDir,
    settings: Settings,
    env: Vec<(String, String)>,
    tools: Option<Vec<String>>,
    agent: Option<String>,
    mode: Option<String>,
}

impl Machine {
    pub(crate) fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(directory.path().join("home")).unwrap();
        std::fs::create_dir_all(directory.path().join("project/.git")).unwrap();
        let (settings, env) = (Settings::default(), Vec::new());
        Self { directory, settings, env, tools: None, agent: None, mode: None }
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.directory.path().join(path)
    }

    pub(crate) fn file(self, path: &str, text: &str) -> Self {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self
    }

    /// A skill called as its directory, described by where it is.
    pub(crate) fn skill(self, directory: &str) -> Self {
        let name = directory.rsplit('/').next().unwrap().to_owned();
        self.fields(directory, &format!("name: {name}\ndescription: {directory}"))
    }

    pub(crate) fn fields(self, directory: &str, fields: &str) -> Self {
        self.file(&format!("{directory}/SKILL.md"), &format!("---\n{fields}\n---\nGo.\n"))
    }

    pub(crate) fn set(mut self, assignment: &str) -> Self {
        self.settings.set(assignment).unwrap();
        self
    }

    pub(crate) fn settings(&self) -> Settings {
        self.settings.clone()
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.env.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn tools(mut self, tools: &[&str]) -> Self {
        self.tools = Some(tools.iter().map(|tool| (*tool).to_owned()).collect());
        self
    }

    pub(crate) fn agent(mut self, name: &str) -> Self {
        self.agent = Some(name.to_owned());
        self
    }

    pub(crate) fn mode(mut self, name: &str) -> Self {
        self.mode = Some(name.to_owned());
        self
    }

    pub(crate) fn host(&self, cwd: &str) -> Host {
        Host {
            system: self.path("system"),
            env: self.env.iter().cloned().collect(),
            tools: self.tools.clone(),
            agent: self.agent.clone(),
            mode: self.mode.clone(),
            ..Host::new(self.path("home"), self.path(cwd))
        }
    }

    pub(crate) fn load_in(&self, profile: &str, cwd: &str) -> std::sync::Arc<Catalog> {
        let builder =
            Engine::builder(self.host(cwd)).profile(profile).settings(self.settings.clone());
        builder.build().unwrap().load(&Cancel::none()).unwrap()
    }

    pub(crate) fn load(&self, profile: &str) -> std::sync::Arc<Catalog> {
        self.load_in(profile, "project")
    }

    /// The names of what is loaded, but for what is part of the program.
    pub(crate) fn names(&self, profile: &str) -> Vec<String> {
        let catalog = self.load(profile);
        found(&catalog).iter().map(|entry| entry.skill.name_text().to_owned()).collect()
    }

    /// The description of the one skill that is loaded: where it comes from.
    pub(crate) fn winner(&self, profile: &str) -> String {
        let catalog = self.load(profile);
        let active = found(&catalog);
        assert_eq!(active.len(), 1, "{profile}: {:?}", self.names(profile));
        active[0].skill.description_text().to_owned()
    }

    /// Why skills are not loaded.
    pub(crate) fn reasons(&self, profile: &str) -> Vec<String> {
        let catalog = self.load(profile);
        let reason = |status: &Status| match status {
            Status::Rejected(rejection) => {
                Some(format!("{}: {}", rejection.code, rejection.message))
            }
            _ => None,
        };
        catalog.entries().iter().filter_map(|entry| reason(&entry.status)).collect()
    }
}

/// What is loaded from directories.
fn found(catalog: &Catalog) -> Vec<&CatalogEntry> {
    let in_files = |entry: &&CatalogEntry| entry.root.kind == RootKind::Dir;
    catalog.active().into_iter().filter(in_files).collect()
}

#[test]
fn omp_loads_what_its_fixtures_say() {
    let long = "a".repeat(70);
    let custom = "home/custom";
    let machine = Machine::new()
        .skill(&format!("{custom}/valid-skill"))
        .fields(&format!("{custom}/mismatch"), "name: different-name\ndescription: d")
        .fields(&format!("{custom}/invalid"), "name: Invalid_Name\ndescription: d")
        .fields(&format!("{custom}/long"), &format!("name: {long}\ndescription: d"))
        .fields(&format!("{custom}/unknown-field"), "name: unknown-field\ndescription: d\nextra: 1")
        .fields(&format!("{custom}/double"), "name: bad--name\ndescription: d")
        .fields(&format!("{custom}/undescribed"), "name: undescribed")
        .file(&format!("{custom}/plain/SKILL.md"), "# No frontmatter\n")
        .skill(&format!("{custom}/nested/child"))
        .fields(custom, "name: itself\ndescription: d")
        .set("skills.customDirectories=['~/custom', '~/missing']");
    let expected =
        [&long, "bad--name", "different-name", "Invalid_Name", "unknown-field", "valid-skill"];
    assert_eq!(machine.names("omp"), expected);
    assert!(machine.load("omp").troubles().is_empty());
    // Tilde and expanded path are the same place.
    let expanded = machine.path(custom).display().to_string();
    let again = machine.set(&format!("skills.customDirectories=['{expanded}']"));
    assert_eq!(again.names("omp"), expected);
}

#[test]
fn omp_providers_by_priority() {
    let order = [
        "project/.omp/skills/s",
        "home/.omp/agent/skills/s",
        "project/.claude/skills/s",
        "home/.claude/skills/s",
        "project/.agents/skills/s",
        "home/.agents/skills/s",
        "home/.codex/skills/s",
        "home/custom/s",
    ];
    // Each place wins over all that come after it, and loses to none of them.
    for (at, winner) in order.iter().enumerate() {
        let machine = Machine::new().set("skills.customDirectories=['~/custom']");
        let machine = order[at..].iter().rev().fold(machine, |machine, place| machine.skill(place));
        assert_eq!(machine.winner("omp"), *winner);
    }
    let machine = Machine::new().skill("home/.claude/skills/s");
    let catalog = machine.load("omp");
    let root = &catalog.active()[0].root;
    assert_eq!((root.provider.as_deref(), root.scope.name()), (Some("claude"), "user"));
}

#[test]
fn omp_walks_up_to_the_worktree_and_nearest_wins() {
    let machine = Machine::new()
        .skill("project/.omp/skills/s")
        .skill("project/a/b/.omp/skills/s")
        .skill(".omp/skills/outside");
    let catalog = machine.load_in("omp", "project/a/b");
    let found: Vec<&str> = catalog.active().iter().map(|e| e.skill.description_text()).collect();
    assert_eq!(found, ["project/a/b/.omp/skills/s"]);
}

#[test]
fn omp_toggles_filters_and_switches() {
    const FIVE: [&str; 5] = [
        "enableCodexUser",
        "enableClaudeUser",
        "enableClaudeProject",
        "enablePiUser",
        "enablePiProject",
    ];
    let places = || {
        Machine::new()
            .skill("project/.omp/skills/pi-project")
            .skill("home/.omp/agent/skills/pi-user")
            .skill("project/.claude/skills/claude-project")
            .skill("home/.claude/skills/claude-user")
            .skill("home/.agents/skills/agents-user")
            .skill("home/.codex/skills/codex-user")
    };
    for (toggle, lost) in [
        ("enablePiProject", "pi-project"),
        ("enablePiUser", "pi-user"),
        ("enableClaudeProject", "claude-project"),
        ("enableClaudeUser", "claude-user"),
        ("enableCodexUser", "codex-user"),
    ] {
        let names = places().set(&format!("skills.{toggle}=false")).names("omp");
        assert_eq!(names.len(), 5, "{toggle}");
        assert!(!names.contains(&lost.to_owned()), "{toggle}: {names:?}");
    }
    // A provider without a toggle follows the five: on with any of them, off with none.
    let off = FIVE
        .iter()
        .fold(places(), |machine, toggle| machine.set(&format!("skills.{toggle}=false")));
    assert_eq!(off.names("omp"), [""; 0]);
    let one = FIVE[1..]
        .iter()
        .fold(places(), |machine, toggle| machine.set(&format!("skills.{toggle}=false")));
    assert_eq!(one.names("omp"), ["agents-user", "codex-user"]);
    assert_eq!(places().set("skills.enabled=false").names("omp"), [""; 0]);
    // A provider that is off hides nothing of a lower one: toggles stand before the collision.
    let same = Machine::new().skill("home/.claude/skills/s").skill("home/.agents/skills/s");
    assert_eq!(same.set("skills.enableClaudeUser=false").winner("omp"), "home/.agents/skills/s");

    let filtered = |set: &[&str]| {
        let machine = Machine::new()
            .skill("home/.omp/agent/skills/valid-skill")
            .skill("home/.omp/agent/skills/valid-other")
            .skill("home/.omp/agent/skills/third");
        set.iter().fold(machine, |machine, assignment| machine.set(assignment)).names("omp")
    };
    assert_eq!(filtered(&["skills.ignoredSkills=['valid-*']"]), ["third"]);
    let both = ["skills.includeSkills=['valid-*']", "skills.ignoredSkills=['valid-skill']"];
    assert_eq!(filtered(&both), ["valid-other"]);
    assert_eq!(filtered(&["skills.includeSkills=[]"]).len(), 3);

    let switched = Machine::new()
        .fields("home/.omp/agent/skills/off", "name: off\ndescription: d\nenabled: false")
        .fields(
            "home/.omp/agent/skills/quiet",
            "name: quiet\ndescription: d\ndisable-model-invocation: true",
        );
    let catalog = switched.load("omp");
    let active: Vec<_> =
        catalog.active().iter().map(|e| (e.skill.name_text(), e.is_hidden())).collect();
    assert_eq!(active, [("quiet", true)]);
}

#[test]
fn omp_wants_descriptions_only_where_it_says() {
    let machine = Machine::new()
        .fields("home/.omp/agent/skills/native", "name: native")
        .fields("home/.claude/skills/foreign", "name: foreign");
    assert_eq!(machine.names("omp"), ["foreign"]);
}

#[test]
fn one_file_found_twice_is_one_skill() {
    let machine = Machine::new().skill("home/.claude/skills/s");
    std::os::unix::fs::symlink(machine.path("home/.claude"), machine.path("home/.agents")).unwrap();
    assert_eq!(machine.names("omp"), ["s"]);
    let reasons = machine.reasons("omp");
    assert!(reasons.len() == 1 && reasons[0].starts_with("same-file: "), "{reasons:?}");
}

#[test]
fn opencode_reads_in_its_algorithms_order() {
    // Later ones overwrite: the configuration beats the global directory, which beats the project.
    let order = [
        "project/.claude/skills/s",
        "home/.claude/skills/s",
        "home/.config/opencode/skill/s",
        "home/.config/opencode/skills/s",
        "project/.opencode/skill/s",
        "project/.opencode/skills/deep/er/s",
    ];
    for at in 0..order.len() {
        let machine =
            order[..=at].iter().fold(Machine::new(), |machine, place| machine.skill(place));
        assert_eq!(machine.winner("opencode"), order[at]);
    }
    let machine =
        Machine::new().skill("home/.claude/skills/c").skill("home/.config/opencode/skill/o");
    assert_eq!(machine.names("opencode"), ["c", "o"]);
    let off = machine.env("OPENCODE_DISABLE_CLAUDE_CODE_SKILLS", "1");
    assert_eq!(off.names("opencode"), ["o"]);
    // Hidden directories are entered below `.claude`, and not below the configuration.
    let hidden =
        Machine::new().skill("home/.claude/skills/.x/c").skill("home/.config/opencode/skill/.x/o");
    assert_eq!(hidden.names("opencode"), ["c"]);
}

#[test]
fn opencode_permission_rules_last_match_wins() {
    let names = |rules: &[&str]| {
        let machine = Machine::new()
            .skill("home/.claude/skills/code-review")
            .skill("home/.claude/skills/deploy-prod");
        let set = |machine: Machine, rule: &&str| machine.set(&format!("permission.skill.{rule}"));
        rules.iter().fold(machine, set).agent("build").names("opencode")
    };
    assert_eq!(names(&[]).len(), 2);
    assert_eq!(names(&["code-review=allow", "deploy-*=deny"]), ["code-review"]);
    assert_eq!(names(&["*=allow", "deploy-prod=deny"]), ["code-review"]);
    assert_eq!(names(&["deploy-prod=deny", "*=allow"]).len(), 2);
    assert_eq!(names(&["*=deny"]), [""; 0]);
    assert_eq!(names(&["*=deny", "code-review=allow"]), ["code-review"]);
    assert_eq!(names(&["*=ask"]).len(), 2);
}

#[test]
fn an_agents_own_rules_come_after_everyones_and_without_an_agent_nothing_is_filtered() {
    let machine = || {
        Machine::new()
            .skill("home/.claude/skills/docs")
            .skill("home/.claude/skills/deploy")
            .set("permission.skill.deploy=deny")
            .set("agent.ops.permission.skill.deploy=allow")
            .set("agent.ops.permission.skill.docs=deny")
    };
    assert_eq!(machine().names("opencode"), ["deploy", "docs"]);
    assert_eq!(machine().agent("build").names("opencode"), ["docs"]);
    assert_eq!(machine().agent("ops").names("opencode"), ["deploy"]);
}

#[test]
fn wundr_later_places_win_and_flat_files_count() {
    let order = [
        "extra/s",
        "bundled/s",
        "home/.wundr/skills/s",
        "project/skills/s",
        "project/.claude/skills/s",
    ];
    for at in 0..order.len() {
        let machine =
            order[..=at].iter().fold(Machine::new(), |machine, place| machine.skill(place));
        let extra = machine.path("extra").display().to_string();
        let bundled = machine.path("bundled").display().to_string();
        let machine = machine
            .set(&format!("skills.load.extraDirs=['{extra}']"))
            .env("WUNDR_BUNDLED_SKILLS_DIR", &bundled);
        assert_eq!(machine.winner("wundr"), order[at]);
    }
    let flat = Machine::new()
        .file("project/skills/flat.md", "---\nname: flat\ndescription: d\n---\nGo.\n")
        .file("project/skills/README.md", "---\nname: readme\ndescription: d\n---\nGo.\n");
    assert_eq!(flat.names("wundr"), ["flat"]);
}

#[test]
fn wundr_eligibility() {
    let requires = |what: &str| format!("name: s\ndescription: d\nmetadata:\n  wundr:\n{what}");
    let machine = |what: &str| Machine::new().fields("project/skills/s", &requires(what));
    let table: [(&str, &str); 9] = [
        ("    emoji: x", ""),
        ("    os: [darwin]", "os: it is for darwin, and this is linux"),
        ("    os: [linux, darwin]", ""),
        (
            "    requires:\n      bins: [no-such-program]",
            "bins: it needs `no-such-program`, not found in PATH",
        ),
        (
            "    requires:\n      anyBins: [no-such, nor-this]",
            "bins: it needs one of `no-such`, `nor-this`, none found in PATH",
        ),
        (
            "    requires:\n      env: [NO_SUCH_VARIABLE]",
            "env: it needs `NO_SUCH_VARIABLE` in the environment",
        ),
        ("    requires:\n      config: [load.watch]", "config: it needs the setting `load.watch`"),
        ("    always: true\n    requires:\n      env: [NO_SUCH_VARIABLE]", ""),
        ("    always: true\n    os: [darwin]", "os: it is for darwin, and this is linux"),
    ];
    for (what, reason) in table {
        let expected: Vec<&str> = (!reason.is_empty()).then_some(reason).into_iter().collect();
        assert_eq!(machine(what).reasons("wundr"), expected, "{what}");
    }
    let env = "    primaryEnv: KEY\n    requires:\n      env: [KEY]";
    assert_eq!(machine(env).names("wundr"), [""; 0]);
    assert_eq!(machine(env).env("KEY", "x").names("wundr"), ["s"]);
    assert_eq!(machine(env).set("skills.entries.s.env.KEY=x").names("wundr"), ["s"]);
    assert_eq!(machine(env).set("skills.entries.s.apiKey=x").names("wundr"), ["s"]);
    assert_eq!(
        machine("    emoji: x").set("skills.entries.s.enabled=false").names("wundr"),
        [""; 0]
    );
    let alias = machine("    skillKey: alias").set("skills.entries.alias.enabled=false");
    assert_eq!(alias.names("wundr"), [""; 0]);
    assert_eq!(
        machine("    requires:\n      config: [load.watch]")
            .set("skills.load.watch=true")
            .names("wundr"),
        ["s"]
    );

    let tools =
        Machine::new().fields("project/skills/s", "name: s\ndescription: d\ntools: [Bash, Read]");
    assert_eq!(
        tools.names("wundr"),
        ["s"],
        "where nobody says which tools there are, nothing is known"
    );
    assert_eq!(tools.tools(&["Bash"]).reasons("wundr"), ["tools: it needs the tools `Read`"]);

    let bundled =
        Machine::new().skill("bundled/one").skill("bundled/two").skill("project/skills/three");
    let path = bundled.path("bundled").display().to_string();
    let bundled = bundled.env("WUNDR_BUNDLED_SKILLS_DIR", &path).set("skills.allowBundled=['two']");
    assert_eq!(bundled.names("wundr"), ["three", "two"]);
}

#[test]
fn bees_versions_coexist() {
    let manifest = |version: &str| {
        format!(
            r#"{{"id":"s","name":"S","version":"{version}","description":"{version}","owner":"built-in"}}"#
        )
    };
    let machine = Machine::new()
        .file("project/data/skills/built-in/s@1.0.0/manifest.json", &manifest("1.0.0"))
        .file("project/data/skills/custom/s@1.10.0/manifest.json", &manifest("1.10.0"));
    assert_eq!(machine.names("bees"), ["s", "s"]);
    // A bare name is the highest version, by its numbers; the others have their versions.
    let machine =
        machine.file("project/data/skills/custom/s@1.9.0/manifest.json", &manifest("1.9.0")).file(
            "project/data/skills/custom/t@0.1.0/manifest.json",
            &manifest("0.1.0").replace("\"s\"", "\"t\""),
        );
    let catalog = machine.load("bees");
    let table = [
        ("s", Some("1.10.0")),
        ("s@1.10.0", Some("1.10.0")),
        ("s@1.9.0", Some("1.9.0")),
        ("s@1.0.0", Some("1.0.0")),
        ("s@2.0.0", None),
        ("s@", None),
        ("@1.0.0", None),
        ("t", Some("0.1.0")),
    ];
    for (name, version) in table {
        let found = catalog.find(name).map(|entry| entry.skill.description_text());
        assert_eq!(found, version, "{name}");
        let read = catalog.read(&format!("skill://{name}")).ok();
        let read = read.map(|read| read.path.parent().unwrap().file_name().unwrap().to_owned());
        let directory = version.map(|version| format!("{}@{version}", &name[..1]).into());
        assert_eq!(read, directory, "{name}");
        let pinned = catalog.pin(&[name]).ok();
        let pinned = pinned.map(|pinned| pinned[0].skill.description_text().to_owned());
        assert_eq!(pinned.as_deref(), version, "{name}");
    }
    let hits = prowess::search::search(&catalog, "s 1", 10);
    let found: Vec<&str> = hits.best.iter().map(|hit| hit.entry.skill.description_text()).collect();
    assert_eq!(found, ["1.10.0", "0.1.0"]);
    let why: Vec<String> =
        prowess::why::why(&catalog, "s").into_iter().map(|one| one.message).collect();
    let expected = [
        "it is loaded as `s@1.0.0`; `s` is version 1.10.0",
        "it is loaded as version 1.10.0, which `s` stands for",
        "it is loaded as `s@1.9.0`; `s` is version 1.10.0",
    ];
    assert_eq!(why, expected);
    // Without versions an `@` is a letter like any other.
    let at =
        Machine::new().fields("home/.claude/skills/x", "name: s\nversion: 1.0.0\ndescription: d");
    assert!(at.load("omp").find("s@1.0.0").is_none());
}

#[test]
fn bees_a_version_registered_again_replaces_the_first() {
    let manifest = |says: &str| {
        format!(
            r#"{{"id":"s","name":"S","version":"1.0.0","description":"{says}","owner":"built-in"}}"#
        )
    };
    let machine = Machine::new()
        .file("project/data/skills/built-in/s@1.0.0/manifest.json", &manifest("first"))
        .file("project/data/skills/custom/s@1.0.0/manifest.json", &manifest("second"));
    assert_eq!(machine.winner("bees"), "second");
}

#[test]
fn claude_code_prefers_enterprise_then_personal() {
    let order = [
        "system/etc/claude-code/.claude/skills/s",
        "home/.claude/skills/s",
        "project/.claude/skills/s",
    ];
    for at in 0..order.len() {
        let machine =
            order[at..].iter().fold(Machine::new(), |machine, place| machine.skill(place));
        assert_eq!(machine.winner("claude-code"), order[at]);
    }
    let moved = Machine::new().skill("home/.claude/skills/a").skill("elsewhere/skills/b");
    let elsewhere = moved.path("elsewhere").display().to_string();
    assert_eq!(moved.env("CLAUDE_CONFIG_DIR", &elsewhere).names("claude-code"), ["b"]);
}

#[test]
fn names_that_look_the_same_collide_under_our_own_profile() {
    let machine = Machine::new()
        .fields("project/.agents/skills/a", "name: deploy\ndescription: project")
        .fields("home/.agents/skills/b", "name: \"DEPLOY\"\ndescription: case")
        .fields("home/.claude/skills/c", "name: \"de\\u200Bploy\"\ndescription: invisible")
        .fields("home/.codex/skills/d", "name: \"\\uFF44eploy\"\ndescription: width");
    assert_eq!(machine.winner("prowess"), "project");
    assert_eq!(machine.names("omp").len(), 4);
    let others = "\"DEPLOY\", \"de\\u{200b}ploy\", \"ｄeploy\"";
    let catalog = machine.load("omp");
    for entry in catalog.active() {
        let found: Vec<_> =
            entry.diagnostics.iter().filter(|item| item.code.id == "name-lookalike").collect();
        assert_eq!(found.len(), 1, "{:?}", entry.diagnostics);
        assert_eq!(found[0].severity, Severity::Warning);
        assert_eq!(found[0].location.map(|at| at.line), Some(2));
        if entry.skill.name_text() == "deploy" {
            let message = format!("the name looks like that of another skill: {others}");
            assert_eq!(found[0].message, message);
        }
    }
    let why = prowess::why::why(&catalog, "deploy");
    assert_eq!(why.len(), 4);
    assert!(why.iter().all(|one| one.message.contains("; the name looks like that of")));
}

#[test]
fn names_of_which_one_is_rejected_or_that_are_equal_do_not_look_alike() {
    let machine = Machine::new()
        .fields("project/.claude/skills/a", "name: Same\ndescription: one")
        .fields("home/.claude/skills/a", "name: Same\ndescription: two")
        .fields("home/.claude/skills/b", "name: gone\ndescription: three")
        .fields("project/.claude/skills/c", "name: GONE\ndescription: four")
        .set("skills.ignoredSkills=['GONE']");
    for profile in ["omp", "prowess"] {
        let catalog = machine.load(profile);
        let codes = catalog.entries().iter().flat_map(|entry| &entry.diagnostics);
        assert!(codes.clone().all(|item| item.code.id != "name-lookalike"), "{profile}");
    }
}

#[test]
fn what_vanishes_loops_or_is_huge_hides_nothing() {
    let machine = Machine::new().skill("home/.claude/skills/healthy");
    let skills = machine.path("home/.claude/skills");
    std::os::unix::fs::symlink(&skills, skills.join("loop")).unwrap();
    std::os::unix::fs::symlink("nowhere", skills.join("dangling")).unwrap();
    std::fs::create_dir(skills.join("broken")).unwrap();
    std::os::unix::fs::symlink("nowhere", skills.join("broken/SKILL.md")).unwrap();
    for at in 0..3_000 {
        std::fs::write(skills.join(format!("file-{at}")), "").unwrap();
    }
    assert_eq!(machine.names("omp"), ["healthy"]);
    assert_eq!(machine.names("prowess"), ["healthy"]);
}
