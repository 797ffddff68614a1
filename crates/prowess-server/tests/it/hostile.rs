//! Bad input over HTTP: refused clearly, others unaffected.

use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use crate::http::{Running, run};

#[test]
fn what_makes_no_sense_is_refused() {
    run(async {
        let server = Running::start().await;
        let host = server.address.to_string();
        let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
        let huge = "x".repeat(5_000_000);
        let bodies = [
            ("", 400..500),
            ("nonsense", 400..500),
            ("[]", 400..500),
            ("{}", 400..500),
            (deep.as_str(), 400..500),
            (huge.as_str(), 413..414),
        ];
        for (body, statuses) in bodies {
            let status = server.post(&[], body).await.status;
            assert!(statuses.contains(&status), "{status} {}", &body[..body.len().min(40)]);
        }
        let requests = [
            (format!("GET /mcp HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n"), 400..500),
            (format!("PUT /mcp HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n"), 405..406),
            (format!("GET / HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n"), 404..405),
            (
                format!("GET /mcp/../etc HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n"),
                404..405,
            ),
            ("GET /mcp HTTP/1.1\r\nconnection: close\r\n\r\n".to_owned(), 400..404),
            ("nonsense\r\n\r\n".to_owned(), 400..401),
        ];
        for (request, statuses) in requests {
            let status = server.raw(request.as_bytes()).await.status;
            assert!(statuses.contains(&status), "{status} {request}");
        }
        for (method, params, code) in [
            ("no/such", json!({}), -32601),
            ("skills/get", json!({"uri": "skill://nothing/SKILL.md"}), -32602),
            ("resources/read", json!({"uri": "skill://hello/../../x"}), -32602),
            ("tools/call", json!({"name": "rm"}), -32602),
        ] {
            let answer = server.ask(&[], method, params).await;
            assert_eq!(answer.json()["error"]["code"], code, "{method}: {}", answer.body);
        }
        assert_eq!(server.ask(&[], "skills/list", json!({})).await.status, 200);
        server.stop().await;
    });
}

/// Connections that say nothing or read nothing hold nobody up, and the server ends all the same.
#[test]
fn silent_connections_hold_nobody_up() {
    run(async {
        let server = Running::start().await;
        let mut silent = Vec::new();
        for number in 0..64 {
            let mut stream = TcpStream::connect(server.address).await.unwrap();
            if number % 2 == 0 {
                stream
                    .write_all(b"POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-le")
                    .await
                    .unwrap();
            }
            silent.push(stream);
        }
        for _ in 0..50 {
            assert_eq!(server.ask(&[], "skills/list", json!({})).await.status, 200);
        }
        server.stop().await;
        drop(silent);
    });
}
