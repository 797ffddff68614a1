//! A directory with skills, and a server for it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use prowess::live::{Live, LiveOptions};
use prowess::{Cancel, Engine, Host, Settings};
use prowess_mcp::{Options, Server};
use tempfile::TempDir;

pub(crate) struct Fixture {
    directory: TempDir,
    profile: Option<String>,
    settings: Vec<String>,
}

impl Fixture {
    pub(crate) fn new() -> Self {
        let directory = TempDir::with_prefix("prowess-mcp-").unwrap();
        fs::create_dir_all(directory.path().join("skills")).unwrap();
        fs::create_dir_all(directory.path().join("home")).unwrap();
        Self { directory, profile: None, settings: Vec::new() }
    }

    /// The usual ones: one to be read, one that is hidden from models, one that users cannot start.
    pub(crate) fn usual() -> Self {
        Self::new()
            .skill(
                "hello",
                "description: Says hello.\nargument-hint: \"[loud|quiet]\"",
                "Hello $ARGUMENTS!",
            )
            .file("hello/scripts/run.sh", "echo hi\n")
            .file("hello/assets/dot.png", b"\x89PNG\xff\xfe")
            .skill("quiet", "description: Is not told.\ndisable-model-invocation: true", "Psst.")
            .skill("models-only", "description: For models.\nuser-invocable: false", "Model.")
    }

    pub(crate) fn profile(self, profile: &str) -> Self {
        Self { profile: Some(profile.to_owned()), ..self }
    }

    pub(crate) fn set(mut self, assignment: &str) -> Self {
        self.settings.push(assignment.to_owned());
        self
    }

    pub(crate) fn skill(self, name: &str, fields: &str, body: &str) -> Self {
        let text = format!("---\nname: {name}\n{fields}\n---\n{body}\n");
        self.file(&format!("{name}/SKILL.md"), text)
    }

    pub(crate) fn file(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    pub(crate) fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.directory.path().join("skills").join(path)
    }

    pub(crate) fn server(&self) -> Server {
        let host = Host::current().unwrap().with_home(self.directory.path().join("home"));
        let (skills, settings) = (self.path(""), self.settings.clone());
        let options = Options {
            host: host.clone(),
            profile: self.profile.clone(),
            fallback: "prowess".to_owned(),
            start: Box::new(move |profile| {
                let mut set = Settings::default();
                for assignment in &settings {
                    set.set(assignment).map_err(|error| error.to_string())?;
                }
                let engine = Engine::builder(host.clone())
                    .profile(profile)
                    .settings(set)
                    .directories(vec![skills.clone()])
                    .without_denied()
                    .build()
                    .map_err(|error| error.to_string())?;
                Live::start(Arc::new(engine), LiveOptions::default(), &Cancel::none())
                    .map_err(|error| error.to_string())
            }),
        };
        Server::new(options)
    }
}
