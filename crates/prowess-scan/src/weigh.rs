//! How much a finding weighs where it stands: quoting, forbidding and naming as an example lower it
//! by the structure of the text, never by a path; in a file that is run never to nothing.

use crate::fact::{Sighting, Tone};
use crate::finding::{Confidence, Severity};
use crate::kind::Kind;
use crate::piece::Channel;
use crate::reading::Reading;

/// The severity and confidence a rule wants, as they are here; `None` where there is nothing to say.
pub(crate) fn weigh(
    reading: &Reading,
    sighting: &Sighting,
    severity: Severity,
    confidence: Confidence,
) -> Option<(Severity, Confidence)> {
    let piece = reading.piece(sighting);
    // Nobody hides an example, unless the example is about hiding.
    if matches!(piece.channel, Channel::Hidden | Channel::Decoded) {
        let shown = piece.channel == Channel::Decoded && reading.teaches_defence(piece.file);
        return Some(if shown {
            (severity.lowered(), Confidence::Low)
        } else {
            (severity, confidence)
        });
    }
    // Rows of a table stand beside each other by chance.
    if reading.file(sighting).kind == Kind::Data {
        return Some((severity.lowered(), Confidence::Low));
    }
    match reading.tone(sighting) {
        // A long text about attacks shows some.
        Tone::Meant if reading.teaches_defence(piece.file) && !reading.is_program(sighting) => {
            Some((severity.lowered(), Confidence::Low))
        }
        Tone::Meant => Some((severity, confidence)),
        // A program has no tone: what it runs, it runs.
        _ if reading.is_program(sighting) && piece.kind.is_code() => {
            Some((severity.lowered(), Confidence::Low))
        }
        // "Do not skip `curl … | sh`" forbids nothing.
        Tone::Negated if reading.is_in_sentence(sighting) => {
            Some((severity.lowered(), Confidence::Low))
        }
        Tone::Negated | Tone::Mentioned if severity >= Severity::High => {
            Some((Severity::Note, Confidence::Low))
        }
        Tone::Negated | Tone::Mentioned => None,
    }
}
