//! What is exchanged between the opening of a path and its use leads nowhere else.

use std::fs;
use std::os::unix::fs::symlink;

use prowess_sandbox::{Command, Error, Helper, Sandbox, Tier};

use crate::world::{World, copy, helper, open_to_all, tiers_from};

/// A helper that does something first, when everything has been opened by the host already.
fn sandbox_after(world: &World, tier: Tier, script: &str) -> Sandbox {
    let path = world.path("helper");
    // Runs for the probe of the machine as well, and must not fail then.
    let text =
        format!("#!/bin/bash\n{script}\nexec -a prowess-sandbox-helper: {}\n", helper().display());
    fs::write(world.path("script"), text).unwrap();
    copy(&world.path("script"), &path);
    open_to_all(&path, 0o755);
    Sandbox::new(Helper::Path(path)).minimum(tier).at_most(tier)
}

fn read(world: &World, sandbox: &Sandbox, directory: &str) -> Result<String, Error> {
    let command = Command::new(world.path("skill/probe"), world.path(directory));
    let command = command.arg("read").arg("file");
    let outcome = sandbox.run(&command, &world.access, &world.limits, &|| false)?;
    Ok(outcome.stdout.text())
}

#[test]
fn a_link_that_is_turned_leads_where_it_led() {
    for tier in tiers_from(Tier::Rlimits) {
        let world = World::new();
        symlink(world.path("work"), world.path("link")).unwrap();
        let script = format!("ln -sfn {} {}", world.text("outside"), world.text("link"));
        // The machine is asked first, and the link set again after.
        let sandbox = sandbox_after(&world, tier, &script);
        assert_eq!(sandbox.tier(), tier);
        fs::remove_file(world.path("link")).unwrap();
        symlink(world.path("work"), world.path("link")).unwrap();
        assert_eq!(read(&world, &sandbox, "link").unwrap(), "this is work/file\n", "{tier}");
        // It was turned.
        assert_eq!(fs::read_link(world.path("link")).unwrap(), world.path("outside"));
    }
}

#[test]
fn a_directory_that_is_exchanged_is_refused() {
    for tier in tiers_from(Tier::Rlimits) {
        for exchange in ["ln -s", "cp -r"] {
            let world = World::new();
            fs::create_dir(world.path("inner")).unwrap();
            world.write("inner/file", "inner");
            let (inner, outside) = (world.text("inner"), world.text("outside"));
            let script = format!(
                "[ -e {inner}/ready ] && mv {inner} {inner}.old && {exchange} {outside} {inner}"
            );
            let sandbox = sandbox_after(&world, tier, &script);
            assert_eq!(sandbox.tier(), tier);
            world.write("inner/ready", "");
            let error = read(&world, &sandbox, "inner").unwrap_err();
            assert!(matches!(error, Error::Replaced { .. }), "{tier}: {exchange}: {error}");
            assert!(world.path("inner.old").exists(), "it was exchanged");
        }
    }
}
