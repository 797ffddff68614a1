//! The tree of files that a command in namespaces sees: what it may reach, and nothing else.
//!
//! A small file system in memory becomes the root. The system's directories and the granted paths are
//! mounted into it under the names they have outside; directories on the way to them are new and empty.
//! So nothing else is there to be found, and a path below a directory that is closed to the command's
//! user is reached all the same.

use std::ffi::OsStr;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Component, Path, PathBuf};

use rustix::fs::{
    AtFlags, CWD, FileType, Mode, OFlags, ResolveFlags, Stat, fstat, mkdirat, openat, openat2,
    readlinkat, statat, symlinkat,
};
use rustix::io::Errno;
use rustix::mount::{
    FsMountFlags, FsOpenFlags, MountAttrFlags, MountPropagationFlags, MoveMountFlags,
    OpenTreeFlags, UnmountFlags, fsconfig_create, fsconfig_set_string, fsmount, fsopen,
    mount_change, move_mount, open_tree, unmount,
};

use super::super::control::Failure;
use super::super::raw::{Depth, map_owners, set_mount_attributes};
use super::system_paths::{DEVICES, DIRECTORIES, resolver};
use super::{Job, Refusal, setup};

/// Where the new tree is put until it is the root; what is there is seen again afterwards.
const STAGE: &str = "/tmp";

/// Directories of its own that the command may write.
pub(super) const TEMPORARY: &[&str] = &["/tmp", "/var/tmp", "/dev/shm"];

/// Most files, so that small ones cannot eat the memory that large ones may not.
const FILES: &str = "65536";

/// Covers what is masked: readable for nobody, because they are read-only and no mode allows it.
const EMPTY_FILE: &str = ".masked-file";
const EMPTY_DIRECTORY: &str = ".masked-directory";

/// A part of the old tree, ready to be put into the new one.
struct Part {
    mount: OwnedFd,
    path: PathBuf,
    directory: bool,
}

/// Builds the tree and makes it the root of this process.
pub(super) fn build(job: &Job) -> Result<(), Refusal> {
    let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    mount_change("/", private).map_err(setup("private mounts"))?;

    // Everything is taken from the old tree before anything is put over it.
    let (parts, links) = system_parts(job.request.network).map_err(setup("the system's files"))?;
    let devices = devices().map_err(setup("devices"))?;
    let places = places(job)?;

    let tree = Tree::new().map_err(setup("a new root"))?;
    for (path, target) in &links {
        tree.link(path, target.as_os_str()).map_err(setup("a link of the system"))?;
    }
    for part in &parts {
        tree.put(part).map_err(setup("the system's files"))?;
    }
    for path in TEMPORARY {
        let size = job.request.limits.file_size.max(1).to_string();
        let made = memory(&[("size", &size), ("nr_inodes", FILES), ("mode", "1777")])
            .and_then(|mount| tree.put(&Part { mount, path: path.into(), directory: true }));
        made.map_err(setup("a directory for temporary files"))?;
    }
    for part in &devices {
        tree.put(part).map_err(setup("devices"))?;
    }
    for (name, target) in [("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")] {
        let target = format!("/proc/self/fd{target}");
        let path = Path::new("/dev").join(name);
        tree.link(&path, OsStr::new(&target)).map_err(setup("devices"))?;
    }
    let proc = new_file_system("proc", &[], MountAttrFlags::MOUNT_ATTR_NOEXEC)
        .and_then(|mount| tree.put(&Part { mount, path: "/proc".into(), directory: true }));
    proc.map_err(setup("/proc"))?;

    for part in &places {
        tree.put(part).map_err(setup(&part.path.to_string_lossy()))?;
    }
    for place in job.request.places.iter().filter(|place| place.given != place.real) {
        // Where the way leads through a part, its own links are there already.
        let _there_already = tree.link(&place.given, place.real.as_os_str());
    }
    for path in &job.request.masked {
        tree.mask(path).map_err(setup(&path.to_string_lossy()))?;
    }
    tree.become_root().map_err(setup("the new root"))
}

/// The system's directories, and those of them that are links.
#[allow(clippy::type_complexity, reason = "two lists, used at once")]
fn system_parts(network: bool) -> io::Result<(Vec<Part>, Vec<(PathBuf, PathBuf)>)> {
    let (mut parts, mut links) = (Vec::new(), Vec::new());
    for path in DIRECTORIES {
        match statat(CWD, *path, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) if is(&stat, FileType::Symlink) => {
                let target = readlinkat(CWD, *path, Vec::new())?;
                let target = PathBuf::from(String::from_utf8_lossy(target.as_bytes()).into_owned());
                links.push((PathBuf::from(path), target));
            }
            Ok(stat) if is(&stat, FileType::Directory) => {
                parts.push(part(CWD, Path::new(path), path, true, read_only())?);
            }
            _ => {}
        }
    }
    if let Some(path) = resolver().filter(|_| network) {
        parts.push(part(CWD, &path, &path, false, read_only())?);
    }
    Ok((parts, links))
}

fn devices() -> io::Result<Vec<Part>> {
    let attributes = MountAttrFlags::MOUNT_ATTR_NOSUID | MountAttrFlags::MOUNT_ATTR_NOEXEC;
    DEVICES.iter().map(|path| part(CWD, Path::new(path), path, false, attributes)).collect()
}

/// The granted paths, those above before those below. Each has to be what the host opened.
fn places(job: &Job) -> Result<Vec<Part>, Refusal> {
    let mut order: Vec<usize> = (0..job.request.places.len()).collect();
    let place = |&at: &usize| &job.request.places[at];
    order.sort_by_key(|at| (place(at).real.components().count(), !place(at).writable));
    let mut seen = Vec::new();
    // Of one path only the widest: the working directory is mostly among the others.
    order.retain(|at| {
        let new = !seen.contains(&&place(at).real);
        seen.push(&place(at).real);
        new
    });
    let mut parts = Vec::new();
    for at in order {
        let place = &job.request.places[at];
        let same = reopen(&place.real, job.opened[at].as_fd());
        let (opened, directory) = same
            .map_err(setup(&place.real.to_string_lossy()))?
            .ok_or_else(|| Refusal(Failure::Replaced, place.real.to_string_lossy().into_owned()))?;
        let attributes = if place.writable { safe() } else { read_only() };
        let part = part(opened, Path::new(""), &place.real, directory, attributes);
        let part = part.map_err(setup(&place.real.to_string_lossy()))?;
        if let Some(owners) = &job.owners {
            // Not every file system can.
            let _as_they_are = map_owners(&part.mount, owners);
        }
        parts.push(part);
    }
    Ok(parts)
}

/// Opens a path, if it is still what was opened by the host; says whether it is a directory. The host's
/// own descriptor belongs to the old namespace and cannot be mounted from here.
pub(super) fn reopen(path: &Path, opened: BorrowedFd<'_>) -> io::Result<Option<(OwnedFd, bool)>> {
    let flags = OFlags::PATH | OFlags::CLOEXEC;
    let resolve = ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    let found = match openat2(CWD, path, flags, Mode::empty(), resolve) {
        Ok(found) => found,
        Err(Errno::NOENT | Errno::LOOP | Errno::NOTDIR) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let (here, there) = (fstat(&found)?, fstat(opened)?);
    let same = (here.st_dev, here.st_ino) == (there.st_dev, there.st_ino);
    let directory = is(&here, FileType::Directory);
    Ok(same.then_some((found, directory)))
}

/// Takes a part of the old tree, with what is mounted below it.
fn part(
    from: impl AsFd,
    source: &Path,
    path: impl AsRef<Path>,
    directory: bool,
    attributes: MountAttrFlags,
) -> io::Result<Part> {
    let flags = OpenTreeFlags::OPEN_TREE_CLONE
        | OpenTreeFlags::OPEN_TREE_CLOEXEC
        | OpenTreeFlags::AT_RECURSIVE
        | OpenTreeFlags::AT_EMPTY_PATH;
    let mount = open_tree(from, source, flags)?;
    set_mount_attributes(&mount, attributes, Depth::All)?;
    Ok(Part { mount, path: path.as_ref().to_owned(), directory })
}

fn safe() -> MountAttrFlags {
    MountAttrFlags::MOUNT_ATTR_NOSUID | MountAttrFlags::MOUNT_ATTR_NODEV
}

fn read_only() -> MountAttrFlags {
    safe() | MountAttrFlags::MOUNT_ATTR_RDONLY
}

fn is(stat: &Stat, kind: FileType) -> bool {
    FileType::from_raw_mode(stat.st_mode) == kind
}

/// A new file system in memory.
fn memory(options: &[(&str, &str)]) -> io::Result<OwnedFd> {
    new_file_system("tmpfs", options, MountAttrFlags::empty())
}

fn new_file_system(
    kind: &str,
    options: &[(&str, &str)],
    attributes: MountAttrFlags,
) -> io::Result<OwnedFd> {
    let context = fsopen(kind, FsOpenFlags::FSOPEN_CLOEXEC)?;
    for (key, value) in options {
        fsconfig_set_string(context.as_fd(), *key, *value)?;
    }
    fsconfig_create(context.as_fd())?;
    Ok(fsmount(context.as_fd(), FsMountFlags::FSMOUNT_CLOEXEC, safe() | attributes)?)
}

/// The new tree.
struct Tree {
    root: OwnedFd,
}

impl Tree {
    fn new() -> io::Result<Self> {
        let root = memory(&[("size", "1m"), ("nr_inodes", "4096"), ("mode", "0755")])?;
        move_mount(&root, "", CWD, STAGE, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)?;
        mkdirat(&root, EMPTY_DIRECTORY, Mode::empty())?;
        openat(&root, EMPTY_FILE, OFlags::CREATE | OFlags::CLOEXEC, Mode::empty())?;
        Ok(Self { root })
    }

    /// Puts a part where its path says.
    fn put(&self, part: &Part) -> io::Result<()> {
        let (above, name) = split(&part.path)?;
        let above = self.directory(above)?;
        let target = if part.directory { enter(&above, name)? } else { file(&above, name)? };
        attach(&part.mount, &target)
    }

    /// Makes a link.
    fn link(&self, path: &Path, target: &OsStr) -> io::Result<()> {
        let (above, name) = split(path)?;
        Ok(symlinkat(target, self.directory(above)?, name)?)
    }

    /// Covers a path, if it is there.
    fn mask(&self, path: &Path) -> io::Result<()> {
        let inside = path.strip_prefix("/").map_err(io::Error::other)?;
        let target = match look(&self.root, inside) {
            Ok(target) => target,
            Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        let directory = is(&fstat(&target)?, FileType::Directory);
        let cover = if directory { EMPTY_DIRECTORY } else { EMPTY_FILE };
        let cover = part(&self.root, Path::new(cover), path, directory, read_only())?;
        attach(&cover.mount, &target)
    }

    /// A directory of the tree, made with those above it where it is not there.
    fn directory(&self, path: &Path) -> io::Result<OwnedFd> {
        let mut directory = self.root.try_clone()?;
        for component in path.components() {
            if let Component::Normal(name) = component {
                directory = enter(&directory, name)?;
            }
        }
        Ok(directory)
    }

    /// Makes the tree the root of this process, read-only but for what is mounted in it, and lets go of
    /// the old one.
    fn become_root(self) -> io::Result<()> {
        rustix::process::fchdir(&self.root)?;
        rustix::process::pivot_root(".", ".")?;
        // The old root lies over the new one now.
        unmount(".", UnmountFlags::DETACH)?;
        rustix::process::chdir("/")?;
        set_mount_attributes(&self.root, read_only(), Depth::One)
    }
}

fn split(path: &Path) -> io::Result<(&Path, &OsStr)> {
    let parts = path.parent().zip(path.file_name());
    parts.ok_or_else(|| io::Error::other("a path that names nothing"))
}

/// Opens what has a name in a directory, never through a link: outside of the tree is the old one.
fn look(directory: impl AsFd, name: impl rustix::path::Arg) -> Result<OwnedFd, Errno> {
    let flags = OFlags::PATH | OFlags::CLOEXEC;
    let resolve = ResolveFlags::NO_SYMLINKS | ResolveFlags::BENEATH;
    openat2(directory, name, flags, Mode::empty(), resolve)
}

fn enter(above: &OwnedFd, name: &OsStr) -> io::Result<OwnedFd> {
    match look(above, name) {
        Err(Errno::NOENT) => {
            mkdirat(above, name, Mode::from_raw_mode(0o755))?;
            Ok(look(above, name)?)
        }
        other => Ok(other?),
    }
}

fn file(above: &OwnedFd, name: &OsStr) -> io::Result<OwnedFd> {
    if let Err(Errno::NOENT) = look(above, name) {
        openat(above, name, OFlags::CREATE | OFlags::CLOEXEC, Mode::from_raw_mode(0o644))?;
    }
    Ok(look(above, name)?)
}

fn attach(mount: &OwnedFd, target: &OwnedFd) -> io::Result<()> {
    let flags = MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH | MoveMountFlags::MOVE_MOUNT_T_EMPTY_PATH;
    Ok(move_mount(mount, "", target, "", flags)?)
}
