//! What a command wrote, up to a limit.

use crate::escapes;

/// What a command wrote to one of its outputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captured {
    /// The first bytes, at most as many as the limit.
    pub bytes: Vec<u8>,
    /// Whether more came, which was dropped.
    pub cut: bool,
}

impl Captured {
    /// As text that is safe to show: what is not UTF-8 replaced; escapes and controls for terminals and
    /// for the direction of writing removed; lines end with `\n`.
    pub fn text(&self) -> String {
        escapes::strip(&String::from_utf8_lossy(&self.bytes))
    }

    /// Keeps what fits.
    #[cfg(target_os = "linux")]
    pub(crate) fn add(&mut self, bytes: &[u8], limit: usize) {
        let room = limit.saturating_sub(self.bytes.len()).min(bytes.len());
        self.bytes.extend_from_slice(&bytes[..room]);
        self.cut |= room < bytes.len();
    }
}
