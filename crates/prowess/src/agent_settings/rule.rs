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
    /// Environment variables that keep the agent from reading it when they are set to something true.
    #[serde(default)]
    pub unless_env: Vec<String>,
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
    /// A number, with a fraction or without, that is not below nothing.
    Decimal,
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
    /// Names of extensions that are off: `skill:<name>` is `KEY.<name>.enabled = false`.
    OffExtensions,
    /// A list of directories and `SKILL.md` files, which are `KEY.paths`, and of patterns after a `!`
    /// that take skills away by their paths, which are `KEY.excludedPaths`.
    PathsAndExclusions,
    /// A list of tables with either a `name` or a `path`, and `enabled`: each is `KEY.<name>.enabled`.
    Toggles,
    /// Claude Code's rules: `Skill`, `Skill(name)` and `Skill(name *)` of a list are denied.
    DeniedSkills,
    /// Claude Code's overrides: a table of names with `on`, `name-only`, `user-invocable-only`, `off`.
    Overrides,
    /// A table of directories with `TRUST_FOLDER`, `TRUST_PARENT` or `DO_NOT_TRUST`.
    TrustedFolders,
    /// A table of paths with true or false: each is `KEY.<path>`; relative ones begin at the working
    /// directory. What is on is searched too, what is off is not searched although it usually is.
    PathSwitches,
    /// A list of tables with an `id` and a list `skills`: each is `KEY.<id>.skills`.
    ListsById,
    /// A table of names with `overrides`, patterns of directories that switch off where they begin with
    /// a `!`: the last that fits the working directory is `KEY.<name>.enabled`.
    DirectoryRules,
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
