//! Our server, started for others' programs, with a home of its own and two skills.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::workspace::{cargo, run, target_directory};

/// The token that whoever executes has to send.
pub(super) const TOKEN: &str = "only-for-this-run-on-loopback";

/// The skills: directory, file, text.
const SKILLS: [(&str, &str, &str); 3] = [
    (
        "greeting",
        "SKILL.md",
        "---\nname: greeting\ndescription: Greets somebody by name.\nargument-hint: \"[loud|quiet]\"\n\
         license: MIT\n---\nGreet $ARGUMENTS as in [the words](references/words.md).\n",
    ),
    ("greeting", "references/words.md", "Good morning.\n"),
    (
        "test_simple_prompt",
        "SKILL.md",
        "---\nname: test_simple_prompt\ndescription: A prompt that the suite asks for.\n---\nSimple.\n",
    ),
];

/// Builds the command; where it is.
pub(super) fn build() -> Result<PathBuf, String> {
    run(cargo().args(["build", "-p", "prowess-cli"]))?;
    Ok(target_directory()?.join("debug/prowess"))
}

/// The directory of the skills, and a home, made anew.
pub(super) fn skills() -> Result<(PathBuf, PathBuf), String> {
    let directory = target_directory()?.join("tools/mcp/served");
    let failed = |error: std::io::Error| format!("{}: {error}", directory.display());
    if directory.exists() {
        fs::remove_dir_all(&directory).map_err(failed)?;
    }
    let (skills, home) = (directory.join("skills"), directory.join("home"));
    fs::create_dir_all(&home).map_err(failed)?;
    for (name, file, text) in SKILLS {
        let path = skills.join(name).join(file);
        fs::create_dir_all(path.parent().unwrap_or(&skills)).map_err(failed)?;
        fs::write(path, text).map_err(failed)?;
    }
    Ok((skills, home))
}

/// `prowess serve` while it runs.
pub(super) struct Served {
    child: Child,
    pub(super) url: String,
}

impl Served {
    pub(super) fn start(program: &Path) -> Result<Self, String> {
        let (skills, home) = skills()?;
        let mut command = Command::new(program);
        command.arg("--home").arg(home).args(["serve", "--listen", "127.0.0.1:0"]).arg(skills);
        command.env("PROWESS_TOKEN", TOKEN).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("prowess serve: {error}"))?;
        let mut said = String::new();
        if let Some(stderr) = child.stderr.take() {
            BufReader::new(stderr).read_line(&mut said).map_err(|error| error.to_string())?;
        }
        let url = said.trim().strip_prefix("MCP at ").map(str::to_owned);
        let served = Self { child, url: url.clone().unwrap_or_default() };
        if url.is_some() { Ok(served) } else { Err(format!("prowess serve said `{said}`")) }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
