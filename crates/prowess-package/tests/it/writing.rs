//! Archives written by hand, so that every number in them can be a lie.

use flate2::Crc;
use flate2::write::{DeflateEncoder, GzEncoder};
use flate2::{Compression, GzBuilder};
use std::io::Write as _;

pub(crate) fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub(crate) fn gzip_named(name: &str, bytes: &[u8]) -> Vec<u8> {
    let builder = GzBuilder::new().filename(name).comment("c").extra("extra");
    let mut encoder = builder.write(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn crc(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// An entry of a zip; what is said before the content can differ from what the directory says.
#[derive(Clone)]
pub(crate) struct ZipEntry {
    pub(crate) name: Vec<u8>,
    pub(crate) local_name: Vec<u8>,
    pub(crate) packed: Vec<u8>,
    pub(crate) size: u32,
    pub(crate) local_size: u32,
    pub(crate) crc: u32,
    pub(crate) method: u16,
    pub(crate) flags: u16,
    pub(crate) mode: u32,
    pub(crate) extra: Vec<u8>,
    /// Where the header is, if not where it is written.
    pub(crate) offset: Option<u32>,
    pub(crate) packed_size: Option<u32>,
    /// Bytes between this entry and the one before.
    pub(crate) before: Vec<u8>,
}

impl ZipEntry {
    pub(crate) fn new(name: impl Into<Vec<u8>>, content: &[u8]) -> Self {
        let name = name.into();
        let size = u32::try_from(content.len()).unwrap();
        Self {
            local_name: name.clone(),
            name,
            packed: content.to_vec(),
            size,
            local_size: size,
            crc: crc(content),
            method: 0,
            flags: 0,
            mode: 0o100_644,
            extra: Vec::new(),
            offset: None,
            packed_size: None,
            before: Vec::new(),
        }
    }

    pub(crate) fn deflated(name: impl Into<Vec<u8>>, content: &[u8]) -> Self {
        Self { method: 8, packed: deflate(content), ..Self::new(name, content) }
    }

    pub(crate) fn link(name: &str, target: &str) -> Self {
        Self { mode: 0o120_777, ..Self::new(name, target.as_bytes()) }
    }

    fn packed_size(&self) -> u32 {
        self.packed_size.unwrap_or(u32::try_from(self.packed.len()).unwrap())
    }

    fn local(&self) -> Vec<u8> {
        let is_open = self.flags & 8 != 0;
        let (crc, packed, size) =
            if is_open { (0, 0, 0) } else { (self.crc, self.packed_size(), self.local_size) };
        let mut out = b"PK\x03\x04\x14\0".to_vec();
        out.extend(self.flags.to_le_bytes());
        out.extend(self.method.to_le_bytes());
        out.extend([0; 4]);
        [crc, packed, size].iter().for_each(|number| out.extend(number.to_le_bytes()));
        out.extend(u16::try_from(self.local_name.len()).unwrap().to_le_bytes());
        out.extend([0; 2]);
        out.extend(&self.local_name);
        out.extend(&self.packed);
        if is_open {
            out.extend(b"PK\x07\x08");
            let numbers = [self.crc, self.packed_size(), self.size];
            numbers.iter().for_each(|number| out.extend(number.to_le_bytes()));
        }
        out
    }

    fn central(&self, offset: u32) -> Vec<u8> {
        let mut out = b"PK\x01\x02\x14\x03\x14\0".to_vec();
        out.extend(self.flags.to_le_bytes());
        out.extend(self.method.to_le_bytes());
        out.extend([0; 4]);
        let numbers = [self.crc, self.packed_size(), self.size];
        numbers.iter().for_each(|number| out.extend(number.to_le_bytes()));
        let [name, extra] =
            [&self.name, &self.extra].map(|field| u16::try_from(field.len()).unwrap());
        [name, extra, 0, 0, 0].iter().for_each(|number| out.extend(number.to_le_bytes()));
        out.extend((self.mode << 16).to_le_bytes());
        out.extend(self.offset.unwrap_or(offset).to_le_bytes());
        out.extend(&self.name);
        out.extend(&self.extra);
        out
    }
}

/// The record at the end of a zip.
pub(crate) fn zip_end(count: usize, size: usize, offset: usize, comment: &[u8]) -> Vec<u8> {
    let mut out = b"PK\x05\x06\0\0\0\0".to_vec();
    let count = u16::try_from(count).unwrap_or(u16::MAX).to_le_bytes();
    out.extend([count, count].concat());
    out.extend(u32::try_from(size).unwrap().to_le_bytes());
    out.extend(u32::try_from(offset).unwrap().to_le_bytes());
    out.extend(u16::try_from(comment.len()).unwrap().to_le_bytes());
    out.extend(comment);
    out
}

pub(crate) fn zip(entries: &[ZipEntry]) -> Vec<u8> {
    zip_with_comment(entries, b"")
}

pub(crate) fn zip_with_comment(entries: &[ZipEntry], comment: &[u8]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for entry in entries {
        out.extend(&entry.before);
        directory.extend(entry.central(u32::try_from(out.len()).unwrap()));
        out.extend(entry.local());
    }
    let offset = out.len();
    out.extend(&directory);
    out.extend(zip_end(entries.len(), directory.len(), offset, comment));
    out
}

/// One header of a tar and what follows it, filled up to whole blocks.
pub(crate) fn tar_entry(kind: u8, name: &[u8], target: &[u8], content: &[u8]) -> Vec<u8> {
    tar_entry_sized(kind, name, target, content.len(), content)
}

pub(crate) fn tar_entry_sized(
    kind: u8,
    name: &[u8],
    target: &[u8],
    size: usize,
    content: &[u8],
) -> Vec<u8> {
    let mut header = [0; 512];
    let mut put = |at: usize, bytes: &[u8]| header[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, name);
    put(100, b"0000755\0");
    put(124, format!("{size:011o}\0").as_bytes());
    put(148, b"        ");
    put(156, &[kind]);
    put(157, target);
    put(257, b"ustar\x0000");
    let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    let mut out = header.to_vec();
    out.extend(content);
    out.resize(out.len().next_multiple_of(512), 0);
    out
}

pub(crate) fn tar(parts: &[Vec<u8>]) -> Vec<u8> {
    [parts.concat(), vec![0; 1024]].concat()
}

/// A record of pax, with the length of itself in it.
pub(crate) fn pax(key: &str, value: &str) -> Vec<u8> {
    let rest = format!(" {key}={value}\n");
    let length = (1..).find(|length: &usize| length.to_string().len() + rest.len() == *length);
    format!("{}{rest}", length.unwrap()).into_bytes()
}
