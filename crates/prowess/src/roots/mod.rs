//! The places a profile searches on one machine: patterns become directories, in one order.

mod named_by_project;
mod plugins;
mod rule;
mod switches;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use prowess_format::rules::NameForm;
pub(crate) use rule::check_placeholders;
pub use rule::{AncestorOrder, RootKind, RootRule, Scope, Toggle, UpTo};

use self::named_by_project::Search;
use self::plugins::Plugin;
use crate::bundled;
use crate::host::Host;
use crate::limits;
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
    /// A skill whose name has another form is not loaded from here.
    pub name_form: NameForm,
    /// Why it is switched off, if it is.
    pub off: Option<String>,
    /// What kind of place it counts as where trust is concerned: whatever lies in the project is the
    /// project's, also where the agent takes it for its own.
    pub(crate) judged: Scope,
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
        for (path, plugin) in places(rule, host, settings) {
            if roots.iter().any(|root| root.path == path) {
                continue;
            }
            let embedded = rule.kind == RootKind::Embedded;
            // What a project's file names is the project's, wherever it is.
            let naming_file = named_by_project::naming_file(rule, &path, host, settings);
            let scope = if naming_file.is_some() { Scope::Project } else { rule.scope };
            let in_project = ["{cwd}", "{ancestor}", "{worktree}"];
            let in_project = in_project.iter().any(|place| rule.path.starts_with(place));
            let judged = if in_project { Scope::Project } else { scope };
            let standing = match embedded {
                true => Standing::Trusted,
                false => trust.standing(host, judged, &path),
            };
            let mut walk = walk_of(rule, profile.walk);
            let mut off = why_off(rule, host, settings)
                .or_else(|| plugin_off(plugin.as_ref(), settings))
                .or_else(|| switches::off(&path, host, settings));
            if let Some(file) = naming_file {
                match named_by_project::search(file, &path, host, trust) {
                    Search::Free => {}
                    Search::Within(reach) => walk.reach = reach,
                    Search::Refused => {
                        walk.depth = 0;
                        let reason = "a file of the project names it, and everything is below it";
                        off = Some(reason.to_owned());
                    }
                }
            }
            roots.push(Root {
                path,
                kind: if embedded { RootKind::Embedded } else { RootKind::Dir },
                scope,
                provider: rule.provider.clone(),
                walk,
                off,
                plugin: plugin.map(|plugin| plugin.name),
                require_description: rule.require_description,
                name_form: rule.name_form,
                judged,
                standing,
            });
        }
    }
    roots
}

/// Where the setting stands that makes a rule lead to a path; where each path is a setting, that one.
fn named_in<'a>(
    rule: &RootRule,
    path: &Path,
    host: &Host,
    settings: &'a Settings,
) -> Option<&'a Origin> {
    match setting_of(&rule.path)?.0.split('|').next()? {
        switches::KEY => switches::origin(path, host, settings),
        key => settings.origin(key),
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
    if key == switches::KEY {
        return switches::on(host, settings);
    }
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
        RootKind::Each => {
            let places = paths(rule, host, settings).into_iter().flat_map(|path| each_below(&path));
            places.map(|path| (path.join("skills"), Plugin::in_directory(path))).collect()
        }
        RootKind::Embedded => vec![(PathBuf::from(bundled::PLACE), None)],
        RootKind::Plugin => {
            let files = paths(rule, host, settings);
            // One that cannot be read names none; `doctor` says so.
            let read = |file: &PathBuf| plugins::installed(file, &host.cwd).unwrap_or_default();
            let installed = files.iter().flat_map(read);
            installed.map(|plugin| (plugin.directory.join("skills"), Some(plugin))).collect()
        }
    }
}

/// The files of installed plugins that cannot be read, each with the reason.
pub(crate) fn broken_registries(
    profile: &Profile,
    host: &Host,
    settings: &Settings,
) -> Vec<(PathBuf, String)> {
    let rules = profile.roots.iter().filter(|rule| rule.kind == RootKind::Plugin);
    let files = rules.flat_map(|rule| paths(rule, host, settings));
    let broken = |file: PathBuf| match plugins::installed(&file, &host.cwd) {
        Ok(_) => None,
        Err(reason) => Some((file, reason)),
    };
    files.filter_map(broken).collect()
}

/// The files and directories that say where else to look: lists of installed plugins, and directories
/// of which each one holds a place.
pub(crate) fn sources(profile: &Profile, host: &Host, settings: &Settings) -> Vec<PathBuf> {
    let says = |rule: &&RootRule| matches!(rule.kind, RootKind::Plugin | RootKind::Each);
    profile.roots.iter().filter(says).flat_map(|rule| paths(rule, host, settings)).collect()
}

/// The directories in a directory, by name, as many as a search would look at.
fn each_below(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = directory.read_dir() else { return Vec::new() };
    let entries = entries.take(limits::TREE_ENTRIES).flatten().map(|entry| entry.path());
    let mut below: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
    below.sort_unstable();
    below
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
    let default = |key: &String| !rule.toggle.default_off.contains(key);
    let on = |key: &String| settings.flag(key).unwrap_or_else(|| default(key));
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
pub(crate) fn is_true(value: &str) -> bool {
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
    let markers = rule.markers.as_deref().and_then(|key| settings.list_if_set(key));
    let mut ancestors = match (rule.up_to, host.worktree()) {
        _ if markers.is_some() => up_to_marker(&host.cwd, markers.unwrap_or_default()),
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
    let except: Vec<PathBuf> =
        rule.except.iter().filter_map(|pattern| fill(pattern, host, &host.cwd)).collect();
    ancestors.iter().flat_map(in_one).filter(|path| !except.contains(path)).collect()
}

/// A directory and those above it up to the nearest that holds one of these files, or only itself.
fn up_to_marker(cwd: &Path, markers: &[String]) -> Vec<PathBuf> {
    let holds = |directory: &&Path| {
        markers.iter().any(|name| is_segment(name) && directory.join(name).exists())
    };
    let top = cwd.ancestors().find(holds).unwrap_or(cwd);
    let above = cwd.ancestors().take_while(|directory| directory.starts_with(top));
    above.map(Path::to_owned).collect()
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
    let mut out = OsString::new();
    let mut rest = pattern;
    while let Some(open) = rest.find('{') {
        out.push(&rest[..open]);
        let close = open + rest[open..].find('}')?;
        let path = placeholder(&rest[open + 1..close], host, ancestor)?;
        out.push(path);
        rest = &rest[close + 1..];
    }
    out.push(rest);
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
                None if default == "~" => Some(host.home.clone()),
                None => Some(host.home.join(default)),
            }
        }
    }
}

/// Whether a name can stand in a path without leading elsewhere.
fn is_segment(name: &str) -> bool {
    !name.is_empty() && name != "." && name != ".." && !name.contains(['/', '\0'])
}
