//! The metadata map.

use super::{Check, Subject};
use crate::diagnostic::{Remark, Report};
use crate::frontmatter::Type;

crate::code! {
    /// `metadata` is not a mapping.
    METADATA_NOT_MAPPING = "metadata-not-mapping", Warning, "`metadata` is {type}, not a mapping", "write `metadata:` and below it, indented, `key: value` lines";

    /// A key of `metadata` is not a string.
    METADATA_KEY_NOT_STRING = "metadata-key-not-string", Warning, "the metadata key `{key}` is {type}, not a string", "put the key in quotes";

    /// A value of `metadata` is not a string.
    ///
    /// The open standard makes `metadata` a map from strings to strings. Agents that keep their
    /// settings there read nested values, but strict readers refuse them, and `version: 1.10`
    /// without quotes becomes the number 1.1.
    METADATA_VALUE_NOT_STRING = "metadata-value-not-string", Info, "the metadata value of `{key}` is {type}, not a string", "put the value in quotes";
}

pub(super) const CHECK: Check = Check {
    codes: &[&METADATA_NOT_MAPPING, &METADATA_KEY_NOT_STRING, &METADATA_VALUE_NOT_STRING],
    run,
};

fn run(subject: &Subject<'_>, report: &mut Report<'_>) {
    let Some(metadata) = subject.field("metadata") else { return };
    if metadata.kind() != Type::Map {
        let values = [("type", metadata.kind().name())];
        report.add(&METADATA_NOT_MAPPING, &values, Remark::at(metadata.span()));
        return;
    }
    for (key, value) in metadata.entries() {
        let text = key.text().unwrap_or("?");
        if key.kind() != Type::Str {
            let values = [("key", text), ("type", key.kind().name())];
            report.add(&METADATA_KEY_NOT_STRING, &values, Remark::at(key.span()));
        }
        if value.kind() != Type::Str {
            let values = [("key", text), ("type", value.kind().name())];
            report.add(&METADATA_VALUE_NOT_STRING, &values, Remark::at(value.span()));
        }
    }
}
