//! A client that writes lines and reads lines.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream};
use tokio::io::{Lines, ReadHalf, WriteHalf};

use crate::fixture::Fixture;

/// Far longer than anything takes: past it, the server hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// The newest revision of the protocol, which has no handshake.
pub(crate) const MODERN: &str = "2026-07-28";

/// One with a handshake.
pub(crate) const LEGACY: &str = "2025-11-25";

pub(crate) struct Client {
    write: WriteHalf<DuplexStream>,
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    sent: i64,
    /// What goes with every request, where there was no handshake.
    meta: Option<Value>,
    /// What every question is answered with.
    pub(crate) answer: Value,
    /// The questions that were asked.
    pub(crate) questions: Vec<Value>,
    pub(crate) notifications: Vec<Value>,
    pub(crate) initialized: Value,
}

/// Runs a test on a runtime of its own.
pub(crate) fn run(test: impl Future<Output = ()>) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.unwrap().block_on(test);
}

impl Client {
    /// Connected, and nothing said yet.
    pub(crate) fn bare(fixture: &Fixture) -> Self {
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let (read, write) = tokio::io::split(theirs);
        tokio::spawn(prowess_mcp::serve_on(fixture.server(), read, write));
        let (read, write) = tokio::io::split(ours);
        Self {
            write,
            lines: BufReader::new(read).lines(),
            sent: 0,
            meta: None,
            answer: json!({ "action": "cancel" }),
            questions: Vec::new(),
            notifications: Vec::new(),
            initialized: Value::Null,
        }
    }

    /// A client of this name that speaks a revision and can do these things.
    pub(crate) async fn with(
        fixture: &Fixture,
        version: &str,
        name: &str,
        capabilities: Value,
    ) -> Self {
        let mut client = Self::bare(fixture);
        let info = json!({ "name": name, "version": "1" });
        if version >= MODERN {
            client.meta = Some(json!({
                "io.modelcontextprotocol/protocolVersion": version,
                "io.modelcontextprotocol/clientInfo": info,
                "io.modelcontextprotocol/clientCapabilities": capabilities,
            }));
            return client;
        }
        let params = json!({
            "protocolVersion": version,
            "capabilities": capabilities,
            "clientInfo": info,
        });
        client.initialized = client.ask("initialize", params).await.unwrap();
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
        client
    }

    pub(crate) async fn new(fixture: &Fixture) -> Self {
        Self::with(fixture, LEGACY, "somebody", json!({})).await
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.line(&message.to_string()).await;
    }

    pub(crate) async fn line(&mut self, line: &str) {
        self.write.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    /// The next message, whatever it is.
    pub(crate) async fn next(&mut self) -> Value {
        let line = tokio::time::timeout(PATIENCE, self.lines.next_line()).await;
        let line = line.expect("the server is silent").unwrap().expect("the server is gone");
        serde_json::from_str(&line).unwrap()
    }

    /// Sends a request without waiting for the answer; its id.
    pub(crate) async fn begin(&mut self, method: &str, mut params: Value) -> i64 {
        self.sent += 1;
        if let Some(meta) = &self.meta {
            params["_meta"] = meta.clone();
        }
        let id = self.sent;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })).await;
        id
    }

    /// Asks, and answers what is asked in between.
    pub(crate) async fn ask(
        &mut self,
        method: &str,
        params: Value,
    ) -> Result<Value, (i64, String)> {
        let id = self.begin(method, params).await;
        loop {
            let message = self.next().await;
            if message.get("method").is_none() {
                assert_eq!(message["id"], id, "{message}");
                return match message.get("error") {
                    None => Ok(message["result"].clone()),
                    Some(error) => Err((
                        error["code"].as_i64().unwrap(),
                        error["message"].as_str().unwrap().to_owned(),
                    )),
                };
            }
            self.hear(message).await;
        }
    }

    async fn hear(&mut self, message: Value) {
        match message.get("id") {
            Some(id) => {
                let answer = json!({ "jsonrpc": "2.0", "id": id, "result": self.answer });
                self.send(&answer).await;
                self.questions.push(message);
            }
            None => self.notifications.push(message),
        }
    }

    /// Waits until a notification of this method comes.
    pub(crate) async fn wait_for(&mut self, method: &str) -> Value {
        loop {
            if let Some(at) = self.notifications.iter().position(|one| one["method"] == method) {
                return self.notifications.remove(at);
            }
            let message = self.next().await;
            self.hear(message).await;
        }
    }

    /// Calls a tool: the text of its result, and whether it is an error.
    pub(crate) async fn call(&mut self, tool: &str, arguments: Value) -> (String, bool) {
        let params = json!({ "name": tool, "arguments": arguments });
        let result = self.ask("tools/call", params).await.unwrap();
        let text = result["content"][0]["text"].as_str().unwrap_or_default().to_owned();
        (text, result["isError"] == true)
    }
}
