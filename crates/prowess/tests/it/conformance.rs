//! The documented cases of the seed systems, each under its profile.
//!
//! Where a seed document and the shipped system differ they are two columns of one table.

use std::path::Path;

use prowess::resolve::Status;
use prowess::{Cancel, Engine, Host, Profile};
use prowess_format::{Document, Severity, Surroundings, TreePath, parse, validate};

/// The messages of the errors a profile has about one file.
fn errors(profile: &str, directory: &str, flat: bool, text: &str) -> Vec<String> {
    let rules = Profile::named(profile).unwrap().format;
    let file = if flat { TreePath::new("one.md").unwrap() } else { TreePath::skill_file() };
    let (bytes, name) = (text.as_bytes(), Some(directory));
    let document = Document { file: &file, bytes, directory: name, size: bytes.len() as u64, flat };
    let parsed = parse(document, &rules);
    let around = Surroundings { directory: name, flat, ..Default::default() };
    let found = validate(&parsed.skill, parsed.diagnostics, around, &rules);
    found
        .into_iter()
        .filter(|item| item.severity == Severity::Error)
        .map(|item| item.message)
        .collect()
}

fn skill(fields: &str) -> String {
    format!("---\n{fields}\n---\n\n# A skill\n\nWhat to do.\n")
}

/// One row: the frontmatter, the directory, and the beginning of the error under either profile
/// (empty: accepted).
type Row<'a> = (&'a str, &'a str, &'a str, &'a str);

fn check_wink(rows: &[Row<'_>]) {
    for (fields, directory, shipped, seed) in rows {
        for (profile, expected) in [("wink-2026", shipped), ("wink", seed)] {
            let found = errors(profile, directory, false, &skill(fields));
            let fits = match expected.is_empty() {
                true => found.is_empty(),
                false => found.len() == 1 && found[0].starts_with(expected),
            };
            assert!(fits, "{profile}: {fields:?}\n  expected {expected:?}\n  found    {found:?}");
        }
    }
}

#[test]
fn wink_names() {
    let valid = ["my-skill", "code-review", "123-test", "a", "skill2", "my-skill-v2"];
    for name in valid {
        check_wink(&[(&format!("name: \"{name}\"\ndescription: Does x."), name, "", "")]);
    }
    let shipped = "SKILL.md frontmatter 'name' is invalid";
    let seed = "the name `";
    let long = "a".repeat(65);
    let too_long =
        ("SKILL.md frontmatter 'name' exceeds 64 characters", "the name has 65 characters");
    // The seed's pattern only fixes the first character: hyphens may end a name and come in pairs.
    for (name, shipped, seed) in [
        ("My-Skill", shipped, seed),
        ("skill_v2", shipped, seed),
        ("-skill", shipped, seed),
        ("skill-", shipped, ""),
        ("skill--v2", shipped, ""),
        ("path/traversal", shipped, seed),
        ("path\\\\traversal", shipped, seed),
        ("..evil", shipped, seed),
        (".", shipped, seed),
        ("", "SKILL.md frontmatter 'name' cannot be empty", "the name is empty"),
        (&long, too_long.0, too_long.1),
        ("a\\n", shipped, seed),
    ] {
        let directory = name.replace("\\\\", "\\");
        check_wink(&[(
            &format!("name: \"{name}\"\ndescription: Does x."),
            &directory,
            shipped,
            seed,
        )]);
    }
}

#[test]
fn wink_fields() {
    let long = format!("name: x\ndescription: d\ncompatibility: {}", "c".repeat(501));
    let description = format!("name: x\ndescription: {}", "d".repeat(1025));
    check_wink(&[
        (
            "name: 123\ndescription: d",
            "x",
            "SKILL.md frontmatter 'name' must be a string, got int",
            "the name is an integer",
        ),
        (
            "name: x\ndescription: 123",
            "x",
            "SKILL.md frontmatter 'description' must be a string, got int",
            "the description is an integer",
        ),
        (
            "name: x\ndescription: ''",
            "x",
            "SKILL.md frontmatter 'description' cannot be empty",
            "the description is empty",
        ),
        (
            "name: x",
            "x",
            "SKILL.md frontmatter missing required field: description",
            "the frontmatter has no `description`",
        ),
        (
            "description: d",
            "x",
            "SKILL.md frontmatter missing required field: name",
            "the frontmatter has no `name`",
        ),
        (
            &description,
            "x",
            "SKILL.md frontmatter 'description' exceeds 1024 characters",
            "the description has 1025 characters",
        ),
        (
            "name: x\ndescription: d\nmetadata: {version: 1.0}",
            "x",
            "SKILL.md frontmatter 'metadata' values must be strings",
            "",
        ),
        (
            "name: x\ndescription: d\nmetadata: {123: v}",
            "x",
            "SKILL.md frontmatter 'metadata' keys must be strings",
            "",
        ),
        (
            "name: x\ndescription: d\nmetadata: not-a-dict",
            "x",
            "SKILL.md frontmatter 'metadata' must be a mapping",
            "",
        ),
        (
            "name: x\ndescription: d\nlicense: 123",
            "x",
            "SKILL.md frontmatter 'license' must be a string",
            "",
        ),
        (
            "name: x\ndescription: d\ncompatibility: 123",
            "x",
            "SKILL.md frontmatter 'compatibility' must be a string",
            "",
        ),
        (&long, "x", "SKILL.md frontmatter 'compatibility' exceeds 500 characters", ""),
        (
            "name: x\ndescription: d\nallowed-tools: 123",
            "x",
            "SKILL.md frontmatter 'allowed-tools' must be a string",
            "",
        ),
        ("name: x\ndescription: d\nallowed-tools: Bash(git:*) Read", "x", "", ""),
        ("name: x\ndescription: d\nanything: else", "x", "", ""),
        // A name that is not the directory's, and XML tags, are where shipped and seed swap roles.
        (
            "name: other\ndescription: d",
            "x",
            "SKILL.md frontmatter 'name' (other) must match directory name (x)",
            "",
        ),
        ("name: x\ndescription: use <b>bold</b>", "x", "", "the description holds `<b>`"),
        ("name: x\ndescription: d\ntitle: ''", "x", "", "the title is empty"),
        (
            "invalid: yaml: syntax:",
            "x",
            "Invalid YAML in SKILL.md frontmatter",
            "the frontmatter is not valid YAML",
        ),
        ("- a\n- b", "x", "SKILL.md frontmatter must be a mapping", "the frontmatter is a list"),
    ]);
}

#[test]
fn wink_fences_and_single_files() {
    let body = "name: x\ndescription: d\n";
    for (text, shipped) in [
        (
            format!("\u{feff}---\n{body}---\nBody\n"),
            "SKILL.md must start with YAML frontmatter (---)",
        ),
        (
            format!("---\r\n{body}---\r\nBody\r\n"),
            "SKILL.md must start with YAML frontmatter (---)",
        ),
        (format!("---\n{body}---"), "SKILL.md frontmatter must end with ---"),
        ("no frontmatter".to_owned(), "SKILL.md must start with YAML frontmatter (---)"),
    ] {
        assert_eq!(errors("wink-2026", "x", false, &text), [shipped], "{text:?}");
    }
    // A single file need not be called as it names itself; it has a size limit, checked first.
    assert_eq!(errors("wink-2026", "file", true, &skill("name: other\ndescription: d")), [""; 0]);
    let large = "x".repeat(1024 * 1024 + 1);
    let expected = format!("Skill file exceeds size limit ({} > 1048576): one.md", large.len());
    assert_eq!(errors("wink-2026", "one", true, &large), [expected]);
    assert_eq!(
        errors(
            "wink-2026",
            "x",
            false,
            &skill(&format!("name: x\ndescription: d\nnote: {}", "x".repeat(1 << 17)))
        ),
        [""; 0]
    );
    // Only the first violation is told.
    assert_eq!(errors("wink-2026", "x", false, &skill("license: 1\nmetadata: 2")).len(), 1);
    assert_eq!(
        errors("wink", "x", false, "---\nname: x\ndescription: d\n---\n"),
        ["there are no instructions below the frontmatter"]
    );
    let text = tempfile::tempdir().unwrap();
    std::fs::write(text.path().join("a.txt"), "x").unwrap();
    let profile = Profile::named("wink-2026").unwrap();
    let checked = prowess::check(&text.path().join("a.txt"), &profile);
    assert!(checked[0].diagnostics[0].message.starts_with("Skill file must be markdown (.md): "));
}

#[test]
fn wink_inline_skills_and_references() {
    use prowess::skill_ref::{RefReason, SkillRef};
    use prowess_format::inline::InlineSkill;
    let rules = Profile::named("wink").unwrap().format;
    let inline = InlineSkill {
        name: "code-review".into(),
        description: "Reviews: carefully.".into(),
        title: "Code Review".into(),
        template: "# Review\n\nIn $language, for $$5.\n".into(),
        summary: None,
        tools: vec![],
    };
    assert_eq!(inline.summary(), "[Skill: code-review] Reviews: carefully.");
    let values = [("language".to_owned(), "Rust".to_owned())].into();
    let text = inline.to_skill_md(&values).unwrap();
    assert_eq!(
        text,
        "---\nname: code-review\ndescription: 'Reviews: carefully.'\n---\n\n# Review\n\nIn Rust, for $5.\n"
    );
    assert!(inline.is_valid(&rules));
    assert!(inline.to_skill_md(&Default::default()).is_err());
    for broken in [
        InlineSkill { name: "Bad".into(), ..inline.clone() },
        InlineSkill { description: String::new(), ..inline.clone() },
        InlineSkill { description: "a <tag> b".into(), ..inline.clone() },
        InlineSkill { title: " ".into(), ..inline.clone() },
        InlineSkill { template: String::new(), ..inline.clone() },
    ] {
        assert!(!broken.is_valid(&rules), "{broken:?}");
    }

    let directory = tempfile::tempdir().unwrap();
    let base = directory.path();
    let make = |path: &str, text: &str| {
        std::fs::create_dir_all(base.join(path).parent().unwrap()).unwrap();
        std::fs::write(base.join(path), text).unwrap();
    };
    make("good/SKILL.md", &skill("name: good\ndescription: d"));
    make("bad/SKILL.md", "no frontmatter");
    make("file", "");
    std::fs::create_dir(base.join("empty")).unwrap();
    let profile = Profile::named("wink").unwrap();
    let load = |path: &str, enabled| {
        let reference = SkillRef { path: path.into(), base_path: base.into(), enabled };
        reference.load(&profile).map_err(|error| error.reason)
    };
    assert_eq!(load("good", true).unwrap().unwrap().name_text(), "good");
    assert_eq!(load("none", true).unwrap_err(), RefReason::NotFound);
    assert_eq!(load("file", true).unwrap_err(), RefReason::NotDirectory);
    assert_eq!(load("empty", true).unwrap_err(), RefReason::MissingSkillMd);
    assert_eq!(load("bad", true).unwrap_err(), RefReason::InvalidFrontmatter);
    assert!(load("none", false).unwrap().is_none());
}

/// A machine whose home and working directory are this directory.
fn host(home: &Path) -> Host {
    Host { system: home.to_owned(), ..Host::new(home, home) }
}

/// Loads a directory of skills with a profile; names, and what is said about the ones refused.
fn load(profile: &str, root: &Path) -> (Vec<String>, Vec<String>) {
    let host = host(root);
    let engine =
        Engine::builder(host).profile(profile).directories(vec![root.to_owned()]).build().unwrap();
    let catalog = engine.load(&Cancel::none()).unwrap();
    let names = catalog.active().iter().map(|entry| entry.skill.name_text().to_owned()).collect();
    let refused = catalog.entries().iter().filter_map(|entry| match &entry.status {
        Status::Rejected(rejection) => {
            Some(format!("{}: {}", entry.candidate.place_name().unwrap(), rejection.message))
        }
        _ => None,
    });
    (names, refused.collect())
}

fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = directory.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    directory
}

#[test]
fn openclaw_a_broken_skill_leaves_its_siblings() {
    let good = skill("name: good\ndescription: d");
    let root = tree(&[
        ("broken/SKILL.md", &skill("name: [broken\ndescription: d")),
        ("unterminated/SKILL.md", "---\nname: x\ndescription: d\n\n# Heading\n"),
        ("undescribed/SKILL.md", &skill("name: undescribed")),
        ("bom/SKILL.md", &format!("\u{feff}{}", skill("name: bom\ndescription: d"))),
        (
            "json5/SKILL.md",
            &skill(
                "name: json5\ndescription: d\nmetadata: {openclaw: {always: true, requires: {bins: [jq,],},}}",
            ),
        ),
        ("good/SKILL.md", &good),
    ]);
    let (names, refused) = load("openclaw", root.path());
    assert_eq!(names, ["bom", "good", "json5"]);
    assert_eq!(refused.len(), 3, "{refused:?}");
    assert!(refused[0].starts_with("broken: invalid frontmatter: "), "{refused:?}");
    assert_eq!(refused[1], "undescribed: description is required");
    assert_eq!(
        refused[2],
        "unterminated: invalid frontmatter: UNTERMINATED_FRONTMATTER: missing closing --- delimiter"
    );
}

#[test]
fn opencode_rescues_values_with_colons() {
    let text = "---\nname: a-skill\ndescription: This one: it has colons\nurl: https://example.test:8443/x?y=1\n\
        quoted: \"kept: as is\"\nsingle: 'kept: too'\nmoney: costs: $' and $& stay\nempty:\n\
        model: synthetic/hf:zai-org/GLM-4.7\n---\nBody\n\nfake: yaml: here\n";
    let rules = Profile::named("opencode").unwrap().format;
    let file = TreePath::skill_file();
    let size = text.len() as u64;
    let document =
        Document { file: &file, bytes: text.as_bytes(), directory: Some("x"), size, flat: false };
    let parsed = parse(document, &rules);
    let json: serde_json::Value =
        serde_json::from_str(&parsed.skill.frontmatter.to_json()).unwrap();
    let expected = serde_json::json!({
        "name": "a-skill",
        "description": "This one: it has colons",
        "url": "https://example.test:8443/x?y=1",
        "quoted": "kept: as is",
        "single": "kept: too",
        "money": "costs: $' and $& stay",
        "empty": null,
        "model": "synthetic/hf:zai-org/GLM-4.7",
    });
    assert_eq!(json, expected);
    assert_eq!(parsed.skill.body(), "Body\n\nfake: yaml: here\n");
    // A key with a hyphen is not rescued, and then nothing is.
    let hyphen = skill("name: x\ndescription: d\nallowed-tools: a: b");
    assert_eq!(errors("opencode", "x", false, &hyphen).len(), 1);
}

#[test]
fn opencode_requires_name_and_description() {
    for (fields, count) in [
        ("name: x\ndescription: d", 0),
        ("name: X y/z\ndescription: <b>anything</b>", 0),
        ("name: x", 1),
        ("description: d", 1),
        ("name: 1\ndescription: d", 1),
        ("name: x\ndescription: [d]", 1),
    ] {
        assert_eq!(errors("opencode", "other", false, &skill(fields)).len(), count, "{fields}");
    }
}

#[test]
fn omp_names_by_directory_and_wants_a_description() {
    let root = tree(&[
        ("unnamed/SKILL.md", &skill("description: d")),
        ("blank/SKILL.md", &skill("name: ''\ndescription: d")),
        ("odd/SKILL.md", &skill("name: Any Name_at/all\ndescription: d\nextra: kept")),
        ("silent/SKILL.md", &skill("name: silent")),
        ("plain/SKILL.md", "# No frontmatter\n"),
        ("group/nested/SKILL.md", &skill("name: nested\ndescription: d")),
    ]);
    let (names, refused) = load("omp", root.path());
    assert_eq!(names, ["Any Name_at/all", "blank", "unnamed"]);
    assert_eq!(refused.len(), 2, "{refused:?}");
}

#[test]
fn wundr_falls_back_and_reports_its_validators_issues() {
    let root = tree(&[
        ("bare/SKILL.md", "Just instructions.\n"),
        ("flat-one.md", &skill("name: flat-one\ndescription: d")),
        ("README.md", "not a skill"),
    ]);
    let (names, _) = load("wundr", root.path());
    assert_eq!(names, ["bare", "flat-one"]);

    let rules = Profile::named("wundr").unwrap().format;
    let long = format!(
        "name: {}\ndescription: {}\ncontext: sideways\nversion: one\ntools: [Bash]\nallowed_tools: [Write]\n\
         model: none\ndependencies: [other, {}]",
        "A".repeat(65),
        "d".repeat(501),
        "A".repeat(65)
    );
    let text = format!("---\n{long}\n---\n{}", "b".repeat(100_001));
    let file = TreePath::skill_file();
    let size = text.len() as u64;
    let document =
        Document { file: &file, bytes: text.as_bytes(), directory: Some("x"), size, flat: false };
    let parsed = parse(document, &rules);
    let none: [String; 0] = [];
    let around = Surroundings {
        directory: Some("x"),
        tools: Some(&none),
        models: Some(&none),
        skills: Some(&none),
        ..Default::default()
    };
    let found = validate(&parsed.skill, parsed.diagnostics, around, &rules);
    let mut found: Vec<String> =
        found.iter().map(|item| format!("{} {}", item.severity, item.code.id)).collect();
    found.retain(|item| item != "info body-tokens");
    assert_eq!(
        found,
        [
            "warning name-too-long",
            "warning name-format",
            "warning description-too-long",
            "warning body-too-large",
            "warning tool-unavailable",
            "info allowed-tool-unavailable",
            "warning model-unavailable",
            "warning dependency-missing",
            "error self-dependency",
            "error context-invalid",
            "info version-format",
        ]
    );
}

#[test]
fn bees_collects_all_errors_of_a_manifest() {
    let root = tree(&[(
        "s/manifest.json",
        r#"{"id":"Bad_Id","name":"N","version":"1.0","description":"d","owner":"built-in"}"#,
    )]);
    let checked = prowess::check(&root.path().join("s"), &Profile::named("bees").unwrap());
    let message = prowess_format::manifest::registration_error(&checked[0].diagnostics);
    assert_eq!(
        message.as_deref(),
        Some(
            "Invalid manifest: Invalid id format (lowercase letters, numbers, and hyphens only), \
             Invalid version format (must be semver: X.Y.Z)"
        )
    );
}

#[test]
fn claude_code_names_by_directory_and_keeps_a_broken_file() {
    let root = tree(&[
        ("dir-name/SKILL.md", &skill("name: other\ndescription: d")),
        ("broken/SKILL.md", &skill("name: [x\ndescription: y: z: w")),
    ]);
    let (names, refused) = load("claude-code", root.path());
    assert_eq!(names, ["broken", "dir-name"]);
    assert_eq!(refused, [""; 0]);
}

#[test]
fn every_built_in_profile_reads_and_names_only_codes_there_are() {
    for name in Profile::names() {
        let profile = Profile::named(name).unwrap();
        assert_eq!(profile.name, name);
    }
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("profiles");
    let mut files: Vec<String> = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        // Beside each profile is its listing.
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    files.sort();
    assert_eq!(files, Profile::names().collect::<Vec<_>>(), "a profile file is not in the table");
    let unknown = Profile::from_toml(
        "x",
        "schema = 1\ncurrent = true\nemulates = { product = \"p\", version = \"v\" }\n[format]\ncolour = 1\n",
    );
    let message = unknown.unwrap_err().to_string();
    assert!(message.contains("line 5") && message.contains("colour"), "{message}");
}
