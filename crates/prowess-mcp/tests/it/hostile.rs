//! Bad input: refused clearly, and what comes after it is answered.

use serde_json::{Value, json};

use crate::client::{Client, run};
use crate::fixture::Fixture;

#[test]
fn what_is_no_message_is_refused_and_the_next_is_answered() {
    run(async {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        let deep_params = format!(
            r#"{{"jsonrpc":"2.0","id":7,"method":"skills/get","params":{{"uri":{}1{}}}}}"#,
            "[".repeat(5_000),
            "]".repeat(5_000)
        );
        let huge = format!(r#"{{"jsonrpc":"2.0","id":8,"method":"{}"}}"#, "x".repeat(5_000_000));
        let table: [(&str, i64, Value); 14] = [
            ("nonsense", -32700, Value::Null),
            ("{", -32700, Value::Null),
            ("\u{1}\u{2}", -32700, Value::Null),
            ("{\"a\":\"\\ud800\"}", -32700, Value::Null),
            (&deep, -32700, Value::Null),
            (&deep_params, -32700, Value::Null),
            (&huge, -32600, Value::Null),
            ("[]", -32600, Value::Null),
            (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600, Value::Null),
            ("1", -32600, Value::Null),
            ("{}", -32600, Value::Null),
            (r#"{"jsonrpc":"1.0","id":9,"method":"ping"}"#, -32600, json!(9)),
            (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600, Value::Null),
            (r#"{"jsonrpc":"2.0","id":"x","method":5}"#, -32600, json!("x")),
        ];
        // Before the handshake and after it.
        let fixture = Fixture::usual();
        let mut client = Client::bare(&fixture);
        for round in 0..2 {
            for (line, code, id) in &table {
                client.line(line).await;
                let answer = client.next().await;
                let said = &line[..line.len().min(80)];
                assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(code), id), "{said}");
            }
            if round == 0 {
                // What expects no answer gets none, also too early.
                client.line(r#"{"jsonrpc":"2.0","method":"notifications/what"}"#).await;
                client.line(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
                client.line(r#"{"jsonrpc":"2.0","id":3,"result":{}}"#).await;
                let hello = json!({
                    "protocolVersion": "2025-06-18",
                    "capabilities": {},
                    "clientInfo": {"name": "x", "version": "1"},
                });
                client.ask("initialize", hello).await.unwrap();
            }
        }
        let methods = [
            ("no/such/method", json!({}), -32601),
            ("skills/none", json!({}), -32601),
            ("tools/call", json!({}), -32602),
            ("tools/call", json!({"name": 5}), -32602),
            ("resources/read", json!({}), -32602),
            ("resources/read", json!({"uri": ["skill://hello"]}), -32602),
            ("prompts/get", json!({"name": {}}), -32602),
            ("skills/get", json!({}), -32602),
            ("skills/get", json!({"uri": 5}), -32602),
            ("skills/list", json!({"cursor": 5}), -32602),
            ("skills/list", json!({"cursor": "after-ff"}), -32602),
            ("resources/directory/read", json!({}), -32602),
            ("completion/complete", json!({"ref": 1}), -32602),
        ];
        for (method, params, code) in methods {
            let answer = client.ask(method, params.clone()).await;
            assert_eq!(answer.unwrap_err().0, code, "{method} {params}");
        }
        assert!(client.ask("skills/list", json!({})).await.is_ok());
    });
}

/// Each is answered, well or with the reason that there are too many, in whichever order.
#[test]
fn ten_thousand_requests_at_once_are_all_answered() {
    run(async {
        let fixture = Fixture::usual();
        let mut client = Client::new(&fixture).await;
        let (all, mut sent, mut answered, mut well) = (10_000, 0, 0, 0);
        let mut ids = std::collections::HashSet::new();
        while answered < all {
            // So many that the pipes are full, and the server has to make the client wait.
            while sent < all && sent - answered < 400 {
                let id = client.begin("skills/get", json!({"uri": "skill://hello/SKILL.md"})).await;
                ids.insert(id);
                sent += 1;
            }
            let answer = client.next().await;
            assert!(ids.remove(&answer["id"].as_i64().unwrap()), "{answer}");
            answered += 1;
            match answer.get("error") {
                None => well += 1,
                Some(error) => assert_eq!(error["code"], -32000, "{error}"),
            }
        }
        assert!(well > all / 2, "{well} of {all}");
        assert!(client.ask("ping", json!({})).await.is_ok());
    });
}

#[test]
fn an_id_that_is_in_use_is_refused() {
    run(async {
        let fixture = Fixture::usual().set("permission.skill.hello=ask");
        let can = json!({ "elicitation": {} });
        let mut client = Client::with(&fixture, "2025-06-18", "somebody", can).await;
        let call = json!({"name": "skill", "arguments": {"name": "hello"}});
        let id = client.begin("tools/call", call).await;
        let question = client.next().await;
        assert_eq!(question["method"], "elicitation/create");
        client.send(&json!({"jsonrpc": "2.0", "id": id, "method": "ping"})).await;
        let answer = client.next().await;
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(id), &json!(-32600)));
        // It can be given up, and another with the same id asked then.
        let cancelled = json!({"requestId": id});
        let cancel =
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled});
        client.send(&cancel).await;
        client.send(&json!({"jsonrpc": "2.0", "id": id, "method": "ping"})).await;
        loop {
            let answer = client.next().await;
            if answer["id"] == id && answer.get("method").is_none() {
                assert_eq!(answer["result"], json!({}));
                break;
            }
        }
    });
}
