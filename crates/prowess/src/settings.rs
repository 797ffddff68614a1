//! Settings: what the user, the project, the environment and flags say, each with its origin.
//!
//! A project's file comes with a clone, so it may only narrow: it can switch skills and places off,
//! never on, and it cannot add places, allow rules or anything else that widens what is read or run.
//! What it says beyond that is left out, with the reason.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::limits;
use crate::read::read_bounded;
use crate::setting_key;

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
    /// A file of the agent itself.
    Agent {
        /// The file.
        path: PathBuf,
        /// It came with the project.
        project: bool,
    },
}

impl std::fmt::Display for Origin {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::User(path) | Self::Project(path) | Self::Agent { path, .. } => {
                write!(out, "{}", path.display())
            }
            Self::Flag => out.write_str("--set"),
        }
    }
}

/// What a setting says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// On or off.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// A number with a fraction, as it is written.
    Decimal(String),
    /// A text.
    Text(String),
    /// A list of texts.
    Texts(Vec<String>),
}

impl std::fmt::Display for Value {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Flag(flag) => write!(out, "{flag}"),
            Self::Number(number) => write!(out, "{number}"),
            Self::Decimal(number) => write!(out, "{number}"),
            Self::Text(text) => write!(out, "{text:?}"),
            Self::Texts(texts) => write!(out, "{texts:?}"),
        }
    }
}

impl Value {
    /// The text, where it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Flag(_) | Self::Number(_) | Self::Decimal(_) | Self::Texts(_) => None,
        }
    }

    /// A value of a settings file, if it is of the kind that is wanted.
    fn of(value: toml::Value, holds: Holds) -> Option<Self> {
        match (holds, value) {
            (Holds::Flag, toml::Value::Boolean(flag)) => Some(Self::Flag(flag)),
            (Holds::Number, toml::Value::Integer(number)) => Some(Self::Number(number)),
            (Holds::Decimal, toml::Value::Integer(number)) => Some(Self::Number(number)),
            (Holds::Decimal, toml::Value::Float(number)) => Some(Self::Decimal(number.to_string())),
            (Holds::Text, toml::Value::String(text)) => Some(Self::Text(text)),
            (Holds::Texts, toml::Value::Array(items)) => {
                let text = |item| match item {
                    toml::Value::String(text) => Some(text),
                    _ => None,
                };
                items.into_iter().map(text).collect::<Option<Vec<_>>>().map(Self::Texts)
            }
            _ => None,
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
    /// The segments of its key, as they are meant.
    path: Vec<String>,
    /// How many were made before it: the order of rules is part of what they say.
    order: usize,
}

impl Setting {
    /// Whether its value must not be shown.
    pub fn is_secret(&self) -> bool {
        let path: Vec<&str> = self.path.iter().map(String::as_str).collect();
        matches!(path.as_slice(), ["skills", "entries", _, "apiKey" | "env", ..])
    }
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
    /// By key, as [`setting_key`] writes it.
    values: BTreeMap<String, Setting>,
    /// How many have been made.
    made: usize,
    ignored: Vec<Ignored>,
}

/// How a key's values are combined when they come from a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trust {
    /// Only what the user says counts.
    UserOnly,
    /// A project may say `false`.
    FalseOnly,
    /// A project may say `deny`.
    DenyOnly,
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
    Decimal,
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
    ("skills.enableAgentsUser", Holds::Flag, Trust::FalseOnly),
    ("skills.enableAgentsProject", Holds::Flag, Trust::FalseOnly),
    ("skills.enableSkillCommands", Holds::Flag, Trust::FalseOnly),
    ("skills.customDirectories", Holds::Texts, Trust::UserOnly),
    ("skills.paths", Holds::Texts, Trust::UserOnly),
    ("skills.ignoredSkills", Holds::Texts, Trust::Adds),
    ("skills.includeSkills", Holds::Texts, Trust::Restricts),
    ("skills.enabledSkills", Holds::Texts, Trust::Restricts),
    ("skills.allowBundled", Holds::Texts, Trust::Restricts),
    ("skills.load.extraDirs", Holds::Texts, Trust::UserOnly),
    ("skills.load.allowSymlinkTargets", Holds::Texts, Trust::UserOnly),
    ("skills.load.watch", Holds::Flag, Trust::FalseOnly),
    ("skills.load.watchDebounceMs", Holds::Number, Trust::UserOnly),
    ("skills.entries.*.enabled", Holds::Flag, Trust::FalseOnly),
    ("skills.entries.*.apiKey", Holds::Text, Trust::UserOnly),
    ("skills.entries.*.env.*", Holds::Text, Trust::UserOnly),
    ("skills.security.scanOnLoad", Holds::Flag, Trust::UserOnly),
    ("skills.security.blockCritical", Holds::Flag, Trust::UserOnly),
    ("skills.security.allowedCommandPrefixes", Holds::Texts, Trust::UserOnly),
    ("skills.security.allowedEnv", Holds::Texts, Trust::UserOnly),
    ("sandbox.minimum", Holds::Text, Trust::UserOnly),
    ("sandbox.workspace", Holds::Text, Trust::UserOnly),
    ("sandbox.network.*", Holds::Text, Trust::UserOnly),
    ("scan.pack", Holds::Text, Trust::UserOnly),
    ("scan.onLoad", Holds::Flag, Trust::UserOnly),
    ("skills.limits.maxSkillsInPrompt", Holds::Number, Trust::UserOnly),
    ("skills.limits.maxSkillsPromptChars", Holds::Number, Trust::UserOnly),
    ("skills.limits.maxCandidatesPerRoot", Holds::Number, Trust::UserOnly),
    ("skills.limits.maxSkillsLoadedPerSource", Holds::Number, Trust::UserOnly),
    ("skills.limits.maxSkillFileBytes", Holds::Number, Trust::UserOnly),
    ("skills.max_context_tokens", Holds::Number, Trust::UserOnly),
    ("skillListingBudgetFraction", Holds::Decimal, Trust::UserOnly),
    ("skillListingMaxDescChars", Holds::Number, Trust::UserOnly),
    ("plugins.*.enabled", Holds::Flag, Trust::FalseOnly),
    ("agents.defaults.skills", Holds::Texts, Trust::Restricts),
    ("agents.defaults.workspace", Holds::Texts, Trust::UserOnly),
    ("agent.*.skills", Holds::Texts, Trust::Restricts),
    ("permission.skill.*", Holds::Text, Trust::DenyOnly),
    ("permission.command.*", Holds::Text, Trust::DenyOnly),
    ("agent.*.permission.skill.*", Holds::Text, Trust::DenyOnly),
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

    /// Adds a flag's `key=value`; the value is TOML, or a text where it is none. A name with a dot is
    /// quoted: `skills.entries."a.b".enabled=false`.
    pub fn set(&mut self, assignment: &str) -> Result<(), String> {
        let Some((key, text)) = setting_key::split_assignment(assignment) else {
            return Err(format!("`{assignment}` is not of the form KEY=VALUE"));
        };
        let Some(path) = setting_key::split(key) else {
            return Err(format!("`{key}` is not a key: its quotes do not fit"));
        };
        let parsed = format!("value = {text}").parse::<toml::Table>().ok();
        let value = parsed.and_then(|mut table| table.remove("value"));
        let value = value.unwrap_or_else(|| toml::Value::String(text.to_owned()));
        self.add(path, value, &Origin::Flag)
    }

    fn add_file(&mut self, path: &Path, origin: Origin) {
        let text = match read_bounded(path, limits::SETTINGS_BYTES) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return,
            Err(error) => Err(error.to_string()),
            Ok(None) => Err("it is too large".to_owned()),
            Ok(Some(bytes)) => String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned()),
        };
        let table = text.and_then(|text| {
            text.parse::<toml::Table>().map_err(|error| error.message().to_owned())
        });
        match table {
            Ok(table) => self.add_table(&[], table, &origin),
            Err(reason) => {
                let reason = format!("the file cannot be read: {reason}");
                self.ignored.push(Ignored { key: String::new(), origin, reason });
            }
        }
    }

    fn add_table(&mut self, above: &[String], table: toml::Table, origin: &Origin) {
        for (name, value) in table {
            let mut path = above.to_vec();
            path.push(name);
            match value {
                toml::Value::Table(table) => self.add_table(&path, table, origin),
                value => {
                    let key = setting_key::join(&path);
                    if let Err(reason) = self.add(path, value, origin) {
                        self.ignored.push(Ignored { key, origin: origin.clone(), reason });
                    }
                }
            }
        }
    }

    /// Adds one value; the reason where it does not count.
    fn add(
        &mut self,
        path: Vec<String>,
        value: toml::Value,
        origin: &Origin,
    ) -> Result<(), String> {
        let known = KEYS.iter().find(|(pattern, ..)| fits(pattern, &path));
        let Some(&(_, holds, trust)) = known else {
            return Err("there is no such setting".to_owned());
        };
        let Some(value) = Value::of(value, holds) else {
            return Err(format!("it has the wrong type: {}", type_name(holds)));
        };
        self.made += 1;
        let key = setting_key::join(&path);
        let setting = Setting { value, origin: origin.clone(), path, order: self.made };
        if matches!(origin, Origin::Project(_)) {
            return self.add_from_project(key, setting, trust);
        }
        self.values.insert(key, setting);
        Ok(())
    }

    fn add_from_project(
        &mut self,
        key: String,
        setting: Setting,
        trust: Trust,
    ) -> Result<(), String> {
        let present = self.values.get_mut(&key);
        match (trust, &setting.value, present) {
            (Trust::FalseOnly, Value::Flag(false), _) => {}
            (Trust::DenyOnly, Value::Text(action), _) if action == "deny" => {}
            (Trust::Restricts, _, None) => {}
            (Trust::Adds, Value::Texts(new), Some(Setting { value: Value::Texts(old), .. })) => {
                old.extend(new.iter().cloned());
                return Ok(());
            }
            (Trust::Adds, _, None) => {}
            _ => return Err("only the user may set this: a project can only take away".to_owned()),
        }
        self.values.insert(key, setting);
        Ok(())
    }

    /// Adds what a file of the agent itself says; a later one counts.
    pub(crate) fn add_from_agent(&mut self, path: Vec<String>, value: Value, origin: Origin) {
        self.made += 1;
        let key = setting_key::join(&path);
        self.values.insert(key, Setting { value, origin, path, order: self.made });
    }

    /// Notes what does not count.
    pub(crate) fn ignore(&mut self, key: String, origin: Origin, reason: String) {
        self.ignored.push(Ignored { key, origin, reason });
    }

    /// Lays others over these: where both say something, the others count.
    pub(crate) fn overlay(&mut self, over: &Self) {
        for (key, setting) in &over.values {
            let order = self.made + setting.order;
            let setting = Setting { order, ..setting.clone() };
            if !matches!(setting.origin, Origin::Project(_)) {
                self.values.insert(key.clone(), setting);
                continue;
            }
            // A project's file takes away from what the agent's own files say, too.
            let known = KEYS.iter().find(|(pattern, ..)| fits(pattern, &setting.path));
            let (origin, trust) = (setting.origin.clone(), known.map(|(_, _, trust)| *trust));
            let added =
                self.add_from_project(key.clone(), setting, trust.unwrap_or(Trust::UserOnly));
            if let Err(reason) = added {
                self.ignore(key.clone(), origin, reason);
            }
        }
        self.made += over.made;
        self.ignored.extend(over.ignored.iter().cloned());
    }

    /// The value of a key, as [`setting_key::join`] writes it.
    fn value(&self, key: &str) -> Option<&Value> {
        self.values.get(key).map(|setting| &setting.value)
    }

    /// Where a value comes from, where somebody set it.
    pub fn origin(&self, key: &str) -> Option<&Origin> {
        self.values.get(key).map(|setting| &setting.origin)
    }

    /// A switch, where somebody set it.
    pub fn flag(&self, key: &str) -> Option<bool> {
        match self.value(key)? {
            Value::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    /// Of several switches that mean the same, the one that was made last, where somebody set one.
    pub(crate) fn last_flag(&self, keys: impl Iterator<Item = String>) -> Option<(String, bool)> {
        let made = keys.filter_map(|key| Some((self.values.get(&key)?, key)));
        let flags = made.filter_map(|(setting, key)| match setting.value {
            Value::Flag(flag) => Some((setting.order, key, flag)),
            _ => None,
        });
        flags.max_by_key(|(order, ..)| *order).map(|(_, key, flag)| (key, flag))
    }

    /// A text, where somebody set it.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.value(key)?.as_text()
    }

    /// A number as it is written, where somebody set one.
    pub fn number(&self, key: &str) -> Option<String> {
        match self.value(key)? {
            Value::Number(number) => Some(number.to_string()),
            Value::Decimal(number) => Some(number.clone()),
            _ => None,
        }
    }

    /// The texts of a list; none where nobody set it.
    pub fn list(&self, key: &str) -> &[String] {
        match self.value(key) {
            Some(Value::Texts(texts)) => texts,
            _ => &[],
        }
    }

    /// The texts of a list, where somebody set it: an empty list is not the same as none.
    pub fn list_if_set(&self, key: &str) -> Option<&[String]> {
        match self.value(key)? {
            Value::Texts(texts) => Some(texts),
            _ => None,
        }
    }

    /// Whether a dotted path of the `skills` settings is there and true, set, or not empty.
    pub fn is_truthy(&self, path: &str) -> bool {
        let Some(path) = setting_key::split(&format!("skills.{path}")) else { return false };
        match self.value(&setting_key::join(&path)) {
            Some(Value::Flag(flag)) => *flag,
            Some(Value::Number(number)) => *number != 0,
            Some(Value::Decimal(number)) => number.parse() != Ok(0.0),
            Some(Value::Text(text)) => !text.trim().is_empty(),
            Some(Value::Texts(_)) => true,
            None => self.values.values().any(|setting| setting.path.starts_with(&path)),
        }
    }

    /// The last segment, as it is meant, of every key that is one segment longer than this one, with
    /// its setting, in the order in which they were made.
    pub fn below(&self, key: &[&str]) -> Vec<(&str, &Setting)> {
        let mut found: Vec<(&str, &Setting)> = Vec::new();
        for setting in self.values.values() {
            if let Some((name, above)) = setting.path.split_last()
                && above.iter().eq(key)
            {
                found.push((name, setting));
            }
        }
        found.sort_by_key(|(_, setting)| setting.order);
        found
    }

    /// Whether anything is set below a key.
    pub(crate) fn has_any_below(&self, key: &[&str]) -> bool {
        let below = |setting: &Setting| {
            setting.path.len() > key.len() && setting.path.iter().zip(key).all(|(a, b)| a == b)
        };
        self.values.values().any(below)
    }

    /// Every setting, by key as it is written in a file.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Setting)> {
        self.values.iter().map(|(key, setting)| (key.as_str(), setting))
    }

    /// What does not count, and why.
    pub fn ignored(&self) -> &[Ignored] {
        &self.ignored
    }
}

/// Whether a key is one of a pattern's.
fn fits(pattern: &str, path: &[String]) -> bool {
    let patterns: Vec<&str> = pattern.split('.').collect();
    let fits = |(pattern, name): (&&str, &String)| match *pattern {
        "*" => !name.is_empty(),
        pattern => pattern == name,
    };
    patterns.len() == path.len() && patterns.iter().zip(path).all(fits)
}

fn type_name(holds: Holds) -> &'static str {
    match holds {
        Holds::Flag => "true or false is wanted",
        Holds::Text => "a text is wanted",
        Holds::Number => "a whole number is wanted",
        Holds::Decimal => "a number is wanted",
        Holds::Texts => "a list of texts is wanted",
    }
}
