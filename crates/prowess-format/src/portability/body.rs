//! Placeholders of a text that an agent does not fill in, or fills in otherwise.

use super::{Reading, Target, are, listed};
use crate::diagnostic::{Remark, Report};
use crate::dialect::{Applies, ArgumentForm, First, Missing, ShellForm, Unplaced};
use crate::frontmatter::{Frontmatter, Type};
use crate::placeholder::{self, Kind, Placeholder};

crate::code! {
    /// Placeholders for arguments are not filled in.
    ///
    /// `$ARGUMENTS`, `$1` and `$name` mean something to some agents only. The others hand the text to
    /// the model as it is written; what the user typed comes after it, or not at all.
    ///
    /// Say in words what the skill expects of the user, so that the text makes sense either way.
    ARGUMENT_LITERAL = "argument-literal", Warning, "{places} {are} not filled in: the model reads the text as it is written, and {rest}", "say in words what the user is to give, so that the text makes sense without";

    /// The numbers of arguments mean others.
    ///
    /// Claude Code counts them from 0, opencode and Goose from 1. `$1` is the second argument to one
    /// and the first to the others.
    ARGUMENT_NUMBERING = "argument-numbering", Warning, "arguments are counted from {first}: {what}", "use `$ARGUMENTS`, which does not count";

    /// Placeholders are filled in for commands only.
    ///
    /// Some agents fill a text in where the user starts the skill by its command; where the model
    /// loads the skill by itself it reads the text as it is written.
    ARGUMENT_BY_COMMAND = "argument-by-command", Info, "{places} {are} filled in where the user starts the skill by its command, not where the model loads it", "say in words what the user is to give, so that the text makes sense without";

    /// Something that is no argument is taken for one.
    ///
    /// Agents that fill in `$1` do so in code blocks too, and in amounts of money: the `$1` of an awk
    /// program becomes an argument, or nothing.
    ARGUMENT_BY_MISTAKE = "argument-by-mistake", Warning, "{places} {are} replaced by what the user typed{missing}", "{escape}";

    /// Placeholders for paths and the like are not filled in.
    ///
    /// `${CLAUDE_SKILL_DIR}` is Claude Code's, `{baseDir}` is OpenClaw's. Every agent understands a
    /// path that is relative to the skill's directory.
    VARIABLE_LITERAL = "variable-literal", Warning, "{places} {are} not filled in: the model reads the text as it is written", "write paths relative to the skill's directory";

    /// A file is not put into the text.
    FILE_LITERAL = "file-literal", Info, "{places} {are} not put into the text: the model has to read the file by itself", "say that the file is to be read";

    /// Commands are not run.
    ///
    /// Some agents run `` !`command` ``, a block that begins with `` ```! ``, or a line that begins
    /// with `!`, and put the output into the text. The others hand the text to the model as it is
    /// written.
    COMMAND_LITERAL = "command-literal", Warning, "{places} {are} not run: the model reads the text as it is written", "say that the command is to be run and what its output is for";

    /// A command is run otherwise than it was meant.
    ///
    /// An agent that runs every line which begins with `!` runs `` !`command` `` with its back-ticks:
    /// a shell then runs the output of the command.
    COMMAND_OTHERWISE = "command-otherwise", Warning, "{places} {are} run with the back-ticks, so that the output of the command is run as a command", "put something before it on its line, or write the line for this agent alone";

    /// A command in a code block is run.
    ///
    /// An example of a command is not meant to be run, but some agents do not look at the code block
    /// around it.
    COMMAND_IN_CODE = "command-in-code", Warning, "{places} {are} run although in code", "move the example into a file of its own";
}

pub(super) fn run(reading: &Reading<'_>, target: &Target<'_>, report: &mut Report<'_>) {
    let body = reading.skill.body();
    let places = placeholder::find(body, &argument_names(&reading.skill.frontmatter));
    if places.is_empty() {
        return;
    }
    let found = Found { body, offset: reading.skill.body_span().start as usize, places, target };
    found.arguments(report);
    found.variables(report);
    found.commands(report);
}

/// The names that `arguments` gives to arguments: words of a string, or a list.
fn argument_names(frontmatter: &Frontmatter) -> Vec<String> {
    let Some(value) = frontmatter.get("arguments") else { return Vec::new() };
    let texts = value.texts();
    let words = |text: &&str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    match value.kind() {
        Type::List => texts.into_iter().map(str::to_owned).collect(),
        _ => texts.iter().flat_map(words).collect(),
    }
}

struct Found<'a> {
    body: &'a str,
    /// Where the body begins in the file.
    offset: usize,
    places: Vec<Placeholder>,
    target: &'a Target<'a>,
}

/// The form of an argument, where it is one.
fn form(kind: &Kind) -> Option<ArgumentForm> {
    match kind {
        Kind::Arguments => Some(ArgumentForm::All),
        Kind::Indexed(_) => Some(ArgumentForm::Indexed),
        Kind::Positional(_) => Some(ArgumentForm::Positional),
        Kind::Named => Some(ArgumentForm::Named),
        _ => None,
    }
}

impl Found<'_> {
    /// Adds a remark about those of the places that fit, if any does.
    fn remark(
        &self,
        code: &'static crate::Code,
        values: &[(&str, &str)],
        fits: impl Fn(&Placeholder) -> bool,
        report: &mut Report<'_>,
    ) {
        let places: Vec<&Placeholder> = self.places.iter().filter(|place| fits(place)).collect();
        let Some(first) = places.first() else { return };
        let texts = listed(places.iter().map(|place| place.text(self.body)));
        let mut all = vec![("places", texts.as_str()), ("are", are(&texts))];
        all.extend(values);
        report.add(code, &all, Remark::at(first.span.shift(self.offset)));
    }

    fn arguments(&self, report: &mut Report<'_>) {
        let dialect = self.target.dialect;
        // In code `$1` is a shell's or awk's; `$ARGUMENTS` is nobody else's.
        let meant = |place: &Placeholder| {
            form(&place.kind).filter(|form| *form != ArgumentForm::Positional || !place.in_code)
        };
        let rest = match dialect.unplaced {
            Unplaced::Dropped => "nothing of what the user typed",
            Unplaced::Appended | Unplaced::Labelled | Unplaced::UserLine => {
                "what the user typed at its end"
            }
            Unplaced::Message => "what the user typed beside it",
        };
        let literal = |place: &Placeholder| meant(place).is_some_and(|form| !dialect.fills(form));
        self.remark(&ARGUMENT_LITERAL, &[("rest", rest)], literal, report);
        if dialect.applies == Applies::Command {
            let filled = |place: &Placeholder| meant(place).is_some_and(|form| dialect.fills(form));
            self.remark(&ARGUMENT_BY_COMMAND, &[], filled, report);
        }
        if !dialect.fills(ArgumentForm::Positional) {
            return;
        }
        self.numbering(report);
        let missing = match dialect.missing {
            Missing::Empty => ", or by nothing",
            Missing::Literal => ", where that has words enough",
        };
        let escape = match dialect.escape {
            true => "write a backslash before the `$`",
            false => "put the code into a file of its own, and amounts without the `$`",
        };
        let mistaken = |place: &Placeholder| match place.kind {
            Kind::Positional(_) => place.in_code,
            // A number that is never reached stays as it is with those who leave it so.
            Kind::Amount => dialect.missing == Missing::Empty,
            _ => false,
        };
        let values = [("missing", missing), ("escape", escape)];
        self.remark(&ARGUMENT_BY_MISTAKE, &values, mistaken, report);
    }

    /// Who writes `$0` counts from 0; who writes `$1` and never `$0` counts from 1.
    fn numbering(&self, report: &mut Report<'_>) {
        let number = |place: &Placeholder| match place.kind {
            Kind::Positional(number) | Kind::Indexed(number) if !place.in_code => Some(number),
            _ => None,
        };
        let zero = self.places.iter().any(|place| number(place) == Some(0));
        let one = self.places.iter().any(|place| number(place) == Some(1));
        let (first, what) = match (self.target.dialect.first, zero, one) {
            (First::Zero, false, true) => {
                ("0", "`$1` is the second one, and the first is not used")
            }
            (First::One, true, _) => ("1", "`$0` is none of them, and `$1` is the first one"),
            _ => return,
        };
        let values = [("first", first), ("what", what)];
        let counted = |place: &Placeholder| number(place).is_some();
        self.remark(&ARGUMENT_NUMBERING, &values, counted, report);
    }

    fn variables(&self, report: &mut Report<'_>) {
        let dialect = self.target.dialect;
        let unknown = |place: &Placeholder| {
            place.kind == Kind::Variable && !dialect.variables.contains_key(place.text(self.body))
        };
        self.remark(&VARIABLE_LITERAL, &[], unknown, report);
        if !dialect.files {
            self.remark(&FILE_LITERAL, &[], |place| place.kind == Kind::File, report);
        }
    }

    fn commands(&self, report: &mut Report<'_>) {
        let dialect = self.target.dialect;
        let runs = |place: &Placeholder| {
            Some(match place.kind {
                Kind::Inline { anchored: true, .. } => dialect.runs(ShellForm::InlineAnchored),
                Kind::Inline { .. } => dialect.runs(ShellForm::Inline),
                Kind::Block => dialect.runs(ShellForm::Block),
                Kind::Line => dialect.runs(ShellForm::Line),
                Kind::Read => dialect.read,
                _ => return None,
            })
        };
        // An agent that runs lines takes any line that begins with `!`.
        let as_line = |place: &Placeholder| {
            let begins = matches!(place.kind, Kind::Inline { starts_line: true, .. });
            begins && runs(place) == Some(false) && dialect.runs(ShellForm::Line)
        };
        let literal =
            |place: &Placeholder| runs(place) == Some(false) && !place.in_code && !as_line(place);
        self.remark(&COMMAND_LITERAL, &[], literal, report);
        self.remark(&COMMAND_OTHERWISE, &[], |place| as_line(place) && !place.in_code, report);
        if dialect.shell_in_code {
            let in_code = |place: &Placeholder| runs(place) == Some(true) && place.in_code;
            self.remark(&COMMAND_IN_CODE, &[], in_code, report);
        }
    }
}
