//! The user's own rules.

use prowess_format::MemoryTree;
use prowess_scan::{Pack, Policy, Severity, UserRules, Verdict, scan};

const HEAD: &str = "[[rule]]\nid = 'mine'\nseverity = 'high'\nmessage = 'seen'\n";

fn rules(rest: &str) -> UserRules {
    let (rules, problems) = UserRules::parse(&format!("{HEAD}{rest}"));
    assert_eq!(problems, [], "{rest}");
    rules
}

#[test]
fn what_a_rule_finds() {
    let skill = "---\nname: corp\n---\nsay corp\n\n```sh\nrun corp\n```\nuse `corp now` here\n";
    // The rest of a rule, the file, its text, the lines of the findings.
    let table: &[(&str, &str, &str, &[u32])] = &[
        (r"pattern = '\bcorp\b'", "SKILL.md", skill, &[2, 4, 7, 9]),
        ("literals = ['corp']\nin = 'prose'", "SKILL.md", skill, &[4, 9]),
        ("literals = ['corp']\nin = 'code'", "SKILL.md", skill, &[7, 9]),
        ("literals = ['corp']\nin = 'frontmatter'", "SKILL.md", skill, &[2]),
        ("literals = ['corp']\nin = 'any'", "SKILL.md", skill, &[2, 4, 7, 9]),
        ("literals = ['CORP', 'other']", "a.py", "x\nCorp\nOTHER", &[2, 3]),
        ("literals = ['corp']\nin = 'prose'", "a.py", "corp", &[]),
        ("literals = ['corp']\nin = 'code'", "a.py", "corp", &[1]),
        ("literals = ['corp']\nin = 'prose'", "a.txt", "corp", &[1]),
        ("literals = ['corp']\nfiles = ['*.py']", "x/a.py", "corp", &[1]),
        ("literals = ['corp']\nfiles = ['.py', 'shell']", "x/a.sh", "corp", &[1]),
        ("literals = ['corp']\nfiles = ['python']", "x/a.sh", "corp", &[]),
        ("literals = ['corp']\nfacts = ['send']", "a.sh", "corp", &[]),
        ("pattern = '(?i)é+CORP'", "a.sh", "éécorp", &[1]),
        // A NUL byte moves nothing.
        ("literals = ['corp']\nin = 'prose'", "a.md", "---\na: \0\n---\ncorp", &[4]),
    ];
    for (rest, path, text, expected) in table {
        let findings = rules(rest).apply(path, text);
        let lines: Vec<u32> = findings.iter().map(|found| found.location.unwrap().line).collect();
        assert_eq!(lines, *expected, "{rest} {path}");
    }
    let found = &rules("pattern = 'corp'\nhelp = 'ask'").apply("a.py", "  corp ")[0];
    assert_eq!((&*found.rule, found.severity, &*found.message), ("mine", Severity::High, "seen"));
    assert_eq!((&*found.evidence, &*found.help, &*found.file), ("corp", "ask", "a.py"));
}

#[test]
fn many_matches_are_bounded() {
    let findings = rules("pattern = 'a.*z|a'").apply("a.py", &"a".repeat(100_000));
    assert_eq!(findings.len(), 8);
    assert!(findings[7].message.ends_with("(and more of it in this file)"));
    let eight = rules("pattern = 'a'").apply("a.py", &"a\n".repeat(8));
    assert_eq!(eight[7].message, "seen");
    let mut fingerprints: Vec<&str> = eight.iter().map(|found| &*found.fingerprint).collect();
    fingerprints.dedup();
    assert_eq!(fingerprints.len(), 8);
}

#[test]
fn problems_name_the_line_and_leave_the_others() {
    let good = "[[rule]]\nid = 'good'\nseverity = 'note'\nmessage = 'm'\npattern = 'x'\n";
    // The rows after a good one, the line of the problem, a part of its sentence.
    let table = [
        ("pattern = '('", 10, "cannot be read"),
        (r"pattern = '(?<=a)b'", 10, "look-around"),
        ("pattern = 'a{1000}{1000}'", 10, "needs more than"),
        ("pattern = 'a*'", 10, "everywhere"),
        ("pattern = 7", 10, "must be a text"),
        ("pattern = 'x'\nliterals = ['x']", 11, "not both"),
        ("literals = []", 10, "says nothing"),
        ("literals = 'x'", 10, "list of texts"),
        ("patern = 'x'", 10, "`patern` is not known"),
        ("pattern = 'x'\nin = 'body'", 11, "any, prose, code or frontmatter"),
        ("pattern = 'x'\nfiles = ['cobol']", 11, "nor a language"),
        ("", 7, "needs a `pattern`"),
    ];
    for (rest, line, part) in table {
        let text = format!("{good}[[rule]]\nid = 'bad'\nseverity = 'low'\nmessage = 'm'\n{rest}\n");
        let (rules, problems) = UserRules::parse(&text);
        let ids: Vec<&str> = rules.iter().map(|rule| &*rule.id).collect();
        assert_eq!(ids, ["good"], "{rest}");
        assert_eq!(problems.len(), 1, "{rest}: {problems:?}");
        assert!(problems[0].message.contains(part), "{rest}: {problems:?}");
        assert_eq!(problems[0].line, Some(line), "{rest}: {problems:?}");
    }
    let heads = [
        ("id = 'good'\nseverity = 'low'\nmessage = 'm'", 7, "two rules `good`"),
        ("id = 'crypto-mining'\nseverity = 'low'\nmessage = 'm'", 7, "built-in"),
        ("id = 'crypto-mining-truncated'\nseverity = 'low'\nmessage = 'm'", 7, "built-in"),
        ("id = 'Bad Id'\nseverity = 'low'\nmessage = 'm'", 7, "kebab-case"),
        ("id = 'bad'\nseverity = 'fatal'\nmessage = 'm'", 8, "no severity `fatal`"),
        ("id = 'bad'\nseverity = 'low'", 6, "`message` is missing"),
        ("severity = 'low'\nmessage = 'm'", 6, "`id` is missing"),
    ];
    for (head, line, part) in heads {
        let (rules, problems) = UserRules::parse(&format!("{good}[[rule]]\n{head}\npattern = 'x'"));
        assert_eq!((rules.iter().count(), problems.len()), (1, 1), "{head}: {problems:?}");
        assert!(problems[0].message.contains(part), "{head}: {problems:?}");
        assert_eq!(problems[0].line, Some(line), "{head}: {problems:?}");
    }
    for (text, part) in [
        ("rules = 1", "`rules` is not known"),
        ("rule = 1", "written `[[rule]]`"),
        ("rule = [1]", "written `[[rule]]`"),
        ("[[rule\n", "no TOML"),
    ] {
        let (rules, problems) = UserRules::parse(&format!("\n{text}"));
        assert!(rules.is_empty(), "{text}");
        assert!(problems.iter().any(|it| it.message.contains(part)), "{text}: {problems:?}");
    }
    // A slip in one row leaves the one before it.
    let (rules, problems) = UserRules::parse(&format!("{good}[[rule]]\nid = = 'x'\n"));
    assert_eq!(rules.iter().count(), 1);
    assert_eq!(problems[0].line, Some(7), "{problems:?}");
    // A file may hold suppressions too.
    let (rules, problems) = UserRules::parse(&format!("{good}[[suppress]]\nfingerprint = ''\n"));
    assert_eq!((rules.iter().count(), problems), (1, vec![]));
}

#[test]
fn both_packs_ask_them_about_every_file() {
    let files = [
        ("SKILL.md", "internal-host"),
        ("a.js", "internal-host"),
        ("run.sh", "internal-host"),
        (".git/config", "internal-host\0"),
    ];
    for pack in [Pack::Wundr, Pack::Openclaw] {
        let rules = rules("literals = ['internal-host']");
        let policy = Policy { pack, rules, ..Policy::default() };
        let report = scan(&MemoryTree::of_texts(files), &policy);
        let seen: Vec<&str> = report.findings.iter().map(|found| &*found.file).collect();
        assert_eq!(seen, [".git/config", "SKILL.md", "a.js", "run.sh"], "{pack}");
        assert_eq!((report.verdict, report.scanned_files), (Verdict::Review, 4), "{pack}");
    }
}

#[test]
fn facts_are_handed_on() {
    let rules = rules("facts = ['secret-file', 'send']");
    let rule = rules.with_facts().next().unwrap();
    assert_eq!(rule.facts, ["secret-file", "send"]);
    assert!(rule.is_about("a.py") && rule.places("x", 1).is_empty());
}
