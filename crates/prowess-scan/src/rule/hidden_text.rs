//! Text that cannot be seen.
//!
//! Characters without width, tag characters, selectors and direction marks are not shown by an editor, but a model reads
//! them. Comments of HTML and text in white are not shown once rendered. Where they spell words, the words are looked at as
//! any other text; many of them in a row are suspicious by themselves, and so are letters of another script inside of a word.

use super::{Findings, Rule, remark};
use crate::fact::Fact;
use crate::finding::{Confidence, Severity};
use crate::piece::Channel;
use crate::piece::hidden::Invisible;
use crate::reading::Reading;

pub(super) static RULE: Rule = Rule {
    id: "hidden-text",
    severity: Severity::Critical,
    help: "take the invisible characters out",
    source: include_str!("hidden_text.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    for (at, file) in reading.inventory.files.iter().enumerate() {
        let mut scattered = 0;
        for hidden in &file.hidden {
            let (severity, message) = match (hidden.kind, &hidden.message) {
                (Invisible::Tag, Some(_)) => {
                    (Severity::Critical, "tag characters spell a text that cannot be seen")
                }
                (_, Some(_)) => (Severity::Critical, "invisible characters spell a text"),
                (Invisible::Tag, None) if hidden.count > 2 => {
                    (Severity::High, "tag characters, which cannot be seen")
                }
                (Invisible::Bidi, None) if file.kind.is_code() => {
                    (Severity::High, "a direction mark makes code look otherwise than it runs")
                }
                (Invisible::Bidi, None)
                    if file.text.get(hidden.at..).is_some_and(|rest| {
                        rest.starts_with(|c: char| c.is_ascii_alphanumeric())
                    }) =>
                {
                    (Severity::High, "a direction mark makes text look otherwise than it is read")
                }
                (Invisible::Bidi, None) => (Severity::Low, "a direction mark"),
                (Invisible::Variation, None) if hidden.count >= 4 => {
                    (Severity::Critical, "a run of selectors, which cannot be seen")
                }
                (Invisible::ZeroWidth, None) if hidden.count >= 8 => {
                    (Severity::Critical, "a run of characters without width")
                }
                (Invisible::ZeroWidth, None) => {
                    scattered += hidden.count;
                    continue;
                }
                _ => continue,
            };
            findings.place(
                at,
                hidden.at,
                hidden.at + 1,
                hidden.message.clone(),
                remark(severity, Confidence::High, message),
            );
        }
        if scattered >= 8 {
            let first = file
                .hidden
                .iter()
                .find(|hidden| hidden.kind == Invisible::ZeroWidth)
                .map_or(0, |hidden| hidden.at);
            let severity = if scattered >= 24 { Severity::Critical } else { Severity::Medium };
            findings.place(
                at,
                first,
                first + 1,
                None,
                remark(
                    severity,
                    Confidence::Medium,
                    format!("{scattered} characters without width are scattered over the text"),
                ),
            );
        }
        for &place in file.lookalikes.iter().take(3) {
            let severity = if file.lookalikes.len() > 3 { Severity::Medium } else { Severity::Low };
            findings.place(
                at,
                place,
                place + 1,
                None,
                remark(severity, Confidence::Medium, "a letter of another script inside of a word"),
            );
        }
        blanks(at, &file.text, findings);
    }
    for (at, piece) in
        reading.pieces.iter().enumerate().filter(|(_, piece)| piece.channel == Channel::HtmlComment)
    {
        let acts = reading.of_piece(at).iter().any(|sighting| {
            matches!(
                sighting.fact,
                Fact::SecretFile
                    | Fact::Override
                    | Fact::SendWords
                    | Fact::Send
                    | Fact::FetchIntoShell
                    | Fact::Conceal
                    | Fact::RemoteOrders
                    | Fact::EnvironmentDump
                    | Fact::Spoof
                    | Fact::Execute
                    | Fact::Destroy
            )
        });
        if acts {
            let (severity, confidence) = if reading.teaches_defence(piece.file) {
                (Severity::Medium, Confidence::Low)
            } else {
                (Severity::High, Confidence::Medium)
            };
            let at = piece.map.origin(0);
            findings.place(
                piece.file,
                at,
                at + 1,
                Some(crate::evidence::show(&piece.text)),
                remark(
                    severity,
                    confidence,
                    "a comment, which no reader of the page sees, gives orders",
                ),
            );
        }
    }
}

/// Lines without text that push the rest out of sight.
const BLANK_LINES: usize = 200;
/// Blanks in one line that push the rest out of sight.
const BLANKS: usize = 300;

fn blanks(file: usize, text: &str, findings: &mut Findings<'_>) {
    let mut lines = 0;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim();
        if bare.is_empty() {
            lines += 1;
        } else {
            if lines >= BLANK_LINES {
                findings.place(
                    file,
                    at,
                    at + 1,
                    None,
                    remark(
                        Severity::High,
                        Confidence::Medium,
                        format!("text stands behind {lines} empty lines, where no one looks"),
                    ),
                );
            }
            lines = 0;
            // A line that is shorter has no such run.
            if line.len() < BLANKS {
                at += line.len();
                continue;
            }
            let run = line
                .as_bytes()
                .split(|byte| !matches!(byte, b' ' | b'\t'))
                .map(<[u8]>::len)
                .max()
                .unwrap_or(0);
            if run >= BLANKS && !line.trim_end().is_empty() {
                findings.place(
                    file,
                    at,
                    at + 1,
                    None,
                    remark(
                        Severity::Medium,
                        Confidence::Medium,
                        format!("text stands behind {run} blanks, where no one looks"),
                    ),
                );
            }
        }
        at += line.len();
    }
}
