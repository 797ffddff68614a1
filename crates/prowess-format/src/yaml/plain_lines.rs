//! The plainest rescue: single lines as text.
//!
//! Some agents give up on YAML once it fails and take every unindented `key: value` line for what it
//! says, quotes, brackets and all. What takes more than a line is lost.

use super::repair::{Mend, Mended, UNQUOTED_COLON, VALUE_UNREADABLE};
use super::{Kind, Node, Style, Text};
use crate::diagnostic::Span;
use crate::fence::lines;
use crate::limits;

/// Reads the `key: value` lines of `source[range]`; `None` where there are none.
pub(crate) fn lines_as_text(source: &str, range: Span) -> Option<Mended> {
    let (mut entries, mut mends) = (Vec::new(), Vec::new());
    for line in lines(source, range).take(limits::YAML_NODES) {
        let Some((key, rest)) = line.of(source).split_once(':') else { continue };
        let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        if key.is_empty() || !key.chars().all(word) {
            continue;
        }
        let value = rest.trim();
        let start = line.end - rest.trim_start().len();
        let span = Span::new(start, start + value.len());
        if let Err(problem) = super::read(source, Span::new(line.start, line.end)) {
            let code = if value.contains(": ") { &UNQUOTED_COLON } else { &VALUE_UNREADABLE };
            let values = vec![("key", key.to_owned()), ("problem", problem.worded(source).what)];
            mends.push(Mend { code, span, values, fix: None });
        }
        let name = Span::new(line.start, line.start + key.len());
        entries.push((
            Node::scalar(name, Style::Quoted, Text::Verbatim(name)),
            Node::scalar(span, Style::Quoted, Text::Verbatim(span)),
        ));
    }
    let node = Node { span: range, kind: Kind::Mapping(entries) };
    (!node.entries().is_empty()).then_some(Mended { node, mends })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_as_they_stand() {
        let table = [
            ("a: [x\nb-c: \"y", vec![("a", "[x"), ("b-c", "\"y")]),
            ("a:  x: y  \n  b: lost\nc d: lost\ne:", vec![("a", "x: y"), ("e", "")]),
            ("lost\n", vec![]),
        ];
        for (text, expected) in table {
            let mended = lines_as_text(text, Span::new(0, text.len()));
            let node = mended.map(|mended| mended.node);
            let entries = node.iter().flat_map(Node::entries);
            let read: Vec<_> = entries
                .map(|(key, value)| (key.text(text).unwrap(), value.text(text).unwrap()))
                .collect();
            assert_eq!(read, expected, "{text:?}");
        }
    }
}
