//! Which files a rule of the user's is about: patterns of paths, or languages.

/// A pattern of paths, or a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Selector {
    /// `*` is anything, `/` among it. Without a `/` it is about the file's name.
    Glob(String),
    /// The endings of a language's files.
    Language(&'static [&'static str]),
}

/// The languages that have a name.
const LANGUAGES: [(&str, &[&str]); 14] = [
    ("batch", &["bat", "cmd"]),
    ("go", &["go"]),
    ("html", &["html", "htm"]),
    ("javascript", &["js", "mjs", "cjs", "jsx"]),
    ("json", &["json", "jsonc", "json5"]),
    ("markdown", &["md", "markdown", "mdx"]),
    ("perl", &["pl", "pm"]),
    ("powershell", &["ps1", "psm1"]),
    ("python", &["py", "pyw", "ipynb"]),
    ("ruby", &["rb"]),
    ("shell", &["sh", "bash", "zsh", "fish"]),
    ("toml", &["toml"]),
    ("typescript", &["ts", "mts", "cts", "tsx"]),
    ("yaml", &["yaml", "yml"]),
];

impl Selector {
    /// Reads one; otherwise the sentence that says why not.
    pub(crate) fn parse(word: &str) -> Result<Self, String> {
        if word.contains(['*', '.', '/']) {
            // `.py` is what many write for `*.py`.
            let glob = if word.starts_with('.') { format!("*{word}") } else { word.to_owned() };
            return Ok(Self::Glob(glob));
        }
        let known = LANGUAGES.iter().find(|(name, _)| *name == word);
        known.map(|(_, endings)| Self::Language(endings)).ok_or_else(|| {
            let names: Vec<&str> = LANGUAGES.iter().map(|(name, _)| *name).collect();
            format!(
                "`{word}` is neither a pattern such as `*.py` nor a language: {}",
                names.join(", ")
            )
        })
    }

    /// Whether a path is one of those.
    pub(crate) fn fits(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or_default();
        match self {
            Self::Glob(glob) if glob.contains('/') => fits(glob, path),
            Self::Glob(glob) => fits(glob, name),
            Self::Language(endings) => name.rsplit_once('.').is_some_and(|(_, ending)| {
                endings.iter().any(|known| known.eq_ignore_ascii_case(ending))
            }),
        }
    }
}

/// Whether a pattern fits a whole text, in either case of ASCII letters.
fn fits(glob: &str, text: &str) -> bool {
    let (glob, text) = (glob.as_bytes(), text.as_bytes());
    let (mut at, mut seen) = (0, 0);
    // The last star, and where what follows it was tried.
    let mut star: Option<(usize, usize)> = None;
    while seen < text.len() {
        match glob.get(at) {
            Some(b'*') => {
                star = Some((at, seen));
                at += 1;
            }
            Some(byte) if byte.eq_ignore_ascii_case(&text[seen]) => {
                at += 1;
                seen += 1;
            }
            _ => {
                let Some((back, tried)) = star else { return false };
                star = Some((back, tried + 1));
                (at, seen) = (back + 1, tried + 1);
            }
        }
    }
    glob[at..].iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::Selector;

    #[test]
    fn patterns_and_languages() {
        let table = [
            ("*.py", "scripts/a.py", true),
            (".py", "a.PY", true),
            ("*.py", "a.pyc", false),
            ("scripts/*", "scripts/deep/a.sh", true),
            ("scripts/*", "a.sh", false),
            ("Makefile.*", "x/Makefile.am", true),
            ("shell", "run.sh", true),
            ("shell", "sh", false),
            ("*a*b*", "xxaxxbxx", true),
            ("*a*b*", "xxbxxaxx", false),
        ];
        for (word, path, expected) in table {
            assert_eq!(Selector::parse(word).unwrap().fits(path), expected, "{word} {path}");
        }
        assert!(Selector::parse("cobol").is_err());
    }
}
