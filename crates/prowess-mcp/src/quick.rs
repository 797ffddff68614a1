//! The short way for what hosts ask most: `skills/get` and `resources/read` of the newest protocol over HTTP.
//!
//! It is taken where nothing about a request is out of the ordinary, and answers only what succeeds. Everything
//! else goes the long way through the protocol's crate, which makes a service of its own for each request and
//! says what is wrong with it. `cargo xtask bench mcp` does not show a gain yet: what is beyond this, the state
//! of a skill's files for each request and the way to another thread, takes most of the time.

use bytes::Bytes;
use http::HeaderMap;
use http::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, HOST, ORIGIN};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::extension;
use crate::extension::types::UriParams;
use crate::resources;
use crate::server::Server;

/// The only revision that is answered here.
const VERSION: &str = "2026-07-28";

/// The longest body that is looked at here.
const BODY: usize = 16 * 1024;

#[derive(Deserialize)]
struct Asked {
    jsonrpc: String,
    id: Value,
    method: String,
    params: Params,
}

#[derive(Deserialize)]
struct Params {
    uri: String,
    #[serde(rename = "_meta")]
    meta: Meta,
    #[serde(flatten)]
    others: serde_json::Map<String, Value>,
}

#[derive(Deserialize)]
struct Meta {
    #[serde(rename = "io.modelcontextprotocol/protocolVersion")]
    version: String,
    #[serde(rename = "io.modelcontextprotocol/clientInfo")]
    client: Option<Client>,
    #[serde(rename = "io.modelcontextprotocol/clientCapabilities")]
    _capabilities: serde_json::Map<String, Value>,
}

#[derive(Deserialize)]
struct Client {
    name: String,
    #[serde(rename = "version")]
    _version: String,
}

#[derive(Serialize)]
struct Answered<'a, T> {
    jsonrpc: &'static str,
    id: &'a Value,
    result: T,
}

/// The one value of a header.
fn only(headers: &HeaderMap, name: impl http::header::AsHeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    values.next().filter(|_| values.next().is_none()).and_then(|value| value.to_str().ok())
}

/// Whether a request looks as if it could be answered here.
pub(crate) fn may_be(headers: &HeaderMap, hosts: &[String]) -> bool {
    let method = matches!(only(headers, "mcp-method"), Some("skills/get" | "resources/read"));
    let length = only(headers, CONTENT_LENGTH).and_then(|length| length.parse().ok());
    let accepts =
        |accept: &str| accept.contains("application/json") && accept.contains("text/event-stream");
    let host = |host: &str| {
        let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
        hosts.iter().any(|known| known == name || known == host)
    };
    method
        && only(headers, "mcp-protocol-version") == Some(VERSION)
        && length.is_some_and(|length: usize| length <= BODY)
        && only(headers, CONTENT_TYPE) == Some("application/json")
        && only(headers, ACCEPT).is_some_and(accepts)
        && only(headers, HOST).is_some_and(host)
        && !headers.contains_key(ORIGIN)
        && !headers.contains_key("mcp-session-id")
}

/// The answer, where it is an ordinary request that succeeds.
pub(crate) async fn answer(server: &Server, headers: &HeaderMap, body: &Bytes) -> Option<Vec<u8>> {
    let asked: Asked = serde_json::from_slice(body).ok()?;
    let ordinary = asked.jsonrpc == "2.0"
        && (asked.id.is_string() || asked.id.is_i64())
        && asked.params.others.is_empty()
        && asked.params.meta.version == VERSION
        && only(headers, "mcp-method") == Some(&asked.method);
    let named = match headers.contains_key("mcp-name") {
        true => only(headers, "mcp-name") == Some(&asked.params.uri),
        false => asked.method == "skills/get",
    };
    if !ordinary || !named {
        return None;
    }
    let client = asked.params.meta.client.as_ref().map_or("", |client| &client.name);
    let shelf = server.library.ready(client)?.shelf();
    let library = server.library.clone();
    let answered = server.work.read(move |cancel| {
        let (id, uri) = (&asked.id, asked.params.uri);
        match &*asked.method {
            "skills/get" => {
                let params = UriParams { uri, cursor: None };
                let got = extension::get::get(&shelf, &library.manifests, &params, cancel).ok()?;
                serde_json::to_vec(&Answered { jsonrpc: "2.0", id, result: got }).ok()
            }
            _ => {
                let read = resources::read(&shelf, &uri).ok()?;
                serde_json::to_vec(&Answered { jsonrpc: "2.0", id, result: read }).ok()
            }
        }
    });
    answered.await.ok()?
}
