//! The settings of the agents themselves: read to show what an agent sees, never to decide what
//! prowess may do.

mod rule;

pub use rule::{Decoder, FileFormat, Mapping, SettingsFile, SettingsScope};
