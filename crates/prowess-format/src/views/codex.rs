//! Codex: one field of the frontmatter, and a file beside it.

use super::{read, split};
use crate::frontmatter::{Frontmatter, Value};

/// Where the file stands in a skill.
pub const SIDECAR: &str = "agents/openai.yaml";

/// What Codex reads in a frontmatter beside name and description.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Codex {
    /// `metadata.short-description`: one line for people.
    pub short_description: Option<String>,
}

impl Codex {
    /// Reads the field.
    pub fn read(frontmatter: &Frontmatter) -> Self {
        let short = frontmatter.get("metadata").and_then(|map| map.get("short-description"));
        Self { short_description: short.and_then(read::scalar) }
    }
}

/// What `agents/openai.yaml` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sidecar {
    /// How people see the skill.
    pub interface: Interface,
    /// Tools the skill needs.
    pub tools: Vec<Tool>,
    /// Whether the model may choose the skill by itself; so unless it says no.
    pub allow_implicit_invocation: bool,
    /// The products it is meant for; none is all.
    pub products: Vec<String>,
}

/// How people see a skill.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interface {
    /// The name people see.
    pub display_name: Option<String>,
    /// One line.
    pub short_description: Option<String>,
    /// A small icon's path.
    pub icon_small: Option<String>,
    /// A large icon's path.
    pub icon_large: Option<String>,
    /// A colour.
    pub brand_color: Option<String>,
    /// What is put into an empty prompt.
    pub default_prompt: Option<String>,
}

/// A tool a skill needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tool {
    /// The key `type`, which is `mcp` so far.
    pub kind: Option<String>,
    /// Its name.
    pub value: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// How to talk to it.
    pub transport: Option<String>,
    /// The program that serves it.
    pub command: Option<String>,
    /// Where it is served.
    pub url: Option<String>,
    /// The port that a sign-in returns to.
    pub oauth_callback_port: Option<u16>,
}

impl Sidecar {
    /// Reads the file's text; `None` where it is no YAML mapping, which Codex ignores as well.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let file = Frontmatter::of_yaml(text)?;
        let policy = file.get("policy");
        let tools = file.get("dependencies").and_then(|map| map.get("tools"));
        let implicit = policy.and_then(|map| map.get("allow_implicit_invocation"));
        let products = policy.and_then(|map| map.get("products"));
        Some(Self {
            interface: file.get("interface").map(Interface::read).unwrap_or_default(),
            tools: tools.map(|tools| tools.items().map(Tool::read).collect()).unwrap_or_default(),
            allow_implicit_invocation: implicit.and_then(Value::as_flag).unwrap_or(true),
            products: products.map(|list| read::list(list, split::comma_list)).unwrap_or_default(),
        })
    }
}

impl Interface {
    fn read(map: Value<'_>) -> Self {
        let text = |key| map.get(key).and_then(read::scalar);
        Self {
            display_name: text("display_name"),
            short_description: text("short_description"),
            icon_small: text("icon_small"),
            icon_large: text("icon_large"),
            brand_color: text("brand_color"),
            default_prompt: text("default_prompt"),
        }
    }
}

impl Tool {
    fn read(map: Value<'_>) -> Self {
        let text = |key| map.get(key).and_then(read::scalar);
        let port = map.get("oauth").and_then(|oauth| oauth.get("callback_port"));
        Self {
            kind: text("type"),
            value: text("value"),
            description: text("description"),
            transport: text("transport"),
            command: text("command"),
            url: text("url"),
            oauth_callback_port: port.and_then(read::scalar).and_then(|port| port.parse().ok()),
        }
    }
}
