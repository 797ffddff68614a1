//! What is wrong with the skills and settings here, as far as somebody should do something about it.
//!
//! What a user switched off is not wrong, and a place that is not there is not either, unless a
//! setting names it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use prowess_format::place::{self, Trouble};
use prowess_format::rules::NameForm;
use prowess_format::{Severity, TreePath, name};

use crate::catalog::{Catalog, CatalogEntry};
use crate::engine::Engine;
use crate::host::Host;
use crate::listing::Budget;
use crate::profile::{OwnFault, Profile, ProfileError};
use crate::resolve::{Rejection, Status};
use crate::roots::Scope;
use crate::settings::{Ignored, Origin};
use crate::trust::StateError;

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// The agent it is about, where it is not about all of them.
    pub profile: Option<String>,
    /// The file or directory it is about.
    pub path: Option<PathBuf>,
    /// A sentence.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

/// What is wrong with what one agent finds: first the places, then the skills in the order of
/// discovery, then names that are easily confused, then what is hidden by another.
pub fn diagnose(engine: &Engine, catalog: &Catalog) -> Vec<Problem> {
    let mut problems = places(engine, catalog);
    problems.extend(catalog.entries().iter().filter_map(of_entry));
    problems.extend(lookalikes(catalog));
    problems.extend(shadowed(catalog));
    problems.extend(cut(catalog));
    for problem in &mut problems {
        problem.profile = Some(catalog.profile().to_owned());
    }
    problems
}

/// How many skills that are left out are named.
const NAMED: usize = 10;

/// What the agent leaves out of its list for lack of room: a model never hears of it.
fn cut(catalog: &Catalog) -> Option<Problem> {
    let omitted = catalog.listing(Budget::Profile).cut.omitted;
    if omitted.is_empty() {
        return None;
    }
    let more = omitted.len().saturating_sub(NAMED);
    let mut names = omitted[..omitted.len().min(NAMED)].join(", ");
    if more > 0 {
        names.push_str(&format!(" and {more} more"));
    }
    let count = omitted.len();
    let skills = if count == 1 { "skill is" } else { "skills are" };
    let message = format!("{count} {skills} loaded and left out of the agent's list: {names}");
    let help = "shorten descriptions, or switch off skills that are not needed";
    Some(problem(Severity::Warning, None, message, help))
}

/// What stands in settings files and does not count.
pub fn of_settings(ignored: &[Ignored]) -> Vec<Problem> {
    let problem = |ignored: &Ignored| {
        let (path, from_project) = match &ignored.origin {
            Origin::User(path) => (Some(path.clone()), false),
            Origin::Project(path) => (Some(path.clone()), true),
            Origin::Agent { path, project } => (Some(path.clone()), *project),
            _ => (None, false),
        };
        let whole = ignored.key.is_empty();
        let message = match whole {
            true => format!("these settings do not count: {}", ignored.reason),
            false => format!("the setting `{}` does not count: {}", ignored.key, ignored.reason),
        };
        let help = match (whole, from_project) {
            (true, _) => "mend the file, or nothing of it is used",
            (false, true) => {
                "set it in your own settings if you want it; `prowess config` says where"
            }
            (false, false) => "mend or remove it; `prowess config` shows what counts",
        };
        // Where a user's own file is broken, agents are shown otherwise than the user set.
        let severity = if whole && !from_project { Severity::Error } else { Severity::Warning };
        Problem { severity, profile: None, path, message, help: Some(help.to_owned()) }
    };
    ignored.iter().map(problem).collect()
}

/// What prowess remembers and cannot read: then nothing of it counts.
pub fn of_state(error: &StateError) -> Problem {
    let path = match error {
        StateError::Io { path, .. } | StateError::Invalid { path, .. } => Some(path.clone()),
    };
    let help = "nothing is trusted until the file is mended, or removed";
    problem(Severity::Error, path, error.to_string(), help)
}

/// What is wrong with the user's rules and suppressions, and with remembering verdicts.
pub fn of_scan(engine: &Engine) -> Vec<Problem> {
    let mend = "mend the file: what is wrong in it does not count";
    let forget = "make it writable, or remove it: verdicts are found out anew until then";
    let policy = engine.policy().problems().iter().map(|message| (message.clone(), mend));
    let cache = engine.verdict_trouble().map(|message| (message, forget));
    let all = policy.chain(cache);
    all.map(|(message, help)| problem(Severity::Warning, None, message, help)).collect()
}

/// What is wrong with the user's own profiles.
pub fn of_profiles(host: &Host) -> Vec<Problem> {
    let faults = Profile::own_faults(host).into_iter();
    faults.map(|(path, fault)| of_profile(path, &fault)).collect()
}

fn of_profile(path: PathBuf, fault: &OwnFault) -> Problem {
    let (severity, message, help) = match fault {
        // The error itself may quote the file.
        OwnFault::Broken(error) => {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let line = match error {
                ProfileError::Invalid { name: of, line: Some(line), .. } if *of == name => {
                    format!(" (line {line})")
                }
                _ => String::new(),
            };
            let message = format!("this profile of yours cannot be read{line}, and is not used");
            let help =
                format!("mend or remove it; `prowess --profile {name} list` says what is wrong");
            (Severity::Error, message, help)
        }
        OwnFault::Shadowed { name } => {
            let message =
                format!("this profile of yours is not used: the built-in `{name}` has its name");
            let help = format!("give the file another name; `extends = \"{name}\"` builds on it");
            (Severity::Warning, message, help)
        }
        OwnFault::Unnamed => {
            let message = "this profile of yours is not used: it cannot be named".to_owned();
            let help = "give the file a name of at most 64 letters, digits, `-` and `_`".to_owned();
            (Severity::Warning, message, help)
        }
    };
    problem(severity, Some(path), message, &help)
}

fn problem(severity: Severity, path: Option<PathBuf>, message: String, help: &str) -> Problem {
    let help = (!help.is_empty()).then(|| help.to_owned());
    Problem { severity, profile: None, path, message, help }
}

fn places(engine: &Engine, catalog: &Catalog) -> Vec<Problem> {
    let mut problems = Vec::new();
    for root in engine.roots().iter().filter(|root| root.off.is_none()) {
        let path = Some(root.path.clone());
        match root.path.metadata() {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                if root.scope == Scope::Extra {
                    let message = "settings name this directory, and it is not there".to_owned();
                    let help = "make it, or take it out of the settings";
                    problems.push(problem(Severity::Warning, path, message, help));
                }
            }
            Err(error) => {
                let message = format!("skills may be here, and it cannot be looked at: {error}");
                let help = "give yourself the right to read it";
                problems.push(problem(Severity::Error, path, message, help));
            }
            Ok(metadata) if !metadata.is_dir() => {
                let message =
                    "a directory of skills is looked for here, and this is none".to_owned();
                let help = "move it away, and put skills into a directory of that name";
                problems.push(problem(Severity::Warning, path, message, help));
            }
            Ok(_) => {}
        }
    }
    for (path, reason) in engine.broken_registries() {
        let message =
            format!("no skill of a plugin is found: the list of them cannot be read: {reason}");
        let help = "let the agent write it anew (install a plugin again), or mend the file";
        problems.push(problem(Severity::Error, Some(path), message, help));
    }
    for (path, trouble) in catalog.troubles() {
        if let Trouble::Unreadable(cause) = trouble {
            let message = format!("this place cannot be searched: {cause}");
            let help = "give yourself the right to read it, or move it away";
            problems.push(problem(Severity::Error, Some(path.clone()), message, help));
            continue;
        }
        let shown = path.display().to_string();
        for item in place::diagnose(trouble, &shown, TreePath::root(), &engine.profile().format) {
            let help = item.help.unwrap_or_default();
            problems.push(problem(item.severity, Some(path.clone()), item.message, &help));
        }
    }
    problems
}

/// What is wrong with one candidate, if anything is.
fn of_entry(entry: &CatalogEntry) -> Option<Problem> {
    let Status::Rejected(rejection) = &entry.status else { return None };
    let (severity, help) = match rejection.code {
        // Somebody wanted it so, or it is there by another way.
        "toggle" | "ignore" | "include" | "entry" | "bundled" | "permission" | "disabled"
        | "agent" | "mode" | "trusted" | "same-file" => return None,
        "os" => return None,
        "bins" => (Severity::Warning, "install what is missing, or put its directory into PATH"),
        "env" => {
            (Severity::Warning, "set the variable, or `skills.entries.<name>.env` in your settings")
        }
        "config" | "tools" => (Severity::Warning, ""),
        "scan" => {
            (Severity::Error, "read what `prowess scan` says about it before you use it at all")
        }
        "name-collision" => (Severity::Error, "rename all of them but one"),
        _ => (Severity::Error, ""),
    };
    let own = entry.diagnostics.iter().find(|item| item.code.id == rejection.code);
    let own = own.and_then(|item| item.help.as_deref()).unwrap_or_default();
    let help = if help.is_empty() { own } else { help };
    let message = message(entry, rejection);
    Some(problem(severity, Some(entry.candidate.file.clone()), message, help))
}

fn message(entry: &CatalogEntry, rejection: &Rejection) -> String {
    let line = rejection.line.map(|line| format!(" (line {line})")).unwrap_or_default();
    let place = entry.candidate.place_name();
    let name = match entry.skill.name_text() {
        "" => place.unwrap_or_default().into_owned(),
        name => name.to_owned(),
    };
    format!("`{name}` is not loaded: {}{line}", rejection.message)
}

/// Names that differ only in what the eye does not see.
fn lookalikes(catalog: &Catalog) -> Vec<Problem> {
    let mut by_look: BTreeMap<String, Vec<&CatalogEntry>> = BTreeMap::new();
    for entry in catalog.entries() {
        if !matches!(entry.status, Status::Rejected(_)) {
            by_look
                .entry(name::canonical(entry.skill.name_text()).into_owned())
                .or_default()
                .push(entry);
        }
    }
    let mut problems = Vec::new();
    for same in by_look.values().filter(|same| same.len() > 1) {
        let mut names: Vec<&str> = same.iter().map(|entry| entry.skill.name_text()).collect();
        names.sort_unstable();
        names.dedup();
        if names.len() < 2 {
            continue;
        }
        // Escaped, or they would look the same here too.
        let quoted: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
        let message = format!("names that look the same: {}", quoted.join(", "));
        let help = "rename all of them but one: a model cannot tell them apart";
        let path = same.last().map(|entry| entry.candidate.file.clone());
        problems.push(problem(Severity::Warning, path, message, help));
    }
    problems
}

/// How many skills are hidden by others of their names.
fn shadowed(catalog: &Catalog) -> Option<Problem> {
    let hidden: Vec<&CatalogEntry> = catalog
        .entries()
        .iter()
        .filter(|entry| matches!(entry.status, Status::Shadowed { .. }))
        .collect();
    if hidden.is_empty() {
        return None;
    }
    // A name that can be typed, where there is one.
    let plain = |name: &&str| name::has_form(name, NameForm::AsciiHyphensUnderscores);
    let names = hidden.iter().map(|entry| entry.skill.name_text());
    let example = names.filter(|name| !name.is_empty()).find(plain).unwrap_or("NAME");
    let message = match hidden.len() {
        1 => "1 skill is hidden by another of its name".to_owned(),
        count => format!("{count} skills are hidden by others of their names"),
    };
    let help = format!("`prowess why {example}` says which copy is loaded");
    Some(problem(Severity::Info, None, message, &help))
}
