//! `completions`: scripts for shells.

use crate::reference::COMMANDS;
use crate::sandbox::Sandbox;

#[test]
fn each_shell_knows_each_command() {
    let sandbox = Sandbox::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = sandbox.exits(0, &["completions", shell]).stdout;
        for command in COMMANDS {
            assert!(script.contains(command), "{shell}: {command}");
        }
        let document = sandbox.exits(0, &["completions", shell, "--json"]).json();
        assert_eq!((&document["shell"], &document["script"]), (&shell.into(), &script.into()));
    }
    sandbox.exits(2, &["completions"]);
    sandbox.exits(2, &["completions", "tcsh"]);
}
