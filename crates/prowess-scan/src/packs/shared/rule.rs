//! A rule of such a pack, and how one is declared.

use crate::finding::Severity;

/// A rule: what it is called, how bad, what is said, and its page.
#[derive(Debug)]
pub(crate) struct SeedRule {
    /// The name users see.
    pub(crate) id: &'static str,
    /// How bad the scanner that is followed calls it.
    pub(crate) severity: Severity,
    /// One sentence.
    pub(crate) message: &'static str,
    /// What to do about it.
    pub(crate) help: &'static str,
    /// The doc comment: the page that `prowess explain` prints, its lines begun with a space.
    pub(crate) page: &'static str,
}

/// Id, severity and page of a rule, as the packs hand them out.
pub(crate) type Page = (&'static str, Severity, &'static str);

/// The pages of some rules.
pub(crate) fn pages(rules: &[&'static [&'static SeedRule]]) -> Vec<Page> {
    rules.concat().iter().map(|rule| (rule.id, rule.severity, rule.page)).collect()
}

/// Declares rules: doc comment, name, id, severity, message, help. The list of them all is `RULES`.
macro_rules! seed_rules {
    ($( $(#[doc = $doc:literal])+ $name:ident = $id:literal, $severity:ident, $message:literal, $help:literal; )+) => {
        $(
            $(#[doc = $doc])+
            pub(crate) static $name: $crate::packs::shared::rule::SeedRule =
                $crate::packs::shared::rule::SeedRule {
                    id: $id,
                    severity: $crate::finding::Severity::$severity,
                    message: $message,
                    help: $help,
                    page: concat!($($doc, "\n"),+),
                };
        )+
        /// The rules of this file, in the order they are asked.
        pub(crate) static RULES: &[&$crate::packs::shared::rule::SeedRule] = &[$(&$name),+];
    };
}
pub(crate) use seed_rules;
