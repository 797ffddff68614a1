//! Starting a skill for a client: planned, permitted, performed.

use std::sync::Arc;

use prowess::format::views::Context;
use prowess::permission::PermissionError;
use prowess::{ActivationError, Caller, Cancel, Performed, Request};
use rmcp::ErrorData;
use rmcp::model::InputRequiredResult;

use crate::permission::Asker;
use crate::shelf::Shelf;

/// Which skill is started, and how.
#[derive(Debug)]
pub(crate) struct Start {
    pub(crate) name: String,
    pub(crate) arguments: String,
    pub(crate) caller: Caller,
    /// Its commands may run, where somebody permits it.
    pub(crate) commands: bool,
}

/// What came of it.
pub(crate) enum Started {
    /// The text for the model, and the files that stand below it.
    Done { text: String, performed: Box<Performed> },
    /// Somebody has to be asked first.
    Needs(InputRequiredResult),
    /// It was not started.
    Refused(String),
}

/// Starts a skill.
pub(crate) fn start(
    shelf: &Arc<Shelf>,
    start: &Start,
    mut asker: Asker,
    cancel: &Cancel,
) -> Result<Started, ErrorData> {
    let host = shelf.engine.host();
    let project = host.worktree().unwrap_or_else(|| host.cwd.clone());
    let request = Request {
        arguments: &start.arguments,
        caller: start.caller,
        project: Some(&project),
        session: None,
    };
    let planned = shelf.catalog.activate(&start.name, &request);
    let performed = planned.and_then(|plan| {
        let plan = if start.commands { plan } else { plan.without_commands() };
        shelf.engine.perform(plan, &mut asker, cancel)
    });
    let started = performed.and_then(|performed| {
        let text = match (start.commands, performed.plan.context) {
            (true, Context::Fork) => performed.fork_prompt()?,
            _ => performed.text.clone(),
        };
        Ok((text, performed))
    });
    match started {
        Ok((text, performed)) => Ok(Started::Done { text, performed: Box::new(performed) }),
        Err(error) => match asker.needs()? {
            Some(needs) => Ok(Started::Needs(needs)),
            None => Ok(Started::Refused(reason(&error))),
        },
    }
}

/// Why it was not started, and what can be done about it.
fn reason(error: &ActivationError) -> String {
    let hint = match error {
        ActivationError::NotPermitted { name, cause: PermissionError::Nobody { .. } } => format!(
            "This client cannot ask its user. The user can allow it beforehand: `prowess run {name} \
             --as model --allow always`, or a rule `permission.skill` in the settings."
        ),
        ActivationError::NotFound { suggestions, .. } if !suggestions.is_empty() => {
            format!("Perhaps one of these: {}", suggestions.join(", "))
        }
        _ => return error.to_string(),
    };
    format!("{error}\n{hint}")
}

/// What the one who reads the text should know beside it.
pub(crate) fn notes(performed: &Performed, commands: bool) -> Vec<String> {
    let mut notes: Vec<String> =
        performed.plan.warnings.iter().chain(&performed.warnings).cloned().collect();
    if !commands && !performed.commands.is_empty() {
        let count = performed.commands.len();
        notes.push(format!("commands in this text that were not run: {count}"));
    }
    notes
}

/// The files that stand below a text.
pub(crate) fn files(performed: &Performed) -> Vec<String> {
    let file = |file: &prowess::activation::Attached| {
        let (path, text) = (file.path.display(), file.text.trim_end_matches('\n'));
        format!("<file path=\"{path}\">\n{text}\n</file>")
    };
    performed.files.iter().map(file).collect()
}
