//! Others' programs prove that what we speak is MCP: the official conformance suite, the official SDKs, and a
//! real agent.

mod agent;
mod conformance;
mod install;
mod model;
mod sdks;
mod server;

/// Installs them, and asks our server with each.
pub(crate) fn prove() -> Result<(), String> {
    let tools = install::install()?;
    let program = server::build()?;
    conformance::run(&tools, &program)?;
    sdks::run(&tools, &program)?;
    agent::run(&install::install_agent()?, &program)
}
