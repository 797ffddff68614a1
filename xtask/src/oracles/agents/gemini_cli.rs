//! Gemini CLI: `gemini skills list --all`, which prints three lines a skill.

use prowess_testkit::oracle::Listed;

use super::{Answer, Sandbox, Tool, process, succeeded};

const DESCRIPTION: &str = "\n  Description: ";
const LOCATION: &str = "\n  Location:    ";

pub(super) fn list(tool: &Tool, sandbox: &Sandbox) -> Result<Answer, String> {
    let mut command = sandbox.command(tool, tool.node());
    command.arg(tool.file("@google/gemini-cli/bundle/gemini.js"));
    command.args(["skills", "list", "--all"]);
    let printed = succeeded(process::run(&mut command, &sandbox.printed())?)?;
    Ok(Answer { skills: skills(&printed.stdout), ..Answer::default() })
}

/// Descriptions may have several lines, blank ones too: a skill ends with its location.
fn skills(text: &str) -> Vec<Listed> {
    let mut skills = Vec::new();
    let mut rest = text;
    while let Some((head, after)) = rest.split_once(DESCRIPTION) {
        let Some((description, after)) = after.split_once(LOCATION) else { break };
        let (path, after) = after.split_once('\n').unwrap_or((after, ""));
        // A name may hold a line break: what is before it is a blank line.
        let heading = head.rsplit("\n\n").next().unwrap_or(head).trim();
        let (name, enabled) = match heading.rsplit_once(" [Disabled]") {
            Some((name, _)) => (name, false),
            None => (heading.rsplit_once(" [Enabled]").map_or(heading, |(name, _)| name), true),
        };
        skills.push(Listed {
            name: name.to_owned(),
            description: Some(description.to_owned()),
            path: Some(path.to_owned()),
            enabled: Some(enabled),
            ..Listed::default()
        });
        rest = after;
    }
    skills
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skill_ends_with_its_location() {
        let text = "Discovered Agent Skills:\n\na [Enabled]\n  Description: one\n\ntwo\n  \
                    Location:    /x/a\n\nb [Disabled] [Built-in]\n  Description: \n  Location:    \
                    /x/b\n\n";
        let found: Vec<_> = skills(text)
            .into_iter()
            .map(|skill| (skill.name, skill.description, skill.path, skill.enabled))
            .collect();
        let row = |name: &str, description: &str, path: &str, enabled| {
            (name.to_owned(), Some(description.to_owned()), Some(path.to_owned()), Some(enabled))
        };
        assert_eq!(found, [row("a", "one\n\ntwo", "/x/a", true), row("b", "", "/x/b", false)]);
    }
}
