//! What host and helper say to each other, over a socket that is the helper's standard input.
//!
//! The host sends one message: descriptors, of which the first holds the request. The helper says that
//! it is there, and later how the command ended or why it did not start. When the host hangs up, the
//! helper kills. Each message is whole or not there (`SOCK_SEQPACKET`).

use std::fs::File;
use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recv, recvmsg, send, sendmsg,
    socketpair,
};

use super::request::{LIMIT, Request};

/// Most descriptors of a message; the kernel passes 253.
pub(super) const DESCRIPTORS: usize = 250;

/// Most bytes of what the helper says.
const REPORT: usize = 8192;

/// What the helper says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Report {
    /// It is the helper, and ready for a request.
    Ready,
    /// The walls of a probe stand.
    Stands,
    Exited(i32),
    Signalled(i32),
    Failed(Failure, String),
}

/// Why a command did not start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// A wall could not be set up; the text says which.
    Setup,
    NotFound,
    /// The text is what the system says.
    NotExecutable,
    /// The text is a path.
    Unreachable,
    /// The text is a path.
    Replaced,
}

const FAILURES: [Failure; 5] = [
    Failure::Setup,
    Failure::NotFound,
    Failure::NotExecutable,
    Failure::Unreachable,
    Failure::Replaced,
];

/// The host's end and the helper's.
pub(super) fn pair() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?)
}

/// Bytes as a file that nobody can change, to be read from its start.
pub(super) fn sealed(bytes: &[u8]) -> io::Result<OwnedFd> {
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    let mut file = File::from(memfd_create("input", flags)?);
    file.write_all(bytes)?;
    rustix::fs::seek(&file, rustix::fs::SeekFrom::Start(0))?;
    let seals = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
    fcntl_add_seals(&file, seals)?;
    Ok(file.into())
}

/// Sends the request, the standard input of the command, and the opened places.
pub(super) fn send_request(
    socket: &OwnedFd,
    request: &OwnedFd,
    input: &OwnedFd,
    places: &[OwnedFd],
) -> io::Result<()> {
    let descriptors: Vec<BorrowedFd<'_>> =
        [request, input].into_iter().chain(places).map(AsFd::as_fd).collect();
    let mut space = vec![MaybeUninit::uninit(); space()];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    if !ancillary.push(SendAncillaryMessage::ScmRights(&descriptors)) {
        return Err(io::Error::other("too many paths"));
    }
    sendmsg(socket, &[IoSlice::new(b"r")], &mut ancillary, SendFlags::NOSIGNAL)?;
    Ok(())
}

/// What was asked, the standard input of the command, and the opened places; `None` when the host hung
/// up.
pub(super) fn receive_request(
    socket: &OwnedFd,
) -> io::Result<Option<(Request, OwnedFd, Vec<OwnedFd>)>> {
    let mut space = vec![MaybeUninit::uninit(); space()];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let mut byte = [0];
    let message = again(|| {
        recvmsg(socket, &mut [IoSliceMut::new(&mut byte)], &mut ancillary, RecvFlags::CMSG_CLOEXEC)
    })?;
    if message.bytes == 0 {
        return Ok(None);
    }
    let mut descriptors = ancillary.drain().flat_map(|message| match message {
        RecvAncillaryMessage::ScmRights(descriptors) => descriptors.collect::<Vec<_>>(),
        _ => Vec::new(),
    });
    let bad = || io::Error::other("the request makes no sense");
    let mut bytes = Vec::new();
    let file = File::from(descriptors.next().ok_or_else(bad)?);
    file.take(LIMIT as u64 + 1).read_to_end(&mut bytes)?;
    let request =
        Some(bytes).filter(|bytes| bytes.len() <= LIMIT).and_then(|b| Request::decode(&b));
    let request = request.ok_or_else(bad)?;
    let input = descriptors.next().ok_or_else(bad)?;
    let places: Vec<OwnedFd> = descriptors.collect();
    if places.len() != request.places.len() || places.is_empty() {
        return Err(bad());
    }
    Ok(Some((request, input, places)))
}

fn space() -> usize {
    SendAncillaryMessage::ScmRights(&[]).size() + DESCRIPTORS * size_of::<i32>()
}

/// Says something to the host. If it is not there any more, nobody has to know.
pub(super) fn report(socket: impl AsFd, report: &Report) {
    let mut bytes = Vec::new();
    match report {
        Report::Ready => bytes.push(b'r'),
        Report::Stands => bytes.push(b's'),
        Report::Exited(code) => {
            bytes.push(b'e');
            bytes.extend_from_slice(&code.to_le_bytes());
        }
        Report::Signalled(signal) => {
            bytes.push(b'k');
            bytes.extend_from_slice(&signal.to_le_bytes());
        }
        Report::Failed(failure, text) => {
            let number = FAILURES.iter().position(|known| known == failure).unwrap_or(0);
            bytes.extend_from_slice(&[b'f', number as u8]);
            bytes.extend_from_slice(text.as_bytes());
            bytes.truncate(REPORT);
        }
    }
    let _gone = again(|| send(&socket, &bytes, SendFlags::NOSIGNAL));
}

/// What the helper says next; `None` when it hung up.
pub(super) fn receive_report(socket: &OwnedFd) -> io::Result<Option<Report>> {
    let mut bytes = vec![0; REPORT];
    let received = match again(|| recv(socket, &mut *bytes, RecvFlags::empty())) {
        Ok((received, _)) => received,
        Err(error) if error.kind() == io::ErrorKind::ConnectionReset => 0,
        Err(error) => return Err(error),
    };
    if received == 0 {
        return Ok(None);
    }
    let number = |bytes: &[u8]| bytes.try_into().ok().map(i32::from_le_bytes);
    let report = match &bytes[..received] {
        [b'r'] => Some(Report::Ready),
        [b's'] => Some(Report::Stands),
        [b'e', code @ ..] => number(code).map(Report::Exited),
        [b'k', signal @ ..] => number(signal).map(Report::Signalled),
        [b'f', failure, text @ ..] => FAILURES
            .get(usize::from(*failure))
            .map(|&failure| Report::Failed(failure, String::from_utf8_lossy(text).into_owned())),
        _ => None,
    };
    report.map(Some).ok_or_else(|| io::Error::other("the helper says what makes no sense"))
}

/// A call, until no signal interrupts it.
pub(super) fn again<T>(mut call: impl FnMut() -> Result<T, Errno>) -> io::Result<T> {
    loop {
        match call() {
            Err(Errno::INTR) => {}
            result => return Ok(result?),
        }
    }
}
