//! What a model is shown of a description.

use super::{Reading, Undescribed};
use crate::diagnostic::{Remark, Report};
use crate::frontmatter::Value;

crate::code! {
    /// No description is read, and something else stands in.
    ///
    /// A model chooses skills by their descriptions. The first paragraph of the text, or the name of
    /// the directory, was not written to be chosen by.
    DESCRIPTION_STANDS_IN = "description-stands-in", Warning, "no description is read, and the model is shown `{text}`", "add `description:` that says what the skill does and when to use it";

    /// The end of the description is cut off.
    ///
    /// Agents bound what each skill may take of a model's context. What stands behind the limit is
    /// never seen, and it is often the part that says when to use the skill.
    DESCRIPTION_CUT = "description-cut", Warning, "the model is shown {shown} of the {length} characters of the description, up to `{end}`", "say first what matters most, and move the rest into the body";

    /// The lines of a description become one.
    DESCRIPTION_ONE_LINE = "description-one-line", Info, "the lines of the description are joined into one", "do not rely on line breaks or lists in it";

    /// The description is escaped.
    ///
    /// Where a list of skills is made of tags, `<` and `>` in a description become `&lt;` and `&gt;`,
    /// which is what the model reads.
    DESCRIPTION_ESCAPED = "description-escaped", Info, "the angle brackets of the description are escaped: the model reads `&lt;` and `&gt;`", "write it without angle brackets";

    /// A skill without a description is not offered.
    UNDESCRIBED = "undescribed", Warning, "without a description it is {what}", "add `description:` that says what the skill does and when to use it";
}

/// How much of a text is quoted.
const QUOTED: usize = 40;

pub(super) fn run(reading: &Reading<'_>, report: &mut Report<'_>) {
    let (skill, shown) = (reading.skill, reading.shown);
    let value = skill.frontmatter.get("description").filter(|value| !value.is_null());
    let written = value.and_then(Value::text).filter(|text| !text.trim().is_empty());
    let remark = || Remark::at_maybe(value.map(Value::span));
    let text = skill.description_text();
    if text.is_empty() {
        let what = match shown.undescribed {
            Undescribed::Listed => return,
            Undescribed::Hidden => "not shown to the model",
            Undescribed::Skipped => "not loaded from all of the agent's places",
        };
        if !reading.is_refused_for("description-") {
            report.add(&UNDESCRIBED, &[("what", what)], remark());
        }
        return;
    }
    if written.is_none() {
        let short: String = text.chars().take(QUOTED).collect();
        let cut = if short.len() < text.len() { "…" } else { "" };
        let quoted = format!("{short}{cut}");
        report.add(&DESCRIPTION_STANDS_IN, &[("text", &quoted)], remark());
        return;
    }
    if shown.cut {
        let count = shown.text.chars().count();
        let end: String = shown.text.chars().skip(count.saturating_sub(QUOTED)).collect();
        let (count, length) = (count.to_string(), text.chars().count().to_string());
        let values = [("shown", count.as_str()), ("length", &length), ("end", &end)];
        report.add(&DESCRIPTION_CUT, &values, remark());
    }
    if shown.one_line && text.contains('\n') {
        report.add(&DESCRIPTION_ONE_LINE, &[], remark());
    }
    if shown.escaped && text.contains(['<', '>']) {
        report.add(&DESCRIPTION_ESCAPED, &[], remark());
    }
}
