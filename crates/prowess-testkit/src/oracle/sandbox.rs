//! A scenario on disk.

use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

use super::{AgentHome, Scenario};

/// An empty repository that Git itself accepts.
const GIT_FILES: [(&str, &str); 2] =
    [("HEAD", "ref: refs/heads/main\n"), ("config", "[core]\n\trepositoryformatversion = 0\n")];
const GIT_DIRECTORIES: [&str; 2] = ["objects", "refs/heads"];

impl Scenario {
    /// Makes the scenario in an empty directory, for an agent with these places.
    pub fn make(&self, root: &Path, home: &AgentHome) -> io::Result<()> {
        let holes = Holes { root, home };
        for directory in ["home", "project", &holes.text(&self.cwd)] {
            fs::create_dir_all(root.join(directory))?;
        }
        for repository in &self.git {
            make_repository(&root.join(holes.text(repository)))?;
        }
        for directory in &self.skills {
            let path = holes.text(directory);
            let name = path.rsplit('/').next().unwrap_or(&path);
            let text = format!("---\nname: {name}\ndescription: {path}\n---\nGo.\n");
            write(root, &format!("{path}/SKILL.md"), text.as_bytes())?;
        }
        for (directory, fields) in &self.fields {
            let text = format!("---\n{fields}\n---\nGo.\n");
            write(root, &format!("{}/SKILL.md", holes.text(directory)), &holes.bytes(&text))?;
        }
        for (path, text) in &self.files {
            write(root, &holes.text(path), &holes.bytes(text))?;
        }
        for (path, text) in &home.files {
            if !root.join(path).exists() {
                write(root, path, &holes.bytes(text))?;
            }
        }
        for (path, target) in &self.links {
            let path = root.join(holes.text(path));
            make_parent(&path)?;
            symlink(holes.text(target), path)?;
        }
        for path in &self.executable {
            fs::set_permissions(root.join(holes.text(path)), fs::Permissions::from_mode(0o755))?;
        }
        Ok(())
    }

    /// A text of the scenario, its working directory for instance, with what its holes stand for.
    pub fn filled(&self, text: &str, root: &Path, home: &AgentHome) -> String {
        Holes { root, home }.text(text)
    }
}

fn make_repository(directory: &Path) -> io::Result<()> {
    let git = directory.join(".git");
    for below in GIT_DIRECTORIES {
        fs::create_dir_all(git.join(below))?;
    }
    GIT_FILES.iter().try_for_each(|(name, text)| fs::write(git.join(name), text))
}

fn write(root: &Path, path: &str, bytes: &[u8]) -> io::Result<()> {
    let path = root.join(path);
    make_parent(&path)?;
    fs::write(path, bytes)
}

fn make_parent(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

/// What `{…}` stands for.
struct Holes<'a> {
    root: &'a Path,
    home: &'a AgentHome,
}

impl Holes<'_> {
    fn text(&self, text: &str) -> String {
        String::from_utf8_lossy(&self.bytes(text)).into_owned()
    }

    /// Braces around anything else stay: texts hold JSON.
    fn bytes(&self, text: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            bytes.extend_from_slice(before.as_bytes());
            match after.split_once('}').and_then(|(hole, rest)| Some((self.hole(hole)?, rest))) {
                Some((value, after)) => {
                    bytes.extend_from_slice(&value);
                    rest = after;
                }
                None => {
                    bytes.push(b'{');
                    rest = after;
                }
            }
        }
        bytes.extend_from_slice(rest.as_bytes());
        bytes
    }

    fn hole(&self, hole: &str) -> Option<Vec<u8>> {
        match hole.split_once(':') {
            None if hole == "root" => Some(self.root.to_string_lossy().as_bytes().to_vec()),
            None if hole == "skills" => Some(self.home.skills.as_bytes().to_vec()),
            None if hole == "user" => Some(self.home.user.as_bytes().to_vec()),
            Some(("fill", count)) => Some(vec![b'x'; count.parse().ok()?]),
            Some(("byte", byte)) => Some(vec![u8::from_str_radix(byte, 16).ok()?]),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn holes_are_filled_and_other_braces_stay() {
        let home = AgentHome { skills: "p/s".into(), user: "h/s".into(), files: BTreeMap::new() };
        let holes = Holes { root: Path::new("/r"), home: &home };
        for (text, filled) in [
            ("{skills}/a {user} {root}", "p/s/a h/s /r"),
            ("{\"a\": {\"{root}/b\": 1}}", "{\"a\": {\"/r/b\": 1}}"),
            ("[{fill:3}]", "[xxx]"),
            ("{fill:x} {", "{fill:x} {"),
        ] {
            assert_eq!(holes.text(text), filled, "{text}");
        }
        assert_eq!(holes.bytes("a{byte:ff}"), b"a\xff");
    }
}
