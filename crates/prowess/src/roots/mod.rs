//! The places a profile searches on one machine: patterns become directories, in one order.

mod plugins;
mod rule;

use std::path::{Path, PathBuf};

pub(crate) use rule::check_placeholders;
pub use rule::{AncestorOrder, RootKind, RootRule, Scope, Toggle, UpTo};

use self::plugins::Plugin;
use crate::bundled;
use crate::host::Host;
use crate::profile::{Profile, Walk};
use crate::setting_key;
use crate::settings::{Origin, Settings};
use crate::trust::{Standing, Trust};

/// A directory that is searched.
#[derive(Clone, Debug)]
pub struct Root {
    /// The directory; it need not exist.
    pub path: PathBuf,
    /// What is there: a directory, or what is part of the program.
    pub kind: RootKind,
    /// What kind of place it is.
    pub scope: Scope,
    /// Who reads it.
    pub provider: Option<String>,
    /// How it is walked.
    pub walk: Walk,
    /// The plugin it belongs to.
    pub plugin: Option<String>,
    /// A skill without a description is not loaded from here.
    pub require_description: bool,
    /// Why it is switched off, if it is.
    pub off: Option<String>,
    /// Whether what is there may run.
    pub standing: Standing,
}

impl Root {
    /// Whose it is, as oh-my-pi says it beside the provider: the project's, or the user's.
    pub fn level(&self) -> &'static str {
        if self.scope == Scope::Project { "project" } else { "user" }
    }
}

/// The directories of a profile, in the order in which they are searched. One that two patterns
/// lead to is searched once, at its first place.
pub fn expand(profile: &Profile, host: &Host, settings: &Settings, trust: &Trust) -> Vec<Root> {
    let mut rules: Vec<&RootRule> = profile.roots.iter().collect();
    // Stable: equal priorities stay in the order of the file.
    rules.sort_by_key(|rule| std::cmp::Reverse(rule.priority));
    let mut roots: Vec<Root> = Vec::new();
    for rule in rules {
        let except: Vec<PathBuf> = rule.except.iter().flat_map(|path| filled(path, host)).collect();
        for (path, plugin) in places(rule, host, settings) {
            if except.contains(&path) || roots.iter().any(|root| root.path == path) {
                continue;
            }
            let embedded = rule.kind == RootKind::Embedded;
            let scope = scope_of(rule, settings);
            let standing = match embedded {
                true => Standing::Trusted,
                false => trust.standing(host, scope, &path),
            };
            roots.push(Root {
                path,
                kind: if embedded { RootKind::Embedded } else { RootKind::Dir },
                scope,
                provider: rule.provider.clone(),
                walk: walk_of(rule, profile.walk),
                off: why_off(rule, host, settings)
                    .or_else(|| plugin_off(plugin.as_ref(), settings)),
                plugin: plugin.map(|plugin| plugin.name),
                require_description: rule.require_description,
                standing,
            });
        }
    }
    roots
}

/// What kind of place a rule leads to: what a project's file names is the project's, wherever it is.
fn scope_of(rule: &RootRule, settings: &Settings) -> Scope {
    let key = setting_of(&rule.path).and_then(|(key, _)| key.split('|').next());
    match key.and_then(|key| settings.origin(key)) {
        Some(Origin::Project(_) | Origin::Agent { project: true, .. }) => Scope::Project,
        _ => rule.scope,
    }
}

/// What a path that begins with `{setting:…}` has there, and what follows it.
fn setting_of(path: &str) -> Option<(&str, &str)> {
    path.strip_prefix("{setting:")?.split_once('}')
}

/// The paths of a setting, or of what stands for it where nobody made it: the first of the defaults
/// that is there, or else the last.
fn setting_paths(name: &str, host: &Host, settings: &Settings) -> Vec<PathBuf> {
    let mut parts = name.split('|');
    let key = parts.next().unwrap_or_default();
    if let Some(paths) = settings.list_if_set(key) {
        return paths.iter().map(|path| host.absolute(path.trim())).collect();
    }
    // Without the `.` of a path that is the working directory.
    let defaults: Vec<PathBuf> =
        parts.map(|path| host.absolute(path).components().collect()).collect();
    let there = defaults.iter().find(|path| path.is_dir()).or(defaults.last());
    there.cloned().into_iter().collect()
}

/// The directories of a rule, each with the plugin it belongs to.
fn places(rule: &RootRule, host: &Host, settings: &Settings) -> Vec<(PathBuf, Option<Plugin>)> {
    match rule.kind {
        RootKind::Dir => paths(rule, host, settings).into_iter().map(|path| (path, None)).collect(),
        RootKind::Embedded => vec![(PathBuf::from(bundled::PLACE), None)],
        RootKind::Plugin => {
            let files = paths(rule, host, settings);
            let installed = files.iter().flat_map(|file| plugins::installed(file, &host.cwd));
            installed.map(|plugin| (plugin.directory.join("skills"), Some(plugin))).collect()
        }
    }
}

/// The reason why a plugin that is installed is not used.
fn plugin_off(plugin: Option<&Plugin>, settings: &Settings) -> Option<String> {
    let key = setting_key::join(&["plugins", &plugin?.id, "enabled"]);
    (settings.flag(&key) == Some(false)).then(|| format!("{key} is off"))
}

fn walk_of(rule: &RootRule, walk: Walk) -> Walk {
    Walk {
        depth: rule.depth.unwrap_or(walk.depth),
        hidden: rule.hidden.unwrap_or(walk.hidden),
        flat: rule.flat.unwrap_or(walk.flat),
        links: rule.links.unwrap_or(walk.links),
        ..walk
    }
}

/// The reason why a root is not searched.
fn why_off(rule: &RootRule, host: &Host, settings: &Settings) -> Option<String> {
    let set = |name: &&String| host.variable(name).is_some_and(is_true);
    if let Some(name) = rule.unless_env.iter().find(set) {
        return Some(format!("{name} is set"));
    }
    let on = |key: &String| settings.flag(key).unwrap_or(true);
    if let Some(key) = rule.toggle.all.iter().find(|key| !on(key)) {
        return Some(format!("{key} is off"));
    }
    if let Some(key) = rule.toggle.not.iter().find(|key| settings.flag(key) == Some(true)) {
        return Some(format!("{key} is on"));
    }
    let any = &rule.toggle.any;
    (!any.is_empty() && !any.iter().any(on)).then(|| format!("all of {} are off", any.join(", ")))
}

/// What counts as true in an environment variable.
fn is_true(value: &str) -> bool {
    !matches!(value.to_ascii_lowercase().as_str(), "0" | "false" | "no" | "off")
}

/// The directories a pattern stands for, nearest or farthest ancestor first.
fn paths(rule: &RootRule, host: &Host, settings: &Settings) -> Vec<PathBuf> {
    if let Some((name, below)) = setting_of(&rule.path) {
        let below = below.trim_start_matches('/');
        let inside = |path: PathBuf| if below.is_empty() { path } else { path.join(below) };
        return setting_paths(name, host, settings).into_iter().map(inside).collect();
    }
    if let Some(name) = rule.path.strip_prefix("{paths:").and_then(|rest| rest.strip_suffix('}')) {
        let listed = host.variable(name).unwrap_or_default().split(',').map(str::trim);
        return listed.filter(|path| !path.is_empty()).map(|path| host.absolute(path)).collect();
    }
    let patterns = || std::iter::once(&rule.path).chain(&rule.also);
    if !rule.path.contains("{ancestor}") {
        return patterns().filter_map(|pattern| fill(pattern, host, &host.cwd)).collect();
    }
    let mut ancestors = match (rule.up_to, host.worktree()) {
        (UpTo::WorktreeOrHome, _) | (_, Some(_)) => host.ancestors(),
        (UpTo::Worktree, None) => vec![host.cwd.clone()],
        (UpTo::WorktreeOrRoot, None) => host.cwd.ancestors().map(Path::to_owned).collect(),
    };
    if rule.ancestors == AncestorOrder::FarthestFirst {
        ancestors.reverse();
    }
    let in_one = |ancestor: &PathBuf| -> Vec<PathBuf> {
        patterns().filter_map(|pattern| fill(pattern, host, ancestor)).collect()
    };
    ancestors.iter().flat_map(in_one).collect()
}

/// The paths that a pattern stands for, the nearest to the working directory last: of settings files
/// it is the one that counts.
pub(crate) fn filled(pattern: &str, host: &Host) -> Vec<PathBuf> {
    if !pattern.contains("{ancestor}") {
        return fill(pattern, host, &host.cwd).into_iter().collect();
    }
    let ancestors = host.ancestors();
    ancestors.iter().rev().filter_map(|ancestor| fill(pattern, host, ancestor)).collect()
}

/// One pattern with its placeholders filled; `None` where one of them stands for nothing here.
fn fill(pattern: &str, host: &Host, ancestor: &Path) -> Option<PathBuf> {
    let mut out = String::new();
    let mut rest = pattern;
    while let Some(open) = rest.find('{') {
        out.push_str(&rest[..open]);
        let close = open + rest[open..].find('}')?;
        let path = placeholder(&rest[open + 1..close], host, ancestor)?;
        out.push_str(path.to_str()?);
        rest = &rest[close + 1..];
    }
    out.push_str(rest);
    Some(PathBuf::from(out))
}

fn placeholder(name: &str, host: &Host, ancestor: &Path) -> Option<PathBuf> {
    match name {
        "home" => Some(host.home.clone()),
        "config" => Some(host.config()),
        "cwd" => Some(host.cwd.clone()),
        "ancestor" => Some(ancestor.to_owned()),
        "worktree" => Some(host.worktree().unwrap_or_else(|| host.cwd.clone())),
        "system" => Some(PathBuf::from(host.system.to_str()?.trim_end_matches('/'))),
        "agent" => host.agent.as_deref().filter(|name| is_segment(name)).map(PathBuf::from),
        "mode" => host.mode.as_deref().filter(|name| is_segment(name)).map(PathBuf::from),
        _ => {
            if let Some(default) = name.strip_prefix("agent|") {
                let agent = host.agent.as_deref().unwrap_or(default);
                return is_segment(agent).then(|| PathBuf::from(agent));
            }
            let (variable, default) = name.strip_prefix("env:")?.split_once('|')?;
            match host.variable(variable) {
                Some(value) => Some(host.absolute(value)),
                // A default begins in the home directory; none means that the root is not there.
                None if default.is_empty() => None,
                None => Some(host.home.join(default)),
            }
        }
    }
}

/// Whether a name can stand in a path without leading elsewhere.
fn is_segment(name: &str) -> bool {
    !name.is_empty() && name != "." && name != ".." && !name.contains(['/', '\0'])
}
