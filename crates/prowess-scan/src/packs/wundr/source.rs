//! Rules about JavaScript and TypeScript files.

use crate::packs::shared::collector::Collector;
use crate::packs::shared::javascript::{
    BASE64_DECODED, ENVIRONMENT, FILE_READ, HEX_ESCAPES, MINING, WEB_SOCKET, is_common_port,
};
use crate::packs::shared::pattern::Pattern;
use crate::packs::shared::rule::{SeedRule, seed_rules};
use crate::packs::shared::text::Text;

seed_rules! {
    /// A program is started through `child_process`.
    ///
    /// The file mentions `child_process` and a line calls `exec`, `execSync`, `spawn`, `spawnSync`,
    /// `execFile` or `execFileSync`. Whose function that is, is not looked at: `RegExp.exec` in such
    /// a file counts too.
    DANGEROUS_SHELL_INVOCATION = "dangerous-shell-invocation", Critical, "the script starts programs through `child_process`", "read what it runs, and with which arguments";

    /// Text is run as code with `eval`.
    ///
    /// Any call of something named `eval`, a method of that name among them.
    DYNAMIC_CODE_EVAL = "dynamic-code-eval", Critical, "the script runs text as code with `eval`", "read where the text comes from; parse data instead of running it";

    /// Text is made a function with `new Function`.
    ///
    /// It is `eval` by another name.
    DYNAMIC_FUNCTION_CONSTRUCTOR = "dynamic-function-constructor", Critical, "the script makes a function out of text", "read where the text comes from; parse data instead of running it";

    /// Words of crypto mining.
    ///
    /// The protocols and programs `stratum+tcp`, `stratum+ssl`, `coinhive`, `cryptonight` and
    /// `xmrig`, in either case, also in comments.
    CRYPTO_MINING = "crypto-mining", Critical, "the script names a mining protocol or program", "no skill has a reason to mine; do not use it";

    /// A WebSocket to an unusual port.
    ///
    /// The port is none of 80, 443, 8080, 8443 and 3000. Only the first WebSocket of a line is looked
    /// at.
    SUSPICIOUS_NETWORK = "suspicious-network", Medium, "the script opens a WebSocket to an unusual port", "ask what answers at that address";

    /// `require` of something that is not written out.
    ///
    /// What is loaded is known only when it runs. A call without any argument counts too.
    SUSPICIOUS_REQUIRE = "suspicious-require", Medium, "the script loads a module whose name is computed", "read what the name can be";

    /// A file is read, and something is sent.
    ///
    /// `readFile` or `readFileSync`, and `fetch`, `post` or `http.request` anywhere in the same file,
    /// comments among it.
    POTENTIAL_EXFILTRATION = "potential-exfiltration", Medium, "the script reads files and talks to the network", "read which files it reads, and where it sends them";

    /// A text written in hexadecimal escapes.
    ///
    /// Six or more `\xNN` in a row: a text that the reader of the script is not meant to read.
    OBFUSCATED_CODE_HEX = "obfuscated-code-hex", Medium, "the script hides a text in hexadecimal escapes", "decode it before you use the skill";

    /// A long base64 text that is decoded.
    ///
    /// `atob` or `Buffer.from` with a literal of 200 or more base64 characters.
    OBFUSCATED_CODE_BASE64 = "obfuscated-code-base64", Medium, "the script decodes a long base64 text", "decode it before you use the skill";

    /// The environment is read, and something is sent.
    ///
    /// `process.env`, and `fetch`, `post` or `http.request` anywhere in the same file, comments among
    /// it. Environment variables hold keys and tokens.
    ENV_HARVESTING = "env-harvesting", Critical, "the script reads the environment and talks to the network", "read which variables it takes, and where it sends them";
}

static SHELL_CALL: Pattern = Pattern::new(r"\b(?:exec(?:File)?|spawn)(?:Sync)?\s*\(");
static EVAL: Pattern = Pattern::new(r"\beval\s*\(");
static NEW_FUNCTION: Pattern = Pattern::new(r"new\s+Function\s*\(");
static REQUIRE: Pattern = Pattern::new(r"require\s*\(\s*");
static NETWORK: Pattern = Pattern::any_case(r"\b(?:fetch|post)\b|http\.request");

/// Asks all rules about a file.
pub(super) fn scan(text: &Text, scan: &mut Collector<'_>) {
    if memchr::memmem::find(text.text.as_bytes(), b"child_process").is_some() {
        first_line(&DANGEROUS_SHELL_INVOCATION, &SHELL_CALL, text, scan);
    }
    first_line(&DYNAMIC_CODE_EVAL, &EVAL, text, scan);
    first_line(&DYNAMIC_FUNCTION_CONSTRUCTOR, &NEW_FUNCTION, text, scan);
    first_line(&CRYPTO_MINING, &MINING, text, scan);
    unusual_port(text, scan);
    computed_require(text, scan);

    let network = NETWORK.is_in(&text.text);
    if network {
        anywhere(&POTENTIAL_EXFILTRATION, &FILE_READ, text, scan);
    }
    anywhere(&OBFUSCATED_CODE_HEX, &HEX_ESCAPES, text, scan);
    anywhere(&OBFUSCATED_CODE_BASE64, &BASE64_DECODED, text, scan);
    if network {
        anywhere(&ENV_HARVESTING, &ENVIRONMENT, text, scan);
    }
}

/// A finding for the first line with the pattern.
fn first_line(rule: &'static SeedRule, pattern: &Pattern, text: &Text, scan: &mut Collector<'_>) {
    // A line that has it makes the text have it: most files are done with one search.
    if !pattern.is_in(&text.text) {
        return;
    }
    for line in text.lines() {
        if let Some(found) = pattern.find(line.text) {
            let range = line.start + found.start..line.start + found.end;
            return scan.add_line(rule, text, range, line);
        }
    }
}

/// A finding where the pattern is in the text, also across lines; a line that has it alone is shown
/// before others.
fn anywhere(rule: &'static SeedRule, pattern: &Pattern, text: &Text, scan: &mut Collector<'_>) {
    let Some(found) = pattern.find(&text.text) else { return };
    for line in text.lines() {
        if let Some(found) = pattern.find(line.text) {
            let range = line.start + found.start..line.start + found.end;
            return scan.add_line(rule, text, range, line);
        }
    }
    scan.add(rule, text, found);
}

fn unusual_port(text: &Text, scan: &mut Collector<'_>) {
    if !WEB_SOCKET.is_in(&text.text) {
        return;
    }
    for line in text.lines() {
        if let Some(groups) = WEB_SOCKET.groups(line.text)
            && !is_common_port(groups.get(1))
        {
            let found = groups.range(0).unwrap_or_default();
            let range = line.start + found.start..line.start + found.end;
            return scan.add_line(&SUSPICIOUS_NETWORK, text, range, line);
        }
    }
}

fn computed_require(text: &Text, scan: &mut Collector<'_>) {
    if !REQUIRE.is_in(&text.text) {
        return;
    }
    for line in text.lines() {
        // What begins a text is looked for by hand: the byte pattern would take a part of a space
        // outside ASCII for the beginning of a name.
        let computed = REQUIRE.find_all(line.text).find(|found| {
            let next = line.text[found.end..].chars().next();
            next.is_some_and(|next| !matches!(next, '"' | '\'' | '`'))
        });
        if let Some(found) = computed {
            let range = line.start + found.start..line.start + found.end;
            return scan.add_line(&SUSPICIOUS_REQUIRE, text, range, line);
        }
    }
}
