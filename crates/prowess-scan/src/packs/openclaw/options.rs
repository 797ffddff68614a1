//! Which files are read.

use prowess_format::{Tree, TreePath};

use crate::packs::shared::gaps::{Gap, Gaps};
use crate::packs::shared::walk::{Walk, file_behind, is_scannable, select};

/// Which files the pack `openclaw` reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenclawOptions {
    /// Leave out tests: directories such as `tests`, files such as `a.test.js`.
    pub exclude_tests: bool,
    /// Read what is hidden by a dot in front of its name.
    pub include_hidden: bool,
    /// Read what is in `node_modules`.
    pub include_node_modules: bool,
    /// Files that are read before all others, whatever else is left out: paths inside the skill.
    /// Those that are not there, lead out of it or are no JavaScript are passed over.
    pub include_files: Vec<String>,
    /// Read nothing but those.
    pub only_include_files: bool,
    /// How many files are read; at least one is.
    pub max_files: usize,
    /// Bytes of one file; larger ones are not read.
    pub max_file_bytes: usize,
}

impl Default for OpenclawOptions {
    fn default() -> Self {
        Self {
            exclude_tests: false,
            include_hidden: false,
            include_node_modules: false,
            include_files: Vec::new(),
            only_include_files: false,
            max_files: 500,
            max_file_bytes: 1024 * 1024,
        }
    }
}

impl OpenclawOptions {
    /// The files to read.
    pub(super) fn select(&self, tree: &dyn Tree, gaps: &mut Gaps) -> Vec<TreePath> {
        let mut first: Vec<TreePath> = Vec::new();
        for named in &self.include_files {
            if let Some(path) = TreePath::root().resolve(named)
                && is_scannable(&path.display())
                && file_behind(tree, &path).is_some()
                && !first.contains(&path)
            {
                first.push(path);
            }
        }
        if !self.only_include_files {
            return select(tree, self, first, gaps);
        }
        let limit = self.max_files.max(1);
        for left in first.iter().skip(limit) {
            gaps.add(Gap::Files(limit), &left.display());
        }
        first.truncate(limit);
        first
    }
}

impl Walk for OpenclawOptions {
    fn passes_over(&self, name: &str) -> bool {
        (!self.include_hidden && name.starts_with('.'))
            || (!self.include_node_modules && name == "node_modules")
    }

    fn leaves_out(&self, path: &str) -> bool {
        self.exclude_tests && is_test(path)
    }

    fn follows_links(&self) -> bool {
        false
    }

    fn max_files(&self) -> usize {
        self.max_files
    }
}

/// Whether a file is a test, or stands in a directory of tests.
fn is_test(path: &str) -> bool {
    const DIRECTORIES: [&str; 5] = ["__fixtures__", "__mocks__", "__tests__", "test", "tests"];
    const MARKS: [&str; 5] = ["mock", "spec", "test", "test-helper", "test-support"];
    let (directories, name) = path.rsplit_once('/').unwrap_or(("", path));
    let mark = name.rsplit_once('.').and_then(|(stem, _)| stem.rsplit_once('.'));
    directories.split('/').any(|directory| DIRECTORIES.contains(&directory))
        || mark.is_some_and(|(_, mark)| MARKS.iter().any(|known| known.eq_ignore_ascii_case(mark)))
}

#[cfg(test)]
mod tests {
    use super::is_test;

    #[test]
    fn tests_are_known_by_directory_or_name() {
        for path in
            ["tests/a.js", "a/__mocks__/b.ts", "a.test.ts", "x/a.SPEC.js", "a.test-helper.js"]
        {
            assert!(is_test(path), "{path}");
        }
        for path in ["a.js", "test.js", "testing/a.js", "a.tests.js", "latest/a.js"] {
            assert!(!is_test(path), "{path}");
        }
    }
}
