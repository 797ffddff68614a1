//! The `[dialect]` table of a profile: what in a skill's text is not for the model to read as it
//! stands, but for the agent to fill in or run.
//!
//! It says what the agent does. Whether a command may run at all is up to the user.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;

/// What an agent fills into a skill's text. By default nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Dialect {
    /// When anything below happens at all.
    pub applies: Applies,
    /// The placeholders for arguments.
    pub arguments: Vec<ArgumentForm>,
    /// How what the user typed is cut into numbered arguments.
    pub words: Words,
    /// The number of the first argument.
    pub first: First,
    /// What the highest number in the text stands for.
    pub last: Last,
    /// What a number stands for that has no argument.
    pub missing: Missing,
    /// What becomes of arguments where the text has no placeholder for any.
    pub unplaced: Unplaced,
    /// `\$1` is `$1`, not an argument.
    pub escape: bool,
    /// The forms of commands that are run, their output put in their place.
    pub shell: Vec<ShellForm>,
    /// Commands are run in code blocks and code spans too. We never do that; a report says so.
    pub shell_in_code: bool,
    /// What stands in place of a command that was not run; `{command}` is the command. Without it there
    /// is [`SHELL_DISABLED`].
    pub shell_disabled: Option<String>,
    /// What becomes of a command that failed, or could not be started.
    pub shell_failure: ShellFailure,
    /// What stands in place of a command that failed, where words do; `{command}` is the command, `{reason}`
    /// how it ended. Without it there is [`SHELL_FAILED`].
    pub shell_failed: Option<String>,
    /// What a command says on its standard error stands in its place, too.
    pub shell_errors: bool,
    /// A line `!read PATH` is the text of that file.
    pub read: bool,
    /// `@PATH` is the text of that file.
    pub files: bool,
    /// Other placeholders, as they are spelled in a text, and what they stand for.
    pub variables: BTreeMap<String, Variable>,
}

/// When a text is filled in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Applies {
    /// However the skill is loaded.
    #[default]
    Always,
    /// Where the user starts it by its command; a model that loads it reads the text as it stands.
    Command,
}

/// A placeholder for arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArgumentForm {
    /// `$ARGUMENTS`: all that was typed.
    All,
    /// `$ARGUMENTS[N]`
    Indexed,
    /// `$N`
    Positional,
    /// `$name`, for the names that the key `arguments` lists.
    Named,
}

/// How what was typed is cut into arguments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Words {
    /// At spaces.
    #[default]
    Spaces,
    /// At spaces that are not in quotes; one quote at each end is taken off.
    Quotes,
    /// As a shell does, with its quotes and backslashes.
    Shell,
}

/// The number of the first argument.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u8")]
pub enum First {
    /// `$0` is the first one.
    Zero,
    /// `$1` is the first one.
    #[default]
    One,
}

impl TryFrom<u8> for First {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        match number {
            0 => Ok(Self::Zero),
            1 => Ok(Self::One),
            other => Err(format!("the first argument is 0 or 1, not {other}")),
        }
    }
}

/// What the highest number in a text stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Last {
    /// Its argument.
    #[default]
    One,
    /// Its argument and all after it.
    Rest,
}

/// What a number stands for that has no argument. A name without one is always empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Missing {
    /// Nothing.
    #[default]
    Empty,
    /// Itself: it stays as it is written.
    Literal,
}

/// What becomes of arguments that no placeholder takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unplaced {
    /// They are lost.
    Dropped,
    /// They follow the text as a paragraph of their own.
    Appended,
    /// They follow the text as `ARGUMENTS: …`.
    Labelled,
    /// They follow the text as `User: …`.
    UserLine,
    /// The model has them in the user's message, beside the text.
    #[default]
    Message,
}

/// How a command stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShellForm {
    /// `` !`command` `` at the start of a line or after white space.
    InlineAnchored,
    /// `` !`command` `` anywhere.
    Inline,
    /// A code block whose fence is followed by `!`.
    Block,
    /// A line that begins with `!`.
    Line,
}

/// What becomes of a command that failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShellFailure {
    /// Words that say so stand in its place, with what it put out.
    #[default]
    Words,
    /// What it put out stands in its place, as if nothing had happened.
    Output,
    /// The skill is not started.
    Abort,
}

/// What a placeholder that is no argument stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variable {
    /// The skill's directory.
    SkillDirectory,
    /// The project's directory.
    ProjectDirectory,
    /// The directory of the plugin that the skill is part of.
    PluginDirectory,
    /// A directory in which that plugin may keep things.
    PluginData,
    /// What the conversation is called by the agent.
    Session,
    /// How hard the model is to think.
    Effort,
}

/// What stands in place of a command that was not run, where an agent has no words of its own.
pub const SHELL_DISABLED: &str = "[shell command execution disabled by policy]";

/// What stands in place of a command that failed, where an agent has no words of its own.
pub const SHELL_FAILED: &str = "[shell command failed ({reason}): {command}]";

/// The spellings of every such placeholder that an agent has.
pub const VARIABLES: &[(&str, Variable)] = &[
    ("${CLAUDE_SKILL_DIR}", Variable::SkillDirectory),
    ("{baseDir}", Variable::SkillDirectory),
    ("${CLAUDE_PROJECT_DIR}", Variable::ProjectDirectory),
    ("${CLAUDE_PLUGIN_ROOT}", Variable::PluginDirectory),
    ("${CLAUDE_PLUGIN_DATA}", Variable::PluginData),
    ("${CLAUDE_SESSION_ID}", Variable::Session),
    ("${CLAUDE_EFFORT}", Variable::Effort),
];

/// A text that stands in a comment, where a template has any: nothing in it ends the comment.
pub fn in_comment_of<'a>(template: &str, text: &'a str) -> Cow<'a, str> {
    match template.contains("<!--") && text.contains("--") {
        true => text.replace("-->", "--&gt;").replace("--!>", "--!&gt;").into(),
        false => text.into(),
    }
}

impl Dialect {
    /// Whether a placeholder for arguments is filled in.
    pub fn fills(&self, form: ArgumentForm) -> bool {
        self.arguments.contains(&form)
    }

    /// What stands in place of a command that was not run.
    pub fn not_run(&self, command: &str) -> String {
        let words = self.shell_disabled.as_deref().unwrap_or(SHELL_DISABLED);
        words.replace("{command}", &in_comment_of(words, command))
    }

    /// What stands in place of a command that failed.
    pub fn failed(&self, command: &str, reason: &str) -> String {
        let words = self.shell_failed.as_deref().unwrap_or(SHELL_FAILED);
        let command = in_comment_of(words, command);
        // One pass: the command may hold what looks like a place of its own.
        let mut parts = words.split("{command}").map(|part| part.replace("{reason}", reason));
        let first = parts.next().unwrap_or_default();
        parts.fold(first, |text, part| text + command.as_ref() + &part)
    }

    /// Whether a command of this form is run. What runs anywhere also runs after white space.
    pub fn runs(&self, form: ShellForm) -> bool {
        self.shell.contains(&form)
            || (form == ShellForm::InlineAnchored && self.shell.contains(&ShellForm::Inline))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vocabulary_reads_and_nothing_else_does() {
        let text = "first = 0\narguments = [\"all\", \"named\"]\nshell = [\"inline\"]\n\
                    [variables]\n\"{baseDir}\" = \"skill-directory\"\n";
        let dialect: Dialect = toml::from_str(text).unwrap();
        assert_eq!(dialect.first, First::Zero);
        assert!(dialect.fills(ArgumentForm::All) && !dialect.fills(ArgumentForm::Positional));
        assert!(dialect.runs(ShellForm::InlineAnchored) && !dialect.runs(ShellForm::Line));
        assert_eq!(dialect.variables["{baseDir}"], Variable::SkillDirectory);
        for wrong in ["first = 2", "shell = [\"always\"]", "unknown = 1"] {
            assert!(toml::from_str::<Dialect>(wrong).is_err(), "{wrong}");
        }
        assert_eq!(toml::from_str::<Dialect>("").unwrap(), Dialect::default());
    }

    #[test]
    fn a_command_does_not_end_the_comment_about_it() {
        let words = Some("<!-- {reason}: {command} -->".to_owned());
        let dialect =
            Dialect { shell_disabled: words.clone(), shell_failed: words, ..Dialect::default() };
        assert_eq!(dialect.failed("x --> y", "exit 1"), "<!-- exit 1: x --&gt; y -->");
        assert_eq!(dialect.not_run("x --> y"), "<!-- {reason}: x --&gt; y -->");
        assert_eq!(
            Dialect::default().failed("x --> y", "r"),
            "[shell command failed (r): x --> y]"
        );
    }
}
