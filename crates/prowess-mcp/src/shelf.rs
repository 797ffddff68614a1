//! What clients of one profile can see at one moment: the loaded skills by name, in one order.

use std::collections::HashMap;
use std::sync::Arc;

use prowess::format::frontmatter::Value;
use prowess::format::views::claude_code::ClaudeCode;
use prowess::live::Snapshot;
use prowess::resolve::Status;
use prowess::resource::address;
use prowess::{Catalog, CatalogEntry, Engine};

/// The skills of a catalog. Those that a rule denies are not among them: the engine did not load them.
#[derive(Debug)]
pub(crate) struct Shelf {
    pub(crate) generation: u64,
    pub(crate) catalog: Arc<Catalog>,
    pub(crate) engine: Arc<Engine>,
    /// Sorted by name.
    skills: Vec<Shown>,
    by_name: HashMap<String, usize>,
}

/// One skill.
#[derive(Debug)]
struct Shown {
    name: String,
    /// Its place in the catalog.
    at: usize,
    /// Users may start it.
    for_users: bool,
}

/// One skill, with what was read of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item<'a> {
    pub(crate) name: &'a str,
    pub(crate) entry: &'a CatalogEntry,
    pub(crate) for_users: bool,
}

impl Item<'_> {
    /// The address of the file that describes it.
    pub(crate) fn uri(&self) -> String {
        address(self.name, b"SKILL.md")
    }

    /// What users are told to type after its name.
    pub(crate) fn hint(&self) -> Option<String> {
        ClaudeCode::read(&self.entry.skill.frontmatter).argument_hint
    }
}

impl Shelf {
    pub(crate) fn new(snapshot: Snapshot) -> Self {
        let Snapshot { generation, catalog, engine } = snapshot;
        let keys = &engine.profile().activation.user_keys;
        let for_users = |entry: &CatalogEntry| {
            let refuses = |key: &String| {
                entry.skill.frontmatter.get(key).and_then(Value::as_flag) == Some(false)
            };
            !keys.iter().any(refuses)
        };
        let mut by_name: HashMap<String, usize> = HashMap::new();
        let mut skills: Vec<Shown> = Vec::new();
        for (at, entry) in catalog.entries().iter().enumerate() {
            let name = entry.skill.name_text();
            if entry.status != Status::Active || name.is_empty() {
                continue;
            }
            if let Some(known) = by_name.get(name) {
                // Where several have a name, it is the one that everything else takes it for.
                let meant = catalog.find(name).is_some_and(|meant| std::ptr::eq(meant, entry));
                if meant {
                    skills[*known].at = at;
                    skills[*known].for_users = for_users(entry);
                }
                continue;
            }
            by_name.insert(name.to_owned(), skills.len());
            skills.push(Shown { name: name.to_owned(), at, for_users: for_users(entry) });
        }
        skills.sort_by(|a, b| a.name.cmp(&b.name));
        for (at, skill) in skills.iter().enumerate() {
            by_name.insert(skill.name.clone(), at);
        }
        Self { generation, catalog, engine, skills, by_name }
    }

    /// A skill by its name.
    pub(crate) fn get(&self, name: &str) -> Option<Item<'_>> {
        self.by_name.get(name).map(|at| self.item(&self.skills[*at]))
    }

    fn item<'a>(&'a self, shown: &'a Shown) -> Item<'a> {
        Item {
            name: &shown.name,
            entry: &self.catalog.entries()[shown.at],
            for_users: shown.for_users,
        }
    }

    /// All skills that come after a name.
    pub(crate) fn after<'a>(&'a self, name: Option<&str>) -> impl Iterator<Item = Item<'a>> {
        let from =
            name.map_or(0, |name| self.skills.partition_point(|skill| skill.name.as_str() <= name));
        self.skills[from..].iter().map(|shown| self.item(shown))
    }

    /// Those that are shown to models and in lists.
    pub(crate) fn listed(&self) -> impl Iterator<Item = Item<'_>> {
        self.after(None).filter(|item| !item.entry.is_hidden())
    }
}
