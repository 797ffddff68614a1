//! Reading the files of a skill by address: `skill://name` and `skill://name/path/in/it`.
//!
//! The address is taken apart after percent-decoding, once. What it names is then opened below the
//! skill's directory by the kernel's rule, so that neither `..` nor a link nor a swap between a check
//! and its use leads out. Nothing is searched for: what is not there is not found.

mod address;

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs::File;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use prowess_format::{Entry, Tree as _, TreePath};

pub use self::address::{address, parts};

use crate::beneath::{self, Links};
use crate::bundled;
use crate::catalog::{Catalog, CatalogEntry};
use crate::discover::Candidate;
use crate::file_identity::FileIdentity;
use crate::limits;
use crate::resolve::Status;
use crate::roots::RootKind;

/// How an address begins.
const SCHEME: &str = "skill://";

/// What an address led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// The address, as it was given.
    pub url: String,
    /// The file or directory: past any link inside the skill.
    pub path: PathBuf,
    /// The bytes of the file. Of a directory the names in it, one a line and sorted, those of
    /// directories with a slash at the end, each spelled as an address has it.
    pub content: Vec<u8>,
    /// `text/markdown` or `text/plain`.
    pub content_type: &'static str,
    /// Bytes of the content.
    pub size: u64,
}

/// Why an address could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ResourceError {
    /// It is some other kind of address.
    #[error("`{0}` is not a skill:// URL: skill://<name>")]
    OtherScheme(String),
    /// It names no skill.
    #[error("skill:// URL requires a skill name: skill://<name>")]
    NoName,
    /// A `%` without two hexadecimal digits.
    #[error("`%` must be followed by two hexadecimal digits in skill:// URLs (`%25` is `%`): {0}")]
    BadEncoding(String),
    /// A NUL byte, which no path can hold.
    #[error("NUL bytes are not allowed in skill:// URLs")]
    NulByte,
    /// No skill of that name is loaded.
    #[error("Unknown skill: {name}\nAvailable: {}", names(available))]
    UnknownSkill {
        /// The name, decoded.
        name: String,
        /// The names of the skills that are loaded, sorted.
        available: Vec<String>,
    },
    /// The path begins at the root of a file system.
    #[error("Absolute paths are not allowed in skill:// URLs")]
    Absolute,
    /// The path has a segment `..`.
    #[error("Path traversal (..) is not allowed in skill:// URLs")]
    Traversal,
    /// The skill's directory, or the file that describes it, is not the one that was loaded.
    #[error("{} is not what was loaded; load the skills again to read it", .0.display())]
    Replaced(PathBuf),
    /// The skill is part of the program.
    #[error("skill `{0}` is part of the program and has no path")]
    NoPath(String),
    /// A link leads out of the skill's directory.
    #[error("Path traversal is not allowed")]
    Escape,
    /// There is nothing.
    #[error("File not found: {}", .0.display())]
    NotFound(PathBuf),
    /// It is a pipe, a socket or a device.
    #[error("skill:// URL must resolve to a file or directory: {0}")]
    NotAFile(String),
    /// The file is larger than is read.
    #[error("File too large: {} has more than {limit} bytes", .path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The limit.
        limit: usize,
    },
    /// The directory holds more than is listed.
    #[error("Directory too large: {} has more than {limit} entries", .path.display())]
    TooManyEntries {
        /// The directory.
        path: PathBuf,
        /// The limit.
        limit: usize,
    },
    /// The system refused.
    #[error("cannot read {}: {cause}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
}

pub(crate) fn names(available: &[String]) -> String {
    if available.is_empty() { "none".to_owned() } else { available.join(", ") }
}

impl Catalog {
    /// Reads what a `skill://` address names: `skill://name` the file that describes the skill,
    /// `skill://name/path` a file or directory inside it (`skill://name/.` its own directory).
    pub fn read(&self, url: &str) -> Result<Resource, ResourceError> {
        let address = Address::parse(url)?;
        let entry = self.entry_of(&address.name)?;
        self.read_of(entry, url)
    }

    /// The same of a skill that is known already.
    pub fn read_of(&self, entry: &CatalogEntry, url: &str) -> Result<Resource, ResourceError> {
        let address = Address::parse(url)?;
        let candidate = &entry.candidate;
        let inner = candidate.inner_file();
        let wanted = match &address.path {
            None => inner.as_bytes(),
            Some(path) => path.wanted(candidate)?,
        };
        if entry.root.kind == RootKind::Embedded {
            return read_embedded(url, &candidate.directory, wanted);
        }
        let base = Base::open(&candidate.directory, wanted)?;
        base.must_be_loaded(entry, inner.as_bytes(), wanted)?;
        let file = base.open_file(url, wanted)?;
        let path = base.real_path(&file, wanted);
        let unreadable = |cause| ResourceError::Unreadable { path: path.clone(), cause };
        let metadata = file.metadata().map_err(unreadable)?;
        if metadata.is_dir() {
            let content = base.listing(&file, &path)?;
            return Ok(Resource::new(url, path, content, "text/plain"));
        }
        if !metadata.is_file() {
            return Err(ResourceError::NotAFile(url.to_owned()));
        }
        // The file that describes the skill is known; asked of the open file, so that nobody can
        // put another there meanwhile.
        let loaded = entry.identity.is_none_or(|loaded| loaded == FileIdentity::of(&metadata));
        if wanted == inner.as_bytes() && !loaded {
            return Err(ResourceError::Replaced(path));
        }
        if address.path.as_ref().is_some_and(|path| path.names_directory) {
            return Err(ResourceError::NotFound(path));
        }
        let limit = limits::RESOURCE_BYTES;
        let content = beneath::read_regular(file, limit).map_err(unreadable)?;
        let content =
            content.ok_or_else(|| ResourceError::TooLarge { path: path.clone(), limit })?;
        let content_type = content_type(&path);
        Ok(Resource::new(url, path, content, content_type))
    }

    /// Where that is, past any link inside the skill, without reading it; `skill://name` is the skill's
    /// directory. A skill that is a single file has none of its own.
    pub(crate) fn locate(&self, url: &str) -> Result<Located, ResourceError> {
        let address = Address::parse(url)?;
        let entry = self.entry_of(&address.name)?;
        let candidate = &entry.candidate;
        let inner = candidate.inner_file();
        let wanted = match &address.path {
            None if candidate.flat => inner.as_bytes(),
            None => b".",
            Some(path) => path.wanted(candidate)?,
        };
        if entry.root.kind == RootKind::Embedded {
            return Err(ResourceError::NoPath(entry.skill.name_text().to_owned()));
        }
        let base = Base::open(&candidate.directory, wanted)?;
        base.must_be_loaded(entry, inner.as_bytes(), wanted)?;
        let file = base.open_file(url, wanted)?;
        let path = base.real_path(&file, wanted);
        let is_directory = file.metadata().is_ok_and(|metadata| metadata.is_dir());
        match address.path.is_some_and(|path| path.names_directory) && !is_directory {
            true => Err(ResourceError::NotFound(path)),
            false => Ok(Located { path, is_directory }),
        }
    }

    /// The loaded skill that has exactly this name, or `name@version` where versions coexist.
    fn entry_of(&self, name: &[u8]) -> Result<&CatalogEntry, ResourceError> {
        let found = std::str::from_utf8(name).ok().and_then(|name| self.find(name));
        found.ok_or_else(|| {
            let active = self.entries().iter().filter(|entry| entry.status == Status::Active);
            let mut available: Vec<String> =
                active.map(|entry| entry.skill.name_text().to_owned()).collect();
            available.sort_unstable();
            available.dedup();
            let name = String::from_utf8_lossy(name).into_owned();
            ResourceError::UnknownSkill { name, available }
        })
    }
}

/// Where an address leads.
pub(crate) struct Located {
    pub(crate) path: PathBuf,
    pub(crate) is_directory: bool,
}

impl Resource {
    fn new(url: &str, path: PathBuf, content: Vec<u8>, content_type: &'static str) -> Self {
        let size = content.len() as u64;
        Self { url: url.to_owned(), path, content, content_type, size }
    }
}

/// What an address names in a skill that is part of the program.
fn read_embedded(url: &str, directory: &Path, wanted: &[u8]) -> Result<Resource, ResourceError> {
    let path = directory.join(OsStr::from_bytes(wanted));
    let missing = || ResourceError::NotFound(path.clone());
    let tree = bundled::tree(directory).ok_or_else(missing)?;
    let inner = TreePath::new(wanted);
    if let Some(inner) = inner.as_ref().filter(|inner| tree.entry(inner).is_some()) {
        let content = tree.read(inner, limits::RESOURCE_BYTES).map_err(|_| missing())?;
        return Ok(Resource::new(url, path.clone(), content, content_type(&path)));
    }
    let below = |entry: &Entry| -> Option<String> {
        let rest = match wanted {
            b"" | b"." => entry.path.display(),
            _ => entry
                .path
                .display()
                .strip_prefix(&format!("{}/", inner.as_ref()?.display()))?
                .to_owned(),
        };
        Some(rest.split_once('/').map_or_else(|| rest.clone(), |(name, _)| format!("{name}/")))
    };
    let names: BTreeSet<String> = tree.entries().iter().filter_map(below).collect();
    if names.is_empty() {
        return Err(missing());
    }
    let content: String = names.iter().map(|name| format!("{name}\n")).collect();
    Ok(Resource::new(url, path, content.into_bytes(), "text/plain"))
}

fn content_type(path: &Path) -> &'static str {
    let markdown = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md"));
    if markdown { "text/markdown" } else { "text/plain" }
}

/// An address, decoded and found harmless in itself.
#[derive(Debug, PartialEq, Eq)]
struct Address {
    name: Vec<u8>,
    /// Nothing where the skill itself is meant.
    path: Option<InnerPath>,
}

/// A path inside a skill, without empty segments and `.`.
#[derive(Debug, PartialEq, Eq)]
struct InnerPath {
    bytes: Vec<u8>,
    /// It ends with a slash, or stands for the skill's directory.
    names_directory: bool,
}

impl InnerPath {
    /// What to open in a skill's directory. A skill that is a single file shares its directory with
    /// others, and has no more.
    fn wanted(&self, candidate: &Candidate) -> Result<&[u8], ResourceError> {
        let is_own = !candidate.flat || self.bytes == candidate.inner_file().as_bytes();
        let path = || candidate.directory.join(OsStr::from_bytes(&self.bytes));
        if is_own { Ok(&self.bytes) } else { Err(ResourceError::NotFound(path())) }
    }
}

impl Address {
    fn parse(url: &str) -> Result<Self, ResourceError> {
        let rest = match url.get(..SCHEME.len()) {
            Some(scheme) if scheme.eq_ignore_ascii_case(SCHEME) => &url[SCHEME.len()..],
            _ => return Err(ResourceError::OtherScheme(url.to_owned())),
        };
        let (name, path) = rest.split_once('/').unwrap_or((rest, ""));
        if name.is_empty() {
            return Err(ResourceError::NoName);
        }
        let (name, path) = (decode(name)?, decode(path)?);
        if name.contains(&0) || path.contains(&0) {
            return Err(ResourceError::NulByte);
        }
        let path = if path.is_empty() { None } else { Some(inner_path(&path)?) };
        Ok(Self { name, path })
    }
}

/// Percent-decoding, once: what is still encoded after it is meant literally.
fn decode(text: &str) -> Result<Vec<u8>, ResourceError> {
    let digit = |byte: Option<&u8>| char::from(*byte?).to_digit(16);
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte != b'%' {
            out.push(byte);
            at += 1;
            continue;
        }
        let (Some(high), Some(low)) = (digit(bytes.get(at + 1)), digit(bytes.get(at + 2))) else {
            return Err(ResourceError::BadEncoding(text.to_owned()));
        };
        // Two hexadecimal digits are a byte.
        out.push((high * 16 + low) as u8);
        at += 3;
    }
    Ok(out)
}

fn inner_path(path: &[u8]) -> Result<InnerPath, ResourceError> {
    let is_slash = |byte: &u8| matches!(byte, b'/' | b'\\');
    // An address may be meant for another system: what is absolute or goes up there does so here.
    let drive = matches!(path, [letter, b':', slash, ..] if letter.is_ascii_alphabetic() && is_slash(slash));
    if path.first().is_some_and(is_slash) || drive {
        return Err(ResourceError::Absolute);
    }
    if path.split(is_slash).any(|segment| segment == b"..") {
        return Err(ResourceError::Traversal);
    }
    let segments = path.split(|byte| *byte == b'/');
    let named: Vec<&[u8]> =
        segments.filter(|segment| !segment.is_empty() && *segment != b".").collect();
    let names_directory = named.is_empty() || path.ends_with(b"/") || path.ends_with(b"/.");
    let bytes = if named.is_empty() { b".".to_vec() } else { named.join(&b'/') };
    Ok(InnerPath { bytes, names_directory })
}

/// A skill's directory, open.
struct Base<'a> {
    path: &'a Path,
    descriptor: OwnedFd,
}

impl<'a> Base<'a> {
    fn open(path: &'a Path, wanted: &[u8]) -> Result<Self, ResourceError> {
        match beneath::open_directory(path) {
            Ok(descriptor) => Ok(Self { path, descriptor }),
            Err(cause) => Err(failure(cause, "", &joined(path, wanted))),
        }
    }

    /// Whether this is the directory whose skill was loaded: it holds the file that described it.
    /// Where that file itself is wanted, it is asked when it is open.
    fn must_be_loaded(
        &self,
        entry: &CatalogEntry,
        inner: &[u8],
        wanted: &[u8],
    ) -> Result<(), ResourceError> {
        let Some(loaded) = entry.identity.filter(|_| wanted != inner) else { return Ok(()) };
        match beneath::identity(&self.descriptor, inner) {
            Ok(found) if found == loaded => Ok(()),
            _ => Err(ResourceError::Replaced(self.path.to_owned())),
        }
    }

    fn open_file(&self, url: &str, wanted: &[u8]) -> Result<File, ResourceError> {
        match beneath::open(&self.descriptor, wanted, Links::Contained) {
            Err(error) if beneath::is_escape(&error) => self.open_by_real_path(wanted),
            opened => opened.map_err(|cause| failure(cause, url, &joined(self.path, wanted))),
        }
    }

    /// The kernel refuses every absolute link and every one that goes up past the directory, also
    /// where it comes back. One that ends inside is opened by the path it ends at, without links.
    fn open_by_real_path(&self, wanted: &[u8]) -> Result<File, ResourceError> {
        let inside = || {
            let base = self.path.canonicalize().ok()?;
            let real = joined(&base, wanted).canonicalize().ok()?;
            let inner = real.strip_prefix(&base).ok()?.as_os_str().as_bytes().to_vec();
            let inner = if inner.is_empty() { b".".to_vec() } else { inner };
            beneath::open(&self.descriptor, &inner, Links::Refused).ok()
        };
        inside().ok_or(ResourceError::Escape)
    }

    /// Where an open file is, past the links that led to it, told from the skill's directory.
    fn real_path(&self, file: &File, wanted: &[u8]) -> PathBuf {
        let real = |descriptor: i32| std::fs::read_link(format!("/proc/self/fd/{descriptor}")).ok();
        let inner = || {
            let (base, file) = (real(self.descriptor.as_raw_fd())?, real(file.as_raw_fd())?);
            file.strip_prefix(&base).ok().map(Path::to_owned)
        };
        match inner() {
            Some(inner) if inner.as_os_str().is_empty() => self.path.to_owned(),
            Some(inner) => self.path.join(inner),
            None => joined(self.path, wanted),
        }
    }

    fn listing(&self, directory: &File, path: &Path) -> Result<Vec<u8>, ResourceError> {
        let unreadable = |cause: rustix::io::Errno| ResourceError::Unreadable {
            path: path.to_owned(),
            cause: cause.into(),
        };
        let inner = path.strip_prefix(self.path).unwrap_or(Path::new(""));
        let mut lines: Vec<String> = Vec::new();
        for entry in rustix::fs::Dir::read_from(directory).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let name = entry.file_name().to_bytes();
            if matches!(name, b"." | b"..") {
                continue;
            }
            let limit = limits::RESOURCE_ENTRIES;
            if lines.len() >= limit {
                return Err(ResourceError::TooManyEntries { path: path.to_owned(), limit });
            }
            let is_directory = match entry.file_type() {
                rustix::fs::FileType::Directory => true,
                rustix::fs::FileType::Symlink | rustix::fs::FileType::Unknown => {
                    let inner = joined(inner, name);
                    beneath::is_directory(&self.descriptor, inner.as_os_str().as_bytes())
                }
                _ => false,
            };
            lines.push(encode(name, is_directory));
        }
        lines.sort_unstable();
        Ok(lines.concat().into_bytes())
    }
}

fn joined(directory: &Path, wanted: &[u8]) -> PathBuf {
    if wanted == b"." { directory.to_owned() } else { directory.join(OsStr::from_bytes(wanted)) }
}

/// A name as an address has it, on a line: what would break the line or be decoded is encoded.
fn encode(name: &[u8], is_directory: bool) -> String {
    let mut out = String::with_capacity(name.len() + 2);
    for chunk in name.utf8_chunks() {
        for character in chunk.valid().chars() {
            if character.is_control() || character == '%' {
                let mut buffer = [0; 4];
                for byte in character.encode_utf8(&mut buffer).bytes() {
                    // Writing to a String cannot fail.
                    let _ = write!(out, "%{byte:02X}");
                }
            } else {
                out.push(character);
            }
        }
        for byte in chunk.invalid() {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out.push_str(if is_directory { "/\n" } else { "\n" });
    out
}

/// What a failed open means.
fn failure(cause: std::io::Error, url: &str, path: &Path) -> ResourceError {
    use rustix::io::Errno;
    match cause.raw_os_error().map(Errno::from_raw_os_error) {
        // A path that is too long, or a circle of links, leads to nothing.
        Some(Errno::NOENT | Errno::NOTDIR | Errno::NAMETOOLONG | Errno::LOOP) => {
            ResourceError::NotFound(path.to_owned())
        }
        Some(Errno::XDEV) => ResourceError::Escape,
        // A socket, or a device without a driver.
        Some(Errno::NXIO | Errno::NODEV) => ResourceError::NotAFile(url.to_owned()),
        _ => ResourceError::Unreadable { path: path.to_owned(), cause },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(url: &str) -> String {
        match Address::parse(url) {
            Ok(Address { name, path }) => {
                let name = String::from_utf8_lossy(&name).into_owned();
                match path {
                    None => name,
                    Some(path) => format!("{name} {}", path.bytes.escape_ascii()),
                }
            }
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn addresses() {
        let absolute = "Absolute paths are not allowed in skill:// URLs";
        let traversal = "Path traversal (..) is not allowed in skill:// URLs";
        let no_name = "skill:// URL requires a skill name: skill://<name>";
        let nul = "NUL bytes are not allowed in skill:// URLs";
        let table = [
            ("skill://s", "s"),
            ("SKILL://s", "s"),
            ("skill://s/", "s"),
            ("skill://s/.", "s ."),
            ("skill://s/./", "s ."),
            ("skill://s/a/b.md", "s a/b.md"),
            ("skill://s/a//./b.md", "s a/b.md"),
            ("skill://s/my%20file.py", "s my file.py"),
            ("skill://my%20skill", "my skill"),
            ("skill://s/a%2Fb", "s a/b"),
            ("skill://s/a\\b", "s a\\\\b"),
            ("skill://s/..a/b..", "s ..a/b.."),
            ("skill://s/.../x", "s .../x"),
            ("skill://s/a?b#c", "s a?b#c"),
            ("skill://s/%ff", "s \\xff"),
            ("skill://s/%252e%252e/x", "s %2e%2e/x"),
            ("skill://", no_name),
            ("skill:///a", no_name),
            ("skill://s//etc/passwd", absolute),
            ("skill://s/%2Fetc/passwd", absolute),
            ("skill://s/%2fetc", absolute),
            ("skill://s/\\windows", absolute),
            ("skill://s/%5C%5Cserver", absolute),
            ("skill://s/C:\\windows", absolute),
            ("skill://s/c:/windows", absolute),
            ("skill://s/..", traversal),
            ("skill://s/../../../x", traversal),
            ("skill://s/%2E%2E/%2E%2E/x", traversal),
            ("skill://s/%2e./x", traversal),
            ("skill://s/a/../b", traversal),
            ("skill://s/a%2f..%2fb", traversal),
            ("skill://s/a\\..\\b", traversal),
            ("skill://s/a%5c..%5cb", traversal),
            ("skill://s/a/..\\b", traversal),
            ("skill://s/%00", nul),
            ("skill://s%00/a", nul),
            ("skill://s/a\0b", nul),
            (
                "skill://s/100%",
                "`%` must be followed by two hexadecimal digits in skill:// URLs (`%25` is `%`): 100%",
            ),
            (
                "skill://s/%+1",
                "`%` must be followed by two hexadecimal digits in skill:// URLs (`%25` is `%`): %+1",
            ),
            ("file:///etc", "`file:///etc` is not a skill:// URL: skill://<name>"),
            ("s", "`s` is not a skill:// URL: skill://<name>"),
            ("", "`` is not a skill:// URL: skill://<name>"),
            ("skill:/é/x", "`skill:/é/x` is not a skill:// URL: skill://<name>"),
        ];
        for (url, expected) in table {
            assert_eq!(parsed(url), expected, "{url:?}");
        }
    }

    #[test]
    fn names_in_a_listing_are_spelled_as_in_an_address() {
        let table: [(&[u8], &str); 5] = [
            (b"a b.md", "a b.md"),
            ("é.md".as_bytes(), "é.md"),
            (b"a\nb", "a%0Ab"),
            (b"100%", "100%25"),
            (b"a\xffb", "a%FFb"),
        ];
        for (name, expected) in table {
            assert_eq!(encode(name, false).trim_end(), expected);
            assert_eq!(decode(expected).unwrap(), name);
        }
    }
}
