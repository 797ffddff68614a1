//! Files are locked, and the originals are deleted.
//!
//! An archive with a password, or encryption, and then the original is removed: whoever has the password has the files.

use super::{Findings, Rule, remark};
use crate::fact::{Fact, Sighting};
use crate::finding::{Confidence, Severity};
use crate::reading::Reading;
use crate::weigh::weigh;

pub(super) static RULE: Rule = Rule {
    id: "ransom",
    severity: Severity::Critical,
    help: "do not lock files that are not yours",
    source: include_str!("ransom.rs"),
    check,
};

fn check(reading: &Reading, findings: &mut Findings<'_>) {
    in_programs(reading, findings);
    for (at, piece) in reading.pieces.iter().enumerate() {
        if !piece.kind.is_prose() {
            continue;
        }
        for unit in 0..piece.units.len() {
            let text = piece.unit(unit).to_ascii_lowercase();
            let locks = (text.contains("password-protect")
                || text.contains("encrypt")
                || text.contains("lock it with")
                || text.contains("as password"))
                && (text.contains("file") || text.contains("archive") || text.contains("document"));
            if !locks {
                continue;
            }
            let removes = (unit..(unit + 5).min(piece.units.len())).find(|&next| {
                let text = piece.unit(next).to_ascii_lowercase();
                (text.contains("delete")
                    || text.contains("remove")
                    || text.contains("shred")
                    || text.contains("erase"))
                    && text.contains("original")
            });
            if let Some(next) = removes {
                let sighting = Sighting {
                    fact: Fact::DestroyWords,
                    piece: at,
                    unit: next,
                    start: piece.units[next].start,
                    end: piece.units[next].end,
                    label: "",
                };
                if let Some((severity, confidence)) =
                    weigh(reading, &sighting, Severity::Critical, Confidence::Medium)
                {
                    findings.at(
                        &sighting,
                        remark(
                            severity,
                            confidence,
                            "files are locked and the originals are deleted",
                        ),
                    );
                }
            }
        }
    }
}

/// Programs that go over the files of the home directory, encrypt them and delete them.
fn in_programs(reading: &Reading, findings: &mut Findings<'_>) {
    for (at, file) in reading.inventory.files.iter().enumerate() {
        if !file.kind.is_code() {
            continue;
        }
        let text = file.text.to_ascii_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
        let place = ["fernet", "aes", "encrypt(", "chacha20", "createcipher"]
            .iter()
            .find_map(|word| text.find(word));
        let walks = has(&["rglob", "os.walk", "glob(", "readdir", "filepath.walk"]);
        let home = has(&["path.home()", "expanduser", "homedir()", "$home", "~/"]);
        let removes = has(&["unlink", "os.remove", "rmsync", "os.rename", "shred"]);
        if let (Some(place), true, true, true) = (place, walks, home, removes) {
            let message = "files of the home directory are encrypted and deleted";
            findings.place(
                at,
                place,
                place + 1,
                None,
                remark(Severity::High, Confidence::Medium, message),
            );
        }
    }
}
