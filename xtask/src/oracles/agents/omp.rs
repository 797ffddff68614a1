//! oh-my-pi: its loader, called as its command `read skill://…` does.

use super::driver::answer;
use super::{Answer, Sandbox, Tool, process, succeeded};

pub(super) fn list(tool: &Tool, sandbox: &Sandbox) -> Result<Answer, String> {
    let mut command = sandbox.command(tool, &tool.native("@oven/bun", "bin/bun"));
    command.arg(tool.driver("omp.mjs")).arg(tool.file("@oh-my-pi/pi-coding-agent"));
    answer(&succeeded(process::run(&mut command, &sandbox.printed())?)?)
}
