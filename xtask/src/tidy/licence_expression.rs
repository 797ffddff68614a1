//! Licence expressions as manifests write them: `MIT OR Apache-2.0`, `(A OR B) AND C`, `A WITH e`,
//! and `MIT/Apache-2.0` from before there was a rule.

/// Whether an expression can be satisfied with the licences of a list. One that cannot be read
/// cannot be satisfied.
pub(super) fn is_satisfied(expression: &str, allowed: &[&str]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut reader = Reader { words: spaced.split_whitespace().collect(), at: 0, allowed };
    let satisfied = reader.alternatives();
    satisfied == Some(true) && reader.at == reader.words.len()
}

/// Reads by descent: alternatives of combinations of single licences. `None` is a mistake.
struct Reader<'a> {
    words: Vec<&'a str>,
    at: usize,
    allowed: &'a [&'a str],
}

impl Reader<'_> {
    fn alternatives(&mut self) -> Option<bool> {
        let mut satisfied = self.combination()?;
        while self.take("OR") {
            satisfied |= self.combination()?;
        }
        Some(satisfied)
    }

    fn combination(&mut self) -> Option<bool> {
        let mut satisfied = self.single()?;
        while self.take("AND") {
            satisfied &= self.single()?;
        }
        Some(satisfied)
    }

    fn single(&mut self) -> Option<bool> {
        if self.take("(") {
            let satisfied = self.alternatives()?;
            return self.take(")").then_some(satisfied);
        }
        let mut licence = self.word()?.to_owned();
        if self.take("WITH") {
            licence = format!("{licence} WITH {}", self.word()?);
        }
        Some(self.allowed.contains(&licence.as_str()))
    }

    fn word(&mut self) -> Option<&str> {
        let word = self.words.get(self.at).filter(|word| !matches!(**word, "(" | ")"))?;
        self.at += 1;
        Some(word)
    }

    fn take(&mut self, word: &str) -> bool {
        let there = self.words.get(self.at) == Some(&word);
        self.at += usize::from(there);
        there
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_satisfied_or_not() {
        let allowed = ["MIT", "Apache-2.0", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception"];
        let table = [
            ("MIT", true),
            ("GPL-3.0", false),
            ("MIT/Apache-2.0", true),
            ("GPL-3.0 OR MIT", true),
            ("GPL-3.0 AND MIT", false),
            ("(MIT OR GPL-3.0) AND Unicode-3.0", true),
            ("MIT OR GPL-3.0 AND GPL-2.0", true),
            ("(MIT OR GPL-3.0) AND GPL-2.0", false),
            ("Apache-2.0 WITH LLVM-exception OR GPL-2.0", true),
            ("MIT WITH LLVM-exception", false),
            ("(MIT", false),
            ("MIT Apache-2.0", false),
            ("MIT OR", false),
            ("", false),
        ];
        for (expression, expected) in table {
            assert_eq!(is_satisfied(expression, &allowed), expected, "{expression}");
        }
    }
}
