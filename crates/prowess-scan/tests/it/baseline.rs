//! What was already there.

use prowess_format::MemoryTree;
use prowess_scan::{Baseline, Pack, Policy, Report, Verdict, scan};

fn policy() -> Policy {
    Policy { pack: Pack::Openclaw, ..Policy::default() }
}

fn report(files: &[(&str, &str)]) -> Report {
    scan(&MemoryTree::of_texts(files.iter().copied()), &policy())
}

#[test]
fn known_findings_are_taken_out_and_new_ones_stay() {
    let before = report(&[("a.js", "eval(x)"), ("dist.js", "eval(y)")]);
    let baseline = Baseline::of([&before]);
    assert_eq!(baseline.len(), 2);
    let (read, problems) = Baseline::parse(&baseline.to_json());
    assert_eq!((read, problems), (baseline.clone(), vec![]));

    // Lines move, and nothing is new.
    let mut same = report(&[("a.js", "// more\n\neval(x)"), ("dist.js", "eval(y)")]);
    baseline.apply(&mut same, &policy());
    assert_eq!((same.verdict, same.findings.len(), same.suppressed.len()), (Verdict::Allow, 0, 2));
    assert_eq!(same.score, 0.0);

    let mut more = report(&[("a.js", "eval(x)\neval(x)"), ("dist.js", "eval(y)")]);
    baseline.apply(&mut more, &policy());
    assert_eq!((more.verdict, more.findings.len()), (Verdict::Block, 1));
}

#[test]
fn what_was_not_read_is_never_known() {
    let mut report = report(&[(".hidden/a.js", "eval(x)")]);
    let baseline = Baseline::of([&report]);
    assert!(baseline.is_empty());
    baseline.apply(&mut report, &policy());
    assert_eq!((report.verdict, report.findings.len()), (Verdict::Review, 1));
}

#[test]
fn files_that_are_wrong() {
    let table = [
        (r#"["0123456789abcdef"]"#, 1, 0),
        (r#"{"schema": 1, "fingerprints": ["0123456789abcdef", "x", "0123456789abcdef"]}"#, 1, 1),
        (r#"{"schema": 2, "fingerprints": ["0123456789abcdef"]}"#, 0, 1),
        (r#"{"fingerprints": 1}"#, 0, 1),
        ("", 0, 1),
    ];
    for (text, known, problems) in table {
        let (baseline, said) = Baseline::parse(text);
        assert_eq!((baseline.len(), said.len()), (known, problems), "{text}: {said:?}");
    }
}
