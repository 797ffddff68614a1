//! `bench sandbox`: what the walls cost, against starting the same program without any.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use prowess_sandbox::{Access, Command, Helper, Limits, Sandbox, Tier, credential_paths};

use crate::workspace;

const PROGRAM: &str = "/bin/true";

/// Ticks in which the kernel tells the time of children; the same on every system that Rust runs on.
const TICKS_A_SECOND: f64 = 100.0;

/// Milliseconds of one run, on average.
#[derive(Clone, Copy)]
struct Taken {
    /// On all processors together, in this process and in all that came from it.
    cpu: f64,
    wall: f64,
}

/// Runs the benchmark with so many runs a row and prints its table.
pub(super) fn run(runs: usize) -> Result<(), String> {
    let helper = workspace::target_directory()?.join("release/prowess-sandbox-helper");
    println!("{runs} runs of {PROGRAM} a row, on average\naim: landlock+seccomp adds ≤ 3 ms CPU\n");
    let columns = ["CPU ms", "wall ms", "+ CPU ms", "+ wall ms", "× CPU", "× wall"];
    print!("{:<42}", "");
    columns.iter().for_each(|name| print!("{name:>10}"));
    println!();
    let plain = measure(runs, || {
        let mut command = std::process::Command::new(PROGRAM);
        let output = command.env_clear().stdin(Stdio::null()).output();
        output.map(drop).map_err(|error| error.to_string())
    })?;
    print_row("plain (the floor)", plain, plain);
    for tier in [Tier::Rlimits, Tier::LandlockSeccomp, Tier::Namespaces] {
        let sandbox = Sandbox::new(Helper::Path(helper.clone())).minimum(tier).at_most(tier);
        if sandbox.tier() < tier {
            println!("{tier}: not reached on this machine");
            continue;
        }
        let home = std::env::home_dir().unwrap_or_default();
        let masks: &[bool] = if tier == Tier::Rlimits { &[false] } else { &[false, true] };
        for &masks in masks {
            let masked = if masks { credential_paths(&home) } else { Vec::new() };
            let access = Access { masked, ..Access::default() };
            let taken = measure(runs, || sandboxed(&sandbox, &access))?;
            let name = if masks { ", credentials masked" } else { "" };
            print_row(&format!("{tier}{name}"), taken, plain);
        }
    }
    Ok(())
}

fn sandboxed(sandbox: &Sandbox, access: &Access) -> Result<(), String> {
    let command = Command::new(PROGRAM, Path::new("/usr"));
    let outcome = sandbox.run(&command, access, &Limits::default(), &|| false);
    outcome.map(drop).map_err(|error| error.to_string())
}

fn measure(runs: usize, mut work: impl FnMut() -> Result<(), String>) -> Result<Taken, String> {
    work()?;
    let (start, before) = (Instant::now(), cpu_time()?);
    for _ in 0..runs {
        work()?;
    }
    let each = |time: Duration| time.as_secs_f64() * 1e3 / runs as f64;
    Ok(Taken { cpu: each(cpu_time()?.saturating_sub(before)), wall: each(start.elapsed()) })
}

/// The time on a processor of this process and of all its children that have ended.
fn cpu_time() -> Result<Duration, String> {
    let text = std::fs::read_to_string("/proc/self/stat").map_err(|error| error.to_string())?;
    // After the name, which stands in parentheses and may hold anything: user and system, of the
    // process and of its children, are the 12th to the 15th.
    let (_, fields) = text.rsplit_once(')').ok_or("/proc/self/stat is not understood")?;
    let ticks: f64 =
        fields.split_whitespace().skip(11).take(4).filter_map(|n| n.parse::<f64>().ok()).sum();
    Ok(Duration::from_secs_f64(ticks / TICKS_A_SECOND))
}

fn print_row(name: &str, taken: Taken, floor: Taken) {
    print!("{name:<42}{:>10.2}{:>10.2}", taken.cpu, taken.wall);
    print!("{:>10.2}{:>10.2}", taken.cpu - floor.cpu, taken.wall - floor.wall);
    println!("{:>10.1}{:>10.1}", taken.cpu / floor.cpu, taken.wall / floor.wall);
}
