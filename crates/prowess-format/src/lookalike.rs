//! What is wrong with a name only beside others: two names that the eye cannot tell apart.

use crate::diagnostic::{Diagnostic, Remark, Report};
use crate::frontmatter::Value;
use crate::rules::{DocumentKind, Rules};
use crate::skill::Skill;

crate::code! {
    /// The name looks like that of another skill.
    ///
    /// Names that differ only by case, by the width of their letters or by characters that cannot be
    /// seen are one name to a reader, and often to a model. Whoever asks for one of them may get the
    /// other, and a skill that wants to be taken for another needs no more than that.
    NAME_LOOKALIKE = "name-lookalike", Warning, "the name looks like that of another skill: {names}", "rename all of them but one";
}

/// How many names are told.
const NAMED: usize = 3;

/// The diagnostic about a skill whose name looks like these others.
pub fn diagnose(skill: &Skill, others: &[&str], rules: &Rules) -> Vec<Diagnostic> {
    // Escaped, or they would look the same here too.
    let mut names: Vec<String> =
        others.iter().take(NAMED).map(|name| format!("{name:?}")).collect();
    if others.len() > NAMED {
        names.push(format!("and {} more", others.len() - NAMED));
    }
    // The text of a manifest's skill is ours: no line of it is in the file.
    let span = match rules.document {
        DocumentKind::SkillMd => skill.frontmatter.get("name").map(Value::span),
        DocumentKind::Manifest => None,
    };
    let mut report = Report::new(rules, skill.file.clone(), skill.text());
    let values = [("names", names.join(", "))];
    let values = values.each_ref().map(|(hole, value)| (*hole, value.as_str()));
    report.add(&NAME_LOOKALIKE, &values, Remark::at_maybe(span));
    report.finish()
}

/// Whether a diagnostic is this one.
pub fn is_lookalike(diagnostic: &Diagnostic) -> bool {
    diagnostic.code == &NAME_LOOKALIKE
}
