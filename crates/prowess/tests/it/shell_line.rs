//! `skill://` in a line for a shell: what becomes a path, what stays, and what a real shell makes of it.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use proptest::prelude::*;
use prowess::{Cancel, Catalog, Engine, Host};
use tempfile::TempDir;

/// A directory with a skill `s` in a directory of this name, and its catalog.
struct Place {
    directory: TempDir,
    base: String,
    catalog: Arc<Catalog>,
}

fn load(directory: &Path, profile: &str) -> Arc<Catalog> {
    let host = Host::current().unwrap().with_home(directory.join("home"));
    let engine = Engine::builder(host).profile(profile).directories(vec![directory.join("skills")]);
    engine.build().unwrap().load(&Cancel::none()).unwrap()
}

impl Place {
    fn new(name: &str) -> Self {
        let directory = TempDir::with_prefix("prowess-").unwrap();
        let base = directory.path().join("skills").join(name);
        fs::create_dir_all(base.join("scripts")).unwrap();
        let skill = "---\nname: s\ndescription: Helps.\n---\nGo.\n";
        fs::write(base.join("SKILL.md"), skill).unwrap();
        fs::write(base.join("scripts/my file.py"), "").unwrap();
        fs::write(base.join("scripts/run.sh"), "").unwrap();
        fs::write(directory.path().join("secret"), "").unwrap();
        symlink("scripts/run.sh", base.join("inside")).unwrap();
        symlink("../../secret", base.join("outside")).unwrap();
        symlink("gone", base.join("dangling")).unwrap();
        let catalog = load(directory.path(), "omp");
        let base = base.to_str().unwrap().to_owned();
        Self { directory, base, catalog }
    }

    /// The line, with `B` for the skill's directory; or the error.
    fn expand(&self, line: &str) -> String {
        let text = match self.catalog.expand_shell_line(line) {
            Ok(line) => line,
            Err(error) => format!("error: {error}"),
        };
        text.replace(&self.base, "B")
    }
}

/// seed-systems.md 2.1, "Bash expansion", and 2.3 cases 8 and 10.
#[test]
fn what_becomes_a_path() {
    let place = Place::new("s");
    let table = [
        ("python skill://s/scripts/my%20file.py", "python 'B/scripts/my file.py'"),
        ("cat 'skill://s/SKILL.md' \"skill://s/SKILL.md\"", "cat 'B/SKILL.md' 'B/SKILL.md'"),
        ("ls skill://s", "ls 'B'"),
        ("ls skill://s/ skill://s/scripts/$x", "ls 'B/' 'B/scripts/'$x"),
        ("ls 'skill://s/scripts/'*.py", "ls 'B/scripts/'*.py"),
        ("cat skill://s/inside", "cat 'B/scripts/run.sh'"),
        ("skill://s/scripts/run.sh;x", "'B/scripts/run.sh';x"),
        ("a&&skill://s/inside|b>skill://s/inside&", "a&&'B/scripts/run.sh'|b>'B/scripts/run.sh'&"),
        ("(skill://s/inside)<skill://s/inside", "('B/scripts/run.sh')<'B/scripts/run.sh'"),
        ("x --in=skill://s/SKILL.md FOO=skill://s y", "x --in='B/SKILL.md' FOO='B' y"),
        ("echo é skill://s é", "echo é 'B' é"),
        ("a\nskill://s\tb", "a\n'B'\tb"),
        // Substitutions have quotes of their own.
        ("echo \"$(realpath skill://s/SKILL.md 2>&1)\"", "echo \"$(realpath 'B/SKILL.md' 2>&1)\""),
        ("echo \"`cat skill://s/SKILL.md` x\" skill://s", "echo \"`cat 'B/SKILL.md'` x\" 'B'"),
        (
            "echo \"$(a \"$(b skill://s)\" (c) skill://s)\" skill://s",
            "echo \"$(a \"$(b 'B')\" (c) 'B')\" 'B'",
        ),
        ("echo ${x:-skill://s} $((1 + 2)) skill://s", "echo ${x:-'B'} $((1 + 2)) 'B'"),
        ("echo it\\'s skill://s", "echo it\\'s 'B'"),
        ("echo $'it\\'s' skill://s", "echo $'it\\'s' 'B'"),
        ("case $x in a) cat skill://s;; esac", "case $x in a) cat 'B';; esac"),
        ("x # don't\ncat skill://s", "x # don't\ncat 'B'"),
        ("echo a#'b' $# skill://s", "echo a#'b' $# 'B'"),
        (
            "cat <<EOF skill://s\ndon't skill://s\nEOF\ncat skill://s",
            "cat <<EOF 'B'\ndon't skill://s\nEOF\ncat 'B'",
        ),
        ("cat <<-'A B'\n\tdon't\n\tA B\ncat skill://s", "cat <<-'A B'\n\tdon't\n\tA B\ncat 'B'"),
        ("cat <<<skill://s", "cat <<<'B'"),
    ];
    for (line, expected) in table {
        assert_eq!(place.expand(line), expected, "{line:?}");
    }
}

#[test]
fn what_stays_text() {
    let place = Place::new("s");
    for line in [
        "",
        "echo hello",
        "echo '`cat skill://s/SKILL.md`'",
        "echo 'see skill://s/SKILL.md'",
        "echo \"see skill://s/SKILL.md\"",
        "echo \"skill://s is there\"",
        "echo 'skill://s is there'",
        "echo \"skill://s/$x\"",
        "echo \"${x:-skill://s}\" \"${x:-\"skill://s\"}\"",
        "echo $\"skill://s\" $'skill://s'",
        "echo myskill://s $skill://s http://x/skill://s",
        "echo \\skill://s",
        "echo # skill://s",
        "echo 'skill://s",
        "echo \"skill://s",
        "cat <<EOF\nskill://s\n",
        "skill:/s skill:s",
        "\\",
        "$",
        "<<",
        "<<'",
        "<<-é'",
    ] {
        assert_eq!(place.expand(line), line, "{line:?}");
    }
}

/// seed-systems.md 2.1 and 2.3 case 9: the errors of `read`, and the one line of an unknown skill.
#[test]
fn what_is_refused() {
    let place = Place::new("s");
    let traversal = "error: Path traversal (..) is not allowed in skill:// URLs";
    let table = [
        ("cat skill://s/../../../x", traversal),
        ("cat skill://s/%2E%2E/%2E%2E/x", traversal),
        ("cat 'skill://s/../x'", traversal),
        ("cat skill://s//etc/passwd", "error: Absolute paths are not allowed in skill:// URLs"),
        ("cat skill://x/a", "error: Unknown skill: x. Available: s"),
        ("cat skill://", "error: skill:// URL requires a skill name: skill://<name>"),
        ("cat skill://s/outside", "error: Path traversal is not allowed"),
        ("cat skill://s/dangling", "error: skill:// path does not exist: skill://s/dangling"),
        ("cat skill://s/gone.md", "error: skill:// path does not exist: skill://s/gone.md"),
        ("cat skill://s/SKILL.md/", "error: skill:// path does not exist: skill://s/SKILL.md/"),
        ("cat skill://s/a%00", "error: NUL bytes are not allowed in skill:// URLs"),
    ];
    for (line, expected) in table {
        assert_eq!(place.expand(line), expected, "{line:?}");
    }
}

#[test]
fn without_skills_and_with_those_that_have_no_directory() {
    let empty = TempDir::with_prefix("prowess-").unwrap();
    fs::create_dir(empty.path().join("skills")).unwrap();
    let line = "cat skill://s/SKILL.md";
    assert_eq!(load(empty.path(), "omp").expand_shell_line(line).unwrap(), line);
    // A single file is all there is of it.
    let place = Place::new("s");
    let file = place.directory.path().join("skills/one.md");
    fs::write(&file, "---\nname: one\ndescription: Helps.\n---\nGo.\n").unwrap();
    let catalog = load(place.directory.path(), "wundr");
    let path = format!("cat '{}'", file.display());
    for line in ["cat skill://one", "cat skill://one/", "cat skill://one/one.md"] {
        assert_eq!(catalog.expand_shell_line(line).unwrap(), path, "{line}");
    }
    assert!(catalog.expand_shell_line("cat skill://one/s").is_err());
    // One that is part of the program is nowhere.
    let machine = crate::discovery::Machine::new();
    let error =
        machine.load("prowess").expand_shell_line("cat skill://writing-skills").unwrap_err();
    assert_eq!(error.to_string(), "skill `writing-skills` is part of the program and has no path");
}

/// Case 8: a directory with a quote in its name.
#[test]
fn a_quote_in_a_directory() {
    let place = Place::new("it's");
    let expected = format!("cat '{}/SKILL.md'", place.base.replace('\'', r"'\''"));
    assert_eq!(place.catalog.expand_shell_line("cat skill://s/SKILL.md").unwrap(), expected);
}

/// What a real shell prints for a line.
fn shell(line: &str) -> String {
    let output = Command::new("/bin/sh").arg("-c").arg(line).output().unwrap();
    assert!(output.status.success(), "{line:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_shell_gets_exactly_the_path(
        name in "[ab '\"$`\\\\;&|<>()*?!#~{}\\[\\]\n\té-]{1,12}".prop_filter("a name", |name| {
            !name.starts_with('.')
        })
    ) {
        let place = Place::new(&name);
        let path = format!("{}/SKILL.md", place.base);
        let url = "skill://s/SKILL.md";
        for line in [
            format!("printf %s {url}"),
            format!("printf %s '{url}'"),
            format!("printf %s \"{url}\""),
            format!("printf %s \"$(printf %s {url})\""),
            format!("printf %s \"$(printf %s \"{url}\")\""),
            format!("x=`printf %s {url}`; printf %s \"$x\""),
            format!("printf %s \"`printf %s {url}`\""),
            format!("printf %s \"`printf %s '{url}'`\""),
            format!("(printf %s {url})"),
            format!("printf %s ${{none:-{url}}}"),
        ] {
            let expanded = place.catalog.expand_shell_line(&line).unwrap();
            prop_assert_eq!(shell(&expanded), path.as_str(), "{}", expanded);
        }
    }

    #[test]
    fn any_line_is_read(line in "([ab '\"$`\\\\;&|<>(){}#\n\té-]|skill://s|skill://s/inside|<<A\n|A\n|\\$\\(){0,24}") {
        thread_local! {
            static PLACE: Place = Place::new("s");
        }
        PLACE.with(|place| {
            let expanded = place.catalog.expand_shell_line(&line);
            if !line.contains("skill://") {
                prop_assert_eq!(expanded.unwrap(), line);
            }
            Ok(())
        })?;
    }
}
