//! `manifest.json`: reading, checks, context and tools.

mod convert;
mod parts;
mod properties;

use prowess_format::manifest::{self, Manifest, McpKind};
use prowess_format::rules::Rules;
use prowess_format::{Diagnostic, MemoryTree, Severity, Tree, code, limits};
use serde_json::{Value as Json, json};

const EXAMPLE: &str = r#"{
  "id": "web-scraping",
  "name": "Web Scraping",
  "version": "1.0.0",
  "description": "Tools for fetching and parsing web pages",
  "owner": "built-in",
  "context": [
    "docs/usage.md"
  ],
  "scripts": [
    "scripts/fetch-page.sh"
  ],
  "envVars": [
    "PROXY_URL"
  ],
  "mcpServers": [
    {
      "name": "web-tools",
      "type": "local",
      "command": "node",
      "args": [
        "servers/web-tools.js"
      ]
    }
  ],
  "dependencies": [
    "basic-tools@1.0.0"
  ],
  "nodeVersion": "20",
  "systemPackages": [
    "chromium"
  ]
}
"#;

fn example_tree() -> MemoryTree {
    MemoryTree::of_texts([
        ("docs/usage.md", "Use it."),
        ("scripts/fetch-page.sh", "#!/bin/sh\n# @description Get it\n"),
    ])
}

fn parse(text: impl AsRef<[u8]>) -> manifest::ParsedManifest {
    manifest::parse(text.as_ref(), &Rules::default())
}

fn read(text: &str) -> Manifest {
    parse(text).manifest.unwrap_or_default()
}

/// Everything said about a text, reading and checks.
fn check(text: impl AsRef<[u8]>, tree: &dyn Tree) -> Vec<Diagnostic> {
    parse(text).validate(Some(tree), &Rules::default())
}

fn ids(diagnostics: &[Diagnostic]) -> Vec<&str> {
    diagnostics.iter().map(|diagnostic| diagnostic.code.id).collect()
}

fn messages(diagnostics: &[Diagnostic]) -> Vec<&str> {
    diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect()
}

/// The example with one key set to another value.
fn with(key: &str, value: Json) -> String {
    let mut manifest: Json = serde_json::from_str(EXAMPLE).unwrap_or_default();
    manifest[key] = value;
    manifest.to_string()
}

#[test]
fn the_example_is_read_checked_and_written_back() {
    let manifest = read(EXAMPLE);
    assert_eq!(manifest.mcp_servers[0].kind, McpKind::Local);
    assert_eq!(manifest.mcp_servers[0].args, ["servers/web-tools.js"]);
    assert_eq!(manifest.node_version.as_deref(), Some("20"));
    assert_eq!(messages(&check(EXAMPLE, &example_tree())), [""; 0]);
    assert_eq!(manifest.to_json_text(), EXAMPLE);
    assert_eq!(serde_json::to_string_pretty(&manifest).unwrap() + "\n", EXAMPLE);
}

#[test]
fn unknown_keys_come_last_in_their_order() {
    let manifest = read(r#"{"zeta": 1, "owner": "me", "alpha": [2], "id": "x", "context": null}"#);
    let keys: Vec<&String> = manifest.extra.keys().collect();
    assert_eq!(keys, ["zeta", "alpha"]);
    let written = manifest.to_json();
    let keys: Vec<&String> = written.keys().collect();
    assert_eq!(keys, ["id", "name", "version", "description", "owner", "zeta", "alpha"]);
    // A known key cannot come in by the back door.
    let extra = [("scripts".to_owned(), json!(["../x"]))].into_iter().collect();
    assert_eq!(Manifest { extra, ..Manifest::default() }.to_json().get("scripts"), None);
}

#[test]
fn every_code_is_listed_once() {
    let listed: Vec<&str> =
        code::all().map(|code| code.id).filter(|id| id.starts_with("manifest-")).collect();
    let unique: std::collections::BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!((listed.len(), unique.len()), (19, 19), "{listed:?}");
}

#[test]
fn each_rule_has_its_message() {
    let table = [
        ("id", json!(null), "Missing or invalid id"),
        ("id", json!(""), "Missing or invalid id"),
        ("id", json!(7), "Missing or invalid id"),
        ("id", json!("a_b"), "Invalid id format (lowercase letters, numbers, and hyphens only)"),
        ("id", json!("a\n"), "Invalid id format (lowercase letters, numbers, and hyphens only)"),
        ("id", json!("../a"), "Invalid id format (lowercase letters, numbers, and hyphens only)"),
        ("id", json!("ä"), "Invalid id format (lowercase letters, numbers, and hyphens only)"),
        ("name", json!([]), "Missing or invalid name"),
        ("version", json!(1.0), "Missing or invalid version"),
        ("version", json!("1.0"), "Invalid version format (must be semver: X.Y.Z)"),
        ("version", json!("1.0.0-rc.1"), "Invalid version format (must be semver: X.Y.Z)"),
        ("version", json!("1.0.0\n"), "Invalid version format (must be semver: X.Y.Z)"),
        ("version", json!("v1.0.0"), "Invalid version format (must be semver: X.Y.Z)"),
        ("version", json!("1..0"), "Invalid version format (must be semver: X.Y.Z)"),
        ("description", json!(false), "Missing or invalid description"),
        ("owner", json!(null), "Missing or invalid owner"),
        ("context", json!(["no.md"]), "Context file not found: no.md"),
        ("context", json!(["docs"]), "Context file not found: docs"),
        ("context", json!(["../no.md"]), "Context file outside the skill: ../no.md"),
        ("scripts", json!(["no.sh"]), "Script not found: no.sh"),
        ("scripts", json!(["/bin/sh"]), "Script outside the skill: /bin/sh"),
        ("context", json!("docs/usage.md"), "`context` is a string, not a list of strings"),
        ("envVars", json!(["A", 1]), "`envVars[1]` is a number, not a string"),
        ("mcpServers", json!({}), "`mcpServers` is an object, not a list of objects"),
        ("mcpServers", json!([null]), "`mcpServers[0]` is null, not an object"),
        ("nodeVersion", json!([20]), "`nodeVersion` is a list, not a string"),
    ];
    for (key, value, message) in table {
        let text = with(key, value);
        let found = check(&text, &example_tree());
        assert_eq!(messages(&found), [message], "{text}");
        assert_eq!(found[0].severity, Severity::Error);
        assert_eq!(found[0].file, manifest::file());
    }
}

#[test]
fn what_is_fine_is_not_reported() {
    let table = [
        ("id", json!("--1--")),
        ("version", json!("01.2.99999999999999999999")),
        ("nodeVersion", json!(20)),
        ("context", json!(null)),
        ("context", json!(["./docs/../docs/usage.md"])),
        ("mcpServers", json!([{"name": "r", "type": "remote", "url": "https://x.example"}])),
        ("mcpServers", json!([{"name": "r", "url": "https://x.example"}])),
    ];
    for (key, value) in table {
        let text = with(key, value);
        assert_eq!(messages(&check(&text, &example_tree())), [""; 0], "{text}");
    }
}

#[test]
fn all_errors_are_collected_and_joined_in_order() {
    let both = EXAMPLE.replace("\"web-scraping\"", "\"Bad_Id\"").replace("\"1.0.0\"", "\"1.0\"");
    let joined = manifest::registration_error(&check(&both, &example_tree())).unwrap();
    assert_eq!(
        joined,
        "Invalid manifest: Invalid id format (lowercase letters, numbers, and hyphens only), \
         Invalid version format (must be semver: X.Y.Z)"
    );
    let found = check(r#"{"scripts": ["b"], "context": ["/a"]}"#, &example_tree());
    assert_eq!(
        manifest::registration_error(&found).unwrap(),
        "Invalid manifest: Missing or invalid id, Missing or invalid name, \
         Missing or invalid version, Missing or invalid description, Missing or invalid owner, \
         Context file outside the skill: /a, Script not found: b"
    );
    let fine = check(EXAMPLE, &example_tree());
    assert_eq!(manifest::registration_error(&fine), None);
}

#[test]
fn remarks_point_at_values() {
    let text = "{\n  \"id\": \"Ü\",\n  \"context\": [1, \"a.md\", \"../b.md\"]\n}";
    let places: Vec<(String, u32, u32)> = check(text, &example_tree())
        .iter()
        .filter_map(|found| {
            let at = found.location?;
            Some((at.span.of(text).to_owned(), at.line, at.column))
        })
        .collect();
    let expected = [
        ("[1, \"a.md\", \"../b.md\"]", 3, 14),
        ("\"Ü\"", 2, 9),
        ("\"a.md\"", 3, 18),
        ("\"../b.md\"", 3, 26),
    ];
    let expected = expected.map(|(text, line, column)| (text.to_owned(), line, column));
    assert_eq!(places, expected);
}

#[test]
fn servers_that_cannot_run_are_warned_about() {
    let table = [
        (json!([{"name": "a", "type": "local"}]), "the MCP server `a` has no `command`"),
        (json!([{"name": "a", "type": "remote"}]), "the MCP server `a` has no `url`"),
        (json!([{"type": "local", "command": "x"}]), "the MCP server `1` has no `name`"),
        (
            json!([{"name": "a", "type": "sse", "url": "u"}]),
            "`mcpServers[0].type` is `sse`, not `local` or `remote`",
        ),
        (
            json!([{"name": "a", "command": "x", "args": [[]]}]),
            "`mcpServers[0].args[0]` is a list, not a string",
        ),
    ];
    for (servers, message) in table {
        let found = check(with("mcpServers", servers), &example_tree());
        assert_eq!(messages(&found), [message]);
    }
}

#[test]
fn without_a_tree_only_the_spelling_is_judged() {
    let manifest = Manifest {
        context: vec!["no.md".into(), "../x.md".into()],
        scripts: vec!["C:\\x.bat".into(), "no.sh".into()],
        ..read(EXAMPLE)
    };
    let found = manifest::validate(&manifest, None, &Rules::default());
    assert_eq!(ids(&found), ["manifest-context-outside", "manifest-script-outside"]);
}

#[test]
fn what_is_no_manifest_is_said_once() {
    let deep = |depth: usize| format!("{{\"a\": {}{}}}", "[".repeat(depth), "]".repeat(depth));
    let table: [(Vec<u8>, &str); 9] = [
        (vec![b' '; 10 << 20], "manifest-too-large"),
        (deep(200_000).into_bytes(), "manifest-not-json"),
        (deep(128).into_bytes(), "manifest-not-json"),
        (b"".to_vec(), "manifest-not-json"),
        (b"{\"id\": \"a\",}".to_vec(), "manifest-not-json"),
        (b"{\"id\": 1e999}".to_vec(), "manifest-not-json"),
        (b"[{}]".to_vec(), "manifest-not-object"),
        (b"null".to_vec(), "manifest-not-object"),
        (b"\"x\"".to_vec(), "manifest-not-object"),
    ];
    for (bytes, id) in table {
        let parsed = parse(&bytes);
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(40)]).into_owned();
        assert_eq!(ids(&parsed.diagnostics), [id], "{shown}");
        assert!(parsed.manifest.is_none());
        assert_eq!(parsed.validate(None, &Rules::default()).len(), 1);
    }
    assert_eq!(limits::MANIFEST_BYTES, 1 << 20);
    assert!(parse(deep(126)).manifest.is_some());
}

#[test]
fn broken_json_has_a_line_and_a_column() {
    let parsed = parse("{\n  \"ä\": 1,\n  \"ö\": ?\n}");
    let found = &parsed.diagnostics[0];
    assert_eq!(found.message, "the manifest is not valid JSON (line 3): expected value");
    let at = found.location.unwrap();
    assert_eq!((at.line, at.column), (3, 8));
}

#[test]
fn odd_bytes_are_read_through() {
    let utf16: Vec<u8> =
        [0xfeff].into_iter().chain(EXAMPLE.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let latin = EXAMPLE.replace("Tools", "T\u{1}ls").into_bytes();
    let latin: Vec<u8> =
        latin.into_iter().map(|byte| if byte == 1 { 0xff } else { byte }).collect();
    let table: [(Vec<u8>, &[&str]); 4] = [
        (format!("\u{feff}{EXAMPLE}").into_bytes(), &["manifest-bom"]),
        (utf16, &["not-utf8"]),
        (latin, &["not-utf8"]),
        (EXAMPLE.replace("  ", " \0 ").into_bytes(), &["nul-bytes"]),
    ];
    for (bytes, expected) in table {
        let parsed = parse(&bytes);
        assert_eq!(ids(&parsed.validate(Some(&example_tree()), &Rules::default())), expected);
        assert_eq!(parsed.manifest.unwrap().id, "web-scraping");
    }
}

#[test]
fn a_key_that_comes_twice_is_reported_and_the_last_counts() {
    let text = EXAMPLE.replace("\"name\"", "\"id\": \"other\", \"name\"");
    let parsed = parse(text);
    assert_eq!(ids(&parsed.diagnostics), ["key-duplicate"]);
    assert_eq!(parsed.manifest.unwrap().id, "other");
}

#[test]
fn long_lists_are_cut() {
    let parsed = parse(with("context", json!(vec!["docs/usage.md"; 5_000])));
    assert_eq!(ids(&parsed.diagnostics), ["manifest-list-too-long"]);
    assert_eq!(parsed.manifest.unwrap().context.len(), manifest::LIST_ITEMS);
}

#[test]
fn rules_weigh_and_word_the_remarks() {
    let rules: Rules = toml::from_str(
        "[severity]\nmanifest-owner-missing = 'off'\nmanifest-id-format = 'warning'\n\
         [messages]\nmanifest-name-missing = 'no name'",
    )
    .unwrap();
    rules.check_codes().unwrap();
    let text = r#"{"id": "A", "version": "1.0.0", "description": "d"}"#;
    let found = manifest::parse(text.as_bytes(), &rules).validate(None, &rules);
    assert_eq!(ids(&found), ["manifest-id-format", "manifest-name-missing"]);
    assert_eq!(manifest::registration_error(&found).unwrap(), "Invalid manifest: no name");
}
