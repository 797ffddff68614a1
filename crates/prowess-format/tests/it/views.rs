//! The typed views: every family's fields, in every spelling, and what becomes of wrong types.

use proptest::prelude::*;
use prowess_format::rules::Repair;
use prowess_format::views::Context;
use prowess_format::views::claude_code::{ClaudeCode, Effort, Shell};
use prowess_format::views::codex::{Codex, Sidecar};
use prowess_format::views::copilot::{AllowedTools, Copilot};
use prowess_format::views::omp::Omp;
use prowess_format::views::openclaw::OpenClaw;
use prowess_format::views::openhands::OpenHands;
use prowess_format::views::roo::Roo;
use prowess_format::views::standard::Standard;
use prowess_format::views::wink::Wink;
use prowess_format::views::wundr::Wundr;
use prowess_format::{Document, Frontmatter, Rules, Skill, TreePath, parse};
use serde_json::json;

mod openclaw;
mod wundr;

fn skill_by(text: &str, rules: &Rules) -> Skill {
    let document = Document {
        file: &TreePath::skill_file(),
        bytes: text.as_bytes(),
        directory: Some("x"),
        size: text.len() as u64,
        flat: false,
    };
    parse(document, rules).skill
}

fn skill(text: &str) -> Skill {
    skill_by(text, &Rules::default())
}

/// The frontmatter with these lines, which must be readable.
fn keys(lines: &str) -> Frontmatter {
    let frontmatter = skill(&format!("---\n{lines}\n---\nBody.\n")).frontmatter;
    assert!(!frontmatter.is_empty(), "{lines}");
    frontmatter
}

/// Each top-level key with a value of every wrong type.
fn wrong_types(keys: &[&str]) -> Vec<Frontmatter> {
    let values = ["", "~", "[]", "{}", "{a: {b: [c]}}", "[[a], {b: c}, ~]", "''"];
    let lines = |value: &str| keys.iter().map(|key| format!("{key}: {value}\n")).collect();
    values.iter().map(|value| self::keys(&lines(value) as &String)).collect()
}

fn strings(items: &[&str]) -> Vec<String> {
    items.iter().map(|item| (*item).to_owned()).collect()
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

#[test]
fn standard_fields() {
    let standard = Standard::read(&keys(
        "license: Apache-2.0\ncompatibility: ' git and jq '\n\
         metadata:\n  version: 1.10\n  author: me\n  draft: no\n  nested: {a: b}\n  author: you\n  none:\n\
         allowed-tools: Bash(git:*) Bash(echo \")\" *) Read",
    ));
    assert_eq!(standard.license.as_deref(), Some("Apache-2.0"));
    assert_eq!(standard.compatibility.as_deref(), Some("git and jq"));
    let pairs: Vec<_> =
        standard.metadata.iter().map(|(key, text)| (key.as_str(), text.as_str())).collect();
    assert_eq!(pairs, [("version", "1.10"), ("draft", "no"), ("author", "you"), ("none", "")]);
    assert_eq!(standard.allowed_tools, ["Bash(git:*)", "Bash(echo \")\" *)", "Read"]);
}

#[test]
fn allowed_tools_in_every_form() {
    let table = [
        "allowed-tools: Read Bash(a b, c:*)",
        "allowed_tools: Read, Bash(a b, c:*)",
        "allowedTools: Read,Bash(a b, c:*)",
        "allowed-tools:\n  - Read\n  - Bash(a b, c:*)\n  -",
        "allowed-tools: ['Read', 'Bash(a b, c:*)']",
        "allowed-tools: |\n  Read\n  Bash(a b, c:*)",
        "allowed-tools: '[\"Read\", \"Bash(a b, c:*)\"]'",
        "allowed-tools: []\nallowed_tools: Read Bash(a b, c:*)",
        "allowed-tools: {a: b}\nallowedTools: Read Bash(a b, c:*)",
    ];
    for lines in table {
        let frontmatter = keys(lines);
        let expected = ["Read", "Bash(a b, c:*)"];
        assert_eq!(Standard::read(&frontmatter).allowed_tools, expected, "{lines}");
        assert_eq!(ClaudeCode::read(&frontmatter).allowed_tools, expected, "{lines}");
        assert_eq!(Wundr::read(&frontmatter).allowed_tools, expected, "{lines}");
    }
}

#[test]
fn claude_code_fields() {
    let expected = ClaudeCode {
        when_to_use: some("On Mondays"),
        argument_hint: some("[issue] [branch]"),
        arguments: strings(&["issue", "branch"]),
        disable_model_invocation: true,
        user_invocable: false,
        allowed_tools: strings(&["Read"]),
        disallowed_tools: strings(&["Write", "Bash(rm:*)"]),
        model: some("inherit"),
        effort: Some(Effort::XHigh),
        context: Context::Fork,
        agent: some("Explore"),
        background: false,
        hooks: Some(json!({"PreToolUse": [{"matcher": "Bash", "once": true}]})),
        paths: strings(&["src/**/*.{js,ts}", "docs/*"]),
        shell: Some(Shell::PowerShell),
        display_name: some("Nice name"),
        default_enabled: Some(true),
        fallback: some("other"),
    };
    let kebab = "when_to_use: On Mondays\nargument-hint: '[issue] [branch]'\n\
        arguments: issue branch\ndisable-model-invocation: on\nuser-invocable: off\n\
        allowed-tools: Read\ndisallowed-tools: Write Bash(rm:*)\nmodel: inherit\neffort: xhigh\n\
        context: fork\nagent: Explore\nbackground: 0\n\
        hooks:\n  PreToolUse:\n    - matcher: Bash\n      once: true\n\
        paths: 'src/**/*.{js,ts}, docs/*'\nshell: powershell\ndisplay-name: Nice name\n\
        default-enabled: 1\nfallback: other";
    let snake = kebab
        .replace("argument-hint: '[issue] [branch]'", "argument_hint: [issue, branch]")
        .replace("arguments: issue branch", "arguments: [issue, branch]")
        .replace("disable-model-invocation", "disable_model_invocation")
        .replace("user-invocable", "user_invocable")
        .replace("disallowed-tools: Write Bash(rm:*)", "disallowed_tools: [Write, 'Bash(rm:*)']")
        .replace("'src/**/*.{js,ts}, docs/*'", "\n- 'src/**/*.{js,ts}'\n- docs/*")
        .replace("display-name", "display_name")
        .replace("default-enabled", "default_enabled");
    let camel = kebab
        .replace("when_to_use", "whenToUse")
        .replace("argument-hint: '[issue] [branch]'", "argumentHint:\n  - issue\n  - branch")
        .replace("disable-model-invocation", "disableModelInvocation")
        .replace("user-invocable", "userInvocable")
        .replace("allowed-tools: Read", "allowedTools: [Read]")
        .replace("disallowed-tools", "disallowedTools")
        .replace("display-name", "displayName")
        .replace("default-enabled", "defaultEnabled");
    assert_eq!(ClaudeCode::read(&keys(kebab)), expected);
    let snake_hint = ClaudeCode { argument_hint: some("[issue, branch]"), ..expected.clone() };
    assert_eq!(ClaudeCode::read(&keys(&snake)), snake_hint);
    assert_eq!(ClaudeCode::read(&keys(&camel)), expected);
}

#[test]
fn an_argument_hint_keeps_its_brackets() {
    let table = [
        ("[file]", "[file]"),
        ("[file, format] # both", "[file, format]"),
        ("[file,\n  format]", "[file, format]"),
        ("{file}", "{file}"),
        ("<file> [format]", "<file> [format]"),
        ("12", "12"),
    ];
    for (written, expected) in table {
        let frontmatter = keys(&format!("argument-hint: {written}"));
        let hint = Copilot::read(&frontmatter).argument_hint;
        assert_eq!(hint.as_deref(), Some(expected), "{written}");
        assert_eq!(ClaudeCode::read(&frontmatter).argument_hint, hint, "{written}");
    }
    // Two lists in a row are no YAML at all; what is mended is a text.
    let rules = Rules { repair: Repair::Entries, ..Rules::default() };
    let skill = skill_by("---\nname: x\nargument-hint: [pr] [reviewer]\n---\n", &rules);
    let hint = ClaudeCode::read(&skill.frontmatter).argument_hint;
    assert_eq!(hint.as_deref(), Some("[pr] [reviewer]"));
}

#[test]
fn wrong_types_are_as_if_absent() {
    let all = [
        "license",
        "compatibility",
        "metadata",
        "allowed-tools",
        "when_to_use",
        "argument-hint",
        "arguments",
        "disable-model-invocation",
        "user-invocable",
        "disallowed-tools",
        "model",
        "effort",
        "context",
        "agent",
        "background",
        "shell",
        "display-name",
        "default-enabled",
        "fallback",
        "tools",
        "tags",
        "version",
        "dependencies",
        "hook-before",
        "hook-after",
        "homepage",
        "command-dispatch",
        "command-tool",
        "command-arg-mode",
        "alwaysApply",
        "hide",
        "enabled",
        "title",
        "mode",
    ];
    let empty = keys("unrelated: 1");
    for frontmatter in wrong_types(&all) {
        let claude = ClaudeCode::read(&frontmatter);
        // Brackets in a hint are shown, whatever they are for YAML.
        let claude = ClaudeCode { argument_hint: None, ..claude };
        assert_eq!(claude, ClaudeCode::read(&empty));
        assert_eq!(Standard::read(&frontmatter), no_metadata(&frontmatter));
        assert_eq!(Wundr::read(&frontmatter), Wundr::read(&empty));
        assert_eq!(OpenClaw::read(&frontmatter), OpenClaw::read(&empty));
        assert_eq!(Omp::read(&frontmatter), Omp::read(&empty));
        assert_eq!(Roo::read(&frontmatter), Roo::read(&empty));
        assert_eq!(OpenHands::read(&frontmatter), OpenHands::read(&empty));
        assert_eq!(Codex::read(&frontmatter), Codex::read(&empty));
    }
    let claude = ClaudeCode::read(&empty);
    assert!(claude.user_invocable && claude.background && !claude.disable_model_invocation);
    let odd = keys("user-invocable: maybe\neffort: extreme\nshell: fish\nhooks: [a]\ncontext: 3");
    assert_eq!(ClaudeCode::read(&odd), claude);
}

fn no_metadata(frontmatter: &Frontmatter) -> Standard {
    assert_eq!(Standard::read(frontmatter).metadata, []);
    Standard::default()
}

#[test]
fn codex_reads_a_short_description_and_the_file_beside() {
    let codex = Codex::read(&keys("metadata:\n  short-description: In short"));
    assert_eq!(codex.short_description.as_deref(), Some("In short"));
    let text = "\u{feff}---\n# How it is shown\ninterface:\n  display_name: \"Nice\"\n  \
        short_description: One line\n  icon_small: ./small.svg\n  icon_large: ./large.png\n  \
        brand_color: \"#3B82F6\"\n  default_prompt: Go\n\
        dependencies:\n  tools:\n    - type: mcp\n      value: github\n      description: Issues\n      \
        transport: streamable_http\n      command: serve\n      url: https://example.com/mcp\n      \
        oauth: {callback_port: 8080}\n    - type: mcp\n      oauth: {callback_port: 80800}\n\
        policy:\n  allow_implicit_invocation: false\n  products: [CHATGPT, CODEX]\n";
    let sidecar = Sidecar::read(text).unwrap();
    let interface = &sidecar.interface;
    assert_eq!(interface.display_name.as_deref(), Some("Nice"));
    assert_eq!(interface.short_description.as_deref(), Some("One line"));
    assert_eq!(interface.icon_small.as_deref(), Some("./small.svg"));
    assert_eq!(interface.icon_large.as_deref(), Some("./large.png"));
    assert_eq!(interface.brand_color.as_deref(), Some("#3B82F6"));
    assert_eq!(interface.default_prompt.as_deref(), Some("Go"));
    let tool = &sidecar.tools[0];
    assert_eq!(tool.kind.as_deref(), Some("mcp"));
    assert_eq!(tool.value.as_deref(), Some("github"));
    assert_eq!(tool.description.as_deref(), Some("Issues"));
    assert_eq!(tool.transport.as_deref(), Some("streamable_http"));
    assert_eq!(tool.command.as_deref(), Some("serve"));
    assert_eq!(tool.url.as_deref(), Some("https://example.com/mcp"));
    assert_eq!(tool.oauth_callback_port, Some(8080));
    assert_eq!(sidecar.tools[1].oauth_callback_port, None);
    assert!(!sidecar.allow_implicit_invocation);
    assert_eq!(sidecar.products, ["CHATGPT", "CODEX"]);
}

#[test]
fn a_broken_file_beside_is_nothing() {
    let bomb = format!("a: {}", "[".repeat(10_000));
    let large = format!("interface:\n  display_name: {}", "x".repeat(300_000));
    for text in ["", "- a", "text", "a: [", "a: b: c", "\t", &bomb, &large] {
        assert_eq!(Sidecar::read(text), None, "{}", text.get(..20).unwrap_or(text));
    }
    let odd = Sidecar::read("interface: [a]\ndependencies: {tools: x}\npolicy: 3").unwrap();
    assert!(odd.allow_implicit_invocation);
    assert_eq!((odd.tools.len(), odd.products.len()), (0, 0));
}

#[test]
fn copilot_fields() {
    let copilot = Copilot::read(&keys(
        "argument-hint: '<x>'\nuser-invocable: false\ndisable-model-invocation: true\ncontext: fork",
    ));
    assert_eq!(copilot.argument_hint.as_deref(), Some("<x>"));
    assert!(!copilot.user_invocable && copilot.disable_model_invocation);
    assert_eq!(copilot.context, Context::Fork);
    assert_eq!(copilot.allowed_tools, AllowedTools::Listed(Vec::new()));
    for all in ["'*'", "['*']", "[shell, '*']"] {
        let copilot = Copilot::read(&keys(&format!("allowed-tools: {all}")));
        assert_eq!(copilot.allowed_tools, AllowedTools::All, "{all}");
    }
    let some = Copilot::read(&keys("allowed-tools: shell, read"));
    assert_eq!(some.allowed_tools, AllowedTools::Listed(strings(&["shell", "read"])));
}

#[test]
fn omp_fields() {
    let omp = Omp::read(&keys("globs: ['*.rs', '*.{a,b}']\nalways-apply: true\nenabled: false"));
    assert_eq!(omp.globs, ["*.rs", "*.{a,b}"]);
    assert!(omp.always_apply && !omp.hide && !omp.enabled);
    for line in ["hide: true", "disableModelInvocation: true", "disable-model-invocation: true"] {
        let omp = Omp::read(&keys(line));
        assert!(omp.hide && omp.enabled && !omp.always_apply, "{line}");
    }
    assert!(Omp::read(&keys("alwaysApply: true\nhide: false")).always_apply);
}

#[test]
fn wink_shows_a_title_and_a_summary() {
    let table = [
        (
            "---\nname: a\ndescription: Does it\ntitle: T\n---\n# H\n",
            Some("T"),
            Some("[Skill: a] Does it"),
        ),
        (
            "---\nname: a\ndescription: Does it\ntitle: [x]\n---\ntext\n\n# H `c`\n",
            Some("H c"),
            Some("[Skill: a] Does it"),
        ),
        ("---\nname: a\n---\ntext\n", None, Some("[Skill: a]")),
        ("---\ndescription: Does it\n---\n", None, None),
    ];
    for (text, title, summary) in table {
        let wink = Wink::read(&skill(text));
        assert_eq!((wink.title.as_deref(), wink.summary.as_deref()), (title, summary), "{text}");
    }
}

#[test]
fn roo_and_openhands_fields() {
    let roo = Roo::read(&keys("modeSlugs: [code, architect]\nmode: code"));
    assert_eq!(roo.mode_slugs, ["code", "architect"]);
    assert_eq!(roo.mode.as_deref(), Some("code"));
    assert_eq!(Roo::read(&keys("mode_slugs: code, ask")).mode_slugs, ["code", "ask"]);

    let hands = OpenHands::read(&keys(
        "triggers:\n- deploy\n- ship it\ninputs:\n- name: PR\n  description: Its number\n- REPO\n\
         - [x]\npaths: '**/*.py'\ndisable-model-invocation: true\nversion: 1.20",
    ));
    assert_eq!(hands.triggers, ["deploy", "ship it"]);
    let inputs: Vec<_> = hands
        .inputs
        .iter()
        .map(|input| (input.name.as_str(), input.description.as_deref()))
        .collect();
    assert_eq!(inputs, [("PR", Some("Its number")), ("REPO", None)]);
    assert_eq!(hands.paths, ["**/*.py"]);
    assert!(hands.disable_model_invocation);
    assert_eq!(hands.version.as_deref(), Some("1.20"));
    let by_name = OpenHands::read(&keys("inputs:\n  PR: Its number\n  REPO: {description: Which}"));
    assert_eq!(by_name.inputs[1].description.as_deref(), Some("Which"));
}

proptest! {
    #[test]
    fn no_value_makes_a_view_panic(
        at in 0..prowess_format::field::ALL.len(),
        value in "[\\[{(\"'\\]})a, :\\\\/*\n-]{0,24}",
    ) {
        let key = prowess_format::field::ALL[at].key;
        let Skill { frontmatter, .. } = skill(&format!("---\n{key}: {value}\n---\n"));
        let indented = value.replace('\n', "\n  ");
        let quoted = skill(&format!("---\n{key}: |\n  {indented}\n---\n"));
        for frontmatter in [&frontmatter, &quoted.frontmatter] {
            Standard::read(frontmatter);
            ClaudeCode::read(frontmatter);
            Codex::read(frontmatter);
            Copilot::read(frontmatter);
            Wundr::read(frontmatter);
            OpenClaw::read(frontmatter);
            OpenHands::read(frontmatter);
            Omp::read(frontmatter);
            Roo::read(frontmatter);
            Wink::read(&quoted);
        }
        Sidecar::read(&value);
    }
}
