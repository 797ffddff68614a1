//! The settings of the agents themselves: read to show what an agent sees, never to decide what
//! prowess may do.

mod decode;
mod file;
mod rule;

use std::path::Path;

use serde_json::Value as Json;

pub(crate) use decode::ANY_CASE;
pub use rule::{Decoder, FileFormat, Mapping, SettingsFile, SettingsScope};

use crate::host::Host;
use crate::profile::Profile;
use crate::roots;
use crate::setting_key;
use crate::settings::{Origin, Settings};

/// The user's settings laid over what the agent's own files say: what the user tells prowess counts
/// more than what stands in a file for another program.
pub(crate) fn with_agents_own(settings: &Settings, profile: &Profile, host: &Host) -> Settings {
    if profile.settings.is_empty() {
        return settings.clone();
    }
    let mut all = Settings::default();
    let set = |name: &String| host.variable(name).is_some_and(roots::is_true);
    for rule in profile.settings.iter().filter(|rule| !rule.unless_env.iter().any(set)) {
        for path in roots::filled(&rule.path, host) {
            add_file(&mut all, rule, &path, host);
        }
    }
    all.overlay(settings);
    all
}

/// The files of the agent itself that are read, whether they are there or not.
pub(crate) fn files(profile: &Profile, host: &Host) -> Vec<std::path::PathBuf> {
    profile.settings.iter().flat_map(|rule| roots::filled(&rule.path, host)).collect()
}

fn add_file(into: &mut Settings, rule: &SettingsFile, path: &Path, host: &Host) {
    let project = rule.scope == SettingsScope::Project;
    let origin = Origin::Agent { path: path.to_owned(), project };
    let document = match file::read(path, rule.format) {
        Ok(None) => return,
        Ok(Some(document)) => document,
        Err(reason) => return into.ignore(String::new(), origin, reason),
    };
    for mapping in &rule.read {
        for (name, value) in values_at(&document, &mapping.pointer) {
            let key = match name {
                Some(name) => mapping.key.replace('*', &setting_key::quote(name)),
                None => mapping.key.clone(),
            };
            match decode::decode(value, mapping.decode, &host.cwd) {
                Some(decoded) => {
                    for (below, value) in decoded {
                        let mut key = setting_key::split(&key).unwrap_or_default();
                        key.extend(below);
                        into.add_from_agent(key, value, origin.clone());
                    }
                }
                None => {
                    let reason = "it is of another kind than the agent expects".to_owned();
                    into.ignore(mapping.pointer.clone(), origin.clone(), reason);
                }
            }
        }
    }
}

/// The values at a pointer, with the key that `*` stands for. What is not there is nothing to speak of.
fn values_at<'a>(document: &'a Json, pointer: &str) -> Vec<(Option<&'a str>, &'a Json)> {
    let Some((before, after)) = pointer.split_once("/*") else {
        return document.pointer(pointer).map(|value| (None, value)).into_iter().collect();
    };
    let table = document.pointer(before).and_then(Json::as_object);
    let below =
        |(name, value): (&'a String, &'a Json)| Some((Some(name.as_str()), value.pointer(after)?));
    table.into_iter().flatten().filter_map(below).collect()
}
