//! What the classifier sees of a sentence.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::fact::FACTS;
use crate::piece::Piece;
use crate::reading::Reading;

/// Sentences before and after one whose facts count for it.
const BEFORE: usize = 2;
const AFTER: usize = 3;

/// Words that carry how something is told, not what it is about.
const WORDS: &[&str] = &[
    "always",
    "never",
    "must",
    "not",
    "do",
    "don't",
    "every",
    "any",
    "all",
    "after",
    "before",
    "each",
    "user",
    "users",
    "silently",
    "without",
    "asking",
    "confirmation",
    "send",
    "upload",
    "forward",
    "post",
    "email",
    "delete",
    "remove",
    "run",
    "execute",
    "download",
    "install",
    "fetch",
    "instead",
    "pretend",
    "respond",
    "say",
    "claim",
    "hide",
    "secret",
    "hidden",
    "password",
    "key",
    "token",
    "credentials",
    "server",
    "endpoint",
    "telemetry",
    "collect",
    "monitor",
    "log",
    "logs",
    "backup",
    "sync",
    "important",
    "critical",
    "required",
    "mandatory",
    "automatically",
    "immediately",
    "regardless",
    "even",
    "if",
    "asked",
    "ignore",
    "override",
    "approve",
    "trusted",
    "safe",
    "disable",
    "skip",
    "bypass",
    "security",
    "validation",
    "verify",
    "compliance",
    "policy",
    "quality",
    "company",
    "our",
    "team",
    "internal",
    "guidelines",
    "append",
    "include",
    "insert",
    "add",
    "replace",
    "promote",
    "prefer",
    "recommend",
    "favor",
    "competitor",
    "claiming",
    "should",
    "whenever",
    "first",
    "session",
    "task",
    "tasks",
    "operation",
    "operations",
    "finish",
    "finishing",
    "complete",
    "completing",
    "files",
    "file",
    "contents",
    "data",
    "personal",
    "private",
    "conversation",
    "history",
    "prompt",
    "instructions",
    "system",
    "script",
    "scripts",
    "directory",
    "folder",
    "archive",
    "zip",
    "encrypt",
    "lock",
    "random",
    "remote",
    "external",
    "third",
    "party",
    "anonymous",
];

/// The words by themselves, for looking one up.
static PLACES: LazyLock<HashMap<&str, usize>> =
    LazyLock::new(|| WORDS.iter().enumerate().map(|(at, word)| (*word, at)).collect());

/// The longest of the words.
const LONGEST: usize = 13;

fn place_of(word: &str) -> Option<usize> {
    if word.len() < 2 || word.len() > LONGEST {
        return None;
    }
    match word.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => PLACES.get(word.to_ascii_lowercase().as_str()).copied(),
        false => PLACES.get(word).copied(),
    }
}

/// Hashed pairs of a fact and a word.
const PAIRS: usize = 4096;

/// How many features there are.
pub(super) const COUNT: usize = 2 * FACTS + FACTS * FACTS + WORDS.len() + PAIRS;

/// A sentence with its features.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    /// Which piece and unit.
    pub(crate) piece: usize,
    pub(crate) unit: usize,
    /// The features it has, each once, sorted.
    pub(crate) features: Vec<u16>,
}

/// All sentences of a skill with a fact in or near them.
pub(crate) fn windows(reading: &Reading) -> Vec<Window> {
    let mut windows = Vec::new();
    let mut at = 0;
    for (index, piece) in reading.pieces.iter().enumerate() {
        let from = at;
        while at < reading.sightings.len() && reading.sightings[at].piece == index {
            at += 1;
        }
        if from == at || !piece.kind.is_prose() {
            continue;
        }
        let mut facts: Vec<u64> = vec![0; piece.units.len()];
        for sighting in &reading.sightings[from..at] {
            facts[sighting.unit] |= 1 << (sighting.fact as u64);
        }
        for unit in 0..piece.units.len() {
            let near = facts[unit];
            let far = facts[unit.saturating_sub(BEFORE)..(unit + AFTER + 1).min(facts.len())]
                .iter()
                .fold(0, |all, facts| all | facts);
            if far != 0 {
                windows.push(Window {
                    piece: index,
                    unit,
                    features: features(piece, unit, near, far),
                });
            }
        }
    }
    windows
}

fn features(piece: &Piece, unit: usize, near: u64, far: u64) -> Vec<u16> {
    let bits = |facts: u64| (0..FACTS).filter(move |fact| facts >> fact & 1 == 1);
    let mut found: Vec<u16> = Vec::new();
    let mut push = |feature: usize| found.push(feature as u16);
    for fact in bits(near) {
        push(fact);
    }
    let far: Vec<usize> = bits(far).collect();
    for (at, &first) in far.iter().enumerate() {
        push(FACTS + first);
        for &second in &far[at + 1..] {
            push(2 * FACTS + first * FACTS + second);
        }
    }
    let base = 2 * FACTS + FACTS * FACTS;
    let mut words: Vec<usize> = Vec::new();
    for next in 0..2 {
        for word in
            piece.unit(unit + next).split(|c: char| !c.is_ascii_alphabetic() && c != '\'').take(120)
        {
            if let Some(at) = place_of(word) {
                words.push(at);
            }
        }
    }
    words.sort_unstable();
    words.dedup();
    for &word in &words {
        push(base + word);
        for fact in bits(near) {
            push(base + WORDS.len() + (fact * WORDS.len() + word) % PAIRS);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
