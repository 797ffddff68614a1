//! Events, as lines: for people, and as the contract has them.

use std::path::Path;

use prowess::Event;
use prowess::activation::Caller;
use prowess::event::Difference;
use prowess::permission::{Answer, Permission};
use prowess_api::{EventDocument, EventJson, PathText, VERSION, ValidatedJson};

use super::safe;

/// How many names a line has.
const NAMED: usize = 10;

/// An event as one line for people: nothing in it can steer a terminal.
pub(crate) fn line(event: &Event) -> String {
    let text = match event {
        Event::Loaded { count, revision, difference } => {
            let count = counted(*count, "skill");
            format!("loaded    {count}, revision {revision}{}", said_of(difference))
        }
        Event::Watching { directories, polled } => {
            let more = match polled {
                0 => String::new(),
                polled => format!(", and {polled} more are looked at now and then"),
            };
            let directories = match directories {
                1 => "1 directory".to_owned(),
                count => format!("{count} directories"),
            };
            format!("watching  {directories}{more}")
        }
        Event::FileChanged { path, skill } => {
            let of = skill.as_ref().map(|skill| format!(" of {skill}")).unwrap_or_default();
            format!("changed   {}{of}", path.display())
        }
        Event::ScanFailed { skill, path, summary } => {
            format!("blocked   {skill}: {summary} ({})", path.display())
        }
        Event::Validated { results } => {
            let one = |result: &prowess::event::Validated| {
                let (errors, warnings) =
                    (counted(result.errors, "error"), counted(result.warnings, "warning"));
                format!("{} ({errors}, {warnings})", result.skill)
            };
            let results: Vec<String> = results.iter().map(one).collect();
            format!("checked   {}", named(&results))
        }
        Event::Activated { skill, caller, .. } => {
            format!("started   {skill} by the {}", caller_word(*caller))
        }
        Event::PermissionAsked(request) => format!("asked     {}", request.what()),
        Event::PermissionAnswered { request, answer } => {
            format!("answered  {}: {}", request.what(), answer_word(answer))
        }
        Event::RunStarted { skill, command } => format!("runs      {skill}: {command}"),
        Event::RunFinished { skill, command, end, took } => {
            format!("ran       {skill}: {command}: {end} after {} ms", took.as_millis())
        }
        Event::Error { message, path } => {
            let at = path.as_ref().map(|path| format!(" ({})", path.display())).unwrap_or_default();
            format!("error     {message}{at}")
        }
    };
    safe::line(&text)
}

fn said_of(difference: &Difference) -> String {
    let parts = [
        ("added", &difference.added),
        ("changed", &difference.changed),
        ("removed", &difference.removed),
    ];
    let said = parts.iter().filter(|(_, names)| !names.is_empty());
    said.map(|(what, names)| format!("; {what} {}", named(names))).collect()
}

fn named(names: &[String]) -> String {
    let shown = names[..names.len().min(NAMED)].join(", ");
    match names.len().saturating_sub(NAMED) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn caller_word(caller: Caller) -> &'static str {
    match caller {
        Caller::User => "user",
        Caller::Model => "model",
    }
}

fn answer_word(answer: &Answer) -> &'static str {
    match answer {
        Answer::Once => "once",
        Answer::Always => "always",
        Answer::Reject { .. } => "reject",
        Answer::Nobody => "nobody",
    }
}

fn permission_word(permission: Permission) -> &'static str {
    match permission {
        Permission::Skill => "skill",
        Permission::Command => "command",
    }
}

/// An event as the contract has it.
pub(crate) fn document(event: &Event) -> EventDocument {
    let text = |path: &Path| PathText::new(path).text;
    let event = match event.clone() {
        Event::Loaded { count, revision, difference: Difference { added, changed, removed } } => {
            EventJson::Loaded { count, revision, added, changed, removed }
        }
        Event::Watching { directories, polled } => EventJson::Watching { directories, polled },
        Event::FileChanged { path, skill } => {
            let PathText { text: path, bytes: path_bytes } = PathText::new(&path);
            EventJson::FileChanged { path, path_bytes, skill }
        }
        Event::ScanFailed { skill, path, summary } => {
            EventJson::ScanFailed { skill, path: text(&path), summary }
        }
        Event::Validated { results } => {
            let one = |result: prowess::event::Validated| ValidatedJson {
                skill: result.skill,
                path: text(&result.path),
                errors: result.errors,
                warnings: result.warnings,
            };
            EventJson::Validated { results: results.into_iter().map(one).collect() }
        }
        Event::Activated { skill, path, caller, session } => {
            EventJson::Activated { skill, path: text(&path), caller: caller_word(caller), session }
        }
        Event::PermissionAsked(request) => EventJson::PermissionAsked {
            permission: permission_word(request.permission),
            skill: request.skill,
            patterns: request.patterns,
            session: request.session,
        },
        Event::PermissionAnswered { request, answer } => EventJson::PermissionAnswered {
            permission: permission_word(request.permission),
            skill: request.skill,
            answer: answer_word(&answer),
            session: request.session,
        },
        Event::RunStarted { skill, command } => EventJson::RunStarted { skill, command },
        Event::RunFinished { skill, command, end, took } => {
            let duration_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
            EventJson::RunFinished { skill, command, end, duration_ms }
        }
        Event::Error { message, path } => {
            EventJson::Error { message, path: path.map(|path| text(&path)) }
        }
    };
    EventDocument { version: VERSION, event }
}
