//! Wundr: the example of its own description, and what else it reads.

use prowess_format::views::Context;
use prowess_format::views::gating::{Gating, Install, Kind, Requires};
use prowess_format::views::wundr::Wundr;

use super::{keys, skill, some, strings};

const WUNDR: &str = r#"---
# Required fields
name: review-pr # One word for it
description: >- # When it is to be used
  Look over a pull request and say what is good and what is not. For requests to review, or to
  judge whether a change can land.

# Optional fields
context: fork # 'inline' (default) or 'fork'
model: claude-sonnet-4-20250514 # Instead of the session's
tools: # Without these it is not eligible
  - Bash
  - Read
  - Grep
allowed_tools: # Nothing else while it runs
  - Bash
  - Read
  - Grep
  - Write

# Invocation control
user-invocable: true # By /review-pr
disable-model-invocation: false # The model may start it

# Wundr metadata
metadata:
  wundr:
    emoji: "\U0001F41B"
    category: development
    requires:
      bins: # All of them
        - gh
      anyBins: # One of them
        - claude
        - codex
      env: # Variables
        - GITHUB_TOKEN
      config: # Settings
        - github.enabled
    install: # How to get it
      - id: brew
        kind: brew
        formula: gh
        bins: [gh]
        label: 'Install GitHub CLI (brew)'
      - id: apt
        kind: apt
        package: gh
        bins: [gh]
        label: 'Install GitHub CLI (apt)'
    os: # Where it works
      - darwin
      - linux
    always: false # Not without what it requires
    primaryEnv: GITHUB_TOKEN # Where an API key goes
---

# Review PR
"#;

#[test]
fn the_wundr_example_reads_with_every_value() {
    let skill = skill(WUNDR);
    assert_eq!(skill.name_text(), "review-pr");
    assert_eq!(
        skill.description_text(),
        "Look over a pull request and say what is good and what is not. For requests to review, \
         or to judge whether a change can land."
    );
    let gh = Install { bins: strings(&["gh"]), ..Install::default() };
    let gating = Gating {
        namespace: "wundr".to_owned(),
        always: false,
        emoji: some("\u{1F41B}"),
        category: some("development"),
        primary_env: some("GITHUB_TOKEN"),
        os: strings(&["darwin", "linux"]),
        requires: Requires {
            bins: strings(&["gh"]),
            any_bins: strings(&["claude", "codex"]),
            env: strings(&["GITHUB_TOKEN"]),
            config: strings(&["github.enabled"]),
            ..Requires::default()
        },
        install: vec![
            Install {
                id: some("brew"),
                kind: Kind::Brew,
                formula: some("gh"),
                label: some("Install GitHub CLI (brew)"),
                ..gh.clone()
            },
            Install {
                id: some("apt"),
                kind: Kind::Apt,
                package: some("gh"),
                label: some("Install GitHub CLI (apt)"),
                ..gh
            },
        ],
        ..Gating::default()
    };
    let expected = Wundr {
        context: Context::Fork,
        model: some("claude-sonnet-4-20250514"),
        tools: strings(&["Bash", "Read", "Grep"]),
        allowed_tools: strings(&["Bash", "Read", "Grep", "Write"]),
        user_invocable: true,
        disable_model_invocation: false,
        tags: Vec::new(),
        dependencies: Vec::new(),
        hook_before: None,
        hook_after: None,
        version: None,
        gating: Some(gating),
    };
    assert_eq!(Wundr::read(&skill.frontmatter), expected);
}

#[test]
fn wundr_lists_flags_and_other_spellings() {
    let wundr = Wundr::read(&keys(
        "tags: [one, 'two']\ndepends-on: \"['a', \\\"b\\\", c d]\"\nhooks-before: prepare\n\
         hook-after: tidy\nversion: 1.0\nallowed-tools: Read, Bash(git add:*)\ntools: Grep\n\
         user-invocable: No\ndisable_model_invocation: 'YES'\ncontext: sideways",
    ));
    assert_eq!(wundr.tags, ["one", "two"]);
    assert_eq!(wundr.dependencies, ["a", "b", "c d"]);
    assert_eq!(wundr.hook_before.as_deref(), Some("prepare"));
    assert_eq!(wundr.hook_after.as_deref(), Some("tidy"));
    assert_eq!(wundr.version.as_deref(), Some("1.0"));
    assert_eq!(wundr.allowed_tools, ["Read", "Bash(git add:*)"]);
    assert_eq!(wundr.tools, ["Grep"]);
    assert!(!wundr.user_invocable);
    assert!(wundr.disable_model_invocation);
    assert_eq!(wundr.context, Context::Inline);
    assert_eq!(wundr.gating, None);
}
