//! Performing a plan: what is there now is scanned, permission is asked, what the text asks for takes
//! its place.

use std::time::{Duration, Instant};

use prowess_format::Digest;
use prowess_format::fill::{Source, Wanted};
use prowess_format::views::Context;
use prowess_sandbox::Tier;
use prowess_scan::Verdict;

use super::attach::{self, Attached};
use super::commands::CommandOutcome;
use super::rules::forked;
use super::{ActivationError, Caller, Plan};
use crate::cancel::Cancel;
use crate::engine::Engine;
use crate::event::Event;
use crate::listing::path_text;
use crate::permission::{Ask, Permission, PermissionRequest};

/// A plan that was performed.
#[derive(Clone, Debug, PartialEq)]
pub struct Performed {
    /// What was planned.
    pub plan: Plan,
    /// The text that enters the conversation.
    pub text: String,
    /// What became of its commands, in the order of the text.
    pub commands: Vec<CommandOutcome>,
    /// The walls that they ran in, where any was run.
    pub isolation: Option<Tier>,
    /// Files that it mentions, to be put beside the text.
    pub files: Vec<Attached>,
    /// The tree that was scanned and is in use; nothing where it could not be told.
    pub digest: Option<Digest>,
    /// What the one who asked should know, beside what the plan says.
    pub warnings: Vec<String>,
    /// How long it took.
    pub took: Duration,
}

impl Plan {
    /// The same with its commands left as they are when nothing runs.
    pub fn without_commands(self) -> Self {
        Self { commands_off: true, ..self }
    }

    /// The text for the model with something else in the place of what it asks for: one text for each
    /// want, or nothing where the agent's words for what did not happen stay.
    fn text_with(&self, filled: &[Option<String>]) -> Result<String, ActivationError> {
        if filled.iter().all(Option::is_none) {
            return Ok(self.text.clone());
        }
        let piece = |segment: &prowess_format::fill::Segment<'static>| {
            let wanted = match segment.source {
                Source::Wanted(number) => filled.get(number).cloned().flatten(),
                _ => None,
            };
            wanted.unwrap_or_else(|| segment.text.clone().into_owned())
        };
        let mut page = self.page.clone();
        page.body = self.segments.iter().map(piece).collect();
        page.render(&self.template).map_err(ActivationError::Template)
    }

    /// What a sub-agent is given to do this in. A skill that is not for one is refused.
    fn forked(&self, text: String) -> Result<String, ActivationError> {
        if self.context != Context::Fork {
            return Err(ActivationError::NotForked { name: self.name.clone() });
        }
        let project = self.project.as_deref().map(path_text).unwrap_or_default();
        match &self.fork {
            Some(template) => forked(template, &self.name, &self.arguments, &project, &text)
                .map_err(ActivationError::Template),
            None => Ok(text),
        }
    }
}

impl Performed {
    /// What a sub-agent is given. A skill that is not for one is refused.
    pub fn fork_prompt(&self) -> Result<String, ActivationError> {
        self.plan.forked(self.text.clone())
    }
}

impl Engine {
    /// Performs a plan of a catalog that this engine loaded. What the scanner blocks is refused, what needs
    /// permission is asked for, and what the text asks for takes its place.
    pub fn perform(
        &self,
        plan: Plan,
        ask: &mut dyn Ask,
        cancel: &Cancel,
    ) -> Result<Performed, ActivationError> {
        let begun = Instant::now();
        let digest = self.scan_planned(&plan, cancel)?;
        self.permit_load(&plan, digest, ask)?;
        let ran = self.run_commands(&plan, digest, ask, cancel)?;
        let (mut warnings, mut texts) = (ran.warnings, ran.texts.into_iter());
        let (mut filled, mut files) = (Vec::new(), Vec::new());
        for wanted in &plan.wanted {
            filled.push(match wanted {
                Wanted::Command { .. } => texts.next().flatten(),
                Wanted::Text { path, .. } => Some(attach::read_inside(&plan.directory, path)),
                Wanted::File { path, .. } => {
                    let known = |file: &Attached| file.mention == *path;
                    if !files.iter().any(known) {
                        files.extend(attach::find(&plan, path, files.len(), &mut warnings));
                    }
                    None
                }
            });
        }
        let text = plan.text_with(&filled)?;
        self.events.tell(|| Event::Activated {
            skill: plan.name.clone(),
            path: plan.file.clone(),
            caller: plan.caller,
            session: plan.session.clone(),
        });
        let took = begun.elapsed();
        let (commands, isolation) = (ran.outcomes, ran.isolation);
        Ok(Performed { plan, text, commands, isolation, files, digest, warnings, took })
    }

    /// Scans what is there now of every skill in a plan: it has to be what was read. The tree of the skill
    /// itself.
    fn scan_planned(
        &self,
        plan: &Plan,
        cancel: &Cancel,
    ) -> Result<Option<Digest>, ActivationError> {
        let mut digest = None;
        for (place, read) in plan.read.iter().enumerate() {
            let name = || read.name.clone();
            let used = self
                .judge_used(&read.candidate, read.digest.as_ref(), cancel)
                .map_err(|cause| ActivationError::Unscanned { name: name(), cause })?;
            if used.judgement.verdict == Verdict::Block {
                let reason = used.judgement.reason();
                self.events.tell(|| Event::ScanFailed {
                    skill: name(),
                    path: read.candidate.file.clone(),
                    summary: reason.clone(),
                });
                return Err(ActivationError::Blocked { name: name(), reason });
            }
            if !used.is_what_was_read {
                return Err(ActivationError::Changed { name: name() });
            }
            if place == 0 {
                digest = used.bound;
            }
        }
        Ok(digest)
    }

    /// A model needs permission to load a skill, where the profile or a rule says so. A user who types a
    /// skill's command gives it by that.
    fn permit_load(
        &self,
        plan: &Plan,
        digest: Option<Digest>,
        ask: &mut dyn Ask,
    ) -> Result<(), ActivationError> {
        let Some(read) = plan.read.first().filter(|_| plan.caller == Caller::Model) else {
            return Ok(());
        };
        let request = PermissionRequest {
            permission: Permission::Skill,
            session: plan.session.clone(),
            skill: plan.name.clone(),
            path: plan.directory.clone(),
            patterns: vec![plan.name.clone()],
            always: vec![plan.name.clone()],
            digest,
            network: false,
            variables: Vec::new(),
        };
        let permitted = self.permit(&request, &read.candidate, ask);
        let refused = |cause| ActivationError::NotPermitted { name: plan.name.clone(), cause };
        permitted.map(drop).map_err(refused)
    }
}
