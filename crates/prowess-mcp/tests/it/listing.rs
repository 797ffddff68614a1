//! Which agent a client is, and what its model is told.

use serde_json::{Value, json};

use crate::client::{Client, LEGACY, MODERN, run};
use crate::fixture::Fixture;

fn tool<'a>(tools: &'a Value, name: &str) -> &'a Value {
    tools["tools"].as_array().unwrap().iter().find(|tool| tool["name"] == name).unwrap()
}

/// Of a client: the description of `skill`, whether its name is one of a list, and the instructions.
async fn told(fixture: &Fixture, version: &str, client: &str) -> (String, Value, String) {
    let mut client = Client::with(fixture, version, client, json!({})).await;
    let discovered = match version >= MODERN {
        true => client.ask("server/discover", json!({})).await.unwrap(),
        false => client.initialized.clone(),
    };
    let tools = client.ask("tools/list", json!({})).await.unwrap();
    let skill = tool(&tools, "skill");
    let instructions = discovered["instructions"].as_str().unwrap_or_default().to_owned();
    let names = skill["inputSchema"]["properties"]["name"]["enum"].clone();
    (skill["description"].as_str().unwrap().to_owned(), names, instructions)
}

#[test]
fn each_agent_gets_the_listing_it_expects() {
    run(async {
        let fixture = Fixture::usual();
        // The client, what its tool says, what is in its instructions.
        let table = [
            ("claude-code", "hello: Says hello.", ""),
            ("somebody", "Load a skill", "<skill name=\"hello\""),
            ("codex-mcp-client", "Load a skill", "- hello: Says hello."),
            ("gemini-cli-mcp-client", "Load a skill", "<name>hello</name>"),
        ];
        for version in [LEGACY, MODERN] {
            for (client, description, instructions) in table {
                let (found, names, told) = told(&fixture, version, client).await;
                assert!(found.contains(description), "{client} {version}: {found}");
                assert!(told.contains(instructions), "{client} {version}: {told}");
                assert_eq!(instructions.is_empty(), told.is_empty(), "{client} {version}: {told}");
                // Others take no notice of the word by which the author hides it.
                let hides = matches!(client, "claude-code" | "somebody");
                let listed = if hides { vec![] } else { vec!["quiet"] };
                let listed = [vec!["hello", "models-only"], listed].concat();
                assert_eq!(names, json!(listed), "{client} {version}");
                assert_eq!((found + &told).contains("Is not told."), !hides, "{client} {version}");
            }
        }
    });
}

/// The description is made of the words of opencode's own tool, and any name is taken.
#[test]
fn a_profile_that_is_asked_for_is_everybodys() {
    run(async {
        let fixture = Fixture::usual().profile("opencode");
        let (description, names, instructions) = told(&fixture, LEGACY, "claude-code").await;
        assert!(
            description.starts_with(
                "Load a skill to get detailed instructions for a specific task. Skills "
            ),
            "{description}"
        );
        assert!(description.contains("<name>hello</name>"), "{description}");
        assert_eq!((names, instructions.as_str()), (Value::Null, ""));
        let empty = Fixture::new().profile("opencode");
        let (description, ..) = told(&empty, LEGACY, "x").await;
        assert!(description.ends_with("No skills are currently available."), "{description}");
    });
}
