//! Finding a profile by its name: the built-in ones, then the user's own.

use std::path::{Path, PathBuf};

use super::{Profile, ProfileError};
use crate::agents::{self, Install};
use crate::host::Host;
use crate::limits;
use crate::read::read_bounded;

/// The profiles that come with the engine: every file of `profiles/`, by name.
const BUILT_IN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/profiles.rs"));

impl Profile {
    /// A built-in profile, by its name or by that of the agent it stands for.
    pub fn named(name: &str) -> Result<Self, ProfileError> {
        read(profile_of(name), None)
    }

    /// A built-in profile, or one of the user's own.
    pub fn find(name: &str, host: &Host) -> Result<Self, ProfileError> {
        read(profile_of(name), Some(&host.profiles()))
    }

    /// The names of the built-in profiles.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// The names of the user's own profiles.
    pub fn own_names(host: &Host) -> Vec<String> {
        own_names(&host.profiles())
    }

    /// What is wrong with the user's own profiles, by file.
    pub fn own_faults(host: &Host) -> Vec<(PathBuf, OwnFault)> {
        let mut faults: Vec<(PathBuf, OwnFault)> = own_files(&host.profiles())
            .into_iter()
            .filter_map(|file| own_fault(&file, host).map(|fault| (file, fault)))
            .collect();
        faults.sort_by(|a, b| a.0.cmp(&b.0));
        faults
    }

    /// The names of all profiles on a machine, sorted: the built-in ones and the user's.
    pub fn names_on(host: &Host) -> Vec<String> {
        let mut names: Vec<String> = Self::names().map(str::to_owned).collect();
        names.extend(own_names(&host.profiles()));
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// What is wrong with a file among the user's own profiles.
#[derive(Debug)]
pub enum OwnFault {
    /// It cannot be read.
    Broken(ProfileError),
    /// A profile or an agent that is built in has its name, and is used in its place.
    Shadowed {
        /// The name.
        name: String,
    },
    /// Its name cannot be a profile's.
    Unnamed,
}

/// The profiles that may name clients of MCP, with what the built-in ones say of them: reading all of each
/// profile would take longer than loading the skills.
pub(crate) fn naming_clients(host: &Host) -> Vec<(String, Option<String>)> {
    let line =
        |text: &str| text.lines().find(|line| line.starts_with("clients = ")).map(str::to_owned);
    let own = Profile::own_names(host).into_iter().map(|name| (name, None));
    let built_in =
        BUILT_IN.iter().filter_map(|(name, text)| Some(((*name).to_owned(), Some(line(text)?))));
    own.chain(built_in).collect()
}

fn own_fault(file: &Path, host: &Host) -> Option<OwnFault> {
    let Some(name) = own_name(file) else { return Some(OwnFault::Unnamed) };
    if built_in(profile_of(&name)).is_some() {
        return Some(OwnFault::Shadowed { name });
    }
    Profile::find(&name, host).err().map(OwnFault::Broken)
}

/// The files in the user's directory that are meant to be profiles.
fn own_files(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "toml")).collect()
}

/// The name of the profile in a file, where it can be one.
fn own_name(file: &Path) -> Option<String> {
    file.file_stem()?.to_str().filter(|name| is_name(name)).map(str::to_owned)
}

/// The names of the files in the user's directory that can be profiles.
fn own_names(directory: &Path) -> Vec<String> {
    own_files(directory).iter().filter_map(|file| own_name(file)).collect()
}

/// Whether a name can be a profile's: it also names a file, so it is no path.
fn is_name(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    !name.is_empty() && name.len() <= 64 && name.bytes().all(fits)
}

/// Reads a profile with all that it builds on.
fn read(name: &str, own: Option<&Path>) -> Result<Profile, ProfileError> {
    let text = text_of(name, own)?;
    let invalid = |cause: String| ProfileError::invalid(name, cause);
    // One that builds on no other is read as it stands, so that errors name their lines.
    let mut table: toml::Table =
        text.parse().map_err(|error| ProfileError::of_toml(name, &text, &error))?;
    if !table.contains_key("extends") {
        return Profile::from_toml(name, &text);
    }
    let mut depth = 0;
    while let Some(base) = table.remove("extends") {
        depth += 1;
        if depth > limits::PROFILE_BASES {
            let most = limits::PROFILE_BASES;
            return Err(invalid(format!("it builds on more than {most} others, or on itself")));
        }
        let Some(base) = base.as_str() else {
            return Err(invalid("`extends` is not the name of a profile".to_owned()));
        };
        let below = text_of(profile_of(base), own)?;
        let below: toml::Table =
            below.parse().map_err(|error| ProfileError::of_toml(base, &below, &error))?;
        table = merged(below, table);
    }
    let profile = toml::Value::Table(table).try_into();
    Profile::checked(name, profile.map_err(|error: toml::de::Error| invalid(error.to_string()))?)
}

/// The text of a profile.
fn text_of(name: &str, own: Option<&Path>) -> Result<String, ProfileError> {
    if let Some(text) = built_in(name) {
        return Ok(text);
    }
    let unknown = || {
        let mut known: Vec<String> = Profile::names().map(str::to_owned).collect();
        known.extend(own.map(own_names).unwrap_or_default());
        known.sort_unstable();
        ProfileError::Unknown { name: name.to_owned(), known: known.join(", ") }
    };
    let Some(own) = own.filter(|_| is_name(name)) else { return Err(unknown()) };
    let file = own.join(format!("{name}.toml"));
    let invalid = |cause: String| ProfileError::invalid(name, cause);
    match read_bounded(&file, limits::PROFILE_BYTES) {
        Ok(Some(bytes)) => String::from_utf8(bytes)
            .map_err(|_| invalid(format!("`{}` is not UTF-8", file.display()))),
        Ok(None) => Err(invalid(format!("`{}` is too large", file.display()))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(unknown()),
        Err(error) => Err(invalid(format!("`{}`: {error}", file.display()))),
    }
}

/// The name of the profile that a name stands for: an agent may be known by another than its profile.
fn profile_of(name: &str) -> &str {
    if BUILT_IN.iter().any(|(known, _)| *known == name) {
        return name;
    }
    agents::find(name).and_then(|agent| agent.profile.as_deref()).unwrap_or(name)
}

/// The text of a profile that comes with the engine, or of an agent that it knows.
fn built_in(name: &str) -> Option<String> {
    if let Some((_, text)) = BUILT_IN.iter().find(|(known, _)| *known == name) {
        return Some((*text).to_owned());
    }
    let agent = agents::find(name).filter(|agent| agent.profile.is_none())?;
    Some(text_of_install(&agent.install))
}

/// A profile for an agent of which no more is known than where skills are put for it: it reads those
/// places, as leniently as we do.
fn text_of_install(install: &Install) -> String {
    let mut text = String::from(
        "extends = \"prowess\"\ncurrent = false\n\
         emulates = { product = \"what installers know\", version = \"2026-11\" }\n\
         roots = [",
    );
    let project = install.project.iter().map(|path| (format!("{{cwd}}/{path}"), "project"));
    let user = install.user.iter().map(|path| (path.clone(), "user"));
    for (path, scope) in project.chain(user) {
        text.push_str(&format!("{{ path = {path:?}, scope = \"{scope}\" }}, "));
    }
    text.push_str("]\n");
    text
}

/// A table laid over another: tables merge, everything else is replaced whole.
fn merged(mut below: toml::Table, above: toml::Table) -> toml::Table {
    for (key, value) in above {
        let value = match (below.remove(&key), value) {
            (Some(toml::Value::Table(below)), toml::Value::Table(above)) => {
                toml::Value::Table(merged(below, above))
            }
            (_, value) => value,
        };
        below.insert(key, value);
    }
    below
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_merge_and_lists_are_replaced() {
        let below = "a = [1, 2]\nb = 1\n[t]\nx = 1\ny = 2\n".parse().unwrap();
        let above = "a = [3]\n[t]\ny = 3\n".parse().unwrap();
        let expected: toml::Table = "a = [3]\nb = 1\n[t]\nx = 1\ny = 3\n".parse().unwrap();
        assert_eq!(merged(below, above), expected);
    }

    /// Whatever `prowess agents` calls an agent can be asked for.
    #[test]
    fn every_agent_has_a_profile_by_its_own_name() {
        for agent in agents::agents() {
            let profile = Profile::named(&agent.id).unwrap();
            // A profile of that very name goes before: an agent as it was at another time.
            let expected = match BUILT_IN.iter().any(|(name, _)| *name == agent.id) {
                true => &agent.id,
                false => agent.profile.as_ref().unwrap_or(&agent.id),
            };
            assert_eq!(profile.name, *expected, "{}", agent.id);
        }
        assert_eq!(Profile::named("droid").unwrap().name, "factory");
    }

    #[test]
    fn every_built_in_profile_reads() {
        for name in Profile::names() {
            Profile::named(name).unwrap();
        }
    }
}
