//! Where the name of an entry leads, and where a link does.

use prowess_format::TreePath;
use prowess_format::name::canonical;

use crate::limits;

/// Where an entry belongs; `None` where it is absolute, climbs, or has a NUL, here or where `\` divides
/// a path. The root is what is left of `.` and `./`.
pub(crate) fn place(name: &[u8]) -> Option<TreePath> {
    let parts = || name.split(|&byte| byte == b'/');
    let climbs = name.split(|byte| matches!(byte, b'/' | b'\\')).any(|part| part == b"..");
    if is_absolute(name) || climbs {
        return None;
    }
    let parts: Vec<&[u8]> = parts().filter(|part| !matches!(*part, b"" | b".")).collect();
    TreePath::new(parts.join(&b'/'))
}

/// From the root here, from a drive or a share on Windows.
fn is_absolute(name: &[u8]) -> bool {
    match name {
        [b'/' | b'\\', ..] => true,
        [drive, b':', ..] => drive.is_ascii_alphabetic(),
        _ => false,
    }
}

/// Whether a symbolic link may lead out of the tree.
///
/// Steps up count only at the beginning: after the name of another link they would begin elsewhere than
/// they seem to. With that, and nothing below a link, a set of links that each stay inside cannot lead
/// outside together.
pub(crate) fn leads_out(link: &TreePath, target: &[u8]) -> bool {
    let mut above = link.as_bytes().iter().filter(|&&byte| byte == b'/').count();
    let mut is_up = true;
    if is_absolute(target) || target.contains(&0) {
        return true;
    }
    for part in target.split(|byte| matches!(byte, b'/' | b'\\')) {
        match part {
            b"" | b"." => {}
            b".." if !is_up || above == 0 => return true,
            b".." => above -= 1,
            _ => is_up = false,
        }
    }
    false
}

/// A path as a file system that does not tell case or forms of Unicode apart sees it.
pub(crate) fn folded(path: &TreePath) -> Vec<u8> {
    match path.as_str().map(canonical) {
        // Some characters have forms that are ten times as long.
        Some(text) if text.len() <= limits::NAME_BYTES => text.into_owned().into_bytes(),
        _ => path.as_bytes().to_ascii_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_a_place_or_none() {
        let table = [
            ("a/b.md", Some("a/b.md")),
            ("./a//b/./c", Some("a/b/c")),
            ("a/", Some("a")),
            ("./", Some("")),
            ("a\\b", Some("a\\b")),
            ("..a/b..", Some("..a/b..")),
            ("/etc/passwd", None),
            ("../a", None),
            ("a/../b", None),
            ("a/..", None),
            ("a\\..\\..\\b", None),
            ("\\a", None),
            ("C:a", None),
            ("c:/a", None),
            ("a\0b", None),
        ];
        for (name, path) in table {
            assert_eq!(place(name.as_bytes()), path.and_then(TreePath::new), "{name:?}");
        }
    }

    #[test]
    fn links_lead_out_or_stay() {
        let table = [
            ("a", "b", false),
            ("a", "./b/c", false),
            ("a", "..", true),
            ("d/a", "..", false),
            ("d/a", "../b", false),
            ("d/a", "../../b", true),
            ("d/a", "x/../b", true),
            ("a", "/etc", true),
            ("a", "C:\\x", true),
            ("a", "..\\x", true),
        ];
        for (link, target, out) in table {
            let path = TreePath::new(link).unwrap();
            assert_eq!(leads_out(&path, target.as_bytes()), out, "{link} -> {target}");
        }
    }
}
