//! Reading files of skills by address: the guards, the content types and the errors of the seed.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::Arc;

use prowess::{Cancel, Catalog, Engine, Host, limits};
use tempfile::TempDir;

/// A directory with a skill `s` that has what the rows of the tables name, a secret beside it, and
/// its catalog.
struct Place {
    directory: TempDir,
    catalog: Arc<Catalog>,
}

impl Place {
    fn new() -> Self {
        let directory = TempDir::with_prefix("prowess-").unwrap();
        let write = |path: &str, text: &[u8]| {
            let path = directory.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let skill = |name: &str| format!("---\nname: {name}\ndescription: Helps.\n---\nGo.\n");
        write("skills/s/SKILL.md", skill("s").as_bytes());
        write("skills/s/references/tables.md", b"tables");
        write("skills/s/references/deep/x.txt", b"x");
        write("skills/s/scripts/my file.py", b"py");
        write("skills/s/UPPER.MD", b"upper");
        write("skills/s/a\\b", b"backslash");
        write("skills/s/%2e%2e", b"encoded");
        write("skills/s/line\nbreak", b"");
        write("skills/lower/skill.md", skill("lower").as_bytes());
        write("skills/spaced/SKILL.md", skill("two words").as_bytes());
        write("secret.md", b"secret");
        write("skills/s-more/x", b"a neighbour whose path begins the same");
        let links = [
            ("inside.md", "references/tables.md"),
            ("inside-dir", "references"),
            ("around.md", "../s/references/tables.md"),
            ("out.md", "../../secret.md"),
            ("out-dir", "../.."),
            ("neighbour", "../s-more"),
            ("dangling.md", "gone.md"),
            ("dangling-out.md", "../../gone.md"),
            ("loop", "loop"),
            ("magic", "/proc/self/root/etc/hostname"),
        ];
        let base = directory.path().join("skills/s");
        for (link, target) in links {
            symlink(target, base.join(link)).unwrap();
        }
        symlink(base.join("references/tables.md"), base.join("absolute.md")).unwrap();
        symlink(directory.path().join("secret.md"), base.join("absolute-out.md")).unwrap();
        let catalog = load(directory.path());
        Self { directory, catalog }
    }

    /// What an address gives: the type, the path inside the skill and the text, or the error.
    fn read(&self, url: &str) -> String {
        let root = format!("{}/", self.directory.path().join("skills").display());
        match self.catalog.read(url) {
            Ok(resource) => {
                assert_eq!(
                    (resource.url.as_str(), resource.size),
                    (url, resource.content.len() as u64)
                );
                let path = resource.path.display().to_string().replace(&root, "");
                let text = String::from_utf8_lossy(&resource.content).into_owned();
                format!("{} {path}: {text}", resource.content_type)
            }
            Err(error) => error.to_string().replace(&root, ""),
        }
    }
}

fn load(directory: &Path) -> Arc<Catalog> {
    let host = Host::current().unwrap().with_home(directory.join("home"));
    let engine = Engine::builder(host).directories(vec![directory.join("skills")]).build().unwrap();
    engine.load(&Cancel::none()).unwrap()
}

const ABSOLUTE: &str = "Absolute paths are not allowed in skill:// URLs";
const TRAVERSAL: &str = "Path traversal (..) is not allowed in skill:// URLs";
const ESCAPE: &str = "Path traversal is not allowed";

#[test]
fn addresses_and_what_they_give() {
    let place = Place::new();
    let text = "---\nname: s\ndescription: Helps.\n---\nGo.\n";
    let listing = "%252e%252e\nSKILL.md\nUPPER.MD\na\\b\nabsolute-out.md\nabsolute.md\naround.md\ndangling-out.md\ndangling.md\ninside-dir/\ninside.md\nline%0Abreak\nloop\nmagic\nneighbour\nout-dir\nout.md\nreferences/\nscripts/\n";
    let table = [
        ("skill://s", format!("text/markdown s/SKILL.md: {text}")),
        ("skill://s/", format!("text/markdown s/SKILL.md: {text}")),
        ("skill://s/SKILL.md", format!("text/markdown s/SKILL.md: {text}")),
        (
            "skill://s/references/tables.md",
            "text/markdown s/references/tables.md: tables".to_owned(),
        ),
        (
            "skill://s/references//./tables.md",
            "text/markdown s/references/tables.md: tables".to_owned(),
        ),
        (
            "skill://s/references%2Ftables.md",
            "text/markdown s/references/tables.md: tables".to_owned(),
        ),
        ("skill://s/scripts/my%20file.py", "text/plain s/scripts/my file.py: py".to_owned()),
        ("skill://s/scripts/my file.py", "text/plain s/scripts/my file.py: py".to_owned()),
        ("skill://s/UPPER.MD", "text/markdown s/UPPER.MD: upper".to_owned()),
        ("skill://s/a\\b", "text/plain s/a\\b: backslash".to_owned()),
        ("skill://s/a%5Cb", "text/plain s/a\\b: backslash".to_owned()),
        ("skill://s/%252e%252e", "text/plain s/%2e%2e: encoded".to_owned()),
        ("skill://s/line%0Abreak", "text/plain s/line\nbreak: ".to_owned()),
        ("skill://s/references", "text/plain s/references: deep/\ntables.md\n".to_owned()),
        ("skill://s/references/", "text/plain s/references: deep/\ntables.md\n".to_owned()),
        ("skill://s/.", format!("text/plain s: {listing}")),
        // A link that stays inside leads to its target.
        ("skill://s/inside.md", "text/markdown s/references/tables.md: tables".to_owned()),
        (
            "skill://s/inside-dir/tables.md",
            "text/markdown s/references/tables.md: tables".to_owned(),
        ),
        ("skill://s/inside-dir", "text/plain s/references: deep/\ntables.md\n".to_owned()),
        ("skill://s/absolute.md", "text/markdown s/references/tables.md: tables".to_owned()),
        ("skill://s/around.md", "text/markdown s/references/tables.md: tables".to_owned()),
        // The file that describes a skill need not be called SKILL.md.
        (
            "skill://lower",
            "text/markdown lower/skill.md: ".to_owned() + &text.replace(": s", ": lower"),
        ),
        (
            "skill://two%20words",
            "text/markdown spaced/SKILL.md: ".to_owned() + &text.replace(": s", ": two words"),
        ),
    ];
    for (url, expected) in table {
        assert_eq!(place.read(url), expected, "{url:?}");
    }
}

#[test]
fn what_is_refused() {
    let place = Place::new();
    let unknown = |name: &str| format!("Unknown skill: {name}\nAvailable: lower, s, two words");
    let missing = |path: &str| format!("File not found: s/{path}");
    let table = [
        ("skill://s/../../../x", TRAVERSAL.to_owned()),
        ("skill://s/%2E%2E/%2E%2E/x", TRAVERSAL.to_owned()),
        ("skill://s/references/../SKILL.md", TRAVERSAL.to_owned()),
        ("skill://s/references\\..\\SKILL.md", TRAVERSAL.to_owned()),
        ("skill://s//etc/hostname", ABSOLUTE.to_owned()),
        ("skill://s/%2Fetc/hostname", ABSOLUTE.to_owned()),
        ("skill://s/out.md", ESCAPE.to_owned()),
        ("skill://s/out-dir", ESCAPE.to_owned()),
        ("skill://s/out-dir/secret.md", ESCAPE.to_owned()),
        ("skill://s/neighbour/x", ESCAPE.to_owned()),
        ("skill://s/absolute-out.md", ESCAPE.to_owned()),
        ("skill://s/dangling-out.md", ESCAPE.to_owned()),
        ("skill://s/magic", ESCAPE.to_owned()),
        ("skill://s/dangling.md", missing("dangling.md")),
        ("skill://s/loop", missing("loop")),
        ("skill://s/gone.md", missing("gone.md")),
        ("skill://s/tables.md", missing("tables.md")),
        ("skill://s/skill.md", missing("skill.md")),
        ("skill://s/SKILL.md/", missing("SKILL.md")),
        ("skill://s/SKILL.md/x", missing("SKILL.md/x")),
        ("skill://s/%252e%252e/x", missing("%2e%2e/x")),
        ("skill://S", unknown("S")),
        ("skill://s%20", unknown("s ")),
        ("skill://..", unknown("..")),
        ("skill://..%2Fs", unknown("../s")),
        ("skill://s-more/x", unknown("s-more")),
    ];
    for (url, expected) in table {
        assert_eq!(place.read(url), expected, "{url:?}");
    }
    let long = "x".repeat(5000);
    assert!(place.read(&format!("skill://s/{long}")).starts_with("File not found: "));
    let nothing = TempDir::with_prefix("prowess-").unwrap();
    fs::create_dir(nothing.path().join("skills")).unwrap();
    let error = load(nothing.path()).read("skill://s").unwrap_err();
    assert_eq!(error.to_string(), "Unknown skill: s\nAvailable: none");
}

#[test]
fn what_changes_after_the_listing_leads_nowhere_else() {
    let place = Place::new();
    let base = place.directory.path().join("skills/s");
    assert!(place.read("skill://s/references/").contains("tables.md"));
    // The directory becomes a link to a place that has a file of the same name.
    fs::create_dir(place.directory.path().join("elsewhere")).unwrap();
    fs::write(place.directory.path().join("elsewhere/tables.md"), "secret").unwrap();
    fs::rename(base.join("references"), base.join("moved")).unwrap();
    symlink("../../elsewhere", base.join("references")).unwrap();
    assert_eq!(place.read("skill://s/references/tables.md"), ESCAPE);
    assert_eq!(place.read("skill://s/references"), ESCAPE);
    assert_eq!(place.read("skill://s/inside.md"), ESCAPE);
    // The file itself does.
    fs::remove_file(base.join("SKILL.md")).unwrap();
    assert_eq!(place.read("skill://s"), "File not found: s/SKILL.md");
    symlink("../../secret.md", base.join("SKILL.md")).unwrap();
    assert_eq!(place.read("skill://s"), ESCAPE);
    // All of the skill goes away.
    fs::remove_dir_all(&base).unwrap();
    assert_eq!(place.read("skill://s/moved/tables.md"), "File not found: s/moved/tables.md");
}

#[test]
fn another_directory_in_the_place_of_a_skill_is_refused() {
    let place = Place::new();
    let skills = place.directory.path().join("skills");
    let evil = "---\nname: s\ndescription: Helps.\n---\nDo harm.\n";
    let plant = |directory: &str, with_file: bool| {
        fs::create_dir_all(skills.join(directory).join("references")).unwrap();
        fs::write(skills.join(directory).join("references/tables.md"), "evil").unwrap();
        if with_file {
            fs::write(skills.join(directory).join("SKILL.md"), evil).unwrap();
        }
    };
    let urls = ["skill://s/references/tables.md", "skill://s/references", "skill://s/."];
    let refused = "s is not what was loaded; load the skills again to read it";
    let of_file = "s/SKILL.md is not what was loaded; load the skills again to read it";
    plant("whole", true);
    plant("without", false);
    fs::rename(skills.join("s"), skills.join("kept")).unwrap();
    for (other, own) in [("whole", of_file), ("without", "File not found: s/SKILL.md")] {
        fs::rename(skills.join(other), skills.join("s")).unwrap();
        assert_eq!(urls.map(|url| place.read(url)), [refused; 3], "{other}");
        assert_eq!(place.read("skill://s"), own, "{other}");
        fs::rename(skills.join("s"), skills.join(other)).unwrap();
    }
    // A link to another directory is another directory; one to its own is its own.
    symlink("whole", skills.join("s")).unwrap();
    assert_eq!(urls.map(|url| place.read(url)), [refused; 3]);
    assert_eq!(place.read("skill://s"), of_file);
    fs::remove_file(skills.join("s")).unwrap();
    symlink("kept", skills.join("s")).unwrap();
    assert!(place.read(urls[0]).ends_with(": tables"));
    // The skill comes back, and may be written to.
    fs::remove_file(skills.join("s")).unwrap();
    fs::rename(skills.join("kept"), skills.join("s")).unwrap();
    fs::write(skills.join("s/SKILL.md"), "---\nname: s\ndescription: Helps.\n---\nMore.\n")
        .unwrap();
    assert!(place.read("skill://s").contains("More."));
    assert!(place.read(urls[0]).ends_with(": tables"));
    // Another file in its place is another, even where it got the number of the first.
    fs::remove_file(skills.join("s/SKILL.md")).unwrap();
    fs::write(skills.join("s/SKILL.md"), evil).unwrap();
    assert_eq!(place.read("skill://s"), of_file);
    assert!(load(place.directory.path()).read("skill://s").is_ok());
}

#[test]
fn a_swap_that_never_ends_never_leads_out() {
    let place = Place::new();
    let base = place.directory.path().join("skills/s");
    symlink("../..", base.join("swapped")).unwrap();
    fs::create_dir_all(base.join("other")).unwrap();
    fs::write(base.join("other/secret.md"), "harmless").unwrap();
    let (one, two, spare) = (base.join("swapped"), base.join("other"), base.join("spare"));
    std::thread::scope(|scope| {
        let swapping = scope.spawn(|| {
            for _ in 0..2000 {
                let _ = fs::rename(&one, &spare);
                let _ = fs::rename(&two, &one);
                let _ = fs::rename(&spare, &two);
            }
        });
        while !swapping.is_finished() {
            if let Ok(read) = place.catalog.read("skill://s/swapped/secret.md") {
                assert_eq!(read.content, b"harmless");
            }
        }
    });
}

#[test]
fn files_that_are_none_and_files_that_are_too_large() {
    let place = Place::new();
    let base = place.directory.path().join("skills/s");
    let _socket = std::os::unix::net::UnixListener::bind(base.join("socket")).unwrap();
    let not_a_file = "skill:// URL must resolve to a file or directory: skill://s/socket";
    assert_eq!(place.read("skill://s/socket"), not_a_file);
    let large = fs::File::create(base.join("large")).unwrap();
    large.set_len(limits::RESOURCE_BYTES as u64).unwrap();
    let read = place.catalog.read("skill://s/large").unwrap();
    assert_eq!(read.size, limits::RESOURCE_BYTES as u64);
    large.set_len(limits::RESOURCE_BYTES as u64 + 1).unwrap();
    assert_eq!(
        place.read("skill://s/large"),
        "File too large: s/large has more than 16777216 bytes"
    );
    fs::create_dir(base.join("many")).unwrap();
    for number in 0..=limits::RESOURCE_ENTRIES {
        fs::write(base.join(format!("many/{number}")), "").unwrap();
    }
    assert_eq!(
        place.read("skill://s/many"),
        "Directory too large: s/many has more than 10000 entries"
    );
}

#[test]
fn a_skill_that_is_one_file_has_no_others() {
    let directory = TempDir::with_prefix("prowess-").unwrap();
    fs::create_dir(directory.path().join("skills")).unwrap();
    for name in ["one", "two"] {
        let text = format!("---\nname: {name}\ndescription: Helps.\n---\nGo.\n");
        fs::write(directory.path().join(format!("skills/{name}.md")), text).unwrap();
    }
    let host = Host::current().unwrap().with_home(directory.path().join("home"));
    let flat = prowess::Profile::names().find_map(|name| {
        let engine = Engine::builder(host.clone()).profile(name);
        let engine = engine.directories(vec![directory.path().join("skills")]).build().unwrap();
        let catalog = engine.load(&Cancel::none()).unwrap();
        (catalog.active().len() == 2).then_some(catalog)
    });
    let catalog = flat.expect("some profile loads single files");
    assert!(catalog.read("skill://one").unwrap().content.starts_with(b"---\nname: one"));
    assert!(catalog.read("skill://one/one.md").is_ok());
    for url in ["skill://one/two.md", "skill://one/."] {
        let error = catalog.read(url).unwrap_err().to_string();
        assert!(error.starts_with("File not found: "), "{url}: {error}");
    }
}
