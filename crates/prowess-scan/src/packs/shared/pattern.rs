//! Patterns, as JavaScript means them.

use std::ops::Range;
use std::sync::OnceLock;

use regex::bytes::{Captures, Regex, RegexBuilder};

/// What `\s` stands for in JavaScript, as UTF-8. Byte patterns know the ASCII ones only, and a
/// no-break space is all it would take to step around a rule.
const SPACE: &str = concat!(
    r"(?:[\x09-\x0d\x20]|\xc2\xa0|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]",
    r"|\xe2\x81\x9f|\xe3\x80\x80|\xef\xbb\xbf)",
);

/// A pattern over bytes that is compiled when it is first asked. Time is linear in the text.
#[derive(Debug)]
pub(crate) struct Pattern {
    source: &'static str,
    any_case: bool,
    compiled: OnceLock<Option<Regex>>,
}

impl Pattern {
    /// A pattern; `\s` is any space JavaScript knows, and must not stand inside a class.
    pub(crate) const fn new(source: &'static str) -> Self {
        Self { source, any_case: false, compiled: OnceLock::new() }
    }

    /// A pattern for which ASCII letters are equal in either case.
    pub(crate) const fn any_case(source: &'static str) -> Self {
        Self { source, any_case: true, compiled: OnceLock::new() }
    }

    fn regex(&self) -> Option<&Regex> {
        let compile = || {
            let source = self.source.replace(r"\s", SPACE);
            let built = RegexBuilder::new(&source)
                .unicode(false)
                .case_insensitive(self.any_case)
                .build()
                .ok();
            debug_assert!(built.is_some(), "{} is no pattern", self.source);
            built
        };
        self.compiled.get_or_init(compile).as_ref()
    }

    /// Whether it is anywhere in a text.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        self.regex().is_some_and(|regex| regex.is_match(text.as_bytes()))
    }

    /// Where it is first.
    pub(crate) fn find(&self, text: &str) -> Option<Range<usize>> {
        self.regex()?.find(text.as_bytes()).map(|found| found.range())
    }

    /// Where it is, one after the other.
    pub(crate) fn find_all(&self, text: &str) -> impl Iterator<Item = Range<usize>> {
        self.regex()
            .into_iter()
            .flat_map(move |regex| regex.find_iter(text.as_bytes()).map(|found| found.range()))
    }

    /// The texts of its groups where it is first, the whole match as group 0.
    pub(crate) fn groups<'t>(&self, text: &'t str) -> Option<Groups<'t>> {
        self.regex()?.captures(text.as_bytes()).map(|captures| Groups { captures, text })
    }

    /// The same for each place.
    pub(crate) fn all_groups<'t>(&self, text: &'t str) -> impl Iterator<Item = Groups<'t>> {
        self.regex().into_iter().flat_map(move |regex| {
            regex.captures_iter(text.as_bytes()).map(move |captures| Groups { captures, text })
        })
    }
}

/// The groups of one match.
pub(crate) struct Groups<'t> {
    captures: Captures<'t>,
    text: &'t str,
}

impl<'t> Groups<'t> {
    /// Where a group is.
    pub(crate) fn range(&self, group: usize) -> Option<Range<usize>> {
        self.captures.get(group).map(|found| found.range())
    }

    /// The text of a group, empty where it took no part.
    pub(crate) fn get(&self, group: usize) -> &'t str {
        self.range(group).and_then(|range| self.text.get(range)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    #[test]
    fn spaces_are_those_of_javascript() {
        static CALL: Pattern = Pattern::new(r"\beval\s*\(");
        for space in ["", " ", "\t\r\n\u{b}\u{c}", "\u{a0}", "\u{2003}\u{2028}", "\u{feff}"] {
            assert!(CALL.is_in(&format!("eval{space}(")), "{space:?}");
        }
        assert!(!CALL.is_in("eval\u{200b}("));
    }
}
