//! The pages of rules: what `prowess explain` prints.

use crate::finding::Severity;
use crate::pack::Pack;

/// The page of one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulePage {
    /// The rule's id.
    pub id: &'static str,
    /// The packs that ask it.
    pub packs: Vec<Pack>,
    /// How bad what it finds is at worst.
    pub severity: Severity,
    /// What it looks for, why, and what to do, in Markdown.
    pub page: String,
}

/// The pages of all rules of all packs, by id. Two packs may have rules of one id that are not the same.
pub fn rules() -> Vec<RulePage> {
    let mut rules: Vec<RulePage> = Vec::new();
    for pack in Pack::ALL {
        for (id, severity, page) in pack.pages() {
            let page = text(&page);
            let same = |rule: &&mut RulePage| {
                (rule.id, rule.severity) == (id, severity) && rule.page == page
            };
            match rules.iter_mut().find(same) {
                Some(rule) => rule.packs.push(pack),
                None => rules.push(RulePage { id, packs: vec![pack], severity, page }),
            }
        }
    }
    rules.sort_by(|a, b| a.id.cmp(b.id));
    rules
}

/// A doc comment as Markdown: its lines begin with a space.
fn text(page: &str) -> String {
    let lines = page.lines().map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end());
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}
