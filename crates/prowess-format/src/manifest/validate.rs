//! The checks of a manifest. Every error is collected, in the order of the keys.

use super::model::{Manifest, McpKind};
use super::paths::{self, Place};
use super::places::Places;
use super::read::ParsedManifest;
use crate::Code;
use crate::diagnostic::{Diagnostic, Remark, Report, Severity};
use crate::rules::Rules;
use crate::tree::Tree;

crate::code! {
    /// The manifest has no id.
    ///
    /// The id is a string that is not empty; it names the skill wherever it is registered.
    MANIFEST_ID_MISSING = "manifest-id-missing", Error, "Missing or invalid id", "add `\"id\"` with lowercase letters, numbers and hyphens";

    /// The id has other characters than lowercase letters, digits and hyphens.
    ///
    /// The id becomes the name of a directory, so nothing else is let through: `^[a-z0-9-]+$`.
    MANIFEST_ID_FORMAT = "manifest-id-format", Error, "Invalid id format (lowercase letters, numbers, and hyphens only)", "write it like `web-scraping`";

    /// The manifest has no name.
    ///
    /// The name is a string that is not empty; it is shown to people.
    MANIFEST_NAME_MISSING = "manifest-name-missing", Error, "Missing or invalid name", "add `\"name\"` with a name for people";

    /// The manifest has no version.
    ///
    /// The version is a string: `1.0` without quotes is a number.
    MANIFEST_VERSION_MISSING = "manifest-version-missing", Error, "Missing or invalid version", "add `\"version\": \"1.0.0\"`";

    /// The version is not of the form `X.Y.Z`.
    ///
    /// Three numbers with dots, and nothing after them: `^\d+\.\d+\.\d+$`. There are no
    /// pre-releases.
    MANIFEST_VERSION_FORMAT = "manifest-version-format", Error, "Invalid version format (must be semver: X.Y.Z)", "write major, minor and patch, like `1.0.0`";

    /// The manifest has no description.
    ///
    /// The description is a string that is not empty; it says what the skill provides.
    MANIFEST_DESCRIPTION_MISSING = "manifest-description-missing", Error, "Missing or invalid description", "add `\"description\"` with what the skill provides";

    /// The manifest has no owner.
    ///
    /// `built-in` for skills that come with the system, else who made it. The owner decides where
    /// the skill is kept.
    MANIFEST_OWNER_MISSING = "manifest-owner-missing", Error, "Missing or invalid owner", "add `\"owner\": \"custom\"`, or who made the skill";

    /// A context file is not in the skill.
    ///
    /// It must be a regular file, or a link to one inside the skill.
    MANIFEST_CONTEXT_NOT_FOUND = "manifest-context-not-found", Error, "Context file not found: {path}", "add the file, or remove it from `context`";

    /// A context file lies outside the skill.
    ///
    /// An absolute path, one that climbs with `..`, or a link that leads out would put any file of
    /// the machine into a prompt.
    MANIFEST_CONTEXT_OUTSIDE = "manifest-context-outside", Error, "Context file outside the skill: {path}", "copy the file into the skill";

    /// A script is not in the skill.
    ///
    /// It must be a regular file, or a link to one inside the skill.
    MANIFEST_SCRIPT_NOT_FOUND = "manifest-script-not-found", Error, "Script not found: {path}", "add the file, or remove it from `scripts`";

    /// A script lies outside the skill.
    ///
    /// An absolute path, one that climbs with `..`, or a link that leads out would make any program
    /// of the machine a tool.
    MANIFEST_SCRIPT_OUTSIDE = "manifest-script-outside", Error, "Script outside the skill: {path}", "copy the script into the skill";

    /// An MCP server cannot be started or reached.
    ///
    /// A server has a name; a local one has a `command`, a remote one a `url`.
    MANIFEST_MCP_SERVER = "manifest-mcp-server", Warning, "the MCP server `{server}` has no `{key}`", "add `{key}`, or remove the server";
}

pub(super) const CODES: &[&Code] = &[
    &MANIFEST_ID_MISSING,
    &MANIFEST_ID_FORMAT,
    &MANIFEST_NAME_MISSING,
    &MANIFEST_VERSION_MISSING,
    &MANIFEST_VERSION_FORMAT,
    &MANIFEST_DESCRIPTION_MISSING,
    &MANIFEST_OWNER_MISSING,
    &MANIFEST_CONTEXT_NOT_FOUND,
    &MANIFEST_CONTEXT_OUTSIDE,
    &MANIFEST_SCRIPT_NOT_FOUND,
    &MANIFEST_SCRIPT_OUTSIDE,
    &MANIFEST_MCP_SERVER,
];

/// Checks a manifest that has no text, such as one that was made or sent. Without a tree it is not
/// known which files there are, and only paths that leave the skill by their spelling are reported.
pub fn validate(manifest: &Manifest, tree: Option<&dyn Tree>, rules: &Rules) -> Vec<Diagnostic> {
    Check { manifest, text: "", places: &Places::default(), tree }.run(rules)
}

impl ParsedManifest {
    /// What reading said, then what [`validate`] says, with the places in the text.
    pub fn validate(&self, tree: Option<&dyn Tree>, rules: &Rules) -> Vec<Diagnostic> {
        let mut all = self.diagnostics.clone();
        if let Some(manifest) = &self.manifest {
            let check = Check { manifest, text: &self.text, places: &self.places, tree };
            all.extend(check.run(rules));
        }
        all
    }
}

/// The sentence with which a registration is refused: every error, in order. `None` where there is
/// no error.
pub fn registration_error(diagnostics: &[Diagnostic]) -> Option<String> {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    let messages: Vec<&str> = errors.map(|diagnostic| diagnostic.message.as_str()).collect();
    (!messages.is_empty()).then(|| format!("Invalid manifest: {}", messages.join(", ")))
}

/// Whether a text is an id: `^[a-z0-9-]+$`.
pub fn is_id(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !text.is_empty() && text.bytes().all(allowed)
}

/// Whether a text is a version: `^\d+\.\d+\.\d+$`.
pub fn is_version(text: &str) -> bool {
    let number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split('.').count() == 3 && text.split('.').all(number)
}

/// What is checked, and where its values stand.
struct Check<'a> {
    manifest: &'a Manifest,
    text: &'a str,
    places: &'a Places,
    tree: Option<&'a dyn Tree>,
}

impl<'a> Check<'a> {
    fn run(&self, rules: &Rules) -> Vec<Diagnostic> {
        let manifest = self.manifest;
        let mut report = Report::new(rules, super::file(), self.text);
        self.required("id", &manifest.id, &MANIFEST_ID_MISSING, &mut report);
        if !manifest.id.is_empty() && !is_id(&manifest.id) {
            report.add(&MANIFEST_ID_FORMAT, &[], self.at("id"));
        }
        self.required("name", &manifest.name, &MANIFEST_NAME_MISSING, &mut report);
        self.required("version", &manifest.version, &MANIFEST_VERSION_MISSING, &mut report);
        if !manifest.version.is_empty() && !is_version(&manifest.version) {
            report.add(&MANIFEST_VERSION_FORMAT, &[], self.at("version"));
        }
        let description = &manifest.description;
        self.required("description", description, &MANIFEST_DESCRIPTION_MISSING, &mut report);
        self.required("owner", &manifest.owner, &MANIFEST_OWNER_MISSING, &mut report);
        let context = [&MANIFEST_CONTEXT_NOT_FOUND, &MANIFEST_CONTEXT_OUTSIDE];
        self.files("context", &manifest.context, context, &mut report);
        let scripts = [&MANIFEST_SCRIPT_NOT_FOUND, &MANIFEST_SCRIPT_OUTSIDE];
        self.files("scripts", &manifest.scripts, scripts, &mut report);
        self.servers(&mut report);
        report.finish()
    }

    fn at(&self, key: &str) -> Remark {
        Remark::at_maybe(self.places.value(key))
    }

    fn required(&self, key: &str, text: &str, code: &'static Code, report: &mut Report<'_>) {
        if text.is_empty() {
            report.add(code, &[], self.at(key));
        }
    }

    fn files(
        &self,
        key: &str,
        files: &[String],
        [missing, outside]: [&'static Code; 2],
        report: &mut Report<'_>,
    ) {
        let spans = self.places.strings(key, self.text);
        for (at, path) in files.iter().enumerate() {
            let place = match self.tree {
                Some(tree) => paths::find(tree, path),
                None if paths::leaves(path) => Place::Outside,
                None => continue,
            };
            let code = match place {
                Place::Inside(_) => continue,
                Place::Missing => missing,
                Place::Outside => outside,
            };
            let remark = Remark::at_maybe(spans.get(at).copied());
            report.add(code, &[("path", path)], remark);
        }
    }

    fn servers(&self, report: &mut Report<'_>) {
        for (at, server) in self.manifest.mcp_servers.iter().enumerate() {
            let needed = match server.kind {
                McpKind::Local => ("command", server.command.as_deref()),
                McpKind::Remote => ("url", server.url.as_deref()),
            };
            let number = (at + 1).to_string();
            let shown = if server.name.is_empty() { &number } else { &server.name };
            for (key, value) in [("name", Some(server.name.as_str())), needed] {
                if value.is_none_or(str::is_empty) {
                    let values = [("server", shown.as_str()), ("key", key)];
                    report.add(&MANIFEST_MCP_SERVER, &values, self.at("mcpServers"));
                }
            }
        }
    }
}
