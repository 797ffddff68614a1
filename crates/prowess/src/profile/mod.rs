//! Profiles: how one agent treats skills, as data.
//!
//! The built-in ones are `profiles/<name>.toml`; users' own lie in their configuration directory. A
//! profile selects from closed vocabularies; each stage owns the type of its table (`[format]` is
//! [`prowess_format::Rules`]), and this file only puts them together.

pub use find::OwnFault;
pub(crate) use find::naming_clients;
use prowess_format::{Dialect, Rules};
use prowess_scan::Pack;
use serde::Deserialize;

use crate::activation::ActivationRules;
use crate::agent_settings::SettingsFile;
use crate::agents::Install;
use crate::discover::Reach;
use crate::hiding::Hiding;
use crate::listing::ListingRules;
use crate::mcp_rules::McpRules;
use crate::permission::{Applies, Denied, PermissionRules};
use crate::roots::RootRule;
use crate::typed::TypedRules;

mod find;

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
    /// What the product is called where a skill says for which products it is; the gate `product`.
    #[serde(default)]
    pub product: Option<String>,
    /// The keys of `metadata` under which requirements (programs, variables, systems) are read.
    #[serde(default)]
    pub namespaces: Vec<String>,
    /// Settings a skill may need that hold where nobody made them.
    #[serde(default)]
    pub config_defaults: Vec<String>,
    /// When two skills are the same.
    #[serde(default)]
    pub identity: Identity,
    /// How a skill says that a model is not to be told about it.
    #[serde(default)]
    pub hiding: Hiding,
    /// When permission rules count, and what they say about a skill that none names.
    #[serde(default)]
    pub permission: PermissionRules,
    /// How the gate `scan` scans.
    #[serde(default)]
    pub scan: ScanRules,
    /// How a `SKILL.md` is read and judged.
    #[serde(default)]
    pub format: Rules,
    /// What is filled into a skill's text.
    #[serde(default)]
    pub dialect: Dialect,
    /// What a skill that is started comes to.
    #[serde(default)]
    pub activation: ActivationRules,
    /// How users start skills.
    #[serde(default)]
    pub typed: TypedRules,
    /// How the skills are shown to a model.
    #[serde(default)]
    pub listing: ListingRules,
    /// The files of the agent itself that are read to see what it sees.
    #[serde(default)]
    pub settings: Vec<SettingsFile>,
    /// Whether the agent notices that its skills change.
    #[serde(default)]
    pub reload: Reload,
    /// How the agent meets skills as a client of MCP.
    #[serde(default)]
    pub mcp: McpRules,
    /// Where skills are put for the agent, and how it is recognised.
    #[serde(default)]
    pub install: Option<Install>,
}

/// Whether an agent notices that its skills change while it runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reload {
    /// They are watched, and a change is there at once.
    #[default]
    Watch,
    /// They are loaded once; a change counts when the agent is started again.
    Once,
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
    /// Directories `node_modules` are entered.
    pub node_modules: bool,
    /// The directory itself may be a skill.
    pub include_self: bool,
    /// What becomes of what was found by following a link.
    pub links: Links,
    /// How many levels behind a link are searched, where it is not as many as anywhere.
    pub depth_behind_link: Option<usize>,
    /// What the agent leaves out, of one place; the gate `limit` says so of each.
    pub bounds: Bounds,
    /// What the search may cost. No profile says that.
    #[serde(skip)]
    pub reach: Reach,
}

/// How far an agent gets in one place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Bounds {
    /// Directories it looks at, level by level.
    pub directories: Option<usize>,
    /// Skills it looks at, good or bad.
    pub candidates: Option<usize>,
    /// Skills it loads.
    pub skills: Option<usize>,
}

/// What becomes of a skill that was found by following a link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Links {
    /// It is as good as any.
    #[default]
    Followed,
    /// It is not loaded, unless it really lies in the root it was found in, or where a setting allows.
    Contained,
    /// Directories may be links, but the file that describes the skill must lie in its directory.
    FileContained,
    /// Directories may be links, but the file that describes the skill must be none.
    Directories,
    /// It is not loaded.
    Refused,
}

impl Default for Walk {
    fn default() -> Self {
        Self {
            depth: 6,
            stop_at_skill: true,
            flat: FlatFiles::None,
            hidden: false,
            node_modules: false,
            include_self: true,
            links: Links::Followed,
            depth_behind_link: None,
            bounds: Bounds::default(),
            reach: Reach::default(),
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
    /// All of those directly in a root.
    RootAndReadme,
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
    /// No pattern of the list of excluded paths fits where it is.
    ExcludedPaths,
    /// No `.gitignore`, `.ignore` or `.fdignore` between its root and it names it.
    IgnoreFiles,
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
    /// It is for the mode the product is in, where it names modes and one was chosen.
    Mode,
    /// It is on the list of its agent, or else of all agents, where there is one.
    Agent,
    /// No permission rule denies it.
    Permission,
    /// The agent gets so far: it does not look at more directories, or load more skills, of a place.
    Limit,
    /// Its project is one that the agent trusts, unless its settings say that it does not ask.
    Trusted,
    /// The scanner does not block it. A skill that is marked `always` has to pass it too.
    Scan,
    /// It is not kept for other products than the profile's, by `agents/openai.yaml` beside it.
    Product,
}

/// How the gate `scan` scans.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct ScanRules {
    /// The pack of rules; the user's where it says none.
    pub pack: Option<Pack>,
}

impl Profile {
    /// Has permission rules decide for every skill, and drops those that are denied.
    pub(crate) fn drop_denied(&mut self) {
        self.permission.applies = Applies::Always;
        self.permission.denied = Denied::Dropped;
        if !self.gates.contains(&Gate::Permission) {
            self.gates.push(Gate::Permission);
        }
    }
}

fn default_gates() -> Vec<Gate> {
    vec![Gate::Parse, Gate::Toggle, Gate::Collide]
}

/// What a skill is called, when two are the same, and what then.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Identity {
    /// What happens to skills of one name.
    pub collision: Collision,
    /// When two names are one.
    pub key: IdentityKey,
    /// Where the name comes from.
    pub name: NameSource,
    /// What a single file is called that does not say a name.
    pub single_file: SingleFileName,
    /// What users are shown in place of the name.
    pub label: Label,
    /// One file is one skill, also where it was found under two names.
    pub file_once: bool,
    /// What stands between the name of a plugin and that of a skill in it; nothing where a skill of a
    /// plugin has no other name than it would have anywhere.
    pub plugin_separator: String,
}

/// Where a skill's name comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NameSource {
    /// From the skill, as its format says.
    #[default]
    Skill,
    /// From where it is: the directories from the root on, as in `web/scraper`.
    Path,
}

/// What a single file is called that does not say a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SingleFileName {
    /// Its stem.
    #[default]
    Stem,
    /// As the directory in which it lies.
    Directory,
}

/// What users are shown in place of a skill's name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Label {
    /// Nothing else.
    #[default]
    Name,
    /// The `name` of its frontmatter, unless that has angle brackets or a line break.
    Frontmatter,
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
    /// All of them stay.
    All,
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
        /// The line of its own text that is to blame, where that is known.
        line: Option<usize>,
    },
}

impl ProfileError {
    /// Of a profile that makes no sense.
    fn invalid(name: &str, cause: String) -> Self {
        Self::Invalid { name: name.to_owned(), cause, line: None }
    }

    /// Of a text that cannot be read.
    fn of_toml(name: &str, text: &str, error: &toml::de::Error) -> Self {
        let before = error.span().and_then(|span| text.get(..span.start));
        let line = before.map(|before| before.matches('\n').count() + 1);
        Self::Invalid { name: name.to_owned(), cause: error.to_string(), line }
    }
}

impl Profile {
    /// A profile from its text, which says all there is to say.
    pub fn from_toml(name: &str, text: &str) -> Result<Self, ProfileError> {
        let profile =
            toml::from_str(text).map_err(|error| ProfileError::of_toml(name, text, &error))?;
        Self::checked(name, profile)
    }

    /// A profile that was read, if it makes sense.
    fn checked(name: &str, mut profile: Self) -> Result<Self, ProfileError> {
        let invalid = |cause: String| ProfileError::invalid(name, cause);
        profile.name = name.to_owned();
        if profile.schema != 1 {
            return Err(invalid(format!(
                "schema {} is not known; this is schema 1",
                profile.schema
            )));
        }
        profile.format.check_codes().map_err(|error| invalid(error.to_string()))?;
        profile.listing.check().map_err(invalid)?;
        profile.activation.check().map_err(invalid)?;
        for root in &profile.roots {
            root.check().map_err(invalid)?;
        }
        for file in &profile.settings {
            file.check().map_err(invalid)?;
        }
        if let Some(install) = &profile.install {
            install.check().map_err(invalid)?;
        }
        Ok(profile)
    }

    /// Whether its product has modes with skills of their own.
    pub fn has_modes(&self) -> bool {
        self.roots.iter().any(|root| root.path.contains("{mode}"))
            || self.gates.contains(&Gate::Mode)
    }

    /// Whether it tells the agents inside its product apart.
    pub fn has_agents(&self) -> bool {
        let named =
            |root: &RootRule| root.path.contains("{agent}") || root.path.contains("{agent|");
        self.gates.contains(&Gate::Permission)
            || self.gates.contains(&Gate::Agent)
            || self.roots.iter().any(named)
    }
}
