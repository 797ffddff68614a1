//! The files a manifest names: links, context, tools.

use prowess_format::manifest::{self, Manifest};
use prowess_format::rules::Rules;
use prowess_format::{Entry, EntryKind, MemoryTree, Severity, TreePath};

use super::{EXAMPLE, example_tree, ids, messages, read};

fn tree_of(entries: &[(&str, EntryKind, &str)]) -> MemoryTree {
    MemoryTree::new(entries.iter().filter_map(|(path, kind, content)| {
        let path = TreePath::new(*path)?;
        let entry = Entry { path, kind: *kind, executable: false, size: 0 };
        Some((entry, content.as_bytes().to_vec()))
    }))
}

#[test]
fn links_may_lead_anywhere_but_out() {
    use EntryKind::{File, Link};
    let tree = tree_of(&[
        ("a.md", File, "A"),
        ("docs/in.md", Link, "../a.md"),
        ("docs/out.md", Link, "../../a.md"),
        ("docs/abs.md", Link, "/etc/passwd"),
        ("docs/loop.md", Link, "loop.md"),
        ("away", Link, ".."),
    ]);
    let table = [
        ("docs/in.md", None),
        ("docs/out.md", Some("outside the skill")),
        ("docs/abs.md", Some("outside the skill")),
        ("docs/loop.md", Some("not found")),
        ("away/a.md", Some("outside the skill")),
    ];
    for (path, problem) in table {
        let manifest = Manifest {
            context: vec![path.to_owned()],
            scripts: vec![path.to_owned()],
            ..read(EXAMPLE)
        };
        let expected: Vec<String> = problem
            .map(|problem| {
                ["Context file", "Script"].map(|what| format!("{what} {problem}: {path}"))
            })
            .into_iter()
            .flatten()
            .collect();
        let found = manifest::validate(&manifest, Some(&tree), &Rules::default());
        assert_eq!(messages(&found), expected, "{path}");
        let (text, said) = manifest::context(&manifest, &tree);
        assert_eq!((text.as_str(), said.len()), if problem.is_none() { ("A", 0) } else { ("", 1) });
        let outside = problem == Some("outside the skill");
        assert_eq!(manifest::tools(&manifest, &tree).is_empty(), outside, "{path}");
    }
}

#[test]
fn context_files_are_joined_and_missing_ones_left_out() {
    let tree = MemoryTree::of_texts([("a.md", "\u{feff}# A\n"), ("b.md", "B")]);
    let manifest = |files: &[&str]| Manifest {
        context: files.iter().map(|&file| file.to_owned()).collect(),
        ..Manifest::default()
    };
    let table: [(&[&str], &str, &[&str]); 5] = [
        (&["a.md", "b.md"], "# A\n\n\n---\n\nB", &[]),
        (
            &["a.md", "no.md"],
            "# A\n",
            &["the context file `no.md` is left out: there is no such file"],
        ),
        (
            &["../a.md", "b.md"],
            "B",
            &["the context file `../a.md` is left out: it lies outside the skill"],
        ),
        (&[], "", &[]),
        (&["b.md", "b.md"], "B\n\n---\n\nB", &[]),
    ];
    for (files, expected, warnings) in table {
        let (text, said) = manifest::context(&manifest(files), &tree);
        assert_eq!((text.as_str(), messages(&said).as_slice()), (expected, warnings));
        assert!(said.iter().all(|found| found.severity == Severity::Warning));
    }
}

#[test]
fn context_is_bounded() {
    let half = "x".repeat(manifest::CONTEXT_BYTES / 2 + 1);
    let tree = MemoryTree::of_texts([("a.md", half.as_str()), ("c.md", "c")]);
    let context = ["a.md", "a.md", "c.md"].map(str::to_owned).to_vec();
    let (text, said) = manifest::context(&Manifest { context, ..Manifest::default() }, &tree);
    assert_eq!(ids(&said), ["manifest-context-left-out"]);
    assert_eq!(text.len(), half.len() + manifest::SEPARATOR.len() + 1);
}

#[test]
fn scripts_become_tools() {
    let tree = example_tree();
    let scripts = ["scripts/fetch-page.sh", "scripts/not-there.py", "../up.sh"];
    let manifest = Manifest { scripts: scripts.map(str::to_owned).to_vec(), ..read(EXAMPLE) };
    let tools = manifest::tools(&manifest, &tree);
    let found: Vec<[&str; 3]> =
        tools.iter().map(|tool| [tool.name.as_str(), &tool.description, &tool.script]).collect();
    assert_eq!(
        found,
        [
            ["fetch_page", "Get it", "scripts/fetch-page.sh"],
            ["not_there", "Execute not-there script", "scripts/not-there.py"],
        ]
    );
    let tool = tools[0].to_json();
    assert_eq!(tool["input_schema"]["type"], "object");
    assert_eq!(tool["input_schema"]["properties"]["args"]["type"], "object");
    assert_eq!(tool["input_schema"].get("required"), None);
    assert_eq!(tool["implementation"], "script");
}
