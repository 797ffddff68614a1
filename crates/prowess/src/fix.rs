//! Writing mended files: whole or not at all, and only if they still say the same.

use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use prowess_format::edit::{self, EditError};
use prowess_format::{
    Diagnostic, Document, Fix, Parsed, Rules, Severity, Skill, Surroundings, TreePath, parse,
    validate,
};

use crate::profile::Profile;

/// Why a file was not changed.
#[derive(Debug, thiserror::Error)]
pub enum FixError {
    /// The repairs do not fit together or the file.
    #[error("{0}")]
    Edit(#[from] EditError),
    /// The mended file would be read otherwise than the broken one.
    #[error("the repair would change what is read, so nothing was changed")]
    ChangesMeaning,
    /// The file is a link to somewhere else.
    #[error("it is a link to `{target}`, outside the skill; mend that file by its own name")]
    LeadsOut {
        /// Where it leads.
        target: String,
    },
    /// The system refused.
    #[error("cannot write `{path}`: {cause}")]
    Write {
        /// Which file.
        path: String,
        /// What the system said.
        cause: std::io::Error,
    },
}

/// How often the mended text is looked at again: a repair can bring another mistake to light, and two
/// that touch the same place are made one after the other.
const ROUNDS: usize = 8;

/// The text of a skill with the safe repairs of its diagnostics, and how many there were; `None`
/// where there is nothing to repair. The mended text is read back: it must give the same values.
pub fn repaired(
    skill: &Skill,
    diagnostics: &[Diagnostic],
    rules: &Rules,
) -> Result<Option<(String, usize)>, FixError> {
    let mut fixes = separate(skill, diagnostics);
    if fixes.is_empty() {
        return Ok(None);
    }
    if !skill.is_exact() {
        return Err(EditError::NotExact.into());
    }
    let (mut count, mut text) = (0, skill.text().to_owned());
    for _ in 0..ROUNDS {
        if fixes.is_empty() {
            break;
        }
        text = edit::apply(&text, &fixes)?;
        count += fixes.len();
        let parsed = reparse(skill, &text, rules);
        if !says_the_same(skill, &parsed.skill) {
            return Err(FixError::ChangesMeaning);
        }
        let around = Surroundings::default();
        let found = validate(&parsed.skill, parsed.diagnostics, around, rules);
        fixes = separate(&parsed.skill, &found);
    }
    Ok(Some((text, count)))
}

/// The fixes of a file that do not touch each other, the earlier ones first.
fn separate(skill: &Skill, diagnostics: &[Diagnostic]) -> Vec<Fix> {
    let fixes = diagnostics.iter().filter(|item| item.file == skill.file);
    let mut fixes: Vec<Fix> = fixes.filter_map(|item| item.fix.clone()).collect();
    fixes.sort_by_key(|fix| (fix.span.start, fix.span.end));
    let mut end = 0;
    fixes.retain(|fix| {
        let free = fix.span.start >= end;
        end = if free { fix.span.end.max(end) } else { end };
        free
    });
    fixes
}

fn says_the_same(skill: &Skill, again: &Skill) -> bool {
    skill.name_text() == again.name_text()
        && skill.description_text() == again.description_text()
        && fields(skill) == fields(again)
        && skill.body().trim() == again.body().trim()
}

fn reparse(skill: &Skill, text: &str, rules: &Rules) -> Parsed {
    let size = text.len() as u64;
    let directory = Some(skill.name_text());
    let document =
        Document { file: &skill.file, bytes: text.as_bytes(), directory, size, flat: false };
    parse(document, rules)
}

/// The skill that another text of the same file makes.
pub fn reread(skill: &Skill, text: &str, rules: &Rules) -> Skill {
    reparse(skill, text, rules).skill
}

/// Refuses a portable text that the open standard's own reader could not read.
pub fn must_stay_readable(text: &str) -> Result<(), String> {
    let profile = Profile::named("agentskills").map_err(|error| error.to_string())?;
    let file = TreePath::skill_file();
    let size = text.len() as u64;
    let document =
        Document { file: &file, bytes: text.as_bytes(), directory: None, size, flat: false };
    let parsed = parse(document, &profile.format);
    match parsed.diagnostics.iter().find(|item| item.severity == Severity::Error) {
        Some(error) => Err(format!("the portable form would not be readable: {}", error.message)),
        None => Ok(()),
    }
}

/// Top-level keys and their values as JSON; the tools as a list, since their separators may change.
fn fields(skill: &Skill) -> Vec<(String, String)> {
    use prowess_format::views::standard::tool_list;
    let entries = skill.frontmatter.entries().map(|(key, value)| {
        let key = key.text().unwrap_or_default().to_owned();
        let value = match key.as_str() {
            "allowed-tools" => tool_list(value).join(" "),
            // Folding may differ where a line break was inside a broken value.
            _ => value.to_json_value().to_string(),
        };
        (key, value)
    });
    entries.collect()
}

/// Replaces a file by another text: written beside it, flushed, then renamed over it. Where the path
/// is a link that stays in its directory, the file it leads to is replaced and the link stays; a link
/// out of the directory is refused, since a skill must not choose which of the user's files to edit.
pub fn write_atomically(path: &Path, text: &[u8]) -> Result<(), FixError> {
    let failed = |cause| FixError::Write { path: path.display().to_string(), cause };
    let target = path.canonicalize().map_err(failed)?;
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let directory = parent.unwrap_or(Path::new(".")).canonicalize().map_err(failed)?;
    if !target.starts_with(&directory) {
        return Err(FixError::LeadsOut { target: target.display().to_string() });
    }
    replace(&target, text).map_err(failed)
}

/// Makes a file, or replaces one, so that whoever reads sees it whole.
pub fn write_whole(path: &Path, text: &[u8]) -> Result<(), FixError> {
    let failed = |cause| FixError::Write { path: path.display().to_string(), cause };
    match std::fs::File::options().write(true).create_new(true).open(path) {
        // The empty file holds the place and the permissions that new files have here.
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(failed(error)),
    }
    write_atomically(path, text)
}

fn replace(target: &Path, text: &[u8]) -> std::io::Result<()> {
    let permissions = target.metadata()?.permissions();
    let beside = target.with_file_name(format!(".prowess-{}.tmp", std::process::id()));
    // Nobody else may read it before it has the permissions of the one it replaces.
    let mut file =
        std::fs::File::options().write(true).create_new(true).mode(0o600).open(&beside)?;
    let written = file
        .write_all(text)
        .and_then(|()| file.set_permissions(permissions))
        .and_then(|()| file.sync_all())
        .and_then(|()| std::fs::rename(&beside, target));
    if written.is_err() {
        // The half-written file must not stay; if even that fails the first reason counts.
        let _ = std::fs::remove_file(&beside);
    }
    written
}
