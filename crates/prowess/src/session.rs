//! What one conversation has loaded: so that the same text does not enter it twice, and so that it is
//! known what has to stay when the conversation is made shorter.

use prowess_format::Digest;
use prowess_format::body::estimate_tokens_of_bytes;

use crate::activation::ActivationRules;

/// One conversation.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// What was loaded, each skill once, the newest last.
    loaded: Vec<Loaded>,
}

#[derive(Clone, Debug)]
struct Loaded {
    skill: String,
    text: String,
    digest: Digest,
}

/// What enters a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entering {
    /// The text of the skill.
    Text,
    /// The very text is there already: this is said in its place.
    Already(String),
}

/// A skill whose text is put back into a conversation that was made shorter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reattached {
    /// The skill.
    pub skill: String,
    /// Its text, from the beginning.
    pub text: String,
    /// Not all of it.
    pub cut: bool,
}

impl Session {
    /// Takes note of a skill that is loaded with this text, and says what enters the conversation.
    pub fn load(&mut self, skill: &str, text: &str, rules: &ActivationRules) -> Entering {
        let digest = Digest::of_bytes(text.as_bytes());
        let (skill, text) = (skill.to_owned(), text.to_owned());
        let known = self.loaded.iter().position(|loaded| loaded.skill == skill);
        // Whether it is new or not: it is what was used last.
        let before = known.map(|place| self.loaded.remove(place));
        let again = before.is_some_and(|before| before.digest == digest);
        let said = again.then(|| rules.already_loaded(&skill).ok()).flatten();
        self.loaded.push(Loaded { skill, text, digest });
        said.map_or(Entering::Text, Entering::Already)
    }

    /// The skills that were loaded, the newest first.
    pub fn loaded(&self) -> impl Iterator<Item = &str> {
        self.loaded.iter().rev().map(|loaded| loaded.skill.as_str())
    }

    /// What stays of the skills in a conversation that is compacted: the newest first, of each its last
    /// text from the beginning, as much as the profile allows of each and of all.
    pub fn reattach(&self, rules: &ActivationRules) -> Vec<Reattached> {
        let mut left = rules.reattach.all;
        let mut kept = Vec::new();
        for loaded in self.loaded.iter().rev() {
            let room = left.min(rules.reattach.each);
            let text = first_tokens(&loaded.text, room);
            if text.is_empty() {
                continue;
            }
            left = left.saturating_sub(tokens(text));
            kept.push(Reattached {
                skill: loaded.skill.clone(),
                text: text.to_owned(),
                cut: text.len() < loaded.text.len(),
            });
        }
        kept
    }

    /// Forgets what was loaded and is no longer in the conversation: all but these.
    pub fn keep_only(&mut self, kept: &[Reattached]) {
        self.loaded
            .retain(|loaded| kept.iter().any(|kept| kept.skill == loaded.skill && !kept.cut));
    }
}

/// The estimate: a quarter of the bytes.
fn tokens(text: &str) -> usize {
    usize::try_from(estimate_tokens_of_bytes(text.len() as u64)).unwrap_or(usize::MAX)
}

/// So many tokens from the beginning.
fn first_tokens(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most.saturating_mul(4))]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// agent-skills-standard.md 2, "Context".
    #[test]
    fn the_same_text_enters_once() {
        let (mut session, rules) = (Session::default(), ActivationRules::default());
        let already = Entering::Already(
            "Skill \"a\" is already loaded: the same instructions stand above, and they still hold."
                .to_owned(),
        );
        let table = [
            ("a", "one", Entering::Text),
            ("a", "one", already.clone()),
            ("b", "one", Entering::Text),
            // With other arguments it is another text.
            ("a", "two", Entering::Text),
            ("a", "one", Entering::Text),
            ("a", "one", already),
        ];
        for (skill, text, expected) in table {
            assert_eq!(session.load(skill, text, &rules), expected, "{skill} {text}");
        }
        assert_eq!(session.loaded().collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn the_newest_stay_within_the_budget() {
        let (mut session, rules) = (Session::default(), ActivationRules::default());
        for (skill, tokens) in [("old", 4_000), ("a", 6_000), ("b", 6_000), ("c", 1_000)] {
            session.load(skill, &"é234 67".repeat(tokens / 2), &rules);
        }
        for skill in ["d", "e", "f"] {
            session.load(skill, &"x".repeat(40_000), &rules);
        }
        session.load("b", "short", &rules);
        let kept = session.reattach(&rules);
        let found: Vec<(&str, usize, bool)> =
            kept.iter().map(|kept| (kept.skill.as_str(), tokens(&kept.text), kept.cut)).collect();
        let expected = [
            ("b", 2, false),
            ("f", 5_000, true),
            ("e", 5_000, true),
            ("d", 5_000, true),
            ("c", 1_000, false),
            ("a", 5_000, true),
            ("old", 3_998, true),
        ];
        assert_eq!(found, expected);
        session.keep_only(&kept);
        assert_eq!(session.loaded().collect::<Vec<_>>(), ["b", "c"]);
    }
}
