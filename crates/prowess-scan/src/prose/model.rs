//! The weights, and what they make of a sentence.

use std::sync::LazyLock;

use super::features::COUNT;

/// Weights in 256ths.
const UNIT: i32 = 256;

/// The weights that come with the program.
static COMMITTED: LazyLock<Model> =
    LazyLock::new(|| Model::read(include_bytes!("weights.bin")).unwrap_or_default());

/// A linear model.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    weights: Vec<i16>,
    bias: i32,
    /// Scores from which on a sentence is worth a look, or an attack.
    review: i32,
    block: i32,
}

impl Default for Model {
    /// A model that finds nothing.
    fn default() -> Self {
        Self { weights: vec![0; COUNT], bias: 0, review: i32::MAX, block: i32::MAX }
    }
}

impl Model {
    /// The model that comes with the program.
    pub fn committed() -> &'static Self {
        &COMMITTED
    }

    /// A model from what training found; the thresholds are in the units of the weights.
    pub fn new(weights: &[f64], bias: f64, review: f64, block: f64) -> Self {
        let whole = |value: f64| (value * f64::from(UNIT)).round().clamp(-1e9, 1e9) as i32;
        let weights = weights
            .iter()
            .map(|&weight| whole(weight).clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16);
        Self {
            weights: weights.collect(),
            bias: whole(bias),
            review: whole(review),
            block: whole(block),
        }
    }

    /// How many features a model knows.
    pub fn features() -> usize {
        COUNT
    }

    /// The bytes of a model: bias, thresholds, weights, little end first.
    pub fn bytes(&self) -> Vec<u8> {
        let head = [self.bias, self.review, self.block].into_iter().flat_map(i32::to_le_bytes);
        head.chain(self.weights.iter().flat_map(|weight| weight.to_le_bytes())).collect()
    }

    /// A model from its bytes; `None` where they were made for other features.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (head, weights) = bytes.split_at_checked(12)?;
        if weights.len() != COUNT * 2 {
            return None;
        }
        let number =
            |at: usize| i32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let weights =
            weights.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
        Some(Self { weights, bias: number(0), review: number(4), block: number(8) })
    }

    /// The score of a sentence's features.
    pub(crate) fn score(&self, features: &[u16]) -> i32 {
        features
            .iter()
            .filter_map(|&feature| self.weights.get(usize::from(feature)))
            .map(|&weight| i32::from(weight))
            .sum::<i32>()
            + self.bias
    }

    /// Whether a score is worth a look.
    pub(crate) fn is_odd(&self, score: i32) -> bool {
        score >= self.review
    }

    /// Whether a score is an attack.
    pub(crate) fn is_grave(&self, score: i32) -> bool {
        score >= self.block
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_weights_fit_the_features() {
        let model =
            Model::read(include_bytes!("weights.bin")).expect("train again: the features changed");
        assert_eq!(Model::read(&model.bytes()), Some(model.clone()));
        assert!(model.weights.iter().any(|&weight| weight != 0));
    }
}
