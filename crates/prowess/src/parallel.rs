//! Doing the same to many things on a few threads, with the results in order.

use std::sync::atomic::{AtomicUsize, Ordering};

/// How many things a thread takes at a time: few enough to share, enough to be worth it.
const BATCH: usize = 32;

/// How many times a thread takes something, at least: the last one to finish keeps all waiting.
const TURNS: usize = 8;

/// More threads than this wait for the file system, not for a core.
const THREADS: usize = 8;

/// `items.map(work)`, in order, on as many threads as are worth starting: one for `least` items.
pub fn map_large<I: Sync, T: Send>(
    items: &[I],
    least: usize,
    work: impl Fn(&I) -> T + Sync,
) -> Vec<T> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = cores.min(THREADS).min(items.len() / least.max(1));
    if threads < 2 {
        return items.iter().map(work).collect();
    }
    let size = (items.len() / (threads * TURNS)).clamp(1, BATCH);
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let batch = next.fetch_add(1, Ordering::Relaxed);
            let Some(items) = items.chunks(size).nth(batch) else { return done };
            done.push((batch, items.iter().map(&work).collect::<Vec<T>>()));
        }
    };
    let mut batches: Vec<(usize, Vec<T>)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (1..threads).map(|_| scope.spawn(take)).collect();
        let mut batches = take();
        for thread in threads {
            match thread.join() {
                Ok(done) => batches.extend(done),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        batches
    });
    batches.sort_unstable_by_key(|(batch, _)| *batch);
    batches.into_iter().flat_map(|(_, results)| results).collect()
}

#[cfg(test)]
mod tests {
    use super::{BATCH, map_large};

    #[test]
    fn results_are_in_order_however_many_there_are() {
        for count in [0, 1, 31, 64, 1000] {
            let items: Vec<usize> = (0..count).collect();
            let doubled: Vec<usize> = items.iter().map(|item| item * 2).collect();
            assert_eq!(map_large(&items, BATCH, |item| item * 2), doubled);
        }
    }
}
