//! A repair that does without YAML: the lines `name:` and `description:` are taken as they stand.

use super::repair::{Mend, Mended, VALUE_UNREADABLE};
use super::scalar::{self, Plain};
use super::{Kind, Node, Problem, Style, Text};
use crate::diagnostic::Span;
use crate::fence::lines;

/// The two keys.
const KEYS: [&str; 2] = ["name", "description"];

/// Reads the two lines of `source[range]`; `None` where one of them is missing. Indented lines right
/// after a description go on with it. The last of several lines of a key counts.
pub(crate) fn named_lines(source: &str, range: Span, problem: Option<Problem>) -> Option<Mended> {
    let mut found: [Option<Node>; 2] = [None, None];
    let mut rest = lines(source, range).peekable();
    while let Some(line) = rest.next() {
        let content = line.of(source).trim_start();
        let keyed = |key: &str| content.strip_prefix(key)?.strip_prefix(':');
        let Some((which, value)) =
            KEYS.iter().enumerate().find_map(|(at, key)| Some((at, keyed(key)?)))
        else {
            continue;
        };
        let (mut text, mut end) = (value.trim().to_owned(), line.end);
        while which == 1
            && let Some(more) = rest.next_if(|line| is_continuation(line.of(source)))
        {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(more.of(source).trim());
            end = more.end;
        }
        let span = Span::new(line.end - value.trim_start().len(), end);
        found[which] = Some(Node::scalar(span, Style::Quoted, Text::Cooked(text.into())));
    }
    let [Some(name), Some(description)] = found else { return None };
    let mends = problem.map(|problem| Mend {
        code: &VALUE_UNREADABLE,
        span: Span::new(problem.at, problem.at),
        values: vec![("key", "name and description".to_owned()), ("problem", problem.what)],
        fix: None,
    });
    let entries = KEYS.into_iter().zip([name, description]).map(|(key, value)| {
        let at = Span::new(value.span.start as usize, value.span.start as usize);
        (Node::scalar(at, Style::Plain, Text::Cooked(key.into())), value)
    });
    let node = Node { span: range, kind: Kind::Mapping(entries.collect()) };
    Some(Mended { node, mends: mends.into_iter().collect() })
}

fn is_continuation(line: &str) -> bool {
    line.starts_with([' ', '\t']) && !line.trim().is_empty()
}

/// Whether both are strings, and neither has a tag of its own, which readers of YAML refuse.
pub(crate) fn has_both(source: &str, root: &Node) -> bool {
    KEYS.iter().all(|wanted| {
        let entry = root.entries().iter().rfind(|(key, _)| key.says(wanted, source));
        entry.is_some_and(|(key, value)| {
            let gap = source.get(key.span.end as usize..value.span.start as usize);
            let tag = gap.unwrap_or_default().trim_start_matches(['"', '\'', ':', ' ', '\t']);
            let own_tag = tag.starts_with('!') && !tag.starts_with("!!");
            !own_tag && is_string(source, value)
        })
    })
}

fn is_string(source: &str, value: &Node) -> bool {
    let text = value.text(source);
    text.is_some_and(|text| !value.is_plain() || scalar::classify(text) == Plain::Str)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(source: &str) -> Option<(String, String)> {
        let node = named_lines(source, Span::new(0, source.len()), None)?.node;
        let text = |at: usize| node.entries()[at].1.text(source).unwrap_or_default().to_owned();
        Some((text(0), text(1)))
    }

    #[test]
    fn two_lines_are_all_that_is_read() {
        let table = [
            ("name: a\ndescription: b: c\n", Some(("a", "b: c"))),
            ("name:a\n\tdescription:\"b\n", Some(("a", "\"b"))),
            ("description:\n  a: b\n  c\nname: [x]\n", Some(("[x]", "a: b c"))),
            ("name:\ndescription:\n", Some(("", ""))),
            ("name: a\ndescription b\n", None),
        ];
        for (source, expected) in table {
            let expected = expected.map(|(a, b)| (a.to_owned(), b.to_owned()));
            assert_eq!(read(source), expected, "{source:?}");
        }
    }
}
