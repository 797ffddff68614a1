//! The checks: one file each, one table, run in the table's order.
//!
//! A check looks at a skill and its surroundings and adds remarks; the rules weigh and word them.
//! The order is the one in which the reference validators report.

pub(crate) mod allowed_tools;
mod body;
mod compatibility;
mod context;
mod dependencies;
mod description;
mod flags;
mod license;
mod metadata;
mod model;
mod name;
mod references;
mod scripts;
mod title;
mod tools;
mod unknown_fields;
mod version;

use crate::Code;
use crate::diagnostic::{Diagnostic, Report, Severity, Span};
use crate::frontmatter::Value;
use crate::rules::{Errors, Nulls, Rules};
use crate::skill::Skill;
use crate::tree::Tree;

/// What a check may know beside the skill itself. What is not known is not judged.
#[derive(Clone, Copy, Default)]
pub struct Surroundings<'a> {
    /// The name of the skill's directory.
    pub directory: Option<&'a str>,
    /// The skill is a single file, whose name need not match.
    pub flat: bool,
    /// The skill's files.
    pub tree: Option<&'a dyn Tree>,
    /// The tools the host offers.
    pub tools: Option<&'a [String]>,
    /// The models the host offers.
    pub models: Option<&'a [String]>,
    /// The names of the other skills.
    pub skills: Option<&'a [String]>,
}

/// What a check is handed.
struct Subject<'a> {
    skill: &'a Skill,
    around: Surroundings<'a>,
}

impl<'a> Subject<'a> {
    fn field(&self, key: &str) -> Option<Value<'a>> {
        self.skill.frontmatter.get(key)
    }

    /// The value of a key, unless it is nothing and the rules take that for no key.
    fn given(&self, key: &str, rules: &Rules) -> Option<Value<'a>> {
        let absent = |value: &Value<'_>| value.is_null() && rules.nulls == Nulls::Absent;
        self.field(key).filter(|value| !absent(value))
    }

    /// Where to point when something of the frontmatter is missing: its first line.
    fn frontmatter_start(&self) -> Span {
        let start = self.skill.frontmatter.span().start as usize;
        Span::new(start, start)
    }
}

/// One check: what it can say, and how it finds out.
struct Check {
    codes: &'static [&'static Code],
    run: fn(&Subject<'_>, &mut Report<'_>),
}

const CHECKS: &[Check] = &[
    unknown_fields::CHECK,
    name::CHECK,
    description::CHECK,
    license::CHECK,
    compatibility::CHECK,
    metadata::CHECK,
    allowed_tools::CHECK,
    flags::CHECK,
    title::CHECK,
    body::CHECK,
    tools::CHECK,
    model::CHECK,
    dependencies::CHECK,
    context::CHECK,
    version::CHECK,
    references::CHECK,
    scripts::CHECK,
];

/// The codes of all checks.
pub(crate) fn codes() -> impl Iterator<Item = &'static Code> {
    CHECKS.iter().flat_map(|check| check.codes.iter().copied())
}

/// Checks a skill whose frontmatter was read.
///
/// `parsed` is what reading said: where a profile reports only the first error, or where the
/// frontmatter could not be read at all, that decides whether there is anything left to check.
pub fn validate(
    skill: &Skill,
    parsed: Vec<Diagnostic>,
    around: Surroundings<'_>,
    rules: &Rules,
) -> Vec<Diagnostic> {
    let mut all = parsed;
    let refused = all.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    if !refused {
        let mut report = Report::new(rules, skill.file.clone(), skill.text());
        let subject = Subject { skill, around };
        for check in CHECKS {
            (check.run)(&subject, &mut report);
        }
        let found = report.finish();
        match all.is_empty() {
            true => all = found,
            false => {
                all.reserve_exact(found.len());
                all.extend(found);
            }
        }
    }
    if rules.errors == Errors::First {
        let mut seen = false;
        all.retain(|diagnostic| {
            diagnostic.severity != Severity::Error || !std::mem::replace(&mut seen, true)
        });
    }
    all
}

/// The length of a text as all these systems count it: in code points.
fn length(text: &str) -> usize {
    text.chars().count()
}
