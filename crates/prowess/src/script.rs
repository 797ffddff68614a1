//! Scripts of a skill as tools: one file of it is run, given JSON and asked for JSON, through the same
//! door as everything that skills run.

use std::path::Path;
use std::time::Duration;

use prowess_format::rules::DocumentKind;
use prowess_format::views::gating::Gating;
use prowess_format::{Entry, EntryKind, Tree as _, TreePath, manifest};
use prowess_sandbox::{Command, End, Error, Limits, Tier};
use prowess_scan::Verdict;
use serde_json::Value as Json;

use crate::activation::{ActivationError, Caller, has_network, how};
use crate::cancel::Cancel;
use crate::catalog::{Catalog, CatalogEntry};
use crate::directory::DirectoryTree;
use crate::engine::Engine;
use crate::event::Event;
use crate::permission::{Ask, Permission, PermissionRequest};
use crate::read::read_bounded;
use crate::trust::Standing;

/// What runs a file that cannot be executed by itself, by its extension.
const INTERPRETERS: [(&str, &str); 6] = [
    ("py", "python3"),
    ("sh", "sh"),
    ("bash", "bash"),
    ("js", "node"),
    ("mjs", "node"),
    ("rb", "ruby"),
];

/// A script that is to run.
#[derive(Clone, Copy, Debug)]
pub struct ScriptRequest<'a> {
    /// The skill.
    pub skill: &'a str,
    /// The file in it; with a manifest also the name of a tool.
    pub script: &'a str,
    /// What it is given.
    pub input: &'a Json,
    /// The project that is worked on.
    pub project: Option<&'a Path>,
    /// What the conversation is called.
    pub session: Option<&'a str>,
}

/// What a script answered.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptAnswer {
    /// The file, inside the skill.
    pub script: String,
    /// What it said on its standard output; a text where that is no JSON.
    pub output: Json,
    /// What it said on its standard error.
    pub errors: String,
    /// Its exit code, where it had one.
    pub code: Option<i32>,
    /// How it failed, where it did.
    pub failure: Option<String>,
    /// The walls that it ran in.
    pub isolation: Tier,
    /// How long it took.
    pub took: Duration,
}

/// Why a script was not run.
#[derive(Debug, thiserror::Error)]
pub enum ScriptError {
    /// The skill cannot be used.
    #[error(transparent)]
    Skill(#[from] ActivationError),
    /// It has no such file.
    #[error("skill `{skill}` has no file `{script}`")]
    NotFound {
        /// The skill.
        skill: String,
        /// What was asked for.
        script: String,
    },
    /// Its project is not trusted.
    #[error("nothing of skill `{skill}` may run: the project `{}` is not trusted", project.display())]
    Untrusted {
        /// The skill.
        skill: String,
        /// The directory that would have to be trusted.
        project: std::path::PathBuf,
    },
    /// Nothing is known that runs such a file.
    #[error(
        "`{script}` of skill `{skill}` cannot be run: it is not executable, and no program is known for it"
    )]
    NoProgram {
        /// The skill.
        skill: String,
        /// The file.
        script: String,
    },
}

impl Engine {
    /// Runs a script of a skill: trusted, scanned, permitted, in the sandbox.
    pub fn run_script(
        &self,
        catalog: &Catalog,
        request: &ScriptRequest<'_>,
        ask: &mut dyn Ask,
        cancel: &Cancel,
    ) -> Result<ScriptAnswer, ScriptError> {
        let entry = catalog.find(request.skill);
        let entry = entry.ok_or_else(|| catalog.not_found(request.skill, Caller::User))?;
        let skill = entry.skill.name_text().to_owned();
        if let Standing::Untrusted { project } = entry.standing() {
            return Err(ScriptError::Untrusted { skill, project: project.clone() });
        }
        let missing =
            || ScriptError::NotFound { skill: skill.clone(), script: request.script.to_owned() };
        let file = self.script_of(entry, request.script).ok_or_else(missing)?;
        let script = file.path.display();
        let settings = self.settings();
        let namespaces: Vec<&str> = self.profile().namespaces.iter().map(String::as_str).collect();
        let gating = Gating::read(&entry.skill.frontmatter, &namespaces).unwrap_or_default();
        let key = gating.skill_key.unwrap_or_else(|| skill.clone());
        let directory = &entry.candidate.directory;
        let Some(mut command) = command(directory, &file) else {
            return Err(ScriptError::NoProgram { skill, script });
        };
        let used = self
            .judge_used(&entry.candidate, None, cancel)
            .map_err(|cause| ActivationError::Unscanned { name: skill.clone(), cause })?;
        if used.judgement.verdict == Verdict::Block {
            let reason = used.judgement.reason();
            return Err(ActivationError::Blocked { name: skill, reason }.into());
        }
        let network = has_network(&skill, &settings);
        let environment = self.environment_of(&key, gating.primary_env.as_deref(), &settings);
        let question = PermissionRequest {
            permission: Permission::Command,
            session: request.session.map(str::to_owned),
            skill: skill.clone(),
            path: directory.clone(),
            patterns: vec![script.clone()],
            always: vec![skill.clone()],
            digest: used.bound,
            network,
            variables: environment.own,
        };
        self.permit(&question, &entry.candidate, ask)
            .map_err(|cause| ActivationError::NotPermitted { name: skill.clone(), cause })?;
        let pair = |(name, value): (String, String)| (name.into(), value.into());
        command.environment = environment.variables.into_iter().map(pair).collect();
        command.input = Some(request.input.to_string().into_bytes());
        let refused = |cause: String| ActivationError::NoSandbox { name: skill.clone(), cause };
        let access = self.access_of(directory, request.project, &settings, network);
        let access = access.map_err(refused)?;
        let sandbox = self.sandbox(&settings).map_err(refused)?;
        self.events.tell(|| Event::RunStarted { skill: skill.clone(), command: script.clone() });
        let limits = Limits::default();
        let ran = sandbox.run(&command, &access, &limits, &|| cancel.is_cancelled());
        self.events.tell(|| Event::RunFinished {
            skill: skill.clone(),
            command: script.clone(),
            end: ran.as_ref().map_or_else(ToString::to_string, |done| how(done.end)),
            took: ran.as_ref().map(|done| done.took).unwrap_or_default(),
        });
        let done = match ran {
            Ok(done) => done,
            Err(Error::NotFound { .. } | Error::NotExecutable { .. }) => {
                return Err(ScriptError::NoProgram { skill, script });
            }
            Err(error) => return Err(refused(error.to_string()).into()),
        };
        if done.end == End::Cancelled {
            return Err(ActivationError::Cancelled { name: skill }.into());
        }
        let text = done.stdout.text();
        let failure = match done.end {
            End::Exited(0) if done.stdout.cut => Some("it said more than is read".to_owned()),
            End::Exited(0) => None,
            end => Some(how(end)),
        };
        Ok(ScriptAnswer {
            script,
            output: serde_json::from_slice(&done.stdout.bytes).unwrap_or(Json::String(text)),
            errors: done.stderr.text(),
            code: if let End::Exited(code) = done.end { Some(code) } else { None },
            failure,
            isolation: done.tier,
            took: done.took,
        })
    }

    /// The file that is meant: a path inside the skill, or the name of a tool of its manifest.
    fn script_of(&self, entry: &CatalogEntry, script: &str) -> Option<Entry> {
        let candidate = &entry.candidate;
        if candidate.flat {
            return None;
        }
        let tree = DirectoryTree::open(&candidate.directory).ok()?;
        let named = self.tool_script(entry, script, &tree);
        let path = TreePath::new(named.as_deref().unwrap_or(script).trim_start_matches("./"))?;
        tree.entry(&path).filter(|entry| entry.kind == EntryKind::File).cloned()
    }

    fn tool_script(
        &self,
        entry: &CatalogEntry,
        name: &str,
        tree: &DirectoryTree,
    ) -> Option<String> {
        let rules = &self.profile().format;
        if rules.document != DocumentKind::Manifest {
            return None;
        }
        let limit = prowess_format::limits::MANIFEST_BYTES;
        let bytes = read_bounded(&entry.candidate.file, limit).ok().flatten()?;
        let manifest = manifest::parse(&bytes, rules).manifest?;
        let tools = manifest::tools(&manifest, tree);
        tools.into_iter().find(|tool| tool.name == name).map(|tool| tool.script)
    }
}

/// What runs a file.
fn command(directory: &Path, file: &Entry) -> Option<Command> {
    let path = directory.join(Path::new(std::ffi::OsStr::new(&file.path.display())));
    if file.executable {
        return Some(Command::new(path, directory));
    }
    let extension = path.extension()?.to_str()?;
    let (_, program) = INTERPRETERS.iter().find(|(known, _)| *known == extension)?;
    Some(Command::new(*program, directory).arg(path))
}
