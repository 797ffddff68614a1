//! What a file is: by its first bytes, then its name, then its text. An extension alone proves
//! nothing, and a file without one is not skipped.

/// What a file, or a part of one, is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Kind {
    Markdown,
    Text,
    Shell,
    Python,
    JavaScript,
    PowerShell,
    Ruby,
    Batch,
    Perl,
    Php,
    Lua,
    AppleScript,
    Make,
    Docker,
    Json,
    Yaml,
    Toml,
    Markup,
    Css,
    /// A programming language that has no lexer of its own.
    OtherCode,
    /// A table, a schema, a data file: nothing that runs or is read as advice.
    Data,
}

impl Kind {
    /// Whether it is read as instructions, not run.
    pub(crate) fn is_prose(self) -> bool {
        matches!(self, Self::Markdown | Self::Text)
    }

    /// Whether it is a program or a command line.
    pub(crate) fn is_code(self) -> bool {
        !self.is_prose()
            && !matches!(
                self,
                Self::Json | Self::Yaml | Self::Toml | Self::Markup | Self::Css | Self::Data
            )
    }

    /// Whether the file holds settings that something runs by.
    pub(crate) fn is_settings(self) -> bool {
        matches!(self, Self::Json | Self::Yaml | Self::Toml)
    }
}

/// By extension or whole name, in lower case.
const BY_NAME: &[(&str, Kind)] = &[
    ("md", Kind::Markdown),
    ("mdx", Kind::Markdown),
    ("markdown", Kind::Markdown),
    ("mdc", Kind::Markdown),
    ("txt", Kind::Text),
    ("rst", Kind::Text),
    ("adoc", Kind::Text),
    ("sh", Kind::Shell),
    ("bash", Kind::Shell),
    ("zsh", Kind::Shell),
    ("ksh", Kind::Shell),
    ("fish", Kind::Shell),
    ("command", Kind::Shell),
    ("py", Kind::Python),
    ("pyw", Kind::Python),
    ("pyi", Kind::Python),
    ("pth", Kind::Python),
    ("js", Kind::JavaScript),
    ("mjs", Kind::JavaScript),
    ("cjs", Kind::JavaScript),
    ("jsx", Kind::JavaScript),
    ("ts", Kind::JavaScript),
    ("mts", Kind::JavaScript),
    ("cts", Kind::JavaScript),
    ("tsx", Kind::JavaScript),
    ("ps1", Kind::PowerShell),
    ("psm1", Kind::PowerShell),
    ("psd1", Kind::PowerShell),
    ("rb", Kind::Ruby),
    ("rake", Kind::Ruby),
    ("gemspec", Kind::Ruby),
    ("rakefile", Kind::Ruby),
    ("gemfile", Kind::Ruby),
    ("bat", Kind::Batch),
    ("cmd", Kind::Batch),
    ("vbs", Kind::OtherCode),
    ("hta", Kind::Markup),
    ("pl", Kind::Perl),
    ("pm", Kind::Perl),
    ("php", Kind::Php),
    ("lua", Kind::Lua),
    ("applescript", Kind::AppleScript),
    ("scpt", Kind::AppleScript),
    ("makefile", Kind::Make),
    ("gnumakefile", Kind::Make),
    ("mk", Kind::Make),
    ("justfile", Kind::Make),
    ("dockerfile", Kind::Docker),
    ("containerfile", Kind::Docker),
    ("json", Kind::Json),
    ("json5", Kind::Json),
    ("jsonc", Kind::Json),
    ("ipynb", Kind::Json),
    ("yaml", Kind::Yaml),
    ("yml", Kind::Yaml),
    ("toml", Kind::Toml),
    ("ini", Kind::Toml),
    ("cfg", Kind::Toml),
    ("conf", Kind::Toml),
    ("env", Kind::Toml),
    ("html", Kind::Markup),
    ("htm", Kind::Markup),
    ("svg", Kind::Markup),
    ("xml", Kind::Markup),
    ("xhtml", Kind::Markup),
    ("plist", Kind::Markup),
    ("css", Kind::Css),
    ("scss", Kind::Css),
    ("xsd", Kind::Data),
    ("csv", Kind::Data),
    ("tsv", Kind::Data),
    ("sql", Kind::OtherCode),
    ("go", Kind::OtherCode),
    ("rs", Kind::OtherCode),
    ("java", Kind::OtherCode),
    ("kt", Kind::OtherCode),
    ("swift", Kind::OtherCode),
    ("c", Kind::OtherCode),
    ("cc", Kind::OtherCode),
    ("cpp", Kind::OtherCode),
    ("h", Kind::OtherCode),
    ("cs", Kind::OtherCode),
    ("r", Kind::OtherCode),
    ("jl", Kind::OtherCode),
    ("ex", Kind::OtherCode),
    ("exs", Kind::OtherCode),
    ("scala", Kind::OtherCode),
    ("dart", Kind::OtherCode),
    ("tf", Kind::OtherCode),
];

/// By the words people write after three backticks that are no extension.
const BY_FENCE: &[(&str, Kind)] = &[
    ("shell", Kind::Shell),
    ("console", Kind::Shell),
    ("terminal", Kind::Shell),
    ("shell-session", Kind::Shell),
    ("shellscript", Kind::Shell),
    ("python", Kind::Python),
    ("python3", Kind::Python),
    ("javascript", Kind::JavaScript),
    ("typescript", Kind::JavaScript),
    ("node", Kind::JavaScript),
    ("powershell", Kind::PowerShell),
    ("pwsh", Kind::PowerShell),
    ("ruby", Kind::Ruby),
    ("batch", Kind::Batch),
    ("dosbatch", Kind::Batch),
    ("perl", Kind::Perl),
    ("docker", Kind::Docker),
    ("make", Kind::Make),
    ("text", Kind::Text),
    ("plaintext", Kind::Text),
    ("xml", Kind::Markup),
    ("rust", Kind::OtherCode),
    ("golang", Kind::OtherCode),
    ("diff", Kind::OtherCode),
];

/// The kind of a file with this name and text.
pub(crate) fn of_file(name: &str, text: &str) -> Kind {
    let base = name.rsplit('/').next().unwrap_or(name).to_ascii_lowercase();
    let extension = base.rsplit_once('.').map_or(base.as_str(), |(_, extension)| extension);
    // `Dockerfile.dev`, `.env.local`, `Makefile.inc`.
    let stem = base.trim_start_matches('.').split('.').next().unwrap_or_default();
    let named =
        |word: &str| BY_NAME.iter().find(|(known, _)| *known == word).map(|(_, kind)| *kind);
    let of_stem =
        || named(stem).filter(|kind| matches!(kind, Kind::Docker | Kind::Make | Kind::Toml));
    match named(extension).or_else(of_stem) {
        // A text may still be a script by its first line.
        Some(Kind::Text | Kind::Data) | None => {
            of_shebang(text).or(named(extension)).unwrap_or_else(|| guess(text))
        }
        Some(kind) => kind,
    }
}

/// The kind a code fence says, or that its text looks like.
pub(crate) fn of_fence(info: &str, text: &str) -> Kind {
    let word = info.split([' ', ',', '{', ':', '\t']).next().unwrap_or_default();
    let word = word.trim_start_matches('.').to_ascii_lowercase();
    if word.is_empty() {
        return guess(text);
    }
    let known = BY_FENCE.iter().chain(BY_NAME).find(|(known, _)| *known == word);
    match known {
        Some((_, Kind::Text | Kind::Markdown)) => guess(text),
        Some((_, kind)) => *kind,
        None => Kind::OtherCode,
    }
}

fn of_shebang(text: &str) -> Option<Kind> {
    let line = text.strip_prefix("#!")?.lines().next()?;
    let mut words = line.split(['/', ' ', '\t']).filter(|word| !word.is_empty());
    let program = words.rfind(|word| !word.starts_with('-') && *word != "env")?;
    let kinds: &[(&str, Kind)] = &[
        ("python", Kind::Python),
        ("node", Kind::JavaScript),
        ("bun", Kind::JavaScript),
        ("deno", Kind::JavaScript),
        ("ruby", Kind::Ruby),
        ("perl", Kind::Perl),
        ("php", Kind::Php),
        ("lua", Kind::Lua),
        ("pwsh", Kind::PowerShell),
        ("osascript", Kind::AppleScript),
        ("make", Kind::Make),
    ];
    let known = kinds.iter().find(|(prefix, _)| program.starts_with(prefix));
    // Whatever else it is run by, it is run.
    Some(known.map_or(Kind::Shell, |(_, kind)| *kind))
}

/// First words of lines that give a shell away.
const SHELL_WORDS: &[&str] = &[
    "curl", "wget", "sudo", "bash", "sh", "chmod", "export", "echo", "cat", "rm", "cd", "mkdir",
    "npm", "npx", "pip", "pip3", "brew", "apt", "apt-get", "git", "docker", "python", "python3",
    "node", "source", "eval", "tar", "cp", "mv", "grep", "find", "scp", "ssh", "nc", "base64",
    "uv", "uvx",
];

/// What a text without a name looks like, from its first lines.
pub(crate) fn guess(text: &str) -> Kind {
    if let Some(kind) = of_shebang(text) {
        return kind;
    }
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let (mut seen, mut shell, mut python, mut script) = (0, 0, 0, 0);
    for line in lines.take(40) {
        seen += 1;
        let bare = line.strip_prefix("$ ").or(line.strip_prefix("> ")).unwrap_or(line);
        let first = bare.split([' ', ';', '|', '&']).next().unwrap_or_default();
        let is_command = SHELL_WORDS.contains(&first)
            && (bare.contains(" -")
                || bare.contains('/')
                || bare.contains('|')
                || bare.contains("&&")
                || line != bare);
        // `anything --flag … | curl …`
        let piped = ["| curl", "| wget", "| nc ", "| base64", "| ssh"]
            .iter()
            .any(|pipe| bare.contains(pipe));
        shell +=
            usize::from(piped || is_command || bare.contains("| bash") || bare.contains("| sh"));
        python += usize::from(
            ["import ", "from ", "def ", "class ", "print(", "exec(", "async def "]
                .iter()
                .any(|word| bare.starts_with(word))
                && !bare.ends_with('.'),
        );
        script += usize::from(
            ["const ", "let ", "var ", "function ", "require(", "import {", "export "]
                .iter()
                .any(|word| bare.starts_with(word))
                && bare.ends_with([';', '{', ')', '\'', '"']),
        );
    }
    if seen == 0 {
        return Kind::Text;
    }
    if text.trim_start().starts_with(['{', '[']) && text.trim_end().ends_with(['}', ']']) {
        return Kind::Json;
    }
    match () {
        () if script > 0 && script >= python && script >= shell => Kind::JavaScript,
        () if python > 0 && python >= shell => Kind::Python,
        () if shell > 0 => Kind::Shell,
        () => Kind::Text,
    }
}
