//! `prowess config --json`.

use serde::Serialize;

/// The settings in force.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ConfigDocument {
    /// 1.
    pub version: u32,
    /// Where the user's settings are, or would be.
    pub user_file: String,
    /// Each setting with its origin.
    pub settings: Vec<ConfigSetting>,
    /// What stands in a file and does not count.
    pub ignored: Vec<IgnoredSetting>,
}

/// One setting.
#[derive(Debug, Serialize)]
pub struct ConfigSetting {
    /// Its dotted name.
    pub key: String,
    /// Its value as TOML; `(not shown)` for keys and variables of skills.
    pub value: String,
    /// The file or flag it comes from.
    pub origin: String,
}

/// Something that does not count.
#[derive(Debug, Serialize)]
pub struct IgnoredSetting {
    /// Its dotted name; nothing where the whole file could not be read.
    pub key: String,
    /// The file it stands in.
    pub origin: String,
    /// Why it does not count.
    pub reason: String,
}
