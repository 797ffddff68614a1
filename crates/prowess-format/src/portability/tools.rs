//! The form of `allowed-tools`.

use super::{Reading, Reads, Target};
use crate::diagnostic::{Remark, Report};
use crate::field::{self, ToolForm};
use crate::frontmatter::{Type, Value};
use crate::rules::Fields;
use crate::validate::allowed_tools::has_comma_between_tools;
use crate::views::standard::{split_tools, tool_list};

crate::code! {
    /// An agent reads `allowed-tools` in another form.
    ///
    /// The open standard has one string with spaces. Agents read that, or commas, or a YAML list, or
    /// `*` for all tools, and few read all of them. One that does not know the form sees one tool with
    /// a strange name, or none.
    TOOLS_FORM = "tools-form", Warning, "`allowed-tools` is {form}, and only {wanted} is read", "write it as {wanted}";
}

/// The key, in its own spelling.
pub(super) const KEY: &str = "allowed-tools";

pub(super) fn run(reading: &Reading<'_>, target: &Target<'_>, report: &mut Report<'_>) {
    if reading.is_refused_for(KEY) || target.reads(KEY) != Reads::Yes {
        return;
    }
    let Some(value) = reading.skill.frontmatter.get(KEY) else { return };
    let (Some(form), Some(forms)) = (form_of(value), forms(target)) else { return };
    if forms.contains(&form) {
        return;
    }
    let wanted: Vec<&str> = forms.iter().map(|form| form.name()).collect();
    let wanted = wanted.join(" or ");
    let values = [("form", form.name()), ("wanted", wanted.as_str())];
    report.add(&TOOLS_FORM, &values, Remark::at(value.span()));
}

/// The forms an agent reads; `None` where that is not known.
pub(super) fn forms(target: &Target<'_>) -> Option<&'static [ToolForm]> {
    // One that takes every known key takes every known form.
    let all = target.rules.fields == Fields::Known;
    field::agent(target.name).filter(|_| !all).and_then(field::tool_forms)
}

/// The form in which the tools are written; `None` where any reader of strings sees the same.
pub(super) fn form_of(value: Value<'_>) -> Option<ToolForm> {
    match value.kind() {
        Type::List => Some(ToolForm::List),
        Type::Str => {
            let text = value.text().unwrap_or_default().trim();
            match split_tools(text).len() {
                1 if text == "*" => Some(ToolForm::All),
                0 | 1 => None,
                _ if has_comma_between_tools(text) => Some(ToolForm::Commas),
                _ => Some(ToolForm::Spaces),
            }
        }
        _ => None,
    }
}

/// The tools in another form, as a value to write.
pub(super) fn written(value: Value<'_>, form: ToolForm) -> serde_json::Value {
    let tools = tool_list(value);
    match form {
        ToolForm::Spaces => tools.join(" ").into(),
        ToolForm::Commas => tools.join(", ").into(),
        ToolForm::List => tools.into(),
        ToolForm::All => "*".into(),
    }
}
