//! The skills that are part of the program: three for whoever writes skills.

use std::path::{Path, PathBuf};

use prowess_format::MemoryTree;

use crate::discover::Candidate;

/// How the place they are in is called; no file can be there.
pub(crate) const PLACE: &str = "<bundled>";

/// The directories of the skills and the files in them.
const SKILLS: [(&str, &[(&str, &str)]); 3] = [
    ("reviewing-skills", &[("SKILL.md", include_str!("../skills/reviewing-skills/SKILL.md"))]),
    ("securing-skills", &[("SKILL.md", include_str!("../skills/securing-skills/SKILL.md"))]),
    (
        "writing-skills",
        &[
            ("SKILL.md", include_str!("../skills/writing-skills/SKILL.md")),
            ("references/fields.md", include_str!("../skills/writing-skills/references/fields.md")),
        ],
    ),
];

/// The skills, each with the bytes of the file that describes it.
pub(crate) fn candidates() -> impl Iterator<Item = (Candidate, &'static [u8])> {
    SKILLS.iter().filter_map(|(name, files)| {
        let directory = Path::new(PLACE).join(name);
        let (_, text) = files.iter().find(|(path, _)| *path == "SKILL.md")?;
        let file = directory.join("SKILL.md");
        Some((Candidate { file, directory, flat: false, linked: false }, text.as_bytes()))
    })
}

/// The files of the skill in a directory of [`PLACE`].
pub(crate) fn tree(directory: &Path) -> Option<MemoryTree> {
    let of = |name: &str| PathBuf::from(PLACE).join(name);
    let (_, files) = SKILLS.iter().find(|(name, _)| of(name) == directory)?;
    Some(MemoryTree::of_texts(files.iter().copied()))
}
