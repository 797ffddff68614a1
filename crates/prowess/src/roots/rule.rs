//! The `[[roots]]` of a profile: where an agent looks for skills.

use prowess_format::rules::NameForm;
use serde::Deserialize;

use crate::profile::{FlatFiles, Links};

/// A place that is searched for skills.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RootRule {
    /// What is there.
    #[serde(default)]
    pub kind: RootKind,
    /// Where: a path with `{home}`, `{config}`, `{cwd}`, `{ancestor}`, `{worktree}`, `{system}`,
    /// `{agent}`, `{agent|default}`, `{mode}`, `{env:NAME|default}`; or one that begins with
    /// `{setting:KEY}`, for each path of a setting, or is `{paths:NAME}`, for each path of a variable
    /// that lists some. The default of a variable begins in the home directory, and `~` is that itself.
    /// In `{setting:KEY|PATH|PATH}` the first of the paths that is there stands for a setting that
    /// nobody made, or else the last.
    pub path: String,
    /// Other paths that are searched right after it; where it has `{ancestor}`, in each of the
    /// directories above, before the next.
    #[serde(default)]
    pub also: Vec<String>,
    /// Paths that are not searched although a pattern leads there: they are another rule's.
    #[serde(default)]
    pub except: Vec<String>,
    /// What kind of place it is.
    pub scope: Scope,
    /// Who reads it, in the agent's own words.
    #[serde(default)]
    pub provider: Option<String>,
    /// Which of the directories above comes first, where the path has `{ancestor}`.
    #[serde(default)]
    pub ancestors: AncestorOrder,
    /// How far up the directories above go.
    #[serde(default)]
    pub up_to: UpTo,
    /// The setting that lists the names of files which mark the topmost of the directories above, in
    /// place of a repository; without such a file there is none above the working directory.
    #[serde(default)]
    pub markers: Option<String>,
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
    /// What becomes of what is behind links, where it is not as the profile says.
    #[serde(default)]
    pub links: Option<Links>,
    /// A skill without a description is not loaded from here.
    #[serde(default)]
    pub require_description: bool,
    /// A skill whose name has another form is not loaded from here.
    #[serde(default)]
    pub name_form: NameForm,
    /// The settings that switch it off.
    #[serde(default)]
    pub toggle: Toggle,
    /// Environment variables that switch it off when they are set to something true.
    #[serde(default)]
    pub unless_env: Vec<String>,
}

/// Settings that switch something: all of `all` are on, one of `any` is, none of `not` is. A setting
/// that nobody made is on, unless it is one of `default-off`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Toggle {
    /// All of these.
    pub all: Vec<String>,
    /// At least one of these, where there are any.
    pub any: Vec<String>,
    /// None of these.
    pub not: Vec<String>,
    /// Those of the others that are off until somebody switches them on.
    pub default_off: Vec<String>,
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

/// What is at a root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RootKind {
    /// Skills, in a directory.
    #[default]
    Dir,
    /// Skills that are part of the program; the path is only how they are called.
    Embedded,
    /// Directories of one thing each, such as extensions; skills are in `skills` of each.
    Each,
    /// The file in which an agent keeps which plugins are installed; skills are in `skills` of each.
    Plugin,
}

/// How far up the directories above the working directory go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UpTo {
    /// To the worktree; where there is none to the home directory, if that is above.
    #[default]
    WorktreeOrHome,
    /// To the worktree; where there is none no further than the working directory.
    Worktree,
    /// To the worktree; where there is none to the root of the file system.
    WorktreeOrRoot,
}

/// The placeholders a path may have; those with a colon or a bar go on with a name.
const PLACEHOLDERS: [&str; 12] = [
    "home", "config", "cwd", "ancestor", "worktree", "system", "agent", "agent|", "mode", "env:",
    "paths:", "setting:",
];

impl RootRule {
    /// Whether its path says something.
    pub(crate) fn check(&self) -> Result<(), String> {
        self.also.iter().chain(&self.except).try_for_each(|path| check_placeholders(path))?;
        check_placeholders(&self.path)
    }
}

/// Whether every placeholder of a path is one.
pub(crate) fn check_placeholders(path: &str) -> Result<(), String> {
    let mut rest = path;
    while let Some(open) = rest.find('{') {
        let Some(close) = rest[open..].find('}') else {
            return Err(format!("the path `{path}` has a `{{` that is not closed"));
        };
        let name = &rest[open + 1..open + close];
        let known = PLACEHOLDERS.iter().any(|known| match known.ends_with([':', '|']) {
            true => name.starts_with(known),
            false => name == *known,
        });
        if !known {
            return Err(format!("the path `{path}` has an unknown `{{{name}}}`"));
        }
        rest = &rest[open + close + 1..];
    }
    Ok(())
}
