//! Tools the skill needs or may use, against what the host offers.

use super::{Check, Subject};
use crate::diagnostic::{Remark, Report};
use crate::views::standard::tool_list;

crate::code! {
    /// A tool the skill needs is not offered.
    TOOL_UNAVAILABLE = "tool-unavailable", Warning, "the skill needs the tool `{tool}`, which is not offered here", "offer the tool, or use another skill";

    /// A tool the skill may use is not offered.
    ALLOWED_TOOL_UNAVAILABLE = "allowed-tool-unavailable", Info, "the skill may use the tool `{tool}`, which is not offered here";
}

pub(super) const CHECK: Check =
    Check { codes: &[&TOOL_UNAVAILABLE, &ALLOWED_TOOL_UNAVAILABLE], run };

fn run(subject: &Subject<'_>, report: &mut Report<'_>) {
    let Some(offered) = subject.around.tools else { return };
    let frontmatter = &subject.skill.frontmatter;
    let keys: [(&[&str], _); 2] = [
        (&["tools"], &TOOL_UNAVAILABLE),
        (&["allowed_tools", "allowed-tools"], &ALLOWED_TOOL_UNAVAILABLE),
    ];
    for (keys, code) in keys {
        let Some(value) = frontmatter.get_any(keys) else { continue };
        for tool in tool_list(value) {
            let name = tool.split('(').next().unwrap_or_default();
            if !offered.iter().any(|offered| offered == name) {
                report.add(code, &[("tool", name)], Remark::at(value.span()));
            }
        }
    }
}
