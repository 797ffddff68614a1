//! `ask`: by elicitation, in rounds, or refused.

use serde_json::{Value, json};

use crate::client::{Client, LEGACY, MODERN, run};
use crate::fixture::Fixture;

fn asking() -> Fixture {
    Fixture::usual().set("permission.skill.hello=ask")
}

fn accept(answer: &str) -> Value {
    json!({ "action": "accept", "content": { "answer": answer } })
}

#[test]
fn a_client_that_can_ask_is_asked() {
    run(async {
        // What its user says, whether the skill is loaded, and how often a second call asks.
        let table = [
            (accept("once"), true, 2),
            (accept("always"), true, 1),
            (accept("reject"), false, 2),
            (accept("yes"), false, 2),
            (json!({ "action": "decline" }), false, 2),
            (json!({ "action": "cancel" }), false, 2),
        ];
        for (answer, loads, questions) in table {
            let fixture = asking();
            let mut client =
                Client::with(&fixture, LEGACY, "somebody", json!({ "elicitation": {} })).await;
            client.answer = answer.clone();
            for _ in 0..2 {
                let (text, failed) = client.call("skill", json!({ "name": "hello" })).await;
                assert_eq!(!failed, loads, "{answer}: {text}");
                assert!(loads || text.contains("was refused"), "{text}");
            }
            assert_eq!(client.questions.len(), questions, "{answer}");
            let asked = &client.questions[0]["params"];
            assert!(asked["message"].as_str().unwrap().contains("`hello`"), "{asked}");
        }
    });
}

#[test]
fn the_newest_protocol_asks_in_rounds() {
    run(async {
        let fixture = asking();
        for tool in ["skill", "skill-execute"] {
            let mut client =
                Client::with(&fixture, MODERN, "somebody", json!({ "elicitation": {} })).await;
            let call = json!({ "name": tool, "arguments": { "name": "hello" } });
            let first = client.ask("tools/call", call.clone()).await.unwrap();
            assert_eq!(first["resultType"], "input_required", "{first}");
            let requests = first["inputRequests"].as_object().unwrap();
            let (key, request) = requests.iter().next().unwrap();
            assert_eq!((requests.len(), &request["method"]), (1, &json!("elicitation/create")));
            let retry = |key: &str, answer: Value| {
                let mut call = call.clone();
                call["inputResponses"] = json!({ key: answer });
                call["requestState"] = first["requestState"].clone();
                call
            };
            let done = client.ask("tools/call", retry(key, accept("once"))).await.unwrap();
            assert!(done["content"][0]["text"].as_str().unwrap().contains("Hello"), "{done}");
            let no =
                client.ask("tools/call", retry(key, json!({"action": "decline"}))).await.unwrap();
            assert_eq!(no["isError"], true, "{no}");
            // An answer to another question is none to this one.
            let other =
                client.ask("tools/call", retry("permission-0", accept("once"))).await.unwrap();
            assert_eq!(other["resultType"], "input_required", "{other}");
            // What the client makes of the state is not trusted to be ours.
            let mut broken = retry(key, accept("once"));
            broken["requestState"] = json!("{{{");
            let done = client.ask("tools/call", broken).await.unwrap();
            assert_ne!(done["resultType"], "input_required", "{done}");
            // Other bytes are another question.
            std::fs::write(fixture.path("hello/scripts/run.sh"), format!("echo {tool}\n")).unwrap();
            let changed = client.ask("tools/call", retry(key, accept("once"))).await.unwrap();
            assert_eq!(changed["resultType"], "input_required", "{changed}");
        }
    });
}

#[test]
fn a_client_that_cannot_ask_is_refused_with_the_reason() {
    run(async {
        let fixture = asking();
        let able = json!({ "elicitation": { "url": {} } });
        for (version, can) in [(LEGACY, json!({})), (MODERN, json!({})), (MODERN, able)] {
            let mut client = Client::with(&fixture, version, "somebody", can).await;
            let (text, failed) = client.call("skill", json!({ "name": "hello" })).await;
            assert!(failed && text.contains("cannot ask its user"), "{version}: {text}");
            assert!(client.questions.is_empty());
            // Reading is not loading: it needs no permission.
            let read = client.ask("resources/read", json!({ "uri": "skill://hello" })).await;
            assert!(read.is_ok());
        }
    });
}
