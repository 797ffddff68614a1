//! `cargo xtask train scan`: learns the weights of the classifier and writes them.

use prowess_scan::training::{self, Model};

use super::learn::{Learned, Lesson, learn};
use super::records::Record;
use crate::workspace::root;

/// Parts into which honest skills are cut to find the thresholds.
const PARTS: usize = 5;
/// Share of honest skills that may be worth a look, or blocked, in skills the model has not seen.
const REVIEW: f64 = 0.02;
const BLOCK: f64 = 0.003;

/// Learns, finds the thresholds, writes the weights.
pub(super) fn run(records: &[Record]) -> Result<(), String> {
    let sentences: Vec<Vec<Vec<u16>>> =
        records.iter().map(|record| training::features(&record.tree)).collect();
    let all: Vec<usize> = (0..records.len()).collect();
    let (review, block) = thresholds(records, &sentences, &all);
    let learned = of(records, &sentences, &all);
    let model = Model::new(&learned.weights, learned.bias, review, block);
    let path = root().join("crates/prowess-scan/src/prose/weights.bin");
    std::fs::write(&path, model.bytes())
        .map_err(|cause| format!("{} cannot be written: {cause}", path.display()))?;
    println!("review from {review:.2}, block from {block:.2}; wrote {}", path.display());
    Ok(())
}

/// A model from some of the skills, with its own thresholds.
pub(super) fn model(records: &[Record], sentences: &[Vec<Vec<u16>>], chosen: &[usize]) -> Model {
    let (review, block) = thresholds(records, sentences, chosen);
    let learned = of(records, sentences, chosen);
    Model::new(&learned.weights, learned.bias, review, block)
}

fn of(records: &[Record], sentences: &[Vec<Vec<u16>>], chosen: &[usize]) -> Learned {
    let lessons: Vec<Lesson<'_>> = chosen
        .iter()
        .map(|&at| Lesson { malicious: records[at].malicious, sentences: &sentences[at] })
        .collect();
    learn(&lessons)
}

/// Scores that few honest skills reach which the model has not seen.
fn thresholds(records: &[Record], sentences: &[Vec<Vec<u16>>], chosen: &[usize]) -> (f64, f64) {
    let mut honest: Vec<f64> = Vec::new();
    for part in 0..PARTS {
        let rest: Vec<usize> = chosen.iter().copied().filter(|at| at % PARTS != part).collect();
        let learned = of(records, sentences, &rest);
        let held = chosen.iter().filter(|&&at| at % PARTS == part && !records[at].malicious);
        honest.extend(held.map(|&at| learned.worst(&sentences[at])));
    }
    honest.sort_by(|a, b| b.total_cmp(a));
    let at = |share: f64| {
        honest.get((honest.len() as f64 * share) as usize).copied().unwrap_or(f64::MAX) + 0.01
    };
    (at(REVIEW), at(BLOCK))
}
