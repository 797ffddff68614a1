//! pi: its resource loader, made as its command makes it.

use super::driver::answer;
use super::{Answer, Sandbox, Tool, process, succeeded};

pub(super) fn list(tool: &Tool, sandbox: &Sandbox) -> Result<Answer, String> {
    let mut command = sandbox.command(tool, tool.node());
    command.arg(tool.driver("pi.mjs")).arg(tool.file("@mariozechner/pi-coding-agent"));
    answer(&succeeded(process::run(&mut command, &sandbox.printed())?)?)
}
