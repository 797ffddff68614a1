//! Every file of a skill, members of archives among them, as text with its kind; and what is odd
//! about those that are no text.

mod binary;
mod pyc;

use std::cell::OnceCell;

use prowess_format::tree::{EntryKind, ReadError, Tree};

use crate::kind::{self, Kind};
use crate::limits;
use crate::piece::Map;
use crate::piece::hidden::{self, Hidden};

/// A text file.
#[derive(Debug)]
pub(crate) struct File {
    /// Its path; a member of an archive is `docs.zip!/run.sh`.
    pub(crate) path: String,
    /// The text as it is looked at: nothing invisible, look-alikes replaced.
    pub(crate) text: String,
    pub(crate) kind: Kind,
    pub(crate) hidden: Vec<Hidden>,
    pub(crate) lookalikes: Vec<usize>,
    /// From the text to the file, where they differ.
    map: Option<Map>,
    /// The file as it is, where it differs.
    original: Option<String>,
    /// Where its lines begin, once somebody asks.
    lines: OnceCell<Vec<usize>>,
}

impl File {
    fn new(path: String, bytes: &[u8], executable: bool) -> Self {
        let original = decode(bytes);
        let kind = match kind::of_file(&path, &original) {
            // What may be run and is nothing else is run by a shell.
            Kind::Text if executable => Kind::Shell,
            kind => kind,
        };
        match hidden::clean(&original) {
            None => Self {
                path,
                text: original,
                kind,
                hidden: Vec::new(),
                lookalikes: Vec::new(),
                map: None,
                original: None,
                lines: OnceCell::new(),
            },
            Some(clean) => Self {
                path,
                text: clean.text,
                kind,
                hidden: clean.hidden,
                lookalikes: clean.lookalikes,
                map: Some(clean.map),
                original: Some(original),
                lines: OnceCell::new(),
            },
        }
    }

    /// The file as it is.
    pub(crate) fn original(&self) -> &str {
        self.original.as_deref().unwrap_or(&self.text)
    }

    /// The line of an offset in the file as it is, from 1, and where that line begins.
    pub(crate) fn line(&self, offset: usize) -> (usize, usize) {
        let lines = self.lines.get_or_init(|| {
            let breaks = memchr::memchr_iter(b'\n', self.original().as_bytes()).map(|at| at + 1);
            std::iter::once(0).chain(breaks).collect()
        });
        let line = lines.partition_point(|start| *start <= offset);
        (line, lines.get(line - 1).copied().unwrap_or_default())
    }

    /// Where in the file as it is.
    pub(crate) fn origin(&self, offset: usize) -> usize {
        self.map.as_ref().map_or(offset, |map| map.origin(offset))
    }

    /// Whether it is a skill's entry.
    pub(crate) fn is_skill_md(&self) -> bool {
        self.path.rsplit('/').next().is_some_and(|name| name.eq_ignore_ascii_case("SKILL.md"))
    }
}

/// Something that is no text, or was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Oddity {
    pub(crate) path: String,
    pub(crate) what: Odd,
    pub(crate) detail: String,
}

/// What is odd about a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Odd {
    /// A program that no one can read.
    Program,
    /// Bytes nobody knows.
    Opaque,
    /// An archive or a document inside of the skill.
    Archive,
    /// Something is wrong with an archive.
    ArchiveTrouble,
    /// Compiled Python that is not what its source says.
    CompiledDiffers,
    /// Compiled Python without its source.
    CompiledAlone,
    /// It leads out of the skill.
    LinkOutside,
    /// The name says something else than the bytes.
    Disguised,
    /// It is a device, a socket, a pipe.
    Special,
    /// It was not read, or not whole.
    NotRead,
}

/// All of a skill.
#[derive(Debug, Default)]
pub(crate) struct Inventory {
    pub(crate) files: Vec<File>,
    pub(crate) odd: Vec<Oddity>,
    /// Files and bytes that were read.
    pub(crate) count: usize,
    pub(crate) bytes: usize,
    /// Whether a limit was hit.
    pub(crate) incomplete: bool,
}

/// Reads a skill.
pub(crate) fn read(tree: &dyn Tree) -> Inventory {
    let mut inventory = Inventory::default();
    let mut archives = prowess_package::Budget::default();
    let mut compiled: Vec<(String, Vec<u8>)> = Vec::new();
    for entry in tree.entries() {
        let path = entry.path.display();
        match entry.kind {
            EntryKind::Other => inventory.odd(&path, Odd::Special, "a device, a socket or a pipe"),
            EntryKind::Link => match tree.read(&entry.path, 4096) {
                Ok(target) => inventory.link(&path, &target, &entry.path.parent()),
                Err(error) => inventory.not_read(&path, &error.to_string()),
            },
            EntryKind::File => {
                if inventory.count >= limits::FILES {
                    inventory.not_read(
                        &path,
                        &format!("the skill has more than {} files", limits::FILES),
                    );
                    break;
                }
                let left = limits::SKILL_BYTES.saturating_sub(inventory.bytes);
                match tree.read(&entry.path, limits::FILE_BYTES.min(left)) {
                    Ok(bytes) => {
                        inventory.file(
                            path,
                            &bytes,
                            entry.executable,
                            &mut archives,
                            &mut compiled,
                        );
                    }
                    Err(ReadError::TooLarge { limit, .. }) => {
                        inventory.not_read(&path, &format!("it has more than {limit} bytes"));
                    }
                    Err(error) => inventory.not_read(&path, &error.to_string()),
                }
            }
        }
    }
    for (path, bytes) in &compiled {
        pyc::compare(path, bytes, &mut inventory);
    }
    inventory
}

impl Inventory {
    fn odd(&mut self, path: &str, what: Odd, detail: &str) {
        self.odd.push(Oddity { path: path.to_owned(), what, detail: detail.to_owned() });
    }

    fn not_read(&mut self, path: &str, why: &str) {
        self.incomplete = true;
        self.odd(path, Odd::NotRead, why);
    }

    fn link(&mut self, path: &str, target: &[u8], directory: &prowess_format::TreePath) {
        let inside = std::str::from_utf8(target).ok().and_then(|target| directory.resolve(target));
        if inside.is_none() {
            self.odd(path, Odd::LinkOutside, &String::from_utf8_lossy(target));
        }
    }

    fn file(
        &mut self,
        path: String,
        bytes: &[u8],
        executable: bool,
        archives: &mut prowess_package::Budget,
        compiled: &mut Vec<(String, Vec<u8>)>,
    ) {
        self.count += 1;
        self.bytes += bytes.len();
        if path.to_ascii_lowercase().ends_with(".pyc") {
            compiled.push((path, bytes.to_vec()));
            return;
        }
        if let Some(format) = prowess_package::sniff(bytes) {
            self.archive(&path, bytes, format, archives, compiled);
            // A polyglot is a text, too.
            if !binary::has_text_tail(bytes) {
                return;
            }
        }
        match binary::look(&path, bytes) {
            binary::Look::Text => self.files.push(File::new(path, bytes, executable)),
            binary::Look::Program(what) => self.odd(&path, Odd::Program, what),
            binary::Look::Media { disguised: Some(what) } => self.odd(&path, Odd::Disguised, what),
            binary::Look::Media { disguised: None } => {
                // A picture may have a script behind its end, or words in its head.
                if let Some(text) = binary::strings(bytes) {
                    self.files.push(File::new(path, text.as_bytes(), false));
                }
            }
            binary::Look::Opaque => {
                self.odd(&path, Odd::Opaque, "bytes that are no known format");
                if let Some(text) = binary::strings(bytes) {
                    self.files.push(File::new(path, text.as_bytes(), executable));
                }
            }
        }
    }

    fn archive(
        &mut self,
        path: &str,
        bytes: &[u8],
        format: prowess_package::Format,
        archives: &mut prowess_package::Budget,
        compiled: &mut Vec<(String, Vec<u8>)>,
    ) {
        self.odd(path, Odd::Archive, &format.to_string());
        let contents = prowess_package::read(bytes, archives);
        for trouble in &contents.troubles {
            if trouble.kind.hides_content() {
                self.incomplete = true;
            }
            self.odd(path, Odd::ArchiveTrouble, &trouble.to_string());
        }
        for member in contents.entries {
            if self.count >= limits::FILES || self.bytes >= limits::SKILL_BYTES {
                self.not_read(path, "the archive holds more than is read of one skill");
                return;
            }
            let inner = format!("{path}!/{}", String::from_utf8_lossy(&member.name));
            if member.kind == EntryKind::File {
                let mut nested = |budget: &mut prowess_package::Budget| {
                    self.file(inner.clone(), &member.bytes, member.executable, budget, compiled);
                };
                archives.nested(&mut nested);
            }
        }
    }
}

/// Bytes as text. Each byte that is no UTF-8 becomes one question mark, so that places stay.
fn decode(bytes: &[u8]) -> String {
    match bytes {
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => {
            let mut text = String::with_capacity(bytes.len());
            for chunk in bytes.utf8_chunks() {
                text.push_str(chunk.valid());
                text.extend(chunk.invalid().iter().map(|_| '?'));
            }
            text
        }
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or('?')).collect()
}
