//! The first process in new namespaces: builds the tree of files, starts the command, reaps orphans. When
//! it ends, the kernel kills everything in there.

use std::os::fd::OwnedFd;

use rustix::process::{DumpableBehavior, WaitOptions, set_dumpable_behavior, wait};

use super::super::control::{self, again};
use super::super::raw::{self, Fork};
use super::{Job, Refusal, die_with_guard, ending, exit, identity, quiet, setup, start, tree};

pub(super) fn main(job: &Job, guard: &OwnedFd) -> ! {
    match run(job, guard) {
        Ok(()) => exit(0),
        Err(refusal) => {
            refusal.report(job);
            exit(1)
        }
    }
}

fn run(job: &Job, guard: &OwnedFd) -> Result<(), Refusal> {
    tree::build(job)?;
    identity::drop_privileges(identity::dropped())?;
    // The command is of the same user: it must not look into this process, and so at its descriptors.
    set_dumpable_behavior(DumpableBehavior::NotDumpable).map_err(setup("init"))?;
    // After the privileges, because giving them up takes this back.
    die_with_guard(guard)?;
    let command = match raw::fork().map_err(setup("a new process"))? {
        Fork::Parent(command) => command,
        Fork::Child => start::main(job, None),
    };
    quiet().map_err(setup("/dev/null"))?;
    loop {
        match again(|| wait(WaitOptions::empty())).map_err(setup("waiting"))? {
            Some((process, status)) if process == command => {
                if let Some(report) = ending(status) {
                    control::report(&job.control, &report);
                }
                return Ok(());
            }
            _ => {}
        }
    }
}
