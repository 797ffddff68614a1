//! Asking the user for permission: on a terminal, or by a flag that was given.

use std::io::{BufRead as _, IsTerminal as _, Write as _};

use prowess::permission::{Answer, Ask, Permission, PermissionRequest};

use crate::output::safe;

/// What a user allows beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Allow {
    /// This time
    Once,
    /// From now on, until a file of the skill changes
    Always,
}

/// Whoever sits before the terminal; else what the flag says, else nobody.
#[derive(Debug)]
pub(crate) struct Asker {
    pub(crate) allow: Option<Allow>,
}

impl Ask for Asker {
    fn ask(&mut self, request: &PermissionRequest) -> Answer {
        match self.allow {
            Some(Allow::Once) => Answer::Once,
            Some(Allow::Always) => Answer::Always,
            None if std::io::stdin().is_terminal() && std::io::stderr().is_terminal() => {
                question(request)
            }
            None => Answer::Nobody,
        }
    }
}

fn question(request: &PermissionRequest) -> Answer {
    let mut out = std::io::stderr();
    let path = request.path.display().to_string();
    let what = match request.permission {
        Permission::Skill => format!("A model wants to load the skill `{}`", request.skill),
        Permission::Command => format!("The skill `{}` wants to run", request.skill),
    };
    let mut lines = vec![format!("{what} ({path})")];
    if request.permission == Permission::Command {
        lines.extend(request.patterns.iter().map(|command| format!("  {command}")));
        let network = if request.network { "with" } else { "without" };
        lines.push(format!("in a sandbox, {network} network"));
        if !request.variables.is_empty() {
            lines.push(format!("with these variables: {}", request.variables.join(", ")));
        }
    }
    for line in lines {
        let _ = writeln!(out, "{}", safe::line(&line));
    }
    loop {
        let always = if request.digest.is_some() { ", [a]lways while it is unchanged" } else { "" };
        let _ = write!(out, "Allow? [o]nce{always}, [r]eject: ");
        let _ = out.flush();
        let mut typed = String::new();
        match std::io::stdin().lock().read_line(&mut typed) {
            Ok(0) | Err(_) => return Answer::Nobody,
            Ok(_) => {}
        }
        match typed.trim().to_lowercase().as_str() {
            "o" | "once" | "y" | "yes" => return Answer::Once,
            "a" | "always" if request.digest.is_some() => return Answer::Always,
            "r" | "reject" | "n" | "no" | "" => return Answer::Reject { message: None },
            _ => {}
        }
    }
}
