//! OpenClaw: the report behind `openclaw skills list --json`, which itself leaves out the paths.

use super::driver::answer;
use super::{Answer, Sandbox, Tool, process, succeeded};

pub(super) fn list(tool: &Tool, sandbox: &Sandbox) -> Result<Answer, String> {
    // It needs a newer Node than most have; where there is a package with one, it came along.
    let own = tool.native("node", "bin/node");
    let node = if own.is_file() { own.as_path() } else { tool.node() };
    let mut command = sandbox.command(tool, node);
    command.arg(tool.driver("openclaw.mjs")).arg(tool.file("openclaw"));
    answer(&succeeded(process::run(&mut command, &sandbox.printed())?)?)
}
