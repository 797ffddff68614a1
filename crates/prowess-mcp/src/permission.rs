//! Questions to whoever sits before the client: by elicitation, or in as many rounds as there are questions.
//!
//! Up to 2025-11-25 a server asks its client while it works. From 2026-07-28 on it answers with what it needs
//! to know, and the client asks again with the answers. What the client echoes is not trusted to be ours: an
//! answer counts for the very question it names, which is bound to the skill's bytes. A client that makes up
//! answers could as well have answered them.

use std::collections::BTreeMap;

use prowess::permission::{Answer, Ask, Permission, PermissionRequest};
use rmcp::model::{
    ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationSchema,
    EnumSchema, InputRequest, InputRequests, InputRequiredResult, InputResponses, ProtocolVersion,
};
use rmcp::service::{Peer, RequestContext};
use rmcp::{ErrorData, RoleServer};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use tokio::runtime::Handle;

use crate::limits;

/// The one field of the form.
const FIELD: &str = "answer";

/// Who is asked.
pub(crate) enum Asker {
    /// The client, now.
    Elicit { peer: Box<Peer<RoleServer>>, handle: Handle },
    /// The client, when this request has been answered.
    Rounds(Rounds),
    /// Nobody.
    Nobody,
}

/// What was answered in earlier rounds, and what is asked now.
#[derive(Default)]
pub(crate) struct Rounds {
    answers: BTreeMap<String, Word>,
    asked: Option<(String, Box<ElicitRequestParams>)>,
}

/// An answer as it is on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Word {
    Once,
    Always,
    Reject,
}

impl From<Word> for Answer {
    fn from(word: Word) -> Self {
        match word {
            Word::Once => Self::Once,
            Word::Always => Self::Always,
            Word::Reject => Self::Reject { message: None },
        }
    }
}

/// What is echoed by a client.
#[derive(Default, Deserialize, Serialize)]
struct State {
    answers: BTreeMap<String, Word>,
}

impl Asker {
    /// Whoever this client can ask.
    pub(crate) fn of(
        context: &RequestContext<RoleServer>,
        responses: Option<InputResponses>,
        state: Option<&str>,
    ) -> Self {
        let can = context.client_capabilities().and_then(|can| can.elicitation);
        // Without a word about forms, forms are meant.
        if !can.is_some_and(|can| can.form.is_some() || can.url.is_none()) {
            return Self::Nobody;
        }
        let in_rounds = context
            .protocol_version()
            .is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str());
        match in_rounds {
            true => Self::Rounds(Rounds::new(responses, state)),
            false => {
                Self::Elicit { peer: Box::new(context.peer.clone()), handle: Handle::current() }
            }
        }
    }

    /// What has to be known before it can go on.
    pub(crate) fn needs(self) -> Result<Option<InputRequiredResult>, ErrorData> {
        let Self::Rounds(Rounds { answers, asked: Some((key, params)) }) = self else {
            return Ok(None);
        };
        let mut requests = InputRequests::new();
        requests.insert(key, InputRequest::Elicitation(ElicitRequest::new(*params)));
        let state = serde_json::to_string(&State { answers })
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        Ok(Some(InputRequiredResult::new(Some(requests), Some(state))))
    }
}

impl Rounds {
    fn new(responses: Option<InputResponses>, state: Option<&str>) -> Self {
        let state: State =
            state.and_then(|state| serde_json::from_str(state).ok()).unwrap_or_default();
        let mut answers = state.answers;
        for (key, response) in responses.into_iter().flatten() {
            if let Ok(result) = serde_json::from_value::<ElicitResult>(response) {
                answers.insert(key, word(&result));
            }
        }
        Self { answers, asked: None }
    }
}

impl Ask for Asker {
    fn ask(&mut self, request: &PermissionRequest) -> Answer {
        let Some(params) = form(request) else { return Answer::Nobody };
        match self {
            Self::Nobody => Answer::Nobody,
            Self::Elicit { peer, handle } => {
                let asked = peer.create_elicitation_with_timeout(params, Some(limits::ANSWER));
                match handle.block_on(asked) {
                    Ok(result) => word(&result).into(),
                    Err(_) => Answer::Nobody,
                }
            }
            Self::Rounds(rounds) => {
                let key = key(request);
                match rounds.answers.get(&key) {
                    Some(word) => (*word).into(),
                    None => {
                        rounds.asked = Some((key, Box::new(params)));
                        Answer::Nobody
                    }
                }
            }
        }
    }
}

/// What a client's user said. Whatever is not a clear yes is no.
fn word(result: &ElicitResult) -> Word {
    if result.action != ElicitationAction::Accept {
        return Word::Reject;
    }
    let said = result.content.as_ref().and_then(|content| content.get(FIELD)).cloned();
    said.and_then(|said| serde_json::from_value(said).ok()).unwrap_or(Word::Reject)
}

/// What a question is known by: all that it is about, the bytes of the skill among it.
fn key(request: &PermissionRequest) -> String {
    let digest = request.digest.as_ref().map(prowess::format::Digest::hex);
    let about = format!(
        "{} {:?} {:?} {:?} {:?} {}",
        request.permission, request.skill, request.path, request.patterns, digest, request.network
    );
    let hash: [u8; 32] = Sha256::digest(about).into();
    hash[..12].iter().fold("permission-".to_owned(), |out, byte| format!("{out}{byte:02x}"))
}

/// The question.
fn form(request: &PermissionRequest) -> Option<ElicitRequestParams> {
    let message = match request.permission {
        Permission::Skill => {
            format!("May the skill `{}` ({}) be loaded?", request.skill, request.path.display())
        }
        Permission::Command => format!(
            "May commands of the skill `{}` run{}?\n{}",
            request.skill,
            if request.network { ", with the network" } else { "" },
            request.patterns.join("\n")
        ),
    };
    // Without a digest, a yes for good would be one for bytes that nobody has seen.
    let words: &[(&str, &str)] = match request.digest.is_some() {
        true => &[
            ("once", "Yes, this time"),
            ("always", "Yes, until the skill changes"),
            ("reject", "No"),
        ],
        false => &[("once", "Yes, this time"), ("reject", "No")],
    };
    let values = words.iter().map(|(word, _)| (*word).to_owned()).collect();
    let titles = words.iter().map(|(_, title)| (*title).to_owned()).collect();
    let answer = EnumSchema::builder(values).title("Answer").enum_titles(titles).ok()?.build();
    let requested_schema =
        ElicitationSchema::builder().required_enum_schema(FIELD, answer).build().ok()?;
    Some(ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_a_clear_yes_is_one() {
        let table = [
            (json!({"action": "accept", "content": {"answer": "once"}}), Word::Once),
            (json!({"action": "accept", "content": {"answer": "always"}}), Word::Always),
            (json!({"action": "accept", "content": {"answer": "reject"}}), Word::Reject),
            (json!({"action": "accept", "content": {"answer": "yes"}}), Word::Reject),
            (json!({"action": "accept", "content": {}}), Word::Reject),
            (json!({"action": "accept"}), Word::Reject),
            (json!({"action": "decline", "content": {"answer": "once"}}), Word::Reject),
            (json!({"action": "cancel"}), Word::Reject),
        ];
        for (result, expected) in table {
            let read: ElicitResult = serde_json::from_value(result.clone()).unwrap();
            assert_eq!(word(&read), expected, "{result}");
        }
    }
}
