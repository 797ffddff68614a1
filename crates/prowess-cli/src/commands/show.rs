//! `prowess show`: one skill in full.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use prowess::check::check_bundled;
use prowess::roots::RootKind;
use prowess::scan::Judgement;
use prowess::trust::Standing;
use prowess::{Cancel, Checked, DirectoryTree};
use prowess_api::{
    BodyJson, DiagnosticJson, ExitCode, FileJson, PathText, ProblemKind, ShowDocument, ShownSkill,
    VERSION,
};
use prowess_format::{Digest, Entry, EntryKind, Origin, Skill, Tree, body};
use serde_json::value::RawValue;

use super::Outcome;
use crate::error::CliError;
use crate::output::{Output, judgement, safe, text};
use crate::setup;

/// The most bytes of one file that are hashed to show a digest.
const DIGEST_FILE_BYTES: usize = 256 * 1024 * 1024;

/// Show one skill: its fields, files, size and digest
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A skill's name, else its directory or SKILL.md; with a slash or a dot in front it is a path
    #[arg(value_name = "NAME|PATH")]
    what: OsString,

    /// Scan it now, instead of showing what is remembered of an earlier scan
    #[arg(long)]
    scan: bool,
}

/// Whether an argument can only be a path.
fn is_path(what: &OsStr) -> bool {
    let bytes = what.as_encoded_bytes();
    bytes.contains(&b'/') || bytes.starts_with(b".")
}

/// The skill of a name: the one that is loaded, else one that is not.
fn named(name: &str, args: &crate::args::Args) -> Result<Option<Named>, CliError> {
    let catalog = setup::engine(args, args.profile_name(), None)?.load(&Cancel::none())?;
    let any = || catalog.entries().iter().find(|entry| entry.skill.name_text() == name);
    Ok(catalog.find(name).or_else(any).map(|entry| Named {
        path: match entry.candidate.flat {
            true => entry.candidate.file.clone(),
            false => entry.candidate.directory.clone(),
        },
        embedded: entry.root.kind == RootKind::Embedded,
        untrusted: match entry.standing() {
            Standing::Trusted => None,
            Standing::Untrusted { project } => Some(project.clone()),
        },
    }))
}

/// Where the skill of a name is.
struct Named {
    path: PathBuf,
    /// It is part of the program.
    embedded: bool,
    /// The project it is of, where that is not trusted.
    untrusted: Option<PathBuf>,
}

pub(crate) fn run(command: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    let profile = setup::profile(args, args.profile_name())?;
    let named = match command.what.to_str() {
        Some(name) if !is_path(&command.what) => named(name, args)?,
        _ => None,
    };
    if let Some(named) = named.as_ref().filter(|named| named.embedded)
        && let Some((one, tree)) = check_bundled(&named.path, &profile)
    {
        let judged = judged(&one, command, args, output)?;
        return show(&one, &tree, judged.as_ref(), output);
    }
    let path = named.as_ref().map_or_else(|| PathBuf::from(&command.what), |it| it.path.clone());
    let mut found = prowess::check(&path, &profile);
    let shown = path.display();
    if found.len() > 1 {
        let message = format!("there are {} skills below `{shown}`; name one of them", found.len());
        let hints = found.iter().take(5).map(|one| one.path.display().to_string());
        let error = CliError::new(ProblemKind::Usage, message);
        return Err(hints.fold(error, CliError::hint));
    }
    let Some(one) = found.pop().filter(|one| one.file.is_some()) else {
        let message = format!("there is no skill at `{shown}`");
        let hint = "name a directory with a SKILL.md, or the file itself";
        let error = CliError::new(ProblemKind::NotFound, message).hint(hint);
        let names = "`prowess list` shows the names of the skills that are loaded";
        return Err(if is_path(&command.what) { error } else { error.hint(names) });
    };
    let tree = if one.path.is_dir() { DirectoryTree::open(&one.path).ok() } else { None };
    let truncated = tree.as_ref().is_some_and(|tree| tree.truncated().is_some());
    let judged = judged(&one, command, args, output)?;
    let judged = judged.as_ref();
    let code = match &tree {
        // A digest of what was looked at would pass for the digest of everything.
        Some(tree) if truncated => print_with(&one, None, tree.entries(), judged, output),
        Some(tree) => show(&one, tree, judged, output)?,
        None => print_with(&one, None, &[], judged, output),
    };
    if let Some(project) = named.and_then(|named| named.untrusted) {
        let project = project.display();
        output.talk(&format!("nothing of it runs: the project `{project}` is not trusted"));
    }
    Ok(code)
}

/// What the scanner says of a skill: now, or what is remembered.
fn judged(
    one: &Checked,
    command: &Args,
    args: &crate::args::Args,
    output: &mut Output,
) -> Result<Option<Judgement>, CliError> {
    let Some(candidate) = one.candidate() else { return Ok(None) };
    let engine = setup::engine(args, args.profile_name(), None);
    if !command.scan {
        // A path can be shown where there is no home, and then nothing is remembered either.
        let Ok(engine) = engine else { return Ok(None) };
        let known = engine.cached_verdict(&candidate);
        setup::talk_of_trouble(&engine, output);
        return Ok(known);
    }
    let engine = engine?;
    let scanned = engine.scan(&candidate, &Cancel::none())?;
    setup::talk_of_trouble(&engine, output);
    let digest = scanned.digest.map(|digest| digest.to_string());
    Ok(Some(judgement::of_report(&scanned.report, digest)))
}

/// Shows a skill and all its files.
fn show(
    one: &Checked,
    tree: &impl Tree,
    judged: Option<&Judgement>,
    output: &mut Output,
) -> Outcome {
    let digest = Digest::of_tree(tree, DIGEST_FILE_BYTES).ok().map(|digest| digest.to_string());
    Ok(print_with(one, digest, tree.entries(), judged, output))
}

fn print_with(
    one: &Checked,
    digest: Option<String>,
    entries: &[Entry],
    judged: Option<&Judgement>,
    output: &mut Output,
) -> ExitCode {
    if output.is_json() {
        let skill = document(one, digest, entries, judged);
        output.json(&ShowDocument { version: VERSION, skill });
    } else {
        print(one, digest.as_deref(), entries, judged, output);
    }
    if one.is_valid() { ExitCode::Fine } else { ExitCode::No }
}

fn origin(origin: Origin) -> &'static str {
    match origin {
        Origin::Frontmatter => "frontmatter",
        Origin::Repaired => "repaired",
        Origin::Directory => "directory",
        Origin::Body => "body",
    }
}

fn kind(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::File => "file",
        EntryKind::Link => "link",
        EntryKind::Other => "other",
    }
}

fn body_of(one: &Checked) -> Option<BodyJson> {
    let skill = one.skill.as_ref()?;
    let text = skill.body();
    let before = &skill.text()[..skill.body_span().start as usize];
    Some(BodyJson {
        line: before.lines().count() + 1,
        lines: text.lines().count(),
        bytes: text.len(),
        estimated_tokens: body::estimate_tokens(text),
    })
}

fn document(
    one: &Checked,
    digest: Option<String>,
    entries: &[Entry],
    judged: Option<&Judgement>,
) -> ShownSkill {
    let skill = one.skill.as_ref();
    let name = skill.and_then(Skill::name);
    let description = skill.and_then(Skill::description);
    let manifest = one.manifest.as_ref().map(prowess_format::manifest::Manifest::to_json_text);
    let json = skill.map(|skill| skill.frontmatter.to_json()).or(manifest);
    let files = entries.iter().map(|entry| (entry, PathText::inside(&entry.path)));
    let files = files.map(|(entry, path)| FileJson {
        path: path.text,
        path_bytes: path.bytes,
        kind: kind(entry.kind),
        executable: entry.executable,
        size: entry.size,
    });
    let path = PathText::new(&one.path);
    let (file, file_bytes) = match one.file.as_deref().map(PathText::new) {
        Some(file) => (Some(file.text), file.bytes),
        None => (None, None),
    };
    ShownSkill {
        path: path.text,
        path_bytes: path.bytes,
        file,
        file_bytes,
        name: one.name().map(str::to_owned),
        name_origin: name.map(|name| origin(name.origin)),
        description: one.description().map(str::to_owned),
        description_origin: description.map(|description| origin(description.origin)),
        valid: one.is_valid(),
        frontmatter: json.and_then(|json| RawValue::from_string(json).ok()),
        body: body_of(one),
        digest,
        files: files.collect(),
        verdict: judged.map_or(judgement::UNSCANNED, |judged| judged.verdict.word()),
        scan: judged.map(judgement::json),
        diagnostics: one
            .diagnostics
            .iter()
            .map(|item| DiagnosticJson::new(item, one.directory()))
            .collect(),
    }
}

fn print(
    one: &Checked,
    digest: Option<&str>,
    entries: &[Entry],
    judged: Option<&Judgement>,
    output: &mut Output,
) {
    let field = |output: &mut Output, label: &str, value: &str| {
        output.line(&format!("{label:<13} {}", safe::line(value)));
    };
    field(output, "name", one.name().unwrap_or("none"));
    field(output, "description", one.description().unwrap_or("none"));
    field(output, "path", &one.path.to_string_lossy());
    if let Some(skill) = &one.skill {
        for (key, value) in skill.frontmatter.entries() {
            let key = key.text().unwrap_or("?");
            if !matches!(key, "name" | "description") {
                // A scalar as it is written (`1.10` is not `1.1`), anything else as JSON.
                let json = || serde_json::to_string(&value).unwrap_or_default();
                field(output, &safe::line(key), &value.text().map_or_else(json, str::to_owned));
            }
        }
    }
    if let Some(body) = body_of(one) {
        let lines = if body.lines == 1 { "line" } else { "lines" };
        let size = format!("{} {lines}, about {} tokens", body.lines, body.estimated_tokens);
        field(output, "body", &size);
    }
    if let Some(digest) = digest {
        field(output, "digest", digest);
    }
    for entry in entries {
        let mark = if entry.executable { ", executable" } else { "" };
        let size = format!("{} bytes{mark}", entry.size);
        field(output, kind(entry.kind), &format!("{} ({size})", entry.path.display()));
    }
    if let Some(judged) = judged {
        field(output, "verdict", &judgement::line(judged));
        judgement::findings(judged).for_each(|found| field(output, "finding", &found));
    }
    text::print(std::slice::from_ref(one), output);
}
