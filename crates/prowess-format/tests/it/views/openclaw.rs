//! OpenClaw: its keys, the metadata block in every form, and which installs are safe.

use prowess_format::views::gating::{Gating, Install, Kind, Requires};
use prowess_format::views::install_safety::{self, Reason};
use prowess_format::views::openclaw::{self, OpenClaw};
use prowess_format::views::wundr::Wundr;

use super::{keys, some, strings};

#[test]
fn openclaw_fields() {
    for (dispatch, tool, mode) in [
        ("command-dispatch", "command-tool", "command-arg-mode"),
        ("command_dispatch", "command_tool", "command_arg_mode"),
    ] {
        let claw = OpenClaw::read(&keys(&format!(
            "homepage: https://example.com\nuser-invocable: no\ndisable-model-invocation: yes\n\
             {dispatch}: tool\n{tool}: browser\n{mode}: raw",
        )));
        assert_eq!(claw.homepage.as_deref(), Some("https://example.com"));
        assert!(!claw.user_invocable);
        assert!(claw.disable_model_invocation);
        assert_eq!(claw.dispatch_tool(), Some("browser"));
        assert_eq!(claw.command_arg_mode.as_deref(), Some("raw"));
        assert_eq!(claw.gating, None);
    }
    let idle = OpenClaw::read(&keys("command-tool: browser"));
    assert_eq!(idle.dispatch_tool(), None);
    let block = OpenClaw::read(&keys("homepage: a\nmetadata: {clawdbot: {homepage: b}}"));
    assert_eq!(block.homepage.as_deref(), Some("b"));
}

#[test]
fn the_gating_block_in_every_form() {
    let json5 = "{\n// a comment with [ and {\nopenclaw: {emoji: '🧩', 'always': true, \
        requires: {bins: [\"a\", \"b\",], anyEnv: 'X, Y',}, os: [\"linux\",], \
        install: [{type: 'NODE', package: 'x', stripComponents: 1, extract: true,},],\n},}";
    let indented = json5.replace('\n', "\n  ");
    let inner = "{emoji: \"🧩\", always: true, requires: {bins: [\"a\", \"b\",], anyEnv: \"X, Y\"}, \
        os: [\"linux\"], install: [{type: \"NODE\", package: \"x\", stripComponents: 1, extract: true}]}";
    let table = [
        format!("metadata: |\n  {indented}"),
        format!("metadata: >-\n  {}", indented.replace("// a comment with [ and {", "")),
        format!("metadata:\n  openclaw: '{inner}'"),
        format!("metadata: {{\"openclaw\": {inner}}}"),
        format!("metadata: \"{{openclaw: '{}'}}\"", inner.replace('"', "\\\\\\\"")),
        "metadata:\n  openclaw:\n    emoji: 🧩\n    always: yes\n    requires:\n      bins: a, b\n      \
         anyEnv: [X, Y]\n    os: linux\n    install:\n      - kind: node\n        package: x\n        \
         stripComponents: 1\n        extract: true"
            .to_owned(),
    ];
    let expected = Gating {
        namespace: "openclaw".to_owned(),
        always: true,
        emoji: some("🧩"),
        os: strings(&["linux"]),
        requires: Requires {
            bins: strings(&["a", "b"]),
            any_env: strings(&["X", "Y"]),
            ..Requires::default()
        },
        install: vec![Install {
            kind: Kind::Node,
            package: some("x"),
            strip_components: Some(1),
            extract: Some(true),
            ..Install::default()
        }],
        ..Gating::default()
    };
    for lines in table {
        let frontmatter = keys(&lines);
        assert_eq!(Wundr::read(&frontmatter).gating.as_ref(), Some(&expected), "{lines}");
        assert_eq!(OpenClaw::read(&frontmatter).gating.as_ref(), Some(&expected), "{lines}");
    }
}

#[test]
fn the_first_name_with_a_block_counts() {
    let table = [
        ("{openclaw: {skillKey: o}, wundr: {skillKey: w}}", ["wundr", "openclaw"], Some("w")),
        ("{openclaw: {skillKey: o}, wundr: text}", ["wundr", "openclaw"], Some("o")),
        ("{moltbot: {skillKey: 1.0}}", ["openclaw", "moltbot"], Some("1.0")),
        ("'{moltbot: {skillKey: \"m\"}, openclaw: 3}'", ["openclaw", "moltbot"], Some("m")),
        ("{other: {skillKey: o}}", ["openclaw", "moltbot"], None),
        ("[openclaw]", ["openclaw", "moltbot"], None),
        ("text", ["openclaw", "moltbot"], None),
        ("'{openclaw: '", ["openclaw", "moltbot"], None),
        ("'[{openclaw: {}}]'", ["openclaw", "moltbot"], None),
    ];
    for (metadata, names, expected) in table {
        let gating = Gating::read(&keys(&format!("metadata: {metadata}")), &names);
        assert_eq!(gating.and_then(|gating| gating.skill_key).as_deref(), expected, "{metadata}");
    }
}

#[test]
fn a_block_of_wrong_types_is_empty() {
    let gating = Gating::read(
        &keys(
            "metadata:\n  openclaw:\n    always: perhaps\n    emoji: [a]\n    os: {a: b}\n    \
             requires: [gh]\n    install: {kind: brew}",
        ),
        &["openclaw"],
    );
    assert_eq!(gating, Some(Gating { namespace: "openclaw".to_owned(), ..Gating::default() }));
}

#[test]
fn embedded_json_is_bounded() {
    let deep = |levels: usize| {
        format!("{{openclaw: {{emoji: \"e\", x: {}1{}}}}}", "[".repeat(levels), "]".repeat(levels))
    };
    let read =
        |json: &str| Gating::read(&keys(&format!("metadata: |\n  {json}")), &openclaw::NAMESPACES);
    assert!(read(&deep(62)).is_some());
    assert!(read(&deep(63)).is_none());
    assert!(read(&deep(30_000)).is_none());
    assert!(read(&"[".repeat(60_000)).is_none());
    assert!(read(&"{a:".repeat(20_000)).is_none());
    // Brackets in texts and comments are no depth.
    assert!(read(&format!("{{openclaw: {{label: \"{}\"}}}}", "[".repeat(1_000))).is_some());
    assert!(read(&format!("{{/*{}*/ openclaw: {{}}}}", "[".repeat(1_000))).is_some());
    let sized = |bytes: usize| format!("{{openclaw: {{label: \"{}\"}}}}", "x".repeat(bytes));
    assert!(read(&sized(60_000)).is_some());
    assert!(read(&sized(66_000)).is_none());
}

#[test]
fn unsafe_ways_to_install_are_dropped() {
    let hex = "a".repeat(64);
    let safe = [
        ("brew", "formula", "gh"),
        ("brew", "formula", "steipete/tap/tool@1.2"),
        ("node", "package", "@scope/name@1.2.3"),
        ("node", "package", "left-pad@latest"),
        ("go", "module", "github.com/a/b/cmd/c@latest"),
        ("go", "module", "example.com/x"),
        ("uv", "package", "tool[extra]>=1.0,<2"),
        ("download", "url", "https://example.com/a.tar.gz"),
    ];
    let unsafe_ = [
        ("brew", "formula", "wget --HEAD"),
        ("brew", "formula", "-x"),
        ("brew", "formula", "a/../b"),
        ("node", "package", "file:../malicious"),
        ("node", "package", "--global"),
        ("node", "package", "git+https://example.com/x"),
        ("node", "package", "user/repo"),
        ("node", "package", "name@"),
        ("node", "package", "name@../x"),
        ("go", "module", "https://example.com/x"),
        ("go", "module", "a@b@c"),
        ("go", "module", "a@"),
        ("uv", "package", "tool @ https://example.com"),
        ("uv", "package", "-r"),
        ("download", "url", "file:///etc/passwd"),
        ("download", "url", "https://"),
        ("download", "url", "https://example.com/a b"),
    ];
    let spec = |(kind, key, value): &(&str, &str, &str)| {
        format!("      - {{kind: {kind}, {key}: '{value}'}}\n")
    };
    let specs: String = safe.iter().chain(&unsafe_).map(spec).collect();
    let odd = format!(
        "      - {{kind: apt, package: gh}}\n      - {{package: gh}}\n      - {{kind: brew}}\n\
         \x20     - {{kind: download, url: 'https://e.com', sha256: {hex}}}\n\
         \x20     - {{kind: download, url: 'https://e.com', sha256: abc}}\n\
         \x20     - {{kind: download, url: 'https://e.com', sha256: [a]}}\n"
    );
    let lines = format!("metadata:\n  openclaw:\n    install:\n{specs}{odd}");
    let gating = OpenClaw::read(&keys(lines.trim_end())).gating.unwrap();
    let judged = install_safety::judge(gating.install);
    assert_eq!(judged.kept.len(), safe.len() + 1);
    let targets = judged.kept.iter().map(|kept| {
        let keys = [&kept.formula, &kept.package, &kept.module, &kept.url];
        keys.into_iter().flatten().next().unwrap().as_str()
    });
    let expected = safe.iter().map(|(.., value)| *value).chain(["https://e.com"]);
    assert!(targets.eq(expected));
    let reasons: Vec<_> = judged.dropped.iter().map(|dropped| dropped.reason).collect();
    let expected: Vec<_> = unsafe_.iter().map(|(_, key, _)| Reason::Unsafe(key)).collect();
    assert_eq!(reasons[..unsafe_.len()], expected);
    let [apt, unsaid, missing, short, list] = reasons[unsafe_.len()..] else { panic!() };
    assert_eq!((apt, unsaid), (Reason::UnknownKind, Reason::UnknownKind));
    assert_eq!(missing, Reason::Missing("formula"));
    assert_eq!((short, list), (Reason::Unsafe("sha256"), Reason::Unsafe("sha256")));
    assert_eq!(missing.to_string(), "`formula` is missing");
}
