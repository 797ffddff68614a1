//! The settings files of real agents, as their users write them, and what each agent then sees.

use crate::discovery::Machine;

/// An agent, its settings files, and what is left of `alpha`, `beta` and what the settings add.
type Row =
    (&'static str, &'static str, &'static [(&'static str, &'static str)], &'static [&'static str]);

const BOTH: &[&str] = &["alpha", "beta"];

const ROWS: [Row; 27] = [
    ("claude-code", "home/.claude/skills", &[], BOTH),
    (
        "claude-code",
        "home/.claude/skills",
        &[("home/.claude/settings.json", r#"{"permissions":{"deny":["Skill(alpha *)","Bash"]}}"#)],
        &["beta"],
    ),
    (
        "claude-code",
        "home/.claude/skills",
        &[("project/.claude/settings.local.json", r#"{"skillOverrides":{"beta":"off"}}"#)],
        &["alpha"],
    ),
    (
        "claude-code",
        "home/.claude/skills",
        &[(
            "system/etc/claude-code/managed-settings.json",
            r#"{"permissions":{"deny":["Skill"]}}"#,
        )],
        &[],
    ),
    (
        "openclaw",
        "project/skills",
        &[(
            "home/.openclaw/openclaw.json",
            "{ // why\n skills: { entries: { alpha: { enabled: false, apiKey: 'k' } },\n\
             load: { extraDirs: ['~/more'] }, }, }",
        )],
        &["beta", "more"],
    ),
    (
        "openclaw",
        "project/skills",
        &[("home/.openclaw/openclaw.json", r#"{"agents":{"defaults":{"skills":["beta"]}}}"#)],
        &["beta"],
    ),
    (
        "openclaw",
        "project/skills",
        &[("home/.openclaw/openclaw.json", r#"{"agents":{"defaults":{"skills":[]}}}"#)],
        &[],
    ),
    (
        "omp-2026",
        "home/.agents/skills",
        &[(
            "home/.omp/agent/config.yml",
            "skills:\n  ignoredSkills:\n    - al*\n  customDirectories:\n    - ~/more\n",
        )],
        &["beta", "more"],
    ),
    ("omp-2026", "home/.claude/skills", &[], &[]),
    (
        "omp-2026",
        "home/.claude/skills",
        &[
            ("home/.omp/agent/config.yml", "skills:\n  enableClaudeUser: true\n"),
            ("project/.omp/config.yml", "disabledExtensions: ['skill:alpha', 'tool:beta']\n"),
        ],
        &["beta"],
    ),
    (
        "omp-2026",
        "home/.agents/skills",
        &[("home/.omp/agent/config.yml", "skills:\n  enableAgentsUser: false\n")],
        &[],
    ),
    (
        "omp-2026",
        "home/.agents/skills",
        &[("home/.omp/agent/config.yml", "skills: [not, a, table\n")],
        BOTH,
    ),
    (
        "opencode-2026",
        "home/.claude/skills",
        &[(
            "home/.config/opencode/opencode.json",
            r#"{"permission":{"skill":{"*":"deny","b*":"allow"}}}"#,
        )],
        &["beta"],
    ),
    // The nearer file comes later, and so its rule counts.
    (
        "opencode-2026",
        "home/.claude/skills",
        &[
            ("home/.config/opencode/opencode.json", r#"{"permission":{"skill":"deny"}}"#),
            (
                "project/opencode.jsonc",
                "{\"agent\":{\"build\":{\"permission\":{\"skill\":{\"alpha\":\"allow\",}}}}}",
            ),
        ],
        &["alpha"],
    ),
    (
        "opencode-2026",
        "home/.claude/skills",
        &[(
            "project/opencode.json",
            r#"{"skills":{"paths":["~/more","../home/more"],"urls":["https://example.com"]}}"#,
        )],
        &["alpha", "beta", "more"],
    ),
    (
        "opencode-v2",
        "home/.claude/skills",
        &[("project/opencode.json", r#"{"skills":["~/more","https://example.com/skills"]}"#)],
        &["alpha", "beta", "more"],
    ),
    (
        "kilo",
        "home/.kilo/skills",
        &[("project/kilo.json", r#"{"permission":{"skill":{"alpha":"deny"}}}"#)],
        &["beta"],
    ),
    (
        "pi",
        "home/.pi/agent/skills",
        &[("home/.pi/agent/settings.json", r#"{"skills":["~/more"]}"#)],
        &["alpha", "beta", "more"],
    ),
    (
        "pi",
        "home/.pi/agent/skills",
        &[("project/.pi/settings.json", r#"{"skills":["../home/more"]}"#)],
        &["alpha", "beta", "more"],
    ),
    (
        "amp",
        "home/.config/amp/skills",
        &[("home/.config/amp/settings.json", r#"{"amp.skills.path":"~/more"}"#)],
        &["alpha", "beta", "more"],
    ),
    (
        "copilot",
        "home/.copilot/skills",
        &[("home/.config/Code/User/settings.json", "{// no\n\"chat.useAgentSkills\": false,}")],
        &[],
    ),
    (
        "copilot",
        "home/.copilot/skills",
        &[("project/.vscode/settings.json", r#"{"chat.useAgentSkills": "perhaps"}"#)],
        BOTH,
    ),
    (
        "copilot-cli",
        "home/.copilot/skills",
        &[("home/.copilot/config.json", r#"{"skillDirectories":["~/more"]}"#)],
        &["alpha", "beta", "more"],
    ),
    ("copilot-cli", "home/.copilot/skills", &[("home/.copilot/config.json", "{{{")], BOTH),
    (
        "codex",
        "home/.codex/skills",
        &[("home/.codex/config.toml", "[[skills.config]]\nname = \"alpha\"\nenabled = false\n")],
        &["beta"],
    ),
    (
        "gemini-cli",
        "home/.gemini/skills",
        &[("home/.gemini/settings.json", r#"{"skills":{"disabled":["Alpha"]}}"#)],
        &["beta"],
    ),
    (
        "gemini-cli",
        "home/.gemini/skills",
        &[("home/.gemini/settings.json", r#"{"skills":{"enabled":false}}"#)],
        &[],
    ),
];

#[test]
fn what_agents_see_by_their_own_settings() {
    for (profile, place, files, expected) in ROWS {
        let machine = Machine::new()
            .skill(&format!("{place}/alpha"))
            .skill(&format!("{place}/beta"))
            .skill("home/more/more")
            .agent("build");
        let machine = files.iter().fold(machine, |machine, (path, text)| machine.file(path, text));
        assert_eq!(machine.names(profile), expected, "{profile}: {files:?}");
    }
}
