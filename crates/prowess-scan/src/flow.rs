//! What flows where: a value that came from a source reaches a sink, in one statement, through
//! variables, through a file that is written and read, through a function of another file.
//!
//! No types, no calls: names. A name that was given a value from a source carries it on.

use std::collections::HashMap;

use crate::fact::{Fact, Sighting};
use crate::kind::Kind;
use crate::piece::{Channel, Piece};

/// A value on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flow {
    /// Where it comes from: an index of a sighting.
    pub(crate) source: usize,
    /// Where it goes.
    pub(crate) sink: usize,
    /// Whether both are one statement.
    pub(crate) direct: bool,
}

/// Facts that bring something in.
const SOURCES: &[Fact] = &[
    Fact::SecretFile,
    Fact::SecretVariable,
    Fact::EnvironmentDump,
    Fact::PrivateData,
    Fact::Fetch,
    Fact::Decode,
    Fact::Spy,
    Fact::OddHost,
];
/// Facts that let something out, or run it.
const SINKS: &[Fact] = &[Fact::Send, Fact::DnsSend, Fact::Evaluate, Fact::Execute];

/// Names of one statement that carry something.
const CARRIED: usize = 6;
/// Flows of one skill.
const FLOWS: usize = 500;
/// Names that carry something in one file.
const NAMES: usize = 400;

/// Words that are in every program and carry nothing.
const COMMON: &[&str] = &[
    "import",
    "from",
    "return",
    "const",
    "let",
    "var",
    "function",
    "async",
    "await",
    "print",
    "console",
    "log",
    "json",
    "self",
    "this",
    "true",
    "false",
    "none",
    "null",
    "else",
    "elif",
    "with",
    "open",
    "read",
    "write",
    "string",
    "encode",
    "decode",
    "utf-8",
    "utf8",
    "https",
    "http",
    "echo",
    "curl",
    "bash",
    "python3",
    "python",
    "args",
    "main",
    "error",
    "exit",
    "then",
    "done",
    "while",
    "for",
    "if",
    "in",
    "not",
    "and",
    "requests",
    "subprocess",
    "os",
    "sys",
    "fs",
    "post",
    "get",
    "headers",
    "method",
    "timeout",
    "try",
    "except",
    "catch",
    "export",
    "local",
    "new",
    "class",
    "def",
    "tmp",
    "dev",
    "line",
    "lines",
    "code",
    "path",
    "file",
    "files",
    "name",
];

/// All flows of a skill.
pub(crate) fn find(pieces: &[Piece], sightings: &[Sighting]) -> Vec<Flow> {
    let mut flows = Vec::new();
    let mut functions: HashMap<String, Vec<usize>> = HashMap::new();
    // Twice, so that a function defined in a later file is known in an earlier one.
    for pass in 0..2 {
        flows.clear();
        let mut at = 0;
        let mut names: HashMap<String, Vec<usize>> = HashMap::new();
        let mut file = usize::MAX;
        for (index, piece) in pieces.iter().enumerate() {
            let from = at;
            while at < sightings.len() && sightings[at].piece == index {
                at += 1;
            }
            if !piece.kind.is_code() {
                continue;
            }
            if piece.file != file {
                names.clone_from(&functions);
                file = piece.file;
            }
            if from == at && names.is_empty() {
                continue;
            }
            trace(piece, &sightings[from..at], from, &mut names, &mut functions, &mut flows);
        }
        if pass == 0 && functions.is_empty() {
            break;
        }
    }
    flows
}

fn trace(
    piece: &Piece,
    sightings: &[Sighting],
    offset: usize,
    names: &mut HashMap<String, Vec<usize>>,
    functions: &mut HashMap<String, Vec<usize>>,
    flows: &mut Vec<Flow>,
) {
    let mut at = 0;
    let mut function: Option<String> = None;
    for unit in 0..piece.units.len() {
        let from = at;
        while at < sightings.len() && sightings[at].unit == unit {
            at += 1;
        }
        let here = &sightings[from..at];
        let text = piece.unit(unit);
        if let Some(name) = defined(text, piece.kind) {
            function = Some(name);
        }
        if here.is_empty() && names.is_empty() {
            continue;
        }
        let mut carried: Vec<usize> = here
            .iter()
            .enumerate()
            .filter(|(_, sighting)| SOURCES.contains(&sighting.fact))
            .map(|(index, _)| offset + from + index)
            .collect();
        let own = carried.len();
        if !names.is_empty() {
            for word in words(text) {
                if let Some(sources) = names.get(word) {
                    for source in sources {
                        if carried.len() < own + CARRIED && !carried.contains(source) {
                            carried.push(*source);
                        }
                    }
                }
            }
        }
        if carried.is_empty() {
            continue;
        }
        for (index, sink) in
            here.iter().enumerate().filter(|(_, sighting)| SINKS.contains(&sighting.fact))
        {
            for (order, &source) in carried.iter().enumerate() {
                let sink_at = offset + from + index;
                if flows.len() < FLOWS
                    && source != sink_at
                    && !(order < own
                        && same_place(&sightings_of(here, offset + from, source), sink))
                {
                    flows.push(Flow { source, sink: sink_at, direct: order < own });
                }
            }
        }
        for name in assigned(text, piece.kind) {
            if names.len() < NAMES && is_telling(&name) {
                names.insert(name, carried.clone());
            }
        }
        let returns = text.trim_start().starts_with("return")
            || (piece.kind == Kind::Shell && text.trim_start().starts_with("echo"));
        if let Some(name) =
            function.as_ref().filter(|_| returns && piece.channel != Channel::Folded)
            && is_telling(name)
            && name.len() > 4
            && functions.len() < NAMES
        {
            functions.insert(name.clone(), carried.clone());
            names.insert(name.clone(), carried.clone());
        }
    }
}

fn sightings_of(here: &[Sighting], offset: usize, index: usize) -> Option<Sighting> {
    index.checked_sub(offset).and_then(|at| here.get(at)).copied()
}

/// Whether two sightings are the same words: a download is a request, too.
fn same_place(source: &Option<Sighting>, sink: &Sighting) -> bool {
    source.is_some_and(|source| {
        source.fact == Fact::Fetch
            && sink.fact == Fact::Send
            && source.start <= sink.end
            && sink.start <= source.end
    })
}

fn is_telling(name: &str) -> bool {
    // Counters are called by one letter, too.
    !name.is_empty()
        && !matches!(name, "i" | "j" | "k" | "n" | "x" | "_" | "e")
        && !COMMON.contains(&name.to_ascii_lowercase().as_str())
}

/// The words of a statement: names, and paths as one word.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '/' | '.' | '-' | '~')))
        .flat_map(|word| {
            let whole = word.trim_matches(['.', '-']);
            // `payload.encode` holds `payload`, `./x.sh` is `x.sh`.
            let head = whole.split('.').next().unwrap_or_default();
            let tail = whole.rsplit('/').next().unwrap_or_default();
            [whole, if head == whole { "" } else { head }, if tail == whole { "" } else { tail }]
        })
        .filter(|word| !word.is_empty())
}

/// The names a statement gives a value.
fn assigned(text: &str, kind: Kind) -> Vec<String> {
    let mut found = Vec::new();
    let name_before = |text: &str| -> Option<String> {
        let end = text.trim_end();
        let name = end
            .bytes()
            .rev()
            .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
            .count();
        let start = end.len() - name;
        let name = &end[start..];
        (!name.is_empty() && !name.as_bytes()[0].is_ascii_digit()).then(|| name.to_owned())
    };
    // `name = …`, `name += …`, but not `==`, `>=`, `=>`.
    let bytes = text.as_bytes();
    for (at, _) in text.match_indices('=').take(3) {
        let before = at.checked_sub(1).map(|before| bytes[before]);
        let after = bytes.get(at + 1);
        if matches!(before, Some(b'=' | b'!' | b'<' | b'>' | b'~'))
            || matches!(after, Some(b'=' | b'>' | b'~'))
        {
            continue;
        }
        let left = text[..at].trim_end_matches(['+', '-', '|', '?', ':', ' ']);
        // `let { a, b } = …`, `x["k"] = …`, `x: type = …`
        let inner = left.rsplit(['{', '}', ';', '\n', '(']).next().unwrap_or(left);
        if left.ends_with(['}', ']']) {
            let open = left.rfind(['{', '[']).unwrap_or(0);
            found.extend(
                left[open..]
                    .split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
                    .filter(|name| !name.is_empty())
                    .map(str::to_owned),
            );
            found.extend(name_before(&left[..open]));
        } else {
            found.extend(name_before(inner.split(": ").next().unwrap_or(inner)));
            found.extend(name_before(left));
        }
        break;
    }
    for (word, separator) in
        [(" as ", ':'), ("for ", ' '), ("for (const ", ' '), ("for (let ", ' ')]
    {
        if let Some(at) = text.find(word) {
            let rest = &text[at + word.len()..];
            let names = rest.split([separator, '\n']).next().unwrap_or_default();
            let names = if word == " as " {
                names
            } else {
                rest.split(" in ")
                    .next()
                    .and_then(|part| part.split(" of ").next())
                    .unwrap_or(names)
            };
            if names.len() < 60 {
                found.extend(
                    names
                        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
                        .filter(|name| !name.is_empty())
                        .map(str::to_owned),
                );
            }
        }
    }
    for method in [".append(", ".push(", ".update(", ".extend(", ".add("] {
        if let Some(at) = text.find(method) {
            found.extend(name_before(&text[..at]));
        }
    }
    if matches!(kind, Kind::Shell | Kind::Make | Kind::Docker | Kind::PowerShell | Kind::Batch) {
        // `> file`, `-o file`, `tee file`, `tar czf file`, `zip -r file`.
        for mark in [
            "> ",
            ">> ",
            ">",
            " -o ",
            " -O ",
            "--output ",
            "tee ",
            "tee -a ",
            "-outfile ",
            "czf ",
            "cvzf ",
            " cf ",
            "-cf ",
            "zip -r ",
            "zip -rq ",
            "zip -qr ",
        ] {
            for (at, _) in text.match_indices(mark).take(2) {
                let word: String = text[at + mark.len()..]
                    .trim_start()
                    .chars()
                    .take_while(|c| {
                        !c.is_whitespace() && !matches!(c, ';' | '|' | '&' | ')' | '"' | '\'')
                    })
                    .collect();
                let word = word.trim_matches(['"', '\'']);
                if word.len() > 3
                    && !word.starts_with("/dev/")
                    && !word.starts_with('&')
                    && !word.starts_with('$')
                {
                    found.push(word.to_owned());
                    found.extend(word.rsplit('/').next().map(str::to_owned));
                }
            }
        }
    }
    // `curl -O` and `wget` name the file as the address does.
    if matches!(kind, Kind::Shell | Kind::Make | Kind::Docker)
        && (text.contains("wget ")
            || text.contains("curl ") && (text.contains("O ") || text.contains("--remote-name")))
    {
        let address = text
            .split_whitespace()
            .map(|word| word.trim_matches(['"', '\'']))
            .find(|word| word.contains("://"));
        found.extend(
            address
                .and_then(|address| address.split(['?', '#']).next())
                .and_then(|address| address.rsplit('/').next())
                .filter(|name| name.len() > 2)
                .map(str::to_owned),
        );
    }
    // open("file", "w").write(…), write_text
    for mark in ["open(", "writeFileSync(", "writeFile(", "Path("] {
        if let Some(at) = text.find(mark).filter(|_| {
            text.contains("\"w")
                || text.contains("'w")
                || text.contains("'a'")
                || text.contains("\"a\"")
                || text.contains("rite")
        }) {
            let quoted: String = text[at + mark.len()..]
                .trim_start_matches(['"', '\'', '`'])
                .chars()
                .take_while(|c| !matches!(c, '"' | '\'' | '`' | ',' | ')'))
                .collect();
            if quoted.len() > 3 {
                found.push(quoted);
            }
        }
    }
    found
}

/// The function a statement begins.
fn defined(text: &str, kind: Kind) -> Option<String> {
    let text = text.trim_start();
    let rest = [
        "def ",
        "async def ",
        "function ",
        "async function ",
        "export function ",
        "export async function ",
        "const ",
        "class ",
    ]
    .iter()
    .find_map(|word| text.strip_prefix(word));
    let rest = match (rest, kind) {
        (Some(rest), _) => rest,
        (None, Kind::Shell) if text.contains("() {") => text,
        _ => return None,
    };
    if text.starts_with("const ") && !text.contains("=>") && !text.contains("function") {
        return None;
    }
    let name: String =
        rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    (!name.is_empty()).then_some(name)
}
