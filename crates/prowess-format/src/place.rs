//! What is wrong before a file can be read: the place where a skill was expected.

use crate::Code;
use crate::diagnostic::{Diagnostic, Remark, Report};
use crate::rules::Rules;
use crate::tree::TreePath;

crate::code! {
    /// The path does not exist.
    PATH_MISSING = "path-missing", Error, "`{path}` does not exist", "check the spelling of the path";

    /// A directory was expected.
    NOT_A_DIRECTORY = "not-a-directory", Error, "`{path}` is not a directory", "name the skill's directory or its SKILL.md";

    /// The directory holds no skill.
    ///
    /// Neither the directory nor anything below it has a `SKILL.md`.
    SKILL_FILE_MISSING = "skill-file-missing", Error, "`{path}` has no SKILL.md", "`prowess new NAME` makes one";

    /// A skill that is a single file must be Markdown.
    NOT_MARKDOWN = "not-markdown", Error, "`{path}` is not a Markdown file", "a skill is a directory with a SKILL.md, or for some agents a single `.md` file";

    /// The file cannot be read.
    ///
    /// It may lack permissions, be a device or a pipe, lead nowhere, or have vanished.
    FILE_UNREADABLE = "file-unreadable", Error, "the file cannot be read: {cause}";

    /// More files or directories than are looked at.
    ///
    /// A skill's tree is walked within limits. What lies past them was not looked at, so what is
    /// said about the rest is not the whole truth.
    TREE_LIMIT = "tree-limit", Warning, "not everything was looked at: {limit}", "make the skill smaller, or name the directories you mean";
}

/// What is wrong with a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// There is nothing.
    PathMissing,
    /// It is not a directory.
    NotADirectory,
    /// It has no `SKILL.md`.
    SkillFileMissing,
    /// It is a file, but not Markdown.
    NotMarkdown,
    /// The system refused, with this reason.
    Unreadable(String),
    /// A limit of the walk was hit, this one.
    Limit(String),
}

/// The diagnostic about a place; `path` is how the user named it, `file` where inside the skill.
pub fn diagnose(trouble: &Trouble, path: &str, file: TreePath, rules: &Rules) -> Vec<Diagnostic> {
    let (code, cause): (&'static Code, &str) = match trouble {
        Trouble::PathMissing => (&PATH_MISSING, ""),
        Trouble::NotADirectory => (&NOT_A_DIRECTORY, ""),
        Trouble::SkillFileMissing => (&SKILL_FILE_MISSING, ""),
        Trouble::NotMarkdown => (&NOT_MARKDOWN, ""),
        Trouble::Unreadable(cause) => (&FILE_UNREADABLE, cause),
        Trouble::Limit(limit) => (&TREE_LIMIT, limit),
    };
    let mut report = Report::new(rules, file, "");
    report.add(code, &[("path", path), ("cause", cause), ("limit", cause)], Remark::whole());
    report.finish()
}
