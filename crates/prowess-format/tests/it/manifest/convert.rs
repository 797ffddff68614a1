//! A manifest as a `SKILL.md`, and back.

use prowess_format::manifest::{self, Manifest};
use prowess_format::rules::{Fields, Limits, NameForm, Rules, Yaml};
use prowess_format::{Diagnostic, Document, MemoryTree, Severity, Skill, Surroundings, TreePath};

use super::{EXAMPLE, messages, read};

pub(super) fn parse_skill(text: &str, rules: &Rules) -> (Skill, Vec<Diagnostic>) {
    let document = Document {
        file: &TreePath::skill_file(),
        bytes: text.as_bytes(),
        directory: None,
        size: text.len() as u64,
        flat: false,
    };
    let parsed = prowess_format::parse(document, rules);
    (parsed.skill, parsed.diagnostics)
}

/// The open standard at its strictest.
pub(super) fn strict() -> Rules {
    Rules {
        yaml: Yaml::Strict,
        fields: Fields::Standard,
        name_form: NameForm::AsciiKebab,
        limits: Limits { name: Some(64), description: Some(1024), ..Limits::default() },
        ..Rules::default()
    }
}

#[test]
fn a_manifest_is_a_skill_for_strict_readers() {
    let long = "word ".repeat(400);
    let manifests = [
        read(EXAMPLE),
        Manifest { id: "--a--b".into(), description: long, ..read(EXAMPLE) },
        Manifest { id: "-".into(), name: "Two\nlines: # and 'quotes'".into(), ..read(EXAMPLE) },
    ];
    for manifest in manifests {
        let text = manifest::to_skill_md(&manifest, "Use it.");
        let (skill, said) = parse_skill(&text, &strict());
        let found = prowess_format::validate(&skill, said, Surroundings::default(), &strict());
        assert!(found.iter().all(|one| one.severity == Severity::Info), "{text}\n{found:?}");
        assert!(skill.body().trim_end().ends_with("\n\nUse it."), "{text}");
    }
    let text = manifest::to_skill_md(&read(EXAMPLE), "Use it.");
    let expected = "---\nname: web-scraping\ndescription: Tools for fetching and parsing web pages\n\
        metadata:\n  displayName: Web Scraping\n  version: '1.0.0'\n  owner: built-in\n";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.ends_with("---\n\n# Web Scraping\n\nUse it.\n"), "{text}");
}

#[test]
fn a_skill_is_a_manifest() {
    let tree = MemoryTree::of_texts([
        ("SKILL.md", ""),
        ("scripts/a.sh", ""),
        ("scripts/deep/b.py", ""),
        ("scripts-old/c.sh", ""),
    ]);
    let text = "---\nname: My Skill\ndescription: d\nversion: 2.1.0\nauthor: {name: Ada}\n\
        depends-on: [a, b@1.0.0]\nmetadata:\n  version: 3.0.0\n  openclaw:\n    requires:\n      \
        env: [KEY, TOKEN]\n---\nbody\n";
    let (skill, _) = parse_skill(text, &Rules::default());
    let found = manifest::from_skill(&skill, Some(&tree));
    let expected = Manifest {
        id: "my-skill".into(),
        name: "My Skill".into(),
        version: "2.1.0".into(),
        description: "d".into(),
        owner: "Ada".into(),
        context: vec!["SKILL.md".into()],
        scripts: vec!["scripts/a.sh".into(), "scripts/deep/b.py".into()],
        env_vars: vec!["KEY".into(), "TOKEN".into()],
        dependencies: vec!["a".into(), "b@1.0.0".into()],
        ..Manifest::default()
    };
    assert_eq!(found, expected);
    assert_eq!(messages(&manifest::validate(&found, Some(&tree), &Rules::default())), [""; 0]);
}

#[test]
fn a_bare_skill_has_values_that_pass() {
    let table = [
        ("version: 1.0\nmetadata: {version: 1.2.3, author: Bo}", "1.2.3", "Bo"),
        ("version: 1.0.0-rc.1\nmetadata: text", "0.0.0", "custom"),
        ("metadata: {owner: built-in, author: Bo, envVars: 'A, B'}", "0.0.0", "built-in"),
        ("author: Cy\nmetadata: {owner: , version: [1]}", "0.0.0", "Cy"),
    ];
    for (fields, version, owner) in table {
        let text = format!("---\nname: x\ndescription: d\n{fields}\n---\nbody\n");
        let (skill, _) = parse_skill(&text, &Rules::default());
        let found = manifest::from_skill(&skill, None);
        assert_eq!((found.version.as_str(), found.owner.as_str()), (version, owner), "{fields}");
        assert!(manifest::validate(&found, None, &Rules::default()).is_empty());
    }
}
