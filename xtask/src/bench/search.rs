//! `bench search`: queries on a loaded catalog, against looking for the same words in all its texts.

use std::time::{Duration, Instant};

use prowess::search::search;
use prowess::{Cancel, Catalog, Engine, Host};
use prowess_testkit::{Corpus, Random};

use super::SEED;
use super::directory::Directory;

/// Queries that are measured.
const QUERIES: usize = 1_000;

/// Queries of which the plain scan is measured, which is slower.
const SCANNED: usize = 50;

/// How many skills a query is answered with.
const LIMIT: usize = 50;

/// No skill has it.
const UNKNOWN: &str = "qqqqqqqq";

/// Runs the benchmark once for each count and prints its table.
pub(super) fn run(counts: &[usize]) -> Result<(), String> {
    println!(
        "{QUERIES} queries of one to four words that skills have, whole words and beginnings, the \
         best {LIMIT} wanted\naim: p99 < 20 ms at 100,000 skills\n"
    );
    println!(
        "{:>9}{:>12}{:>12}{:>12}{:>12}{:>12}{:>10}{:>10}",
        "skills", "load ms", "index ms", "median ms", "p99 ms", "scan ms", "× scan", "hits"
    );
    counts.iter().try_for_each(|&count| measure(count))
}

fn measure(count: usize) -> Result<(), String> {
    let directory = Directory::new()?;
    let root = directory.path().join("skills");
    let written = Corpus::new(SEED).write_tree(&root, count);
    written.map_err(|error| format!("{}: {error}", root.display()))?;
    let host = Host::current().map_err(|error| error.to_string())?;
    let engine = Engine::builder(host.with_home(directory.path().join("home")))
        .directories(vec![root])
        .build()
        .map_err(|error| error.to_string())?;
    let (loaded, load) = timed(|| engine.load(&Cancel::none()));
    let catalog = loaded.map_err(|error| error.to_string())?;
    let texts = texts(&catalog);
    let mut random = Random::new(SEED);
    let queries: Vec<String> = (0..QUERIES).map(|_| query(&texts, &mut random)).collect();
    // The first search makes the index; that it finds nothing leaves little else to measure.
    let (_, index) = timed(|| search(&catalog, UNKNOWN, LIMIT).total);
    let (mut taken, mut hits) = (Vec::with_capacity(QUERIES), 0);
    for query in &queries {
        let (found, time) = timed(|| search(&catalog, query, LIMIT));
        taken.push(time);
        hits += found.total;
    }
    let scanned = queries.iter().take(SCANNED).map(|query| timed(|| scan(&texts, query)).1);
    let (median, scan) = (quantile(taken.clone(), 50), quantile(scanned.collect(), 50));
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "{count:>9}{:>12.1}{:>12.1}{:>12.3}{:>12.3}{:>12.1}{:>10.4}{:>10}",
        milliseconds(load),
        milliseconds(index),
        milliseconds(median),
        milliseconds(quantile(taken, 99)),
        milliseconds(scan),
        median.as_secs_f64() / scan.as_secs_f64(),
        hits / QUERIES,
    );
    Ok(())
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let done = std::hint::black_box(work());
    (done, start.elapsed())
}

fn quantile(mut times: Vec<Duration>, percent: usize) -> Duration {
    times.sort_unstable();
    times[(times.len() * percent / 100).min(times.len() - 1)]
}

/// What each skill says of itself, in lower case, so that the scan need not do that.
fn texts(catalog: &Catalog) -> Vec<String> {
    let text = |entry: &&prowess::CatalogEntry| {
        format!("{} {}", entry.skill.name_text(), entry.skill.description_text()).to_lowercase()
    };
    catalog.active().iter().map(text).collect()
}

/// A query of words that skills have: whole words and beginnings of them.
fn query(texts: &[String], random: &mut Random) -> String {
    let mut words = Vec::new();
    for _ in 0..=random.below(4) {
        let text = &texts[random.below(texts.len())];
        let all: Vec<&str> =
            text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let Some(word) = all.get(random.below(all.len().max(1))) else { continue };
        let length = word.chars().count();
        let kept = if random.chance(300) { 1 + random.below(length) } else { length };
        words.push(word.chars().take(kept).collect::<String>());
    }
    words.join(" ")
}

/// How many texts hold a word of the query somewhere: less than a search answers.
fn scan(texts: &[String], query: &str) -> usize {
    let words: Vec<&str> = query.split(' ').collect();
    let holds = |text: &&String| words.iter().filter(|word| text.contains(**word)).count() > 0;
    texts.iter().filter(holds).count()
}
