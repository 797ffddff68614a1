//! What the user decided about scanning, as files say it.

use prowess_format::Digest;
use prowess_scan::{Day, Pack, Policy, Report, Suppressions, UserRules};

/// A policy with its suppressions. Nothing in a skill or a project can set any of it.
#[derive(Clone, Debug)]
pub struct UserPolicy {
    policy: Policy,
    suppressions: Suppressions,
    /// The day on which suppressions are asked whether they hold.
    today: Option<Day>,
    /// The texts it was read from, hashed: what it says, but comparable.
    texts: Vec<Digest>,
    problems: Vec<String>,
}

impl Default for UserPolicy {
    fn default() -> Self {
        Self::new(Pack::default())
    }
}

impl UserPolicy {
    /// The rules of a pack, and nothing taken out.
    pub fn new(pack: Pack) -> Self {
        Self {
            policy: Policy { pack, ..Policy::default() },
            suppressions: Suppressions::default(),
            today: None,
            texts: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// The same with another pack.
    #[must_use]
    pub fn with_pack(mut self, pack: Pack) -> Self {
        self.policy.pack = pack;
        self
    }

    /// The same with the rules of a text. What is wrong with one leaves the others in force; `origin`
    /// is what is said to have it.
    #[must_use]
    pub fn with_rules(mut self, text: &str, origin: &str) -> Self {
        let (rules, problems) = UserRules::parse(text);
        self.policy.rules.extend(rules);
        self.texts.push(Digest::of_bytes(text.as_bytes()));
        self.problems.extend(problems.iter().map(|problem| format!("{origin}: {problem}")));
        self
    }

    /// The same with the suppressions of a text, as they hold today. The last text counts.
    #[must_use]
    pub fn with_suppressions(mut self, text: &str, today: Day, origin: &str) -> Self {
        let (suppressions, problems) = Suppressions::parse(text);
        (self.suppressions, self.today) = (suppressions, Some(today));
        self.texts.push(Digest::of_bytes(text.as_bytes()));
        self.problems.extend(problems.iter().map(|problem| format!("{origin}: {problem}")));
        self
    }

    /// The same with something to say about where it comes from.
    #[must_use]
    pub fn with_problem(mut self, problem: String) -> Self {
        self.problems.push(problem);
        self
    }

    /// As a gate of a profile scans.
    pub(crate) fn for_gate(&self, pack: Option<Pack>, block_critical: bool) -> Self {
        let mut policy = self.clone();
        policy.policy.pack = pack.unwrap_or(self.policy.pack);
        policy.policy.block_critical = block_critical;
        policy
    }

    /// What the rules are asked with.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// What is wrong with the texts it was read from.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }

    /// Takes out of a report what is suppressed; what is to be said about suppressions that do not hold.
    pub(crate) fn suppress(&self, report: &mut Report) -> Vec<String> {
        let Some(today) = self.today.filter(|_| !self.suppressions.is_empty()) else {
            return Vec::new();
        };
        let problems = self.suppressions.apply(report, today, &self.policy);
        problems.iter().map(ToString::to_string).collect()
    }

    /// Everything that can change a verdict, as a text.
    pub(super) fn identity(&self) -> String {
        // What somebody else says is not remembered with it: the engine asks nobody.
        let Policy { pack, block_critical, openclaw, rules: _, opinion: _ } = &self.policy;
        // Suppressions end: the same file says something else tomorrow.
        let today = self.today.filter(|_| !self.suppressions.is_empty());
        let (texts, version) = (&self.texts, pack.version());
        format!("{version} {block_critical} {openclaw:?} {texts:?} {today:?}")
    }
}
