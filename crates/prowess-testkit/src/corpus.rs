//! A corpus of generated skills: as texts, or as a tree of directories.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::body;
use crate::distribution::{self, FILE_BYTES};
use crate::frontmatter;
use crate::prose::{self, Script};
use crate::random::Random;
use crate::shape::Shape;

/// Skills in one group directory of a tree.
const GROUP: usize = 100;

/// Any number of generated skills; a skill depends on the seed and its index alone.
#[derive(Clone, Copy, Debug)]
pub struct Corpus {
    seed: u64,
}

/// One generated skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedSkill {
    /// The name of its directory, which no other skill of the corpus has.
    pub name: String,
    /// The text of its `SKILL.md`.
    pub text: String,
    /// Whether it begins with a frontmatter in valid YAML.
    pub well_formed: bool,
}

impl Corpus {
    /// The corpus of a seed.
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// The skill number `index`.
    pub fn skill(&self, index: usize) -> GeneratedSkill {
        let mut random = Random::stream(self.seed, index as u64);
        let random = &mut random;
        let name = prose::name(index, random);
        let shape = Shape::draw(random);
        let script = Script::draw(random);
        let bytes = distribution::draw(FILE_BYTES, random);
        let text = text(&name, bytes, script, shape, random);
        GeneratedSkill { name, text, well_formed: shape.is_well_formed() }
    }

    /// Writes `count` skills as `<dir>/<group>/<name>/SKILL.md`, every second one with another file
    /// beside it, and returns the paths of the `SKILL.md` in the order of their index.
    pub fn write_tree(&self, dir: &Path, count: usize) -> io::Result<Vec<PathBuf>> {
        (0..count).map(|index| self.write_skill(dir, index)).collect()
    }

    fn write_skill(&self, dir: &Path, index: usize) -> io::Result<PathBuf> {
        let skill = self.skill(index);
        let home = dir.join(format!("group-{:03}", index / GROUP)).join(&skill.name);
        fs::create_dir_all(&home)?;
        if index % 2 == 1 {
            let folder = home.join("references");
            fs::create_dir(&folder)?;
            let mut random = Random::stream(!self.seed, index as u64);
            fs::write(folder.join("notes.md"), body::write(1_600, Script::Latin, &mut random))?;
        }
        let path = home.join("SKILL.md");
        fs::write(&path, skill.text)?;
        Ok(path)
    }
}

fn text(name: &str, bytes: usize, script: Script, shape: Shape, random: &mut Random) -> String {
    let mut text = match shape {
        Shape::Empty => return String::new(),
        Shape::NoFrontmatter => String::new(),
        _ => frontmatter::write(name, script, shape, random),
    };
    let body = body::write(bytes.saturating_sub(text.len()), script, random);
    text.push_str(&body);
    if shape == Shape::CarriageReturns { text.replace('\n', "\r\n") } else { text }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::LazyLock;

    use super::*;

    const COUNT: usize = 4_000;

    /// Made once: unoptimised, they take most of the time of these tests.
    static SKILLS: LazyLock<Vec<GeneratedSkill>> =
        LazyLock::new(|| (0..COUNT).map(|index| Corpus::new(1).skill(index)).collect());

    /// The sizes at the median, p90 and p99.
    fn quantiles(mut sizes: Vec<usize>) -> [usize; 3] {
        sizes.sort_unstable();
        [50, 90, 99].map(|percent| sizes[sizes.len() * percent / 100])
    }

    fn assert_near(measured: [usize; 3], expected: [usize; 3]) {
        for (measured, expected) in measured.into_iter().zip(expected) {
            let ratio = measured as f64 / expected as f64;
            assert!((0.85..1.15).contains(&ratio), "{measured} is not near {expected}");
        }
    }

    #[test]
    fn a_seed_gives_the_same_skills_in_any_order() {
        let forward: Vec<_> = (0..50).map(|index| Corpus::new(9).skill(index)).collect();
        let backward: Vec<_> = (0..50).rev().map(|index| Corpus::new(9).skill(index)).collect();
        assert!(forward.iter().eq(backward.iter().rev()));
        assert_ne!(Corpus::new(9).skill(0), Corpus::new(10).skill(0));
    }

    #[test]
    fn names_are_unique() {
        let names: HashSet<&str> = SKILLS.iter().map(|skill| skill.name.as_str()).collect();
        assert_eq!(names.len(), COUNT);
    }

    #[test]
    fn files_have_the_sizes_of_public_ones() {
        let sizes = SKILLS.iter().map(|skill| skill.text.len()).collect();
        assert_near(quantiles(sizes), [5_513, 15_397, 35_261]);
    }

    #[test]
    fn descriptions_have_the_lengths_of_public_ones() {
        // Plain descriptions stand on one line, so they can be measured without a YAML reader.
        let lengths = SKILLS
            .iter()
            .filter(|skill| skill.well_formed)
            .filter_map(|skill| {
                let line = skill.text.lines().find(|line| line.starts_with("description: "))?;
                let value = &line["description: ".len()..];
                value.starts_with(char::is_alphabetic).then(|| value.chars().count())
            })
            .collect();
        assert_near(quantiles(lengths), [180, 402, 768]);
    }

    #[test]
    fn broken_and_foreign_texts_are_as_frequent_as_in_public() {
        type Fits<'a> = &'a dyn Fn(&GeneratedSkill) -> bool;
        let share =
            |fits: Fits<'_>| SKILLS.iter().filter(|skill| fits(skill)).count() * 1000 / COUNT;
        let head = |skill: &GeneratedSkill| {
            let end = skill.text.find("\n---").unwrap_or(0);
            skill.text[..end].to_owned()
        };
        let table: [(&str, usize, Fits<'_>); 5] = [
            ("well formed", 842, &|skill| skill.well_formed),
            ("text on the block line", 78, &|skill| {
                ["description: | ", "description: > "].iter().any(|mark| head(skill).contains(mark))
            }),
            ("an asterisk", 8, &|skill| head(skill).contains("description: *")),
            ("no frontmatter", 20, &|skill| !skill.text.contains("\nname: ")),
            ("CJK or emoji in the description", 163, &|skill| {
                // Lines with an `emoji` key are metadata.
                let head = head(skill);
                let mut lines = head
                    .lines()
                    .filter(|line| !line.contains("emoji\"") && !line.contains("emoji:"));
                lines.any(|line| line.chars().any(|c| c > '\u{2000}'))
            }),
        ];
        for (what, expected, fits) in table {
            let measured = share(fits);
            let slack = 6 + expected / 10;
            assert!(measured.abs_diff(expected) <= slack, "{what}: {measured} per mille");
        }
    }

    #[test]
    fn a_tree_holds_every_skill_and_a_second_file_for_half() {
        let dir = tempfile::tempdir().unwrap();
        let corpus = Corpus::new(3);
        let paths = corpus.write_tree(dir.path(), 150).unwrap();
        assert_eq!(paths.len(), 150);
        let beside = |path: &&PathBuf| path.with_file_name("references").is_dir();
        assert_eq!(paths.iter().filter(beside).count(), 75);
        assert_eq!(fs::read_to_string(&paths[101]).unwrap(), corpus.skill(101).text);
        let group = paths[101].strip_prefix(dir.path()).unwrap().components().next().unwrap();
        assert_eq!(group.as_os_str(), "group-001");
    }
}
