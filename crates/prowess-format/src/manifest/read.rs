//! Bytes to a manifest. Never fails: what is wrong becomes a diagnostic.

use serde_json::{Map, Value as Json};

use super::model::{Manifest, McpKind, McpServer};
use super::places::Places;
use crate::Code;
use crate::decode;
use crate::diagnostic::{Diagnostic, Remark, Report, Span};
use crate::limits;
use crate::parse::KEY_DUPLICATE;
use crate::rules::Rules;

crate::code! {
    /// The manifest is larger than is read.
    ///
    /// A manifest names files; it does not hold them. One of this size is a mistake or an attack,
    /// and a part of it is no JSON, so nothing of it is read.
    MANIFEST_TOO_LARGE = "manifest-too-large", Error, "the manifest has {size} bytes; the limit is {limit}", "move content into files beside it and name them in `context`";

    /// A byte order mark stands before the manifest.
    ///
    /// It is read through here, but most JSON readers refuse the file.
    MANIFEST_BOM = "manifest-bom", Warning, "a byte order mark stands before the manifest", "save the file as UTF-8 without a byte order mark";

    /// The manifest is not valid JSON.
    ///
    /// Common causes are a comma after the last item, comments, and single quotes. Values nested
    /// more than 127 deep are not read either.
    MANIFEST_NOT_JSON = "manifest-not-json", Error, "the manifest is not valid JSON (line {line}): {problem}", "check commas, quotes and brackets near that line";

    /// The manifest is not a JSON object.
    MANIFEST_NOT_OBJECT = "manifest-not-object", Error, "the manifest is {type}, not an object", "begin with `{` and write the keys inside";

    /// A value of the manifest is of the wrong type.
    ///
    /// The value is left out. `context`, `scripts`, `envVars`, `dependencies` and `systemPackages`
    /// are lists of strings; `mcpServers` is a list of objects.
    MANIFEST_FIELD_TYPE = "manifest-field-type", Error, "`{field}` is {type}, not {expected}", "write {expected}";

    /// A list of the manifest has more items than are read.
    ///
    /// Each item may cost a look at a file, so the number is bounded. What lies past the limit is
    /// left out.
    MANIFEST_LIST_TOO_LONG = "manifest-list-too-long", Error, "`{field}` has {count} items; only the first {limit} are read", "name fewer files, or split the skill";
}

pub(super) const CODES: &[&Code] = &[
    &MANIFEST_TOO_LARGE,
    &MANIFEST_BOM,
    &MANIFEST_NOT_JSON,
    &MANIFEST_NOT_OBJECT,
    &MANIFEST_FIELD_TYPE,
    &MANIFEST_LIST_TOO_LONG,
];

/// Items of one list of a manifest that are read.
pub const LIST_ITEMS: usize = 1_000;

/// What the type of a server may be, for messages.
const KINDS: &str = "`local` or `remote`";

/// What came of reading a manifest.
#[derive(Clone, Debug, Default)]
pub struct ParsedManifest {
    /// The manifest, where the text is a JSON object.
    pub manifest: Option<Manifest>,
    /// What is to be said about the text and its types.
    pub diagnostics: Vec<Diagnostic>,
    pub(super) text: String,
    pub(super) places: Places,
}

/// Reads a `manifest.json`.
pub fn parse(bytes: &[u8], rules: &Rules) -> ParsedManifest {
    if bytes.len() > limits::MANIFEST_BYTES {
        return too_large(bytes.len(), rules);
    }
    let decoded = decode::decode(bytes, decode::Nul::LeaveOut, decode::Cut::No);
    let text = decoded.text.as_ref();
    let mut report = Report::new(rules, super::file(), text);
    decoded.report(&mut report);
    let start = text.len() - text.trim_start_matches('\u{feff}').len();
    if start > 0 {
        let mark = Span::new(0, start);
        report.add(&MANIFEST_BOM, &[], Remark::at(mark).fix(mark, ""));
    }
    let places = Places::new(text, start);
    let manifest = read_object(text, start, &mut report).map(|map| {
        for (key, span) in places.duplicates() {
            report.add(&KEY_DUPLICATE, &[("key", key)], Remark::at(span));
        }
        let mut fields = Fields { map, ..Fields::default() };
        let manifest = fields.manifest();
        report_problems(&fields.problems, &places, &mut report);
        manifest
    });
    let diagnostics = report.finish();
    ParsedManifest { manifest, diagnostics, text: decoded.text.into_owned(), places }
}

/// The servers of a JSON list; what is no server is left out.
pub(super) fn servers(list: Json) -> Vec<McpServer> {
    let map = std::iter::once(("mcpServers".to_owned(), list)).collect();
    Fields { map, ..Fields::default() }.servers("mcpServers")
}

fn too_large(size: usize, rules: &Rules) -> ParsedManifest {
    let mut report = Report::new(rules, super::file(), "");
    let (size, limit) = (size.to_string(), limits::MANIFEST_BYTES.to_string());
    report.add(&MANIFEST_TOO_LARGE, &[("size", &size), ("limit", &limit)], Remark::whole());
    ParsedManifest { diagnostics: report.finish(), ..ParsedManifest::default() }
}

/// The object that begins at `start`; `None` where there is none, which is then reported.
fn read_object(text: &str, start: usize, report: &mut Report<'_>) -> Option<Map<String, Json>> {
    let json = &text[start..];
    match serde_json::from_str(json) {
        Ok(Json::Object(map)) => Some(map),
        Ok(other) => {
            let span = Span::new(start, text.len());
            report.add(&MANIFEST_NOT_OBJECT, &[("type", type_name(&other))], Remark::at(span));
            None
        }
        Err(error) => {
            let at = start + offset(json, error.line(), error.column());
            let line = error.line().to_string();
            let shown = error.to_string();
            // The place is said in our own way: this column counts bytes.
            let problem = shown.rsplit_once(" at line ").map_or(shown.as_str(), |(what, _)| what);
            let values = [("line", line.as_str()), ("problem", problem)];
            report.add(&MANIFEST_NOT_JSON, &values, Remark::at(Span::new(at, at)));
            None
        }
    }
}

/// The byte at a line and a column in bytes, both from 1, or the one before it that begins a
/// character.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let before =
        text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum::<usize>();
    let at = (before + column.saturating_sub(1)).min(text.len());
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

fn report_problems(problems: &[Problem], places: &Places, report: &mut Report<'_>) {
    for problem in problems {
        let key = problem.field.split(['[', '.']).next().unwrap_or_default();
        let mut values = vec![("field", problem.field.as_str())];
        values.extend(problem.values.iter().map(|(hole, value)| (*hole, value.as_str())));
        report.add(problem.code, &values, Remark::at_maybe(places.value(key)));
    }
}

/// A value that could not be read as it is.
#[derive(Debug)]
struct Problem {
    code: &'static Code,
    /// Such as `mcpServers[0].args`.
    field: String,
    values: Vec<(&'static str, String)>,
}

/// An object whose keys are taken out one by one; what is left at the end is unknown.
#[derive(Debug, Default)]
struct Fields {
    map: Map<String, Json>,
    /// Stands before a key in messages.
    prefix: String,
    problems: Vec<Problem>,
}

impl Fields {
    fn manifest(&mut self) -> Manifest {
        Manifest {
            id: self.required("id"),
            name: self.required("name"),
            version: self.required("version"),
            description: self.required("description"),
            owner: self.required("owner"),
            context: self.strings("context"),
            scripts: self.strings("scripts"),
            env_vars: self.strings("envVars"),
            mcp_servers: self.servers("mcpServers"),
            dependencies: self.strings("dependencies"),
            node_version: self.text("nodeVersion"),
            system_packages: self.strings("systemPackages"),
            extra: std::mem::take(&mut self.map),
        }
    }

    /// A value that is there; `null` is as good as nothing. The order of the others is kept.
    fn take(&mut self, key: &str) -> Option<Json> {
        self.map.shift_remove(key).filter(|value| !value.is_null())
    }

    /// A text, or nothing: the check for required texts has its own words for other types.
    fn required(&mut self, key: &str) -> String {
        match self.take(key) {
            Some(Json::String(text)) => text,
            _ => String::new(),
        }
    }

    /// A text that may be missing. A number is taken by its spelling: `"nodeVersion": 20`.
    fn text(&mut self, key: &str) -> Option<String> {
        match self.take(key)? {
            Json::String(text) => Some(text),
            Json::Number(number) => Some(number.to_string()),
            other => {
                self.wrong_type(key, &other, "a string");
                None
            }
        }
    }

    fn list(&mut self, key: &str, expected: &str) -> Vec<Json> {
        let mut items = match self.take(key) {
            None => return Vec::new(),
            Some(Json::Array(items)) => items,
            Some(other) => {
                self.wrong_type(key, &other, expected);
                return Vec::new();
            }
        };
        if items.len() > LIST_ITEMS {
            let values =
                vec![("count", items.len().to_string()), ("limit", LIST_ITEMS.to_string())];
            self.problem(&MANIFEST_LIST_TOO_LONG, key, values);
            items.truncate(LIST_ITEMS);
        }
        items
    }

    fn strings(&mut self, key: &str) -> Vec<String> {
        let mut strings = Vec::new();
        for (at, item) in self.list(key, "a list of strings").into_iter().enumerate() {
            match item {
                Json::String(text) => strings.push(text),
                other => self.wrong_type(&format!("{key}[{at}]"), &other, "a string"),
            }
        }
        strings
    }

    fn servers(&mut self, key: &str) -> Vec<McpServer> {
        let mut servers = Vec::new();
        for (at, item) in self.list(key, "a list of objects").into_iter().enumerate() {
            let key = format!("{key}[{at}]");
            let Json::Object(map) = item else {
                self.wrong_type(&key, &item, "an object");
                continue;
            };
            let prefix = format!("{}{key}.", self.prefix);
            let mut fields = Fields { map, prefix, problems: Vec::new() };
            servers.push(fields.server());
            self.problems.append(&mut fields.problems);
        }
        servers
    }

    fn server(&mut self) -> McpServer {
        let name = self.text("name").unwrap_or_default();
        let kind = self.kind();
        McpServer {
            name,
            kind,
            command: self.text("command"),
            args: self.strings("args"),
            url: self.text("url"),
            extra: std::mem::take(&mut self.map),
        }
    }

    /// The type of a server. Where it is not said, having an address and no program says it.
    fn kind(&mut self) -> McpKind {
        let value = self.take("type");
        match value.as_ref().and_then(Json::as_str) {
            Some("local") => return McpKind::Local,
            Some("remote") => return McpKind::Remote,
            _ => {}
        }
        match &value {
            Some(Json::String(text)) => self.wrong("type", &format!("`{text}`"), KINDS),
            Some(other) => self.wrong_type("type", other, KINDS),
            None => {}
        }
        let remote = self.map.contains_key("url") && !self.map.contains_key("command");
        if remote { McpKind::Remote } else { McpKind::Local }
    }

    fn wrong_type(&mut self, key: &str, value: &Json, expected: &str) {
        self.wrong(key, type_name(value), expected);
    }

    fn wrong(&mut self, key: &str, found: &str, expected: &str) {
        let values = vec![("type", found.to_owned()), ("expected", expected.to_owned())];
        self.problem(&MANIFEST_FIELD_TYPE, key, values);
    }

    fn problem(&mut self, code: &'static Code, key: &str, values: Vec<(&'static str, String)>) {
        let field = format!("{}{key}", self.prefix);
        self.problems.push(Problem { code, field, values });
    }
}

fn type_name(value: &Json) -> &'static str {
    match value {
        Json::Null => "null",
        Json::Bool(_) => "a boolean",
        Json::Number(_) => "a number",
        Json::String(_) => "a string",
        Json::Array(_) => "a list",
        Json::Object(_) => "an object",
    }
}
