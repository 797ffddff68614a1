//! A server with two skills, and requests to it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use prowess::live::{Live, LiveOptions};
use prowess::{Cancel, Engine, Host};
use prowess_mcp::{Options, Server};
use prowess_server::{ServeError, ServeOptions, Token};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Far longer than anything takes: past it, the server hangs.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) const TOKEN: &str = "a-token-for-these-tests";

pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    serving: Option<JoinHandle<Result<(), ServeError>>>,
    _directory: TempDir,
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.filter(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value).next()
    }

    /// The last message: all of the body, or what the last event holds.
    pub(crate) fn json(&self) -> Value {
        let whole = self.body.lines().rfind(|line| line.starts_with('{'));
        let mut event = self.body.lines().filter_map(|line| line.strip_prefix("data: "));
        let event = event.rfind(|data| data.starts_with('{'));
        let text = whole.or(event).unwrap_or_else(|| panic!("no JSON: {}", self.body));
        serde_json::from_str(text).unwrap()
    }
}

pub(crate) fn run(test: impl Future<Output = ()>) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.unwrap().block_on(test);
}

impl Running {
    pub(crate) async fn start() -> Self {
        let directory = TempDir::with_prefix("prowess-server-").unwrap();
        let skills = directory.path().join("skills");
        for (name, more) in [("hello", ""), ("quiet", "disable-model-invocation: true\n")] {
            std::fs::create_dir_all(skills.join(name)).unwrap();
            let text =
                format!("---\nname: {name}\ndescription: Says so.\n{more}---\nHello $ARGUMENTS!\n");
            std::fs::write(skills.join(name).join("SKILL.md"), text).unwrap();
        }
        let host = Host::current().unwrap().with_home(directory.path().join("home"));
        let engine_host = host.clone();
        let server = Server::new(Options {
            host,
            profile: None,
            fallback: "prowess".to_owned(),
            start: Box::new(move |profile| {
                let engine = Engine::builder(engine_host.clone()).profile(profile);
                let engine = engine.directories(vec![skills.clone()]).without_denied().build();
                let engine = Arc::new(engine.map_err(|error| error.to_string())?);
                Live::start(engine, LiveOptions::default(), &Cancel::none())
                    .map_err(|error| error.to_string())
            }),
        });
        let options = ServeOptions {
            listen: "127.0.0.1:0".parse().unwrap(),
            token: Token::new(TOKEN),
            hosts: Vec::new(),
            origins: Vec::new(),
        };
        let bound = prowess_server::bind(options).await.unwrap();
        let address = bound.address();
        let (end, ended) = oneshot::channel();
        let serving = tokio::spawn(bound.serve(server, async {
            let _ = ended.await;
        }));
        Self { address, end: Some(end), serving: Some(serving), _directory: directory }
    }

    /// Ends the server, and waits until it has.
    pub(crate) async fn stop(mut self) {
        drop(self.end.take());
        let serving = self.serving.take().unwrap();
        tokio::time::timeout(PATIENCE, serving).await.unwrap().unwrap().unwrap();
    }

    /// Sends a whole request, and reads until the server closes the connection.
    pub(crate) async fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        // The server may answer and close before it has read all of it.
        let _ = stream.write_all(request).await;
        let mut bytes = Vec::new();
        let read = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut bytes)).await;
        let _ = read.expect("the server is silent");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }

    /// Posts a body, with these headers beside the usual ones.
    pub(crate) async fn post(&self, headers: &[(&str, &str)], body: &str) -> Answer {
        let has = |name: &str| headers.iter().any(|(key, _)| key.eq_ignore_ascii_case(name));
        let mut head = "POST /mcp HTTP/1.1\r\nconnection: close\r\n".to_owned();
        let host = self.address.to_string();
        let usual = [
            ("host", host.as_str()),
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
        ];
        for (name, value) in usual.iter().filter(|(name, _)| !has(name)).chain(headers) {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str(&format!("content-length: {}\r\n\r\n{body}", body.len()));
        self.raw(head.as_bytes()).await
    }

    /// Asks in the newest protocol, which has no sessions.
    pub(crate) async fn ask(
        &self,
        headers: &[(&str, &str)],
        method: &str,
        mut params: Value,
    ) -> Answer {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "somebody", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let name = params.get("name").or(params.get("uri")).and_then(Value::as_str);
        let name = name.unwrap_or_default().to_owned();
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let mut all = vec![("mcp-protocol-version", "2026-07-28"), ("mcp-method", method)];
        if !name.is_empty() {
            all.push(("mcp-name", name.as_str()));
        }
        all.extend_from_slice(headers);
        self.post(&all, &body.to_string()).await
    }
}
