//! Which agents are on a machine: those whose directories or programs are there.

use super::table::{Agent, agents};
use crate::host::Host;
use crate::roots;

/// An agent that is here.
#[derive(Debug)]
pub struct Present {
    /// The agent.
    pub agent: &'static Agent,
    /// The directories, files and programs that show it.
    pub found_by: Vec<String>,
}

/// The agents that are on a machine, by id.
pub fn present(host: &Host) -> Vec<Present> {
    let here = agents().iter().map(|agent| {
        let install = &agent.install;
        let paths = install.detect.iter().flat_map(|path| roots::filled(path, host));
        let paths = paths.filter(|path| path.exists()).map(|path| path.display().to_string());
        let programs = install.programs.iter().filter(|name| host.has_program(name)).cloned();
        Present { agent, found_by: paths.chain(programs).collect() }
    });
    here.filter(|present| !present.found_by.is_empty()).collect()
}
