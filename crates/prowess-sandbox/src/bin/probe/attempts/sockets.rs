//! Sockets of every kind a command could reach somebody with.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpStream, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixStream};
use std::time::Duration;

/// A second is more than loopback needs, and a refusal comes at once.
const TIME: Duration = Duration::from_secs(5);

pub(super) fn tcp(port: &str) -> io::Result<()> {
    let port: u16 = port.parse().map_err(io::Error::other)?;
    let address = (Ipv4Addr::LOCALHOST, port).into();
    answered(TcpStream::connect_timeout(&address, TIME)?)
}

/// Asks as one asks for the address of a name, and waits for the answer.
pub(super) fn udp(port: &str) -> io::Result<()> {
    let port: u16 = port.parse().map_err(io::Error::other)?;
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
    socket.set_read_timeout(Some(TIME))?;
    let query =
        b"\x00\x01\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x01a\x07example\x00\x00\x01\x00\x01";
    socket.send_to(query, (Ipv4Addr::LOCALHOST, port))?;
    socket.recv(&mut [0; 512]).map(drop)
}

pub(super) fn unix(path: &str) -> io::Result<()> {
    answered(UnixStream::connect(path)?)
}

pub(super) fn in_the_abstract(name: &str) -> io::Result<()> {
    answered(UnixStream::connect_addr(&SocketAddr::from_abstract_name(name)?)?)
}

/// The listener says something to whoever comes.
fn answered(mut stream: impl Read + Write) -> io::Result<()> {
    stream.read_exact(&mut [0])
}

/// A pair between processes of its own, which is allowed.
pub(super) fn pair() -> io::Result<()> {
    let (mut one, mut other) = UnixStream::pair()?;
    one.write_all(b"x")?;
    other.read_exact(&mut [0])
}

/// A pair of which one end turns to somebody else.
pub(super) fn pair_to(path: &str) -> io::Result<()> {
    let (one, _other) = std::os::unix::net::UnixDatagram::pair()?;
    one.send_to(b"crossed", path).map(drop)
}
