//! Logistic regression over sentences where only whole skills have labels: in a malicious skill the
//! sentence that looks worst is taken for the attack, in an honest one none is. In turns: train, look
//! again which sentence looks worst, train.
//!
//! One thread, a fixed order, no random numbers: the same skills give the same weights.

use prowess_scan::training::Model;

/// How often the worst sentences are chosen anew.
const TURNS: usize = 6;
/// How often each turn goes over its sentences.
const EPOCHS: usize = 12;
/// How many sentences of an honest skill are taken.
const HONEST: usize = 25;
/// How much a malicious sentence counts.
const WEIGHT: f64 = 4.0;
/// How strongly weights are pulled to nothing.
const SHRINK: f64 = 0.003;

/// A skill for learning.
pub(super) struct Lesson<'a> {
    pub(super) malicious: bool,
    pub(super) sentences: &'a [Vec<u16>],
}

/// What was learned.
pub(super) struct Learned {
    pub(super) weights: Vec<f64>,
    pub(super) bias: f64,
}

impl Learned {
    /// The score of one sentence.
    fn score(&self, sentence: &[u16]) -> f64 {
        self.bias + sentence.iter().map(|&feature| self.weights[usize::from(feature)]).sum::<f64>()
    }

    /// The score of a skill: that of its worst sentence.
    pub(super) fn worst(&self, sentences: &[Vec<u16>]) -> f64 {
        sentences.iter().map(|sentence| self.score(sentence)).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// Learns from skills.
pub(super) fn learn(lessons: &[Lesson<'_>]) -> Learned {
    // At first the sentence with most features is the worst.
    let mut learned = Learned { weights: vec![0.0; Model::features()], bias: 0.0 };
    for turn in 0..TURNS {
        let mut chosen: Vec<(&[u16], f64)> = Vec::new();
        for lesson in lessons {
            let rank = |sentence: &Vec<u16>| {
                if turn == 0 { sentence.len() as f64 } else { learned.score(sentence) }
            };
            let mut order: Vec<(usize, f64)> =
                lesson.sentences.iter().map(rank).enumerate().collect();
            order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            let most = if lesson.malicious { 1 } else { HONEST };
            let label = f64::from(u8::from(lesson.malicious));
            chosen.extend(
                order.iter().take(most).map(|&(at, _)| (lesson.sentences[at].as_slice(), label)),
            );
        }
        learned = descend(&chosen);
    }
    learned
}

/// Gradient descent with a rate of its own for each weight.
fn descend(sentences: &[(&[u16], f64)]) -> Learned {
    let mut weights = vec![0.0; Model::features()];
    let mut seen = vec![1e-6; weights.len()];
    let (mut bias, mut bias_seen) = (-2.0, 1e-6);
    // A stride over the sentences mixes skills without a random number.
    let count = sentences.len().max(1);
    let stride = (count / 3..).find(|stride| gcd((*stride).max(1), count) == 1).unwrap_or(1).max(1);
    for _ in 0..EPOCHS {
        for step in 0..sentences.len() {
            let (features, label) = sentences[step * stride % count];
            let sum: f64 =
                bias + features.iter().map(|&feature| weights[usize::from(feature)]).sum::<f64>();
            let chance = 1.0 / (1.0 + (-sum).exp());
            let error = (chance - label) * if label > 0.5 { WEIGHT } else { 1.0 };
            bias_seen += error * error;
            bias -= 0.1 * error / bias_seen.sqrt();
            for &feature in features {
                let at = usize::from(feature);
                let slope = error + SHRINK * weights[at];
                seen[at] += slope * slope;
                weights[at] -= 0.1 * slope / seen[at].sqrt();
            }
        }
    }
    Learned { weights, bias }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
