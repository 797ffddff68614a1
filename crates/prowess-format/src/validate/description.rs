//! The description, which decides when a model picks the skill.

use super::{Check, Subject, length};
use crate::diagnostic::{Remark, Report, Span};
use crate::frontmatter::Type;
use crate::rules::Coercion;

crate::code! {
    /// The frontmatter has no description.
    ///
    /// A model chooses skills by their descriptions: say what the skill does and when to use it.
    /// Where the rules allow it the first paragraph stands in; many agents drop the skill or hide it.
    DESCRIPTION_MISSING = "description-missing", Warning, "the frontmatter has no `description`", "add `description:` that says what the skill does and when to use it";

    /// The description is not a string.
    DESCRIPTION_NOT_STRING = "description-not-string", Warning, "the description is {type}, not a string", "write the description as one text";

    /// The description is empty.
    DESCRIPTION_EMPTY = "description-empty", Warning, "the description is empty", "say what the skill does and when to use it";

    /// The description is too long.
    ///
    /// It is in the context of every conversation. The open standard allows 1,024 characters;
    /// agents cut what is longer, or refuse the skill.
    DESCRIPTION_TOO_LONG = "description-too-long", Warning, "the description has {length} characters; the limit is {limit}", "move details into the body";

    /// The description holds something like an XML tag.
    ///
    /// Listings put descriptions between tags: a description with tags of its own can end its place
    /// in the list early, by mistake or on purpose. Upload forms refuse it.
    DESCRIPTION_XML_TAG = "description-xml-tag", Info, "the description holds `{tag}`, which looks like an XML tag", "write it without angle brackets";
}

pub(super) const CHECK: Check = Check {
    codes: &[
        &DESCRIPTION_MISSING,
        &DESCRIPTION_NOT_STRING,
        &DESCRIPTION_EMPTY,
        &DESCRIPTION_TOO_LONG,
        &DESCRIPTION_XML_TAG,
    ],
    run,
};

fn run(subject: &Subject<'_>, report: &mut Report<'_>) {
    let Some(value) = subject.field("description") else {
        report.add(&DESCRIPTION_MISSING, &[], Remark::at(subject.frontmatter_start()));
        return;
    };
    let span = value.span();
    let kind = value.kind();
    let coerces = report.rules().coerce.description == Coercion::Json;
    if kind == Type::Null && coerces {
        report.add(&DESCRIPTION_EMPTY, &[], Remark::at(span));
        return;
    }
    if kind != Type::Str {
        let values = [("type", kind.name()), ("python-type", kind.python_name())];
        report.add(&DESCRIPTION_NOT_STRING, &values, Remark::at(span));
        return;
    }
    let text = value.text().unwrap_or_default();
    if text.trim().is_empty() {
        report.add(&DESCRIPTION_EMPTY, &[], Remark::at(span));
        return;
    }
    check_text(text, span, report);
}

fn check_text(text: &str, span: Span, report: &mut Report<'_>) {
    let count = length(text);
    if let Some(limit) = report.rules().limits.description
        && count > limit
    {
        let (count, limit) = (count.to_string(), limit.to_string());
        report.add(
            &DESCRIPTION_TOO_LONG,
            &[("length", &count), ("limit", &limit)],
            Remark::at(span),
        );
    }
    if let Some(tag) = xml_tag(text) {
        report.add(&DESCRIPTION_XML_TAG, &[("tag", tag)], Remark::at(span));
    }
}

/// The first thing in a text that looks like a tag: `<name …>`, `</name>`, `<!…>`.
fn xml_tag(text: &str) -> Option<&str> {
    text.match_indices('<').find_map(|(at, _)| {
        let rest = &text[at..];
        let name = rest[1..].strip_prefix('/').unwrap_or(&rest[1..]);
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '!' || c == '_').then_some(())?;
        // Only up to the next `<`: a text of nothing else would be searched to its end each time.
        let end = 1 + rest[1..].find(['<', '>'])?;
        rest[end..].starts_with('>').then(|| &rest[..=end])
    })
}

#[cfg(test)]
mod tests {
    use super::xml_tag;

    #[test]
    fn tags_and_comparisons() {
        let table = [
            ("use <b>bold</b>", Some("<b>")),
            ("a </skill> b", Some("</skill>")),
            ("when x < 3 and y > 2", None),
            ("x <y", None),
            ("<!-- hi -->", Some("<!-- hi -->")),
            ("a <- b -> c", None),
        ];
        for (text, expected) in table {
            assert_eq!(xml_tag(text), expected, "{text:?}");
        }
    }
}
