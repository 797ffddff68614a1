//! Names: what they may look like, and when two of them are the same to the eye.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::rules::NameForm;

/// A name in the form in which names are compared: trimmed, NFKC.
pub fn normalize(name: &str) -> Cow<'_, str> {
    compatible(name.trim())
}

/// A text in NFKC.
pub fn compatible(text: &str) -> Cow<'_, str> {
    // Nearly all names are ASCII, which is in every normal form already.
    match text.is_ascii() {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.nfkc().collect()),
    }
}

/// Whether a text is not in lowercase.
pub fn has_capitals(text: &str) -> bool {
    match text.is_ascii() {
        true => text.bytes().fold(false, |found, byte| found | byte.is_ascii_uppercase()),
        false => text != text.to_lowercase(),
    }
}

/// Letters and numbers of any script: what Python's `str.isalnum` accepts. The standard library's
/// `is_alphanumeric` also takes combining vowel signs, which the reference validator refuses.
pub fn is_alphanumeric(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphanumeric();
    }
    let group = character.general_category_group();
    matches!(group, GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number)
}

/// Whether a name has a form of the ASCII kind; the Unicode form has its own checks.
pub fn has_form(name: &str, form: NameForm) -> bool {
    let alphanumeric = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    match form {
        NameForm::Any | NameForm::UnicodeKebab => true,
        NameForm::AsciiKebab => {
            name.split('-').all(|part| !part.is_empty() && part.bytes().all(alphanumeric))
        }
        NameForm::AsciiHyphens => {
            name.bytes().next().is_some_and(alphanumeric)
                && name.bytes().all(|byte| alphanumeric(byte) || byte == b'-')
        }
        NameForm::AsciiHyphensUnderscores => {
            name.bytes().next().is_some_and(alphanumeric)
                && name.bytes().all(|byte| alphanumeric(byte) || matches!(byte, b'-' | b'_'))
        }
        NameForm::AsciiWords => {
            let inner = |byte: u8| {
                byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b':' | b'-')
            };
            name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.bytes().all(inner)
        }
    }
}

/// A name as the eye sees it: NFKC, without case and without what cannot be seen. Two names that
/// are equal in this form must not both be shown to a model.
pub fn canonical(name: &str) -> Cow<'_, str> {
    if is_visible_ascii(name) {
        return match has_capitals(name) {
            true => Cow::Owned(name.to_ascii_lowercase()),
            false => Cow::Borrowed(name),
        };
    }
    let visible = name.nfkc().filter(|character| !is_invisible(*character));
    Cow::Owned(visible.flat_map(char::to_lowercase).collect())
}

/// Whether a text is of letters, digits, marks and spaces of ASCII alone: nearly every one is.
pub(crate) fn is_visible_ascii(text: &str) -> bool {
    // Without a branch a byte, so that the compiler looks at many of them at once.
    text.bytes().fold(true, |fine, byte| fine & (byte.wrapping_sub(b' ') <= b'~' - b' '))
}

/// Control, format, direction and filler characters.
pub fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// A directory name made of any text: lowercase ASCII kebab, at most 64 characters. Empty where
/// nothing of the text can be kept.
pub fn to_kebab(text: &str) -> String {
    let mut out = String::new();
    for character in text.nfkc().flat_map(char::to_lowercase) {
        if character.is_ascii_alphanumeric() {
            out.push(character);
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
        if out.len() >= 64 {
            break;
        }
    }
    out.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        use NameForm::{AsciiHyphens, AsciiHyphensUnderscores, AsciiKebab};
        let table = [
            ("my-skill", [true, true, true]),
            ("123-test", [true, true, true]),
            ("skill--v2", [false, true, true]),
            ("skill-", [false, true, true]),
            ("-skill", [false, false, false]),
            ("skill_v2", [false, false, true]),
            ("My-Skill", [false, false, false]),
            ("", [false, false, false]),
            ("a/b", [false, false, false]),
            ("a\n", [false, false, false]),
        ];
        for (name, expected) in table {
            let found = [AsciiKebab, AsciiHyphens, AsciiHyphensUnderscores]
                .map(|form| has_form(name, form));
            assert_eq!(found, expected, "{name:?}");
        }
    }

    #[test]
    fn kebab_of_anything() {
        let table = [
            ("My Skill!", "my-skill"),
            ("  --a__b ", "a-b"),
            ("ＰＤＦ", "pdf"),
            ("技能", ""),
            ("a/../b", "a-b"),
        ];
        for (text, expected) in table {
            assert_eq!(to_kebab(text), expected, "{text:?}");
        }
    }

    #[test]
    fn names_that_look_the_same_are_one() {
        for (a, b) in
            [("PDF", "pdf"), ("\u{ff50}df", "pdf"), ("p\u{200b}df", "pdf"), ("p\u{ad}DF", "pdf")]
        {
            assert_eq!(canonical(a), canonical(b), "{a:?}");
        }
        assert_ne!(canonical("pdf"), canonical("pdf2"));
    }

    #[test]
    fn vowel_signs_are_not_alphanumeric() {
        assert!(
            is_alphanumeric('技')
                && is_alphanumeric('й')
                && is_alphanumeric('½')
                && is_alphanumeric('Ⅷ')
        );
        assert!(!is_alphanumeric('\u{93e}') && '\u{93e}'.is_alphanumeric());
    }
}
