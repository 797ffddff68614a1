//! Facts: what one sentence or one statement does. A fact alone is no alarm; rules combine them.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use crate::piece::Piece;

/// What was recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Fact {
    // Sources.
    /// A file that holds secrets: keys, tokens, browser stores, wallets.
    SecretFile,
    /// One secret from the environment, by name.
    SecretVariable,
    /// The whole environment, or all of it that looks secret.
    EnvironmentDump,
    /// What people have not given: clipboard, location, screen, keys pressed, mails, contacts.
    PrivateData,
    /// Words for secrets in prose.
    SecretWords,
    /// Words for the conversation, the prompt, the user's files.
    ContextWords,
    // Sinks and network.
    /// Sends something out.
    Send,
    /// Fetches something.
    Fetch,
    /// Data in the name of a host that is looked up.
    DnsSend,
    /// Waits for connections.
    Listen,
    /// A host nobody vouches for: paste site, tunnel, bare address, shortener.
    OddHost,
    // Execution.
    /// What was fetched goes straight into an interpreter.
    FetchIntoShell,
    /// Runs a program or a string.
    Execute,
    /// Runs a string that is made while running.
    Evaluate,
    /// Decodes.
    Decode,
    /// A shell for somebody else.
    ReverseShell,
    /// Mines.
    Mine,
    // State.
    /// Starts again by itself: cron, launchd, profiles, hooks.
    Persist,
    /// Changes what an agent is told or allowed.
    AgentSettings,
    /// Switches a guard off.
    GuardOff,
    /// More rights than needed.
    Privilege,
    /// Destroys.
    Destroy,
    /// Behaves otherwise where it is watched.
    Evade,
    /// Packages from elsewhere.
    Registry,
    /// Records what is typed or shown.
    Spy,
    /// A file that is meant to stay unseen.
    HiddenFile,
    /// A secret written out.
    LiteralSecret,
    // Prose.
    /// Sets earlier instructions aside.
    Override,
    /// Speaks as the system, a developer, an administrator.
    Spoof,
    /// Keeps something from the user.
    Conceal,
    /// To be done with every task.
    Standing,
    /// Without asking.
    Unasked,
    /// Says something that is not so.
    Deceive,
    /// Takes orders from elsewhere.
    RemoteOrders,
    /// Another behaviour behind a word.
    Trigger,
    /// Collects about the user.
    Collect,
    /// Told to send.
    SendWords,
    /// Told to run.
    RunWords,
    /// Told to download.
    DownloadWords,
    /// An archive with a password.
    ArchivePassword,
    /// Told to delete.
    DestroyWords,
    /// Makes what is produced less safe.
    Weaken,
    /// Slants what is produced.
    Slant,
    /// Shouts.
    Urgent,
    /// Says why it must be: compliance, quality, policy.
    Excuse,
    /// Asks for the prompt, or for secrets, to be shown.
    Reveal,
    /// A comment that tells scanners to look away.
    IgnoreDirective,
    /// Harm to people.
    Harm,
    /// Bytes that are known.
    Signature,
    /// A promise about what the skill does not do.
    Promise,
    /// Writes files.
    Write,
}

/// The names users' own rules call facts by.
const NAMES: &[(&str, Fact)] = &[
    ("secret-file", Fact::SecretFile),
    ("secret-variable", Fact::SecretVariable),
    ("environment-dump", Fact::EnvironmentDump),
    ("private-data", Fact::PrivateData),
    ("secret-words", Fact::SecretWords),
    ("context-words", Fact::ContextWords),
    ("send", Fact::Send),
    ("fetch", Fact::Fetch),
    ("dns-send", Fact::DnsSend),
    ("listen", Fact::Listen),
    ("odd-host", Fact::OddHost),
    ("fetch-into-shell", Fact::FetchIntoShell),
    ("execute", Fact::Execute),
    ("evaluate", Fact::Evaluate),
    ("decode", Fact::Decode),
    ("reverse-shell", Fact::ReverseShell),
    ("mine", Fact::Mine),
    ("persist", Fact::Persist),
    ("agent-settings", Fact::AgentSettings),
    ("guard-off", Fact::GuardOff),
    ("privilege", Fact::Privilege),
    ("destroy", Fact::Destroy),
    ("evade", Fact::Evade),
    ("registry", Fact::Registry),
    ("spy", Fact::Spy),
    ("hidden-file", Fact::HiddenFile),
    ("literal-secret", Fact::LiteralSecret),
    ("override", Fact::Override),
    ("spoof", Fact::Spoof),
    ("conceal", Fact::Conceal),
    ("standing", Fact::Standing),
    ("unasked", Fact::Unasked),
    ("deceive", Fact::Deceive),
    ("remote-orders", Fact::RemoteOrders),
    ("trigger", Fact::Trigger),
    ("collect", Fact::Collect),
    ("send-words", Fact::SendWords),
    ("run-words", Fact::RunWords),
    ("download-words", Fact::DownloadWords),
    ("archive-password", Fact::ArchivePassword),
    ("destroy-words", Fact::DestroyWords),
    ("weaken", Fact::Weaken),
    ("slant", Fact::Slant),
    ("urgent", Fact::Urgent),
    ("excuse", Fact::Excuse),
    ("reveal", Fact::Reveal),
    ("ignore-directive", Fact::IgnoreDirective),
    ("harm", Fact::Harm),
    ("signature", Fact::Signature),
    ("promise", Fact::Promise),
    ("write", Fact::Write),
];

impl Fact {
    /// The fact of a name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, fact)| *fact)
    }

    /// All names.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(name, _)| *name)
    }
}

/// How many facts there can be: they are the bits of a number.
pub(crate) const FACTS: usize = 64;

/// A fact, and where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sighting {
    pub(crate) fact: Fact,
    pub(crate) piece: usize,
    pub(crate) unit: usize,
    /// In the piece.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// What exactly, for the message.
    pub(crate) label: &'static str,
}

/// How a sentence means what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tone {
    /// It is spoken of: quoted, or named as what to look for.
    Mentioned,
    /// It is forbidden.
    Negated,
    /// It is meant.
    Meant,
}

/// Words that say: this is what not to do, or what to look for.
const DETECTION: &[&str] = &[
    "detect",
    "flag ",
    "flags ",
    "flagged",
    "attack",
    "malicious",
    "vulnerab",
    "injection",
    "red flag",
    "suspicious",
    "exploit",
    "phish",
    "threat",
    "look for",
    "scan for",
    "scans for",
    "check for",
    "checks for",
    "watch for",
    "reject",
    "refuse",
    "sanitiz",
    "blocked",
    "blocks ",
    "anti-pattern",
    "bad example",
    "wrong:",
    "bad:",
    "❌",
    "unsafe",
    "insecure",
    "dangerous",
    "risky",
    "adversar",
    "jailbreak",
    "forbidden",
    "prohibited",
    "not allowed",
    "security review",
    "security audit",
    "audit checklist",
    "must not",
    "pitfall",
    "severity",
    "cwe-",
    "owasp",
    "indicator",
    "mitigat",
];

/// Words before a thing that forbid it.
const NEGATION: &[&str] = &[
    "never",
    "do not",
    "don't",
    "dont ",
    "avoid",
    "must not",
    "should not",
    "shouldn't",
    "cannot",
    "can't",
    "refuse to",
    "instead of",
    "rather than",
    "not to",
    "without ",
    "no longer",
    "prevent",
    "prohibit",
    "forbid",
    "won't",
    "will not",
    "does not",
    "doesn't",
    "not ",
    "stop ",
    "protect",
];

/// How a sighting is meant, by the structure around it.
/// `code` where it stands between backticks, which quote.
pub(crate) fn tone(piece: &Piece, sighting: &Sighting, code: bool) -> Tone {
    let Some(unit) = piece.units.get(sighting.unit) else { return Tone::Meant };
    let text = &piece.text;
    let before = text.get(unit.start..sighting.start).unwrap_or_default().to_ascii_lowercase();
    let after = text.get(sighting.end..unit.end).unwrap_or_default();
    // Code says nothing about itself; a pattern that is searched for is not run.
    if piece.kind.is_code() {
        let whole = text.get(unit.start..unit.end).unwrap_or_default().to_ascii_lowercase();
        return if is_pattern(&whole, text, sighting) { Tone::Mentioned } else { Tone::Meant };
    }
    let quoted = code || is_quoted(&before, after);
    let near = before
        .get(crate::piece::prose::boundary(&before, before.len().saturating_sub(60))..)
        .unwrap_or_default();
    if is_negated(near) {
        return Tone::Negated;
    }
    // What a list is of stands before it.
    if unit.context.item || unit.context.cell {
        let intro = piece.units[..sighting.unit]
            .iter()
            .rev()
            .take(24)
            .find(|other| !other.context.item && !other.context.cell);
        let intro = intro
            .and_then(|intro| text.get(intro.start..intro.end))
            .unwrap_or_default()
            .to_ascii_lowercase();
        if NEGATION.iter().take(6).any(|word| intro.contains(word)) {
            return Tone::Negated;
        }
        if DETECTION.iter().any(|word| intro.contains(word)) {
            return Tone::Mentioned;
        }
    }
    let whole = text.get(unit.start..unit.end).unwrap_or_default().to_ascii_lowercase();
    let spoken_of = |text: &str| DETECTION.iter().any(|word| text.contains(word));
    let heading = unit.heading.as_deref().map(str::to_ascii_lowercase).unwrap_or_default();
    // A table lists; what a list is of stands in its heading.
    if spoken_of(&whole)
        && (quoted || unit.context.cell || unit.context.item || spoken_of(&heading))
        || (quoted && (spoken_of(&heading) || has_example_word(&whole)))
        || spoken_of(&heading) && (unit.context.cell || quoted)
    {
        return Tone::Mentioned;
    }
    Tone::Meant
}

/// Whether what comes next is forbidden: the last clause before it has one word that forbids. Two of
/// them ("never finish without") demand.
fn is_negated(before: &str) -> bool {
    let clause = before.rsplit([':', ';']).next().unwrap_or(before);
    let mut count = 0;
    let mut at = 0;
    while at < clause.len() {
        // "must not" is one word, not two: the longest at a place counts, and what it covers is done.
        let rest = &clause[at..];
        let longest =
            NEGATION.iter().filter(|word| rest.starts_with(**word)).map(|word| word.len()).max();
        count += usize::from(longest.is_some());
        at += longest.unwrap_or_else(|| rest.chars().next().map_or(1, char::len_utf8));
    }
    count == 1 && !clause.contains("not optional")
}

/// Whether the words stand in a pattern that something is searched for.
fn is_pattern(unit: &str, text: &str, sighting: &Sighting) -> bool {
    let from = crate::piece::prose::boundary(text, sighting.start.saturating_sub(40));
    let to = crate::piece::prose::boundary(text, sighting.end + 40);
    let near = text.get(from..to).unwrap_or_default();
    let signs = ["\\s", "\\b", "\\.", ".*", "\\w", "(?i", "\\+", "[^"]
        .iter()
        .filter(|sign| near.contains(*sign))
        .count();
    signs >= 1
        && ["pattern", "re.compile", "regex", "regexp", "re.search", "rules", ".test(", "grep -"]
            .iter()
            .any(|word| unit.contains(word))
}

/// All words of those who defend, and of those who attack with leave.
static DEFENCE: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    let words = DETECTION.iter().chain(OFFENCE);
    AhoCorasick::builder().ascii_case_insensitive(true).build(words).ok()
});

/// Bytes below which a text is an example, not a treatise.
const TREATISE: usize = 2_500;
/// Words of those who attack with leave.
const OFFENCE: &[&str] = &[
    "pentest",
    "penetration test",
    "red team",
    "ctf",
    "enumerat",
    "privilege escalation",
    "post-exploitation",
    "metasploit",
    "nmap",
    "payload",
    "authorized testing",
    "engagement",
    "burp",
    "lateral movement",
    "brute force",
    "reverse shell",
];
/// How many words of defence a treatise has, one for so many bytes.
const DEFENCE_EVERY: usize = 400;

/// Whether a text is a long one about attacks: many different words of defence, all over it.
pub(crate) fn teaches_defence(text: &str) -> bool {
    if text.len() < TREATISE {
        return false;
    }
    let Some(words) = DEFENCE.as_ref() else { return false };
    let mut seen = vec![false; words.patterns_len()];
    let mut all = 0;
    for hit in words.find_iter(text) {
        seen[hit.pattern().as_usize()] = true;
        all += 1;
    }
    let different = seen.into_iter().filter(|seen| *seen).count();
    different >= 6 && all * DEFENCE_EVERY >= text.len().min(40_000)
}

/// Words that say that what follows is one of many.
fn has_example_word(text: &str) -> bool {
    [
        "such as",
        "like ",
        "for example",
        "e.g.",
        "example",
        "phrases",
        "patterns",
        "strings",
        "variants",
        "contains",
        "containing",
    ]
    .iter()
    .any(|word| text.contains(word))
}

/// Whether a quotation mark is open before and closed after.
fn is_quoted(before: &str, after: &str) -> bool {
    ['"', '`'].iter().any(|&mark| before.matches(mark).count() % 2 == 1 && after.contains(mark))
        || before
            .rfind([' ', '(', '['].as_slice())
            .map_or(before.starts_with('\''), |at| before[at + 1..].starts_with('\''))
            && after.contains('\'')
}
