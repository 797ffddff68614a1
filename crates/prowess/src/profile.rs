//! Profiles: how one agent treats skills, as data.
//!
//! The built-in ones are `profiles/<name>.toml`. A profile selects from closed vocabularies; each
//! stage owns the type of its table (`[format]` is [`prowess_format::Rules`]), and this file only
//! puts them together.

use prowess_format::Rules;
use serde::Deserialize;

use crate::listing::ListingRules;

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
    /// How directories are walked, where a root says nothing else.
    #[serde(default)]
    pub walk: Walk,
    /// The places that are searched, in the order in which they are.
    #[serde(default)]
    pub roots: Vec<RootRule>,
    /// What a candidate passes to be loaded, in this order.
    #[serde(default = "default_gates")]
    pub gates: Vec<Gate>,
    /// The keys of `metadata` under which requirements (programs, variables, systems) are read.
    #[serde(default)]
    pub namespaces: Vec<String>,
    /// When two skills are the same.
    #[serde(default)]
    pub identity: Identity,
    /// How a `SKILL.md` is read and judged.
    #[serde(default)]
    pub format: Rules,
    /// How the skills are shown to a model.
    #[serde(default)]
    pub listing: ListingRules,
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
    /// The directory itself may be a skill.
    pub include_self: bool,
}

impl Default for Walk {
    fn default() -> Self {
        Self {
            depth: 6,
            stop_at_skill: true,
            flat: FlatFiles::None,
            hidden: false,
            include_self: true,
        }
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

/// A place that is searched for skills.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RootRule {
    /// Where: a path with `{home}`, `{config}`, `{cwd}`, `{ancestor}`, `{worktree}`, `{system}`,
    /// `{env:NAME|default}` or `{setting:KEY}`, which stands for each path of a setting.
    pub path: String,
    /// What kind of place it is.
    pub scope: Scope,
    /// Who reads it, in the agent's own words.
    #[serde(default)]
    pub provider: Option<String>,
    /// Which of the directories above comes first, where the path has `{ancestor}`.
    #[serde(default)]
    pub ancestors: AncestorOrder,
    /// Roots of a higher priority come first; equal ones in the order of the file.
    #[serde(default)]
    pub priority: i32,
    /// Depth, where it is not the profile's.
    #[serde(default)]
    pub depth: Option<usize>,
    /// Whether hidden directories are entered, where it is not as the profile says.
    #[serde(default)]
    pub hidden: Option<bool>,
    /// Whether single files are skills, where it is not as the profile says.
    #[serde(default)]
    pub flat: Option<FlatFiles>,
    /// A skill without a description is not loaded from here.
    #[serde(default)]
    pub require_description: bool,
    /// The settings that switch it off.
    #[serde(default)]
    pub toggle: Toggle,
    /// Environment variables that switch it off when they are set to something true.
    #[serde(default)]
    pub unless_env: Vec<String>,
}

/// Settings that switch something: all of `all` are on, one of `any` is, none of `not` is. A setting
/// that nobody made is on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Toggle {
    /// All of these.
    pub all: Vec<String>,
    /// At least one of these, where there are any.
    pub any: Vec<String>,
    /// None of these.
    pub not: Vec<String>,
}

/// What kind of place a root is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Set up by whoever runs the machine.
    Enterprise,
    /// Comes with the agent.
    Bundled,
    /// The user's own.
    User,
    /// The project's.
    Project,
    /// Named in settings or on the command line.
    Extra,
    /// Brought by a plugin.
    Plugin,
    /// Kept by the agent itself.
    Managed,
}

impl Scope {
    /// Its name in the contract.
    pub fn name(self) -> &'static str {
        match self {
            Self::Enterprise => "enterprise",
            Self::Bundled => "bundled",
            Self::User => "user",
            Self::Project => "project",
            Self::Extra => "extra",
            Self::Plugin => "plugin",
            Self::Managed => "managed",
        }
    }
}

/// Which of the directories above the working directory is searched first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AncestorOrder {
    /// The working directory itself.
    #[default]
    NearestFirst,
    /// The topmost.
    FarthestFirst,
}

/// One thing a candidate has to pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gate {
    /// Its file can be read and its form is accepted.
    Parse,
    /// Its frontmatter does not switch it off.
    Enabled,
    /// Its root is switched on.
    Toggle,
    /// No pattern of the ignore list fits its name.
    Ignore,
    /// A pattern of the include list fits its name, where there is a list.
    Include,
    /// No setting of its own switches it off.
    Entry,
    /// It is on the list of allowed bundled skills, where there is one and it is bundled.
    Bundled,
    /// No other skill of its name comes before it.
    Collide,
    /// It is for this operating system.
    Os,
    /// From here on a skill that is marked `always` passes.
    Always,
    /// The programs it needs are there.
    Bins,
    /// The environment variables it needs are set.
    Env,
    /// The settings it needs are made.
    Config,
    /// The tools it needs are offered.
    Tools,
    /// No permission rule denies it.
    Permission,
}

fn default_gates() -> Vec<Gate> {
    vec![Gate::Parse, Gate::Toggle, Gate::Collide]
}

/// When two skills are the same, and what then.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Identity {
    /// What happens to skills of one name.
    pub collision: Collision,
    /// When two names are one.
    #[serde(default)]
    pub key: IdentityKey,
}

/// When two names are one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IdentityKey {
    /// When they are equal.
    #[default]
    Exact,
    /// When they look equal: whatever their case, width and invisible characters.
    Canonical,
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
        profile.listing.check().map_err(invalid)?;
        Ok(profile)
    }
}
