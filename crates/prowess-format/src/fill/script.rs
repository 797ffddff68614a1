//! A command of a text, ready to be run: what is filled in stays a value.
//!
//! Arguments are never pasted into a shell's text. Each stands in a variable of its own, and in the
//! script stands a reference to it, quoted for where it stands: whatever was typed is one or more words
//! of a command, never an operator. Where a reference would be read as code all the same, as in
//! arithmetic or by `eval`, there is no script.

use super::words;
use super::{Argument, Filler};
use crate::dialect::Words;

/// How the variables are called, before their numbers.
const NAME: &str = "PROWESS_ARG_";

/// A command that can be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// For a shell.
    pub text: String,
    /// The variables it refers to: names and values.
    pub values: Vec<(String, String)>,
}

/// Why a command cannot be run with arguments in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptError {
    /// A shell computes with it.
    #[error("an argument stands in arithmetic, where a shell would run what is in it")]
    Arithmetic,
    /// Quotes inside it mean something else in every shell.
    #[error(
        "an argument stands in back-ticks inside quotes; write $( ) in place of the back-ticks"
    )]
    Backticks,
    /// An interpreter is given a text with it.
    #[error("an argument would become part of a program for `{0}`")]
    Code(&'static str),
}

/// Where a character of a shell's text stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Plain,
    Single,
    Double,
    /// In `$( )` or `( )`.
    Group,
    Backticks,
    /// In `$(( ))` or `(( ))`.
    Arithmetic,
}

/// Programs that run a text, and the letters of the options that hand them one.
const INTERPRETERS: [(&str, &str); 17] = [
    ("sh", "cs"),
    ("bash", "cs"),
    ("dash", "cs"),
    ("zsh", "cs"),
    ("ksh", "cs"),
    ("ash", "cs"),
    ("fish", "c"),
    ("python", "c"),
    ("python3", "c"),
    ("perl", "eEn"),
    ("ruby", "e"),
    ("node", "ep"),
    ("deno", "e"),
    ("bun", "e"),
    ("php", "r"),
    ("lua", "e"),
    ("osascript", "e"),
];

impl Filler<'_, '_> {
    /// The command that stands in a part of the body.
    pub(super) fn script(&self, from: usize, to: usize) -> Result<Script, ScriptError> {
        let mut script = Script { text: String::new(), values: Vec::new() };
        let mut places = vec![Place::Plain];
        let mut at = from;
        while at < to {
            if let Some((values, end)) = self.values(at, to) {
                let place = *places.last().unwrap_or(&Place::Plain);
                if places.contains(&Place::Arithmetic) {
                    return Err(ScriptError::Arithmetic);
                }
                if quoted_backticks(&places) {
                    return Err(ScriptError::Backticks);
                }
                script.refer(&values, place);
                at = end;
                continue;
            }
            at = step(&self.body[..to], at, &mut places, &mut script.text);
        }
        if !script.values.is_empty()
            && let Some(program) = runs_text(&script.text)
        {
            return Err(ScriptError::Code(program));
        }
        Ok(script)
    }

    /// What the placeholder at a place stands for, word by word and as a whole, and where it ends.
    fn values(&self, at: usize, to: usize) -> Option<(Values, usize)> {
        if let Some((variable, end)) = self.variable(at).filter(|(_, end)| *end <= to) {
            let value = self.value(variable)?.to_owned();
            return Some((Values { words: vec![value.clone()], whole: value }, end));
        }
        let (argument, end) = self.argument(at).filter(|(_, end)| *end <= to)?;
        if self.is_escaped(at) {
            return None;
        }
        let whole = self.stands_for(argument)?.into_owned();
        let words = match argument {
            Argument::All => words::split(&whole, Words::Shell),
            Argument::Positional(number) if self.highest == Some(number) => self.rest(number),
            _ => vec![whole.clone()],
        };
        Some((Values { words, whole }, end))
    }
}

struct Values {
    words: Vec<String>,
    whole: String,
}

impl Script {
    /// Puts references to values into the text.
    fn refer(&mut self, values: &Values, place: Place) {
        match place {
            Place::Double => {
                let name = self.name(&values.whole);
                self.text.push_str(&format!("${{{name}}}"));
            }
            Place::Single => {
                let name = self.name(&values.whole);
                self.text.push_str(&format!("'\"${{{name}}}\"'"));
            }
            Place::Plain | Place::Group | Place::Backticks | Place::Arithmetic => {
                for (number, word) in values.words.iter().enumerate() {
                    let name = self.name(word);
                    let space = if number > 0 { " " } else { "" };
                    self.text.push_str(&format!("{space}\"${{{name}}}\""));
                }
            }
        }
    }

    /// The variable of a value.
    fn name(&mut self, value: &str) -> String {
        // What ends a text for the system ends no argument: no program is ever given it.
        let value = value.replace('\0', "");
        if let Some((name, _)) = self.values.iter().find(|(_, known)| *known == value) {
            return name.clone();
        }
        let name = format!("{NAME}{}", self.values.len() + 1);
        self.values.push((name.clone(), value));
        name
    }

    /// The words of the command, where it is a single plain one: no operators, no substitutions, no
    /// patterns, nothing that a shell would have to do.
    pub fn argv(&self) -> Option<Vec<String>> {
        let mut argv = Vec::new();
        let mut word: Option<String> = None;
        let mut rest = self.text.trim();
        while let Some(first) = rest.chars().next() {
            let after = &rest[first.len_utf8()..];
            match first {
                '\n' | '\r' => return None,
                _ if first.is_whitespace() => {
                    argv.extend(word.take());
                    rest = after;
                }
                '\'' => {
                    let end = after.find('\'')?;
                    word.get_or_insert_default().push_str(&after[..end]);
                    rest = &after[end + 1..];
                }
                '"' => {
                    let (text, left) = self.double_quoted(after)?;
                    word.get_or_insert_default().push_str(&text);
                    rest = left;
                }
                '\\' => {
                    let escaped = after.chars().next().filter(|escaped| *escaped != '\n')?;
                    word.get_or_insert_default().push(escaped);
                    rest = &after[escaped.len_utf8()..];
                }
                ';' | '&' | '|' | '<' | '>' | '(' | ')' | '{' | '}' | '$' | '`' | '*' | '?'
                | '[' | ']' | '~' | '#' | '!' => return None,
                other => {
                    word.get_or_insert_default().push(other);
                    rest = after;
                }
            }
        }
        argv.extend(word);
        // `A=b program` sets a variable.
        let sets = argv.first().is_none_or(|program| program.is_empty() || program.contains('='));
        (!sets).then_some(argv)
    }

    /// What stands in double quotes, after the first of them, and what comes after the last.
    fn double_quoted<'t>(&self, text: &'t str) -> Option<(String, &'t str)> {
        let mut out = String::new();
        let mut rest = text;
        loop {
            let first = rest.chars().next()?;
            let after = &rest[first.len_utf8()..];
            match first {
                '"' => return Some((out, after)),
                '`' => return None,
                '$' => {
                    let (name, left) = after.strip_prefix('{')?.split_once('}')?;
                    let (_, value) = self.values.iter().find(|(known, _)| known == name)?;
                    out.push_str(value);
                    rest = left;
                    continue;
                }
                '\\' if after.starts_with(['"', '\\', '$', '`']) => {
                    out.push_str(&after[..1]);
                    rest = &after[1..];
                    continue;
                }
                other => out.push(other),
            }
            rest = after;
        }
    }
}

/// Whether the innermost back-ticks stand in double quotes.
fn quoted_backticks(places: &[Place]) -> bool {
    let backticks = places.iter().rposition(|place| *place == Place::Backticks);
    backticks.is_some_and(|at| places[..at].contains(&Place::Double))
}

/// Takes over one character of a shell's text, or what belongs together, and keeps track of where it
/// stands; where the next one is.
fn step(text: &str, at: usize, places: &mut Vec<Place>, out: &mut String) -> usize {
    let rest = &text[at..];
    let place = *places.last().unwrap_or(&Place::Plain);
    let take = |length: usize, out: &mut String| {
        out.push_str(&rest[..length]);
        at + length
    };
    let first = rest.chars().next().unwrap_or_default();
    let length = first.len_utf8();
    if place == Place::Single {
        if first == '\'' {
            places.pop();
        }
        return take(length, out);
    }
    if first == '\\' {
        let escaped = rest[1..].chars().next().map_or(0, char::len_utf8);
        return take(1 + escaped, out);
    }
    for (opening, inside) in [("$((", Place::Arithmetic), ("$(", Place::Group)] {
        if rest.starts_with(opening) {
            places.push(inside);
            return take(opening.len(), out);
        }
    }
    match (first, place) {
        ('"', Place::Double) => {
            places.pop();
        }
        ('"', _) => places.push(Place::Double),
        ('`', Place::Backticks) => {
            places.pop();
        }
        ('`', _) => places.push(Place::Backticks),
        (_, Place::Double) => {}
        ('\'', _) => places.push(Place::Single),
        ('(', _) if rest.starts_with("((") && place != Place::Arithmetic => {
            places.push(Place::Arithmetic);
            return take(2, out);
        }
        ('(', Place::Arithmetic) => places.push(Place::Arithmetic),
        ('(', _) => places.push(Place::Group),
        (')', Place::Arithmetic) if rest.starts_with("))") => {
            places.pop();
            return take(2, out);
        }
        (')', Place::Group | Place::Arithmetic) => {
            places.pop();
        }
        _ => {}
    }
    take(length, out)
}

/// The program that a script hands a text to run, where it does.
fn runs_text(text: &str) -> Option<&'static str> {
    let ends = |c: char| c.is_whitespace() || ";|&()`".contains(c);
    let words: Vec<&str> = text.split(ends).collect();
    let mut words = words.into_iter().filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.next() {
        let name = word.rsplit('/').next().unwrap_or(word);
        if name == "eval" {
            return Some("eval");
        }
        let Some((program, letters)) = INTERPRETERS.iter().find(|(program, _)| *program == name)
        else {
            continue;
        };
        let is_text = match words.peek() {
            // What comes through a pipe, or from below.
            None => true,
            Some(next) if next.starts_with('<') => true,
            Some(next) => {
                let options = next.strip_prefix('-').filter(|options| !options.starts_with('-'));
                options.is_some_and(|options| {
                    options.contains(|c| letters.contains(c)) || options.is_empty()
                })
            }
        };
        if is_text {
            return Some(program);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Input, Wanted, fill};
    use super::*;
    use crate::dialect::Dialect;

    fn dialect() -> Dialect {
        toml::from_str(
            "arguments = [\"all\", \"positional\"]\nwords = \"quotes\"\nlast = \"rest\"\nescape = true\n\
             shell = [\"inline\", \"block\", \"line\"]\n[variables]\n\"${CLAUDE_SKILL_DIR}\" = \"skill-directory\"\n",
        )
        .unwrap()
    }

    fn script(command: &str, arguments: &str) -> Result<Script, ScriptError> {
        let variables = [(crate::dialect::Variable::SkillDirectory, "/my skill".to_owned())];
        let body = format!("!`{command}`");
        let input = Input { arguments, names: &[], variables: &variables };
        let filled = fill(&body, &dialect(), &input).unwrap();
        match filled.wanted.into_iter().next() {
            Some(Wanted::Command { script, .. }) => script,
            other => panic!("{command}: {other:?}"),
        }
    }

    #[test]
    fn references_are_quoted_for_where_they_stand() {
        let table = [
            ("gh pr view $ARGUMENTS --json", "gh pr view \"${PROWESS_ARG_1}\" --json"),
            ("echo \"PR $ARGUMENTS\"", "echo \"PR ${PROWESS_ARG_1}\""),
            ("echo '$ARGUMENTS'", "echo ''\"${PROWESS_ARG_1}\"''"),
            ("echo \\$ARGUMENTS", "echo \\$ARGUMENTS"),
            ("echo $(id $ARGUMENTS)", "echo $(id \"${PROWESS_ARG_1}\")"),
            ("cat ${CLAUDE_SKILL_DIR}/x.md", "cat \"${PROWESS_ARG_1}\"/x.md"),
            ("awk \"{print NF}\" f", "awk \"{print NF}\" f"),
        ];
        for (command, expected) in table {
            assert_eq!(script(command, "12").unwrap().text, expected, "{command}");
        }
        let two = script("run $ARGUMENTS", "a 'b c'").unwrap();
        assert_eq!(two.text, "run \"${PROWESS_ARG_1}\" \"${PROWESS_ARG_2}\"");
        assert_eq!(script("run $ARGUMENTS.", "").unwrap().text, "run .");
        assert_eq!(script("run $1 $2", "a b c").unwrap().argv().unwrap(), ["run", "a", "b", "c"]);
    }

    #[test]
    fn what_would_become_code_is_refused() {
        let table = [
            ("echo $(( $1 + 1 ))", ScriptError::Arithmetic),
            ("(( $1 )) && id", ScriptError::Arithmetic),
            ("eval $1", ScriptError::Code("eval")),
            ("bash -c \"echo $1\"", ScriptError::Code("bash")),
            ("/bin/sh -ec 'x $1'", ScriptError::Code("sh")),
            ("echo $1 | bash", ScriptError::Code("bash")),
            ("echo $1 | bash -s", ScriptError::Code("bash")),
            ("bash <<< $1", ScriptError::Code("bash")),
            ("python3 -c \"print($1)\"", ScriptError::Code("python3")),
        ];
        for (command, expected) in table {
            assert_eq!(script(command, "1"), Err(expected), "{command}");
        }
        for command in ["bash scripts/run.sh $1", "python3 x.py $1", "bash -c 'date'"] {
            assert!(script(command, "1").is_ok(), "{command}");
        }
    }

    #[test]
    fn the_words_of_plain_commands() {
        let table: [(&str, Option<&[&str]>); 12] = [
            ("gh pr view $1", Some(&["gh", "pr", "view", "7; id"])),
            ("gh --jq '.a + \" (\" + .b'", Some(&["gh", "--jq", ".a + \" (\" + .b"])),
            ("gh \"a $1\" b\\ c", Some(&["gh", "a 7; id", "b c"])),
            ("gh; rm x", None),
            ("gh && id", None),
            ("gh > x", None),
            ("gh $(id)", None),
            ("gh \"$(id)\"", None),
            ("gh $HOME", None),
            ("gh *", None),
            ("GH_DEBUG=1 gh", None),
            ("gh 'open", None),
        ];
        for (command, expected) in table {
            let argv = script(command, "'7; id'").unwrap().argv();
            let expected =
                expected.map(|words| words.iter().map(|word| (*word).to_owned()).collect());
            assert_eq!(argv, expected, "{command}");
        }
    }

    proptest! {
        /// A real shell hands on what was typed, whatever it is.
        #[test]
        fn a_shell_hands_on_what_was_typed(typed in "[ -~\\n]{1,24}") {
            for (command, whole) in [("printf '%s' \"$ARGUMENTS\"", true), ("printf '%s' '$ARGUMENTS'", true), ("printf '%s\\n' $ARGUMENTS", false)] {
                let script = script(command, &typed).unwrap();
                let shell = std::process::Command::new("sh").arg("-c").arg(&script.text)
                    .envs(script.values.iter().map(|(name, value)| (name, value))).output().unwrap();
                let output = String::from_utf8(shell.stdout).unwrap();
                let expected = match whole {
                    true => typed.clone(),
                    false => words::split(&typed, Words::Shell).iter().map(|word| format!("{word}\n")).collect(),
                };
                // Without words printf prints one empty line.
                let expected = if !whole && expected.is_empty() { "\n".to_owned() } else { expected };
                prop_assert_eq!(output, expected, "{}", script.text);
                prop_assert!(shell.stderr.is_empty());
            }
        }
    }
}
