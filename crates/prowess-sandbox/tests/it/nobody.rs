//! The same tests as a user without any privilege.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::process::Command;

use crate::processes::SETUID;
use crate::world::{PROGRAMS, copy, helper, is_root, open_to_all};

#[test]
fn everything_holds_for_nobody_as_well() {
    if !is_root() {
        return eprintln!("ATTENTION: not root: everything was run as this user only, not as root");
    }
    let directory = tempfile::tempdir().unwrap();
    open_to_all(directory.path(), 0o755);
    let tests = directory.path().join("it");
    copy(&std::env::current_exe().unwrap(), &tests);
    let probe = env!("CARGO_BIN_EXE_prowess-sandbox-probe").as_ref();
    for program in [helper().as_path(), probe] {
        copy(program, &directory.path().join(program.file_name().unwrap()));
    }
    let setuid = directory.path().join("setuid");
    copy(probe, &setuid);
    fs::set_permissions(&setuid, fs::Permissions::from_mode(0o4755)).unwrap();
    let output = Command::new(tests)
        .args(["--nocapture", "--skip", "everything_holds_for_nobody"])
        .env(PROGRAMS, directory.path())
        .env(SETUID, setuid)
        .current_dir("/")
        .uid(65534)
        .gid(65534)
        .output()
        .unwrap();
    eprintln!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(output.status.success());
}
