//! The attempts, by the words they are called with.

#![allow(unsafe_code, reason = "what a hostile command does, it does with bare system calls")]

mod calls;
mod files;
mod processes;
mod sockets;

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::ExitCode;

pub(super) fn main() -> ExitCode {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match attempt(&words) {
        None => ExitCode::from(2),
        Some(Ok(())) => ExitCode::SUCCESS,
        Some(Err(error)) => {
            let _nobody_listens = writeln!(io::stderr(), "refused: {error}");
            ExitCode::FAILURE
        }
    }
}

fn attempt(words: &[&str]) -> Option<io::Result<()>> {
    Some(match words {
        ["write", path] => files::write(path),
        ["read", path] => files::read(path),
        ["list", path] => files::list(path),
        ["stat", path] => std::fs::metadata(path).map(drop),
        ["chmod", path] => files::chmod(path),
        ["large", path] => files::large(path),
        ["truncate", path] => files::truncate(path),
        ["empty", path] => files::empty(path),
        ["watch", path] => files::watch(path),
        ["make-setuid", path] => files::make_setuid(path),
        ["create-setuid", path] => files::create_setuid(path),
        ["hold", path] => files::hold(path),
        ["host", tier, directory, words @ ..] => host(tier, directory, words),
        ["tcp", port] => sockets::tcp(port),
        ["udp", port] => sockets::udp(port),
        ["unix", path] => sockets::unix(path),
        ["abstract", name] => sockets::in_the_abstract(name),
        ["pair"] => sockets::pair(),
        ["pair-to", path] => sockets::pair_to(path),
        ["signal", process] => processes::signal(process),
        ["limit", process] => processes::limit(process),
        ["bomb"] => processes::bomb(),
        ["daemon", path] => processes::daemon(path),
        ["group"] => processes::group(),
        ["hang"] => processes::hang(),
        ["descriptors"] => processes::descriptors(),
        ["user"] => say(&format!("{}", unsafe { libc::geteuid() })),
        ["capabilities"] => processes::capabilities(),
        ["call", name] => calls::call(name)?,
        ["flood", megabytes] => flood(megabytes.parse().ok()?),
        ["environment"] => environment(),
        ["directory"] => std::env::current_dir().and_then(|path| say(&path.to_string_lossy())),
        ["copy"] => io::copy(&mut io::stdin(), &mut io::stdout()).map(drop),
        ["bytes"] => io::stdout().write_all(b"a\xff\x1b[31mb\x1b[0m\r\n"),
        ["both"] => say("out").and_then(|()| writeln!(io::stderr(), "err")),
        ["exit", code] => exit(code.parse().ok()?),
        ["raise", signal] => processes::raise(signal.parse().ok()?),
        ["memory", megabytes] => memory(megabytes.parse().ok()?),
        ["spin"] => spin(),
        _ => return None,
    })
}

/// Runs itself in a sandbox of which it is the helper.
fn host(tier: &str, directory: &str, words: &[&str]) -> io::Result<()> {
    use prowess_sandbox::{Access, Command, Helper, Limits, Sandbox, Tier};

    let tiers = [Tier::Rlimits, Tier::LandlockSeccomp, Tier::Namespaces];
    let tier = tiers.into_iter().find(|known| known.to_string() == tier);
    let tier = tier.ok_or_else(|| io::Error::other("an unknown tier"))?;
    let program = std::env::current_exe()?;
    let access = Access {
        read_only: vec![program.clone()],
        writable: vec![directory.into()],
        ..Access::default()
    };
    let mut command = Command::new(program, directory);
    command.args = words.iter().map(OsString::from).collect();
    let sandbox = Sandbox::new(Helper::ThisProgram).minimum(tier).at_most(tier);
    let outcome = sandbox.run(&command, &access, &Limits::default(), &|| false);
    let outcome = outcome.map_err(io::Error::other)?;
    say(&format!("{} {:?}", outcome.tier, outcome.end))?;
    io::stdout().write_all(&outcome.stdout.bytes)
}

/// Prints a line.
fn say(text: &str) -> io::Result<()> {
    writeln!(io::stdout(), "{text}")
}

/// What the last system call said.
fn checked(result: i64) -> io::Result<()> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

#[allow(clippy::exit, reason = "the code is what is tested")]
fn exit(code: i32) -> ! {
    std::process::exit(code)
}

fn flood(megabytes: usize) -> io::Result<()> {
    let megabyte = vec![b'x'; 1 << 20];
    (0..megabytes).try_for_each(|_| io::stdout().write_all(&megabyte))
}

fn environment() -> io::Result<()> {
    let mut all: Vec<(OsString, OsString)> = std::env::vars_os().collect();
    all.sort();
    all.iter().try_for_each(|(name, value)| say(&format!("{}={}", name.display(), value.display())))
}

fn memory(megabytes: usize) -> io::Result<()> {
    let mut bytes: Vec<u8> = Vec::new();
    bytes.try_reserve_exact(megabytes << 20).map_err(io::Error::other)?;
    std::hint::black_box(&mut bytes);
    Ok(())
}

fn spin() -> ! {
    let mut number = 0_u64;
    loop {
        number = std::hint::black_box(number.wrapping_add(1));
    }
}

/// Waits for the end of standard input, however long that takes.
fn wait_for_input() {
    let _all = io::stdin().read_to_end(&mut Vec::new());
}
