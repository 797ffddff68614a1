//! A command of a text, ready to be run: what is filled in stays a value.
//!
//! Arguments are never pasted into a shell's text. Each stands in a variable of its own, and in the
//! script stands a reference to it, quoted for where it stands: whatever was typed is one or more words
//! of a command, never an operator. Where a reference would be read as code all the same, as in
//! arithmetic or by `eval`, there is no script.

use super::shell::{Place, Reader};
use super::{Argument, Filler};
use super::{code, words};
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
    /// It is not filled in there.
    #[error(
        "an argument stands in a here-document whose word is quoted, where nothing is filled in"
    )]
    Document,
    /// An interpreter is given a text with it.
    #[error("an argument would become part of a program for `{0}`")]
    Code(&'static str),
}

impl Filler<'_, '_> {
    /// The command that stands in a part of the body.
    pub(super) fn script(&self, from: usize, to: usize) -> Result<Script, ScriptError> {
        let mut script = Script { text: String::new(), values: Vec::new() };
        let mut reader = Reader::new();
        let mut at = from;
        while at < to {
            if let Some((values, end)) = self.values(at, to) {
                script.refer(&values, reader.value())?;
                at = end;
                continue;
            }
            let length = reader.step(&self.body[at..to]);
            script.text.push_str(&self.body[at..at + length]);
            at += length;
        }
        if !script.values.is_empty() {
            code::check(&reader.commands())?;
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
    fn refer(&mut self, values: &Values, place: Place) -> Result<(), ScriptError> {
        match place {
            Place::Arithmetic => return Err(ScriptError::Arithmetic),
            Place::QuotedBackticks => return Err(ScriptError::Backticks),
            Place::Literal => return Err(ScriptError::Document),
            Place::Double => {
                let name = self.name(&values.whole);
                self.text.push_str(&format!("${{{name}}}"));
            }
            Place::Single => {
                let name = self.name(&values.whole);
                self.text.push_str(&format!("'\"${{{name}}}\"'"));
            }
            Place::Plain => {
                for (number, word) in values.words.iter().enumerate() {
                    let name = self.name(word);
                    let space = if number > 0 { " " } else { "" };
                    self.text.push_str(&format!("{space}\"${{{name}}}\""));
                }
            }
        }
        Ok(())
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
        of(&format!("!`{command}`"), command, arguments)
    }

    fn block(command: &str, arguments: &str) -> Result<Script, ScriptError> {
        of(&format!("```!\n{command}\n```\n"), command, arguments)
    }

    fn of(body: &str, command: &str, arguments: &str) -> Result<Script, ScriptError> {
        let variables = [(crate::dialect::Variable::SkillDirectory, "/my skill".to_owned())];
        let input = Input { arguments, names: &[], variables: &variables };
        let filled = fill(body, &dialect(), &input).unwrap();
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
            ("# don't\necho $ARGUMENTS", "# don't\necho \"${PROWESS_ARG_1}\""),
            (
                "cat <<E\nit's $ARGUMENTS\nE\necho $1",
                "cat <<E\nit's ${PROWESS_ARG_1}\nE\necho \"${PROWESS_ARG_1}\"",
            ),
            (
                "cat <<'E'\nit's $HOME\nE\necho $1",
                "cat <<'E'\nit's $HOME\nE\necho \"${PROWESS_ARG_1}\"",
            ),
            (
                "cat <<-E | wc; cat <<\"F\"\n\tE\nit's\nF\necho $1",
                "cat <<-E | wc; cat <<\"F\"\n\tE\nit's\nF\necho \"${PROWESS_ARG_1}\"",
            ),
            (
                "echo \"${X:-'$1'}\" ${Y:-$1}",
                "echo \"${X:-'${PROWESS_ARG_1}'}\" ${Y:-\"${PROWESS_ARG_1}\"}",
            ),
            (
                "case $1 in a) id;; esac; echo '$1'",
                "case \"${PROWESS_ARG_1}\" in a) id;; esac; echo ''\"${PROWESS_ARG_1}\"''",
            ),
            ("echo $((1 << 2)) $1", "echo $((1 << 2)) \"${PROWESS_ARG_1}\""),
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
            ("python3 -c \"print($1)\"", ScriptError::Code("python")),
            // More than one option, other spellings of a name.
            ("bash -e -c \"echo $1\"", ScriptError::Code("bash")),
            ("bash -o pipefail -c \"echo $1\"", ScriptError::Code("bash")),
            ("\"bash\" -c \"echo $1\"", ScriptError::Code("bash")),
            ("b\\ash -c \"echo $1\"", ScriptError::Code("bash")),
            ("\"${SHELL}\" -c \"echo $1\"", ScriptError::Code("sh")),
            ("timeout 5 env A=b sh -c \"$1\"", ScriptError::Code("sh")),
            ("python3.11 -W ignore -c \"print($1)\"", ScriptError::Code("python")),
            ("perl -w -e \"print $1\"", ScriptError::Code("perl")),
            ("node --eval \"f($1)\"", ScriptError::Code("node")),
            ("node --eval=$1", ScriptError::Code("node")),
            // Something comes after what is piped.
            ("echo $1 | bash ; echo done", ScriptError::Code("bash")),
            ("echo $1 | sudo sh 2>&1 | head", ScriptError::Code("sh")),
            ("echo $1 | (cd x && bash)", ScriptError::Code("bash")),
            ("echo $1 | python3 - a", ScriptError::Code("python")),
            ("echo $1 | bash /dev/stdin", ScriptError::Code("bash")),
            ("cat <<E | bash\n$1\nE\n", ScriptError::Code("bash")),
            ("bash<<<$1", ScriptError::Code("bash")),
            (". /dev/stdin <<E\n$1\nE\n", ScriptError::Code("source")),
            ("source <(echo $1)", ScriptError::Code("source")),
            ("trap \"$1\" EXIT", ScriptError::Code("trap")),
            ("ssh host \"ls $1\"", ScriptError::Code("ssh")),
            ("env -S \"$1\"", ScriptError::Code("env")),
            // Other languages that start programs.
            ("awk '{print $1}' x", ScriptError::Code("awk")),
            ("awk -F: -v a=b \"{print \\\"$1\\\"}\" x", ScriptError::Code("awk")),
            ("echo x | sed \"s/x/$1/\"", ScriptError::Code("sed")),
            ("sed -n -e s/x/y/ -e \"s/x/$1/\" f", ScriptError::Code("sed")),
            ("sed \"s/x/$(echo $1)/\" f", ScriptError::Code("sed")),
            // What bash computes runs what stands in an index.
            ("echo ${a[$1]}", ScriptError::Arithmetic),
            ("echo \"${a:$1:2}\"", ScriptError::Arithmetic),
            ("echo $[ $1 ]", ScriptError::Arithmetic),
            ("[[ $1 -eq 2 ]] && id", ScriptError::Arithmetic),
            ("if [ -v $1 ]; then id; fi", ScriptError::Arithmetic),
            ("let x=$1", ScriptError::Arithmetic),
            ("unset $1", ScriptError::Arithmetic),
            ("printf -v $1 x", ScriptError::Arithmetic),
            ("cat <<'E'\n$1\nE\n", ScriptError::Document),
        ];
        for (command, expected) in table {
            assert_eq!(block(command, "1"), Err(expected), "{command}");
        }
        let fine = [
            "bash scripts/run.sh $1",
            "python3 x.py $1",
            "bash -c 'date'; # no $1",
            "bash -e run.sh -c $1",
            "command -v python3 && python3 x.py $1 | head",
            "which node | wc; echo $1",
            "echo \"run bash -c x\" $1",
            "awk '{print NF}' $1",
            "awk -v a=$1 '{print a}' x",
            "sed -n 1p $1",
            "sed -e 1p -- $1",
            "[[ $1 == x ]] && id",
            "[ $1 -eq 2 ]",
            "export A=$1",
            "read a < $1",
            ". ./lib.sh; f $1",
            "echo '$((' $1",
        ];
        for command in fine {
            assert!(block(command, "1").is_ok(), "{command}: {:?}", block(command, "1"));
        }
        assert!(script("bash -c 'date'", "1").is_ok());
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
