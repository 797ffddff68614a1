//! Who may ask what.

use serde_json::json;

use crate::http::{Running, TOKEN, run};

#[test]
fn reading_needs_no_token_on_this_machine_and_executing_does() {
    run(async {
        let server = Running::start().await;
        let bearer = format!("Bearer {TOKEN}");
        let with = [("authorization", bearer.as_str())];
        for headers in [&[][..], &with[..]] {
            let list = server.ask(headers, "skills/list", json!({})).await;
            assert_eq!((list.status, list.header("content-type")), (200, Some("application/json")));
            assert_eq!(list.json()["result"]["skills"][0]["uri"], "skill://hello/SKILL.md");
            let uri = json!({"uri": "skill://quiet/SKILL.md"});
            let read = server.ask(headers, "resources/read", uri).await.json();
            assert_eq!(read["result"]["contents"][0]["mimeType"], "text/markdown", "{read}");
            let may = !headers.is_empty();
            let call = json!({"name": "skill-execute", "arguments": {"name": "hello", "arguments": "you"}});
            let result = server.ask(headers, "tools/call", call).await.json();
            let text = result["result"]["content"][0]["text"].as_str().unwrap();
            assert_eq!(text.contains("Hello you!"), may, "{text}");
            assert_eq!(text.contains("needs the token"), !may, "{text}");
            let call = json!({"name": "skill-scan", "arguments": {"path": "/etc"}});
            let result = server.ask(headers, "tools/call", call).await.json();
            let text = result["result"]["content"][0]["text"].as_str().unwrap();
            assert_eq!(text.contains("needs a token"), !may, "{text}");
        }
        let wrong =
            server.ask(&[("authorization", "Bearer wrong")], "skills/list", json!({})).await;
        assert_eq!((wrong.status, wrong.header("www-authenticate")), (401, Some("Bearer")));
        server.stop().await;
    });
}

#[test]
fn pages_and_other_names_are_refused() {
    run(async {
        let server = Running::start().await;
        let own = format!("http://{}", server.address);
        let local = format!("localhost:{}", server.address.port());
        let table: [(&[(&str, &str)], u16); 8] = [
            (&[("host", &local)], 200),
            (&[("host", "rebound.example")], 403),
            (&[("host", "127.0.0.1.rebound.example")], 403),
            (&[("origin", &own)], 200),
            (&[("origin", "http://evil.example")], 403),
            (&[("origin", "http://127.0.0.1:1")], 403),
            (&[("origin", "null")], 403),
            (&[("origin", &own), ("origin", "http://evil.example")], 403),
        ];
        for (headers, status) in table {
            let answer = server.ask(headers, "skills/list", json!({})).await;
            assert_eq!(answer.status, status, "{headers:?}: {}", answer.body);
        }
        server.stop().await;
    });
}

/// What clients of earlier revisions do: a handshake, a session, then requests in it.
#[test]
fn clients_with_sessions_are_served_and_sessions_are_bounded() {
    run(async {
        let server = Running::start().await;
        let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "claude-code", "version": "1"},
        }});
        let opened = server.post(&[], &hello.to_string()).await;
        let session = opened.header("mcp-session-id").unwrap().to_owned();
        let headers =
            [("mcp-session-id", session.as_str()), ("mcp-protocol-version", "2025-06-18")];
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(server.post(&headers, &ready.to_string()).await.status, 202);
        let list = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"});
        let listed = server.post(&headers, &list.to_string()).await.json();
        let description = listed["result"]["tools"][0]["description"].as_str().unwrap();
        assert!(description.contains("hello: Says so."), "{description}");
        let unknown = [("mcp-session-id", "nobody")];
        assert_eq!(server.post(&unknown, &list.to_string()).await.status, 404);
        let mut refused = 0;
        for _ in 0..prowess_mcp::limits::SESSIONS + 8 {
            let opened = server.post(&[], &hello.to_string()).await;
            refused += usize::from(opened.status == 503);
        }
        assert!(refused >= 8, "{refused}");
        // Whoever has one keeps it, and whoever needs none is served.
        assert_eq!(server.post(&headers, &list.to_string()).await.status, 200);
        assert_eq!(server.ask(&[], "skills/list", json!({})).await.status, 200);
        server.stop().await;
    });
}

/// What hosts ask most is answered by a shorter way, and by the long one where anything is unusual.
#[test]
fn the_short_way_answers_as_the_long_one_does() {
    run(async {
        let server = Running::start().await;
        let own = format!("http://{}", server.address);
        let long = [("origin", own.as_str())];
        let table = [
            ("skills/get", "skill://hello/SKILL.md"),
            ("skills/get", "skill://quiet/SKILL.md"),
            ("skills/get", "skill://nothing/SKILL.md"),
            ("resources/read", "skill://hello/SKILL.md"),
            ("resources/read", "skill://hello"),
            ("resources/read", "skill://hello/nothing"),
            ("resources/read", "skill://hello/../x"),
        ];
        // The first request loads the skills.
        server.ask(&[], "skills/list", json!({})).await;
        for (method, uri) in table {
            let short = server.ask(&[], method, json!({ "uri": uri })).await;
            let long = server.ask(&long, method, json!({ "uri": uri })).await;
            assert_eq!((short.status, short.json()), (long.status, long.json()), "{method} {uri}");
        }
        let contradicting = [("mcp-name", "skill://quiet/SKILL.md")];
        let uri = json!({ "uri": "skill://hello/SKILL.md" });
        let refused = server.ask(&contradicting, "resources/read", uri).await;
        assert_eq!(refused.status, 400, "{}", refused.body);
        server.stop().await;
    });
}
