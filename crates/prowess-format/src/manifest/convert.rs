//! A manifest skill seen as a `SKILL.md`, and the other way round.

use serde_json::{Map, Value as Json};

use super::model::Manifest;
use super::{is_id, is_version, read};
use crate::frontmatter::{Type, Value};
use crate::name::to_kebab;
use crate::skill::Skill;
use crate::tree::{EntryKind, Tree};
use crate::write;

/// Code points of a description that every reader of the open standard takes.
const DESCRIPTION_LENGTH: usize = 1024;

/// The name of a skill whose id has no letter or digit.
const NAMELESS: &str = "skill";

/// The owner of a skill that does not say.
const OWNER: &str = "custom";

/// The key of `metadata` for the keys of a manifest that nobody knows.
const EXTRA: &str = "manifestExtra";

/// A manifest as a `SKILL.md` that strict readers take: the id is the name, the context is the
/// body, and everything else is a string below `metadata`, lists and objects as JSON.
///
/// The list of context files is not kept, since their text is in the body.
pub fn to_skill_md(manifest: &Manifest, context: &str) -> String {
    let mut frontmatter = Map::new();
    frontmatter.insert("name".to_owned(), Json::from(skill_name(&manifest.id)));
    frontmatter.insert("description".to_owned(), Json::from(summary(&manifest.description)));
    let metadata = metadata(manifest);
    if !metadata.is_empty() {
        frontmatter.insert("metadata".to_owned(), Json::Object(metadata));
    }
    write::skill_md(&frontmatter, &body(manifest, context))
}

/// A skill as a manifest. What its frontmatter does not say has a value that passes the checks,
/// where there is one: version `0.0.0`, owner `custom`. Its only context file is its own.
///
/// Scripts are those that `metadata` lists, else the files below `scripts/` of the tree.
pub fn from_skill(skill: &Skill, tree: Option<&dyn Tree>) -> Manifest {
    let from = Source::new(skill);
    let id = from.id();
    Manifest {
        name: from.display_name().unwrap_or_else(|| skill.name_text().to_owned()),
        version: from.version(),
        description: from.description(),
        owner: from.owner(),
        context: skill.file.as_str().map(str::to_owned).into_iter().collect(),
        scripts: from.scripts(tree),
        env_vars: from.env_vars(),
        mcp_servers: from.embedded("mcpServers").map(read::servers).unwrap_or_default(),
        dependencies: from.dependencies(),
        node_version: from.text(&["nodeVersion", "node-version", "node_version"]),
        system_packages: from.list(&["systemPackages", "system-packages", "system_packages"]),
        extra: from.extra(),
        id,
    }
}

/// An id in the form of the standard's names.
fn skill_name(id: &str) -> String {
    let name = to_kebab(id);
    if name.is_empty() { NAMELESS.to_owned() } else { name }
}

/// A description in the length of the standard.
fn summary(description: &str) -> String {
    let text = description.trim();
    match text.char_indices().nth(DESCRIPTION_LENGTH) {
        None => text.to_owned(),
        Some(_) => {
            let kept: String = text.chars().take(DESCRIPTION_LENGTH - 1).collect();
            format!("{}…", kept.trim_end())
        }
    }
}

/// Everything of a manifest that name, description and body do not say, as strings.
fn metadata(manifest: &Manifest) -> Map<String, Json> {
    let mut out = Map::new();
    let mut put = |key: &str, text: &str| {
        if !text.is_empty() {
            out.insert(key.to_owned(), Json::from(text));
        }
    };
    // What the standard's form could not keep is kept here, so that the way back is exact.
    if skill_name(&manifest.id) != manifest.id {
        put("id", &manifest.id);
    }
    if summary(&manifest.description) != manifest.description {
        put("description", &manifest.description);
    }
    put("displayName", &manifest.name);
    put("version", &manifest.version);
    put("owner", &manifest.owner);
    let all = manifest.to_json();
    for key in ["scripts", "envVars", "mcpServers", "dependencies"] {
        put(key, &all.get(key).map(Json::to_string).unwrap_or_default());
    }
    put("nodeVersion", manifest.node_version.as_deref().unwrap_or_default());
    put("systemPackages", &all.get("systemPackages").map(Json::to_string).unwrap_or_default());
    if !manifest.extra.is_empty() {
        put(EXTRA, &Json::Object(manifest.extra.clone()).to_string());
    }
    out
}

fn body(manifest: &Manifest, context: &str) -> String {
    let name = if manifest.name.trim().is_empty() { &manifest.id } else { &manifest.name };
    // A title is one line of what can be seen, whatever the name holds.
    let words = name.split(|c: char| c.is_whitespace() || c.is_control());
    let title = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    format!("# {title}\n\n{}", context.replace('\0', "")).trim_end().to_owned()
}

/// A skill, read for what a manifest wants to know.
struct Source<'a> {
    skill: &'a Skill,
    metadata: Option<Value<'a>>,
}

impl<'a> Source<'a> {
    fn new(skill: &'a Skill) -> Self {
        Self { skill, metadata: skill.frontmatter.get("metadata") }
    }

    /// The first of these keys of `metadata` that is there.
    fn meta(&self, keys: &[&str]) -> Option<Value<'a>> {
        self.metadata?.get_any(keys).filter(|value| !value.is_null())
    }

    fn top(&self, keys: &[&str]) -> Option<Value<'a>> {
        self.skill.frontmatter.get_any(keys).filter(|value| !value.is_null())
    }

    fn text(&self, keys: &[&str]) -> Option<String> {
        text_of(self.meta(keys)?)
    }

    fn list(&self, keys: &[&str]) -> Vec<String> {
        self.meta(keys).map(list_of).unwrap_or_default()
    }

    /// A JSON text below `metadata`.
    fn embedded(&self, key: &str) -> Option<Json> {
        serde_json::from_str(self.meta(&[key])?.text()?).ok()
    }

    /// The id that made the name, if it is kept; else the name, if it is an id; else one made of
    /// the name.
    fn id(&self) -> String {
        let name = self.skill.name_text();
        let kept = self.text(&["id"]).filter(|id| is_id(id) && skill_name(id) == name);
        kept.unwrap_or_else(|| if is_id(name) { name.to_owned() } else { to_kebab(name) })
    }

    fn display_name(&self) -> Option<String> {
        const KEYS: &[&str] = &["displayName", "display-name", "display_name"];
        self.text(KEYS).or_else(|| text_of(self.top(KEYS)?))
    }

    fn version(&self) -> String {
        let found = [self.top(&["version"]), self.meta(&["version"])];
        let mut texts = found.into_iter().flatten().filter_map(text_of);
        texts.find(|text| is_version(text)).unwrap_or_else(|| "0.0.0".to_owned())
    }

    /// The description that was shortened, if it is kept; else the skill's.
    fn description(&self) -> String {
        let short = self.skill.description_text();
        let kept = self.text(&["description"]).filter(|text| summary(text) == short);
        kept.unwrap_or_else(|| short.to_owned())
    }

    fn owner(&self) -> String {
        let found = [self.meta(&["owner"]), self.meta(&["author"]), self.top(&["author"])];
        let mut texts = found.into_iter().flatten().filter_map(|value| {
            // An author may be a mapping with a name.
            text_of(value).or_else(|| text_of(value.get("name")?))
        });
        texts.next().unwrap_or_else(|| OWNER.to_owned())
    }

    fn scripts(&self, tree: Option<&dyn Tree>) -> Vec<String> {
        let listed = self.list(&["scripts"]);
        let Some(tree) = tree.filter(|_| listed.is_empty()) else { return listed };
        let files = tree.entries().iter().filter(|entry| entry.kind == EntryKind::File);
        let paths = files.filter_map(|entry| entry.path.as_str());
        paths.filter(|path| path.starts_with("scripts/")).map(str::to_owned).collect()
    }

    /// Variables that are listed, or that a requirement of some agent's settings names.
    fn env_vars(&self) -> Vec<String> {
        let listed = self.list(&["envVars", "env-vars", "env_vars"]);
        if !listed.is_empty() {
            return listed;
        }
        let settings = self.metadata.into_iter().flat_map(Value::entries).map(|(_, value)| value);
        let mut holders = [Some(self.skill.frontmatter.root()), self.metadata]
            .into_iter()
            .flatten()
            .chain(settings);
        holders
            .find_map(|holder| holder.get("requires")?.get("env"))
            .map(list_of)
            .unwrap_or_default()
    }

    fn dependencies(&self) -> Vec<String> {
        const KEYS: &[&str] = &["dependencies", "depends-on"];
        self.meta(KEYS).or_else(|| self.top(KEYS)).map(list_of).unwrap_or_default()
    }

    fn extra(&self) -> Map<String, Json> {
        match self.embedded(EXTRA) {
            Some(Json::Object(extra)) => extra,
            _ => Map::new(),
        }
    }
}

/// The text of a scalar, unless it is empty.
fn text_of(value: Value<'_>) -> Option<String> {
    value.text().filter(|text| !text.is_empty() && !value.is_null()).map(str::to_owned)
}

/// The texts of a list, of a JSON list in a string, or of a string with commas.
fn list_of(value: Value<'_>) -> Vec<String> {
    if value.kind() == Type::List {
        return value.texts().into_iter().map(str::to_owned).collect();
    }
    let text = value.text().unwrap_or_default();
    serde_json::from_str(text).unwrap_or_else(|_| {
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect()
    })
}
