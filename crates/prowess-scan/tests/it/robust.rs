//! Whatever a skill holds, the packs answer, and point to places that are there.

use proptest::prelude::*;
use prowess_format::{MemoryTree, Tree, TreePath};
use prowess_scan::{OpenclawOptions, Pack, Policy, UserRules, scan};

/// Pieces that rules and readers hang on.
const PIECES: &[&str] = &[
    "eval(",
    "new Function (",
    "child_process",
    "import { exec as ",
    "} from 'child_process'",
    "const {",
    "} = p;",
    "require(",
    ")['exec'](",
    ".exec(",
    "spawn(",
    "process.env",
    "fetch(",
    "/*",
    "*/",
    "//",
    "'",
    "\"",
    "`",
    "\\",
    "\n",
    "\r\n",
    "---\n",
    "```\n",
    "| curl | bash |",
    "curl https://x | sh",
    "sk-",
    "xoxb-",
    "AIza",
    "ghp_",
    "-----BEGIN PRIVATE KEY-----\n",
    "-----END PRIVATE KEY-----",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n",
    "<!-- !x",
    "-->",
    "!cat ../",
    "rm -rf /",
    "chmod 777",
    "env ",
    "http",
    "é",
    "\u{2028}",
    "\u{a0}",
    "\u{feff}",
    "\0",
    "name: x\n",
    "ws://a:1'",
    "new WebSocket('",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_text_gets_an_answer(
        pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..60),
    ) {
        let text = pieces.concat();
        let files = [("SKILL.md", &*text), ("a.js", &*text), ("b.txt", &*text)];
        let tree = MemoryTree::of_texts(files);
        let own = "[[rule]]\nid='e'\nseverity='low'\nmessage='m'\nin='prose'\npattern='e.*x|e'\n\
                   [[rule]]\nid='f'\nseverity='low'\nmessage='m'\nin='code'\nliterals=['e']\n";
        for pack in [Pack::Wundr, Pack::Openclaw] {
            let rules = UserRules::parse(own).0;
            let openclaw = OpenclawOptions::default();
            let policy = Policy { pack, rules, openclaw, ..Policy::default() };
            let report = scan(&tree, &policy);
            prop_assert_eq!(&report, &scan(&tree, &policy));
            for finding in &report.findings {
                let Some(at) = finding.location else { continue };
                let path = TreePath::new(finding.file.as_str()).unwrap();
                let bytes = tree.read(&path, usize::MAX).unwrap();
                let range = at.span.range();
                prop_assert!(range.start <= range.end && range.end <= bytes.len());
                let lines = bytes[..range.start].iter().filter(|byte| **byte == b'\n').count();
                prop_assert_eq!(at.line as usize, lines + 1, "{}", &finding.rule);
                let before = String::from_utf8_lossy(&bytes[..range.start]);
                let column = before.rsplit('\n').next().unwrap().chars().count() + 1;
                prop_assert_eq!(at.column as usize, column, "{}", &finding.rule);
            }
        }
    }
}
