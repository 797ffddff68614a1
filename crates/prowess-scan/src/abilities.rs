//! What a skill can do beyond itself: enough to see that two skills complete each other.

use crate::fact::{Fact, Sighting};
use crate::reading::Reading;
use crate::report::Abilities;

/// Paths that are kept of one skill.
const PATHS: usize = 64;

/// Marks of a statement that writes the path it names.
const WRITES: &[&str] = &[
    ">", "tee ", "-o ", "--output", "'w'", "\"w\"", "'a'", "\"a\"", "write", "cp ", "mv ", "czf ",
    "zip ",
];

/// The abilities of the files below a directory of the skill; all of it where that is empty.
pub(crate) fn of(reading: &Reading, directory: &str) -> Abilities {
    let mut abilities = Abilities::default();
    let inside = |sighting: &&Sighting| {
        let piece = reading.piece(sighting);
        piece.kind.is_code() && reading.inventory.files[piece.file].path.starts_with(directory)
    };
    let add = |list: &mut Vec<String>, unit: &str| {
        for path in shared_paths(unit) {
            if list.len() < PATHS && !list.contains(&path) {
                list.push(path);
            }
        }
    };
    for sighting in reading.sightings.iter().filter(inside) {
        let unit = reading.unit(sighting);
        match sighting.fact {
            Fact::SecretFile | Fact::EnvironmentDump
                if WRITES.iter().any(|mark| unit.contains(mark)) =>
            {
                add(&mut abilities.puts_secrets_into, unit);
            }
            Fact::Send | Fact::DnsSend => add(&mut abilities.sends, unit),
            _ => {}
        }
    }
    abilities
}

/// Files in a text that other skills can see and that nobody else needs.
fn shared_paths(text: &str) -> impl Iterator<Item = String> {
    let is_path = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-' | '~');
    let words = text.split(move |c: char| !is_path(c)).filter(|word| word.len() > 7);
    let places = ["/tmp/", "/var/tmp/", "/dev/shm/", "~/.cache/"];
    let shared = words.filter(move |word| places.iter().any(|place| word.starts_with(place)));
    shared.map(str::to_owned)
}

/// The file through which one skill hands secrets to another that sends it away.
pub(crate) fn handed(from: &Abilities, to: &Abilities) -> Option<String> {
    from.puts_secrets_into.iter().find(|path| to.sends.contains(path)).cloned()
}
