//! What a skill needs of the machine: the metadata block that OpenClaw introduced and Wundr reads.
//!
//! The block stands under `metadata` by an agent's name. It may be YAML; or JSON or JSON5 text, in
//! `metadata` itself or under the name.

use serde_json::{Map, Value as Json};

use super::embedded;
use crate::frontmatter::{Frontmatter, Type};

/// The block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gating {
    /// The name it stood under.
    pub namespace: String,
    /// It is on whatever `requires` says; `os` still counts in OpenClaw.
    pub always: bool,
    /// A picture for listings.
    pub emoji: Option<String>,
    /// Its page on the web.
    pub homepage: Option<String>,
    /// The name its settings go by, where that is not the skill's.
    pub skill_key: Option<String>,
    /// The environment variable its API key goes into.
    pub primary_env: Option<String>,
    /// A heading to list it under.
    pub category: Option<String>,
    /// The platforms it works on, such as `darwin`; none is all.
    pub os: Vec<String>,
    /// What has to be there.
    pub requires: Requires,
    /// Ways to get what has to be there.
    pub install: Vec<Install>,
}

/// What has to be there for a skill to work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Requires {
    /// Programs, all of them.
    pub bins: Vec<String>,
    /// Programs, one of them.
    pub any_bins: Vec<String>,
    /// Environment variables, all of them.
    pub env: Vec<String>,
    /// Environment variables, one of them.
    pub any_env: Vec<String>,
    /// Settings that have to be on, as dotted paths.
    pub config: Vec<String>,
}

/// A way to install a program. Nothing here is checked: see
/// [`install_safety`](super::install_safety).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Install {
    /// Its name among the others.
    pub id: Option<String>,
    /// By what, in lowercase: the key `kind`, else `type`.
    pub kind: Kind,
    /// The formula, for `brew`.
    pub formula: Option<String>,
    /// The package, for `node`, `uv` and `apt`.
    pub package: Option<String>,
    /// The module, for `go`.
    pub module: Option<String>,
    /// The address, for `download`.
    pub url: Option<String>,
    /// Programs it brings.
    pub bins: Vec<String>,
    /// What people see.
    pub label: Option<String>,
    /// The platforms it is for; none is all.
    pub os: Vec<String>,
    /// The digest of a download; empty where the key holds no text.
    pub sha256: Option<String>,
    /// The kind of archive a download is.
    pub archive: Option<String>,
    /// Whether a download is unpacked.
    pub extract: Option<bool>,
    /// Leading directories to leave out when it is.
    pub strip_components: Option<u32>,
    /// Where it goes.
    pub target_dir: Option<String>,
}

/// By what something is installed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// It does not say.
    #[default]
    Unsaid,
    /// Homebrew.
    Brew,
    /// Debian's package manager, which OpenClaw does not know.
    Apt,
    /// A package manager of Node.
    Node,
    /// `go install`.
    Go,
    /// `uv tool install`.
    Uv,
    /// A download.
    Download,
    /// Something else.
    Other(String),
}

impl Gating {
    /// Reads the block under the first of these names that has one.
    pub fn read(frontmatter: &Frontmatter, namespaces: &[&str]) -> Option<Self> {
        let metadata = frontmatter.get("metadata")?;
        if metadata.kind() == Type::Map {
            return namespaces.iter().find_map(|name| {
                Some(Self::of_block(name, &embedded::object(metadata.get(name)?)?))
            });
        }
        let mut blocks = embedded::object(metadata)?;
        namespaces.iter().find_map(|name| {
            Some(Self::of_block(name, &embedded::object_within(blocks.remove(*name)?)?))
        })
    }

    fn of_block(namespace: &str, block: &Map<String, Json>) -> Self {
        let install = block.get("install").and_then(Json::as_array);
        let specs = install.into_iter().flatten().filter_map(Json::as_object);
        Self {
            namespace: namespace.to_owned(),
            always: block.get("always").and_then(embedded::flag).unwrap_or(false),
            emoji: text(block, "emoji"),
            homepage: text(block, "homepage"),
            skill_key: text(block, "skillKey"),
            primary_env: text(block, "primaryEnv"),
            category: text(block, "category"),
            os: list(block, "os"),
            requires: block
                .get("requires")
                .and_then(Json::as_object)
                .map(Requires::read)
                .unwrap_or_default(),
            install: specs.map(Install::read).collect(),
        }
    }
}

impl Requires {
    fn read(map: &Map<String, Json>) -> Self {
        Self {
            bins: list(map, "bins"),
            any_bins: list(map, "anyBins"),
            env: list(map, "env"),
            any_env: list(map, "anyEnv"),
            config: list(map, "config"),
        }
    }
}

impl Install {
    fn read(map: &Map<String, Json>) -> Self {
        // A digest that cannot be read must not look like no digest.
        let sha256 = map.get("sha256").filter(|digest| !digest.is_null());
        let strip = text(map, "stripComponents");
        Self {
            id: text(map, "id"),
            kind: Kind::of(text(map, "kind").or_else(|| text(map, "type"))),
            formula: text(map, "formula"),
            package: text(map, "package"),
            module: text(map, "module"),
            url: text(map, "url"),
            bins: list(map, "bins"),
            label: text(map, "label"),
            os: list(map, "os"),
            sha256: sha256.map(|digest| embedded::text(digest).unwrap_or_default()),
            archive: text(map, "archive"),
            extract: map.get("extract").and_then(embedded::flag),
            strip_components: strip.and_then(|count| count.parse().ok()),
            target_dir: text(map, "targetDir"),
        }
    }
}

impl Kind {
    fn of(word: Option<String>) -> Self {
        let Some(word) = word.map(|word| word.to_ascii_lowercase()) else { return Self::Unsaid };
        match word.as_str() {
            "brew" => Self::Brew,
            "apt" => Self::Apt,
            "node" => Self::Node,
            "go" => Self::Go,
            "uv" => Self::Uv,
            "download" => Self::Download,
            _ => Self::Other(word),
        }
    }
}

fn text(map: &Map<String, Json>, key: &str) -> Option<String> {
    map.get(key).and_then(embedded::text)
}

fn list(map: &Map<String, Json>, key: &str) -> Vec<String> {
    map.get(key).map(embedded::list).unwrap_or_default()
}
