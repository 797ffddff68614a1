//! What the helper is asked to do, as bytes.
//!
//! Numbers are little-endian, byte strings have their length before them. Both ends are one build of one
//! crate, so that there is no version; what does not fit is refused.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use crate::Tier;

/// Most bytes of a request: arguments and environment above all, of which the kernel takes no more
/// than this.
pub(super) const LIMIT: usize = 8 << 20;

/// What the helper is asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) tier: Tier,
    /// Only to set up the walls, and to say whether they stand.
    pub(super) probe: bool,
    pub(super) network: bool,
    pub(super) limits: Resources,
    pub(super) program: OsString,
    pub(super) args: Vec<OsString>,
    pub(super) environment: Vec<(OsString, OsString)>,
    /// The first is the working directory. The opened paths come in the same order.
    pub(super) places: Vec<Place>,
    /// Without links.
    pub(super) masked: Vec<PathBuf>,
    /// The directory for temporary files, to be removed in the end; none where it is empty.
    pub(super) scratch: PathBuf,
}

/// The limits that the kernel keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Resources {
    pub(super) cpu_seconds: u64,
    pub(super) memory: u64,
    pub(super) processes: u64,
    pub(super) file_size: u64,
    pub(super) open_files: u64,
}

/// A path that the command may reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// As the caller says it.
    pub(super) given: PathBuf,
    /// Without links, of what was opened.
    pub(super) real: PathBuf,
    pub(super) writable: bool,
}

impl Request {
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut writer = Writer(Vec::new());
        writer.number(match self.tier {
            Tier::Rlimits => 0,
            Tier::LandlockSeccomp => 1,
            Tier::Namespaces => 2,
        });
        writer.number(u64::from(self.probe));
        writer.number(u64::from(self.network));
        let limits = self.limits;
        let numbers = [
            limits.cpu_seconds,
            limits.memory,
            limits.processes,
            limits.file_size,
            limits.open_files,
        ];
        numbers.into_iter().for_each(|number| writer.number(number));
        writer.text(&self.program);
        writer.list(&self.args, |writer, argument| writer.text(argument));
        writer.list(&self.environment, |writer, (name, value)| {
            writer.text(name);
            writer.text(value);
        });
        writer.list(&self.places, |writer, place| {
            writer.path(&place.given);
            writer.path(&place.real);
            writer.number(u64::from(place.writable));
        });
        writer.list(&self.masked, |writer, path| writer.path(path));
        writer.path(&self.scratch);
        writer.0
    }

    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader(bytes);
        let request = Self {
            tier: match reader.number()? {
                0 => Tier::Rlimits,
                1 => Tier::LandlockSeccomp,
                2 => Tier::Namespaces,
                _ => return None,
            },
            probe: reader.flag()?,
            network: reader.flag()?,
            limits: Resources {
                cpu_seconds: reader.number()?,
                memory: reader.number()?,
                processes: reader.number()?,
                file_size: reader.number()?,
                open_files: reader.number()?,
            },
            program: reader.text()?,
            args: reader.list(Reader::text)?,
            environment: reader.list(|reader| Some((reader.text()?, reader.text()?)))?,
            places: reader.list(|reader| {
                Some(Place {
                    given: reader.text()?.into(),
                    real: reader.text()?.into(),
                    writable: reader.flag()?,
                })
            })?,
            masked: reader.list(|reader| reader.text().map(PathBuf::from))?,
            scratch: reader.text()?.into(),
        };
        reader.0.is_empty().then_some(request)
    }
}

struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    fn text(&mut self, text: &OsStr) {
        self.number(text.len() as u64);
        self.0.extend_from_slice(text.as_bytes());
    }

    fn path(&mut self, path: &Path) {
        self.text(path.as_os_str());
    }

    fn list<T>(&mut self, list: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.number(list.len() as u64);
        list.iter().for_each(|item| each(self, item));
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn number(&mut self) -> Option<u64> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*number))
    }

    fn flag(&mut self) -> Option<bool> {
        match self.number()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    fn text(&mut self) -> Option<OsString> {
        let length = usize::try_from(self.number()?).ok()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(OsString::from_vec(text.to_vec()))
    }

    fn list<T>(&mut self, mut each: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let length = self.number()?;
        // Nothing is reserved for what was not seen: a length is a claim.
        let mut list = Vec::new();
        for _ in 0..length {
            list.push(each(self)?);
        }
        Some(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request() -> Request {
        Request {
            tier: Tier::Namespaces,
            probe: false,
            network: true,
            limits: Resources { cpu_seconds: 1, memory: u64::MAX, ..Resources::default() },
            program: "sh".into(),
            args: vec!["-c".into(), OsString::from_vec(b"\xff\n".to_vec()), "".into()],
            environment: vec![("A".into(), "b=c".into())],
            places: vec![Place { given: "/a".into(), real: "/b".into(), writable: true }],
            masked: vec!["/c".into()],
            scratch: "/d".into(),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(Request::decode(&request().encode()), Some(request()));
    }

    #[test]
    fn what_is_cut_or_longer_is_refused() {
        let bytes = request().encode();
        for length in 0..bytes.len() {
            assert_eq!(Request::decode(&bytes[..length]), None, "{length}");
        }
        assert_eq!(Request::decode(&[&bytes[..], b"x"].concat()), None);
    }
}
