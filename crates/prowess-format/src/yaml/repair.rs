//! What a person reads where no YAML parser can.
//!
//! The frontmatter is cut into its top-level entries, and each is read by itself, so that one broken
//! line costs nothing but that line. An entry that does not parse is taken as text: quotes around it
//! are dropped, escapes that mean something are honoured, everything else stays as it is written.
//! Each mended entry is told about, with a replacement that makes it valid.

use super::{Kind, Node, Problem, Style, Text};
use crate::Code;
use crate::diagnostic::{Fix, Span};
use crate::fence::{Line, lines};
use crate::yaml::repair_key::{Key, key_of};
use crate::yaml::repair_text::{has_blank_line, is_bracketed_word, join, undressed, unquote};
use crate::{limits, write};

crate::code! {
    /// A value holds a colon and a space, and is not in quotes.
    ///
    /// `description: Use when: the user asks` is not valid YAML, because the second colon starts
    /// another key. Some agents mend it, others drop the whole skill without a word (Kiro), or lose
    /// the description. The whole line is read as the value.
    ///
    /// Put the value in quotes.
    UNQUOTED_COLON = "unquoted-colon", Warning, "the value of `{key}` holds `: ` and is not in quotes", "put the value in quotes: agents that parse strictly drop the skill";

    /// Text stands on the line of a `|` or `>`.
    ///
    /// `description: | Use when …` is not valid YAML: the text of a block must begin on the next
    /// line. The text is read as if it did.
    TEXT_ON_BLOCK_LINE = "text-on-block-line", Warning, "text stands on the `{indicator}` line of `{key}`", "begin the text on the next line, indented";

    /// A value begins with a character that means something to YAML.
    ///
    /// A plain value cannot begin with `*`, `&`, `!`, `%`, `@`, a backtick, or with a bracket that
    /// is not a list or mapping, as in `description: **Bold** text` or `{NAME} does …`. The line is
    /// read as text.
    RESERVED_START = "reserved-start", Warning, "the value of `{key}` begins with `{character}`, which YAML reserves", "put the value in quotes";

    /// A double-quoted value holds an escape that YAML does not know.
    ///
    /// In double quotes a backslash starts an escape, and only some are defined: `"\d"` or
    /// `"C:\path"` are errors. The backslash is read as it stands.
    BAD_ESCAPE = "bad-escape", Warning, "the value of `{key}` holds an escape that YAML does not know", "use single quotes, or double the backslash";

    /// Text follows the closing quote of a value.
    ///
    /// As in `description: "Fast" image tools` or a quote inside quotes. The value is read with the
    /// inner quotes.
    TEXT_AFTER_QUOTE = "text-after-quote", Warning, "text follows the closing quote of `{key}`", "put the whole value in quotes, and double or escape quotes inside";

    /// A quote is opened and never closed.
    QUOTE_UNCLOSED = "quote-unclosed", Warning, "the quote that `{key}` opens is never closed", "close the quote";

    /// A list or mapping in brackets is broken.
    ///
    /// A bracket is missing or one too many, or an item is not what JSON or YAML allow. The value is
    /// kept as text, so nothing is lost, but no agent can use what is inside.
    BROKEN_BRACKETS = "broken-brackets", Warning, "the brackets of `{key}` do not hold a list or mapping", "mend the list or mapping, or put it in quotes if it is meant as text";

    /// A key is not in the column of the others.
    ///
    /// YAML reads an indented `description:` as part of the value above it, or refuses the file.
    KEY_INDENTED = "key-indented", Warning, "the key `{key}` is not in the column of the other keys", "begin the keys in the first column";

    /// A line of the frontmatter is neither a key nor part of a value.
    ///
    /// A line in the first column without `key:` is read as the continuation of the value above it.
    LINE_WITHOUT_KEY = "line-without-key", Warning, "this line has no key and is read as part of `{key}`", "indent the line, or put the whole value in quotes";

    /// A line before the first key is not part of any value.
    STRAY_LINE = "stray-line", Warning, "this line of the frontmatter belongs to no key and is left out", "remove the line, or give it a key";

    /// A key is not followed by a colon and a space.
    ///
    /// `name:my-skill` is one word to YAML, not a key and a value, and so is `name：my-skill` with
    /// the wide colon of Chinese and Japanese texts.
    COLON_WITHOUT_SPACE = "colon-without-space", Warning, "the key `{key}` is not followed by a colon and a space", "write `{key}: ` and then the value";

    /// A key is dressed up as Markdown.
    ///
    /// As in `**name:** my-skill` or `## name: my-skill`, which translators and formatters make of
    /// a frontmatter. The key is read without its dress.
    KEY_DECORATED = "key-decorated", Warning, "the key `{key}` is written as Markdown", "write `{key}: ` and then the value";

    /// A value cannot be read as YAML.
    ///
    /// The nested lists and mappings below this key are not valid, and no simple mistake explains
    /// why. The value is kept as text.
    VALUE_UNREADABLE = "value-unreadable", Warning, "the value of `{key}` is not valid YAML and is kept as text: {problem}", "check the indentation and the quotes of the value";

    /// A tab stands in front of a line.
    ///
    /// YAML does not allow tabs as indentation. They are read as spaces.
    TAB_INDENTATION = "tab-indentation", Warning, "a line of `{key}` is indented with a tab", "indent with spaces";
}

/// One thing that was mended.
#[derive(Debug)]
pub(crate) struct Mend {
    pub(crate) code: &'static Code,
    pub(crate) span: Span,
    pub(crate) values: Vec<(&'static str, String)>,
    pub(crate) fix: Option<Fix>,
}

/// A mapping that was mended.
#[derive(Debug)]
pub(crate) struct Mended {
    pub(crate) node: Node,
    pub(crate) mends: Vec<Mend>,
}

/// Reads `source[range]` entry by entry. `None` where not one line looks like an entry.
pub(crate) fn entries(source: &str, range: Span) -> Option<Mended> {
    let mut mender = Mender { source, mends: Vec::new(), nodes: 0 };
    let entries = mender.mapping(range, 0, 0)?;
    let node = Node { span: range, kind: Kind::Mapping(entries) };
    Some(Mended { node, mends: mender.mends })
}

/// Opencode's rescue: unindented `key: value` lines whose value has a colon are taken literally, and
/// the rest must then be valid. Keys with a hyphen are not looked at.
pub(crate) fn colon_lines(source: &str, range: Span) -> Result<Mended, Problem> {
    let mut rewritten = String::new();
    let mut mends = Vec::new();
    for line in lines(source, range) {
        let content = line.of(source);
        let rescued = content.split_once(':').and_then(|(key, value)| {
            let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let plain_key = !key.is_empty() && key.chars().all(word);
            let value = value.trim();
            let literal = value.contains(':') && !value.starts_with(['"', '\'', '>', '|']);
            (plain_key && literal).then_some((key, value))
        });
        match rescued {
            Some((key, value)) => {
                rewritten.push_str(&format!("{key}: |-\n  {value}\n"));
                let span = Span::new(line.start, line.end);
                mends.push(Mend {
                    code: &UNQUOTED_COLON,
                    span,
                    values: vec![("key", key.to_owned())],
                    fix: None,
                });
            }
            None => {
                rewritten.push_str(content);
                rewritten.push('\n');
            }
        }
    }
    let whole = Span::new(0, rewritten.len());
    let mut node = super::read(&rewritten, whole)?;
    cook(&rewritten, range, &mut node);
    Ok(Mended { node, mends })
}

/// Gives names and descriptions back what YAML takes for a tag or an anchor: `!important` and `&co`
/// are words to the person who wrote them there.
pub(crate) fn take_back_marks(source: &str, root: &mut Node, mends: &mut Vec<Mend>) {
    let Kind::Mapping(entries) = &mut root.kind else { return };
    for (key, value) in entries {
        let name = key.text(source).unwrap_or_default();
        let (from, to) = (key.span.end as usize, value.span.start as usize);
        if !matches!(name, "name" | "description") || from >= to {
            continue;
        }
        let gap = source[from..to].trim_start_matches([':', ' ', '\t', '"', '\'']);
        // An anchor that something refers to is one.
        let referred =
            gap.starts_with('&') && source.contains(&format!("*{}", gap[1..].trim_end()));
        if !gap.starts_with(['!', '&']) || gap.contains(['\n', '\r']) || referred {
            continue;
        }
        let span = Span::new(to - gap.len(), value.span.end as usize);
        let text = span.of(source).to_owned();
        let values = vec![("key", name.to_owned()), ("character", gap[..1].to_owned())];
        let fix = Some(Fix { span, replacement: write::scalar(&text, 0) });
        mends.push(Mend { code: &RESERVED_START, span, values, fix });
        *value = Node::scalar(span, Style::Quoted, Text::Cooked(text.into()));
    }
}

/// Gives a node its own texts and another place: what it was read from is about to go.
pub(super) fn cook(source: &str, place: Span, node: &mut Node) {
    node.span = place;
    match &mut node.kind {
        Kind::Scalar(scalar) => {
            if let Text::Verbatim(span) = scalar.text {
                scalar.text = Text::Cooked(span.of(source).into());
            }
        }
        Kind::Sequence(items) => items.iter_mut().for_each(|item| cook(source, place, item)),
        Kind::Mapping(entries) => {
            for (key, value) in entries {
                cook(source, place, key);
                cook(source, place, value);
            }
        }
    }
}

struct Mender<'a> {
    source: &'a str,
    mends: Vec<Mend>,
    nodes: usize,
}

/// An entry that is cut out but not read yet.
struct Entry<'a> {
    key: Key<'a>,
    key_span: Span,
    /// After the colon.
    value: usize,
    /// Where its last line ends, without the line break.
    end: usize,
    indent: usize,
    /// The first line that belongs to it only because it belongs to nothing else.
    loose: Option<Span>,
}

fn indent_of(line: &str) -> usize {
    line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

impl<'a> Mender<'a> {
    fn count(&mut self) -> bool {
        self.nodes += 1;
        self.nodes <= limits::YAML_NODES
    }

    fn mend(&mut self, code: &'static Code, span: Span, key: &str, fix: Option<Fix>) {
        let values = vec![("key", key.to_owned())];
        self.mends.push(Mend { code, span, values, fix });
    }

    /// The entries of a mapping in `range`, whose first line begins in column `lead`; `None` where
    /// there is none.
    fn mapping(&mut self, range: Span, lead: usize, depth: usize) -> Option<Vec<(Node, Node)>> {
        let source = self.source;
        let indented = |line: Line| {
            let lead = if line.start == range.start as usize { lead } else { 0 };
            lead + indent_of(line.of(source))
        };
        let first = lines(source, range).find(|line| {
            let content = line.of(source);
            key_of(content.trim_start_matches([' ', '\t'])).is_some()
        })?;
        let indent = indented(first);
        let mut cut: Vec<Entry<'a>> = Vec::new();
        for line in lines(source, range) {
            self.take_line(line, indented(line), indent, &mut cut);
        }
        let mut entries = Vec::with_capacity(cut.len());
        for entry in &cut {
            if !self.count() {
                break;
            }
            let value = self.entry(entry, depth);
            let text = Text::Cooked(entry.key.name.into());
            entries.push((Node::scalar(entry.key_span, Style::Quoted, text), value));
        }
        Some(entries)
    }

    /// Adds a line, which begins in column `column`, to the entry it belongs to.
    fn take_line(&mut self, line: Line, column: usize, indent: usize, cut: &mut Vec<Entry<'a>>) {
        let content = line.of(self.source);
        let trimmed = content.trim();
        if trimmed.is_empty() {
            return;
        }
        let white = indent_of(content);
        let after_indent = &content[white..];
        let start = line.start + white;
        if let Some(key) = key_of(after_indent)
            && (column == indent || self.is_misplaced(&key, column, indent, cut))
        {
            if column != indent || content[..white].contains('\t') {
                let span = Span::new(line.start, start);
                let code = if column == indent { &TAB_INDENTATION } else { &KEY_INDENTED };
                let fix = Fix { span, replacement: " ".repeat(indent) };
                self.mend(code, span, key.name, Some(fix));
            }
            let (key_span, value) = (Span::new(start, start + key.length), start + key.length);
            cut.push(Entry { key, key_span, value, end: line.end, indent, loose: None });
            return;
        }
        let span = Span::new(start, line.end);
        match cut.last_mut() {
            Some(_) if trimmed.starts_with('#') && column <= indent => {}
            Some(entry) => {
                entry.end = line.end;
                let continues = column > indent || after_indent.starts_with("- ");
                if !continues && entry.loose.is_none() {
                    entry.loose = Some(span);
                }
            }
            None if trimmed.starts_with('#') => {}
            None => self.mend(&STRAY_LINE, span, "", None),
        }
    }

    /// Whether a key in another column is still a key of this mapping: one further to the left always
    /// is; one further to the right only where it is one of the two that matter most, is not there
    /// yet, and follows a value that plainly ends on its line.
    fn is_misplaced(&self, key: &Key<'_>, column: usize, indent: usize, cut: &[Entry<'a>]) -> bool {
        let Some(last) = cut.last() else { return false };
        if column < indent {
            return true;
        }
        let raw = self.source[last.value..last.end].trim();
        let ends = !raw.is_empty()
            && !raw.contains(['\n', '\r'])
            && !raw.starts_with(['"', '\'', '|', '>', '[', '{', '#']);
        let wanted = matches!(key.name, "name" | "description");
        wanted && ends && !cut.iter().any(|entry| entry.key.name == key.name)
    }

    /// The value of one entry.
    fn entry(&mut self, entry: &Entry<'a>, depth: usize) -> Node {
        let read = match entry.key.slip {
            None => read_value(self.source, entry),
            Some(code) => self.slipped_value(entry, code),
        };
        let problem = match read {
            Ok(value) => return value,
            Err(problem) => problem,
        };
        let raw = &self.source[entry.value..entry.end];
        let first_line = raw.lines().next().unwrap_or_default().trim();
        let start = entry.end - raw.trim_start().len();
        let span = Span::new(start, entry.end);
        match first_line.is_empty() || first_line.starts_with('#') {
            true => self.nested(entry, span, depth, problem),
            false => self.text_value(entry, span, problem),
        }
    }

    /// The value behind a key that is not written as YAML wants it; the slip is told.
    fn slipped_value(&mut self, entry: &Entry<'a>, code: &'static Code) -> Result<Node, Problem> {
        let fix = Fix { span: entry.key_span, replacement: format!("{}: ", entry.key.name) };
        self.mend(code, entry.key_span, entry.key.name, Some(fix));
        let raw = &self.source[entry.value..entry.end];
        let start = entry.end - raw.trim_start().len();
        let inner = Span::new(start, start + undressed(raw).len());
        let node = super::read(self.source, inner)?;
        match node.kind {
            Kind::Scalar(_) => Ok(node),
            Kind::Sequence(_) | Kind::Mapping(_) => Err(Problem::new(start, "more than a text")),
        }
    }

    /// A value that does not parse, taken as text.
    fn text_value(&mut self, entry: &Entry<'a>, span: Span, problem: Problem) -> Node {
        let raw = &self.source[entry.value..entry.end];
        let value = if entry.key.slip.is_some() { undressed(raw) } else { raw.trim() };
        let (code, text) = self.as_text(entry, value);
        let loose = entry.loose.map(|span| (&LINE_WITHOUT_KEY, span));
        let (code, place) =
            code.map(|code| (code, span)).or(loose).unwrap_or((&VALUE_UNREADABLE, span));
        let problem = if code == &VALUE_UNREADABLE { problem.worded(self.source) } else { problem };
        let first = value.chars().next().unwrap_or(' ').to_string();
        let values = vec![
            ("key", entry.key.name.to_owned()),
            ("character", first.clone()),
            ("indicator", first),
            ("problem", problem.what),
        ];
        // Where the value may have taken in what is not its own (a paragraph, a comment, a list), or
        // where quotes would set a mistake in stone, only a person can mend it.
        let doubtful = code == &BROKEN_BRACKETS
            || has_blank_line(value)
            || (!value.starts_with(['"', '\'']) && value.contains(" #"));
        let fix = Fix { span, replacement: write::scalar(&text, entry.indent) };
        self.mends.push(Mend { code, span: place, values, fix: (!doubtful).then_some(fix) });
        Node::scalar(span, Style::Quoted, Text::Cooked(text.into()))
    }

    /// The text of a value that does not parse, and what is wrong with it.
    fn as_text(&self, entry: &Entry<'a>, value: &str) -> (Option<&'static Code>, String) {
        // A line that begins with `#` is a comment in a value without quotes.
        let uncommented = || {
            let kept: Vec<&str> =
                value.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
            join(&kept.join("\n"), " ")
        };
        let joined = || join(value, " ");
        match value.as_bytes().first() {
            Some(b'|' | b'>') => {
                let rest = value[1..].trim_start_matches([
                    '+', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9',
                ]);
                let glue = if value.starts_with('|') { "\n" } else { " " };
                (Some(&TEXT_ON_BLOCK_LINE), join(rest, glue))
            }
            Some(quote @ (b'"' | b'\'')) => {
                let (code, text) = unquote(&joined(), char::from(*quote));
                (Some(code), text)
            }
            Some(b'[' | b'{') => {
                let code =
                    if is_bracketed_word(value) { &RESERVED_START } else { &BROKEN_BRACKETS };
                (Some(code), joined())
            }
            Some(b'*' | b'&' | b'!' | b'%' | b'@' | b'`' | b',' | b']' | b'}') => {
                (Some(&RESERVED_START), uncommented())
            }
            _ if value.contains(": ")
                || value.contains(":\t")
                || value.lines().any(|line| line.trim_end().ends_with(':')) =>
            {
                (Some(&UNQUOTED_COLON), uncommented())
            }
            _ if self.source[entry.value..entry.end].contains('\n') => {
                let tab = value.lines().skip(1).any(|line| line.starts_with('\t'));
                (tab.then_some(&TAB_INDENTATION), uncommented())
            }
            _ => (None, joined()),
        }
    }

    /// The value of an entry that has nothing on the line of its key.
    fn nested(&mut self, entry: &Entry<'a>, span: Span, depth: usize, problem: Problem) -> Node {
        let source = self.source;
        let inner_start = source[entry.value..entry.end]
            .find(['\n', '\r'])
            .map_or(entry.end, |at| entry.value + at + 1);
        let inner = Span::new(inner_start, entry.end);
        let first = lines(source, inner).map(|line| line.of(source)).find(|line| {
            let line = line.trim();
            !line.is_empty() && !line.starts_with('#')
        });
        if depth < limits::YAML_DEPTH
            && let Some(first) = first
        {
            if first.trim_start().starts_with("- ") {
                let items = self.items(inner, indent_of(first), depth);
                return Node { span, kind: Kind::Sequence(items) };
            }
            if key_of(first.trim_start()).is_some()
                && let Some(entries) = self.mapping(inner, 0, depth + 1)
            {
                return Node { span, kind: Kind::Mapping(entries) };
            }
        }
        let text = join(span.of(source), " ");
        let problem = problem.worded(source);
        let values = vec![("key", entry.key.name.to_owned()), ("problem", problem.what)];
        // Quotes around what was meant to be nested would set the mistake in stone.
        self.mends.push(Mend { code: &VALUE_UNREADABLE, span, values, fix: None });
        Node::scalar(span, Style::Quoted, Text::Cooked(text.into()))
    }

    /// The items of a list whose dashes stand at `indent`.
    fn items(&mut self, range: Span, indent: usize, depth: usize) -> Vec<Node> {
        let source = self.source;
        // The line of each item's dash, and where the item ends.
        let mut cut: Vec<(usize, usize)> = Vec::new();
        for line in lines(source, range) {
            let content = line.of(source);
            if content.trim().is_empty() {
                continue;
            }
            if indent_of(content) == indent && content[indent..].starts_with("- ") {
                cut.push((line.start, line.end));
            } else if let Some((_, end)) = cut.last_mut() {
                *end = line.end;
            }
        }
        let mut items = Vec::new();
        for (line, end) in cut {
            if !self.count() {
                break;
            }
            items.push(self.item(line, end, indent, depth));
        }
        items
    }

    /// One item: as YAML, as a mapping with its own repairs, or as text.
    fn item(&mut self, line: usize, end: usize, indent: usize, depth: usize) -> Node {
        let source = self.source;
        let white = Span::new(line, line + indent);
        let tabbed = white.of(source).contains('\t');
        if tabbed {
            let fix = Fix { span: white, replacement: "  ".repeat(indent) };
            self.mend(&TAB_INDENTATION, white, "a list item", Some(fix));
        }
        let start = if tabbed { line + indent } else { line };
        if let Ok(node) = super::read(source, Span::new(start, end))
            && let Kind::Sequence(mut items) = node.kind
            && items.len() == 1
            && let Some(item) = items.pop()
        {
            return item;
        }
        let text = &source[line + indent + 1..end];
        let at = end - text.trim_start().len();
        let span = Span::new(at, end);
        if key_of(&source[at..end]).is_some()
            && depth < limits::YAML_DEPTH
            && let Some(entries) = self.mapping(span, at - line, depth + 1)
        {
            return Node { span, kind: Kind::Mapping(entries) };
        }
        let text = join(span.of(source), " ");
        let one_line = !span.of(source).contains(['\n', '\r']);
        let fix = one_line.then(|| Fix { span, replacement: write::scalar(&text, indent) });
        self.mend(&UNQUOTED_COLON, span, "a list item", fix);
        Node::scalar(span, Style::Quoted, Text::Cooked(text.into()))
    }
}

/// Reads one entry as YAML.
fn read_value(source: &str, entry: &Entry<'_>) -> Result<Node, Problem> {
    let range = Span::new(entry.key_span.start as usize, entry.end);
    // The entry's first line may be indented: give the readers the whole line, so that columns fit.
    let line = source[..range.start as usize].rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let start = range.start as usize;
    let one_line = !source[start..entry.end].contains(['\n', '\r']);
    let whole = Span::new(line.max(start.saturating_sub(entry.indent)), entry.end);
    let node = super::read(source, if one_line { range } else { whole })?;
    let at = entry.value;
    match node.kind {
        Kind::Mapping(mut entries) if entries.len() == 1 => {
            Ok(entries.pop().map_or_else(|| Node::null(at), |(_, value)| value))
        }
        _ => Err(Problem::new(at, "more than one value")),
    }
}
