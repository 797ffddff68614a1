//! `bench mcp`: how soon the server answers, how many requests a second, and how much memory it takes; against
//! the bare HTTP framework that answers a constant.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use prowess_testkit::Corpus;
use serde_json::{Value, json};

use super::SEED;
use super::directory::Directory;
use crate::workspace::target_directory;

/// Connections that ask at the same time.
const CONNECTIONS: usize = 16;

/// How long each kind of request is asked.
const LASTING: Duration = Duration::from_secs(3);

/// Starts of which the best counts.
const STARTS: usize = 5;

pub(super) fn run(counts: &[usize]) -> Result<(), String> {
    println!(
        "aims: first answer with 1,000 skills <= 100 ms; skills/get and resources/read >= 0.7 x the floor; \
         < 80 MB with 10,000\n"
    );
    let program = target_directory()?.join("release/prowess");
    let floor = floor()?;
    println!("floor: {floor:.0} requests a second, a constant by the bare framework\n");
    println!(
        "{:>9}{:>16}{:>14}{:>10}{:>16}{:>10}{:>10}",
        "skills", "first ms", "get /s", "x floor", "read /s", "x floor", "MB"
    );
    counts.iter().try_for_each(|&count| measure(&program, count, floor))
}

fn measure(program: &Path, count: usize, floor: f64) -> Result<(), String> {
    let directory = Directory::new()?;
    let (root, home) = (directory.path().join("skills"), directory.path().join("home"));
    Corpus::new(SEED).write_tree(&root, count).map_err(|error| error.to_string())?;
    let starts: Result<Vec<Duration>, String> =
        (0..STARTS).map(|_| first_answer(program, &home, &root)).collect();
    let first = starts?.into_iter().min().unwrap_or_default();
    let served = Served::start(program, &home, &root)?;
    let listed = served.ask("skills/list", &json!({}))?;
    let uri = listed["result"]["skills"][0]["uri"].as_str().ok_or("no skill is listed")?.to_owned();
    let ask = |method: &str| request(&served.address, method, &json!({ "uri": uri }));
    let get = throughput(&served.address, &ask("skills/get"))?;
    let read = throughput(&served.address, &ask("resources/read"))?;
    let memory = served.memory()?;
    println!(
        "{count:>9}{:>16.1}{get:>14.0}{:>10.2}{read:>16.0}{:>10.2}{:>10.1}",
        first.as_secs_f64() * 1e3,
        get / floor,
        read / floor,
        memory
    );
    Ok(())
}

/// From the start of the process to its first answer about a skill, over pipes.
fn first_answer(program: &Path, home: &Path, root: &Path) -> Result<Duration, String> {
    let failed = |error: std::io::Error| format!("prowess mcp: {error}");
    let begun = Instant::now();
    let mut child = Command::new(program)
        .arg("--home")
        .arg(home)
        .arg("mcp")
        .arg(root)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let body = message("resources/list", &json!({}));
    let answered = (|| {
        writeln!(child.stdin.as_mut()?, "{body}").ok()?;
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut()?).read_line(&mut line).ok()?;
        line.contains("skill://").then_some(())
    })();
    let took = begun.elapsed();
    let _ = child.kill();
    let _ = child.wait();
    answered.map(|()| took).ok_or_else(|| "prowess mcp does not answer".to_owned())
}

struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn start(program: &Path, home: &Path, root: &Path) -> Result<Self, String> {
        let mut command = Command::new(program);
        command.arg("--home").arg(home).args(["serve", "--listen", "127.0.0.1:0"]).arg(root);
        let mut child =
            command.stderr(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
        let mut said = String::new();
        if let Some(stderr) = child.stderr.take() {
            BufReader::new(stderr).read_line(&mut said).map_err(|error| error.to_string())?;
        }
        let address = said.trim().trim_start_matches("MCP at http://").trim_end_matches("/mcp");
        Ok(Self { child, address: address.to_owned() })
    }

    fn ask(&self, method: &str, params: &Value) -> Result<Value, String> {
        let mut connection = Connection::open(&self.address)?;
        let body = connection.ask(&request(&self.address, method, params))?;
        serde_json::from_slice(&body).map_err(|error| error.to_string())
    }

    /// The most memory it held, in megabytes.
    fn memory(&self) -> Result<f64, String> {
        let path: PathBuf = format!("/proc/{}/status", self.child.id()).into();
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
        let kilobytes: f64 = line.trim().trim_end_matches(" kB").parse().unwrap_or_default();
        Ok(kilobytes * 1024.0 / 1e6)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn message(method: &str, params: &Value) -> String {
    let mut params = params.clone();
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string()
}

/// A whole request of the newest protocol.
fn request(address: &str, method: &str, params: &Value) -> String {
    let body = message(method, params);
    let name = params["uri"].as_str().filter(|_| method == "resources/read");
    let name = name.map(|name| format!("mcp-name: {name}\r\n")).unwrap_or_default();
    format!(
        "POST /mcp HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\nmcp-protocol-version: 2026-07-28\r\n\
         mcp-method: {method}\r\n{name}content-length: {}\r\n\r\n{body}",
        body.len()
    )
}

struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    fn open(address: &str) -> Result<Self, String> {
        let stream = TcpStream::connect(address).map_err(|error| error.to_string())?;
        stream.set_nodelay(true).map_err(|error| error.to_string())?;
        Ok(Self { stream, buffer: vec![0; 64 * 1024] })
    }

    /// Asks, and reads the answer, whose length is told.
    fn ask(&mut self, request: &str) -> Result<Vec<u8>, String> {
        let failed = |error: std::io::Error| error.to_string();
        self.stream.write_all(request.as_bytes()).map_err(failed)?;
        let mut answer = Vec::new();
        loop {
            let read = self.stream.read(&mut self.buffer).map_err(failed)?;
            if read == 0 {
                return Err("the server closed the connection".to_owned());
            }
            answer.extend_from_slice(&self.buffer[..read]);
            let Some(end) = answer.windows(4).position(|four| four == b"\r\n\r\n") else {
                continue;
            };
            let head = String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase();
            if !head.starts_with("http/1.1 200") {
                return Err(String::from_utf8_lossy(&answer).into_owned());
            }
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            let length: usize = length.and_then(|n| n.parse().ok()).ok_or("no length is told")?;
            if answer.len() >= end + 4 + length {
                return Ok(answer.split_off(end + 4));
            }
        }
    }
}

/// Requests a second, asked over several connections at the same time.
fn throughput(address: &str, request: &str) -> Result<f64, String> {
    let done = AtomicU64::new(0);
    let begun = Instant::now();
    std::thread::scope(|scope| {
        let asking: Vec<_> = (0..CONNECTIONS)
            .map(|_| {
                scope.spawn(|| {
                    let mut connection = Connection::open(address)?;
                    while begun.elapsed() < LASTING {
                        connection.ask(request)?;
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                    Ok::<(), String>(())
                })
            })
            .collect();
        let ended = asking.into_iter().map(|one| one.join().map_err(|_| "a client failed")?);
        ended.collect::<Result<(), String>>()
    })?;
    Ok(done.into_inner() as f64 / begun.elapsed().as_secs_f64())
}

/// What the framework does by itself: it takes the same request, and answers a constant of the usual length.
fn floor() -> Result<f64, String> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let constant = format!("{{\"constant\":\"{}\"}}", "x".repeat(1_000));
    let answer = move |body: axum::body::Bytes| {
        let constant = constant.clone();
        async move { if body.is_empty() { String::new() } else { constant } }
    };
    let router = axum::Router::new().route("/mcp", axum::routing::any(answer));
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0"));
    let listener = listener.map_err(|error| error.to_string())?;
    let address = listener.local_addr().map_err(|error| error.to_string())?.to_string();
    runtime.spawn(async move { axum::serve(listener, router).await });
    let params = json!({ "uri": "skill://some-skill/SKILL.md" });
    let reached = throughput(&address, &request(&address, "resources/read", &params));
    runtime.shutdown_background();
    reached
}
