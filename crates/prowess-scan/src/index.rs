//! Where each fact was seen, so that no rule goes through all sightings for each one of them.

use std::collections::HashMap;

use crate::fact::{Fact, Sighting};
use crate::piece::Piece;

/// A sighting by its place: the file, the offset in it, and which one it is.
type Place = (usize, usize, usize);

/// Sightings by fact and by place.
#[derive(Debug, Default)]
pub(crate) struct Index {
    /// In their order.
    facts: HashMap<Fact, Vec<usize>>,
    /// Sorted.
    places: HashMap<Fact, Vec<Place>>,
    /// Of all facts, sorted.
    all: Vec<Place>,
}

impl Index {
    pub(crate) fn new(pieces: &[Piece], sightings: &[Sighting]) -> Self {
        let mut index = Self::default();
        for (at, sighting) in sightings.iter().enumerate() {
            let piece = &pieces[sighting.piece];
            let place = (piece.file, piece.map.origin(sighting.start), at);
            index.facts.entry(sighting.fact).or_default().push(at);
            index.places.entry(sighting.fact).or_default().push(place);
            index.all.push(place);
        }
        index.all.sort_unstable();
        index.places.values_mut().for_each(|places| places.sort_unstable());
        index
    }

    /// All of a fact.
    pub(crate) fn of(&self, fact: Fact) -> &[usize] {
        self.facts.get(&fact).map_or(&[], Vec::as_slice)
    }

    /// Of a fact in a file.
    pub(crate) fn in_file(&self, file: usize, fact: Fact) -> impl Iterator<Item = usize> {
        let places = self.places.get(&fact).map_or(&[][..], Vec::as_slice);
        let from = places.partition_point(|place| place.0 < file);
        let to = places.partition_point(|place| place.0 <= file);
        places[from..to].iter().map(|place| place.2)
    }

    /// The nearest of a fact in a file, at most so many bytes away.
    pub(crate) fn nearest(
        &self,
        file: usize,
        fact: Fact,
        at: usize,
        bytes: usize,
    ) -> Option<usize> {
        let places = self.places.get(&fact)?;
        let after = places.partition_point(|place| (place.0, place.1) < (file, at));
        let before = after
            .checked_sub(1)
            .and_then(|before| places.get(before))
            .filter(|place| place.0 == file);
        // The first of those at the same offset.
        let before = before.map(|place| {
            places[places.partition_point(|other| (other.0, other.1) < (file, place.1))]
        });
        let after = places.get(after).filter(|place| place.0 == file).copied();
        let near = before.into_iter().chain(after).filter(|place| place.1.abs_diff(at) <= bytes);
        near.min_by_key(|place| place.1.abs_diff(at)).map(|place| place.2)
    }

    /// Of all facts in a stretch of a file.
    pub(crate) fn between(
        &self,
        file: usize,
        from: usize,
        to: usize,
    ) -> impl Iterator<Item = usize> {
        let first = self.all.partition_point(|place| (place.0, place.1) < (file, from));
        let last = self.all.partition_point(|place| (place.0, place.1) < (file, to));
        self.all[first..last.max(first)].iter().map(|place| place.2)
    }
}
