//! Rules: facts that together are an attack. One file a rule; its module comment is the page that
//! `prowess explain` prints.

mod agent_settings;
mod broken_promise;
mod chained_skills;
mod code_sent_away;
mod compiled_python;
mod concealment;
mod covert_collection;
mod credential_harvest;
mod crypto_miner;
mod deception;
mod decode_and_run;
mod destructive_command;
mod disguised_file;
mod download_and_run;
mod dynamic_code;
mod encoded_payload;
mod evasive_code;
mod fake_prerequisite;
mod guard_disabled;
mod harmful_content;
mod hidden_file;
mod hidden_mode;
mod hidden_text;
mod incomplete_scan;
mod input_spying;
mod instruction_override;
mod known_malware;
mod lifecycle_script;
mod link_outside;
mod literal_secret;
mod missing_script;
mod nested_archive;
mod obfuscated_code;
mod odd_host;
mod persistence;
mod persuasive_prose;
mod pipe_to_shell;
mod private_data_sent;
mod privilege;
mod ransom;
mod remote_instructions;
mod reverse_shell;
mod role_spoofing;
mod scanner_directive;
mod secret_exfiltration;
mod secret_in_request;
mod slanted_output;
mod standing_order;
mod told_to_send;
mod trigger_hijack;
mod unasked_action;
mod undeclared_tools;
mod unreadable_program;
mod untrusted_registry;
mod weakened_safety;
mod workflow_of_strangers;

use std::borrow::Cow;
use std::collections::HashMap;

use prowess_format::{Location, Span};

use crate::evidence;
use crate::fact::{Fact, Sighting};
use crate::finding::{Confidence, Finding, Severity, fingerprint};
use crate::inventory::File;
use crate::limits;
use crate::opinion::Opinion;
use crate::piece::Channel;
use crate::prose::Model;
use crate::reading::Reading;
use crate::user_rules::UserRule;

/// A rule of the default pack.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) id: &'static str,
    /// The worst it can be.
    pub(crate) severity: Severity,
    /// What to do about it.
    pub(crate) help: &'static str,
    /// Its source, for the page.
    pub(crate) source: &'static str,
    pub(crate) check: fn(&Reading, &mut Findings<'_>),
}

/// The rule over several skills, which other code asks too.
pub(crate) use chained_skills::RULE as CHAINED;

/// All rules, in the order in which they are asked.
pub(crate) static RULES: &[&Rule] = &[
    &incomplete_scan::RULE,
    &pipe_to_shell::RULE,
    &download_and_run::RULE,
    &decode_and_run::RULE,
    &encoded_payload::RULE,
    &secret_exfiltration::RULE,
    &secret_in_request::RULE,
    &private_data_sent::RULE,
    &reverse_shell::RULE,
    &crypto_miner::RULE,
    &persistence::RULE,
    &agent_settings::RULE,
    &guard_disabled::RULE,
    &privilege::RULE,
    &destructive_command::RULE,
    &evasive_code::RULE,
    &input_spying::RULE,
    &untrusted_registry::RULE,
    &lifecycle_script::RULE,
    &literal_secret::RULE,
    &instruction_override::RULE,
    &role_spoofing::RULE,
    &concealment::RULE,
    &deception::RULE,
    &standing_order::RULE,
    &unasked_action::RULE,
    &remote_instructions::RULE,
    &hidden_mode::RULE,
    &covert_collection::RULE,
    &told_to_send::RULE,
    &fake_prerequisite::RULE,
    &weakened_safety::RULE,
    &slanted_output::RULE,
    &harmful_content::RULE,
    &hidden_text::RULE,
    &obfuscated_code::RULE,
    &unreadable_program::RULE,
    &nested_archive::RULE,
    &compiled_python::RULE,
    &disguised_file::RULE,
    &link_outside::RULE,
    &odd_host::RULE,
    &scanner_directive::RULE,
    &undeclared_tools::RULE,
    &trigger_hijack::RULE,
    &credential_harvest::RULE,
    &hidden_file::RULE,
    &missing_script::RULE,
    &broken_promise::RULE,
    &known_malware::RULE,
    &dynamic_code::RULE,
    &workflow_of_strangers::RULE,
    &ransom::RULE,
    &code_sent_away::RULE,
    &persuasive_prose::RULE,
    &chained_skills::RULE,
];

impl Rule {
    /// The page: what the module comment says, and what to do.
    pub(crate) fn page(&self) -> String {
        let lines = self.source.lines().map_while(|line| line.strip_prefix("//!"));
        let lines: Vec<&str> = lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
        format!("{}\n\nWhat to do: {}.", lines.join("\n").trim(), self.help)
    }
}

/// Collects what rules find.
#[derive(Debug)]
pub(crate) struct Findings<'a> {
    reading: &'a Reading,
    model: &'a Model,
    rule: &'static Rule,
    found: Vec<Finding>,
    /// What the rule that is asked said about each file: indices of findings.
    spoken: HashMap<String, Vec<usize>>,
    /// How often each fingerprint was made.
    repeats: HashMap<String, usize>,
}

/// What a rule says.
#[derive(Debug)]
pub(crate) struct Remark {
    pub(crate) severity: Severity,
    pub(crate) confidence: Confidence,
    pub(crate) message: Cow<'static, str>,
}

/// Short for a remark.
pub(crate) fn remark(
    severity: Severity,
    confidence: Confidence,
    message: impl Into<Cow<'static, str>>,
) -> Remark {
    Remark { severity, confidence, message: message.into() }
}

impl<'a> Findings<'a> {
    fn new(reading: &'a Reading, model: &'a Model) -> Self {
        Self {
            reading,
            model,
            rule: RULES[0],
            found: Vec::new(),
            spoken: HashMap::new(),
            repeats: HashMap::new(),
        }
    }

    /// The classifier.
    pub(crate) fn model(&self) -> &'a Model {
        self.model
    }

    /// A finding at a sighting.
    pub(crate) fn at(&mut self, sighting: &Sighting, remark: Remark) {
        let piece = self.reading.piece(sighting);
        let unit = self.reading.unit(sighting);
        let decoded = (piece.channel.is_covert() || piece.channel == Channel::Folded)
            .then(|| evidence::show(unit));
        let start = piece.map.origin(sighting.start);
        let end = piece.map.origin(sighting.end.saturating_sub(1).max(sighting.start)) + 1;
        self.place(piece.file, start, end, decoded, remark);
    }

    /// A finding at a place of a file's text.
    pub(crate) fn place(
        &mut self,
        file: usize,
        start: usize,
        end: usize,
        decoded: Option<String>,
        remark: Remark,
    ) {
        let file = &self.reading.inventory.files[file];
        if !self.has_room(&file.path, &remark) {
            return;
        }
        let text = file.original();
        let (start, end) =
            (file.origin(start).min(text.len()), file.origin(end.saturating_sub(1)) + 1);
        // A line of megabytes is not read anew for each of the things it says.
        let (line, _) = file.line(start);
        if self.has_said(&file.path, line, &remark) {
            return;
        }
        let location = locate(file, start, end);
        let shown = evidence::line(text, start);
        self.push(&file.path.clone(), Some(location), shown, decoded, remark);
    }

    /// Whether the rule has said something as bad about that line.
    fn has_said(&self, path: &str, line: usize, remark: &Remark) -> bool {
        self.spoken.get(path).into_iter().flatten().any(|&at| {
            let found = &self.found[at];
            found.location.is_some_and(|at| at.line as usize == line)
                && (found.severity, found.confidence) >= (remark.severity, remark.confidence)
        })
    }

    /// A finding about a file as a whole.
    pub(crate) fn file(&mut self, path: &str, evidence: &str, remark: Remark) {
        self.push(path, None, evidence::show(evidence), None, remark);
    }

    fn push(
        &mut self,
        path: &str,
        location: Option<Location>,
        evidence: String,
        decoded: Option<String>,
        remark: Remark,
    ) {
        if !self.has_room(path, &remark) {
            return;
        }
        let spoken = self.spoken.entry(path.to_owned()).or_default();
        // The same line is one finding, the worse one.
        let same = spoken.iter().copied().find(|&at| {
            let found = &self.found[at];
            found.location.map(|at| at.line) == location.map(|at| at.line)
                && found.evidence == evidence
        });
        if let Some(same) = same.map(|at| &mut self.found[at]) {
            if (remark.severity, remark.confidence) > (same.severity, same.confidence) {
                (same.severity, same.confidence) = (remark.severity, remark.confidence);
                same.message = remark.message.into_owned();
                same.decoded = decoded;
            }
            return;
        }
        let base = fingerprint(self.rule.id, path, &evidence, 0);
        let repeat = self.repeats.entry(base.clone()).or_default();
        let fingerprint =
            if *repeat == 0 { base } else { fingerprint(self.rule.id, path, &evidence, *repeat) };
        *repeat += 1;
        let finding = Finding {
            rule: Cow::Borrowed(self.rule.id),
            severity: remark.severity,
            confidence: remark.confidence,
            file: path.to_owned(),
            location,
            message: remark.message.into_owned(),
            evidence,
            decoded,
            help: Cow::Borrowed(self.rule.help),
            fingerprint,
        };
        match spoken.len() < limits::FINDINGS_PER_RULE {
            true => {
                spoken.push(self.found.len());
                self.found.push(finding);
            }
            // Eight harmless ones before it must not hide a grave one.
            false => {
                if let Some(&least) = spoken
                    .iter()
                    .min_by_key(|&&at| (self.found[at].severity, self.found[at].confidence))
                {
                    self.found[least] = finding;
                }
            }
        }
    }

    /// Whether a remark about a file is worse than one of those the rule has made about it, or one of
    /// the first. Asked before anything is computed about the place: a file can have very many.
    fn has_room(&self, path: &str, remark: &Remark) -> bool {
        let Some(spoken) = self.spoken.get(path) else { return true };
        spoken.len() < limits::FINDINGS_PER_RULE
            || spoken.iter().any(|&at| {
                (self.found[at].severity, self.found[at].confidence)
                    < (remark.severity, remark.confidence)
            })
    }
}

/// Asks all rules.
pub(crate) fn ask(reading: &Reading, model: &Model) -> Vec<Finding> {
    let mut findings = Findings::new(reading, model);
    for rule in RULES {
        findings.rule = rule;
        findings.spoken.clear();
        (rule.check)(reading, &mut findings);
    }
    let mut found = findings.found;
    found.sort_by(|a, b| {
        let key =
            |finding: &Finding| (finding.location.map(|at| at.span.start), finding.rule.clone());
        b.severity
            .cmp(&a.severity)
            .then(b.confidence.cmp(&a.confidence))
            .then_with(|| a.file.cmp(&b.file))
            .then_with(|| key(a).cmp(&key(b)))
    });
    // That something was not read is never what is left out.
    let last = found.len().min(limits::FINDINGS);
    let told = found[..last].iter().any(|finding| finding.rule == incomplete_scan::RULE.id);
    if let Some(at) =
        found.iter().position(|finding| finding.rule == incomplete_scan::RULE.id).filter(|_| !told)
    {
        found.swap(last - 1, at);
    }
    found.truncate(limits::FINDINGS);
    found
}

/// Line and column of a place.
pub(crate) fn locate(file: &File, start: usize, end: usize) -> Location {
    let text = file.original();
    let start = crate::piece::prose::boundary(text, start);
    let (line, from) = file.line(start);
    let column = text[from..start].chars().count() + 1;
    let end = crate::piece::prose::boundary(text, end.max(start));
    Location { span: Span::new(start, end), line: line as u32, column: column as u32 }
}

/// What a rule of the user's that asks for facts finds: a finding for each sentence or statement in
/// which all of them are seen.
pub(crate) fn users_facts(reading: &Reading, users: &UserRule) -> Vec<Finding> {
    let wanted: Option<Vec<Fact>> = users.facts.iter().map(|name| Fact::named(name)).collect();
    let Some(wanted) = wanted else { return Vec::new() };
    let mut found: Vec<Finding> = Vec::new();
    for sighting in reading.sightings.iter().filter(|sighting| sighting.fact == wanted[0]) {
        let file = reading.file(sighting);
        let all = wanted.iter().all(|&fact| reading.here(sighting, fact).is_some());
        if !all || !users.is_about(&file.path) || found.len() >= limits::FINDINGS_PER_RULE {
            continue;
        }
        let piece = reading.piece(sighting);
        let at = file.origin(piece.map.origin(sighting.start));
        let evidence = evidence::line(file.original(), at);
        found.push(Finding {
            rule: Cow::Owned(users.id.clone()),
            severity: users.severity,
            confidence: Confidence::High,
            file: file.path.clone(),
            location: Some(locate(file, at, at + 1)),
            message: users.message.clone(),
            fingerprint: fingerprint(&users.id, &file.path, &evidence, found.len()),
            evidence,
            decoded: None,
            help: Cow::Owned(users.help.clone()),
        });
    }
    found
}

/// Somebody else's remark as a finding.
pub(crate) fn opinion(opinion: Opinion) -> Finding {
    Finding {
        rule: Cow::Borrowed("second-opinion"),
        severity: opinion.severity,
        confidence: opinion.confidence,
        fingerprint: fingerprint("second-opinion", &opinion.file, &opinion.message, 0),
        evidence: String::new(),
        location: None,
        file: opinion.file,
        message: evidence::show(&opinion.message),
        decoded: None,
        help: Cow::Borrowed("read the skill with this in mind"),
    }
}
