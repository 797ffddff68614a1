//! openskills: `openskills list` for names, scopes and descriptions, then `openskills read` of all
//! names for the directories.

use std::collections::BTreeMap;

use prowess_testkit::oracle::Listed;

use super::{Answer, Sandbox, Tool, process, succeeded};

pub(super) fn list(tool: &Tool, sandbox: &Sandbox) -> Result<Answer, String> {
    let run = |arguments: &[&str]| {
        let mut command = sandbox.command(tool, tool.node());
        command.arg(tool.file("openskills/dist/cli.js")).args(arguments);
        succeeded(process::run(&mut command, &sandbox.printed())?)
    };
    let mut skills = skills(&run(&["list"])?.stdout);
    if skills.is_empty() {
        return Ok(Answer::default());
    }
    let mut arguments = vec!["read"];
    arguments.extend(skills.iter().map(|skill| skill.name.as_str()));
    let directories = directories(&run(&arguments)?.stdout);
    for skill in &mut skills {
        skill.path = directories.get(&skill.name).map(|directory| format!("{directory}/SKILL.md"));
    }
    Ok(Answer { skills, ..Answer::default() })
}

/// Two lines a skill: its name and scope, and its description.
fn skills(text: &str) -> Vec<Listed> {
    let mut lines = text.lines();
    let mut skills = Vec::new();
    while let Some(line) = lines.next() {
        let Some((name, scope)) = line.strip_suffix(')').and_then(|line| line.rsplit_once('('))
        else {
            continue;
        };
        if !line.starts_with("  ") {
            continue;
        }
        skills.push(Listed {
            name: name.trim().to_owned(),
            scope: Some(scope.to_owned()),
            description: lines.next().map(|line| line.trim().to_owned()),
            ..Listed::default()
        });
    }
    skills
}

/// The base directory of each name.
fn directories(text: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut name = None;
    for line in text.lines() {
        if let Some(reading) = line.strip_prefix("Reading: ") {
            name = Some(reading.to_owned());
        } else if let Some(directory) = line.strip_prefix("Base directory: ")
            && let Some(name) = name.take()
        {
            found.insert(name, directory.to_owned());
        }
    }
    found
}
