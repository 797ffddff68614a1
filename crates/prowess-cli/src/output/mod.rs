//! Printing: stdout is data, stderr is talk. Nothing else in the program prints.

pub(crate) mod events;
pub(crate) mod github;
pub(crate) mod judgement;
pub(crate) mod portability;
pub(crate) mod progress;
pub(crate) mod safe;
pub(crate) mod sarif;
pub(crate) mod scan_sarif;
pub(crate) mod scan_text;
pub(crate) mod skills;
pub(crate) mod stream;
pub(crate) mod text;

use std::ffi::OsString;
use std::io::{IsTerminal as _, Write};
use std::process::ExitCode as ProcessExit;

use prowess_api::{ErrorBody, ErrorDocument, ExitCode, ProblemKind, VERSION};
use serde::Serialize;

use crate::args::{Args, Color};
use crate::commands::Outcome;
use crate::error::CliError;

/// Where answers and talk go.
#[derive(Debug)]
pub(crate) struct Output {
    json: bool,
    color: bool,
    terminal: bool,
    /// What comes before the buffer, made in pieces of its own: a long answer is never copied.
    pieces: Vec<Vec<u8>>,
    buffer: Vec<u8>,
}

impl Output {
    pub(crate) fn new(args: &Args) -> Self {
        let terminal = std::io::stdout().is_terminal();
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let color = match args.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => terminal && !plain,
        };
        Self { json: args.wants_json(), color, terminal, pieces: Vec::new(), buffer: Vec::new() }
    }

    /// Whether one JSON document is wanted.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Whether a person is looking.
    pub(crate) fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Whether to use colours.
    pub(crate) fn is_colored(&self) -> bool {
        self.color
    }

    /// A line of the answer.
    pub(crate) fn line(&mut self, text: &str) {
        self.raw(text);
        self.buffer.push(b'\n');
    }

    /// A part of the answer, as it is.
    pub(crate) fn raw(&mut self, text: &str) {
        self.buffer.extend_from_slice(text.as_bytes());
    }

    /// A long part of the answer, as it is.
    pub(crate) fn piece(&mut self, bytes: Vec<u8>) {
        self.pieces.push(std::mem::take(&mut self.buffer));
        self.pieces.push(bytes);
    }

    /// A part of the answer, byte for byte; on a terminal without what could steer it.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        if self.terminal {
            self.raw(&safe::lines(&String::from_utf8_lossy(bytes)));
        } else {
            self.buffer.extend_from_slice(bytes);
        }
    }

    /// The answer as one JSON document.
    pub(crate) fn json(&mut self, document: &impl Serialize) {
        // A Vec takes every byte, and our documents have string keys only.
        if serde_json::to_writer_pretty(&mut self.buffer, document).is_ok() {
            self.buffer.push(b'\n');
        }
    }

    /// One JSON document on a line, of several.
    pub(crate) fn json_line(&mut self, document: &impl Serialize) {
        if serde_json::to_writer(&mut self.buffer, document).is_ok() {
            self.buffer.push(b'\n');
        }
    }

    /// For an answer that has no end: what goes there is printed at once.
    pub(crate) fn stream(&self) -> stream::Stream {
        stream::Stream::new(self.json)
    }

    /// A remark to the user, beside the answer: one line, whatever paths and names are in it.
    pub(crate) fn talk(&mut self, text: &str) {
        // Where stderr is closed there is nobody to tell.
        let _ = writeln!(std::io::stderr(), "{}", safe::line(text));
    }

    /// Prints the answer whole and ends the program. A reader that went away is no failure.
    pub(crate) fn finish(mut self, result: Outcome) -> ProcessExit {
        let code = match result {
            Ok(code) => code,
            Err(error) => self.fail(&error),
        };
        self.print(code)
    }

    fn print(mut self, code: ExitCode) -> ProcessExit {
        let mut stdout = std::io::stdout().lock();
        self.pieces.push(std::mem::take(&mut self.buffer));
        let mut pieces = self.pieces.iter();
        let written = pieces.try_for_each(|piece| stdout.write_all(piece));
        let written = written.and_then(|()| stdout.flush());
        let code = match written {
            Ok(()) => code,
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::Fine,
            Err(error) => {
                self.talk(&format!("error: cannot print the answer: {error}"));
                ExitCode::System
            }
        };
        ProcessExit::from(code as u8)
    }

    fn fail(&mut self, error: &CliError) -> ExitCode {
        if self.json {
            // Whatever was begun is not an answer.
            self.pieces.clear();
            self.buffer.clear();
            let (kind, message) = (error.kind, error.message.clone());
            let body = ErrorBody { kind, message, hints: error.hints.clone() };
            self.json(&ErrorDocument { version: VERSION, error: body });
        } else {
            self.talk(&format!("error: {}", error.message));
            for hint in &error.hints {
                self.talk(&format!("hint: {hint}"));
            }
        }
        error.kind.exit_code()
    }
}

/// Ends the program where the arguments are wrong, or help was asked for.
pub(crate) fn usage(error: &clap::Error) -> ProcessExit {
    let json = error.use_stderr() && usage_wants_json(std::env::args_os());
    let mut output =
        Output { json, color: false, terminal: false, pieces: Vec::new(), buffer: Vec::new() };
    if json {
        return output.finish(Err(usage_problem(&error.render().to_string())));
    }
    if error.use_stderr() {
        // Where stderr is closed there is nobody to tell.
        let _ = error.print();
        return ProcessExit::from(ExitCode::Usage as u8);
    }
    output.raw(&error.render().to_string());
    output.print(ExitCode::Fine)
}

/// Whether arguments that could not be parsed ask for JSON.
fn usage_wants_json(arguments: impl Iterator<Item = OsString>) -> bool {
    let arguments: Vec<OsString> = arguments.take_while(|argument| argument != "--").collect();
    arguments.iter().any(|argument| argument == "--json" || argument == "--format=json")
        || arguments.windows(2).any(|pair| pair[0] == "--format" && pair[1] == "json")
}

/// What clap says before it begins to explain, as one sentence with hints.
fn usage_problem(text: &str) -> CliError {
    let said = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let (tips, said): (Vec<&str>, Vec<&str>) =
        said.filter(|line| !line.is_empty()).partition(|line| line.starts_with("tip: "));
    let message = said.join(" ").trim_start_matches("error: ").to_owned();
    let tips = tips.iter().map(|tip| tip.trim_start_matches("tip: ").to_owned());
    tips.fold(CliError::new(ProblemKind::Usage, message), CliError::hint)
        .hint("`prowess --help` shows how it is used")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_asked_for_before_the_dashes_only() {
        let table: [(&[&str], bool); 5] = [
            (&["check", "--json"], true),
            (&["check", "--format=json"], true),
            (&["check", "--format", "json"], true),
            (&["check", "--", "--json"], false),
            (&["check", "json"], false),
        ];
        for (arguments, expected) in table {
            let found = usage_wants_json(arguments.iter().map(OsString::from));
            assert_eq!(found, expected, "{arguments:?}");
        }
    }
}
