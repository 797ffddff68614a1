//! Keys that an agent does not read, and what is lost by that.

use super::{Reading, Reads, Target, are, listed};
use crate::diagnostic::{Remark, Report, Span};
use crate::field::{self, Field};
use crate::frontmatter::{Value, flag};

crate::code! {
    /// An agent does not read some keys of the frontmatter.
    ///
    /// Beyond the six of the open standard every agent has keys of its own. One that does not know a
    /// key goes on as if it were not there, without a word: a skill that only the user may start
    /// (`disable-model-invocation`) is then started by the model.
    ///
    /// Write the skill so that it is harmless without them, or keep a copy for that agent. Keys that
    /// none of your agents reads belong under `metadata`; `prowess fmt --for AGENT` moves them.
    FIELD_IGNORED = "field-ignored", Warning, "{fields} {are} not read{lost}", "see that the skill is right without, or keep a copy of it for this agent";

    /// A key is read in another spelling only.
    ///
    /// Some agents take `user-invocable`, `user_invocable` and `userInvocable` for the same; most know
    /// one spelling.
    FIELD_SPELLING = "field-spelling", Warning, "`{key}` is not read, only `{own}` is{lost}", "spell it `{own}`";
}

pub(super) fn run(reading: &Reading<'_>, target: &Target<'_>, report: &mut Report<'_>) {
    if reading.is_refused_for("unknown-field") {
        return;
    }
    let mut ignored: Vec<(&str, Span)> = Vec::new();
    let mut lost: Vec<&str> = Vec::new();
    for (key, value) in reading.skill.frontmatter.entries() {
        let Some(name) = key.text() else { continue };
        let field = field::find(name);
        // What every agent may read is for people: there is nothing to lose.
        let for_people = field.is_some_and(|field| field.readers == ["*"]);
        if for_people || field.is_some_and(|field| says_nothing(field, value)) {
            continue;
        }
        let loss = field.and_then(|field| field.lost);
        match target.reads(name) {
            Reads::Yes | Reads::Unknown => {}
            Reads::No => {
                ignored.push((name, key.span()));
                lost.extend(loss.filter(|loss| !lost.contains(loss)));
            }
            Reads::Spelled(own) => {
                let loss = loss.map(|loss| format!(": {loss}")).unwrap_or_default();
                let values = [("key", name), ("own", own), ("lost", &loss)];
                report.add(&FIELD_SPELLING, &values, Remark::at(key.span()));
            }
        }
    }
    let Some(&(_, first)) = ignored.first() else { return };
    let fields = listed(ignored.iter().map(|(name, _)| *name));
    let mut remark = Remark::at(first);
    if lost.is_empty() {
        remark =
            remark.help(format!("move it under `metadata` (`prowess fmt --for {}`)", target.name));
    }
    let lost = if lost.is_empty() { String::new() } else { format!(": {}", lost.join("; ")) };
    let values = [("fields", fields.as_str()), ("are", are(&fields)), ("lost", &lost)];
    report.add(&FIELD_IGNORED, &values, remark);
}

/// Whether a value is what holds anyway.
fn says_nothing(field: &Field, value: Value<'_>) -> bool {
    let idle = field.idle.is_some_and(|idle| match flag(idle) {
        Some(idle) => value.as_flag() == Some(idle),
        None => value.text() == Some(idle),
    });
    idle || value.is_null()
}
