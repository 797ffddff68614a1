//! The version.

use super::{Check, Subject};
use crate::diagnostic::{Remark, Report};

crate::code! {
    /// The version is not of the form `1.2.3`.
    VERSION_FORMAT = "version-format", Info, "the version `{version}` is not of the form 1.2.3", "write major, minor and patch";
}

pub(super) const CHECK: Check = Check { codes: &[&VERSION_FORMAT], run };

fn run(subject: &Subject<'_>, report: &mut Report<'_>) {
    if let Some(value) = subject.field("version")
        && let Some(version) = value.text()
        && !is_version(version)
    {
        report.add(&VERSION_FORMAT, &[("version", version)], Remark::at(value.span()));
    }
}

/// `^\d+\.\d+\.\d+(-[a-zA-Z0-9.]+)?$`
fn is_version(text: &str) -> bool {
    let (numbers, pre) =
        text.split_once('-').map_or((text, None), |(numbers, pre)| (numbers, Some(pre)));
    let parts: Vec<&str> = numbers.split('.').collect();
    let digits = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let pre_fine = pre.is_none_or(|pre| {
        !pre.is_empty() && pre.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.')
    });
    parts.len() == 3 && parts.iter().all(digits) && pre_fine
}
