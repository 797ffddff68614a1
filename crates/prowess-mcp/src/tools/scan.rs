//! `skill-scan`: what is dangerous in a skill, by its name or, for whoever may, by its path.

use std::path::PathBuf;

use prowess::Cancel;
use prowess::scan::Report;
use rmcp::ErrorData;
use rmcp::model::{CallToolResult, Tool, ToolAnnotations};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{data, refused, schema};
use crate::access::Access;
use crate::shelf::Shelf;

pub(crate) const NAME: &str = "skill-scan";

const DESCRIPTION: &str = "Scan a skill for what is dangerous in it: attacks on the model, on secrets, on the \
    machine. The verdict is allow, review or block.";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    name: Option<String>,
    path: Option<PathBuf>,
}

pub(crate) fn tool() -> Tool {
    let properties = json!({
        "name": { "type": "string", "description": "The name of a skill that is loaded" },
        "path": { "type": "string", "description": "Or a directory, a SKILL.md or an archive" },
    });
    Tool::new(NAME, DESCRIPTION, schema(properties, &[]))
        .with_title("Scan a skill")
        .with_annotations(ToolAnnotations::new().read_only(true).open_world(false))
}

pub(crate) fn call(
    shelf: &Shelf,
    access: Access,
    arguments: &Arguments,
    cancel: &Cancel,
) -> Result<CallToolResult, ErrorData> {
    let skills = match (&arguments.name, &arguments.path) {
        (Some(name), None) => {
            let Some(item) = shelf.get(name).filter(|item| !item.entry.is_hidden()) else {
                return Ok(refused(format!("Skill \"{name}\" not found")));
            };
            match shelf.engine.scan(&item.entry.candidate, cancel) {
                Ok(scanned) => vec![skill(name, &scanned.report)],
                Err(error) => return Ok(refused(error.to_string())),
            }
        }
        (None, Some(_)) if !access.may_execute => {
            return Ok(refused(
                "scanning a path needs a token; a skill's name does not".to_owned(),
            ));
        }
        (None, Some(path)) => {
            match shelf.engine.scan_paths(std::slice::from_ref(path), cancel, |_, _| {}) {
                Ok(scanned) => scanned
                    .iter()
                    .map(|one| skill(one.name.as_deref().unwrap_or(&one.id), &one.scanned.report))
                    .collect(),
                Err(error) => return Ok(refused(error.to_string())),
            }
        }
        _ => return Ok(refused("wrong arguments: give a `name` or a `path`".to_owned())),
    };
    data(json!({ "skills": skills }))
}

fn skill(name: &str, report: &Report) -> Value {
    let findings: Vec<Value> = report
        .findings
        .iter()
        .map(|found| {
            json!({
                "rule": found.rule,
                "severity": found.severity.to_string(),
                "file": found.file,
                "line": found.location.map(|location| location.line),
                "message": found.message,
                "evidence": found.evidence,
                "help": found.help,
            })
        })
        .collect();
    json!({
        "name": name,
        "verdict": report.verdict.to_string(),
        "score": report.score,
        "findings": findings,
        "truncated": report.truncated,
    })
}
