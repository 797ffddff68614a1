//! Which ways to install something OpenClaw would follow.
//!
//! The values come from a skill's author and end up as arguments of a package manager, so nothing
//! passes that could be read as an option, a file, another source or a second word.

use std::fmt;

use super::gating::{Install, Kind};

/// Ways to install, judged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// Those that are followed, in their order.
    pub kept: Vec<Install>,
    /// Those that are not.
    pub dropped: Vec<Dropped>,
}

/// A way to install that is not followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// The way.
    pub install: Install,
    /// Why.
    pub reason: Reason,
}

/// Why a way to install is not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// OpenClaw does not know its kind.
    UnknownKind,
    /// The key that says what to install is missing.
    Missing(&'static str),
    /// The value of this key could be taken for something else.
    Unsafe(&'static str),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKind => f.write_str("its kind is not known"),
            Self::Missing(key) => write!(f, "`{key}` is missing"),
            Self::Unsafe(key) => write!(f, "`{key}` has a value that is not safe to pass on"),
        }
    }
}

/// Parts the ways that OpenClaw would follow from those it would not.
pub fn judge(installs: Vec<Install>) -> Judged {
    let mut judged = Judged::default();
    for install in installs {
        match check(&install) {
            Ok(()) => judged.kept.push(install),
            Err(reason) => judged.dropped.push(Dropped { install, reason }),
        }
    }
    judged
}

/// Whether OpenClaw would follow this way to install.
pub fn check(install: &Install) -> Result<(), Reason> {
    match install.kind {
        Kind::Brew => target("formula", &install.formula, is_brew_formula),
        Kind::Node => target("package", &install.package, is_registry_package),
        Kind::Go => target("module", &install.module, is_go_module),
        Kind::Uv => target("package", &install.package, is_python_requirement),
        Kind::Download => {
            target("url", &install.url, is_web_address)?;
            let digest = install.sha256.as_deref();
            if digest.is_none_or(is_sha256) { Ok(()) } else { Err(Reason::Unsafe("sha256")) }
        }
        Kind::Unsaid | Kind::Apt | Kind::Other(_) => Err(Reason::UnknownKind),
    }
}

fn target(
    key: &'static str,
    value: &Option<String>,
    is_safe: fn(&str) -> bool,
) -> Result<(), Reason> {
    let value = value.as_deref().ok_or(Reason::Missing(key))?;
    if is_safe(value) { Ok(()) } else { Err(Reason::Unsafe(key)) }
}

/// A letter or digit, then letters, digits and these.
fn is_word(text: &str, others: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphanumeric())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || others.contains(c))
}

fn is_brew_formula(text: &str) -> bool {
    is_word(text, "@+._/-") && !text.contains("..")
}

fn is_go_module(text: &str) -> bool {
    let (path, version) = text.split_once('@').unwrap_or((text, "latest"));
    is_word(path, "._~+-/") && is_word(version, "._~+-/")
}

fn is_python_requirement(text: &str) -> bool {
    is_word(text, "._-[]=<>!~+,")
}

/// `name`, `@scope/name`, either with `@` and a version or tag: nothing that is not on a registry.
fn is_registry_package(text: &str) -> bool {
    let (name, version) = match text.rfind('@') {
        Some(at) if at > 0 => (&text[..at], &text[at + 1..]),
        _ => (text, "latest"),
    };
    let is_name = |name: &str| is_word(name, "-._~") && !name.contains(char::is_uppercase);
    let name_fine = match name.strip_prefix('@') {
        Some(scoped) => {
            scoped.split_once('/').is_some_and(|(scope, name)| is_name(scope) && is_name(name))
        }
        None => is_name(name),
    };
    name_fine && is_word(version, "._+-")
}

/// An `http` or `https` address with a host and without blanks.
fn is_web_address(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else { return false };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    (scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https"))
        && !host.is_empty()
        && !text.contains(|c: char| c.is_whitespace() || c.is_control())
}

fn is_sha256(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
