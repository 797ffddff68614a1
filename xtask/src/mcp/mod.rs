//! Others' programs prove that what we speak is MCP: the official conformance suite, and the official SDKs.

mod conformance;
mod install;
mod sdks;
mod server;

/// Installs them, and asks our server with each.
pub(crate) fn prove() -> Result<(), String> {
    let tools = install::install()?;
    let program = server::build()?;
    conformance::run(&tools, &program)?;
    sdks::run(&tools, &program)
}
