//! `cargo xtask score scan [--list fn|fp]`: the table of all labelled skills, and the same with each
//! kind of attack left out of what the classifier learned from: what it remembers falls there.

use std::collections::BTreeSet;

use prowess_scan::training::{self, Model};
use prowess_scan::{Policy, Verdict};

use super::records::Record;
use super::{table, train};

/// Prints the tables.
pub(super) fn run(records: &[Record], options: &[String]) -> Result<(), String> {
    let list = match options {
        [] => None,
        [option, which] if option == "--list" && matches!(which.as_str(), "fn" | "fp") => {
            Some(which.as_str())
        }
        _ => return Err("the options are: --list fn|fp".to_owned()),
    };
    let all: Vec<usize> = (0..records.len()).collect();
    let verdicts = verdicts(records, &all, Model::committed());
    if let Some(which) = list {
        for (record, verdict) in records.iter().zip(&verdicts) {
            let wrong = record.malicious == (which == "fn")
                && (*verdict == Verdict::Block) != record.malicious;
            if wrong {
                println!("{which} {} {} {} {verdict}", record.id, record.set, record.tier);
            }
        }
    }
    table::print(records, &verdicts);
    println!(
        "\neach kind of attack, by a classifier that has not seen it (the rules are the same):"
    );
    left_out(records);
    Ok(())
}

fn verdicts(records: &[Record], chosen: &[usize], model: &Model) -> Vec<Verdict> {
    let policy = Policy::default();
    let half = chosen.len().div_ceil(2).max(1);
    std::thread::scope(|scope| {
        let work = |part: &[usize]| {
            part.iter()
                .map(|&at| training::scan(&records[at].tree, &policy, model).verdict)
                .collect::<Vec<_>>()
        };
        let parts: Vec<_> =
            chosen.chunks(half).map(|part| scope.spawn(move || work(part))).collect();
        parts.into_iter().flat_map(|part| part.join().unwrap_or_default()).collect()
    })
}

fn left_out(records: &[Record]) {
    let sentences: Vec<Vec<Vec<u16>>> =
        records.iter().map(|record| training::features(&record.tree)).collect();
    let tiers: BTreeSet<&str> = records
        .iter()
        .filter(|record| record.malicious)
        .map(|record| record.tier.as_str())
        .collect();
    for tier in tiers {
        let held: Vec<usize> = (0..records.len())
            .filter(|&at| records[at].malicious && records[at].tier == tier)
            .collect();
        let rest: Vec<usize> = (0..records.len()).filter(|at| !held.contains(at)).collect();
        let model = train::model(records, &sentences, &rest);
        let with = verdicts(records, &held, &model);
        let without = verdicts(records, &held, &Model::default());
        let share = |verdicts: &[Verdict], least: Verdict| {
            verdicts.iter().filter(|verdict| **verdict >= least).count() as f64 / held.len() as f64
        };
        println!(
            "recall {tier:20} n={:3}  block={:.3}  block+review={:.3}  rules alone: block={:.3}",
            held.len(),
            share(&with, Verdict::Block),
            share(&with, Verdict::Review),
            share(&without, Verdict::Block)
        );
    }
}
