//! One scan under way: what was read, what was found, what was not read.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use prowess_format::{Location, Tree, TreePath};

use crate::finding::{Confidence, Finding, fingerprint};
use crate::limits;
use crate::pack::{Pack, judge};
use crate::packs::shared::gaps::{Gap, Gaps, SCAN_LIMIT};
use crate::packs::shared::rule::SeedRule;
use crate::packs::shared::secret;
use crate::packs::shared::text::{Line, Text};
use crate::packs::shared::walk::file_behind;
use crate::policy::Policy;
use crate::report::{Abilities, Report};
use crate::verdict::score;

/// A scan under way.
pub(crate) struct Collector<'a> {
    tree: &'a dyn Tree,
    policy: &'a Policy,
    /// What follows a line that is cut.
    ellipsis: &'static str,
    findings: Vec<Finding>,
    /// How often the same was seen in the same file, by its fingerprint.
    repeats: HashMap<String, usize>,
    read: HashSet<TreePath>,
    /// What was not read.
    pub(crate) gaps: Gaps,
    /// Files that were read.
    pub(crate) files: usize,
    bytes: u64,
}

impl<'a> Collector<'a> {
    /// A scan that has read nothing yet.
    pub(crate) fn new(tree: &'a dyn Tree, policy: &'a Policy, ellipsis: &'static str) -> Self {
        Self {
            tree,
            policy,
            ellipsis,
            findings: Vec::new(),
            repeats: HashMap::new(),
            read: HashSet::new(),
            gaps: Gaps::default(),
            files: 0,
            bytes: 0,
        }
    }

    /// Reads a file, asks the user's rules about it and counts it; `None` where it cannot be read
    /// or is too large.
    pub(crate) fn read(&mut self, path: &TreePath, limit: usize) -> Option<Text> {
        let name = path.display();
        let Some(entry) = file_behind(self.tree, path) else {
            self.gaps.add(Gap::Unreadable, &name);
            return None;
        };
        if entry.size > limit as u64 {
            self.gaps.add(Gap::FileBytes(limit), &name);
            return None;
        }
        if self.bytes + entry.size > limits::SKILL_BYTES as u64 {
            self.gaps.add(Gap::SkillBytes(limits::SKILL_BYTES), &name);
            return None;
        }
        let Ok(bytes) = self.tree.read(&entry.path, limit) else {
            self.gaps.add(Gap::Unreadable, &name);
            return None;
        };
        self.read.insert(path.clone());
        self.files += 1;
        self.bytes += bytes.len() as u64;
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        self.findings.extend(self.policy.rules.apply(&name, &text));
        Some(Text::new(name, text))
    }

    /// A finding of a rule about a range of a file; the line it begins in is shown.
    pub(crate) fn add(&mut self, rule: &'static SeedRule, text: &Text, range: Range<usize>) {
        let line = text.line_at(range.start);
        self.add_line(rule, text, range, line);
    }

    /// The same where the line is known.
    pub(crate) fn add_line(
        &mut self,
        rule: &'static SeedRule,
        text: &Text,
        range: Range<usize>,
        line: Line<'_>,
    ) {
        let message = rule.message.to_owned();
        let location = text.locate(range);
        let shown = text.evidence(line, self.ellipsis);
        // The whole line counts for the fingerprint: what is cut off must not change unnoticed.
        let seen = text.seen(line).digest;
        self.push(rule.id.into(), rule, &text.file, Some(location), message, shown, &seen);
    }

    /// A finding that holds a credential: nothing of it is shown.
    pub(crate) fn add_secret(&mut self, rule: &'static SeedRule, text: &Text, range: Range<usize>) {
        let seen = text.text.get(range.clone()).unwrap_or_default();
        let (message, location) = (rule.message.to_owned(), text.locate(range));
        let shown = secret::REDACTED.to_owned();
        self.push(rule.id.into(), rule, &text.file, Some(location), message, shown, seen);
    }

    /// Says that a rule found more in a file than is kept.
    pub(crate) fn add_omitted(
        &mut self,
        rule: &'static SeedRule,
        text: &Text,
        range: Range<usize>,
        omitted: usize,
        kept: usize,
    ) {
        let id = format!("{}-truncated", rule.id);
        let message =
            format!("{omitted} additional {} matches omitted after {kept} findings", rule.id);
        let shown = format!("[{omitted} additional matches omitted after {kept} findings]");
        let location = text.locate(range);
        self.push(id.into(), rule, &text.file, Some(location), message, shown.clone(), &shown);
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of a finding, in one place")]
    fn push(
        &mut self,
        id: Cow<'static, str>,
        rule: &'static SeedRule,
        file: &str,
        location: Option<Location>,
        message: String,
        evidence: String,
        seen: &str,
    ) {
        let first = fingerprint(&id, file, seen, 0);
        let repeat = self.repeats.entry(first).or_default();
        let fingerprint = fingerprint(&id, file, seen, *repeat);
        *repeat += 1;
        self.findings.push(Finding {
            rule: id,
            severity: rule.severity,
            // These scanners say nothing about how sure they are, and their patterns often err.
            confidence: Confidence::Medium,
            file: file.to_owned(),
            location,
            message,
            evidence,
            decoded: None,
            help: rule.help.into(),
            fingerprint,
        });
    }

    /// The user's rules are asked about every file, also those that the pack has no rules for.
    fn read_rest(&mut self) {
        if self.policy.rules.is_empty() {
            return;
        }
        let tree = self.tree;
        for entry in tree.entries() {
            if self.read.contains(&entry.path) || file_behind(tree, &entry.path).is_none() {
                continue;
            }
            // What looks like no text is searched too: a NUL byte must not hide a file.
            if self.files >= limits::FILES {
                self.gaps.add(Gap::Files(limits::FILES), &entry.path.display());
            } else {
                self.read(&entry.path.clone(), limits::FILE_BYTES);
            }
        }
    }

    /// The answer.
    pub(crate) fn finish(mut self, pack: Pack) -> Report {
        self.read_rest();
        sort(&mut self.findings);
        for left in self.findings.iter().skip(limits::FINDINGS) {
            self.gaps.add(Gap::Findings(limits::FINDINGS), &left.file);
        }
        self.findings.truncate(limits::FINDINGS);
        let complete = self.gaps.is_empty();
        let gaps: Vec<_> = self.gaps.sentences().collect();
        for (message, file, shown) in gaps {
            self.push(
                SCAN_LIMIT.id.into(),
                &SCAN_LIMIT,
                &file,
                None,
                message,
                shown.clone(),
                &shown,
            );
        }
        sort(&mut self.findings);
        Report {
            verdict: judge(pack, &self.findings, complete, self.policy),
            score: score(&self.findings),
            findings: self.findings,
            suppressed: Vec::new(),
            scanned_files: self.files,
            scanned_bytes: self.bytes,
            truncated: !complete,
            pack,
            abilities: Abilities::default(),
        }
    }
}

/// The worst first, then by file and place; what was found first of two in one place stays first.
fn sort(findings: &mut [Finding]) {
    let place = |finding: &Finding| finding.location.map(|location| location.span.start);
    findings.sort_by(|a, b| {
        let of = |finding: &Finding| (Reverse(finding.severity), place(finding));
        let (a_key, b_key) = (of(a), of(b));
        a_key.0.cmp(&b_key.0).then_with(|| a.file.cmp(&b.file)).then(a_key.1.cmp(&b_key.1))
    });
}
