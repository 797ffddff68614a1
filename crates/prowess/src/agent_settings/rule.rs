//! The `[[settings]]` of a profile: which files of the agent itself are read, and what of them.

use serde::Deserialize;

/// A file of an agent's own settings. Only what is mapped is read of it, since such files hold keys
/// and tokens; it is bounded, and never written.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SettingsFile {
    /// Where it is: a path with the placeholders of a root. Of several files the later one counts.
    pub path: String,
    /// How it is written.
    pub format: FileFormat,
    /// Whose it is.
    pub scope: SettingsScope,
    /// What is read of it.
    pub read: Vec<Mapping>,
}

/// How a settings file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileFormat {
    /// JSON, with comments and trailing commas.
    Json,
    /// TOML.
    Toml,
    /// YAML.
    Yaml,
}

/// Whose a settings file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SettingsScope {
    /// Whoever runs the machine.
    Enterprise,
    /// The user's.
    User,
    /// The project's.
    Project,
}

/// One value of a file and what it means here.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Mapping {
    /// Where it stands: a JSON pointer, as in `/skills/paths`; `*` stands for every key of a table, and
    /// nothing for the whole file.
    pub pointer: String,
    /// The setting it becomes; `*` stands for what the pointer's stood for.
    pub key: String,
    /// How it is read.
    pub decode: Decoder,
}

/// How a value of an agent's settings is read. `not-flag` and `text` are what no agent of ours needs so
/// far; users' own profiles may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decoder {
    /// True or false.
    Flag,
    /// The opposite: the file says what is off.
    NotFlag,
    /// A whole number.
    Number,
    /// A text.
    Text,
    /// Whether there is a text, or anything else: the text itself may be a key and is not kept.
    Presence,
    /// A list of texts, or one text.
    Texts,
    /// A list of paths; relative ones begin at the directory of the working directory.
    Paths,
    /// Rules: one action for everything, or a table of patterns with actions, in their order.
    Rules,
    /// Names of skills that are off: each is `KEY.<name>.enabled = false`.
    OffNames,
    /// The same where names are compared without case: each is `KEY.<name>.enabledInAnyCase = false`,
    /// the name in small letters.
    OffNamesAnyCase,
    /// A list of tables with a `name` or `path` and `enabled`: each is `KEY.<name>.enabled`.
    Toggles,
    /// Claude Code's rules: `Skill`, `Skill(name)` and `Skill(name *)` of a list are denied.
    DeniedSkills,
    /// Claude Code's overrides: a table of names with `on`, `name-only`, `user-invocable-only`, `off`.
    Overrides,
    /// A table of directories with `TRUST_FOLDER`, `TRUST_PARENT` or `DO_NOT_TRUST`.
    TrustedFolders,
}

impl SettingsFile {
    /// Whether it says something.
    pub(crate) fn check(&self) -> Result<(), String> {
        for mapping in &self.read {
            let stars = |text: &str| text.matches('*').count();
            if !mapping.pointer.is_empty() && !mapping.pointer.starts_with('/') {
                return Err(format!("the pointer `{}` does not begin with `/`", mapping.pointer));
            }
            if stars(&mapping.pointer) > 1 || stars(&mapping.key) > stars(&mapping.pointer) {
                return Err(format!("the key `{}` has a `*` that stands for nothing", mapping.key));
            }
        }
        crate::roots::check_placeholders(&self.path)
    }
}
