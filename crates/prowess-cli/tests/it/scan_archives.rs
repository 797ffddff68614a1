//! Archives that are scanned as they are: every format, archives in archives, and members that no
//! directory could hold.

use std::io::{Cursor, Write as _};

use flate2::Compression;
use flate2::write::GzEncoder;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::sandbox::{Sandbox, healthy};
use crate::sarif;
use crate::scan_default::PIPE;

/// A tar of files, whatever their names.
pub(crate) fn tar(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (path, content) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        // By hand, since the writer refuses names that no honest archive has.
        header.as_old_mut().name[..path.len()].copy_from_slice(path.as_bytes());
        header.set_cksum();
        builder.append(&header, *content).unwrap();
    }
    builder.into_inner().unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, content) in files {
        writer.start_file(*path, SimpleFileOptions::default()).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn every_format_is_read() {
    let (evil, good) = (healthy("evil"), healthy("good"));
    let bad = [("evil/SKILL.md", evil.as_bytes()), ("evil/setup.sh", PIPE.as_bytes())];
    let fine = [("SKILL.md", good.as_bytes())];
    let sandbox = Sandbox::new()
        .file("evil.zip", zip(&bad))
        .file("evil.skill", zip(&bad))
        .file("evil.tar.gz", gzip(&tar(&bad)))
        .file("evil.tgz", gzip(&tar(&bad)))
        .file("evil.tar", tar(&bad))
        .file("good.zip", zip(&fine))
        .file("good.skill", zip(&fine))
        .file("good.tar.gz", gzip(&tar(&fine)));
    for name in ["evil.zip", "evil.skill", "evil.tar.gz", "evil.tgz", "evil.tar"] {
        let ran = sandbox.exits(1, &["scan", name]);
        let place = format!("\n{name}/setup.sh:2:1: critical[pipe-to-shell]");
        assert!(ran.stdout.starts_with(&format!("block: evil ({name})")), "{ran}");
        assert!(ran.stdout.contains(&place), "{ran}");
    }
    for name in ["good.zip", "good.skill", "good.tar.gz"] {
        let found = sandbox.exits(0, &["scan", name, "--json", "--fail-on", "review"]).json();
        let skill = &found["skills"][0];
        assert_eq!((&skill["verdict"], &skill["id"]), (&"allow".into(), &"good".into()));
        assert!(skill["digest"].is_string(), "{name}");
    }
}

#[test]
fn an_archive_in_an_archive() {
    let (good, inner) = (healthy("good"), zip(&[("run.sh", PIPE.as_bytes())]));
    let middle = gzip(&tar(&[("inner.zip", &inner)]));
    let outer = zip(&[("SKILL.md", good.as_bytes()), ("assets/data.tar.gz", &middle)]);
    let sandbox = Sandbox::new()
        .file("good.skill", outer)
        .file("skills/good/SKILL.md", &good)
        .file("skills/good/assets/data.tar.gz", &middle);
    for path in ["good.skill", "skills/good"] {
        let ran = sandbox.exits(1, &["scan", path]);
        let place =
            format!("\n{path}/assets/data.tar.gz!/inner.zip!/run.sh:2:1: critical[pipe-to-");
        assert!(ran.stdout.contains(&place), "{ran}");
    }
}

/// Nothing of an archive goes unread, and one that would be unpacked to elsewhere is never allowed.
#[test]
fn members_with_unsafe_paths_are_scanned_too() {
    let good = healthy("good");
    let with = |name: &str, content: &[u8]| tar(&[("SKILL.md", good.as_bytes()), (name, content)]);
    for (name, shown) in [
        ("../../up.sh", "(..)/(..)/up.sh"),
        ("/etc/cron.daily/up.sh", "(root)/etc/cron.daily/up.sh"),
        ("a/../../up.sh", "a/(..)/(..)/up.sh"),
        ("..\\up.sh", "..\\up.sh"),
        ("C:/up.sh", "C:/up.sh"),
    ] {
        let sandbox = Sandbox::new()
            .file("evil.tar", with(name, PIPE.as_bytes()))
            .file("calm.tar", with(name, b"echo fine\n"));
        let ran = sandbox.exits(1, &["scan", "evil.tar", "-v"]);
        let place = format!("\nevil.tar/{shown}:2:1: critical[pipe-to-shell]");
        assert!(ran.stdout.contains(&place), "{ran}");
        assert!(ran.stdout.contains("leads out of the directory"), "{ran}");
        sarif::check_log(&sandbox.exits(1, &["scan", "evil.tar", "--format", "sarif"]).json());
        for pack in ["prowess", "wundr", "openclaw"] {
            let arguments = ["scan", "calm.tar", "--pack", pack, "--fail-on", "review", "--json"];
            let skill = &sandbox.exits(1, &arguments).json()["skills"][0];
            assert_eq!((&skill["verdict"], &skill["truncated"]), (&"review".into(), &true.into()));
            assert!(skill["digest"].is_null());
            // The others read nothing but the text and JavaScript.
            assert!(pack != "prowess" || skill["scannedFiles"] == 2, "{skill}");
        }
    }
}

#[test]
fn the_first_of_two_members_is_scanned_too() {
    let good = healthy("good");
    let files = [("good/SKILL.md", good.as_bytes()), ("good/a.sh", PIPE.as_bytes())];
    let again: [(&str, &[u8]); 2] = [("good/a.sh", b"echo 1\n"), ("good/a.sh", b"echo 2\n")];
    let sandbox = Sandbox::new().file("good.tar", tar(&[&files[..], &again].concat()));
    let ran = sandbox.exits(1, &["scan", "good.tar", "-v"]);
    assert!(
        ran.stdout.contains("\ngood.tar/(replaced)/a.sh:2:1: critical[pipe-to-shell]"),
        "{ran}"
    );
    assert!(ran.stdout.contains("`good/a.sh` is there twice"), "{ran}");
    let found = sandbox.exits(1, &["scan", "good.tar", "--json"]).json();
    assert_eq!(found["skills"][0]["scannedFiles"], 4);
}

#[test]
fn what_a_gzip_holds_goes_by_the_name_of_the_gzip() {
    let sandbox = Sandbox::new().file("run.sh.gz", gzip(PIPE.as_bytes()));
    let ran = sandbox.exits(1, &["scan", "run.sh.gz"]);
    assert!(ran.stdout.contains("run.sh.gz/run.sh:2:1: critical[pipe-to-shell]"), "{ran}");
}
