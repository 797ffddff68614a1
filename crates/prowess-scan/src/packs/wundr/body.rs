//! Rules about the body of `SKILL.md`: what is said to the model.

use crate::packs::shared::collector::Collector;
use crate::packs::shared::pattern::Pattern;
use crate::packs::shared::rule::{SeedRule, seed_rules};
use crate::packs::shared::text::Text;

seed_rules! {
    /// The text tells the model to ignore what it was told before.
    ///
    /// `ignore`, perhaps `all`, then `previous`, `prior` or `above`, then `instructions`, `context`
    /// or `rules`, on one line. Only these words in this order: `ignore the previous instructions`
    /// is not seen.
    PROMPT_INJECTION_IGNORE = "prompt-injection-ignore", Critical, "the text tells the model to ignore earlier instructions", "do not use the skill, unless it quotes such a sentence to warn of it";

    /// The text speaks as the system.
    ///
    /// `system:` followed by `you are`, with or without brackets. A word that ends in `system` counts
    /// too.
    PROMPT_INJECTION_SYSTEM = "prompt-injection-system", Critical, "the text poses as a message of the system", "do not use the skill, unless it quotes such a sentence to warn of it";

    /// The text gives the model another role.
    ///
    /// `from now on`, then `you are`, `act as` or `pretend to be`.
    PROMPT_INJECTION_ROLEPLAY = "prompt-injection-roleplay", Medium, "the text gives the model another role", "read what the role lets it do";

    /// A command of the body reads a file outside of the skill.
    ///
    /// `!cat`, `!read`, `!head`, `!tail`, `!less` or `!more` with `../` behind it. Such lines are run
    /// when the skill is used.
    PATH_TRAVERSAL = "path-traversal", Critical, "a command of the body reads outside of the skill", "name files inside the skill only";

    /// A long encoded text in the body.
    ///
    /// 200 or more base64 characters in a row: instructions that a person cannot read.
    ENCODED_INSTRUCTIONS = "encoded-instructions", Medium, "the body holds a long encoded text", "decode it before you use the skill";

    /// A command in an HTML comment.
    ///
    /// An HTML comment on one line with `!` and a word in it. Whoever reads the rendered page does
    /// not see it; the model does.
    HIDDEN_COMMAND = "hidden-command", Medium, "an HTML comment of the body holds a command", "read the file as plain text";
}

static PATTERNS: [(&SeedRule, Pattern); 6] = [
    (
        &PROMPT_INJECTION_IGNORE,
        Pattern::any_case(
            r"ignore\s+(?:all\s+)?(?:previous|prior|above)\s+(?:instructions|context|rules)",
        ),
    ),
    (&PROMPT_INJECTION_SYSTEM, Pattern::any_case(r"\[?\s*system\s*\]?\s*:\s*you\s+are")),
    (
        &PROMPT_INJECTION_ROLEPLAY,
        Pattern::any_case(r"from\s+now\s+on\s+(?:you\s+are|act\s+as|pretend\s+to\s+be)"),
    ),
    (&PATH_TRAVERSAL, Pattern::new(r"!\s*(?:cat|read|head|tail|less|more)\s+[^\n]*\.\./")),
    (&ENCODED_INSTRUCTIONS, Pattern::new(r"[A-Za-z0-9+/=]{200,}")),
    (&HIDDEN_COMMAND, Pattern::new(r"<!--(?s:.)*?!\s*\w+(?s:.)*?-->")),
];

/// Asks all rules about the body that begins at a byte of the file.
pub(super) fn scan(text: &Text, start: usize, scan: &mut Collector<'_>) {
    let body = text.text.get(start..).unwrap_or_default();
    for (rule, pattern) in &PATTERNS {
        if !pattern.is_in(body) {
            continue;
        }
        for line in text.lines_from(start) {
            if let Some(found) = pattern.find(line.text) {
                let range = line.start + found.start..line.start + found.end;
                scan.add_line(rule, text, range, line);
                break;
            }
        }
    }
}
