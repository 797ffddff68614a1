//! `prowess mcp` and `prowess serve`, as other programs start them.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use prowess_testkit::started;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value as Json, json};

use crate::sandbox::Sandbox;

/// Nothing takes so long; a test that waits for it has failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// The token of the servers here.
const TOKEN: &str = "a-token-for-these-tests";

/// A skill whose text asks for a command.
const RUNNER: &str =
    "---\nname: runner\ndescription: Runs something.\n---\nIt says: !`echo ran-$((40 + 2))`\n";

struct Client {
    child: Child,
    write: Option<ChildStdin>,
    read: BufReader<ChildStdout>,
    answer: Json,
    questions: Vec<Json>,
    id: i64,
}

impl Client {
    fn start(sandbox: &Sandbox, arguments: &[&str], capabilities: &Json) -> Self {
        Self::started(sandbox, &[&["mcp"], arguments].concat(), capabilities)
    }

    fn started(sandbox: &Sandbox, arguments: &[&str], capabilities: &Json) -> Self {
        let mut command = sandbox.command(arguments);
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        let read = BufReader::new(child.stdout.take().unwrap());
        let write = child.stdin.take();
        let answer = json!({"action": "decline"});
        let mut client = Self { child, write, read, answer, questions: Vec::new(), id: 0 };
        let hello = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": capabilities,
            "clientInfo": {"name": "claude-code", "version": "1"},
        });
        client.ask("initialize", &hello);
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        client
    }

    fn send(&mut self, message: &Json) {
        writeln!(self.write.as_mut().unwrap(), "{message}").unwrap();
    }

    fn ask(&mut self, method: &str, params: &Json) -> Json {
        self.message(method, params)["result"].clone()
    }

    /// The whole answer, which may be an error.
    fn message(&mut self, method: &str, params: &Json) -> Json {
        self.id += 1;
        let id = self.id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let mut line = String::new();
            self.read.read_line(&mut line).unwrap();
            // Nothing but the protocol is on the standard output.
            let message: Json = serde_json::from_str(&line).unwrap();
            if message["method"] == "elicitation/create" {
                let answer = json!({"jsonrpc": "2.0", "id": message["id"], "result": self.answer});
                self.send(&answer);
                self.questions.push(message);
            } else if message["id"] == id {
                return message;
            }
        }
    }

    fn call(&mut self, tool: &str, arguments: &Json) -> String {
        let result = self.ask("tools/call", &json!({"name": tool, "arguments": arguments}));
        result["content"][0]["text"].as_str().unwrap_or_default().to_owned()
    }

    /// Closes the pipe; how the program ends then.
    fn end(mut self) -> Option<i32> {
        drop(self.write.take());
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end");
            std::thread::yield_now();
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn commands_run_where_the_client_says_that_its_user_allows_it() {
    let sandbox = Sandbox::new()
        .file("home/.claude/skills/runner/SKILL.md", RUNNER)
        .skill("home/.claude/skills/hello");
    let yes = json!({"action": "accept", "content": {"answer": "once"}});
    // What the client can, what its user says, whether it runs, and what is said.
    let table = [
        (json!({"elicitation": {}}), yes.clone(), 1, "It says: ran-42"),
        (json!({"elicitation": {}}), json!({"action": "decline"}), 1, "was refused"),
        (json!({}), yes, 0, "cannot ask its user"),
    ];
    for (capabilities, answer, questions, said) in table {
        let mut client = Client::start(&sandbox, &[], &capabilities);
        client.answer = answer;
        let text = client.call("skill-execute", &json!({"name": "runner"}));
        assert!(text.contains(said), "{text}");
        assert_eq!(client.questions.len(), questions);
        // Loading is not running.
        let text = client.call("skill", &json!({"name": "runner"}));
        assert!(text.contains("It says:") && !text.contains("ran-42"), "{text}");
        assert_eq!(client.end(), Some(0));
    }
}

#[test]
fn a_run_that_takes_long_says_so_and_is_ended_with_its_request() {
    let slow = "---\nname: slow\ndescription: Takes long.\n---\n!`sleep 600`\n";
    let sandbox = Sandbox::new()
        .file("home/.claude/skills/slow/SKILL.md", slow)
        .file("config/prowess/config.toml", "");
    let mut client =
        Client::start(&sandbox, &["--set", "permission.command.slow=allow"], &json!({}));
    let arguments = json!({"name": "skill-execute", "arguments": {"name": "slow"},
        "_meta": {"progressToken": "p"}});
    client.send(&json!({"jsonrpc": "2.0", "id": 77, "method": "tools/call", "params": arguments}));
    let mut line = String::new();
    loop {
        line.clear();
        client.read.read_line(&mut line).unwrap();
        let message: Json = serde_json::from_str(&line).unwrap();
        assert_ne!(message["id"], 77, "it did not run: {message}");
        if message["method"] == "notifications/progress" {
            assert_eq!(message["params"]["progressToken"], "p");
            break;
        }
    }
    let cancelled = json!({"requestId": 77});
    client
        .send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled}));
    assert!(client.ask("tools/list", &json!({}))["tools"].is_array());
    // It would take ten minutes if the command went on.
    assert_eq!(client.end(), Some(0));
}

#[test]
fn wrong_usage_is_said_before_anybody_is_served() {
    let sandbox = Sandbox::new();
    let table: [(&[&str], i32, &str); 5] = [
        (&["mcp", "--profile", "nobody"], 2, "nobody"),
        (&["serve", "--profile", "nobody"], 2, "nobody"),
        (&["serve", "--listen", "0.0.0.0:0"], 2, "needs a token"),
        (&["serve", "--listen", "nonsense"], 2, "nonsense"),
        (&["serve", "--token-file", "no-such-file"], 1, "no-such-file"),
    ];
    for (arguments, code, said) in table {
        let ran = sandbox.exits(code, arguments);
        assert!(ran.talk().contains(said), "{arguments:?}: {}", ran.talk());
    }
}

/// A request to `prowess serve`, of a client of the newest revision: the message in its answer.
fn post(address: &str, method: &str, params: &Json) -> Json {
    let mut params = params.clone();
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let name = params["name"].as_str().or(params["uri"].as_str()).unwrap_or_default().to_owned();
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "POST /mcp HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\nmcp-protocol-version: 2026-07-28\r\n\
         mcp-method: {method}\r\nmcp-name: {name}\r\nauthorization: Bearer {TOKEN}\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let line = answer
        .lines()
        .rfind(|line| line.contains("\"jsonrpc\""))
        .unwrap_or_else(|| panic!("{answer}"));
    serde_json::from_str(line.trim_start_matches("data: ")).unwrap()
}

/// `prowess serve` while a test runs.
struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn start(sandbox: &Sandbox, arguments: &[&str]) -> Self {
        let mut command = sandbox.command(arguments);
        let mut child = command.env("PROWESS_TOKEN", TOKEN).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut said).unwrap();
        let address = said.trim().strip_prefix("MCP at http://").unwrap();
        let address = address.strip_suffix("/mcp").unwrap().to_owned();
        Self { child, address }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What came of a skill that was started, by a model's tool or a user's prompt.
fn answered(message: &Json) -> Result<&str, &str> {
    if let Some(refused) = message["error"]["message"].as_str() {
        return Err(refused);
    }
    let result = &message["result"];
    match result["messages"][0]["content"]["text"].as_str() {
        Some(text) => Ok(text),
        None => {
            let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{message}"));
            if result["isError"] == true { Err(text) } else { Ok(text) }
        }
    }
}

/// The table that the library and every front are held to: over pipes and over HTTP the answers are those
/// of the command.
#[test]
fn mcp_answers_as_the_library_does() {
    let sandbox = started::FILES
        .iter()
        .fold(Sandbox::new(), |sandbox, (path, text)| sandbox.file(path, text));
    let root = sandbox.path("").display().to_string();
    let root = root.trim_end_matches('/');
    let mut profiles: Vec<&str> = started::STARTED.iter().map(|case| case.profile).collect();
    profiles.sort_unstable();
    profiles.dedup();
    for profile in profiles {
        let place = ["-C", "project", "--profile", profile];
        let mut pipes = Client::started(&sandbox, &[&place[..], &["mcp"]].concat(), &json!({}));
        let serve = ["serve", "--listen", "127.0.0.1:0"];
        let served = Served::start(&sandbox, &[&place[..], &serve[..]].concat());
        for case in started::STARTED.iter().filter(|case| case.profile == profile) {
            let (method, params) = match case.by_model {
                true => ("tools/call", json!({"name": "skill", "arguments": {"name": case.skill}})),
                false => {
                    let arguments = json!({"arguments": case.arguments});
                    ("prompts/get", json!({"name": case.skill, "arguments": arguments}))
                }
            };
            let by_pipes = pipes.message(method, &params);
            let by_http = post(&served.address, method, &params);
            for (front, message) in [("pipes", by_pipes), ("HTTP", by_http)] {
                let answer = answered(&message);
                assert!(case.is_answered_by(answer, root), "{front}, {}: {answer:#?}", case.about);
            }
        }
    }
}

#[test]
fn serve_answers_on_loopback_and_ends_when_it_is_told_to() {
    let sandbox = Sandbox::new().skill("skills/hello");
    let arguments = ["serve", "--listen", "127.0.0.1:0", "skills"];
    let mut child = sandbox.command(&arguments).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut said).unwrap();
    let address = said.trim().strip_prefix("MCP at http://").unwrap();
    let address = address.strip_suffix("/mcp").unwrap();
    let answer = post(address, "skills/list", &json!({}));
    assert!(answer.to_string().contains("skill://hello/SKILL.md"), "{answer}");
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
