//! JSON, YAML and TOML: what stands in them as text, and what of it is run.

/// A text in a settings file, with the key it stands under.
#[derive(Debug)]
pub(crate) struct Value<'a> {
    pub(crate) key: &'a str,
    pub(crate) text: &'a str,
    /// Where the text begins.
    pub(crate) start: usize,
}

/// Keys whose text is a command, wherever they stand.
const COMMANDS: &[&str] = &[
    "command",
    "cmd",
    "run",
    "script",
    "exec",
    "entrypoint",
    "preinstall",
    "install",
    "postinstall",
    "prepare",
    "prepublish",
    "prepublishonly",
    "prepack",
    "postpack",
    "start",
    "test",
    "build",
    "hook",
    "shell",
    "setup",
    "onsave",
    "postcreatecommand",
    "postcreate",
    "oncreatecommand",
    "poststartcommand",
    "initializecommand",
];

/// Whether what stands under a key is run.
pub(crate) fn is_command(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    COMMANDS.contains(&key.as_str()) || key.ends_with("command") || key.ends_with("script")
}

/// The texts of a settings file, line by line: keys and values without a reader of the format, so
/// that a file that does not parse is read all the same.
pub(crate) fn values(text: &str) -> Vec<Value<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut key = "";
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start_matches([' ', '\t', '-', '{', '[', ',']);
        let start = at + (line.len() - trimmed.len());
        let trimmed = trimmed.trim_end();
        at += line.len();
        let split = trimmed
            .find(": ")
            .or(trimmed.find("\":").map(|at| at + 1))
            .or(trimmed.find(" = ").map(|at| at + 1))
            .or(trimmed.find('=').filter(|_| !trimmed.contains(' ')));
        let (name, value) = match split {
            Some(split) if split <= 80 => {
                (trimmed[..split].trim().trim_matches(['"', '\'']), &trimmed[split + 1..])
            }
            _ => (key, trimmed),
        };
        if split.is_some() {
            key = name;
        }
        let bare = value.trim_start_matches([' ', '"', '\'', '[', '{', '=']);
        let text = bare.trim_end_matches([',', '"', '\'', ']', '}', ' ']);
        if !text.is_empty() {
            found.push(Value {
                key: name,
                text,
                start: start + (trimmed.len() - value.len()) + (value.len() - bare.len()),
            });
        }
    }
    found
}
