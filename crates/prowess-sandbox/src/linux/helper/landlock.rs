//! Files by Landlock: what is not granted here cannot be opened, whatever the modes say.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, BitFlags, PathBeneath, Ruleset, RulesetAttr, RulesetCreated,
    RulesetCreatedAttr, RulesetStatus, Scope,
};
use rustix::fs::{CWD, FileType, Mode, OFlags, fstat, openat};
use rustix::io::Errno;
use rustix::process::getuid;

use super::system_paths::{DEVICES, DIRECTORIES, PROC_FILES, resolver};
use super::tree::TEMPORARY;
use super::{Job, Refusal, setup};
use crate::Tier;

/// The newest that this code was written for. An older kernel keeps what it knows of it.
const NEWEST: ABI = ABI::V7;

/// Most names that are looked at on the way to masked paths.
const NAMES: usize = 100_000;

/// Restricts this process and all that come from it. Who traces, signals or connects by an abstract
/// socket cannot get out either, as far as the kernel knows how.
pub(super) fn restrict(job: &Job) -> Result<(), Refusal> {
    let namespaces = job.request.tier == Tier::Namespaces;
    let created = Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))
        .and_then(|ruleset| ruleset.scope(Scope::from_all(NEWEST)))
        .and_then(Ruleset::create)
        .map_err(setup("Landlock"))?;
    // In a tree of its own, what is masked is covered already.
    let mut masked = job.request.masked.clone();
    masked.retain(|path| !namespaces && needs_mask(path));
    let mut rules = Rules { ruleset: Some(created), masked: &masked, names: NAMES };
    rules.system(namespaces, job.request.network).map_err(setup("Landlock, the system's files"))?;
    for (place, opened) in job.request.places.iter().zip(&job.opened) {
        let access = if place.writable { everything() } else { reading() };
        let added = if namespaces {
            rules.named(&place.real, access)
        } else {
            rules.add(opened.as_fd(), &place.real, access)
        };
        added.map_err(setup(&place.real.to_string_lossy()))?;
    }
    let ruleset = rules.ruleset.ok_or_else(|| setup("Landlock")("no rules"))?;
    let status = ruleset.restrict_self().map_err(setup("Landlock"))?;
    if status.ruleset == RulesetStatus::NotEnforced {
        return Err(setup("Landlock")("this kernel does not have it, or it is not enabled"));
    }
    Ok(())
}

/// Whether a masked path has to be kept closed here: what this user, who will never be another, may neither
/// read nor write nor enter, and does not own, is closed already. So the way to it need not be taken name
/// by name.
fn needs_mask(path: &Path) -> bool {
    use rustix::fs::Access;

    let own = fs::symlink_metadata(path).map_or(true, |stat| stat.uid() == getuid().as_raw());
    let ways = [Access::READ_OK, Access::WRITE_OK, Access::EXEC_OK];
    own || ways.iter().any(|&way| rustix::fs::access(path, way) != Err(Errno::ACCESS))
}

/// Read, list, execute.
fn reading() -> BitFlags<AccessFs> {
    AccessFs::from_read(NEWEST)
}

/// All but talking to devices.
fn everything() -> BitFlags<AccessFs> {
    AccessFs::from_all(NEWEST) & !AccessFs::IoctlDev
}

struct Rules<'a> {
    /// Taken out only while a rule is added.
    ruleset: Option<RulesetCreated>,
    masked: &'a [PathBuf],
    names: usize,
}

impl Rules<'_> {
    /// What every command may reach.
    fn system(&mut self, namespaces: bool, network: bool) -> io::Result<()> {
        for path in DIRECTORIES {
            self.named(Path::new(path), reading())?;
        }
        if let Some(path) = resolver().filter(|_| network) {
            self.named(&path, reading())?;
        }
        for path in DEVICES {
            self.named(Path::new(path), AccessFs::ReadFile | AccessFs::WriteFile)?;
        }
        if namespaces {
            self.named(Path::new("/"), AccessFs::ReadDir.into())?;
            self.named(Path::new("/proc"), AccessFs::ReadFile | AccessFs::ReadDir)?;
            for path in TEMPORARY {
                self.named(Path::new(path), everything())?;
            }
        } else {
            for path in PROC_FILES {
                self.named(Path::new(path), AccessFs::ReadFile.into())?;
            }
        }
        Ok(())
    }

    /// Grants a path, if it is there.
    fn named(&mut self, path: &Path, access: BitFlags<AccessFs>) -> io::Result<()> {
        let flags = OFlags::PATH | OFlags::CLOEXEC;
        let Ok(opened) = openat(CWD, path, flags, Mode::empty()) else { return Ok(()) };
        // Masks are paths without links, and `/bin` is mostly one.
        let real = if self.masked.is_empty() { path.to_owned() } else { path.canonicalize()? };
        self.add(opened.as_fd(), &real, access)
    }

    /// Grants what was opened and all below it, but for what is masked. Landlock cannot take away, so
    /// that the way to a masked path is granted name by name.
    fn add(
        &mut self,
        opened: BorrowedFd<'_>,
        path: &Path,
        access: BitFlags<AccessFs>,
    ) -> io::Result<()> {
        if self.masked.iter().any(|masked| path.starts_with(masked)) {
            return Ok(());
        }
        let kind = FileType::from_raw_mode(fstat(opened)?.st_mode);
        if kind == FileType::Symlink {
            return Ok(());
        }
        if !self.masked.iter().any(|masked| masked.starts_with(path)) {
            let whole = kind == FileType::Directory;
            let access = if whole { access } else { access & AccessFs::from_file(NEWEST) };
            let rule = PathBeneath::new(opened, access);
            let ruleset = self.ruleset.take().map(|ruleset| ruleset.add_rule(rule));
            self.ruleset = ruleset.transpose().map_err(io::Error::other)?;
            return Ok(());
        }
        for name in names(opened)? {
            self.names = self
                .names
                .checked_sub(1)
                .ok_or_else(|| io::Error::other("too many names beside a masked path"))?;
            let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            // What has just gone, or may not be looked at, needs no rule.
            let child = openat(opened, &name, flags, Mode::empty());
            if let Ok(child) = child {
                self.add(child.as_fd(), &path.join(OsStr::from_bytes(&name)), access)?;
            }
        }
        Ok(())
    }
}

/// The names in an opened directory; none where it may not be read, which then needs no rule.
fn names(directory: BorrowedFd<'_>) -> io::Result<Vec<Vec<u8>>> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let readable: OwnedFd = match openat(directory, ".", flags, Mode::empty()) {
        Ok(readable) => readable,
        Err(Errno::ACCESS) => return Ok(Vec::new()),
        Err(error) => return Err(error.into()),
    };
    let entries = fs::read_dir(format!("/proc/self/fd/{}", readable.as_raw_fd()))?;
    entries.map(|entry| Ok(entry?.file_name().as_bytes().to_vec())).collect()
}
