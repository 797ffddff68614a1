//! Changes to a file that the agents it is for read as before, and can read where they could not.
//!
//! Each change is an edit of its own that is read back ([`crate::edit`]); in the end the whole text is
//! read as each of the agents reads it, and must say the same to everyone who could read it before.
//! What would change what an agent does is left alone, and named with the reason.

use std::collections::HashSet;

use serde_json::{Map, Value as Json};

use super::{Reads, Target, effect_of, listed, tools};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Remark, Report, Severity};
use crate::edit::{self, EditError};
use crate::field::{self, ToolForm};
use crate::frontmatter::{Type, Value};
use crate::parse::{Document, Parsed, parse};
use crate::portable::{BECOMES_STRING, COMMENT_LOST, comments, report_move};
use crate::rules::Rules;
use crate::skill::Skill;
use crate::validate::{Surroundings, validate};
use crate::views::standard::tool_list;

crate::code! {
    /// `allowed-tools` is written in another form.
    TOOLS_REWRITTEN = "tools-rewritten", Info, "`allowed-tools` becomes {form}, which all of these agents read";

    /// The frontmatter gets the directory's name.
    ///
    /// All the agents in question go by the directory anyway, or refuse the skill as it is.
    NAME_SET = "name-set", Info, "the name becomes the directory's, `{name}`";

    /// Something is left as it is, because changing it would change what an agent does.
    LEFT_ALONE = "left-alone", Info, "{what} stays: {reason}";
}

pub(super) const CODES: &[&Code] = &[&TOOLS_REWRITTEN, &NAME_SET, &LEFT_ALONE];

/// A text for some agents.
#[derive(Debug)]
pub struct Mended {
    /// The whole file.
    pub text: String,
    /// What changed.
    pub changes: Vec<Diagnostic>,
    /// What did not, and why.
    pub left: Vec<Diagnostic>,
}

/// Why a file was not changed.
#[derive(Debug, thiserror::Error)]
pub enum MendError {
    /// The file cannot be edited.
    #[error("{0}")]
    Edit(#[from] EditError),
    /// An agent would read something else than before.
    #[error("{agent} would read another {what}")]
    ChangesMeaning {
        /// Which one.
        agent: String,
        /// What it would read otherwise.
        what: String,
    },
}

/// Where the skill lies.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The name of its directory, or the stem of a single file.
    pub directory: Option<&'a str>,
    /// It is a single file.
    pub flat: bool,
}

/// How often the text is looked at again: a reader that refused it whole has more to say afterwards.
const ROUNDS: usize = 4;

/// Makes a skill fit for some agents. `original` is the skill as it stands in its file and `repaired`
/// its text with the repairs that `rules` allow; those are the rules by which the edits are read back.
pub fn mend(
    original: &Skill,
    repaired: &str,
    place: Place<'_>,
    rules: &Rules,
    targets: &[Target<'_>],
) -> Result<Mended, MendError> {
    let skill = read(original, repaired, place, rules).skill;
    let report = || Report::new(rules, skill.file.clone(), skill.text());
    let (changes, left) = (report(), report());
    let text = skill.text().to_owned();
    let mut work = Work { original, place, rules, targets, text, changes, left };
    for _ in 0..ROUNDS {
        let before = work.text.clone();
        work.left = report();
        work.strings()?;
        work.name()?;
        work.tools()?;
        work.fields()?;
        if work.text == before {
            break;
        }
    }
    for target in targets {
        same_for(target, original, &work.text, place)?;
    }
    for comment in comments(skill.frontmatter.text()) {
        if !work.text.contains(comment) {
            work.changes.add(&COMMENT_LOST, &[("comment", comment)], Remark::whole());
        }
    }
    let Work { text, changes, left, .. } = work;
    Ok(Mended { text, changes: changes.finish(), left: left.finish() })
}

fn read(skill: &Skill, text: &str, place: Place<'_>, rules: &Rules) -> Parsed {
    let (size, Place { directory, flat }) = (text.len() as u64, place);
    parse(Document { file: &skill.file, bytes: text.as_bytes(), directory, size, flat }, rules)
}

/// What an agent's rules say about a text, and the skill it reads.
fn judge(skill: &Skill, text: &str, place: Place<'_>, rules: &Rules) -> (Skill, Vec<Diagnostic>) {
    let parsed = read(skill, text, place, rules);
    let Place { directory, flat } = place;
    let around = Surroundings { directory, flat, ..Surroundings::default() };
    let diagnostics = validate(&parsed.skill, parsed.diagnostics, around, rules);
    (parsed.skill, diagnostics)
}

/// Whether a remark refuses the skill or loses its frontmatter.
fn is_unread(diagnostic: &Diagnostic, rules: &Rules) -> bool {
    diagnostic.severity == Severity::Error
        || (diagnostic.code.id.starts_with("yaml-") && effect_of(diagnostic, rules).is_some())
}

struct Work<'a> {
    original: &'a Skill,
    place: Place<'a>,
    rules: &'a Rules,
    targets: &'a [Target<'a>],
    text: String,
    changes: Report<'a>,
    left: Report<'a>,
}

impl Work<'_> {
    fn skill(&self) -> Skill {
        read(self.original, &self.text, self.place, self.rules).skill
    }

    fn leave(&mut self, what: &str, reason: &str) {
        self.left.add(&LEFT_ALONE, &[("what", what), ("reason", reason)], Remark::whole());
    }

    /// The agents for which something holds, in words.
    fn who(&self, fits: impl Fn(&Target<'_>) -> bool) -> Option<String> {
        let names: Vec<&str> =
            self.targets.iter().filter(|target| fits(target)).map(|target| target.name).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }

    /// Numbers and the like become strings where an agent refuses them: `name: 8004`.
    fn strings(&mut self) -> Result<(), EditError> {
        for key in ["name", "description", "license", "compatibility"] {
            let code = format!("{key}-not-string");
            let refused = self.targets.iter().any(|target| {
                let (_, found) = judge(self.original, &self.text, self.place, target.rules);
                found.iter().any(|item| item.severity == Severity::Error && item.code.id == code)
            });
            let skill = self.skill();
            let value = skill.frontmatter.get(key).filter(|_| refused);
            let scalar = |value: &Value<'_>| {
                !matches!(value.kind(), Type::Null | Type::List | Type::Map | Type::Str)
            };
            if let Some(text) = value.filter(scalar).and_then(Value::text) {
                self.text = edit::set_field(&skill, key, &Json::from(text))?;
                self.changes.add(
                    &BECOMES_STRING,
                    &[("key", key), ("value", text)],
                    Remark::whole(),
                );
            }
        }
        Ok(())
    }

    /// The directory's name, where every agent goes by it or refuses the skill for its name.
    fn name(&mut self) -> Result<(), EditError> {
        let Some(directory) = self.place.directory.filter(|_| !self.place.flat) else {
            return Ok(());
        };
        let skill = self.skill();
        let written =
            skill.frontmatter.get("name").and_then(Value::text).unwrap_or_default().trim();
        if written == directory {
            return Ok(());
        }
        let (mut minded, mut others) = (false, Vec::new());
        for target in self.targets {
            let (read, found) = judge(self.original, &self.text, self.place, target.rules);
            let refused = found.iter().any(|item| {
                let code = item.code.id;
                item.severity == Severity::Error
                    && matches!(code, "name-missing" | "name-empty" | "name-directory-mismatch")
            });
            minded |= refused || read.name_text() != written;
            if !refused && read.name_text() != directory {
                others.push(target.name);
            }
        }
        match others.as_slice() {
            [] if minded => {
                self.text = edit::set_field(&skill, "name", &Json::from(directory))?;
                self.changes.add(&NAME_SET, &[("name", directory)], Remark::whole());
            }
            [_, ..] if minded => {
                let reason = format!("{} would call the skill otherwise", others.join(", "));
                self.leave("`name`", &reason);
            }
            _ => {}
        }
        Ok(())
    }

    /// The form of `allowed-tools` that every agent that reads it reads.
    fn tools(&mut self) -> Result<(), EditError> {
        let skill = self.skill();
        let Some(value) = skill.frontmatter.get(tools::KEY) else { return Ok(()) };
        let Some(form) = tools::form_of(value) else { return Ok(()) };
        let readers = self.targets.iter().filter(|target| target.reads(tools::KEY) == Reads::Yes);
        let forms: Vec<&[ToolForm]> = readers.filter_map(tools::forms).collect();
        let fits = |form: ToolForm| forms.iter().all(|forms| forms.contains(&form));
        if fits(form) {
            return Ok(());
        }
        let others = [ToolForm::Spaces, ToolForm::Commas, ToolForm::List];
        match others.into_iter().find(|other| fits(*other)).filter(|_| form != ToolForm::All) {
            Some(other) => {
                let new = tools::written(value, other);
                self.text = edit::set_field(&skill, tools::KEY, &new)?;
                self.changes.add(&TOOLS_REWRITTEN, &[("form", other.name())], Remark::whole());
            }
            None => self.leave("`allowed-tools`", "there is no form that all of these agents read"),
        }
        Ok(())
    }

    /// Moves what nobody reads at the top level under `metadata`.
    fn fields(&mut self) -> Result<(), EditError> {
        let skill = self.skill();
        let mut seen = HashSet::new();
        let mut moved: Vec<(String, Json)> = Vec::new();
        let metadata = skill.frontmatter.get("metadata").filter(|value| !value.is_null());
        for (key, _) in skill.frontmatter.entries() {
            let Some(name) = key.text() else { continue };
            if field::STANDARD.contains(&name) || !seen.insert(name) {
                continue;
            }
            let quoted = format!("`{name}`");
            match self.reason_to_stay(name, metadata) {
                Some(Some(reason)) => self.leave(&quoted, &reason),
                Some(None) => {}
                None => {
                    let value = skill.frontmatter.get(name).map(kept);
                    moved.extend(value.map(|value| (name.to_owned(), value)));
                }
            }
        }
        if moved.is_empty() {
            return Ok(());
        }
        let mut entries: Map<String, Json> = match metadata {
            Some(value) => value.entries().map(|(k, v)| (k.key().into_owned(), kept(v))).collect(),
            None => Map::new(),
        };
        // Values of `metadata` are strings to the standard.
        entries.extend(moved.iter().map(|(key, value)| (key.clone(), as_string(value))));
        let before = self.text.clone();
        if let Err(refused) = self.move_fields(&moved, entries) {
            self.text = before;
            let names = listed(moved.iter().map(|(key, _)| key.as_str()));
            self.leave(&names, &refused.to_string());
            return Ok(());
        }
        for (key, _) in &moved {
            report_move(key, "", Remark::whole(), &mut self.changes);
        }
        Ok(())
    }

    fn move_fields(
        &mut self,
        moved: &[(String, Json)],
        entries: Map<String, Json>,
    ) -> Result<(), EditError> {
        for (key, _) in moved {
            loop {
                let skill = self.skill();
                if skill.frontmatter.get(key).is_none() {
                    break;
                }
                self.text = edit::remove_field(&skill, key)?;
            }
        }
        self.text = edit::set_field(&self.skill(), "metadata", &Json::Object(entries))?;
        Ok(())
    }

    /// Why a key stays at the top level: `None` where it need not, no reason where all read it.
    fn reason_to_stay(&self, key: &str, metadata: Option<Value<'_>>) -> Option<Option<String>> {
        let is = |reads: Reads| move |target: &Target<'_>| target.reads(key) == reads;
        if self.targets.iter().all(is(Reads::Yes)) {
            return Some(None);
        }
        if let Some(readers) = self.who(is(Reads::Yes)) {
            let others = self.who(|target| target.reads(key) != Reads::Yes).unwrap_or_default();
            return Some(Some(format!("{readers} reads it there, though {others} does not")));
        }
        let spelled = |target: &Target<'_>| matches!(target.reads(key), Reads::Spelled(_));
        if let Some(agents) = self.who(spelled) {
            return Some(Some(format!("{agents} would act on it if it were spelled otherwise")));
        }
        if let Some(agents) = self.who(is(Reads::Unknown)) {
            return Some(Some(format!("it is not known whether {agents} reads it")));
        }
        if let Some(agents) = self.who(|target| target.reads_metadata(key)) {
            return Some(Some(format!("{agents} would act on it under `metadata`")));
        }
        match metadata {
            Some(value) if value.kind() != Type::Map => {
                Some(Some("`metadata` is no mapping".to_owned()))
            }
            Some(value) if value.get(key).is_some() => {
                Some(Some("`metadata` has that key already".to_owned()))
            }
            _ => None,
        }
    }
}

/// A value that is written again, its type and the spelling of numbers kept.
fn kept(value: Value<'_>) -> Json {
    match value.kind() {
        Type::Map => {
            value.entries().map(|(key, value)| (key.key().into_owned(), kept(value))).collect()
        }
        Type::List => value.items().map(kept).collect(),
        Type::Int | Type::Float => {
            let (json, text) = (value.to_json_value(), value.text().unwrap_or_default());
            let spelled = json.to_string();
            if spelled == text { json } else { text.into() }
        }
        _ => value.to_json_value(),
    }
}

/// A value as `metadata` holds it.
fn as_string(value: &Json) -> Json {
    match value {
        Json::String(_) => value.clone(),
        Json::Null => "".into(),
        Json::Array(items) if items.iter().all(|item| item.as_str().is_some_and(plain)) => {
            let texts: Vec<&str> = items.iter().filter_map(Json::as_str).collect();
            texts.join(", ").into()
        }
        other => other.to_string().into(),
    }
}

fn plain(text: &str) -> bool {
    !text.contains(',')
}

/// Whether an agent that could read the old text reads the same in the new one.
fn same_for(
    target: &Target<'_>,
    original: &Skill,
    text: &str,
    place: Place<'_>,
) -> Result<(), MendError> {
    let (old, said) = judge(original, original.text(), place, target.rules);
    let (new, says) = judge(original, text, place, target.rules);
    if said.iter().any(|item| is_unread(item, target.rules)) {
        return Ok(());
    }
    let differs = |what: &str| {
        Err(MendError::ChangesMeaning { agent: target.name.to_owned(), what: what.to_owned() })
    };
    if says.iter().any(|item| is_unread(item, target.rules)) {
        return differs("file than one it loads");
    }
    if old.name_text() != new.name_text() {
        return differs("name");
    }
    if old.description_text() != new.description_text() {
        return differs("description");
    }
    if old.body().trim() != new.body().trim() {
        return differs("text");
    }
    let fields = |skill: &Skill| -> Vec<(String, Json)> {
        let read = skill.frontmatter.entries().filter_map(|(key, value)| {
            let key = key.text()?;
            match key {
                "metadata" => None,
                tools::KEY => Some((key.to_owned(), tool_list(value).into())),
                _ if target.reads(key) == Reads::Yes => Some((key.to_owned(), kept(value))),
                _ => None,
            }
        });
        let own = skill.frontmatter.get("metadata").into_iter().flat_map(Value::entries);
        let own = own.filter(|(key, _)| key.text().is_some_and(|key| target.reads_metadata(key)));
        let own = own.map(|(key, value)| (format!("metadata.{}", key.key()), kept(value)));
        let mut all: Vec<(String, Json)> = read.chain(own).collect();
        // A name that was not there was the directory's, and a number is the text it is spelled with.
        all.retain(|(key, _)| !matches!(key.as_str(), "name" | "description"));
        all.sort_by(|(a, _), (b, _)| a.cmp(b));
        all
    };
    match fields(&old) == fields(&new) {
        true => Ok(()),
        false => differs("field"),
    }
}
