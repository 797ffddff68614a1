//! What may still be spent on an archive and on all archives inside it.

use crate::limits;
use crate::trouble::TroubleKind;

/// What is left to spend. Plain counters: the same bytes give the same answer on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Entries that may yet be looked at.
    pub entries: usize,
    /// Bytes that may yet be unpacked.
    pub bytes: usize,
    /// The most bytes of one entry; it is not used up.
    pub entry_bytes: usize,
    /// The most bytes out of one packed byte, once past `ratio_from`; it is not used up.
    pub ratio: usize,
    /// Unpacked bytes of an entry from which `ratio` counts; it is not used up.
    pub ratio_from: usize,
    /// Levels of archives that may be opened, this one counted.
    pub depth: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            entries: limits::ENTRIES,
            bytes: limits::UNPACKED_BYTES,
            entry_bytes: limits::ENTRY_BYTES,
            ratio: limits::RATIO,
            ratio_from: limits::RATIO_FROM,
            depth: limits::DEPTH,
        }
    }
}

/// What one stream may come to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// The most bytes.
    pub(crate) bytes: usize,
    /// What is wrong where there would be more.
    pub(crate) otherwise: TroubleKind,
    pub(crate) ratio: usize,
    pub(crate) ratio_from: usize,
}

impl Budget {
    /// Spends on something inside the archive at hand: one level deeper, on the same counters.
    pub fn nested<T>(&mut self, spend: impl FnOnce(&mut Self) -> T) -> T {
        let depth = self.depth;
        self.depth = depth.saturating_sub(1);
        let answer = spend(self);
        self.depth = depth;
        answer
    }

    /// Whether there is one more entry to look at.
    pub(crate) fn take_entry(&mut self) -> bool {
        let left = self.entries.checked_sub(1);
        self.entries = left.unwrap_or(0);
        left.is_some()
    }

    pub(crate) fn spend(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_sub(bytes);
    }

    /// What an entry may come to.
    pub(crate) fn room(&self) -> Room {
        match self.entry_bytes < self.bytes {
            true => self.room_of(self.entry_bytes, TroubleKind::EntryTooLarge),
            false => self.room_of_all(),
        }
    }

    /// What a stream that is not one entry may come to.
    pub(crate) fn room_of_all(&self) -> Room {
        self.room_of(self.bytes, TroubleKind::TooManyBytes)
    }

    fn room_of(&self, bytes: usize, otherwise: TroubleKind) -> Room {
        Room { bytes, otherwise, ratio: self.ratio, ratio_from: self.ratio_from }
    }
}
