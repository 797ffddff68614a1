//! Sockets: towards the network, and towards other programs of this machine. Listeners are opened here, on
//! loopback alone.

use std::io::Write;
use std::net::{Ipv4Addr, TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};
use std::thread;

use prowess_sandbox::{End, Tier};

use crate::world::{World, open_to_all, tiers_from, told};

/// Says something to whoever comes, as long as the tests run.
fn tcp() -> String {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let _gone = stream.and_then(|mut stream| stream.write_all(b"x"));
        }
    });
    port.to_string()
}

/// Answers whoever asks.
fn udp() -> String {
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = socket.local_addr().unwrap().port();
    thread::spawn(move || {
        let mut query = [0; 512];
        while let Ok((count, from)) = socket.recv_from(&mut query) {
            let _gone = socket.send_to(&query[..count], from);
        }
    });
    port.to_string()
}

fn serve(listener: UnixListener) {
    thread::spawn(move || {
        for stream in listener.incoming() {
            let _gone = stream.and_then(|mut stream| stream.write_all(b"x"));
        }
    });
}

#[test]
fn nobody_is_reached_over_the_network() {
    let world = World::new();
    world.holds(Tier::LandlockSeccomp, &["tcp", &tcp()]);
    world.holds(Tier::LandlockSeccomp, &["udp", &udp()]);
}

#[test]
fn no_program_of_this_machine_is_reached() {
    for network in [false, true] {
        let mut world = World::new();
        world.access.network = network;
        // In a directory that may be written: only the kind of socket is in the way.
        let path = world.path("work/socket");
        serve(UnixListener::bind(&path).unwrap());
        open_to_all(&path, 0o777);
        world.holds(Tier::LandlockSeccomp, &["unix", &world.text("work/socket")]);

        let name = format!("prowess-test-{}-{network}", std::process::id());
        let address = SocketAddr::from_abstract_name(&name).unwrap();
        serve(UnixListener::bind_addr(&address).unwrap());
        world.holds(Tier::LandlockSeccomp, &["abstract", &name]);

        let path = world.path("work/datagrams");
        let _receiver = UnixDatagram::bind(&path).unwrap();
        open_to_all(&path, 0o777);
        world.holds(Tier::LandlockSeccomp, &["pair-to", &world.text("work/datagrams")]);
    }
}

#[test]
fn processes_of_a_command_may_talk_to_each_other() {
    World::new().allowed(&["pair"]);
}

#[test]
fn with_a_network_others_are_reached() {
    let mut world = World::new();
    world.access.network = true;
    let (tcp, udp) = (tcp(), udp());
    for tier in tiers_from(Tier::Rlimits) {
        for words in [["tcp", &tcp], ["udp", &udp]] {
            let outcome = world.run(tier, &words);
            assert_eq!(outcome.end, End::Exited(0), "{tier}: {words:?}: {}", told(&outcome));
        }
        if std::path::Path::new("/etc/resolv.conf").exists() {
            let outcome = world.run(tier, &["read", "/etc/resolv.conf"]);
            assert_eq!(outcome.end, End::Exited(0), "{tier}: {}", told(&outcome));
        }
    }
}
