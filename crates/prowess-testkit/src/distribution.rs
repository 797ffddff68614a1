//! Sizes as they are distributed over public skills: a few measured quantiles, and a straight line
//! on the logarithmic scale between them.

use crate::random::Random;

/// Measured points: the share of skills that is smaller, and the size there.
pub(crate) type Quantiles = [(f64, f64)];

/// Bytes of a `SKILL.md`. Median, p90 and p99 are measured; the ends are rounded, and the rare giants
/// (294 KB) are left out, because one of them more or less would move a whole benchmark.
pub(crate) const FILE_BYTES: &Quantiles = &[
    (0.0, 300.0),
    (0.1, 2_000.0),
    (0.5, 5_513.0),
    (0.9, 15_397.0),
    (0.99, 35_261.0),
    (1.0, 100_000.0),
];

/// Code points of a description: median, p90 and p99, the share under 20, the share over 1,024.
pub(crate) const DESCRIPTION_CHARS: &Quantiles = &[
    (0.0, 8.0),
    (0.002, 20.0),
    (0.1, 80.0),
    (0.5, 180.0),
    (0.9, 402.0),
    (0.99, 768.0),
    (0.9982, 1_024.0),
    (1.0, 3_457.0),
];

/// Draws a size.
pub(crate) fn draw(quantiles: &Quantiles, random: &mut Random) -> usize {
    let at = random.unit();
    for pair in quantiles.windows(2) {
        let ((low_share, low), (high_share, high)) = (pair[0], pair[1]);
        if at <= high_share {
            let along = (at - low_share) / (high_share - low_share);
            return (low * (high / low).powf(along)).round() as usize;
        }
    }
    quantiles.last().map_or(0, |(_, size)| *size as usize)
}
