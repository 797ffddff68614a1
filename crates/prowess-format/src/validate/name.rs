//! The name.

use std::borrow::Cow;

use super::{Check, Subject, length};
use crate::diagnostic::{Remark, Report, Span};
use crate::frontmatter::Type;
use crate::name;
use crate::rules::NameForm;
use crate::skill::Origin;

crate::code! {
    /// The frontmatter has no name.
    ///
    /// Where the rules allow it the directory's name stands in; others refuse the skill.
    NAME_MISSING = "name-missing", Warning, "the frontmatter has no `name`", "add `name:` with the name of the skill's directory";

    /// The name is not a string.
    ///
    /// `name: 8004` is a number to YAML, `name: [x]` a list. Numbers and words like `yes` are taken
    /// by their spelling here, but strict readers refuse them.
    NAME_NOT_STRING = "name-not-string", Warning, "the name is {type}, not a string", "put the name in quotes";

    /// The name is empty.
    NAME_EMPTY = "name-empty", Warning, "the name is empty", "write the name of the skill's directory";

    /// The name is too long.
    ///
    /// The open standard allows 64 characters, counted as code points after NFKC.
    NAME_TOO_LONG = "name-too-long", Warning, "the name has {length} characters; the limit is {limit}", "shorten the name and the directory's";

    /// The name has capital letters.
    ///
    /// The open standard wants lowercase. `Code-Review` and `code-review` are one directory on some
    /// file systems and two on others.
    NAME_NOT_LOWERCASE = "name-not-lowercase", Warning, "the name `{name}` has capital letters", "write the name in lowercase";

    /// The name begins or ends with a hyphen.
    NAME_HYPHEN_EDGE = "name-hyphen-edge", Warning, "the name `{name}` begins or ends with a hyphen", "remove the hyphen";

    /// The name has two hyphens in a row.
    NAME_DOUBLE_HYPHEN = "name-double-hyphen", Warning, "the name `{name}` has two hyphens in a row", "keep one of them";

    /// The name has characters other than letters, digits and hyphens.
    ///
    /// Spaces, underscores, colons and slashes make a name that cannot be typed as a command or
    /// used as a directory everywhere.
    NAME_CHARACTERS = "name-characters", Warning, "the name `{name}` has characters other than letters, digits and hyphens", "use letters, digits and single hyphens";

    /// The name does not have the form this system wants.
    NAME_FORMAT = "name-format", Error, "the name `{name}` is not of the form {form}", "use lowercase letters, digits and hyphens";

    /// The name is not the directory's.
    ///
    /// The open standard wants them equal (after NFKC). Agents that name the skill by its directory
    /// and agents that name it by its frontmatter then disagree on what it is called.
    NAME_DIRECTORY_MISMATCH = "name-directory-mismatch", Warning, "the name is `{name}` but the directory is called `{directory}`", "rename one of them";

    /// The name holds characters that cannot be seen, or that steer a terminal.
    ///
    /// Two names that look the same can then be two skills, and printing the name can do harm.
    NAME_INVISIBLE = "name-invisible", Warning, "the name holds characters that cannot be seen", "remove control, zero-width and direction characters from the name";

    /// The name can be taken for a path.
    ///
    /// Slashes and `..` in a name are dangerous wherever a name becomes a directory.
    NAME_IS_PATH = "name-is-path", Warning, "the name `{name}` can be taken for a path", "remove slashes, and do not use `.` or `..`";
}

pub(super) const CHECK: Check = Check {
    codes: &[
        &NAME_MISSING,
        &NAME_NOT_STRING,
        &NAME_EMPTY,
        &NAME_TOO_LONG,
        &NAME_NOT_LOWERCASE,
        &NAME_HYPHEN_EDGE,
        &NAME_DOUBLE_HYPHEN,
        &NAME_CHARACTERS,
        &NAME_FORMAT,
        &NAME_DIRECTORY_MISMATCH,
        &NAME_INVISIBLE,
        &NAME_IS_PATH,
    ],
    run,
};

fn run(subject: &Subject<'_>, report: &mut Report<'_>) {
    let Some(value) = subject.given("name", report.rules()) else {
        let start = subject.frontmatter_start();
        report.add(&NAME_MISSING, &[], Remark::at(start));
        if let Some(name) = subject.skill.name().filter(|_| report.rules().fallback.judged) {
            check_form(subject, name.text, start, report);
        }
        return check_safety(subject, start, report);
    };
    let span = value.span();
    let kind = value.kind();
    if !report.rules().texts.take(kind) {
        let python = kind.python_name();
        report.add(
            &NAME_NOT_STRING,
            &[("type", kind.name()), ("python-type", python)],
            Remark::at(span),
        );
        if report.has_errors() {
            return;
        }
    }
    let Some(text) = value.text() else { return };
    if text.trim().is_empty() {
        if kind == Type::Str {
            report.add(&NAME_EMPTY, &[], Remark::at(span));
        }
        return;
    }
    // Where characters are replaced, what comes of it is judged.
    let text = match (report.rules().name_hyphens.is_empty(), subject.skill.name()) {
        (false, Some(name)) => name.text,
        _ => text,
    };
    check_form(subject, text, span, report);
    check_safety(subject, span, report);
}

/// Length, characters and the match with the directory, in the reference validator's order.
fn check_form(subject: &Subject<'_>, written: &str, span: Span, report: &mut Report<'_>) {
    let rules = report.rules();
    let name = match rules.name_form {
        NameForm::UnicodeKebab => name::normalize(written),
        _ => Cow::Borrowed(written),
    };
    let name: &str = &name;
    let count = length(name);
    if let Some(limit) = rules.limits.name
        && count > limit
    {
        let (count, limit) = (count.to_string(), limit.to_string());
        let values = [("name", name), ("length", &count), ("limit", &limit)];
        report.add(&NAME_TOO_LONG, &values, Remark::at(span));
    }
    let named = [("name", name), ("form", rules.name_form.pattern())];
    if name::has_form(name, NameForm::AsciiKebab) {
        // It has every form, and nearly all names have this one.
    } else if rules.name_form == NameForm::UnicodeKebab {
        if name::has_capitals(name) {
            report.add(&NAME_NOT_LOWERCASE, &named, Remark::at(span));
        }
        if name.starts_with('-') || name.ends_with('-') {
            report.add(&NAME_HYPHEN_EDGE, &named, Remark::at(span));
        }
        if name.contains("--") {
            report.add(&NAME_DOUBLE_HYPHEN, &named, Remark::at(span));
        }
        if !name.chars().all(|c| c == '-' || name::is_alphanumeric(c)) {
            report.add(&NAME_CHARACTERS, &named, Remark::at(span));
        }
    } else if !name::has_form(name, rules.name_form) {
        report.add(&NAME_FORMAT, &named, Remark::at(span));
    }
    if let Some(directory) = subject.around.directory
        && !subject.around.flat
        && !is_same(name, directory, rules.name_form)
    {
        let values = [("name", name), ("directory", directory)];
        report.add(&NAME_DIRECTORY_MISMATCH, &values, Remark::at(span));
    }
}

/// Whether a name is the directory's: after NFKC where names are compared so, else exactly.
fn is_same(name: &str, directory: &str, form: NameForm) -> bool {
    match form {
        NameForm::UnicodeKebab => name == name::compatible(directory),
        _ => name == directory,
    }
}

/// What no profile lets through unnoticed: names that deceive the eye or the file system.
fn check_safety(subject: &Subject<'_>, span: Span, report: &mut Report<'_>) {
    let Some(name) = subject.skill.name() else { return };
    // Where the name is the directory's, the file system already holds it.
    if !name::is_visible_ascii(name.text) && name.text.chars().any(name::is_invisible) {
        report.add(&NAME_INVISIBLE, &[], Remark::at(span));
    }
    let path = name.text.contains(['/', '\\']) || matches!(name.text, "." | "..");
    if path && name.origin != Origin::Directory {
        report.add(&NAME_IS_PATH, &[("name", name.text)], Remark::at(span));
    }
}
