//! Files of settings and the like at their limits: the last byte that fits, and the first that does not.

use prowess::settings::Settings;
use prowess::trust::Trust;
use prowess::{Engine, Profile, limits};

use crate::discovery::Machine;

/// A text of so many bytes, the end of which says nothing.
fn padded(text: &str, bytes: usize) -> String {
    format!("{text}{}", " ".repeat(bytes - text.len()))
}

/// What is told of a file, whether it fits or is one byte too large.
fn told(limit: usize, start: &str, path: &str, tell: impl Fn(&Machine) -> Vec<String>) {
    let machine = |bytes| Machine::new().file(path, &padded(start, bytes));
    assert_eq!(tell(&machine(limit)), [""; 0], "{path} fits");
    let over = tell(&machine(limit + 1));
    let large = |reason: &String| reason.contains("too large") || reason.contains("more than");
    assert!(over.len() == 1 && large(&over[0]), "{path}: {over:?}");
}

fn reasons(settings: &Settings) -> Vec<String> {
    settings.ignored().iter().map(|ignored| ignored.reason.clone()).collect()
}

#[test]
fn a_file_that_is_too_large_is_told() {
    told(limits::SETTINGS_BYTES, "[skills]\nenabled = false\n", "home/config.toml", |machine| {
        reasons(&Settings::load(&machine.path("home/config.toml"), None))
    });
    told(limits::AGENT_SETTINGS_BYTES, "{}", "home/.claude/settings.json", |machine| {
        let engine = Engine::builder(machine.host("project")).profile("claude-code");
        reasons(&engine.build().unwrap().settings())
    });
    let profile = "home/.config/prowess/profiles/mine.toml";
    told(limits::PROFILE_BYTES, "extends = \"omp\"\n", profile, |machine| {
        let error = Profile::find("mine", &machine.host("project")).err();
        error.iter().map(ToString::to_string).collect()
    });
    let state = "{\"version\": 1, \"directories\": []}";
    told(limits::STATE_BYTES, state, "home/.local/state/prowess/trust.json", |machine| {
        Trust::load(&machine.host("project")).err().iter().map(ToString::to_string).collect()
    });
}

#[test]
fn profiles_build_on_so_many_others() {
    let chain = |length: usize| {
        let one = |machine: Machine, at: usize| {
            let base = if at == 1 { "omp".to_owned() } else { format!("p{}", at - 1) };
            let path = format!("home/.config/prowess/profiles/p{at}.toml");
            machine.file(&path, &format!("extends = \"{base}\"\n"))
        };
        let machine = (1..=length).fold(Machine::new(), one);
        Profile::find(&format!("p{length}"), &machine.host("project")).is_ok()
    };
    assert!(chain(limits::PROFILE_BASES));
    assert!(!chain(limits::PROFILE_BASES + 1));
}
