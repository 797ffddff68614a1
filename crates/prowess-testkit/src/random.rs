//! A small deterministic random number generator (splitmix64).
//!
//! Benchmarks and property tests need numbers that are the same on every machine and in every
//! version, which a general-purpose crate does not promise.

/// A stream of numbers that depends on its seed alone.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

/// The step of splitmix64: the odd number nearest to 2^64 divided by the golden ratio.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Random {
    /// A stream from a seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The stream number `index` of a seed; neighbours have nothing in common.
    pub fn stream(seed: u64, index: u64) -> Self {
        let mut outer = Self::new(seed ^ index.wrapping_mul(STEP).rotate_left(31));
        Self::new(outer.next())
    }

    /// The next 64 bits.
    #[expect(clippy::should_implement_trait, reason = "a stream without end is no iterator")]
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`; 0 where the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The high half of the product is uniform enough: bounds are tiny against 2^64.
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// A number from 0 up to, not including, 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// True in `per_mille` of a thousand cases.
    pub fn chance(&mut self, per_mille: usize) -> bool {
        self.below(1000) < per_mille
    }

    /// One of the items.
    ///
    /// # Panics
    ///
    /// Where there is none.
    pub fn pick<'a, T: ?Sized>(&mut self, items: &[&'a T]) -> &'a T {
        items[self.below(items.len())]
    }

    /// One of the items, each as often as its weight says.
    ///
    /// # Panics
    ///
    /// Where there is none.
    pub fn weighted<T: Copy>(&mut self, items: &[(T, usize)]) -> T {
        let total = items.iter().map(|(_, weight)| weight).sum();
        let mut left = self.below(total);
        for (item, weight) in items {
            if left < *weight {
                return *item;
            }
            left -= weight;
        }
        items[items.len() - 1].0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        let mut random = Random::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.next()).collect();
        assert_eq!(first, [6457827717110365317, 3203168211198807973, 9817491932198370423]);
    }

    #[test]
    fn weights_and_bounds_hold() {
        let mut random = Random::new(7);
        let hits = (0..10_000).filter(|_| random.weighted(&[(true, 3), (false, 7)])).count();
        assert!((2_800..3_200).contains(&hits), "{hits}");
        assert!((0..10_000).all(|_| random.below(5) < 5));
        assert_eq!(random.below(0), 0);
    }
}
