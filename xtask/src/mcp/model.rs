//! A model for one agent and one run, on loopback: it calls a tool once, if it is offered one, and is done.
//! What it was told is kept.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

/// Bytes of one request: an agent sends all it knows each time.
const REQUEST_BYTES: u64 = 16 * 1024 * 1024;

/// The model while it answers.
pub(super) struct Model {
    /// Where it is asked.
    pub(super) url: String,
    requests: Arc<Mutex<Vec<Value>>>,
}

impl Model {
    /// Answers until the program ends. `tool` is called with `arguments` where an offered tool's name ends
    /// with it.
    pub(super) fn start(tool: &'static str, arguments: &'static str) -> Result<Self, String> {
        let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let requests: Arc<Mutex<Vec<Value>>> = Arc::default();
        let kept = requests.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let kept = kept.clone();
                // A client that goes away is its own affair.
                std::thread::spawn(move || drop(answer(stream, tool, arguments, &kept)));
            }
        });
        Ok(Self { url: format!("http://{address}/v1"), requests })
    }

    /// What it was told so far.
    pub(super) fn requests(&self) -> Vec<Value> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Answers one request in the form of chat completions that are streamed.
fn answer(
    mut stream: TcpStream,
    tool: &str,
    arguments: &str,
    requests: &Mutex<Vec<Value>>,
) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?.take(REQUEST_BYTES));
    let (mut line, mut length) = (String::new(), 0);
    loop {
        line.clear();
        if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let request: Value = serde_json::from_slice(&body).unwrap_or_default();
    let text = completion(&request, tool, arguments);
    requests.lock().unwrap_or_else(PoisonError::into_inner).push(request);
    write!(
        stream,
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: {}\r\n\
         connection: close\r\n\r\n{text}",
        text.len()
    )
}

fn completion(request: &Value, tool: &str, arguments: &str) -> String {
    let list = |key: &str| request[key].as_array().cloned().unwrap_or_default();
    let tools = list("tools");
    let mut names = tools.iter().filter_map(|tool| tool["function"]["name"].as_str());
    let called = list("messages").iter().any(|message| message["role"] == "tool");
    let (delta, end) = match names.find(|name| name.ends_with(tool)).filter(|_| !called) {
        Some(name) => {
            let function = json!({ "name": name, "arguments": arguments });
            let call =
                json!({ "index": 0, "id": "call", "type": "function", "function": function });
            (json!({ "role": "assistant", "tool_calls": [call] }), "tool_calls")
        }
        None => (json!({ "role": "assistant", "content": "Done." }), "stop"),
    };
    let chunk = |delta: Value, end: Value| {
        let choice = json!({ "index": 0, "delta": delta, "finish_reason": end });
        let chunk = json!({
            "id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice],
        });
        format!("data: {chunk}\n\n")
    };
    let last = chunk(json!({}), json!(end));
    format!("{}{last}data: [DONE]\n\n", chunk(delta, Value::Null))
}
