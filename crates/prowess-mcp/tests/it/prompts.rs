//! Skills as prompts, and completion.

use serde_json::{Value, json};

use crate::client::{Client, LEGACY, MODERN, run};
use crate::fixture::Fixture;

#[test]
fn users_start_skills_by_prompts_hidden_ones_too() {
    run(async {
        let fixture = Fixture::usual();
        for version in [LEGACY, MODERN] {
            let mut client = Client::with(&fixture, version, "claude-code", json!({})).await;
            let list = client.ask("prompts/list", json!({})).await.unwrap();
            let prompts = list["prompts"].as_array().unwrap();
            let names: Vec<&str> =
                prompts.iter().map(|one| one["name"].as_str().unwrap()).collect();
            assert_eq!(names, ["hello", "quiet"]);
            assert_eq!(prompts[0]["arguments"][0]["description"], "[loud|quiet]");
            let params = json!({"name": "hello", "arguments": {"arguments": "you"}});
            let got = client.ask("prompts/get", params).await.unwrap();
            let text = got["messages"][0]["content"]["text"].as_str().unwrap();
            assert!(text.contains("Hello you!"), "{text}");
            for bad in [
                json!({"name": "models-only"}),
                json!({"name": "nothing"}),
                json!({"name": "hello", "arguments": {"other": "x"}}),
                json!({}),
            ] {
                let refused = client.ask("prompts/get", bad.clone()).await;
                assert_eq!(refused.unwrap_err().0, -32602, "{bad}");
            }
        }
    });
}

#[test]
fn names_paths_and_arguments_are_completed() {
    run(async {
        let fixture = Fixture::usual();
        let mut client = Client::new(&fixture).await;
        let template = json!({"type": "ref/resource", "uri": "skill://{name}/{+path}"});
        let prompt = |name: &str| json!({"type": "ref/prompt", "name": name});
        let context = json!({"arguments": {"name": "hello"}});
        let table = [
            (template.clone(), "name", "h", json!({}), json!(["hello"])),
            (template.clone(), "name", "", json!({}), json!(["hello", "models-only"])),
            (template.clone(), "path", "s", context.clone(), json!(["scripts/run.sh"])),
            (template.clone(), "path", "", json!({}), json!([])),
            (template.clone(), "other", "", json!({}), json!([])),
            (prompt("hello"), "arguments", "l", json!({}), json!(["loud"])),
            (prompt("quiet"), "arguments", "", json!({}), json!([])),
        ];
        for (reference, name, value, context, expected) in table {
            let params = json!({
                "ref": reference,
                "argument": {"name": name, "value": value},
                "context": context,
            });
            let completed = client.ask("completion/complete", params.clone()).await.unwrap();
            assert_eq!(completed["completion"]["values"], expected, "{params}");
        }
        let other: Value = json!({"type": "ref/resource", "uri": "file:///{path}"});
        for unknown in [prompt("nothing"), prompt("models-only"), other] {
            let params = json!({"ref": unknown, "argument": {"name": "arguments", "value": ""}});
            let refused = client.ask("completion/complete", params).await;
            assert_eq!(refused.unwrap_err().0, -32602, "{unknown}");
        }
    });
}
