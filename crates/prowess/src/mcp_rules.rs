//! The `[mcp]` table of a profile: how the agent meets skills as a client of MCP.

use serde::Deserialize;

use crate::host::Host;
use crate::profile::{Profile, naming_clients};

/// How the agent meets skills as a client of MCP.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct McpRules {
    /// How the names begin by which it makes itself known to a server, whatever their case.
    pub clients: Vec<String>,
    /// What the tool that loads a skill takes for its name.
    pub names: SkillNames,
}

/// What a tool takes for the name of a skill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SkillNames {
    /// One of the names there are.
    #[default]
    Known,
    /// Any text.
    Any,
}

/// The profile of the agent that a client of MCP says it is, as that agent is today.
pub fn profile_of_client(client: &str, host: &Host) -> Option<String> {
    let client = client.to_lowercase();
    let begins =
        |names: &[String]| names.iter().any(|name| client.starts_with(&name.to_lowercase()));
    let may_be =
        |line: &str| toml::from_str::<McpRules>(line).is_ok_and(|rules| begins(&rules.clients));
    let named = naming_clients(host).into_iter();
    let mut named = named.filter(|(_, line)| line.as_deref().is_none_or(may_be));
    let is = |name: &str| {
        let profile = Profile::find(name, host);
        profile.is_ok_and(|profile| profile.current && begins(&profile.mcp.clients))
    };
    named.find(|(name, _)| is(name)).map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_are_known_by_their_names() {
        let host = Host::current().unwrap();
        let table = [
            ("claude-code", Some("claude-code")),
            ("codex-mcp-client", Some("codex")),
            ("gemini-cli-mcp-client-prowess", Some("gemini-cli")),
            ("opencode", Some("opencode-2026")),
            ("cursor-vscode", Some("cursor")),
            ("Visual Studio Code - Insiders", Some("copilot")),
            ("somebody-else", None),
            ("", None),
        ];
        for (client, expected) in table {
            assert_eq!(profile_of_client(client, &host).as_deref(), expected, "{client}");
        }
    }
}
