//! Checking paths: a skill, a file, or a whole tree of skills.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use prowess_format::manifest::{self, Manifest};
use prowess_format::place::{self, Trouble};
use prowess_format::rules::{DocumentKind, FileNames, SingleFiles};
use prowess_format::{
    Diagnostic, Document, MemoryTree, Rules, Severity, Skill, Surroundings, Tree, TreePath, parse,
    validate,
};

use crate::bundled;
use crate::cancel::Cancel;
use crate::directory::DirectoryTree;
use crate::discover::{self, Candidate};
use crate::limits;
use crate::profile::{FlatFiles, Profile, Walk};
use crate::read::{Extent, FileBytes, read_skill_file};

/// One skill, or one place where a skill was expected, and what is to be said about it.
#[derive(Debug)]
pub struct Checked {
    /// The skill's directory, or the path as it was given where there is none.
    pub path: PathBuf,
    /// The file that describes it.
    pub file: Option<PathBuf>,
    /// The skill, where one could be read.
    pub skill: Option<Skill>,
    /// The manifest, where the profile's skills have one instead.
    pub manifest: Option<Manifest>,
    /// What is to be said.
    pub diagnostics: Vec<Diagnostic>,
}

impl Checked {
    /// The name it goes by.
    pub fn name(&self) -> Option<&str> {
        let skill = self.skill.as_ref().and_then(Skill::name);
        let manifest = self.manifest.as_ref().map(|manifest| manifest.id.as_str());
        skill.map(|name| name.text).or(manifest).filter(|name| !name.is_empty())
    }

    /// What it says it is for.
    pub fn description(&self) -> Option<&str> {
        let skill = self.skill.as_ref().and_then(Skill::description);
        let manifest = self.manifest.as_ref().map(|manifest| manifest.description.as_str());
        skill.map(|text| text.text).or(manifest).filter(|text| !text.is_empty())
    }

    /// Where the skill is; `None` where there was none.
    pub fn candidate(&self) -> Option<Candidate> {
        let file = self.file.clone()?;
        let (directory, flat) = (self.directory().to_owned(), file == self.path);
        Some(Candidate { file, directory, flat, linked: false })
    }

    /// The directory whose files the diagnostics name.
    pub fn directory(&self) -> &Path {
        match (&self.file, self.path.is_dir()) {
            (Some(file), false) => file.parent().unwrap_or(&self.path),
            _ => &self.path,
        }
    }

    /// Whether nothing refuses it.
    pub fn is_valid(&self) -> bool {
        !self.diagnostics.iter().any(|item| item.severity == Severity::Error)
    }
}

/// Checks everything that a path names: the skill itself, else every skill below it.
pub fn check(path: &Path, profile: &Profile) -> Vec<Checked> {
    match locate(path, profile) {
        Ok((candidates, troubles)) => {
            let mut checked: Vec<Checked> = candidates
                .into_iter()
                .map(|candidate| Source::open(candidate, &profile.format).check(&profile.format))
                .collect();
            let rules = &profile.format;
            checked.extend(
                troubles.into_iter().map(|(place, trouble)| troubled(&place, &trouble, rules)),
            );
            checked
        }
        Err(trouble) => vec![troubled(path, &trouble, &profile.format)],
    }
}

fn troubled(path: &Path, trouble: &Trouble, rules: &Rules) -> Checked {
    let shown = path.display().to_string();
    let diagnostics = place::diagnose(trouble, &shown, TreePath::root(), rules);
    Checked { path: path.to_owned(), file: None, skill: None, manifest: None, diagnostics }
}

type Located = (Vec<Candidate>, Vec<(PathBuf, Trouble)>);

/// The candidates that a path names.
fn locate(path: &Path, profile: &Profile) -> Result<Located, Trouble> {
    let metadata = path.metadata().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => Trouble::PathMissing,
        _ => Trouble::Unreadable(error.to_string()),
    })?;
    if !metadata.is_dir() {
        return locate_file(path, profile).map(|candidate| (vec![candidate], Vec::new()));
    }
    let mut names: Vec<OsString> = std::fs::read_dir(path)
        .map_err(|error| Trouble::Unreadable(error.to_string()))?
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    if profile.format.file_names == FileNames::Two {
        // A link that leads nowhere is no file to those who ask whether it exists.
        names.retain(|name| path.join(name).exists());
    }
    if let Some(name) = discover::skill_file_in(&names, &profile.format) {
        let (file, directory) = (path.join(name), path.to_owned());
        let candidate = Candidate { file, directory, flat: false, linked: false };
        return Ok((vec![candidate], Vec::new()));
    }
    // A whole tree: everything that is a skill anywhere below, hidden directories included, since
    // `.claude/skills` is where many of them are.
    let depth = limits::TREE_DEPTH;
    let walk = Walk {
        depth,
        stop_at_skill: true,
        flat: FlatFiles::None,
        hidden: true,
        include_self: true,
        ..Walk::default()
    };
    let keep = |candidate, _| candidate;
    let mut found = discover::discover(path, walk, &profile.format, &Cancel::none(), keep);
    let unreadable = |(_, trouble): &(_, Trouble)| matches!(trouble, Trouble::Unreadable(_));
    if found.found.is_empty() && !found.troubles.iter().any(unreadable) {
        found.troubles.push((path.to_owned(), Trouble::SkillFileMissing));
    }
    Ok((found.found, found.troubles))
}

fn locate_file(path: &Path, profile: &Profile) -> Result<Candidate, Trouble> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    let describes_directory = match profile.format.document {
        DocumentKind::SkillMd => name.eq_ignore_ascii_case("skill.md"),
        DocumentKind::Manifest => name == "manifest.json",
    };
    let markdown = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md"));
    if !describes_directory && profile.format.single_files == SingleFiles::None {
        return Err(Trouble::NotADirectory);
    }
    if !describes_directory && !markdown {
        return Err(Trouble::NotMarkdown);
    }
    let file = path.to_owned();
    Ok(Candidate { file, directory, flat: !describes_directory, linked: false })
}

/// Checks a skill that is part of the program, by the directory a catalog has for it, and its files.
pub fn check_bundled(directory: &Path, profile: &Profile) -> Option<(Checked, MemoryTree)> {
    let tree = bundled::tree(directory)?;
    let bytes = tree.read(&TreePath::skill_file(), limits::RESOURCE_BYTES).ok()?;
    let (file, path) = (directory.join("SKILL.md"), directory.to_owned());
    let candidate =
        Candidate { file: file.clone(), directory: path.clone(), flat: false, linked: false };
    let (skill, manifest, diagnostics) = (None, None, Vec::new());
    let mut checked = Checked { path, file: Some(file), skill, manifest, diagnostics };
    let size = bytes.len() as u64;
    let read = FileBytes { bytes, size, modified: None, identity: None, linked: false };
    check_skill(&candidate, &read, Some(&tree), &profile.format, &mut checked);
    Some((checked, tree))
}

/// A skill's file and tree, read once, to be judged by any number of rules.
pub(crate) struct Source {
    candidate: Candidate,
    read: std::io::Result<FileBytes>,
    tree: Option<DirectoryTree>,
}

impl Source {
    /// Reads a skill that was found.
    fn open(candidate: Candidate, rules: &Rules) -> Self {
        let read = read_skill_file(&candidate.file, None, Extent::Whole, rules);
        let listed = !candidate.flat && read.is_ok();
        let tree = listed.then(|| DirectoryTree::open(&candidate.directory).ok()).flatten();
        Self { candidate, read, tree }
    }

    /// The skill of something that was checked; `None` where there was none.
    pub(crate) fn of(checked: &Checked, rules: &Rules) -> Option<Self> {
        Some(Self::open(checked.candidate()?, rules))
    }

    /// The skill's directory or, where it is a single file, that file's stem; and whether it is one.
    pub(crate) fn place(&self) -> (Option<String>, bool) {
        (self.candidate.place_name().map(Cow::into_owned), self.candidate.flat)
    }

    /// The same skill with another text in its file.
    pub(crate) fn with_text(&self, text: &str) -> Self {
        let (bytes, size) = (text.as_bytes().to_vec(), text.len() as u64);
        let read = Ok(FileBytes { bytes, size, modified: None, identity: None, linked: false });
        Self { candidate: self.candidate.clone(), read, tree: None }
    }

    /// Runs every check, unless these rules would not take the file for a skill.
    pub(crate) fn check_as(&self, rules: &Rules) -> Checked {
        let Candidate { file, directory, flat, .. } = &self.candidate;
        let manifest = rules.document == DocumentKind::Manifest;
        match (flat, manifest) {
            (true, _) if rules.single_files == SingleFiles::None || manifest => {
                troubled(file, &Trouble::NotADirectory, rules)
            }
            (true, _) => self.check(rules),
            (false, false) if is_skill_file(file, rules) => self.check(rules),
            (false, false) => troubled(directory, &Trouble::SkillFileMissing, rules),
            (false, true) => {
                let file = directory.join("manifest.json");
                match file.is_file() {
                    true => {
                        Self::open(Candidate { file, ..self.candidate.clone() }, rules).check(rules)
                    }
                    false => troubled(directory, &Trouble::SkillFileMissing, rules),
                }
            }
        }
    }

    /// Runs every check.
    fn check(&self, rules: &Rules) -> Checked {
        let candidate = &self.candidate;
        let mut checked = Checked {
            path: if candidate.flat { candidate.file.clone() } else { candidate.directory.clone() },
            file: Some(candidate.file.clone()),
            skill: None,
            manifest: None,
            diagnostics: Vec::new(),
        };
        let read = match &self.read {
            Ok(read) => read,
            Err(error) => {
                let trouble = Trouble::Unreadable(error.to_string());
                let shown = candidate.file.display().to_string();
                checked.diagnostics =
                    place::diagnose(&trouble, &shown, candidate.inner_file(), rules);
                return checked;
            }
        };
        // In a part of the tree, files that are there would be missed.
        let whole = self.tree.as_ref().filter(|tree| tree.truncated().is_none());
        let shown_tree = whole.map(|tree| tree as &dyn Tree);
        match rules.document {
            DocumentKind::SkillMd => check_skill(candidate, read, shown_tree, rules, &mut checked),
            DocumentKind::Manifest => {
                let parsed = manifest::parse(&read.bytes, rules);
                checked.diagnostics = parsed.validate(shown_tree, rules);
                checked.manifest = parsed.manifest;
            }
        }
        if let Some(limit) = self.tree.as_ref().and_then(DirectoryTree::truncated) {
            let trouble = Trouble::Limit(limit.to_owned());
            checked.diagnostics.extend(place::diagnose(&trouble, "", TreePath::root(), rules));
        }
        checked
    }
}

/// Whether a file is called as these rules want it.
fn is_skill_file(file: &Path, rules: &Rules) -> bool {
    let name = file.file_name().map(|name| vec![name.to_owned()]).unwrap_or_default();
    discover::skill_file_in(&name, rules).is_some()
}

fn check_skill(
    candidate: &Candidate,
    read: &FileBytes,
    tree: Option<&dyn Tree>,
    rules: &Rules,
    checked: &mut Checked,
) {
    let name = candidate.place_name();
    let (directory, flat) = (name.as_deref(), candidate.flat);
    let file = candidate.inner_file();
    let document = Document { file: &file, bytes: &read.bytes, directory, size: read.size, flat };
    let parsed = parse(document, rules);
    let around = Surroundings { directory, flat, tree, ..Default::default() };
    checked.diagnostics = validate(&parsed.skill, parsed.diagnostics, around, rules);
    checked.skill = Some(parsed.skill);
}
