//! Which candidates win: every one of them gets a status and a reason.
//!
//! A profile lists its gates, and the order is part of the behaviour: whether a skill that is
//! switched off can still hide another of its name depends on where the collision stands.

mod collide;
mod form;
mod ignore_files;
mod limit;
mod links;
mod lookalikes;
mod names;
mod product;
mod requirements;
mod scan;

use std::sync::Arc;

use prowess_format::views::gating::Gating;

use crate::catalog::CatalogEntry;
use crate::host::Host;
use crate::permission::{self, Denied, Rule};
use crate::profile::{Gate, Profile};
use crate::roots::Root;
use crate::settings::Settings;

pub(crate) use form::refused as refused_for_form;
pub(crate) use scan::ScanGate;

/// What became of a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is loaded.
    Active,
    /// Another of the same name is loaded instead.
    Shadowed {
        /// Its place in the catalog.
        by: usize,
    },
    /// It is not loaded.
    Rejected(Rejection),
}

/// Why a candidate is not loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The code of the diagnostic, or the name of the gate.
    pub code: &'static str,
    /// A sentence.
    pub message: String,
    /// The line of its file that is to blame.
    pub line: Option<u32>,
}

impl Rejection {
    fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), line: None }
    }
}

/// What the gates may know.
pub(crate) struct Circumstances<'a> {
    pub(crate) profile: &'a Profile,
    pub(crate) host: &'a Host,
    pub(crate) settings: &'a Settings,
    /// The permission rules that the settings hold.
    rules: Vec<Rule>,
    /// How skills are scanned while they are loaded.
    scan: ScanGate<'a>,
    /// Whether any skill has settings of its own: mostly none has, and thousands need not be asked.
    has_entries: bool,
}

impl<'a> Circumstances<'a> {
    pub(crate) fn new(
        profile: &'a Profile,
        host: &'a Host,
        settings: &'a Settings,
        scan: ScanGate<'a>,
    ) -> Self {
        let rules = permission::rules(settings, host.agent.as_deref());
        let has_entries = settings.has_any_below(&["skills", "entries"]);
        Self { profile, host, settings, rules, scan, has_entries }
    }
}

/// What one gate looks at.
struct Subject<'a> {
    entry: &'a CatalogEntry,
    root: &'a Arc<Root>,
    /// The requirements its frontmatter states, where the profile reads them.
    gating: Option<&'a Gating>,
    around: &'a Circumstances<'a>,
}

/// Gives every entry its status. The outcome depends on the entries' order only.
pub(crate) fn resolve(entries: &mut [CatalogEntry], around: &Circumstances<'_>) {
    let namespaces: Vec<&str> = around.profile.namespaces.iter().map(String::as_str).collect();
    let gating: Vec<Option<Gating>> = entries
        .iter()
        .map(|entry| match namespaces.is_empty() {
            true => None,
            false => Gating::read(&entry.skill.frontmatter, &namespaces),
        })
        .collect();
    for (at, gating) in gating.iter().enumerate() {
        let entry = &entries[at];
        let subject = Subject { entry, root: &entry.root, gating: gating.as_ref(), around };
        if let Some(rejection) = links::links(&subject) {
            entries[at].status = Status::Rejected(rejection);
        }
    }
    let mut always = vec![false; entries.len()];
    for gate in &around.profile.gates {
        if *gate == Gate::Collide {
            collide::collide(entries, around.profile);
            continue;
        }
        if *gate == Gate::Limit {
            limit::limit(entries, around.settings);
            continue;
        }
        if *gate == Gate::IgnoreFiles {
            ignore_files::ignore_files(entries);
            continue;
        }
        if *gate == Gate::Scan {
            scan::scan(entries, around.scan.of_profile, &around.scan);
            continue;
        }
        for (at, gating) in gating.iter().enumerate() {
            if entries[at].status != Status::Active || always[at] {
                continue;
            }
            if *gate == Gate::Always {
                always[at] = gating.as_ref().is_some_and(|gating| gating.always);
                continue;
            }
            let entry = &entries[at];
            let subject = Subject { entry, root: &entry.root, gating: gating.as_ref(), around };
            if let Some(rejection) = pass(*gate, &subject) {
                entries[at].status = Status::Rejected(rejection);
            }
        }
    }
    scan::scan(entries, around.scan.asked_for, &around.scan);
    if around.has_entries {
        for entry in entries.iter_mut() {
            entry.shown = names::shown(entry, around.settings);
            hide(entry, names::left_to_users(entry, around.settings));
        }
    }
    let gated = around.profile.gates.contains(&Gate::Permission);
    if gated && around.profile.permission.denied == Denied::Hidden {
        for entry in entries.iter_mut() {
            hide(entry, names::denied(entry, around).map(|rejection| rejection.message));
        }
    }
    if around.profile.hiding.by_policy {
        let active = entries.iter_mut().filter(|entry| entry.status == Status::Active);
        for entry in active.filter(|entry| !entry.is_hidden()) {
            hide(entry, product::left_to_users(&entry.candidate));
        }
    }
    lookalikes::remark(entries, &around.profile.format);
}

/// Keeps a skill from the model, where there is a reason; of several the first is told.
fn hide(entry: &mut CatalogEntry, reason: Option<String>) {
    if entry.hidden.is_none() {
        entry.hidden = reason.map(String::into_boxed_str);
    }
}

/// Why a gate does not let a candidate through.
fn pass(gate: Gate, subject: &Subject<'_>) -> Option<Rejection> {
    match gate {
        Gate::Parse => form::parse(subject),
        Gate::Enabled => form::enabled(subject),
        Gate::Toggle => names::toggle(subject),
        Gate::Ignore => names::ignore(subject),
        Gate::ExcludedPaths => names::excluded_paths(subject),
        Gate::Include => names::include(subject),
        Gate::Entry => names::entry(subject),
        Gate::Bundled => names::bundled(subject),
        Gate::Os => requirements::os(subject),
        Gate::Bins => requirements::bins(subject),
        Gate::Env => requirements::env(subject),
        Gate::Config => requirements::config(subject),
        Gate::Tools => requirements::tools(subject),
        Gate::Mode => names::mode(subject),
        Gate::Agent => names::agent(subject),
        Gate::Permission => names::permission(subject),
        Gate::Trusted => names::trusted(subject),
        Gate::Product => product::product(subject),
        // These are about more than one candidate, or about the gates after them.
        Gate::Collide | Gate::Always | Gate::Limit | Gate::IgnoreFiles | Gate::Scan => None,
    }
}
