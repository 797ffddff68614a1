//! The fields of a frontmatter beside name and description, as often as they occur.

use crate::prose;
use crate::random::Random;

/// One optional field: how many of a thousand skills have it, and how it is written.
type Extra = (usize, fn(&mut Random) -> String);

const EXTRAS: &[Extra] = &[
    (123, version),
    (111, |_| "license: MIT\n".to_owned()),
    (95, |random| format!("author: {}-works\n", prose::noun(random))),
    (75, allowed_tools),
    (62, tags),
    (48, |_| "source: community\n".to_owned()),
    (41, |_| "risk: low\n".to_owned()),
    (35, date_added),
    (34, |_| "compatibility: Needs git and a POSIX shell\n".to_owned()),
    (31, |random| format!("homepage: https://{}.example/guide\n", prose::noun(random))),
    (24, |_| "requires:\n  bins:\n    - git\n    - jq\n".to_owned()),
    (11, |_| "user-invocable: true\n".to_owned()),
    (7, |_| "argument-hint: \"[path] [--dry-run]\"\n".to_owned()),
    (648, metadata),
];

/// The lines of the optional fields, possibly none.
pub(crate) fn draw(random: &mut Random) -> String {
    let mut out = String::new();
    for (per_mille, write) in EXTRAS {
        if random.chance(*per_mille) {
            out.push_str(&write(random));
        }
    }
    out
}

fn version(random: &mut Random) -> String {
    let (major, minor) = (random.below(4), random.below(20));
    match random.below(10) {
        0 => format!("version: {major}.{minor}\n"),
        1..=4 => format!("version: \"{major}.{minor}.0\"\n"),
        _ => format!("version: {major}.{minor}.0\n"),
    }
}

fn date_added(random: &mut Random) -> String {
    let (month, day) = (1 + random.below(12), 1 + random.below(28));
    let quote = if random.chance(950) { "'" } else { "" };
    format!("date_added: {quote}2026-{month:02}-{day:02}{quote}\n")
}

fn allowed_tools(random: &mut Random) -> String {
    let text = random.weighted(&[
        ("allowed-tools: Read, Grep, Glob\n", 290),
        ("allowed-tools: Read, Write, Bash(git diff:*), Bash(npm test)\n", 540),
        ("allowed-tools: Read Grep\n", 85),
        ("allowed-tools:\n  - Read\n  - Bash\n", 85),
    ]);
    text.to_owned()
}

fn tags(random: &mut Random) -> String {
    let words: Vec<&str> = (0..2 + random.below(4)).map(|_| prose::noun(random)).collect();
    if random.chance(650) {
        return format!("tags: [{}]\n", words.join(", "));
    }
    format!("tags:\n  - {}\n", words.join("\n  - "))
}

fn metadata(random: &mut Random) -> String {
    let owner = prose::noun(random);
    match random.weighted(&[("author", 830), ("version", 45), ("flow", 80), ("nested", 45)]) {
        "author" => format!("metadata:\n  author: {owner}-works\n"),
        "version" => format!("metadata:\n  author: {owner}-works\n  version: \"1.2\"\n"),
        "flow" => format!("metadata: {}\n", flow(owner)),
        _ => format!("metadata:\n  openclaw:\n    emoji: \"📦\"\n    homepage: {owner}\n"),
    }
}

/// Requirements in JSON on one line, which is also a YAML flow mapping.
pub(crate) fn flow(program: &str) -> String {
    format!(
        r#"{{"openclaw":{{"emoji":"🔍","requires":{{"bins":["{program}","jq"],"env":["API_KEY"]}},"primaryEnv":"API_KEY"}}}}"#
    )
}
