//! Profiles: how one agent treats skills, as data.
//!
//! The built-in ones are `profiles/<name>.toml`. A profile selects from closed vocabularies; each
//! stage owns the type of its table (`[format]` is [`prowess_format::Rules`]), and this file only
//! puts them together.

use prowess_format::Rules;
use serde::Deserialize;

/// How one agent treats skills.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Profile {
    /// The file's stem.
    #[serde(skip)]
    pub name: String,
    /// The version of this schema: 1.
    pub schema: u32,
    /// What it stands for.
    pub emulates: Emulates,
    /// Whether it stands for that product as it is today.
    pub current: bool,
    /// How directories are walked.
    #[serde(default)]
    pub walk: Walk,
    /// When two skills are the same.
    #[serde(default)]
    pub identity: Identity,
    /// How a `SKILL.md` is read and judged.
    #[serde(default)]
    pub format: Rules,
}

/// What a profile stands for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Emulates {
    /// The product.
    pub product: String,
    /// Its version, or the date of what is known about it.
    pub version: String,
}

/// How a directory is walked for skills.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Walk {
    /// How many levels below the root a skill's directory may be.
    pub depth: usize,
    /// Nothing below a skill's directory is a skill of its own.
    pub stop_at_skill: bool,
    /// Whether single Markdown files are skills.
    pub flat: FlatFiles,
    /// Directories whose names begin with a dot are entered.
    pub hidden: bool,
}

impl Default for Walk {
    fn default() -> Self {
        Self { depth: 6, stop_at_skill: true, flat: FlatFiles::None, hidden: false }
    }
}

/// Which single Markdown files are skills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FlatFiles {
    /// None.
    None,
    /// Those directly in a root, except `README.md`.
    Root,
}

/// When two skills are the same, and what then.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Identity {
    /// What happens to skills of one name.
    pub collision: Collision,
}

/// What happens to skills of one name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Collision {
    /// The first found wins.
    #[default]
    First,
    /// The last found wins.
    Last,
    /// None of them loads.
    Error,
    /// All of them stay, told apart by version.
    Versions,
}

/// Why there is no such profile.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// No profile has that name.
    #[error("there is no profile `{name}`; there are {known}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The text is not a profile.
    #[error("profile `{name}` cannot be read: {cause}")]
    Invalid {
        /// Which one.
        name: String,
        /// Why, with the line.
        cause: String,
    },
}

macro_rules! built_in {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../profiles/", $name, ".toml")))),+]
    };
}

/// The profiles that come with the engine.
const BUILT_IN: &[(&str, &str)] = built_in![
    "agentskills",
    "bees",
    "claude-code",
    "omp",
    "openclaw",
    "opencode",
    "prowess",
    "wink",
    "wink-2026",
    "wundr",
];

impl Profile {
    /// A built-in profile.
    pub fn named(name: &str) -> Result<Self, ProfileError> {
        match BUILT_IN.iter().find(|(known, _)| *known == name) {
            Some((name, text)) => Self::from_toml(name, text),
            None => {
                let known = Self::names().collect::<Vec<_>>().join(", ");
                Err(ProfileError::Unknown { name: name.to_owned(), known })
            }
        }
    }

    /// The names of the built-in profiles.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// A profile from its text.
    pub fn from_toml(name: &str, text: &str) -> Result<Self, ProfileError> {
        let invalid = |cause: String| ProfileError::Invalid { name: name.to_owned(), cause };
        let mut profile: Self = toml::from_str(text).map_err(|error| invalid(error.to_string()))?;
        profile.name = name.to_owned();
        if profile.schema != 1 {
            return Err(invalid(format!(
                "schema {} is not known; this is schema 1",
                profile.schema
            )));
        }
        profile.format.check_codes().map_err(|error| invalid(error.to_string()))?;
        Ok(profile)
    }
}
