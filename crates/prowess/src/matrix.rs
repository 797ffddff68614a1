//! Skills by agents: where each is visible, and what keeps it from being so elsewhere.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::catalog::{Catalog, CatalogEntry};
use crate::resolve::Status;
use crate::why;

/// How it stands with a skill under one agent. The best of its copies counts, the first of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Visibility {
    /// A model is told of it.
    Visible,
    /// It is loaded, and only users can start it.
    Hidden,
    /// A permission rule denies it.
    Denied,
    /// Something it needs is not here.
    NotEligible,
    /// A setting switches it off.
    Off,
    /// It cannot be read, or its form is refused.
    Rejected,
    /// Another one takes its place, or the agent does not get to it.
    Shadowed,
}

impl Visibility {
    /// All of them, the best first.
    pub const ALL: [Self; 7] = [
        Self::Visible,
        Self::Hidden,
        Self::Denied,
        Self::NotEligible,
        Self::Off,
        Self::Rejected,
        Self::Shadowed,
    ];

    /// Its name in the contract.
    pub fn name(self) -> &'static str {
        match self {
            Self::Visible => "visible",
            Self::Hidden => "hidden",
            Self::Denied => "denied",
            Self::NotEligible => "not-eligible",
            Self::Off => "off",
            Self::Rejected => "rejected",
            Self::Shadowed => "shadowed",
        }
    }

    /// How it stands with one candidate.
    pub fn of(entry: &CatalogEntry) -> Self {
        match &entry.status {
            Status::Active if entry.is_hidden() => Self::Hidden,
            Status::Active => Self::Visible,
            Status::Shadowed { .. } => Self::Shadowed,
            Status::Rejected(rejection) => match rejection.code {
                "permission" => Self::Denied,
                "os" | "bins" | "env" | "config" | "tools" => Self::NotEligible,
                "toggle" | "ignore" | "include" | "entry" | "bundled" | "disabled" | "trusted"
                | "agent" | "mode" => Self::Off,
                "same-file" | "limit" => Self::Shadowed,
                _ => Self::Rejected,
            },
        }
    }
}

/// How it stands with a skill under one agent, and why.
#[derive(Clone, Debug)]
pub struct Cell {
    /// How it stands.
    pub visibility: Visibility,
    /// The entry of that agent's catalog that counts.
    pub entry: usize,
    /// Why.
    pub message: String,
}

/// One skill: a cell for each agent, in the order of the catalogs; none where the agent finds nothing
/// of that name.
#[derive(Clone, Debug)]
pub struct Row {
    /// The skill's name.
    pub name: String,
    /// By agent.
    pub cells: Vec<Option<Cell>>,
}

/// Every name that some agent finds, sorted, by agents.
pub fn matrix(catalogs: &[Arc<Catalog>]) -> Vec<Row> {
    let mut rows: BTreeMap<String, Vec<Option<Cell>>> = BTreeMap::new();
    for (at, catalog) in catalogs.iter().enumerate() {
        for (name, entry) in best(catalog) {
            let found = &catalog.entries()[entry];
            let visibility = Visibility::of(found);
            let message = why::explain(catalog, found).message;
            let cells = rows.entry(name.to_owned()).or_insert_with(|| vec![None; catalogs.len()]);
            cells[at] = Some(Cell { visibility, entry, message });
        }
    }
    rows.into_iter().map(|(name, cells)| Row { name, cells }).collect()
}

/// For each name the candidate that counts: the best one, of equals the first.
fn best(catalog: &Catalog) -> HashMap<&str, usize> {
    let mut best: HashMap<&str, usize> = HashMap::new();
    for (at, entry) in catalog.entries().iter().enumerate() {
        let rank = |at: usize| Visibility::of(&catalog.entries()[at]);
        best.entry(entry.skill.name_text())
            .and_modify(|known| {
                if rank(at) < rank(*known) {
                    *known = at;
                }
            })
            .or_insert(at);
    }
    best
}
