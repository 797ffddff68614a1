//! Rules about the text of `SKILL.md`.

use std::ops::Range;

use crate::packs::shared::collector::Collector;
use crate::packs::shared::pattern::Pattern;
use crate::packs::shared::rule::{SeedRule, seed_rules};
use crate::packs::shared::secret;
use crate::packs::shared::text::Text;

seed_rules! {
    /// A credential is written out.
    ///
    /// Keys and tokens that are known by how they begin (`sk-`, `ghp_`, `github_pat_`, `xoxb-`,
    /// `AIza` and their kin), and private keys. Placeholders are too short to count. What was found
    /// is not shown.
    LITERAL_SECRET = "literal-secret", Critical, "the text holds a credential", "revoke it, and let the skill name an environment variable instead";

    /// What is downloaded is run at once.
    ///
    /// `curl` or `wget` piped into `sh`, `bash` or `zsh`. Nobody can read what runs. Cells of a table
    /// do not count, unless there is an address in them.
    SHELL_PIPE_TO_SHELL = "shell-pipe-to-shell", Critical, "the text pipes a download into a shell", "download first, read it, check its digest, then run it";

    /// The environment and an address in one line.
    ///
    /// `env` or `process.env`, and up to 80 characters later `fetch`, `curl`, `wget`, `http` or
    /// `https`. Environment variables hold keys and tokens.
    SECRET_EXFILTRATION = "secret-exfiltration", Critical, "the text names the environment and the network together", "read which variables are sent, and where";

    /// A delete that goes far.
    ///
    /// `rm -rf` of the root, the home directory, or a path that begins with a dot.
    DESTRUCTIVE_DELETE = "destructive-delete", Medium, "the text deletes whole directories", "name exactly what may be deleted";

    /// Files that anyone may change.
    ///
    /// `chmod 777`, with or without `-R`.
    UNSAFE_PERMISSIONS = "unsafe-permissions", Medium, "the text lets anyone change files", "give the permissions that are needed, and no more";
}

// In a bounded repetition a character must count as one, not by its bytes: hence `(?u-i: )`.
static PIPE: Pattern =
    Pattern::any_case(r"\b(?:curl|wget)\b(?u-i:[^|\n]){0,120}\|\s*(?:sh|bash|zsh)\b");
static EXFILTRATION: Pattern = Pattern::any_case(
    r"\b(?:process\.env|env)\b(?u-i:[^\n\r\x{2028}\x{2029}]){0,80}\b(?:fetch|curl|wget|http|https)\b",
);
static DELETE: Pattern = Pattern::any_case(r"\brm\s+-rf\s+(?:/|\$HOME|~|\.)");
static PERMISSIONS: Pattern = Pattern::any_case(r"\bchmod\s+(?:-R\s+)?777\b");

/// Asks all rules about the text.
pub(super) fn scan(text: &Text, scan: &mut Collector<'_>) {
    if let Some(found) = secret::find(&text.text) {
        scan.add_secret(&LITERAL_SECRET, text, found);
    }
    if PIPE.is_in(&text.text) {
        let tables = Tables::of(text);
        // A cell with an address in it is a command all the same.
        let is_cell = |found: &Range<usize>| {
            tables.hold(found.start) && !text.text[found.clone()].contains("://")
        };
        let runs = PIPE.find_all(&text.text).filter(|found| !is_cell(found));
        one(&SHELL_PIPE_TO_SHELL, runs, text, scan);
    }
    one(&SECRET_EXFILTRATION, EXFILTRATION.find_all(&text.text), text, scan);
    one(&DESTRUCTIVE_DELETE, DELETE.find_all(&text.text), text, scan);
    one(&UNSAFE_PERMISSIONS, PERMISSIONS.find_all(&text.text), text, scan);
}

/// One finding: the first match within a line, or the first at all.
fn one(
    rule: &'static SeedRule,
    found: impl Iterator<Item = Range<usize>>,
    text: &Text,
    scan: &mut Collector<'_>,
) {
    let mut across = None;
    for found in found {
        if !text.text.as_bytes()[found.clone()].contains(&b'\n') {
            return scan.add(rule, text, found);
        }
        across = across.or(Some(found));
    }
    if let Some(found) = across {
        scan.add(rule, text, found);
    }
}

/// Lines that are rows of a table: their bars are no pipes.
struct Tables(Vec<Range<usize>>);

impl Tables {
    fn of(text: &Text) -> Self {
        let mut rows = Vec::new();
        let mut fence: Option<&str> = None;
        for line in text.lines() {
            // What is quoted or listed may be a row or a fence all the same.
            let content = line.text.trim().trim_start_matches(['>', ' ', '\t']);
            let mark = ["```", "~~~"].into_iter().find(|mark| content.starts_with(mark));
            match (fence, mark) {
                (None, Some(mark)) => fence = Some(mark),
                (Some(open), Some(mark)) if open == mark => fence = None,
                // In a code block a line between bars may well be run.
                (Some(_), _) => {}
                (None, None) => {
                    let row =
                        content.len() > 1 && content.starts_with('|') && content.ends_with('|');
                    if row {
                        rows.push(line.start..line.start + line.text.len());
                    }
                }
            }
        }
        Self(rows)
    }

    fn hold(&self, at: usize) -> bool {
        let next = self.0.partition_point(|row| row.start <= at);
        next > 0 && self.0[next - 1].contains(&at)
    }
}
