//! Questions that wait for an answer from somewhere else: a server asks on one connection and is
//! answered on another.
//!
//! The questions of one conversation belong together: a yes for good releases those it covers, a no
//! refuses them all.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::ask::{Answer, Ask, PermissionRequest};
use crate::cancel::Cancel;

/// How often somebody who waits looks whether it is still wanted.
const LOOK: Duration = Duration::from_millis(50);

/// The number of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u64);

/// Why an answer does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// It was answered already, or is no longer wanted.
    #[error("question {} is not waiting: it was answered already, or is no longer asked", .0.0)]
    NotWaiting(RequestId),
}

/// The questions that wait.
#[derive(Debug, Default)]
pub struct Pending {
    table: Mutex<Table>,
    answered: Condvar,
}

#[derive(Debug, Default)]
struct Table {
    asked: u64,
    questions: BTreeMap<RequestId, Question>,
}

#[derive(Debug)]
struct Question {
    request: PermissionRequest,
    answer: Option<Answer>,
}

impl Pending {
    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody to ask: the question waits here until it is answered, or no longer wanted.
    pub fn asker<'a>(&'a self, cancel: &'a Cancel) -> Waiting<'a> {
        Waiting { pending: self, cancel }
    }

    /// The questions that wait, in the order in which they were asked; of one conversation, where one is
    /// named.
    pub fn waiting(&self, session: Option<&str>) -> Vec<(RequestId, PermissionRequest)> {
        let table = self.table();
        let open = table.questions.iter().filter(|(_, question)| question.answer.is_none());
        let of = open.filter(|(_, question)| {
            session.is_none() || question.request.session.as_deref() == session
        });
        of.map(|(id, question)| (*id, question.request.clone())).collect()
    }

    /// Answers a question, and those of the same conversation that the answer settles too; which ones.
    pub fn answer(&self, id: RequestId, answer: &Answer) -> Result<Vec<RequestId>, AnswerError> {
        let mut table = self.table();
        let open = table.questions.get(&id).filter(|question| question.answer.is_none());
        let asked = open.ok_or(AnswerError::NotWaiting(id))?.request.clone();
        let mut settled = vec![id];
        for (other, question) in &mut table.questions {
            let (own, request) = (*other == id, &question.request);
            let together = question.answer.is_none() && request.session == asked.session;
            let settles = match answer {
                Answer::Once => false,
                Answer::Always => asked.covers(request),
                Answer::Reject { .. } | Answer::Nobody => true,
            };
            if own || (together && settles) {
                question.answer = Some(answer.clone());
                if !own {
                    settled.push(*other);
                }
            }
        }
        self.answered.notify_all();
        Ok(settled)
    }
}

impl PermissionRequest {
    /// Whether a yes for good to this one is one to another: it is about the same tree.
    fn covers(&self, other: &Self) -> bool {
        self.permission == other.permission
            && self.digest.is_some()
            && (&self.digest, &self.path) == (&other.digest, &other.path)
            && (self.network || !other.network)
            && other.variables.iter().all(|name| self.variables.contains(name))
            && other.always.iter().all(|pattern| self.always.contains(pattern))
    }
}

/// Asks by letting a question wait.
#[derive(Clone, Copy, Debug)]
pub struct Waiting<'a> {
    pending: &'a Pending,
    cancel: &'a Cancel,
}

impl Ask for Waiting<'_> {
    fn ask(&mut self, request: &PermissionRequest) -> Answer {
        let mut table = self.pending.table();
        table.asked += 1;
        let id = RequestId(table.asked);
        table.questions.insert(id, Question { request: request.clone(), answer: None });
        loop {
            let answer = table.questions.get_mut(&id).and_then(|question| question.answer.take());
            if answer.is_some() || self.cancel.is_cancelled() {
                table.questions.remove(&id);
                return answer.unwrap_or(Answer::Nobody);
            }
            let waited = self.pending.answered.wait_timeout(table, LOOK);
            table = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::thread;

    use prowess_format::Digest;

    use super::super::ask::Permission;
    use super::*;

    fn request(session: &str, skill: &str) -> PermissionRequest {
        PermissionRequest {
            permission: Permission::Skill,
            session: Some(session.to_owned()),
            skill: skill.to_owned(),
            path: PathBuf::from("/skills").join(skill),
            patterns: vec![skill.to_owned()],
            always: vec![skill.to_owned()],
            digest: Some(Digest::of_bytes(skill.as_bytes())),
            network: false,
            variables: Vec::new(),
        }
    }

    /// Asks all of these at once, answers the one at a place, then the others that still wait with
    /// `Once`; what each was answered, and how many the first answer settled.
    fn answered(
        asked: &[(&str, &str)],
        which: usize,
        answer: &Answer,
    ) -> (Vec<Answer>, usize, Pending) {
        let (pending, cancel) = (Pending::default(), Cancel::none());
        let (answers, settled) = thread::scope(|scope| {
            let mut waiting = Vec::new();
            for (at, (session, skill)) in asked.iter().enumerate() {
                let (pending, cancel) = (&pending, &cancel);
                let request = request(session, skill);
                waiting.push(scope.spawn(move || pending.asker(cancel).ask(&request)));
                // One after the other, so that they have their numbers in this order.
                while pending.waiting(None).len() <= at {
                    thread::yield_now();
                }
            }
            let id = pending.waiting(None)[which].0;
            let settled = pending.answer(id, answer).unwrap().len();
            assert_eq!(pending.answer(id, &Answer::Once), Err(AnswerError::NotWaiting(id)));
            for (other, _) in pending.waiting(None) {
                pending.answer(other, &Answer::Once).unwrap();
            }
            (waiting.into_iter().map(|one| one.join().unwrap()).collect(), settled)
        });
        (answers, settled, pending)
    }

    /// opencode's `once`, `always` and `reject` (seed-systems.md 7.1, "Permissions").
    #[test]
    fn the_questions_of_a_session_are_answered_together() {
        let no = || Answer::Reject { message: Some("use the other one".to_owned()) };
        let asked = [("a", "x"), ("a", "x"), ("a", "y"), ("b", "x")];
        use Answer::{Always, Once};
        let table = [
            (Once, vec![Once, Once, Once, Once], 1),
            // The same skill in the same session; another skill and another session are asked by themselves.
            (Always, vec![Always, Always, Once, Once], 2),
            (no(), vec![no(), no(), no(), Once], 3),
        ];
        for (answer, expected, settles) in table {
            let (answers, settled, pending) = answered(&asked, 0, &answer);
            assert_eq!((answers, settled), (expected, settles), "{answer:?}");
            assert!(pending.waiting(None).is_empty() && pending.table().questions.is_empty());
        }
    }

    #[test]
    fn what_is_no_longer_wanted_is_no_longer_asked() {
        let (pending, cancel) = (Pending::default(), Cancel::none());
        let answer = thread::scope(|scope| {
            let asking = scope.spawn(|| pending.asker(&cancel).ask(&request("a", "x")));
            while pending.waiting(Some("a")).is_empty() {
                thread::yield_now();
            }
            assert!(pending.waiting(Some("b")).is_empty());
            cancel.cancel();
            asking.join().unwrap()
        });
        assert_eq!(answer, Answer::Nobody);
        let gone = RequestId(1);
        assert_eq!(pending.answer(gone, &Answer::Once), Err(AnswerError::NotWaiting(gone)));
    }
}
