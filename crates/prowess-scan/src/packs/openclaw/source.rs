//! Rules about JavaScript and TypeScript files.

use std::ops::Range;

use crate::packs::openclaw::FINDINGS_PER_RULE;
use crate::packs::openclaw::bindings::Bindings;
use crate::packs::openclaw::execution::{self, DANGEROUS_EXEC};
use crate::packs::shared::collector::Collector;
use crate::packs::shared::javascript::{
    BASE64_DECODED, ENVIRONMENT, FILE_READ, HEX_ESCAPES, MINING, WEB_SOCKET, is_common_port,
    without_comments,
};
use crate::packs::shared::pattern::Pattern;
use crate::packs::shared::rule::{SeedRule, seed_rules};
use crate::packs::shared::text::{Text, lines};

seed_rules! {
    /// Text is run as code.
    ///
    /// A call of `eval`, or of `new Function`. After 32 in one file the others are counted by one
    /// finding `dynamic-code-execution-truncated`.
    DYNAMIC_CODE_EXECUTION = "dynamic-code-execution", Critical, "the script runs text as code", "read where the text comes from; parse data instead of running it";

    /// Words of crypto mining.
    ///
    /// The protocols and programs `stratum+tcp`, `stratum+ssl`, `coinhive`, `cryptonight` and
    /// `xmrig`, in either case, also in comments. After 32 in one file the others are counted by one
    /// finding `crypto-mining-truncated`.
    CRYPTO_MINING = "crypto-mining", Critical, "the script names a mining protocol or program", "no skill has a reason to mine; do not use it";

    /// A WebSocket to an unusual port.
    ///
    /// The port is none of 80, 443, 8080, 8443 and 3000. After 32 in one file the others are counted
    /// by one finding `suspicious-network-truncated`.
    SUSPICIOUS_NETWORK = "suspicious-network", Medium, "the script opens a WebSocket to an unusual port", "ask what answers at that address";

    /// A file is read, and something is sent.
    ///
    /// `readFile` or `readFileSync`, and a call of `fetch`, `post` or `http.request` anywhere in the
    /// same file. Comments do not count.
    POTENTIAL_EXFILTRATION = "potential-exfiltration", Medium, "the script reads files and sends requests", "read which files it reads, and where it sends them";

    /// A text that is hidden from readers.
    ///
    /// Six or more hexadecimal escapes in a row, or a base64 literal of 200 or more characters that is
    /// decoded. Comments do not count.
    OBFUSCATED_CODE = "obfuscated-code", Medium, "the script hides a text in hexadecimal escapes", "decode it before you use the skill";

    /// The environment is read next to a request.
    ///
    /// `process.env`, and a call of `fetch`, `post` or `http.request` at most 8 lines away. Comments
    /// do not count. Environment variables hold keys and tokens.
    ENV_HARVESTING = "env-harvesting", Critical, "the script reads the environment next to a request", "read which variables it takes, and where it sends them";
}

/// The second sentence of `obfuscated-code`.
static OBFUSCATED_BASE64: SeedRule = SeedRule {
    message: "the script decodes a long base64 text",
    id: OBFUSCATED_CODE.id,
    severity: OBFUSCATED_CODE.severity,
    help: OBFUSCATED_CODE.help,
    page: OBFUSCATED_CODE.page,
};

static DYNAMIC_CODE: Pattern = Pattern::new(r"\beval\s*\(|new\s+Function\s*\(");
static REQUEST: Pattern = Pattern::any_case(r"(?:\b(?:fetch|post)|\.\s*post|http\.request)\s*\(");

/// Lines between the environment and a request that still belong together.
const NEARBY_LINES: usize = 8;

/// Asks all rules about a file.
pub(super) fn scan(text: &Text, scan: &mut Collector<'_>) {
    let source = without_comments(&text.text);
    if memchr::memmem::find(text.text.as_bytes(), b"child_process").is_some() {
        let bindings = Bindings::of(&source);
        each_match(&DANGEROUS_EXEC, text, scan, |line| execution::calls(line, &bindings));
    }
    if DYNAMIC_CODE.is_in(&text.text) {
        each_match(&DYNAMIC_CODE_EXECUTION, text, scan, |line| {
            DYNAMIC_CODE.find_all(line).collect()
        });
    }
    if MINING.is_in(&text.text) {
        each_match(&CRYPTO_MINING, text, scan, |line| MINING.find_all(line).collect());
    }
    if WEB_SOCKET.is_in(&text.text) {
        each_match(&SUSPICIOUS_NETWORK, text, scan, |line| {
            let unusual = |port: &str| !is_common_port(port);
            let sockets = WEB_SOCKET.all_groups(line).filter(|groups| unusual(groups.get(1)));
            sockets.filter_map(|groups| groups.range(0)).collect()
        });
    }

    let requests: Vec<Range<usize>> = REQUEST.find_all(&source).collect();
    if !requests.is_empty() {
        first_match(&POTENTIAL_EXFILTRATION, &FILE_READ, &source, text, scan);
    }
    first_match(&OBFUSCATED_CODE, &HEX_ESCAPES, &source, text, scan);
    first_match(&OBFUSCATED_BASE64, &BASE64_DECODED, &source, text, scan);
    if !requests.is_empty() {
        environment_near(&requests, &source, text, scan);
    }
}

/// A finding for each match of a line rule, up to a number, and one that counts the rest.
fn each_match(
    rule: &'static SeedRule,
    text: &Text,
    scan: &mut Collector<'_>,
    find: impl Fn(&str) -> Vec<Range<usize>>,
) {
    let mut count = 0;
    let mut last = 0..0;
    for line in text.lines() {
        for found in find(line.text) {
            count += 1;
            last = line.start + found.start..line.start + found.end;
            if count <= FINDINGS_PER_RULE {
                scan.add_line(rule, text, last.clone(), line);
            }
        }
    }
    if count > FINDINGS_PER_RULE {
        scan.add_omitted(rule, text, last, count - FINDINGS_PER_RULE, FINDINGS_PER_RULE);
    }
}

/// One finding where a pattern is in the source without comments: a line that has it alone before
/// a place where it goes over several. Lines keep their numbers, so the file's own line is shown.
fn first_match(
    rule: &'static SeedRule,
    pattern: &Pattern,
    source: &str,
    text: &Text,
    scan: &mut Collector<'_>,
) {
    let Some(found) = pattern.find(source) else { return };
    let number = lines(source)
        .position(|line| pattern.is_in(line.text))
        .unwrap_or_else(|| memchr::memchr_iter(b'\n', &source.as_bytes()[..found.start]).count());
    let line = text.line(number);
    scan.add_line(rule, text, line.trimmed(), line);
}

/// One finding for the first line that reads the environment near a request.
fn environment_near(
    requests: &[Range<usize>],
    source: &str,
    text: &Text,
    scan: &mut Collector<'_>,
) {
    let starts: Vec<usize> = lines(source).map(|line| line.start).collect();
    let number = |at: usize| starts.partition_point(|&start| start <= at).saturating_sub(1);
    // First and last line of each request, both in order since requests do not overlap.
    let requests: Vec<(usize, usize)> = requests
        .iter()
        .map(|request| (number(request.start), number(request.end.saturating_sub(1))))
        .collect();
    for (at, line) in lines(source).enumerate() {
        if !ENVIRONMENT.is_in(line.text) {
            continue;
        }
        let from = at.saturating_sub(NEARBY_LINES);
        let near = requests.partition_point(|(first, _)| *first < from);
        if requests.get(near).is_some_and(|(_, last)| *last <= at + NEARBY_LINES) {
            let line = text.line(at);
            return scan.add_line(&ENV_HARVESTING, text, line.trimmed(), line);
        }
    }
}
