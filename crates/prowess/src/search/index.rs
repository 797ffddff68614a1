//! The words of a catalog, each with the skills that have it and the fields it stands in.
//!
//! A query then looks at the words that begin as its own do, which are next to each other, and never
//! at a text.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};

use prowess_format::frontmatter::Value;

use crate::catalog::{Catalog, CatalogEntry};
use crate::resolve::Status;

/// The fields of a skill, as bits of a [`Posting`]. Several texts may be one field, such as the tags
/// of a skill: a word counts once in it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Field {
    Name = 1,
    Tag = 2,
    Category = 4,
    Description = 8,
}

/// Bits of a posting that say in which fields.
const FIELD_BITS: u32 = 4;

/// A skill, and the fields of it that hold a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Posting(u32);

impl Posting {
    fn new(skill: usize, field: Field) -> Self {
        // Some hundred million skills fit, which no memory holds.
        Self((skill as u32) << FIELD_BITS | field as u32)
    }

    fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// The number of the skill.
    pub(super) fn skill(self) -> usize {
        (self.0 >> FIELD_BITS) as usize
    }

    /// The bits of the fields.
    pub(super) fn fields(self) -> u8 {
        (self.0 & ((1 << FIELD_BITS) - 1)) as u8
    }
}

/// The words of a catalog's loaded skills.
#[derive(Debug, Default)]
pub(crate) struct Index {
    /// The place in the catalog of each skill. They are numbered by name, then by path, so that a
    /// lower number goes first where two fit equally well.
    skills: Vec<u32>,
    /// The words in order, in lower case, a separator after each.
    text: Vec<u8>,
    /// Where each word begins in the text, and the end of it.
    words: Vec<u32>,
    postings: Vec<Posting>,
    /// Where each word's postings begin, and the end of them.
    lists: Vec<u32>,
}

/// What stands between two words: no word holds it.
const SEPARATOR: u8 = b'\n';

impl Index {
    /// Reads all names, descriptions, tags and categories once.
    pub(super) fn new(catalog: &Catalog) -> Self {
        let entries = catalog.entries();
        let skills = in_order(catalog);
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let length = skills.len().div_ceil(cores.min(THREADS)).max(PART);
        let parts: Vec<Part> = std::thread::scope(|scope| {
            let read = |first: usize, skills: &[u32]| {
                let mut part = Part::default();
                for (number, &at) in (first..).zip(skills) {
                    part.add_skill(number, &entries[at as usize]);
                }
                part
            };
            let chunks = (0..).step_by(length).zip(skills.chunks(length));
            let threads: Vec<_> =
                chunks.map(|(first, skills)| scope.spawn(move || read(first, skills))).collect();
            let done = threads.into_iter().map(|thread| match thread.join() {
                Ok(part) => part,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            done.collect()
        });
        Self { skills, ..Self::joined(&parts) }
    }

    /// Parts as one, the words in order.
    fn joined(parts: &[Part]) -> Self {
        let mut words: Vec<(&[u8], usize, u32)> = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            words.extend(part.words.iter().map(|(word, number)| (&**word, at, *number)));
        }
        words.sort_unstable();
        let mut index = Self::default();
        // The number that each word of a part has here, and how often each word comes.
        let mut numbers: Vec<Vec<u32>> =
            parts.iter().map(|part| vec![0; part.words.len()]).collect();
        let mut counts: Vec<u32> = Vec::new();
        let mut last: Option<&[u8]> = None;
        for (word, part, number) in words {
            if last != Some(word) {
                index.words.push(index.text.len() as u32);
                index.text.extend_from_slice(word);
                index.text.push(SEPARATOR);
                counts.push(0);
                last = Some(word);
            }
            numbers[part][number as usize] = counts.len() as u32 - 1;
        }
        index.words.push(index.text.len() as u32);
        for (part, numbers) in parts.iter().zip(&numbers) {
            for (word, _) in &part.postings {
                counts[numbers[*word as usize] as usize] += 1;
            }
        }
        let mut end = 0;
        index.lists.push(0);
        for count in counts {
            end += count;
            index.lists.push(end);
        }
        // Where the next posting of a word goes.
        let mut next = index.lists.clone();
        index.postings.resize(end as usize, Posting(0));
        for (part, numbers) in parts.iter().zip(&numbers) {
            for (word, posting) in &part.postings {
                let next = &mut next[numbers[*word as usize] as usize];
                index.postings[*next as usize] = *posting;
                *next += 1;
            }
        }
        index
    }

    /// How many skills there are.
    pub(super) fn len(&self) -> usize {
        self.skills.len()
    }

    /// The place of a skill in the catalog.
    pub(super) fn place(&self, skill: usize) -> usize {
        self.skills[skill] as usize
    }

    /// Looks a word of a query up: every posting of a word that begins with it, or, where it is not
    /// ASCII, that holds it; and whether that word is the whole of it.
    pub(super) fn look_up(&self, wanted: &[u8], mut found: impl FnMut(Posting, bool)) {
        let mut each = |number: usize| {
            let whole = self.word(number).len() == wanted.len();
            self.list(number).iter().for_each(|posting| found(*posting, whole));
        };
        if wanted.is_ascii() {
            let count = self.words.len().saturating_sub(1);
            let first = first_that(count, |number| self.word(number) >= wanted);
            (first..count).take_while(|&at| self.word(at).starts_with(wanted)).for_each(&mut each);
            return;
        }
        // Scripts without spaces between words have words anywhere.
        let finder = memchr::memmem::Finder::new(wanted);
        let mut from = 0;
        while let Some(at) = finder.find(&self.text[from..]) {
            let after = self.words.partition_point(|start| *start as usize <= from + at);
            each(after - 1);
            from = self.words[after] as usize;
        }
    }

    fn word(&self, number: usize) -> &[u8] {
        let (start, end) = (self.words[number] as usize, self.words[number + 1] as usize);
        &self.text[start..end - 1]
    }

    fn list(&self, number: usize) -> &[Posting] {
        &self.postings[self.lists[number] as usize..self.lists[number + 1] as usize]
    }
}

/// The places of the loaded skills by name, then by path; of several versions that of the highest.
fn in_order(catalog: &Catalog) -> Vec<u32> {
    let (entries, superseded) = (catalog.entries(), catalog.superseded());
    let active = (0u32..)
        .zip(entries)
        .filter(|(at, entry)| {
            entry.status == Status::Active && !superseded.contains(&(*at as usize))
        })
        .map(|(at, entry)| {
            let name = entry.skill.name_text();
            // Most names differ early, which is told without going where they are.
            let mut start = [0; 8];
            let length = name.len().min(start.len());
            start[..length].copy_from_slice(&name.as_bytes()[..length]);
            (u64::from_be_bytes(start), name, at)
        });
    let mut active: Vec<(u64, &str, u32)> = active.collect();
    let file = |at: u32| &entries[at as usize].candidate.file;
    active.sort_unstable_by(|a, b| {
        (a.0, a.1).cmp(&(b.0, b.1)).then_with(|| file(a.2).cmp(file(b.2))).then(a.2.cmp(&b.2))
    });
    active.into_iter().map(|(.., at)| at).collect()
}

/// The first number for which a question is answered with yes, where all after it are too.
fn first_that(count: usize, is: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low + (high - low) / 2;
        if is(middle) { high = middle } else { low = middle + 1 }
    }
    low
}

/// More threads than this wait for memory.
const THREADS: usize = 8;

/// Skills that are worth a thread.
const PART: usize = 1024;

/// The words of some of the skills.
#[derive(Default)]
struct Part {
    /// Each word and its number.
    words: HashMap<Box<[u8]>, u32, Seed>,
    /// The last posting of each word.
    last: Vec<u32>,
    /// The number of a word and a posting of it.
    postings: Vec<(u32, Posting)>,
    /// A text in lower case.
    lower: Vec<u8>,
}

impl Part {
    fn add_skill(&mut self, number: usize, entry: &CatalogEntry) {
        for_each_text(entry, |field, text| self.add_text(Posting::new(number, field), text));
    }

    fn add_text(&mut self, posting: Posting, text: &str) {
        let mut lower = std::mem::take(&mut self.lower);
        lower.clear();
        match text.is_ascii() {
            true => lower.extend(text.bytes().map(|byte| byte.to_ascii_lowercase())),
            false => lower.extend_from_slice(text.to_lowercase().as_bytes()),
        }
        for word in lower.split(|byte| !is_letter(*byte)).filter(|word| !word.is_empty()) {
            self.add_word(word, posting);
        }
        self.lower = lower;
    }

    fn add_word(&mut self, word: &[u8], posting: Posting) {
        let next = self.postings.len() as u32;
        let Some(&number) = self.words.get(word) else {
            let number = self.words.len() as u32;
            self.words.insert(word.into(), number);
            self.last.push(next);
            self.postings.push((number, posting));
            return;
        };
        let last = &mut self.last[number as usize];
        let (_, before) = &mut self.postings[*last as usize];
        if before.skill() == posting.skill() {
            before.add(posting);
            return;
        }
        *last = next;
        self.postings.push((number, posting));
    }
}

/// Hashes words: millions of short ones, for which the standard hash takes most of the time.
#[derive(Clone, Copy)]
struct Seed(u64);

impl Default for Seed {
    /// Another in every run, so that nobody can write words that all fall together.
    fn default() -> Self {
        Self(std::hash::RandomState::new().hash_one(0))
    }
}

impl BuildHasher for Seed {
    type Hasher = WordHasher;

    fn build_hasher(&self) -> WordHasher {
        WordHasher(self.0)
    }
}

/// A hash of eight bytes at a time.
struct WordHasher(u64);

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut block = [0; 8];
            block[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(block));
        }
    }

    fn write_u64(&mut self, number: u64) {
        // Both halves of a product with an odd constant: every bit takes part in every other.
        let product = u128::from(self.0 ^ number) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The texts of a skill that are searched.
fn for_each_text(entry: &CatalogEntry, mut each: impl FnMut(Field, &str)) {
    let skill = &entry.skill;
    each(Field::Name, skill.name_text());
    each(Field::Description, skill.description_text());
    let metadata = skill.frontmatter.get("metadata");
    for (field, key) in [(Field::Tag, "tags"), (Field::Category, "category")] {
        let inner = metadata.and_then(|metadata| metadata.get(key));
        for value in [skill.frontmatter.get(key), inner].into_iter().flatten() {
            Value::texts(value).into_iter().for_each(|text| each(field, text));
        }
    }
}

/// A byte of a word; whatever is not ASCII counts as one.
fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || !byte.is_ascii()
}
