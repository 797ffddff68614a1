//! Patterns of names: `*` is anything, `?` one character, everything else itself.

/// Whether a pattern fits a whole name. A trailing ` *` also fits where there is nothing after it.
/// Time grows with the product of the lengths at most, whatever the pattern.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    if let Some(start) = pattern.strip_suffix(" *")
        && fits(start, name)
    {
        return true;
    }
    fits(pattern, name)
}

fn fits(pattern: &str, name: &str) -> bool {
    let same = |character: char| if character == '\\' { '/' } else { character };
    let pattern: Vec<char> = pattern.chars().map(same).collect();
    let name: Vec<char> = name.chars().map(same).collect();
    let (mut p, mut n) = (0, 0);
    // Where to go back to: the last star, and how much of the name it has taken.
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(&expected) if expected == '?' || expected == name[n] => {
                p += 1;
                n += 1;
            }
            _ => match star {
                Some((at, taken)) => {
                    star = Some((at, taken + 1));
                    p = at + 1;
                    n = taken + 1;
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|character| *character == '*')
}

#[cfg(test)]
mod tests {
    use super::matches;

    /// As opencode has them, and what follows from it.
    #[test]
    fn patterns_and_names() {
        let table = [
            ("deploy-*", "deploy-x", true),
            ("deploy-*", "deploy-", true),
            ("deploy-*", "deploy", false),
            ("file?.txt", "file1.txt", true),
            ("file?.txt", "file12.txt", false),
            ("ls *", "ls", true),
            ("ls *", "ls -la", true),
            ("ls *", "lstmeval", false),
            ("ls*", "ls", true),
            ("ls*", "lstmeval", true),
            ("a{b,c}", "a{b,c}", true),
            ("a{b,c}", "ab", false),
            ("[ab]", "a", false),
            ("{a,b}", "a", false),
            ("src\\*.rs", "src/x.rs", true),
            ("a\\b", "a/b", true),
            ("a/*", "a\\b\\c", true),
            ("*", "anything/at\nall", true),
            ("Deploy", "deploy", false),
            ("", "", true),
            ("*a*b*c", "xaxbxc", true),
        ];
        for (pattern, name, expected) in table {
            assert_eq!(matches(pattern, name), expected, "{pattern:?} {name:?}");
        }
        // A pattern made to be slow ends all the same.
        assert!(!matches(&"*a".repeat(200), &"a".repeat(150)));
    }
}
