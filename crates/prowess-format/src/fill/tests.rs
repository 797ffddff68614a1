//! Tables of what becomes of a text, by the dialects there are.

use proptest::prelude::*;

use super::*;

/// Claude Code's.
const FROM_ZERO: &str = r#"
arguments = ["all", "indexed", "positional", "named"]
words = "shell"
first = 0
missing = "literal"
unplaced = "labelled"
escape = true
shell = ["inline-anchored", "block"]
[variables]
"${CLAUDE_SKILL_DIR}" = "skill-directory"
"${CLAUDE_SESSION_ID}" = "session"
"{baseDir}" = "skill-directory"
"#;

/// opencode's.
const FROM_ONE: &str = r#"
arguments = ["all", "positional"]
words = "quotes"
last = "rest"
unplaced = "appended"
shell = ["inline"]
files = true
"#;

/// Wundr's.
const ALL_ONLY: &str = r#"
arguments = ["all"]
shell = ["line"]
shell-disabled = "<!-- {command} -->"
read = true
"#;

fn dialect(text: &str) -> Dialect {
    toml::from_str(text).unwrap()
}

fn filled<'a>(body: &'a str, arguments: &str, dialect: &Dialect) -> Filled<'a> {
    let names = ["issue".to_owned(), "issue-kind".to_owned()];
    let variables = [(Variable::SkillDirectory, "/s".to_owned())];
    fill(body, dialect, &Input { arguments, names: &names, variables: &variables }).unwrap()
}

fn check(text: &str, table: &[(&str, &str, &str)]) {
    let dialect = dialect(text);
    for (body, arguments, expected) in table {
        assert_eq!(filled(body, arguments, &dialect).text(), *expected, "{body} + {arguments}");
    }
}

/// The substitutions of agent-skills-standard.md, section 2.
#[test]
fn numbers_from_zero_with_missing_ones_literal() {
    check(
        FROM_ZERO,
        &[
            ("Fix $ARGUMENTS!", "a \"b c\"", "Fix a \"b c\"!"),
            ("$ARGUMENTS[1] and $0", "a \"b c\"", "b c and a"),
            ("$0 $1 $2", "a b", "a b $2"),
            ("$ARGUMENTS[7]", "a", "$ARGUMENTS[7]\n\nARGUMENTS: a"),
            ("$ARGUMENTS[x]", "a", "a[x]"),
            ("$issue, $issue-kind, $issues", "12 bug", "12, bug, $issues"),
            ("$issue-kind", "12", ""),
            ("\\$0 \\$ARGUMENTS \\\\$0 \\$x", "a", "$0 $ARGUMENTS \\\\a \\$x"),
            ("\\$0", "a", "$0\n\nARGUMENTS: a"),
            ("Go.", "a b", "Go.\n\nARGUMENTS: a b"),
            ("Go.", "  ", "Go."),
            ("Go $ARGUMENTS.", "", "Go ."),
            (
                "${CLAUDE_SKILL_DIR}/x {baseDir} ${CLAUDE_SESSION_ID}",
                "",
                "/s/x /s ${CLAUDE_SESSION_ID}",
            ),
            ("\\${CLAUDE_SKILL_DIR}", "", "\\/s"),
            ("costs $5.00, $100 or $3k, pid $$0", "", "costs $5.00, $100 or $3k, pid $$0"),
            ("$99999999999999999999999", "", "$99999999999999999999999"),
        ],
    );
}

/// seed-systems.md 7.1, the arguments that were measured.
#[test]
fn numbers_from_one_with_the_rest_for_the_highest() {
    check(
        FROM_ONE,
        &[
            ("A $2", "x y z", "A y z"),
            ("$1", "\"a b\" c", "a b c"),
            ("$1-$2", "a b c", "a-b c"),
            ("[$1] [$3] [$0]", "a", "[a] [] []"),
            ("$10", "a b c d e f g h i j k", "j k"),
            ("$ARGUMENTS", "\"a b\" c", "\"a b\" c"),
            ("Go.", "a b", "Go.\n\na b"),
            ("Go.", " ", "Go."),
            ("\\$1", "a", "\\a"),
            ("{baseDir} ${CLAUDE_SKILL_DIR} $issue", "", "{baseDir} ${CLAUDE_SKILL_DIR} $issue"),
        ],
    );
}

/// wundr-skills.md 5.3; upstream mangles `$&` and the like, see seed-systems.md 4.1.
#[test]
fn only_all_that_was_typed() {
    check(
        ALL_ONLY,
        &[
            ("a $ARGUMENTS b $ARGUMENTS", "x", "a x b x"),
            ("$ARGUMENTS", "$& $$ $` $1 \\n \\$ARGUMENTS", "$& $$ $` $1 \\n \\$ARGUMENTS"),
            ("awk '{print $1}' costs $5.00 or $2", "x", "awk '{print $1}' costs $5.00 or $2"),
            ("$ARGUMENTS[0]", "x y", "x y[0]"),
            ("!gh pr view $ARGUMENTS\nGo.", "1", "<!-- gh pr view $ARGUMENTS -->\nGo."),
            ("!read ./a.md\n", "", "<!-- read ./a.md -->\n"),
            ("![image](x.png)\n```\n!rm x\n```\n", "", "![image](x.png)\n```\n!rm x\n```\n"),
        ],
    );
}

#[test]
fn nothing_is_filled_in_where_the_dialect_knows_nothing() {
    let body = "$ARGUMENTS $1 !`x` @a.md {baseDir}\n!ls\n";
    let filled = filled(body, "a", &Dialect::default());
    assert_eq!((filled.text().as_str(), filled.wanted.len()), (body, 0));
}

#[test]
fn what_a_text_asks_for() {
    let body =
        "See @a.md\n\nNow !`git log $0`, x!`no`\n\n```!\nmake\nmake $1\n```\n\n`` !`code` ``\n";
    let dialect = Dialect { files: true, ..dialect(FROM_ZERO) };
    let filled = filled(body, "v1", &dialect);
    let shown: Vec<String> = filled
        .wanted
        .iter()
        .map(|wanted| match wanted {
            Wanted::Command { form, command, .. } => format!("{form:?} {command}"),
            Wanted::Text { path, .. } => format!("text {path}"),
            Wanted::File { path, .. } => format!("file {path}"),
        })
        .collect();
    assert_eq!(shown, ["file a.md", "InlineAnchored git log $0", "Block make\nmake $1"]);
    let off = "[shell command execution disabled by policy]";
    // The command took the argument, so that it does not follow the text.
    let expected = format!("See @a.md\n\nNow {off}, x!`no`\n\n{off}\n\n`` !`code` ``\n");
    assert_eq!(filled.text(), expected);
}

#[test]
fn a_text_that_grows_too_long_is_refused() {
    let body = "$ARGUMENTS".repeat(1_000);
    let arguments = "x".repeat(limits::FILLED_BYTES / 999);
    let input = Input { arguments: &arguments, ..Input::default() };
    assert_eq!(fill(&body, &dialect(ALL_ONLY), &input), Err(TooLong));
}

/// Where it asks for something.
fn places(filled: &Filled<'_>) -> Vec<Span> {
    let span = |wanted: &Wanted| match wanted {
        Wanted::Command { span, .. } | Wanted::Text { span, .. } | Wanted::File { span, .. } => {
            *span
        }
    };
    filled.wanted.iter().map(span).collect()
}

proptest! {
    /// Whatever is typed stands in the text as it was typed, and asks for nothing.
    #[test]
    fn arguments_are_literal(arguments in "[ -~\\n$\\\\`!@{}é]{0,40}", body in "[a-z !@$`\\\\{}\\[\\]01ARGUMENTS\\n]{0,60}") {
        for text in [FROM_ZERO, FROM_ONE, ALL_ONLY] {
            let dialect = dialect(text);
            let whole = format!("{body}<$ARGUMENTS>");
            let with = filled(&whole, &arguments, &dialect);
            prop_assert_eq!(&with, &filled(&whole, &arguments, &dialect));
            let without = filled(&whole, "", &dialect);
            prop_assert_eq!(places(&with), places(&without));
            let end = format!("<{arguments}>");
            // Unless a command goes on to the end, and the placeholder is part of it.
            let command = with.segments.last().is_some_and(|last| matches!(last.source, Source::Wanted(_)));
            let unclosed = whole.contains("!`");
            prop_assert!(command || unclosed || with.text().ends_with(&end));
            // Pieces of the body come in its order and are as they are there.
            let mut reached = 0;
            for segment in &with.segments {
                if let Source::Body(span) = segment.source {
                    prop_assert!(span.start >= reached);
                    prop_assert_eq!(span.of(&whole), segment.text.as_ref());
                    reached = span.end;
                }
            }
        }
    }
}
