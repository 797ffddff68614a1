//! The rule about links, which comes before every gate: what a profile refuses there, no gate lets in.

use std::path::Path;

use super::{Rejection, Subject};
use crate::profile::Links;

/// The setting that lists directories into which links may lead.
const ALLOWED: &str = "skills.load.allowSymlinkTargets";

/// It was not found behind a link, or that does not matter here.
pub(super) fn links(subject: &Subject<'_>) -> Option<Rejection> {
    let candidate = &subject.entry.candidate;
    match subject.root.walk.links {
        Links::Followed => None,
        Links::Refused if !candidate.linked => None,
        Links::Refused => Some(Rejection::new("links", "links are not followed here")),
        Links::Directories => is_link(&candidate.file)
            .then(|| Rejection::new("links", "its file is a link, and those are ignored here")),
        Links::FileContained => file_outside(&candidate.file, &candidate.directory),
        Links::Contained => {
            let outside = candidate.linked
                && !is_below(&candidate.directory, &subject.root.path)
                && !is_allowed(subject);
            match outside {
                true => Some(escape(&candidate.directory)),
                false => file_outside(&candidate.file, &candidate.directory),
            }
        }
    }
}

fn escape(path: &Path) -> Rejection {
    let target = path.canonicalize().map(|target| format!(" (`{}`)", target.display()));
    let target = target.unwrap_or_default();
    Rejection::new("links", format!("a link leads out of the place it was found in{target}"))
}

/// The file itself is a link that leads out of the skill.
fn file_outside(file: &Path, directory: &Path) -> Option<Rejection> {
    (is_link(file) && !is_below(file, directory)).then(|| escape(file))
}

fn is_link(file: &Path) -> bool {
    file.symlink_metadata().is_ok_and(|metadata| metadata.is_symlink())
}

fn is_below(path: &Path, directory: &Path) -> bool {
    match (path.canonicalize(), directory.canonicalize()) {
        (Ok(path), Ok(directory)) => path.starts_with(directory),
        _ => false,
    }
}

fn is_allowed(subject: &Subject<'_>) -> bool {
    let allowed = subject.around.settings.list(ALLOWED).iter();
    let mut allowed = allowed.map(|path| subject.around.host.absolute(path));
    allowed.any(|allowed| is_below(&subject.entry.candidate.directory, &allowed))
}
