//! The skills that come with one, because it names them as its dependencies.

use prowess_format::Dialect;
use prowess_format::views::wundr::Wundr;

use super::page::Dependency;
use super::{ActivationError, ReadSkill, Request, fill};
use crate::catalog::{Catalog, CatalogEntry};
use crate::limits;

/// A walk over dependencies.
struct Walk<'a> {
    catalog: &'a Catalog,
    /// What comes before the skill, in order.
    order: Vec<&'a CatalogEntry>,
    /// The skills that lead to where the walk is.
    path: Vec<&'a CatalogEntry>,
    /// Names that no skill has.
    missing: Vec<String>,
}

impl Catalog {
    /// What a skill needs before it, what that needs first, each once; and what is to be said about it.
    /// A dependency that is missing is told of; where they go in a circle, none of them comes.
    pub(super) fn needed<'a>(
        &'a self,
        entry: &'a CatalogEntry,
    ) -> (Vec<&'a CatalogEntry>, Vec<String>) {
        if !self.profile.activation.dependencies {
            return Default::default();
        }
        let (order, path, missing) = (Vec::new(), vec![entry], Vec::new());
        let mut walk = Walk { catalog: self, order, path, missing };
        let mut warnings = Vec::new();
        if let Err(circle) = walk.visit(entry) {
            warnings.push(format!("dependencies go in a circle: {circle}; none of them is loaded"));
            return (Vec::new(), warnings);
        }
        let missing = walk.missing.iter();
        warnings.extend(missing.map(|name| format!("dependency `{name}` is not loaded")));
        if walk.order.len() > limits::DEPENDENCIES {
            let most = limits::DEPENDENCIES;
            warnings.push(format!("more than {most} dependencies; the others are not loaded"));
            walk.order.truncate(most);
        }
        (walk.order, warnings)
    }

    /// Those skills as the wrapper has them: with arguments, but nothing in them is run or read. And what
    /// was read for it.
    pub(super) fn dependencies(
        &self,
        needed: &[&CatalogEntry],
        request: &Request<'_>,
    ) -> Result<(Vec<Dependency>, Vec<ReadSkill>), ActivationError> {
        let dialect = Dialect {
            shell: Vec::new(),
            read: false,
            files: false,
            ..self.profile.dialect.clone()
        };
        let one = |entry: &&CatalogEntry| {
            let (body, digest) = self.body_of(entry)?;
            let body = fill(entry, &body, &dialect, &[], request)?.text();
            let name = entry.skill.name_text().to_owned();
            let read = ReadSkill { name: name.clone(), candidate: entry.candidate.clone(), digest };
            Ok((Dependency { name, body }, read))
        };
        let both: Result<Vec<_>, _> = needed.iter().map(one).collect();
        Ok(both?.into_iter().unzip())
    }
}

impl<'a> Walk<'a> {
    /// Takes in what a skill needs; the circle, where there is one.
    fn visit(&mut self, entry: &'a CatalogEntry) -> Result<(), String> {
        for name in Wundr::read(&entry.skill.frontmatter).dependencies {
            let Some(needed) = self.catalog.find(&name) else {
                if !self.missing.contains(&name) {
                    self.missing.push(name);
                }
                continue;
            };
            let is_needed = |other: &&CatalogEntry| std::ptr::eq(*other, needed);
            if let Some(at) = self.path.iter().position(is_needed) {
                let circle = self.path[at..].iter().chain([&needed]);
                let names: Vec<&str> = circle.map(|entry| entry.skill.name_text()).collect();
                return Err(names.join(" → "));
            }
            // Deeper than as many as may come, one more level changes nothing.
            if self.order.iter().any(is_needed) || self.path.len() > limits::DEPENDENCIES {
                continue;
            }
            self.path.push(needed);
            self.visit(needed)?;
            self.path.pop();
            self.order.push(needed);
        }
        Ok(())
    }
}
