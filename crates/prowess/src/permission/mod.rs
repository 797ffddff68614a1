//! May it? Rules decide, else what somebody said before about the very same bytes, else somebody is asked.
//!
//! ```text
//! request ─ rules: deny ─▶ refused
//!         ─ rules: allow ─▶ granted
//!         ─ rules: ask ─ saved approval of this tree? ─▶ granted
//!                      ─ ask ─▶ once │ always (saved, bound to the tree) │ reject
//! ```

mod approvals;
mod ask;
mod pending;
mod rules;

pub(crate) use approvals::ReadApprovals;
pub use approvals::{Approval, Approvals};
pub use ask::{AllowOnce, Answer, Ask, DenyAll, Permission, PermissionRequest};
pub use pending::{AnswerError, Pending, RequestId, Waiting};
pub use rules::{Action, Applies, Denied, PermissionRules, Rule, evaluate, rules};

use crate::cancel::Cancel;
use crate::discover::Candidate;
use crate::engine::Engine;
use crate::event::Event;
use crate::scan::Snapshot;

/// Why something may not happen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PermissionError {
    /// A rule of the user's forbids it.
    #[error("the rule `{pattern}` denies {what}")]
    Denied {
        /// What was asked for.
        what: String,
        /// The pattern of the rule.
        pattern: String,
    },
    /// Whoever was asked said no.
    #[error("permission for {what} was refused{}", said(message.as_deref()))]
    Rejected {
        /// What was asked for.
        what: String,
        /// What they said beside that.
        message: Option<String>,
    },
    /// It was allowed, and is no longer what was asked about.
    #[error("{what} changed while permission was asked for; what is there now was not asked about")]
    Changed {
        /// What was asked for.
        what: String,
    },
    /// Nobody could be asked.
    #[error("permission is needed for {what}, and nobody can be asked")]
    Nobody {
        /// What was asked for.
        what: String,
    },
}

fn said(message: Option<&str>) -> String {
    message.map(|message| format!(": {message}")).unwrap_or_default()
}

impl Engine {
    /// What rules say about a skill, and which of them.
    pub fn permission_rule(&self, permission: Permission, skill: &str) -> (Action, Option<Rule>) {
        let settings = self.settings();
        let rules = match permission {
            Permission::Skill => rules(&settings, self.host().agent.as_deref()),
            Permission::Command => rules::of_commands(&settings),
        };
        let default = match permission {
            Permission::Skill => self.profile().permission.default,
            // Whatever an agent does: nothing runs that nobody allowed.
            Permission::Command => Action::Ask,
        };
        let (action, rule) = evaluate(&rules, skill, default);
        (action, rule.cloned())
    }

    /// Decides about a request. The tree that it names has to be the one that is there now.
    pub(crate) fn permit(
        &self,
        request: &PermissionRequest,
        candidate: &Candidate,
        ask: &mut dyn Ask,
    ) -> Result<(), PermissionError> {
        match self.permission_rule(request.permission, &request.skill) {
            (Action::Deny, rule) => {
                let pattern = rule.map_or_else(|| "*".to_owned(), |rule| rule.pattern);
                return Err(PermissionError::Denied { what: request.what(), pattern });
            }
            (Action::Allow, _) => return Ok(()),
            (Action::Ask, _) => {}
        }
        if self.saved(request, candidate) {
            return Ok(());
        }
        self.events.tell(|| Event::PermissionAsked(request.clone()));
        let answer = ask.ask(request);
        self.events.tell(|| Event::PermissionAnswered {
            request: request.clone(),
            answer: answer.clone(),
        });
        let allowed = matches!(answer, Answer::Once | Answer::Always);
        // Whoever is asked may take their time.
        if allowed && request.digest.is_some() && !is_still(request, candidate) {
            return Err(PermissionError::Changed { what: request.what() });
        }
        match answer {
            Answer::Once => Ok(()),
            Answer::Always => match self.save(request, candidate) {
                Ok(()) => Ok(()),
                // It was allowed; that it is asked again next time is the safe side.
                Err(error) => {
                    let message = format!("the approval is not remembered: {error}");
                    self.events.tell(|| Event::Error { message, path: None });
                    Ok(())
                }
            },
            Answer::Reject { message } => {
                Err(PermissionError::Rejected { what: request.what(), message })
            }
            Answer::Nobody => Err(PermissionError::Nobody { what: request.what() }),
        }
    }
}

/// Whether the tree that is there is the one that a request names.
fn is_still(request: &PermissionRequest, candidate: &Candidate) -> bool {
    Snapshot::of(candidate, &Cancel::none()).bound() == request.digest
}
