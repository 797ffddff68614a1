//! `prowess new`: a skill to begin with.

use std::path::{Path, PathBuf};

use prowess_api::{ExitCode, NewDocument, PathText, ProblemKind, VERSION};
use prowess_format::manifest::Manifest;
use prowess_format::rules::{DocumentKind, NameForm};
use prowess_format::{name, write};
use serde_json::{Map, Value as Json};

use super::Outcome;
use crate::error::CliError;
use crate::output::{Output, safe};
use crate::setup;

/// Make a new skill directory with a SKILL.md (or manifest.json) to fill in
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The name: lowercase letters, digits and single hyphens
    #[arg(value_name = "NAME")]
    name: String,

    /// Where to make the directory
    #[arg(long = "in", value_name = "DIR", default_value = ".")]
    parent: PathBuf,

    /// What the skill does and when to use it
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,

    /// Also make an executable example script
    #[arg(long)]
    script: bool,
}

/// The most characters of a description that the open standard takes.
const DESCRIPTION_LENGTH: usize = 1024;

const DESCRIPTION: &str =
    "Says what this skill does. Use when the user asks for it, and name the words they would use.";

pub(crate) fn run(command: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    let wanted = &command.name;
    let profile = setup::profile(args, args.profile_name())?;
    if !name::has_form(wanted, NameForm::AsciiKebab) || wanted.len() > 64 {
        let message = format!(
            "`{wanted}` cannot be a skill's name: use lowercase letters, digits and single hyphens, at most 64"
        );
        let error = CliError::new(ProblemKind::Usage, message);
        let suggestion = name::to_kebab(wanted);
        return Err(match suggestion.is_empty() {
            true => error,
            false => error.hint(format!("`prowess new {suggestion}`")),
        });
    }
    let description = command.description.as_deref().unwrap_or(DESCRIPTION).trim();
    let length = description.chars().count();
    if !(1..=DESCRIPTION_LENGTH).contains(&length) {
        let message =
            format!("the description has {length} characters: it takes 1 to {DESCRIPTION_LENGTH}");
        return Err(CliError::new(ProblemKind::Usage, message));
    }
    let directory = command.parent.join(wanted);
    if directory.symlink_metadata().is_ok() {
        let message = format!("`{}` is already there", directory.display());
        return Err(CliError::new(ProblemKind::Refused, message)
            .hint("choose another name, or edit the skill that is there"));
    }
    let (file, text) = match profile.format.document {
        DocumentKind::SkillMd => ("SKILL.md", skill_md(wanted, description, command.script)),
        DocumentKind::Manifest => ("manifest.json", manifest(wanted, description, command.script)),
    };
    make(&directory, file, &text, command.script).map_err(|error| {
        let message = format!("cannot make `{}`: {error}", directory.display());
        CliError::new(ProblemKind::System, message)
    })?;
    if output.is_json() {
        let path = PathText::new(&directory);
        output.json(&NewDocument { version: VERSION, path: path.text, path_bytes: path.bytes });
    } else {
        output.line(&safe::line(&directory.join(file).to_string_lossy()));
    }
    output.talk("fill it in, then run `prowess check` on it");
    Ok(ExitCode::Fine)
}

fn skill_md(name: &str, description: &str, script: bool) -> String {
    let mut fields: Map<String, Json> = Map::new();
    fields.insert("name".to_owned(), Json::from(name));
    fields.insert("description".to_owned(), Json::from(description));
    let title = name.replace('-', " ");
    let script = if script { "\nRun `scripts/example.sh` to begin.\n" } else { "" };
    let body = format!(
        "# {title}\n\nWhat the model should do, step by step.\n{script}\n## Steps\n\n1. First step.\n2. Second step.\n"
    );
    write::skill_md(&fields, &body)
}

fn manifest(name: &str, description: &str, script: bool) -> String {
    let manifest = Manifest {
        id: name.to_owned(),
        name: name.replace('-', " "),
        version: "0.1.0".to_owned(),
        description: description.to_owned(),
        owner: "custom".to_owned(),
        scripts: if script { vec!["scripts/example.sh".to_owned()] } else { Vec::new() },
        ..Manifest::default()
    };
    manifest.to_json_text()
}

/// Makes the directory whole: what was made before a failure is taken away again.
fn make(directory: &Path, file: &str, text: &str, script: bool) -> std::io::Result<()> {
    if let Some(parent) = directory.parent() {
        std::fs::create_dir_all(parent)?;
    }
    // Fails where somebody else has made it since we looked, so that what is taken away is ours.
    std::fs::create_dir(directory)?;
    let result = (|| {
        std::fs::write(directory.join(file), text)?;
        if script {
            use std::os::unix::fs::PermissionsExt as _;
            std::fs::create_dir(directory.join("scripts"))?;
            let path = directory.join("scripts/example.sh");
            std::fs::write(&path, "#!/bin/sh\nset -eu\necho \"hello from the skill\"\n")?;
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))?;
        }
        Ok(())
    })();
    if result.is_err() {
        // If even this fails, the first error is the one to tell.
        let _ = std::fs::remove_dir_all(directory);
    }
    result
}
