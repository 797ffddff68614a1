//! The manifest as a value, and back to JSON.

use serde::ser::{Serialize, Serializer};
use serde_json::{Map, Value as Json};

/// The keys of a manifest, in their usual order.
const KEYS: [&str; 12] = [
    "id",
    "name",
    "version",
    "description",
    "owner",
    "context",
    "scripts",
    "envVars",
    "mcpServers",
    "dependencies",
    "nodeVersion",
    "systemPackages",
];

/// The keys of an MCP server, in their usual order.
const SERVER_KEYS: [&str; 5] = ["name", "type", "command", "args", "url"];

/// What a `manifest.json` says. A required text that is missing or of another type is empty; what
/// is optional and missing is an empty list or `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Manifest {
    /// Lowercase letters, digits and hyphens.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// `X.Y.Z`.
    pub version: String,
    /// What the skill provides.
    pub description: String,
    /// `built-in`, or who made it.
    pub owner: String,
    /// Markdown files that become part of the prompt.
    pub context: Vec<String>,
    /// Scripts that become tools.
    pub scripts: Vec<String>,
    /// Environment variables that must be set.
    pub env_vars: Vec<String>,
    /// MCP servers to start or to reach.
    pub mcp_servers: Vec<McpServer>,
    /// Other skills, as `id` or `id@version`.
    pub dependencies: Vec<String>,
    /// The least version of Node.js.
    pub node_version: Option<String>,
    /// Packages of the system.
    pub system_packages: Vec<String>,
    /// Keys this reader does not know, in the order of the file.
    pub extra: Map<String, Json>,
}

/// An MCP server of a manifest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct McpServer {
    /// What it is called.
    pub name: String,
    /// Where it runs.
    pub kind: McpKind,
    /// The program of a local server.
    pub command: Option<String>,
    /// Its arguments.
    pub args: Vec<String>,
    /// The address of a remote server.
    pub url: Option<String>,
    /// Keys this reader does not know, in the order of the file.
    pub extra: Map<String, Json>,
}

/// Where an MCP server runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum McpKind {
    /// Started beside the agent.
    #[default]
    Local,
    /// Reached by its address.
    Remote,
}

impl McpKind {
    /// The value of `type`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::Remote => "remote",
        }
    }
}

impl Manifest {
    /// The manifest as a JSON object: the known keys in their usual order, then the unknown ones.
    /// Optional keys that hold nothing are left out.
    pub fn to_json(&self) -> Map<String, Json> {
        let mut out = Map::new();
        for (key, text) in [
            ("id", &self.id),
            ("name", &self.name),
            ("version", &self.version),
            ("description", &self.description),
            ("owner", &self.owner),
        ] {
            out.insert(key.to_owned(), Json::from(text.as_str()));
        }
        put_list(&mut out, "context", &self.context);
        put_list(&mut out, "scripts", &self.scripts);
        put_list(&mut out, "envVars", &self.env_vars);
        let servers: Vec<Json> =
            self.mcp_servers.iter().map(|server| Json::Object(server.to_json())).collect();
        if !servers.is_empty() {
            out.insert("mcpServers".to_owned(), Json::Array(servers));
        }
        put_list(&mut out, "dependencies", &self.dependencies);
        put_text(&mut out, "nodeVersion", self.node_version.as_deref());
        put_list(&mut out, "systemPackages", &self.system_packages);
        put_extra(&mut out, &self.extra, &KEYS);
        out
    }

    /// The text of a `manifest.json`: indented by two spaces, with a line break at the end.
    pub fn to_json_text(&self) -> String {
        let mut text = serde_json::to_string_pretty(&self.to_json()).unwrap_or_default();
        text.push('\n');
        text
    }
}

impl McpServer {
    /// The server as a JSON object, in the order of [`Manifest::to_json`].
    pub fn to_json(&self) -> Map<String, Json> {
        let mut out = Map::new();
        out.insert("name".to_owned(), Json::from(self.name.as_str()));
        out.insert("type".to_owned(), Json::from(self.kind.as_str()));
        put_text(&mut out, "command", self.command.as_deref());
        put_list(&mut out, "args", &self.args);
        put_text(&mut out, "url", self.url.as_deref());
        put_extra(&mut out, &self.extra, &SERVER_KEYS);
        out
    }
}

impl Serialize for Manifest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

impl Serialize for McpServer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

fn put_list(out: &mut Map<String, Json>, key: &str, items: &[String]) {
    if !items.is_empty() {
        out.insert(key.to_owned(), Json::from(items));
    }
}

fn put_text(out: &mut Map<String, Json>, key: &str, text: Option<&str>) {
    if let Some(text) = text {
        out.insert(key.to_owned(), Json::from(text));
    }
}

/// A known key among the unknown ones would be written without having been checked, and be read as
/// checked later: it is left out, whoever filled the map.
fn put_extra(out: &mut Map<String, Json>, extra: &Map<String, Json>, known: &[&str]) {
    let unknown = extra.iter().filter(|(key, _)| !known.contains(&key.as_str()));
    out.extend(unknown.map(|(key, value)| (key.clone(), value.clone())));
}
