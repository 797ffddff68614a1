//! What a user typed: which skills a draft starts, and with which arguments.
//!
//! ```text
//! draft ─ forms of the profile, the first that recognises it ─▶ invocations, what stays as a message, warnings
//! ```
//!
//! A value comes of it and nothing is started: each [`Invocation`] is for [`Catalog::activate`]. A command
//! that a draft begins with is one whether or not there is such a skill, so that the user is told; inside a
//! text only the names of loaded skills count. Whitespace around a draft does not.

mod dollar;
mod leading;
mod names;
mod rules;
mod skill_prefix;
mod skill_prefix_within;
mod slash;
mod slash_stacked;

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

pub use rules::{Form, TypedRules};

use crate::catalog::Catalog;
use crate::commands;
use crate::engine::Engine;
use names::Names;

/// What a draft comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typed {
    /// The skills it starts, in order, each once.
    pub invocations: Vec<Invocation>,
    /// What stays as the user's message: all of the draft, or nothing where a command took it.
    pub rest: String,
    /// What the user should know.
    pub warnings: Vec<TypedWarning>,
}

/// A skill that a draft starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// What [`Catalog::find`] knows it by: its name, or the path of its file where several have that
    /// name. As it was typed where there is no such skill.
    pub name: String,
    /// What it is started with.
    pub arguments: String,
    /// Where the draft names it, in bytes.
    pub span: Range<usize>,
}

/// Why something that looks like a skill in a draft starts none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedWarning {
    /// Several loaded skills have the name.
    Ambiguous {
        /// The name.
        name: String,
        /// Their files, sorted.
        files: Vec<PathBuf>,
    },
    /// More skills are named than the agent takes.
    TooMany {
        /// How many.
        named: usize,
        /// How many it takes.
        most: usize,
    },
}

impl fmt::Display for TypedWarning {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ambiguous { name, files } => {
                write!(out, "several skills are called `{name}`; name one by its path: ")?;
                let links = files.iter().map(|file| format!("[${name}]({})", file.display()));
                out.write_str(&links.collect::<Vec<_>>().join(", "))
            }
            Self::TooMany { named, most } => {
                write!(
                    out,
                    "{named} skills are named, and no more than {most} can be; none is started"
                )
            }
        }
    }
}

impl Typed {
    /// A draft that is a message and nothing else.
    fn message(draft: &str) -> Self {
        Self { rest: draft.to_owned(), ..Self::default() }
    }

    /// A draft that is a command and nothing else.
    fn command(invocations: Vec<Invocation>) -> Self {
        Self { invocations, ..Self::default() }
    }
}

/// A draft, and what it may name.
struct Draft<'a> {
    text: &'a str,
    names: Names<'a>,
    rules: &'a TypedRules,
}

impl Engine {
    /// What a draft comes to with a catalog that this engine loaded. A message, where settings switch
    /// commands off.
    pub fn typed(&self, catalog: &Catalog, draft: &str) -> Typed {
        match commands::switched_off(&self.settings()) {
            Some(_) => Typed::message(draft),
            None => catalog.typed(draft),
        }
    }
}

impl Catalog {
    /// What a draft comes to. Settings are not asked here; see [`Engine::typed`].
    pub fn typed(&self, draft: &str) -> Typed {
        let rules = &self.profile.typed;
        let read = Draft { text: draft, names: Names::of(self), rules };
        let found = rules.forms.iter().find_map(|form| form.read(&read));
        found.unwrap_or_else(|| Typed::message(draft))
    }
}
