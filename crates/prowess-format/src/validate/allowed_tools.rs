//! The tools a skill asks to have pre-approved.

use super::{Check, Subject};
use crate::diagnostic::{Remark, Report};
use crate::frontmatter::Type;
use crate::views::standard::split_tools;

crate::code! {
    /// `allowed-tools` is not a string.
    ///
    /// The open standard wants one string with tools separated by spaces. Several agents read a
    /// list as well; others refuse it.
    ALLOWED_TOOLS_NOT_STRING = "allowed-tools-not-string", Info, "`allowed-tools` is {type}, not a string", "write the tools in one string, separated by spaces";

    /// `allowed-tools` is a mapping.
    ///
    /// A list of tools is read by several agents; a mapping by none, and some refuse the skill.
    ALLOWED_TOOLS_MAPPING = "allowed-tools-mapping", Info, "`allowed-tools` is a mapping, not a list of tools", "write the tools in one string, separated by spaces";

    /// `allowed-tools` separates tools by commas.
    ///
    /// Agents that split at spaces then see `Read,` as a tool, which is none.
    ALLOWED_TOOLS_COMMAS = "allowed-tools-commas", Info, "`allowed-tools` separates tools by commas; the standard separates them by spaces", "separate the tools by spaces";
}

pub(super) const CHECK: Check = Check {
    codes: &[&ALLOWED_TOOLS_NOT_STRING, &ALLOWED_TOOLS_MAPPING, &ALLOWED_TOOLS_COMMAS],
    run,
};

fn run(subject: &Subject<'_>, report: &mut Report<'_>) {
    let Some(value) = subject.field("allowed-tools") else { return };
    match value.kind() {
        Type::Str => {
            let text = value.text().unwrap_or_default();
            let spaced = split_tools(text).join(" ");
            if has_comma_between_tools(text) {
                let quoted = crate::write::scalar(&spaced, 0);
                let remark = Remark::at(value.span()).fix(value.span(), quoted);
                report.add(&ALLOWED_TOOLS_COMMAS, &[], remark);
            }
        }
        kind => {
            let values = [("type", kind.name()), ("python-type", kind.python_name())];
            report.add(&ALLOWED_TOOLS_NOT_STRING, &values, Remark::at(value.span()));
            if kind == Type::Map {
                report.add(&ALLOWED_TOOLS_MAPPING, &[], Remark::at(value.span()));
            }
        }
    }
}

/// A comma outside parentheses.
pub(crate) fn has_comma_between_tools(text: &str) -> bool {
    let mut depth = 0_usize;
    text.chars().any(|character| {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && character == ','
    })
}
