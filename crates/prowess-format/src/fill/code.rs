//! Whether a script hands a value on as a program: to a shell, to another interpreter, to arithmetic.
//!
//! No list of such programs is complete. What is not here is given its words as words, and what it makes
//! of them is its own.

use super::script::ScriptError;
use super::shell::{Simple, Word};

/// A program that runs texts.
struct Interpreter {
    /// Without a version.
    names: &'static [&'static str],
    /// The letters of the options that hand it a text.
    text: &'static str,
    /// The letters of the options that are followed by something else.
    valued: &'static str,
}

const INTERPRETERS: [Interpreter; 11] = [
    Interpreter {
        names: &["sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "rbash"],
        text: "cs",
        valued: "oO",
    },
    Interpreter { names: &["fish"], text: "cC", valued: "" },
    Interpreter { names: &["python", "pypy"], text: "c", valued: "WX" },
    Interpreter { names: &["perl"], text: "eEn", valued: "I" },
    Interpreter { names: &["ruby"], text: "e", valued: "rIC" },
    Interpreter { names: &["node", "nodejs", "bun", "deno", "tsx"], text: "ep", valued: "r" },
    Interpreter { names: &["php"], text: "rBRE", valued: "cdz" },
    Interpreter { names: &["lua", "luajit", "osascript"], text: "e", valued: "l" },
    Interpreter { names: &["pwsh", "powershell"], text: "cC", valued: "" },
    Interpreter { names: &["su", "runuser", "script", "flock"], text: "c", valued: "" },
    Interpreter { names: &["Rscript", "tclsh", "julia"], text: "eE", valued: "" },
];

/// Long options that hand an interpreter a text.
const LONG: [&str; 7] =
    ["--eval", "--print", "--command", "--init-command", "--execute", "--run", "--session-command"];

/// Long options that are followed by something else.
const LONG_VALUED: [&str; 5] = ["--rcfile", "--init-file", "--require", "--import", "--loader"];

/// Words before a program that is run all the same.
const WRAPPERS: [&str; 22] = [
    "sudo", "doas", "env", "exec", "command", "builtin", "nohup", "nice", "ionice", "time",
    "timeout", "xargs", "setsid", "stdbuf", "if", "then", "do", "else", "elif", "while", "!", "{",
];

/// Commands of a shell that compute with the name of a variable, where it is that of a list's element.
const NAMING: [&str; 10] = [
    "declare",
    "typeset",
    "local",
    "unset",
    "read",
    "export",
    "readonly",
    "mapfile",
    "readarray",
    "getopts",
];

/// Tests that compute with what stands on both sides.
const COMPUTING: [&str; 7] = ["-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-v"];

/// Why a script in which values stand cannot be run.
pub(super) fn check(commands: &[Simple]) -> Result<(), ScriptError> {
    let fed = commands.iter().any(|command| command.fed);
    for command in commands {
        for (at, word) in command.words.iter().enumerate() {
            let (before, after) = (&command.words[..at], &command.words[at + 1..]);
            if let Some(program) = runs_text(&word.text, before, after, fed) {
                return Err(ScriptError::Code(program));
            }
            if is_first(before) && computes(&word.text, after) {
                return Err(ScriptError::Arithmetic);
            }
        }
    }
    Ok(())
}

/// The name of a program, without its directory and its version.
fn name(word: &str) -> &str {
    match word {
        "$SHELL" | "${SHELL}" | "$BASH" | "${BASH}" => "sh",
        _ => {
            let name = word.rsplit('/').next().unwrap_or(word);
            name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-')
        }
    }
}

/// Whether what comes after these words is the program that is run.
fn is_first(before: &[Word]) -> bool {
    // `command -v bash` only looks for it.
    let looks = before.windows(2).any(|two| {
        two[0].text == "command" && two[1].text.trim_start_matches('-').eq_ignore_ascii_case("v")
    });
    !looks
        && before.iter().all(|word| {
            let text = word.text.as_str();
            WRAPPERS.contains(&name(text))
                || text.starts_with('-')
                || text.contains('=')
                || text.starts_with(|c: char| c.is_ascii_digit())
        })
}

/// The program of that name, where it is given a text to run.
fn runs_text(word: &str, before: &[Word], after: &[Word], fed: bool) -> Option<&'static str> {
    let refers = || after.iter().any(|word| word.refers);
    // `.` is nothing but itself.
    if word == "." || word == "source" {
        let special =
            |word: &Word| word.text.starts_with("/dev/") || word.text.starts_with("/proc/");
        let text = is_first(before) && (fed || after.first().is_some_and(special));
        return text.then_some("source");
    }
    match name(word) {
        "eval" => return Some("eval"),
        "trap" if is_first(before) && refers() => return Some("trap"),
        "watch" if is_first(before) && refers() => return Some("watch"),
        "ssh" if is_first(before) && refers() => return Some("ssh"),
        "env" if after.iter().any(|word| splits(&word.text)) && refers() => return Some("env"),
        "awk" | "gawk" | "mawk" | "nawk" if program_refers(after, "vFf", "e") => {
            return Some("awk");
        }
        "sed" | "gsed" if program_refers(after, "lf", "e") => return Some("sed"),
        _ => {}
    }
    let known = INTERPRETERS.iter().find_map(|one| {
        let name = one.names.iter().find(|known| **known == name(word))?;
        Some((one, *name))
    });
    let (interpreter, name) = known?;
    let text = match given(interpreter, after) {
        Given::Text => true,
        Given::File => false,
        Given::Nothing => fed && is_first(before),
    };
    text.then_some(name)
}

fn splits(option: &str) -> bool {
    option.starts_with("--split-string") || (option.starts_with('-') && option.contains('S'))
}

/// What an interpreter is given to run.
enum Given {
    Text,
    File,
    Nothing,
}

fn given(interpreter: &Interpreter, words: &[Word]) -> Given {
    let mut words = words.iter().map(|word| word.text.as_str());
    while let Some(word) = words.next() {
        let long = word.split('=').next().unwrap_or(word);
        match word {
            "-" => return Given::Text,
            "--" => {}
            _ if LONG.contains(&long) => return Given::Text,
            _ if LONG_VALUED.contains(&word) => drop(words.next()),
            _ if word.starts_with("--") => {}
            _ if word.starts_with(['-', '+']) => {
                if word[1..].contains(|c| interpreter.text.contains(c)) {
                    return Given::Text;
                }
                if word.len() == 2 && word[1..].contains(|c| interpreter.valued.contains(c)) {
                    words.next();
                }
            }
            _ if word.starts_with("/dev/") || word.starts_with("/proc/") => return Given::Text,
            _ => return Given::File,
        }
    }
    Given::Nothing
}

/// Whether a value stands in the program that is the first word of these that is no option, or that an
/// option hands over.
fn program_refers(words: &[Word], valued: &str, program: &str) -> bool {
    let mut given = false;
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let text = word.text.as_str();
        let Some(letters) = text.strip_prefix('-').filter(|letters| !letters.is_empty()) else {
            return !given && word.refers;
        };
        let is_long = letters.starts_with('-');
        let value = letters.starts_with(|c| valued.contains(c));
        let ends = |set: &str| !is_long && letters.ends_with(|c| set.contains(c));
        if word.refers && !value {
            return true;
        }
        let hands = ends(program) && !value;
        let hands = hands || ["--expression", "--source"].contains(&text);
        given |= hands
            || is_long && letters.contains('=') && letters.starts_with("-e")
            || letters == "f";
        if hands && words.next().is_some_and(|next| next.refers) {
            return true;
        }
        if value && letters.len() == 1 {
            words.next();
        }
    }
    false
}

/// Whether a command of a shell computes with a value.
fn computes(word: &str, after: &[Word]) -> bool {
    let refers = after.iter().any(|word| word.refers);
    match word {
        "let" => refers,
        "[[" => refers && after.iter().any(|word| COMPUTING.contains(&word.text.as_str())),
        "[" | "test" => after.windows(2).any(|two| two[0].text == "-v" && two[1].refers),
        "printf" => {
            after.first().is_some_and(|first| first.text == "-v")
                && after.get(1).is_some_and(|name| name.refers)
        }
        _ => NAMING.contains(&word) && after.iter().any(|word| word.begins),
    }
}
