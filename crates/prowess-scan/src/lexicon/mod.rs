//! Which words make which facts. One file a group; each row is a pattern with the words it cannot do
//! without, so that one pass over a text finds the few patterns that are worth trying.

mod code;
mod prose;
mod state;

use std::sync::{LazyLock, OnceLock};

use aho_corasick::{AhoCorasick, AhoCorasickBuilder, MatchKind};
use regex::bytes::{Regex, RegexBuilder};

use crate::fact::{Fact, Sighting};
use crate::kind::Kind;
use crate::limits;
use crate::piece::Piece;

/// Where a pattern is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum On {
    /// In sentences.
    Prose,
    /// In statements.
    Code,
    /// In both.
    Any,
}

/// One row.
#[derive(Debug)]
pub(crate) struct Pattern {
    pub(crate) fact: Fact,
    pub(crate) on: On,
    /// One of these is in every match, in lower case.
    pub(crate) anchors: &'static [&'static str],
    /// Of each of these lists one is in the unit, or the pattern is not tried.
    pub(crate) also: &'static [&'static [&'static str]],
    /// The pattern, in byte mode, blind to case; empty where an anchor is enough.
    pub(crate) regex: &'static str,
    /// What it is, for people.
    pub(crate) label: &'static str,
}

const fn row(
    fact: Fact,
    on: On,
    label: &'static str,
    anchors: &'static [&'static str],
    regex: &'static str,
) -> Pattern {
    Pattern { fact, on, anchors, also: &[], regex, label }
}

impl Pattern {
    /// The pattern, tried only where one word of each list is in the unit.
    const fn where_also(self, also: &'static [&'static [&'static str]]) -> Self {
        Self {
            fact: self.fact,
            on: self.on,
            anchors: self.anchors,
            also,
            regex: self.regex,
            label: self.label,
        }
    }
}

static TABLES: &[&[Pattern]] = &[code::PATTERNS, state::PATTERNS, prose::PATTERNS];

struct Lexicon {
    anchors: AhoCorasick,
    /// The pattern of each anchor.
    owners: Vec<u16>,
    patterns: Vec<(&'static Pattern, OnceLock<Option<Regex>>)>,
}

static LEXICON: LazyLock<Option<Lexicon>> = LazyLock::new(|| {
    let patterns: Vec<_> = TABLES
        .iter()
        .flat_map(|table| table.iter())
        .map(|pattern| (pattern, OnceLock::new()))
        .collect();
    let mut words: Vec<String> = Vec::new();
    let mut owners = Vec::new();
    for (at, (pattern, _)) in patterns.iter().enumerate() {
        for anchor in pattern.anchors {
            // Texts are cleaned of look-alikes, so anchors are too.
            words.push(anchor.chars().map(crate::piece::hidden::latin).collect());
            owners.push(at as u16);
        }
    }
    let anchors = AhoCorasickBuilder::new()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::Standard)
        .build(&words)
        .ok()?;
    Some(Lexicon { anchors, owners, patterns })
});

fn compile(pattern: &str) -> Option<Regex> {
    RegexBuilder::new(pattern)
        .unicode(false)
        .case_insensitive(true)
        .multi_line(true)
        .dot_matches_new_line(true)
        .size_limit(1 << 21)
        .build()
        .ok()
}

/// The facts of a piece, in the order of its text.
pub(crate) fn sightings(piece: &Piece, at: usize, found: &mut Vec<Sighting>) {
    let Some(lexicon) = LEXICON.as_ref() else { return };
    let on = if piece.kind.is_prose() { On::Prose } else { On::Code };
    let lower = piece.text.to_ascii_lowercase();
    // Up to where each pattern was tried: hits come in order, and no text is tried twice.
    let mut tried: Vec<usize> = vec![0; lexicon.patterns.len()];
    let from = found.len();
    for hit in lexicon.anchors.find_overlapping_iter(piece.text.as_bytes()) {
        let owner = usize::from(lexicon.owners[hit.pattern().as_usize()]);
        let (pattern, regex) = &lexicon.patterns[owner];
        if pattern.on != On::Any && pattern.on != on && piece.kind != Kind::Yaml {
            continue;
        }
        let Some(unit) = piece.unit_at(hit.start()) else { continue };
        if hit.start() < tried[owner] {
            continue;
        }
        let Some(range) = piece.units.get(unit) else { continue };
        let whole = lower.get(range.start..range.end).unwrap_or_default();
        if !pattern.also.iter().all(|words| words.iter().any(|word| whole.contains(word))) {
            tried[owner] = range.end;
            continue;
        }
        let (start, end) = if pattern.regex.is_empty() {
            (hit.start(), hit.end())
        } else {
            let Some(regex) = regex.get_or_init(|| compile(pattern.regex)) else { continue };
            let start = hit.start().saturating_sub(limits::PATTERN_REACH).max(range.start);
            let end = (hit.end() + limits::PATTERN_REACH)
                .min(range.end)
                .max(hit.end().min(piece.text.len()));
            let Some(matched) =
                piece.text.as_bytes().get(start..end).and_then(|window| regex.find(window))
            else {
                tried[owner] = end;
                continue;
            };
            (start + matched.start(), start + matched.end())
        };
        // One sighting a unit is enough.
        tried[owner] = range.end;
        found.push(Sighting {
            fact: pattern.fact,
            piece: at,
            unit,
            start,
            end,
            label: pattern.label,
        });
    }
    found[from..].sort_by_key(|sighting| (sighting.unit, sighting.start, sighting.fact));
}

/// Whether every pattern compiles and holds one of its anchors; for the tests.
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_compile_and_have_anchors() {
        for table in TABLES {
            for pattern in *table {
                assert!(!pattern.anchors.is_empty(), "{}", pattern.label);
                assert!(
                    pattern.anchors.iter().all(|anchor| anchor.to_ascii_lowercase() == **anchor),
                    "{:?}",
                    pattern.anchors
                );
                assert!(
                    pattern.regex.is_empty() || compile(pattern.regex).is_some(),
                    "{} does not compile",
                    pattern.regex
                );
            }
        }
    }
}
