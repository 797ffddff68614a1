//! `bench parse`: reading the bytes of a `SKILL.md` as a skill, against reading them from the disk.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use prowess_format::{Document, Parsed, Rules, TreePath};
use prowess_testkit::Corpus;

use super::SEED;
use super::directory::Directory;
use super::stopwatch::{Time, best_of};
use crate::workspace;

/// Bytes that a listing reads of a file.
const HEAD: usize = 4096;

/// One generated skill, as bytes in memory.
struct Sample {
    directory: String,
    bytes: Vec<u8>,
    well_formed: bool,
}

/// How much of a file is parsed.
#[derive(Clone, Copy)]
enum Part {
    Head,
    Whole,
}

/// Runs the benchmark with `count` skills and prints its table.
pub(super) fn run(count: usize) -> Result<(), String> {
    let rules = rules()?;
    let directory = Directory::new()?;
    let corpus = Corpus::new(SEED);
    let tree = corpus.write_tree(directory.path(), count);
    let paths = tree.map_err(|error| format!("{}: {error}", directory.path().display()))?;
    let samples: Vec<Sample> = (0..count).map(|index| sample(&corpus, index)).collect();

    print_corpus(&samples, &rules);
    let floor = best_of(|| read_all(&paths, read_whole));
    let heads = best_of(|| read_all(&paths, read_head));
    let mut table = Table::new(floor, count);
    table.row("read files whole (the floor)", floor, count);
    table.row("read heads of 4 KB", heads, count);
    for (name, part) in [("heads", Part::Head), ("whole", Part::Whole)] {
        measure(&mut table, &format!("parse {name}"), &samples, part, &rules, |_| true);
        measure(&mut table, "  well formed", &samples, part, &rules, |sample| sample.well_formed);
        measure(&mut table, "  malformed", &samples, part, &rules, |sample| !sample.well_formed);
    }
    Ok(())
}

/// The rules of our own profile, which is the most lenient one.
fn rules() -> Result<Rules, String> {
    let path = workspace::root().join("crates/prowess/profiles/prowess.toml");
    let problem = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = fs::read_to_string(&path).map_err(|error| problem(&error))?;
    let mut profile: toml::Table =
        text.parse().map_err(|error: toml::de::Error| problem(&error))?;
    let format = profile.remove("format").ok_or_else(|| problem(&"there is no table `format`"))?;
    format.try_into().map_err(|error| problem(&error))
}

fn sample(corpus: &Corpus, index: usize) -> Sample {
    let skill = corpus.skill(index);
    Sample { directory: skill.name, bytes: skill.text.into_bytes(), well_formed: skill.well_formed }
}

/// Reads every file; the sum of the sizes is there to be used.
fn read_all(paths: &[PathBuf], read: impl Fn(&Path) -> io::Result<Vec<u8>>) -> usize {
    paths.iter().map(|path| read(path).map_or(0, |bytes| bytes.len())).sum()
}

fn read_whole(path: &Path) -> io::Result<Vec<u8>> {
    fs::read(path)
}

fn read_head(path: &Path) -> io::Result<Vec<u8>> {
    let mut head = vec![0; HEAD];
    let length = File::open(path)?.read(&mut head)?;
    head.truncate(length);
    Ok(head)
}

fn parse(sample: &Sample, part: Part, file: &TreePath, rules: &Rules) -> Parsed {
    let end = match part {
        Part::Head => sample.bytes.len().min(HEAD),
        Part::Whole => sample.bytes.len(),
    };
    let document = Document {
        file,
        bytes: &sample.bytes[..end],
        directory: Some(&sample.directory),
        size: sample.bytes.len() as u64,
        flat: false,
    };
    match part {
        Part::Head => prowess_format::parse_head(document, rules),
        Part::Whole => prowess_format::parse(document, rules),
    }
}

fn measure(
    table: &mut Table,
    name: &str,
    samples: &[Sample],
    part: Part,
    rules: &Rules,
    wanted: impl Fn(&Sample) -> bool,
) {
    let file = TreePath::skill_file();
    let samples: Vec<&Sample> = samples.iter().filter(|sample| wanted(sample)).collect();
    let diagnostics = |sample: &&Sample| parse(sample, part, &file, rules).diagnostics.len();
    let time = best_of(|| samples.iter().map(diagnostics).sum::<usize>());
    table.row(name, time, samples.len());
}

/// What is measured, and whether the reader sees it as the generator meant it.
fn print_corpus(samples: &[Sample], rules: &Rules) {
    let file = TreePath::skill_file();
    let quiet = |well_formed| {
        let chosen: Vec<_> = samples.iter().filter(|s| s.well_formed == well_formed).collect();
        let silent =
            |sample: &&&Sample| parse(sample, Part::Whole, &file, rules).diagnostics.is_empty();
        (chosen.iter().filter(silent).count(), chosen.len())
    };
    let bytes: usize = samples.iter().map(|sample| sample.bytes.len()).sum();
    let ((good_quiet, good), (bad_quiet, bad)) = (quiet(true), quiet(false));
    println!("{} documents, {:.1} MB, one thread, best of 5", samples.len(), bytes as f64 / 1e6);
    println!(
        "read without a remark: {good_quiet} of {good} well formed, {bad_quiet} of {bad} not\n"
    );
}

/// The printed table; ratios are of processor time a document.
struct Table {
    floor: f64,
}

impl Table {
    fn new(floor: Time, documents: usize) -> Self {
        println!("{:<30}{:>12}{:>12}{:>12}{:>10}", "", "docs/s", "µs wall", "µs CPU", "× floor");
        Self { floor: micros(floor.cpu, documents) }
    }

    fn row(&mut self, name: &str, time: Time, documents: usize) {
        let (wall, cpu) = (micros(time.wall, documents), micros(time.cpu, documents));
        let (speed, ratio) = (1e6 / wall, cpu / self.floor);
        println!("{name:<30}{speed:>12.0}{wall:>12.2}{cpu:>12.2}{ratio:>10.2}");
    }
}

fn micros(time: std::time::Duration, documents: usize) -> f64 {
    time.as_secs_f64() * 1e6 / documents.max(1) as f64
}
