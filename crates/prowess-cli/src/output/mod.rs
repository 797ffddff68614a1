//! Printing: stdout is data, stderr is talk. Nothing else in the program prints.

pub(crate) mod github;
pub(crate) mod safe;
pub(crate) mod sarif;
pub(crate) mod text;

use std::io::{IsTerminal as _, Write};
use std::process::ExitCode as ProcessExit;

use prowess_api::{ErrorBody, ErrorDocument, ExitCode, VERSION};
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
        Self { json: args.json, color, terminal, buffer: Vec::new() }
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

    /// The answer as one JSON document.
    pub(crate) fn json(&mut self, document: &impl Serialize) {
        // A Vec takes every byte, and our documents have string keys only.
        if serde_json::to_writer_pretty(&mut self.buffer, document).is_ok() {
            self.buffer.push(b'\n');
        }
    }

    /// A remark to the user, beside the answer.
    pub(crate) fn talk(&mut self, text: &str) {
        // Where stderr is closed there is nobody to tell.
        let _ = writeln!(std::io::stderr(), "{text}");
    }

    /// Prints the answer whole and ends the program. A reader that went away is no failure.
    pub(crate) fn finish(mut self, result: Outcome) -> ProcessExit {
        let code = match result {
            Ok(code) => code,
            Err(error) => self.fail(&error),
        };
        let mut stdout = std::io::stdout().lock();
        let written = stdout.write_all(&self.buffer).and_then(|()| stdout.flush());
        match written {
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ProcessExit::SUCCESS,
            Err(_) => ProcessExit::from(ExitCode::System as u8),
            Ok(()) => ProcessExit::from(code as u8),
        }
    }

    fn fail(&mut self, error: &CliError) -> ExitCode {
        if self.json {
            // Whatever was begun is not an answer.
            self.buffer.clear();
            let (kind, message) = (error.kind, error.message.clone());
            let body = ErrorBody { kind, message, hints: error.hints.clone() };
            self.json(&ErrorDocument { version: VERSION, error: body });
        } else {
            self.talk(&format!("error: {}", safe::line(&error.message)));
            for hint in &error.hints {
                self.talk(&format!("hint: {}", safe::line(hint)));
            }
        }
        error.kind.exit_code()
    }
}

/// Ends the program where the arguments are wrong, or help was asked for.
pub(crate) fn usage(error: &clap::Error) -> ProcessExit {
    let wants_json =
        std::env::args_os().any(|argument| argument == "--json" || argument == "--format=json");
    if error.use_stderr() && wants_json {
        let text = error.render().to_string();
        let message =
            text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
        let body = ErrorBody {
            kind: prowess_api::ProblemKind::Usage,
            message,
            hints: vec!["`prowess --help` shows how it is used".to_owned()],
        };
        let document = ErrorDocument { version: VERSION, error: body };
        let text = serde_json::to_string_pretty(&document).unwrap_or_default();
        let _ = writeln!(std::io::stdout(), "{text}");
    } else {
        // A pipe that is closed while help is printed is no failure.
        let _ = error.print();
    }
    ProcessExit::from(if error.use_stderr() { ExitCode::Usage as u8 } else { ExitCode::Fine as u8 })
}
