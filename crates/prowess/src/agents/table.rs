//! Every agent that is known by name: those with a profile, and the rows of `agents.toml`.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use super::Install;
use crate::profile::Profile;

/// The rows, as they are written.
const TEXT: &str = include_str!("../../agents.toml");

/// An agent that skills can be put somewhere for.
#[derive(Clone, Debug)]
pub struct Agent {
    /// What it is called; other tools may know it by this name.
    pub id: String,
    /// The profile that says how it treats skills, where there is one.
    pub profile: Option<String>,
    /// Where skills are put for it, and how it is recognised.
    pub install: Install,
}

/// `agents.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    agents: BTreeMap<String, Row>,
}

/// A row: an `[install]` table, or the name of the profile that has it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Row {
    Named(Named),
    Install(Install),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    profile: String,
}

/// All agents that are known, by id: the rows of the table, and every current profile that says where
/// skills are put.
pub fn agents() -> &'static [Agent] {
    static AGENTS: OnceLock<Vec<Agent>> = OnceLock::new();
    AGENTS.get_or_init(|| read(TEXT).unwrap_or_default())
}

/// The agent of that id.
pub fn find(id: &str) -> Option<&'static Agent> {
    let agents = agents();
    agents.binary_search_by(|agent| agent.id.as_str().cmp(id)).ok().map(|at| &agents[at])
}

/// The agents of a table and those of the profiles; the reason where the table makes no sense.
fn read(text: &str) -> Result<Vec<Agent>, String> {
    let table: Table = toml::from_str(text).map_err(|error| error.to_string())?;
    let mut installs: BTreeMap<String, Install> = BTreeMap::new();
    for name in Profile::names() {
        let profile = Profile::named(name).map_err(|error| error.to_string())?;
        // One product is one agent, whatever it was like before.
        if !profile.current {
            continue;
        }
        installs.extend(profile.install.map(|install| (name.to_owned(), install)));
    }
    let mut agents: BTreeMap<String, Agent> = BTreeMap::new();
    for (id, row) in table.agents {
        let (profile, install) = match row {
            Row::Install(install) => {
                install.check()?;
                (Profile::names().find(|name| *name == id).map(str::to_owned), install)
            }
            Row::Named(Named { profile }) => match installs.get(&profile) {
                Some(install) => (Some(profile), install.clone()),
                None => return Err(format!("`{id}`: there is no `[install]` of `{profile}`")),
            },
        };
        agents.insert(id.clone(), Agent { id, profile, install });
    }
    for (name, install) in installs {
        let agent = Agent { id: name.clone(), profile: Some(name.clone()), install };
        agents.insert(name, agent);
    }
    Ok(agents.into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ids of the installer that most users know.
    const IDS: &str = "\
        adal aider-desk amp antigravity antigravity-cli astrbot augment autohand-code bob \
        claude-code cline codearts-agent codebuddy codemaker codestudio codewhale codex \
        command-code continue cortex crush cursor deepagents devin dexto droid eve firebender \
        forgecode fx gemini-cli github-copilot goose grok hermes-agent iflow-cli inference-sh \
        jazz junie kilo kimchi kimi-code-cli kiro-cli kode lingma loaf mcpjam minimax-code \
        mistral-vibe moxby mux neovate ona openclaw opencode openhands pi pochi \
        posit-assistant promptscript qoder qoder-cn qwen-code reasonix replit roo rovodev \
        sarvam-code tabnine-cli terramind tinycloud trae trae-cn universal warp windsurf zcode \
        zed zencoder zenflow";

    #[test]
    fn every_agent_of_the_installer_is_there() {
        let agents = read(TEXT).unwrap();
        let ids: Vec<&str> = IDS.split(' ').collect();
        assert_eq!(ids.len(), 80);
        for id in ids {
            let agent = agents.iter().find(|agent| agent.id == id);
            assert!(agent.is_some_and(|agent| agent.install.project.is_some()), "{id}");
        }
    }

    #[test]
    fn agents_are_found_by_any_name() {
        let install = |id: &str| find(id).unwrap().install.clone();
        assert_eq!(find("droid").unwrap().profile.as_deref(), Some("factory"));
        assert_eq!(install("droid").user, install("factory").user);
        assert_eq!(install("warp").project.as_deref(), Some(".agents/skills"));
        assert_eq!(find("warp").unwrap().profile, None);
        assert_eq!(install("eve").user, None);
        assert!(find("nobody").is_none());
    }

    #[test]
    fn a_table_that_makes_no_sense_says_why() {
        for (text, expected) in [
            ("[agents.x]\nprofile = \"nothing\"\n", "`nothing`"),
            ("[agents.x]\nuser = \"{nowhere}/x\"\n", "{nowhere}"),
            ("[agents.x]\nwrong = 1\n", "Row"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
