//! `prowess read --json`, of an address and of a line for a shell.

use serde::Serialize;

use crate::PathText;
use crate::path::base64;

/// What a `skill://` address led to.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadDocument {
    /// 1.
    pub version: u32,
    /// The address.
    pub url: String,
    /// The file or directory.
    pub path: String,
    /// The path's bytes in base64, where it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_bytes: Option<String>,
    /// `text/markdown` or `text/plain`.
    pub content_type: &'static str,
    /// Bytes of the content.
    pub size: u64,
    /// The content, with replacement characters where it is not UTF-8.
    pub content: String,
    /// The content's bytes in base64, where it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_bytes: Option<String>,
}

impl ReadDocument {
    /// Of an address, the path it led to, and what is there.
    pub fn new(url: String, path: PathText, content_type: &'static str, content: &[u8]) -> Self {
        let is_text = std::str::from_utf8(content).is_ok();
        Self {
            version: crate::VERSION,
            url,
            path: path.text,
            path_bytes: path.bytes,
            content_type,
            size: content.len() as u64,
            content: String::from_utf8_lossy(content).into_owned(),
            content_bytes: (!is_text).then(|| base64(content)),
        }
    }
}

/// A line for a shell with paths in the place of `skill://` addresses.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ShellLineDocument {
    /// 1.
    pub version: u32,
    /// The line.
    pub line: String,
}
