//! What an agent says, made independent of where the sandbox was.

use std::path::Path;

use prowess_testkit::oracle::{Listed, Scenario, Vector, with_fills};

/// What an agent says, in its own paths.
#[derive(Debug, Default)]
pub(super) struct Answer {
    /// The skills it lists. The ones it brings along are left out where it says which these are.
    pub(super) skills: Vec<Listed>,
    /// What it complains about.
    pub(super) errors: Vec<String>,
}

impl Answer {
    /// The line that is committed.
    pub(super) fn into_vector(
        self,
        scenario: &Scenario,
        (agent, version): (&str, &str),
        root: &Path,
    ) -> Vector {
        let shown = root.to_string_lossy();
        let general = |text: String| with_fills(&text.replace(&*shown, "{root}"));
        let skills = self.skills.into_iter().filter(|skill| is_of_sandbox(skill, root));
        let mut skills: Vec<Listed> = skills
            .map(|skill| {
                if scenario.is_racy(agent, &skill.name) {
                    return Listed { name: skill.name, racy: Some(true), ..Listed::default() };
                }
                Listed {
                    name: general(skill.name),
                    path: skill.path.map(|path| general(file_of(path))),
                    description: skill.description.map(general),
                    ..skill
                }
            })
            .collect();
        skills.sort();
        let mut errors: Vec<String> = self.errors.into_iter().map(general).collect();
        errors.sort();
        Vector {
            scenario: scenario.name.clone(),
            agent: agent.to_owned(),
            version: version.to_owned(),
            skills,
            errors,
        }
    }
}

/// Whether the scenario made it; what is elsewhere came with the agent.
fn is_of_sandbox(skill: &Listed, root: &Path) -> bool {
    skill.path.as_ref().is_none_or(|path| Path::new(path).starts_with(root))
}

/// Some agents name the directory, some the file.
fn file_of(path: String) -> String {
    if Path::new(&path).is_dir() { format!("{path}/SKILL.md") } else { path }
}
