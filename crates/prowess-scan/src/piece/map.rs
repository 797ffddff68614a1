//! From a place in a piece to the place in the file it came from.

/// Stretches of a piece, each with where it begins in the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Map {
    /// Sorted by the offset in the piece.
    stretches: Vec<Stretch>,
}

#[derive(Clone, Copy, Debug)]
struct Stretch {
    piece: usize,
    file: usize,
    /// Every byte of it stands for one place: it was made, not copied.
    fixed: bool,
}

impl Map {
    /// The piece is a copy of the file from this offset on.
    pub(crate) fn copy(file: usize) -> Self {
        Self { stretches: vec![Stretch { piece: 0, file, fixed: false }] }
    }

    /// The whole piece was made from what is at this offset.
    pub(crate) fn point(file: usize) -> Self {
        Self { stretches: vec![Stretch { piece: 0, file, fixed: true }] }
    }

    /// From here on the piece is a copy of the file.
    pub(crate) fn push_copy(&mut self, piece: usize, file: usize) {
        self.stretches.push(Stretch { piece, file, fixed: false });
    }

    /// From here on the piece was made from what is at that offset.
    pub(crate) fn push_point(&mut self, piece: usize, file: usize) {
        self.stretches.push(Stretch { piece, file, fixed: true });
    }

    /// Where in the file.
    pub(crate) fn origin(&self, offset: usize) -> usize {
        let after = self.stretches.partition_point(|stretch| stretch.piece <= offset);
        let Some(stretch) = after.checked_sub(1).and_then(|at| self.stretches.get(at)) else {
            return self.stretches.first().map_or(0, |stretch| stretch.file);
        };
        match stretch.fixed {
            true => stretch.file,
            false => stretch.file + (offset - stretch.piece),
        }
    }
}
