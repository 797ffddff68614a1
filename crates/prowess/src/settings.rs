//! Settings: what the user, the project, the environment and flags say, each with its origin.
//!
//! A project's file comes with a clone, so it may only narrow: it can switch skills and places off,
//! never on, and it cannot add places, allow rules or anything else that widens what is read or run.
//! What it says beyond that is left out, with the reason.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use toml::Value;

/// Bytes of a settings file.
const FILE_BYTES: u64 = 1024 * 1024;

/// The name of the file in a project.
pub const PROJECT_FILE: &str = "prowess.toml";

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The user's file.
    User(PathBuf),
    /// The project's file.
    Project(PathBuf),
    /// A flag.
    Flag,
}

impl std::fmt::Display for Origin {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::User(path) | Self::Project(path) => write!(out, "{}", path.display()),
            Self::Flag => out.write_str("--set"),
        }
    }
}

/// A value and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The value.
    pub value: Value,
    /// Its origin.
    pub origin: Origin,
}

/// Something in a settings file that does not count, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ignored {
    /// The key, or nothing where the whole file could not be read.
    pub key: String,
    /// Where it stands.
    pub origin: Origin,
    /// Why it does not count.
    pub reason: String,
}

/// All settings in force.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    values: BTreeMap<String, Setting>,
    ignored: Vec<Ignored>,
}

/// How a key's values are combined when they come from a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trust {
    /// Only what the user says counts.
    UserOnly,
    /// A project may say `false`.
    FalseOnly,
    /// A project may add to the list, which takes skills away.
    Adds,
    /// A project may give a list where the user gave none, which takes skills away.
    Restricts,
}

/// What a key holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    Flag,
    Texts,
    Text,
    Number,
}

/// Every key there is. `*` stands for one name.
const KEYS: &[(&str, Holds, Trust)] = &[
    ("profile", Holds::Text, Trust::UserOnly),
    ("skills.enabled", Holds::Flag, Trust::FalseOnly),
    ("skills.enableCodexUser", Holds::Flag, Trust::FalseOnly),
    ("skills.enableClaudeUser", Holds::Flag, Trust::FalseOnly),
    ("skills.enableClaudeProject", Holds::Flag, Trust::FalseOnly),
    ("skills.enablePiUser", Holds::Flag, Trust::FalseOnly),
    ("skills.enablePiProject", Holds::Flag, Trust::FalseOnly),
    ("skills.enableSkillCommands", Holds::Flag, Trust::FalseOnly),
    ("skills.customDirectories", Holds::Texts, Trust::UserOnly),
    ("skills.ignoredSkills", Holds::Texts, Trust::Adds),
    ("skills.includeSkills", Holds::Texts, Trust::Restricts),
    ("skills.enabledSkills", Holds::Texts, Trust::Restricts),
    ("skills.allowBundled", Holds::Texts, Trust::Restricts),
    ("skills.load.extraDirs", Holds::Texts, Trust::UserOnly),
    ("skills.load.watch", Holds::Flag, Trust::FalseOnly),
    ("skills.load.watchDebounceMs", Holds::Number, Trust::UserOnly),
    ("skills.entries.*.enabled", Holds::Flag, Trust::FalseOnly),
    ("skills.entries.*.apiKey", Holds::Text, Trust::UserOnly),
    ("skills.entries.*.env.*", Holds::Text, Trust::UserOnly),
    ("skills.security.scanOnLoad", Holds::Flag, Trust::UserOnly),
    ("skills.security.blockCritical", Holds::Flag, Trust::UserOnly),
    ("skills.security.allowedCommandPrefixes", Holds::Texts, Trust::UserOnly),
    ("permission.skill.*", Holds::Text, Trust::UserOnly),
];

impl Settings {
    /// Reads the user's and the project's file. What cannot be read is among the ignored.
    pub fn load(user: &Path, project: Option<&Path>) -> Self {
        let mut settings = Self::default();
        settings.add_file(user, Origin::User(user.to_owned()));
        if let Some(project) = project {
            settings.add_file(project, Origin::Project(project.to_owned()));
        }
        settings
    }

    /// Adds a flag's `key=value`; the value is TOML, or a text where it is none.
    pub fn set(&mut self, assignment: &str) -> Result<(), String> {
        let Some((key, text)) = assignment.split_once('=') else {
            return Err(format!("`{assignment}` is not of the form KEY=VALUE"));
        };
        let parsed = format!("value = {text}").parse::<toml::Table>().ok();
        let value = parsed.and_then(|mut table| table.remove("value"));
        self.add(key.trim(), value.unwrap_or_else(|| Value::String(text.to_owned())), &Origin::Flag)
    }

    fn add_file(&mut self, path: &Path, origin: Origin) {
        let text = match std::fs::metadata(path) {
            Err(_) => return,
            Ok(metadata) if metadata.len() > FILE_BYTES || !metadata.is_file() => {
                Err("it is too large, or no file".to_owned())
            }
            Ok(_) => std::fs::read_to_string(path).map_err(|error| error.to_string()),
        };
        let table = text.and_then(|text| {
            text.parse::<toml::Table>().map_err(|error| error.message().to_owned())
        });
        match table {
            Ok(table) => self.add_table("", table, &origin),
            Err(reason) => {
                let reason = format!("the file cannot be read: {reason}");
                self.ignored.push(Ignored { key: String::new(), origin, reason });
            }
        }
    }

    fn add_table(&mut self, prefix: &str, table: toml::Table, origin: &Origin) {
        for (name, value) in table {
            let key = if prefix.is_empty() { name } else { format!("{prefix}.{name}") };
            match value {
                Value::Table(table) => self.add_table(&key, table, origin),
                value => {
                    if let Err(reason) = self.add(&key, value, origin) {
                        self.ignored.push(Ignored { key, origin: origin.clone(), reason });
                    }
                }
            }
        }
    }

    /// Adds one value; the reason where it does not count.
    fn add(&mut self, key: &str, value: Value, origin: &Origin) -> Result<(), String> {
        let known = KEYS.iter().find(|(pattern, ..)| fits(pattern, key));
        let Some(&(_, holds, trust)) = known else {
            return Err("there is no such setting".to_owned());
        };
        if !holds_fits(holds, &value) {
            return Err(format!("it has the wrong type: {}", type_name(holds)));
        }
        let setting = Setting { value, origin: origin.clone() };
        if matches!(origin, Origin::Project(_)) {
            return self.add_from_project(key, setting, trust);
        }
        self.values.insert(key.to_owned(), setting);
        Ok(())
    }

    fn add_from_project(
        &mut self,
        key: &str,
        setting: Setting,
        trust: Trust,
    ) -> Result<(), String> {
        let present = self.values.get_mut(key);
        match (trust, &setting.value, present) {
            (Trust::FalseOnly, Value::Boolean(false), _) => {}
            (Trust::Restricts, _, None) => {}
            (Trust::Adds, Value::Array(new), Some(Setting { value: Value::Array(old), .. })) => {
                old.extend(new.iter().cloned());
                return Ok(());
            }
            (Trust::Adds, _, None) => {}
            _ => return Err("only the user may set this: a project can only take away".to_owned()),
        }
        self.values.insert(key.to_owned(), setting);
        Ok(())
    }

    /// A switch, where somebody set it.
    pub fn flag(&self, key: &str) -> Option<bool> {
        self.values.get(key)?.value.as_bool()
    }

    /// A text, where somebody set it.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.values.get(key)?.value.as_str()
    }

    /// The texts of a list; none where nobody set it.
    pub fn list(&self, key: &str) -> Vec<String> {
        let array = self.values.get(key).and_then(|setting| setting.value.as_array());
        array.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// Whether a dotted path of the `skills` settings is there and true, set, or not empty.
    pub fn is_truthy(&self, path: &str) -> bool {
        let key = format!("skills.{path}");
        match self.values.get(&key).map(|setting| &setting.value) {
            Some(Value::Boolean(flag)) => *flag,
            Some(Value::Integer(number)) => *number != 0,
            Some(Value::Float(number)) => *number != 0.0,
            Some(Value::String(text)) => !text.trim().is_empty(),
            Some(_) => true,
            None => self.values.keys().any(|known| known.starts_with(&format!("{key}."))),
        }
    }

    /// The rest of every key that begins with `prefix.`, with its setting, in the order of the keys.
    pub fn below<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, &'a Setting)> {
        self.values.iter().filter_map(move |(key, setting)| {
            Some((key.strip_prefix(prefix)?.strip_prefix('.')?, setting))
        })
    }

    /// Every setting, by key.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Setting)> {
        self.values.iter().map(|(key, setting)| (key.as_str(), setting))
    }

    /// What does not count, and why.
    pub fn ignored(&self) -> &[Ignored] {
        &self.ignored
    }
}

/// Whether a key is one of a pattern's.
fn fits(pattern: &str, key: &str) -> bool {
    let (mut patterns, mut keys) = (pattern.split('.'), key.split('.'));
    loop {
        match (patterns.next(), keys.next()) {
            (None, None) => return true,
            (Some("*"), Some(name)) if !name.is_empty() => {}
            (Some(part), Some(name)) if part == name => {}
            _ => return false,
        }
    }
}

fn holds_fits(holds: Holds, value: &Value) -> bool {
    match holds {
        Holds::Flag => value.is_bool(),
        Holds::Text => value.is_str(),
        Holds::Number => value.is_integer(),
        Holds::Texts => value.as_array().is_some_and(|items| items.iter().all(Value::is_str)),
    }
}

fn type_name(holds: Holds) -> &'static str {
    match holds {
        Holds::Flag => "true or false is wanted",
        Holds::Text => "a text is wanted",
        Holds::Number => "a whole number is wanted",
        Holds::Texts => "a list of texts is wanted",
    }
}

/// Whether a key's value must not be shown.
pub fn is_secret(key: &str) -> bool {
    key.ends_with(".apiKey") || key.contains(".env.")
}
