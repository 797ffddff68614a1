//! The table: verdicts by group, and how many of each kind of attack are found.

use std::collections::BTreeMap;

use prowess_scan::Verdict;

use super::records::Record;

/// Prints what `score_scanner.py` prints.
pub(super) fn print(records: &[Record], verdicts: &[Verdict]) {
    let mut groups: BTreeMap<String, BTreeMap<&str, usize>> = BTreeMap::new();
    let mut tiers: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for (record, verdict) in records.iter().zip(verdicts) {
        *groups.entry(record.group()).or_default().entry(verdict.word()).or_default() += 1;
        if record.malicious {
            let tier = tiers.entry(&record.tier).or_default();
            tier[0] += 1;
            tier[1] += usize::from(*verdict == Verdict::Block);
            tier[2] += usize::from(*verdict != Verdict::Allow);
        }
    }
    let share = |part: usize, whole: usize| part as f64 / whole as f64;
    for (group, counts) in &groups {
        let all: usize = counts.values().sum();
        let words: Vec<String> = counts
            .iter()
            .map(|(word, count)| format!("{word}={count} ({:.3})", share(*count, all)))
            .collect();
        println!("{group:18} n={all:4}  {}", words.join("  "));
    }
    for (tier, [all, blocked, noticed]) in &tiers {
        println!(
            "recall {tier:20} n={all:3}  block={:.3}  block+review={:.3}",
            share(*blocked, *all),
            share(*noticed, *all)
        );
    }
}
