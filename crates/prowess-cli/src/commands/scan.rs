//! `prowess scan`: is this skill dangerous?

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use prowess::Cancel;
use prowess::scan::{Baseline, Pack, ScannedSkill, Severity, Verdict};
use prowess_api::{
    CountsJson, ExitCode, PathText, ProblemKind, ScanDocument, ScannedJson, ScannedLine,
    SuppressedJson, VERSION,
};

use super::Outcome;
use crate::error::CliError;
use crate::output::progress::Progress;
use crate::output::{Output, github, judgement, scan_sarif, scan_text};
use crate::setup::{self, ScanOptions};

/// Scan skills for what is dangerous: attacks on the model, on secrets, on the machine
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Skill directories, SKILL.md files, archives, or directories with skills below them
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// Which rules are asked: prowess, wundr or openclaw [default: the setting scan.pack, or prowess]
    #[arg(long, value_name = "PACK", value_parser = pack)]
    pack: Option<Pack>,

    /// How to print what was found
    #[arg(long, value_name = "FORMAT", value_enum)]
    format: Option<Format>,

    /// Exit with 1 from this verdict on
    #[arg(long, value_name = "VERDICT", value_enum, default_value = "block")]
    fail_on: FailOn,

    /// A file with rules of your own, in TOML; those of your `prowess/scan.toml` are asked too
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,

    /// A file with suppressions [default: prowess/scan.toml in your configuration directory]
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,

    /// A file with findings that are known and do not count
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,

    /// Write what was found to a file, as known: it does not count from now on
    #[arg(long, value_name = "FILE", conflicts_with = "baseline")]
    write_baseline: Option<PathBuf>,

    /// Show notes too
    #[arg(short, long)]
    verbose: bool,
}

fn pack(word: &str) -> Result<Pack, String> {
    word.parse().map_err(|error: prowess::scan::UnknownPack| error.to_string())
}

impl Args {
    /// Whether `--format` asks for the same as `--json`.
    pub(crate) fn wants_json(&self) -> bool {
        self.format == Some(Format::Json)
    }
}

/// How to print what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people: with the source line on a terminal, one line each elsewhere
    Text,
    /// One JSON document
    Json,
    /// One JSON document a line, one for each skill
    Jsonl,
    /// A SARIF 2.1.0 log, for code scanning
    Sarif,
    /// GitHub workflow commands, which annotate a pull request
    Github,
}

/// From which verdict on a scan has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum FailOn {
    /// A skill that a person should look at first
    Review,
    /// A skill that must not be used
    Block,
}

pub(crate) fn run(command: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    let format = match command.format {
        Some(other) if args.json && other != Format::Json => {
            let message = "`--json` and another `--format` cannot be used together";
            return Err(CliError::new(ProblemKind::Usage, message));
        }
        Some(format) => format,
        None if args.json => Format::Json,
        None => Format::Text,
    };
    let options = ScanOptions {
        pack: command.pack,
        rules: command.rules.as_deref(),
        policy: command.policy.as_deref(),
    };
    let engine = setup::scanning_engine(args, &options)?;
    let known = command.baseline.as_deref().map(|file| baseline(file, output)).transpose()?;
    let progress = Progress::new();
    let tell = |done, all| progress.tell(done, all);
    let skills = engine.scan_paths(&command.paths, &Cancel::none(), tell);
    drop(progress);
    let mut skills = skills?;
    setup::talk_of_trouble(&engine, output);
    let problems: BTreeSet<&String> = skills.iter().flat_map(|one| &one.scanned.problems).collect();
    problems.into_iter().for_each(|problem| output.talk(&format!("warning: {problem}")));
    let known = match &command.write_baseline {
        Some(file) => Some(write_baseline(file, &skills, output)?),
        None => known,
    };
    if let Some(known) = known {
        for one in &mut skills {
            known.apply(&mut one.scanned.report, engine.policy().policy());
        }
    }
    match format {
        Format::Json => output.json(&document(&skills)),
        Format::Jsonl => print_lines(&skills, output),
        Format::Sarif => output.json(&scan_sarif::log(&skills)),
        Format::Github => github::print_findings(&skills, output),
        Format::Text => {
            scan_text::print(&skills, command.verbose, output);
            summarize(&skills, command.verbose, output);
        }
    }
    let from = match command.fail_on {
        FailOn::Review => Verdict::Review,
        FailOn::Block => Verdict::Block,
    };
    Ok(if worst(&skills) >= from { ExitCode::No } else { ExitCode::Fine })
}

/// What is known already.
fn baseline(file: &Path, output: &mut Output) -> Result<Baseline, CliError> {
    let text = setup::read_policy(file).map_err(|error| setup::unusable(file, &error))?;
    let (known, problems) = Baseline::parse(&text);
    for problem in problems {
        output.talk(&format!("warning: {}: {problem}", file.display()));
    }
    Ok(known)
}

/// Makes everything that was found known.
fn write_baseline(
    file: &Path,
    skills: &[ScannedSkill],
    output: &mut Output,
) -> Result<Baseline, CliError> {
    let known = Baseline::of(skills.iter().map(|one| &one.scanned.report));
    prowess::fix::write_whole(file, known.to_json().as_bytes())?;
    output.talk(&format!("{} known findings in {}", known.len(), file.display()));
    Ok(known)
}

fn worst(skills: &[ScannedSkill]) -> Verdict {
    let verdicts = skills.iter().map(|one| one.scanned.report.verdict);
    verdicts.max().unwrap_or(Verdict::Allow)
}

fn counts(skills: &[ScannedSkill]) -> [usize; 5] {
    let of = |severity| skills.iter().map(|one| one.scanned.report.count(severity)).sum();
    Severity::ALL.map(of)
}

fn line(one: &ScannedSkill) -> ScannedLine {
    let (path, report) = (PathText::new(&one.path), &one.scanned.report);
    ScannedLine {
        id: one.id.clone(),
        path: path.text,
        path_bytes: path.bytes,
        name: one.name.clone(),
        verdict: report.verdict.word(),
        score: report.score,
        severity: report.worst().map(Severity::word),
        findings: report.findings.iter().map(judgement::finding).collect(),
    }
}

fn print_lines(skills: &[ScannedSkill], output: &mut Output) {
    for one in skills {
        output.json_line(&line(one));
    }
}

fn document(skills: &[ScannedSkill]) -> ScanDocument {
    let scanned = skills.iter().map(|one| {
        let report = &one.scanned.report;
        let suppressed = report.suppressed.iter().map(|(found, reason)| SuppressedJson {
            finding: judgement::finding(found),
            reason: reason.clone(),
        });
        ScannedJson {
            line: line(one),
            scanned_files: report.scanned_files,
            scanned_bytes: report.scanned_bytes,
            counts: CountsJson::new(Severity::ALL.map(|severity| report.count(severity))),
            truncated: report.truncated,
            pack: report.pack.word(),
            rules_version: report.pack.version(),
            digest: one.scanned.digest.map(|digest| digest.to_string()),
            suppressed: suppressed.collect(),
        }
    });
    ScanDocument {
        version: VERSION,
        skills: scanned.collect(),
        verdict: worst(skills).word(),
        counts: CountsJson::new(counts(skills)),
    }
}

fn summarize(skills: &[ScannedSkill], verbose: bool, output: &mut Output) {
    let of = |verdict| skills.iter().filter(|one| one.scanned.report.verdict == verdict).count();
    let scanned =
        if skills.len() == 1 { "1 skill".to_owned() } else { format!("{} skills", skills.len()) };
    let (block, review) = (of(Verdict::Block), of(Verdict::Review));
    let counts = Severity::ALL.into_iter().zip(counts(skills)).filter(|(_, count)| *count > 0);
    let mut found: Vec<String> = counts
        .map(|(severity, count)| match (severity, verbose) {
            (Severity::Note, false) => format!("{} (`-v` shows them)", notes(count)),
            (Severity::Note, true) => notes(count),
            (severity, _) => format!("{count} {severity}"),
        })
        .collect();
    let suppressed: usize = skills.iter().map(|one| one.scanned.report.suppressed.len()).sum();
    if suppressed > 0 {
        found.push(format!("{suppressed} suppressed"));
    }
    let found = if found.is_empty() { "nothing found".to_owned() } else { found.join(", ") };
    output.talk(&format!("{scanned} scanned, {block} to block, {review} to review: {found}"));
}

fn notes(count: usize) -> String {
    if count == 1 { "1 note".to_owned() } else { format!("{count} notes") }
}
