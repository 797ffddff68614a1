//! Keys that nobody expects.

use super::{Check, Subject};
use crate::diagnostic::{Remark, Report};
use crate::field;
use crate::rules::Fields;

crate::code! {
    /// The frontmatter has keys that are not expected.
    ///
    /// The open standard has six keys: `name`, `description`, `license`, `compatibility`,
    /// `metadata` and `allowed-tools`. Agents add their own, and most ignore what they do not know,
    /// but strict validators and upload forms refuse the skill.
    ///
    /// Put values of your own under `metadata`; `prowess fmt` does it.
    UNKNOWN_FIELD = "unknown-field", Info, "no agent reads {fields}", "move them under `metadata` (`prowess fmt`)";
}

pub(super) const CHECK: Check = Check { codes: &[&UNKNOWN_FIELD], run };

fn run(subject: &Subject<'_>, report: &mut Report<'_>) {
    let rules = report.rules();
    let expected = |key: &str| match rules.fields {
        Fields::Any => true,
        Fields::Standard => field::STANDARD.contains(&key),
        Fields::Known => field::find(key).is_some(),
        Fields::Listed => rules.field_list.iter().any(|listed| listed == key),
    };
    let mut unknown: Vec<(&str, _)> = subject
        .skill
        .frontmatter
        .entries()
        .map(|(key, _)| (key.text().unwrap_or("?"), key.span()))
        .filter(|(key, _)| !expected(key))
        .collect();
    let Some(&(_, first)) = unknown.first() else { return };
    unknown.sort_unstable();
    unknown.dedup_by_key(|(key, _)| *key);
    let names: Vec<&str> = unknown.iter().map(|(key, _)| *key).collect();
    let mut remark = Remark::at(first);
    if let Some((typed, meant)) = names.iter().find_map(|key| Some((key, field::nearest(key)?))) {
        remark = remark.help(format!("did you mean `{meant}` instead of `{typed}`?"));
    }
    let ticked: Vec<String> = names.iter().map(|key| format!("`{key}`")).collect();
    let values = [("fields", ticked.join(", ")), ("bare-fields", names.join(", "))];
    let values: Vec<(&str, &str)> =
        values.iter().map(|(key, value)| (*key, value.as_str())).collect();
    report.add(&UNKNOWN_FIELD, &values, remark);
}
