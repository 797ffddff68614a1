//! Whether a line that begins with `!` is a command. In real skills nearly none is: most are images, the
//! rest are patterns of ignore files, macros, negations and cries. What is not surely a command is text.

/// Whether what stands after the `!` of a line is a command: a known program or a file to run, by the look
/// of it; a word of the language needs an argument that only a program would be given.
pub(crate) fn is_command(line: &str) -> bool {
    let line = line.trim_end();
    let mut words = line.split_whitespace();
    let Some(program) = words.next().filter(|_| !line.starts_with(char::is_whitespace)) else {
        return false;
    };
    let alone = words.next().is_none();
    if program.starts_with("./") || program.starts_with("~/") || program.starts_with("../") {
        // `!./keep/` and `!./*.md` are patterns.
        return !program.ends_with('/') && !program.contains(['*', '?', '[']);
    }
    let named = program.starts_with(|c: char| c.is_ascii_lowercase())
        && program.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_+-.".contains(&byte));
    if !named {
        return false;
    }
    let evident = line.split_whitespace().skip(1).any(is_evident);
    match () {
        () if alone => ALONE.contains(&program),
        () if WORDS.contains(&program) => evident,
        () => PROGRAMS.contains(&program) || evident_for_unknown(line),
    }
}

/// An argument that only a program would be given.
fn is_evident(word: &str) -> bool {
    let option = word.starts_with('-') && word.len() > 1 && !word.starts_with("---");
    let inside = word.trim_end_matches(['.', ',', ';', ':', '!', '?']);
    option
        || inside.contains(['/', '.', '$', '=', '|', '*', '<', '>'])
        || word.starts_with(['"', '\''])
}

/// A program that nobody knows is one where it is given an option.
fn evident_for_unknown(line: &str) -> bool {
    line.split_whitespace().skip(1).any(|word| {
        let name = word.trim_start_matches('-');
        word.starts_with('-') && name.starts_with(|c: char| c.is_ascii_alphanumeric())
    })
}

/// Programs that say something without being given anything.
const ALONE: [&str; 18] = [
    "arch", "date", "df", "env", "free", "groups", "hostname", "id", "locale", "ls", "nproc",
    "printenv", "ps", "pwd", "tree", "uname", "uptime", "whoami",
];

/// Programs that are words of the language.
const WORDS: [&str; 37] = [
    "at", "cat", "cut", "do", "echo", "file", "find", "go", "head", "info", "install", "join",
    "just", "kill", "last", "less", "link", "look", "make", "man", "more", "paste", "read",
    "sleep", "sort", "split", "tail", "task", "test", "time", "top", "touch", "type", "watch",
    "which", "who", "write",
];

/// Programs that skills ask, and that are no words of the language.
const PROGRAMS: [&str; 151] = [
    "ansible",
    "apt",
    "awk",
    "aws",
    "az",
    "base64",
    "basename",
    "bash",
    "bat",
    "brew",
    "bun",
    "bundle",
    "bunx",
    "cargo",
    "chmod",
    "claude",
    "cmake",
    "cmp",
    "codex",
    "column",
    "comm",
    "composer",
    "conda",
    "copilot",
    "cp",
    "crontab",
    "curl",
    "date",
    "deno",
    "df",
    "diff",
    "dig",
    "dirname",
    "dmesg",
    "docker",
    "dotnet",
    "du",
    "egrep",
    "env",
    "envsubst",
    "eza",
    "fd",
    "ffmpeg",
    "fgrep",
    "fmt",
    "gcc",
    "gcloud",
    "gem",
    "gemini",
    "getent",
    "gh",
    "git",
    "glab",
    "gradle",
    "grep",
    "gunzip",
    "gzip",
    "helm",
    "heroku",
    "hexdump",
    "hostname",
    "httpie",
    "iconv",
    "id",
    "ip",
    "java",
    "jj",
    "jobs",
    "journalctl",
    "jq",
    "kubectl",
    "ldd",
    "ls",
    "lsof",
    "md5sum",
    "mkdir",
    "mv",
    "mvn",
    "mypy",
    "mysql",
    "netstat",
    "nl",
    "nm",
    "node",
    "npm",
    "npx",
    "nvm",
    "od",
    "opencode",
    "openssl",
    "patch",
    "perl",
    "pgrep",
    "php",
    "ping",
    "pip",
    "pip3",
    "pipx",
    "pnpm",
    "podman",
    "poetry",
    "printenv",
    "printf",
    "prowess",
    "ps",
    "psql",
    "pwd",
    "pytest",
    "python",
    "python3",
    "readlink",
    "realpath",
    "rg",
    "rm",
    "rsync",
    "ruby",
    "ruff",
    "rustc",
    "scp",
    "sed",
    "seq",
    "sh",
    "sha256sum",
    "sqlite3",
    "ss",
    "ssh",
    "stat",
    "strace",
    "strings",
    "sudo",
    "systemctl",
    "tar",
    "tee",
    "terraform",
    "tr",
    "tree",
    "tsc",
    "uname",
    "uniq",
    "unzip",
    "uv",
    "uvx",
    "wc",
    "wget",
    "xargs",
    "xmllint",
    "xxd",
    "yarn",
    "yq",
    "zip",
    "zstd",
];

#[cfg(test)]
mod tests {
    use super::*;

    /// One case at least for each row of the table in corpora.md, `line starting with !`.
    #[test]
    fn what_lines_that_begin_with_a_mark_are() {
        let commands = [
            "gh pr view 123 --json title,state",
            "git status",
            "git log --oneline -5",
            "ls",
            "pwd",
            "date",
            "cat package.json",
            "echo \"$PATH\"",
            "find . -name '*.rs'",
            "make -j4 test",
            "./scripts/run.sh now",
            "npm ls",
            "mytool --version",
        ];
        for line in commands {
            assert!(is_command(line), "{line}");
        }
        let text = [
            // Images.
            "[diagram](docs/diagram.png)",
            "[](http://example.com/x.svg)",
            // Patterns of ignore files.
            "*.md",
            "node_modules/keep/",
            "dist",
            ".gitkeep",
            "src/generated/",
            "keep.txt",
            "./keep/",
            "**/important",
            // Macros.
            "vec[1, 2]",
            "println(\"x\")",
            "macro_rules! x",
            "foo::bar(x)",
            // Cries, negations, prose.
            "important",
            "note that this is important",
            "make sure to run the tests",
            "find the right place, and look at it.",
            "just do it",
            "go to the next step",
            "test everything",
            "read the notes first",
            "isEmpty(list)",
            "valid && found",
            "Important",
            "Beware of this",
            // Admonitions, expressions, operators, links to nothing.
            "!! note",
            "! note",
            "(a && b)",
            "= b",
            "== b",
            "",
            " ls",
            "-- x",
            "make it --- or not",
        ];
        for line in text {
            assert!(!is_command(line), "{line}");
        }
    }
}
