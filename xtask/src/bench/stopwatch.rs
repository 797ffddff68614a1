//! Measures a piece of work: the best of a few runs, by the clock and by the processor.

use std::time::{Duration, Instant};

/// Runs of which the best counts: what disturbs a run only ever makes it slower.
const RUNS: usize = 5;

/// What a piece of work took, at best.
#[derive(Clone, Copy, Debug)]
pub(super) struct Time {
    pub(super) wall: Duration,
    /// On the processor; the wall time where the kernel does not tell.
    pub(super) cpu: Duration,
}

/// Measures the work. What it returns is kept from being optimised away.
pub(super) fn best_of<T>(mut work: impl FnMut() -> T) -> Time {
    let mut best = Time { wall: Duration::MAX, cpu: Duration::MAX };
    for _ in 0..RUNS {
        let (start, cpu_start) = (Instant::now(), cpu_time());
        std::hint::black_box(work());
        let wall = start.elapsed();
        let cpu = cpu_start.zip(cpu_time()).map_or(wall, |(from, to)| to.saturating_sub(from));
        best = Time { wall: best.wall.min(wall), cpu: best.cpu.min(cpu) };
    }
    best
}

/// The time this process has been running on a processor. It has one thread, so that the kernel's
/// number for the first thread is the whole.
fn cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
