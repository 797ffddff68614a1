//! `string.Template` of Python's standard library: `$name`, `${name}`, `$$`.
//!
//! Substitution is literal and single-pass: a value that holds placeholders is not looked at again.

use std::collections::BTreeMap;

/// Why a template could not be filled.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// A placeholder without a value.
    #[error("the template names `{0}`, which has no value")]
    Missing(String),
    /// A `$` that starts nothing.
    #[error(
        "line {line} of the template has a `$` that is no placeholder; write `$$` for a dollar sign"
    )]
    Invalid {
        /// From 1.
        line: usize,
    },
}

/// What to do with a placeholder that has no value, or a `$` that starts none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnMissing {
    /// Fail.
    Refuse,
    /// Leave it as it stands.
    Keep,
}

/// Fills the placeholders of a template.
pub fn substitute(
    template: &str,
    values: &BTreeMap<String, String>,
    on_missing: OnMissing,
) -> Result<String, TemplateError> {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        if let Some(tail) = after.strip_prefix('$') {
            out.push('$');
            rest = tail;
            continue;
        }
        let (name, length) = placeholder(after);
        match (name, name.and_then(|name| values.get(name)), on_missing) {
            (_, Some(value), _) => out.push_str(value),
            (_, None, OnMissing::Keep) => out.push_str(&rest[at..at + 1 + length]),
            (Some(name), None, OnMissing::Refuse) => {
                return Err(TemplateError::Missing(name.to_owned()));
            }
            (None, None, OnMissing::Refuse) => {
                let before = &template[..template.len() - after.len()];
                return Err(TemplateError::Invalid { line: before.matches('\n').count() + 1 });
            }
        }
        rest = &after[length..];
    }
    out.push_str(rest);
    Ok(out)
}

/// The name of the placeholder that follows a `$`, and how many bytes it takes.
fn placeholder(text: &str) -> (Option<&str>, usize) {
    let braced = text.starts_with('{');
    let name_at = usize::from(braced);
    let name = &text[name_at..];
    let length = name
        .bytes()
        .enumerate()
        .take_while(|(at, byte)| {
            byte.is_ascii_alphabetic() || *byte == b'_' || (*at > 0 && byte.is_ascii_digit())
        })
        .count();
    let closed = !braced || name[length..].starts_with('}');
    if length == 0 || !closed {
        return (None, 0);
    }
    (Some(&name[..length]), name_at + length + usize::from(braced))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values() -> BTreeMap<String, String> {
        [("lang", "Rust"), ("cost", "$lang")].map(|(k, v)| (k.to_owned(), v.to_owned())).into()
    }

    #[test]
    fn placeholders_are_filled_once() {
        let table = [
            ("use $lang", "use Rust"),
            ("use ${lang}s", "use Rusts"),
            ("$$5 for $cost", "$5 for $lang"),
            ("$lang$lang", "RustRust"),
            ("no dollar", "no dollar"),
        ];
        for (template, expected) in table {
            assert_eq!(substitute(template, &values(), OnMissing::Refuse).unwrap(), expected);
        }
    }

    #[test]
    fn what_has_no_value_is_refused_or_kept() {
        let refuse = |template| substitute(template, &values(), OnMissing::Refuse).unwrap_err();
        assert_eq!(refuse("a $missing"), TemplateError::Missing("missing".into()));
        assert_eq!(refuse("a\n$1"), TemplateError::Invalid { line: 2 });
        assert_eq!(refuse("${lang"), TemplateError::Invalid { line: 1 });
        let keep = substitute("$missing $1 ${x $", &values(), OnMissing::Keep).unwrap();
        assert_eq!(keep, "$missing $1 ${x $");
    }
}
