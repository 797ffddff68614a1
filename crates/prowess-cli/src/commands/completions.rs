//! `prowess completions`: a script that completes the command in a shell.

use clap::CommandFactory as _;
use prowess_api::{CompletionsDocument, ExitCode, ProblemKind, VERSION};

use super::Outcome;
use crate::error::CliError;
use crate::output::Output;

/// Print a script that completes this command in a shell
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// The shells that are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Shell {
    /// `source <(prowess completions bash)`
    Bash,
    /// `prowess completions zsh > "${fpath[1]}/_prowess"`
    Zsh,
    /// `prowess completions fish > ~/.config/fish/completions/prowess.fish`
    Fish,
}

impl Shell {
    fn name(self) -> &'static str {
        match self {
            Self::Bash => "bash",
            Self::Zsh => "zsh",
            Self::Fish => "fish",
        }
    }
}

pub(crate) fn run(command: &Args, output: &mut Output) -> Outcome {
    use clap_complete::Shell as Generator;
    let generator = match command.shell {
        Shell::Bash => Generator::Bash,
        Shell::Zsh => Generator::Zsh,
        Shell::Fish => Generator::Fish,
    };
    let mut script = Vec::new();
    let mut program = crate::args::Args::command();
    clap_complete::generate(generator, &mut program, "prowess", &mut script);
    let script = String::from_utf8(script).map_err(|error| {
        CliError::new(ProblemKind::System, format!("the script is no text: {error}"))
    })?;
    if output.is_json() {
        let shell = command.shell.name().to_owned();
        output.json(&CompletionsDocument { version: VERSION, shell, script });
    } else {
        output.raw(&script);
    }
    Ok(ExitCode::Fine)
}
