//! MCP over a pair of pipes: a line is a message.
//!
//! What a client sends is bounded: the bytes of a line, and the requests that are worked on. What it does not
//! read is not made: where the pipe to it is full, nothing more is read from it.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::model::{ClientJsonRpcMessage, ClientNotification, RequestId, ServerJsonRpcMessage};
use rmcp::service::{ServerInitializeError, serve_server};
use rmcp::transport::Transport;
use rmcp::{RoleServer, transport};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::{Notify, mpsc};
use tokio::time::Instant;

use crate::limits;
use crate::server::Server;

/// Messages that wait for the pipe.
const WAITING: usize = 8;

/// Serves one client over the standard input and output, until it closes them.
pub async fn serve(server: Server) -> std::io::Result<()> {
    let (read, write) = transport::io::stdio_pipes();
    serve_on(server, read, write).await
}

/// Serves one client over any two pipes.
pub async fn serve_on(
    server: Server,
    read: impl AsyncRead + Send + Unpin + 'static,
    write: impl AsyncWrite + Send + Unpin + 'static,
) -> std::io::Result<()> {
    let (out, written) = mpsc::channel(WAITING);
    let writing = tokio::spawn(write_lines(write, written));
    let lines = Lines {
        read: BufReader::new(read),
        line: Vec::new(),
        is_discarding: false,
        is_open: false,
        reply: None,
        held: None,
        out,
        in_flight: Arc::default(),
    };
    match serve_server(server, lines).await {
        Ok(running) => {
            running.waiting().await.map_err(std::io::Error::other)?;
        }
        // It closed the pipes before it said anything.
        Err(ServerInitializeError::ConnectionClosed(_)) => {}
        Err(error) => return Err(std::io::Error::other(error.to_string())),
    }
    // What is still to be written is, unless nobody reads it.
    let _ = tokio::time::timeout(limits::WAIT_FOR_OTHERS, writing).await;
    Ok(())
}

async fn write_lines(
    mut write: impl AsyncWrite + Send + Unpin,
    mut lines: mpsc::Receiver<Vec<u8>>,
) -> std::io::Result<()> {
    while let Some(line) = lines.recv().await {
        write.write_all(&line).await?;
        write.flush().await?;
    }
    Ok(())
}

/// The requests that are worked on.
#[derive(Default)]
struct InFlight {
    ids: Mutex<HashSet<RequestId>>,
    /// One was answered.
    fewer: Notify,
}

impl InFlight {
    fn ids(&self) -> std::sync::MutexGuard<'_, HashSet<RequestId>> {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_full(&self) -> bool {
        self.ids().len() >= limits::REQUESTS_IN_FLIGHT
    }

    fn remove(&self, id: &RequestId) {
        if self.ids().remove(id) {
            self.fewer.notify_one();
        }
    }
}

/// Lines from a client and to it. Whatever is half done is kept here, because reading is broken off and taken
/// up again at any time.
struct Lines<R> {
    read: BufReader<R>,
    /// What was read of a line.
    line: Vec<u8>,
    /// The rest of the line is too long and thrown away.
    is_discarding: bool,
    /// A request was read: before that nothing else makes sense.
    is_open: bool,
    /// What has to be said before anything more is read.
    reply: Option<Vec<u8>>,
    /// A request that waits for others, and until when.
    held: Option<(Box<ClientJsonRpcMessage>, Instant)>,
    out: mpsc::Sender<Vec<u8>>,
    in_flight: Arc<InFlight>,
}

impl<R: AsyncRead + Send + Unpin> Lines<R> {
    /// A whole line, nothing where it was thrown away, or the end.
    async fn next_line(&mut self) -> Option<Option<Vec<u8>>> {
        loop {
            let read = self.read.fill_buf().await.ok()?;
            if read.is_empty() {
                return None;
            }
            let end = read.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(read.len(), |end| end + 1);
            let fits = self.line.len() + taken <= limits::MESSAGE_BYTES;
            if fits && !self.is_discarding {
                self.line.extend_from_slice(&read[..taken]);
            }
            self.is_discarding |= !fits;
            self.read.consume(taken);
            if end.is_some() {
                let line = std::mem::take(&mut self.line);
                let too_long = std::mem::take(&mut self.is_discarding);
                return Some((!too_long).then_some(line));
            }
            if self.is_discarding {
                self.line = Vec::new();
            }
        }
    }

    fn refuse(&mut self, id: Option<&Value>, code: i32, message: &str) {
        let error = json!({ "code": code, "message": message });
        let reply = json!({ "jsonrpc": "2.0", "id": id, "error": error });
        self.reply = Some(format!("{reply}\n").into_bytes());
    }

    /// What a line says, where it says something.
    fn parse(&mut self, line: &[u8]) -> Option<ClientJsonRpcMessage> {
        let line = line.trim_ascii();
        if line.is_empty() {
            return None;
        }
        match serde_json::from_slice(line) {
            Ok(message) => return Some(message),
            Err(error) if error.is_syntax() || error.is_eof() => {
                self.refuse(None, -32700, &format!("this line is no JSON: {error}"));
            }
            Err(_) => {
                let value: Value = serde_json::from_slice(line).unwrap_or_default();
                // What expects no answer gets none.
                if value.get("method").is_none() || value.get("id").is_some() {
                    let id = value.get("id").filter(|id| id.is_string() || id.is_i64());
                    self.refuse(id, -32600, "this is no message of JSON-RPC 2.0 and MCP");
                }
            }
        }
        None
    }

    /// Lets a request through, or says why not.
    fn admit(&mut self, message: ClientJsonRpcMessage) -> Option<ClientJsonRpcMessage> {
        if let ClientJsonRpcMessage::Request(request) = &message
            && !self.in_flight.ids().insert(request.id.clone())
        {
            let id = serde_json::to_value(&request.id).ok();
            self.refuse(id.as_ref(), -32600, "a request with this id is still worked on");
            return None;
        }
        Some(message)
    }
}

impl<R: AsyncRead + Send + Unpin> Transport<RoleServer> for Lines<R> {
    type Error = std::io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let (out, in_flight) = (self.out.clone(), self.in_flight.clone());
        async move {
            let mut line = serde_json::to_vec(&message)?;
            line.push(b'\n');
            let sent = out.send(line).await.map_err(std::io::Error::other);
            match &message {
                ServerJsonRpcMessage::Response(response) => in_flight.remove(&response.id),
                ServerJsonRpcMessage::Error(error) => {
                    if let Some(id) = &error.id {
                        in_flight.remove(id);
                    }
                }
                _ => {}
            }
            sent
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            if self.reply.is_some() {
                let out = self.out.clone();
                let permit = out.reserve().await.ok()?;
                if let Some(reply) = self.reply.take() {
                    permit.send(reply);
                }
            }
            if let Some((_, until)) = &self.held {
                let until = *until;
                let in_flight = self.in_flight.clone();
                let waited = async {
                    while in_flight.is_full() {
                        in_flight.fewer.notified().await;
                    }
                };
                let is_late = tokio::time::timeout_at(until, waited).await.is_err();
                let Some((message, _)) = self.held.take() else { continue };
                if is_late && let ClientJsonRpcMessage::Request(request) = &*message {
                    let id = serde_json::to_value(&request.id).ok();
                    self.refuse(
                        id.as_ref(),
                        -32000,
                        "too many requests are worked on; try again later",
                    );
                } else if let Some(message) = self.admit(*message) {
                    return Some(message);
                }
                continue;
            }
            let Some(line) = self.next_line().await? else {
                let message = format!("a message has at most {} bytes", limits::MESSAGE_BYTES);
                self.refuse(None, -32600, &message);
                continue;
            };
            let Some(message) = self.parse(&line) else { continue };
            match &message {
                ClientJsonRpcMessage::Request(_) => {
                    self.is_open = true;
                    if self.in_flight.is_full() {
                        let until = Instant::now() + limits::WAIT_FOR_OTHERS;
                        self.held = Some((Box::new(message), until));
                        continue;
                    }
                    if let Some(message) = self.admit(message) {
                        return Some(message);
                    }
                }
                ClientJsonRpcMessage::Notification(notification) => {
                    if let ClientNotification::CancelledNotification(cancelled) =
                        &notification.notification
                        && let Some(id) = &cancelled.params.request_id
                    {
                        // Its answer will never be sent.
                        self.in_flight.remove(id);
                    }
                    if self.is_open {
                        return Some(message);
                    }
                }
                _ if self.is_open => return Some(message),
                _ => {}
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        // The writer ends when nobody can send any more.
        let (closed, _) = mpsc::channel(1);
        self.out = closed;
        Ok(())
    }
}
