//! The reference documents, generated: the help of every command, the page of every diagnostic.
//!
//! `PROWESS_UPDATE=1 cargo test -p prowess-cli` writes them.

use std::fmt::Write as _;
use std::path::Path;

use crate::sandbox::Sandbox;

/// Every command with a help text, in the order of `prowess --help`.
pub(crate) const COMMANDS: [&str; 22] = [
    "list",
    "show",
    "why",
    "agents",
    "search",
    "prompt",
    "render",
    "run",
    "read",
    "context",
    "check",
    "scan",
    "explain",
    "new",
    "fmt",
    "config",
    "trust",
    "untrust",
    "permissions",
    "doctor",
    "watch",
    "completions",
];

/// Compares a document of the repository with what it should be, or writes it.
fn assert_document(path: &str, expected: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if std::env::var_os("PROWESS_UPDATE").is_some_and(|value| value == "1") {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, expected).unwrap();
        return;
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    let differing = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
    assert!(
        found == expected,
        "{path} is not up to date; first difference: {differing:?}\n\
         run `PROWESS_UPDATE=1 cargo test -p prowess-cli` and commit what it writes",
    );
}

/// The help of a command, without the spaces that end its lines.
fn help(sandbox: &Sandbox, command: &[&str]) -> String {
    let ran = sandbox.exits(0, &[command, &["--help"]].concat());
    let lines: Vec<&str> = ran.stdout.lines().map(str::trim_end).collect();
    lines.join("\n").trim_end().to_owned()
}

#[test]
fn the_command_line_reference_is_up_to_date() {
    let sandbox = Sandbox::new();
    let whole = help(&sandbox, &[]);
    let listed = whole.split_once("Commands:\n").unwrap().1.split_once("\n\n").unwrap().0;
    let listed: Vec<&str> =
        listed.lines().map(|line| line.split_whitespace().next().unwrap()).collect();
    assert_eq!(listed, COMMANDS, "a command is missing in the list of this test");
    let mut text = "# The command line\n\nGenerated from the help texts.\n\n".to_owned();
    let _ = write!(text, "## prowess\n\n```text\n{whole}\n```\n");
    for command in COMMANDS {
        let help = help(&sandbox, &[command]);
        let _ = write!(text, "\n## prowess {command}\n\n```text\n{help}\n```\n");
    }
    text.push_str(
        "\n## Exit codes\n\n\
         | code | means |\n|---|---|\n\
         | 0 | fine; also where the reader of the output went away |\n\
         | 1 | the answer is no: a check failed, something was refused or not found |\n\
         | 2 | wrong usage |\n\
         | 3 | the system failed |\n",
    );
    assert_document("docs/reference/cli.md", &text);
}

#[test]
fn the_reference_of_diagnostics_is_up_to_date() {
    let document = Sandbox::new().exits(0, &["explain", "--json"]).json();
    let mut text = "# Diagnostics\n\nGenerated from the pages that `prowess explain CODE` prints. The severity \
                    is what counts where a profile says nothing else.\n"
        .to_owned();
    for code in document["codes"].as_array().unwrap() {
        let get = |key: &str| code[key].as_str();
        let (id, severity) = (get("code").unwrap(), get("severity").unwrap_or("off"));
        let _ = write!(
            text,
            "\n## {id}\n\nSeverity: {severity}. Message: {}\n",
            quoted(get("message").unwrap())
        );
        let _ = write!(text, "\n{}\n", get("page").unwrap());
        if let Some(help) = get("help") {
            let _ = write!(text, "\nWhat to do: {help}.\n");
        }
    }
    assert_document("docs/reference/diagnostics.md", &text);
}

#[test]
fn the_reference_of_rules_is_up_to_date() {
    let document = Sandbox::new().exits(0, &["explain", "--json"]).json();
    let mut text = "# Rules of the scanner\n\nGenerated from the pages that `prowess explain RULE` prints. The \
                    severity is the worst that the rule gives.\n"
        .to_owned();
    for rule in document["rules"].as_array().unwrap() {
        let get = |key: &str| rule[key].as_str().unwrap();
        let packs = rule["packs"].as_array().unwrap().iter();
        let packs: Vec<String> =
            packs.map(|pack| format!("`{}`", pack.as_str().unwrap())).collect();
        let (id, severity, page, packs) =
            (get("rule"), get("severity"), get("page"), packs.join(", "));
        let _ = write!(text, "\n## {id}\n\nSeverity: {severity}. Packs: {packs}.\n\n{page}\n");
    }
    assert_document("docs/reference/rules.md", &text);
}

/// A message as Markdown code, whatever back-ticks it holds.
fn quoted(message: &str) -> String {
    if message.contains('`') { format!("`` {message} ``") } else { format!("`{message}`") }
}
