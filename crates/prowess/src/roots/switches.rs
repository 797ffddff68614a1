//! Places that an agent's own settings switch on and off one by one.

use std::path::{Path, PathBuf};

use crate::host::Host;
use crate::settings::{Origin, Setting, Settings, Value};

/// The setting below which each path is a switch.
pub(super) const KEY: &str = "skills.locations";

/// The places with what switches them, in the order in which the settings were made.
fn all<'a>(host: &Host, settings: &'a Settings) -> Vec<(PathBuf, &'a Setting)> {
    let below = settings.below(&["skills", "locations"]).into_iter();
    // Without the `.` and the slashes at the end that people write.
    below.map(|(path, made)| (host.absolute(path).components().collect(), made)).collect()
}

/// What switches a place, and whether on: the last of several spellings of its path.
fn of<'a>(path: &Path, host: &Host, settings: &'a Settings) -> Option<(&'a Setting, bool)> {
    let (_, made) = all(host, settings).into_iter().rfind(|(place, _)| place == path)?;
    match made.value {
        Value::Flag(on) => Some((made, on)),
        _ => None,
    }
}

/// The places that are switched on.
pub(super) fn on(host: &Host, settings: &Settings) -> Vec<PathBuf> {
    let places = all(host, settings).into_iter();
    let on = places.filter(|(_, made)| made.value == Value::Flag(true)).map(|(path, _)| path);
    on.filter(|path| of(path, host, settings).is_some_and(|(_, on)| on)).collect()
}

/// Who switched a place, or the nearest above it: a rule may lead further down than the setting.
pub(super) fn origin<'a>(path: &Path, host: &Host, settings: &'a Settings) -> Option<&'a Origin> {
    let mut above = path.ancestors().filter_map(|above| of(above, host, settings));
    above.next().map(|(made, _)| &made.origin)
}

/// Why a place is off, where somebody switched it off.
pub(super) fn off(path: &Path, host: &Host, settings: &Settings) -> Option<String> {
    let (_, on) = of(path, host, settings)?;
    (!on).then(|| format!("{KEY} has it switched off"))
}
