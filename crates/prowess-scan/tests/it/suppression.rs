//! Findings that the user took out.

use prowess_format::MemoryTree;
use prowess_scan::{Day, Pack, Policy, Report, Suppressions, Verdict, scan};

fn policy() -> Policy {
    Policy { pack: Pack::Wundr, ..Policy::default() }
}

fn report(files: &[(&str, &str)]) -> Report {
    scan(&MemoryTree::of_texts(files.iter().copied()), &policy())
}

fn suppress(fingerprint: &str, expires: &str) -> Suppressions {
    let text = format!(
        "[[suppress]]\nfingerprint = '{fingerprint}'\nreason = 'read'\nexpires = {expires}"
    );
    let (suppressions, problems) = Suppressions::parse(&text);
    assert_eq!(problems, []);
    suppressions
}

fn day(text: &str) -> Day {
    text.parse().unwrap()
}

#[test]
fn a_suppressed_finding_no_longer_counts() {
    let mut report = report(&[("a.js", "eval(x)"), ("b.js", "require(x)")]);
    assert_eq!(report.verdict, Verdict::Block);
    let (before, fingerprint) = (report.score, report.findings[0].fingerprint.clone());
    for expires in ["'2027-01-31'", "2027-01-31"] {
        let mut report = report.clone();
        let problems =
            suppress(&fingerprint, expires).apply(&mut report, day("2027-01-31"), &policy());
        assert_eq!(problems, []);
        assert_eq!((report.verdict, report.findings.len()), (Verdict::Allow, 1));
        assert_eq!(report.suppressed[0].0.fingerprint, fingerprint);
        assert_eq!(report.suppressed[0].1, "read");
        assert!(report.score < before);
    }
    // Another one of the same rule is not meant.
    let other = suppress("0123456789abcdef", "2027-01-31");
    assert_eq!(other.apply(&mut report, day("2027-01-31"), &policy()), []);
    assert_eq!((report.verdict, report.suppressed.len()), (Verdict::Block, 0));
}

#[test]
fn an_expired_one_does_not_hold() {
    let mut report = report(&[("a.js", "eval(x)")]);
    let fingerprint = report.findings[0].fingerprint.clone();
    let suppressions = suppress(&fingerprint, "2027-01-31");
    let problems = suppressions.apply(&mut report, day("2027-02-01"), &policy());
    assert_eq!((report.verdict, report.findings.len()), (Verdict::Block, 1));
    assert_eq!(problems.len(), 1);
    assert_eq!(
        problems[0].to_string(),
        format!(
            "line 1: the suppression of {fingerprint} (dynamic-code-eval) expired on 2027-01-31"
        )
    );
}

#[test]
fn what_was_not_read_cannot_be_suppressed() {
    let mut report = report(&[("dist/a.js", "eval(x)"), ("a.js", "require(x)")]);
    assert_eq!(report.verdict, Verdict::Review);
    for finding in report.findings.clone() {
        suppress(&finding.fingerprint, "2027-01-31").apply(
            &mut report,
            day("2026-12-01"),
            &policy(),
        );
    }
    assert_eq!(report.verdict, Verdict::Review);
    assert_eq!((report.findings.len(), report.suppressed.len()), (1, 1));
    assert_eq!(report.findings[0].rule, "scan-limit");
    let fingerprint = report.findings[0].fingerprint.clone();
    let problems =
        suppress(&fingerprint, "2027-01-31").apply(&mut report, day("2026-12-01"), &policy());
    assert!(problems[0].message.contains("cannot be suppressed"));
}

#[test]
fn the_policy_of_the_pack_counts() {
    let policy = Policy { block_critical: false, ..policy() };
    let tree = MemoryTree::of_texts([("a.js", "eval(x)\nnew Function(y)")]);
    let mut report = scan(&tree, &policy);
    let fingerprint = report.findings[0].fingerprint.clone();
    suppress(&fingerprint, "2027-01-31").apply(&mut report, day("2026-12-01"), &policy);
    assert_eq!(report.verdict, Verdict::Review);
}

#[test]
fn problems_name_the_line_and_leave_the_others() {
    let good =
        "[[suppress]]\nfingerprint = '0123456789abcdef'\nreason = 'r'\nexpires = 2027-01-31\n";
    let table = [
        ("fingerprint = 'aaaaaaaaaaaaaaaa'\nexpires = 2027-01-31", 5, "`reason` is missing"),
        ("fingerprint = 'aaaaaaaaaaaaaaaa'\nreason = ' '\nexpires = 2027-01-31", 7, "`reason`"),
        ("fingerprint = 'aaaaaaaaaaaaaaaa'\nreason = 'r'", 5, "`expires` is missing"),
        ("fingerprint = 'aaaaaaaaaaaaaaaa'\nreason = 'r'\nexpires = 'never'", 8, "no day"),
        ("fingerprint = 'aaaaaaaaaaaaaaaa'\nreason = 'r'\nexpires = '2027-02-30'", 8, "no day"),
        ("reason = 'r'\nexpires = 2027-01-31", 5, "`fingerprint` is missing"),
        ("fingerprint = 'xyz'\nreason = 'r'\nexpires = 2027-01-31", 6, "no fingerprint"),
        ("rule = 'eval'\nreason = 'r'\nexpires = 2027-01-31", 6, "`rule` is not known"),
        ("fingerprint = '0123456789abcdef'\nreason = 'r'\nexpires = 2027-01-31", 6, "twice"),
    ];
    for (row, line, part) in table {
        let (suppressions, problems) = Suppressions::parse(&format!("{good}[[suppress]]\n{row}\n"));
        assert!(!suppressions.is_empty(), "{row}");
        assert_eq!(problems.len(), 1, "{row}: {problems:?}");
        assert!(problems[0].message.contains(part), "{row}: {problems:?}");
        assert_eq!(problems[0].line, Some(line), "{row}: {problems:?}");
    }
    let (none, problems) = Suppressions::parse(&" ".repeat(prowess_scan::limits::POLICY_BYTES + 1));
    assert!(none.is_empty() && problems.len() == 1);
}
