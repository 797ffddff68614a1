//! Bytes to a skill. Never fails: what is wrong becomes a diagnostic, what is missing stays empty.

use std::borrow::Cow;
use std::sync::Arc;

use crate::body;
use crate::coerce;
use crate::decode::{self, Cut, Nul};
use crate::diagnostic::{Diagnostic, Remark, Report, Severity, Span};
use crate::edit;
use crate::fence::{self, Head, Split};
use crate::frontmatter::{Frontmatter, Schema, Type, Value};
use crate::limits;
use crate::rules::{
    Coercion, DescriptionFallback, NameFallback, NulBytes, Repair, Rules, Texts, Tolerance,
    WhiteSpace, Yaml,
};
use crate::skill::{Kept, KeptText, Origin, Skill};
use crate::tree::TreePath;
use crate::yaml::repair::{self, Mend, Mended};
use crate::yaml::{
    self, Kind, Node, Problem, named_lines, plain_lines, quote_values, quoted_lines,
};

crate::code! {
    /// The file is empty.
    FILE_EMPTY = "file-empty", Error, "the file is empty", "write a frontmatter with a name and a description, then the instructions";

    /// The file is larger than is read.
    ///
    /// A `SKILL.md` is loaded into a model's context; the median is 5 KB and the largest of 115,000
    /// public ones is 294 KB. What lies past the limit is left out.
    FILE_TOO_LARGE = "file-too-large", Error, "the file has {size} bytes; only the first {limit} are read", "move reference material into files beside it";

    /// The file is called `skill.md`.
    ///
    /// The standard's name is `SKILL.md`. Agents on case-sensitive file systems that look for
    /// exactly that do not find it.
    FILE_NAME_CASE = "file-name-case", Warning, "the file is called `{name}`, not `SKILL.md`", "rename it: many agents do not find it";

    /// A byte order mark stands before the frontmatter.
    ///
    /// Agents that look for `---` at the very start see no frontmatter at all.
    BOM = "bom", Warning, "a byte order mark stands before the frontmatter", "save the file as UTF-8 without a byte order mark";

    /// The frontmatter does not begin on the first line.
    BLANK_BEFORE_FENCE = "blank-before-fence", Warning, "empty lines stand before the frontmatter", "begin the file with `---`";

    /// Text stands before the frontmatter.
    ///
    /// Most agents look for the frontmatter at the start of the file only, and see none here.
    TEXT_BEFORE_FENCE = "text-before-fence", Warning, "text stands before the frontmatter", "begin the file with the frontmatter";

    /// A key stands on the line of the opening fence.
    TEXT_ON_FENCE = "text-on-fence", Warning, "a key stands on the line of the opening `---`", "put it on a line of its own";

    /// Text stands on the line of the closing fence.
    ///
    /// As in `---# Title`. Agents that look for a line of three hyphens read on, and take the body
    /// for frontmatter.
    TEXT_AFTER_FENCE = "text-after-fence", Warning, "text stands on the line of the closing `---`", "put it on a line of its own";

    /// The opening fence is missing.
    FENCE_NOT_OPENED = "fence-not-opened", Warning, "the frontmatter has no opening `---`", "put a line `---` before the first key";

    /// The frontmatter is opened and never closed.
    ///
    /// Where the rules read through it, the frontmatter ends before the first line that cannot be
    /// part of one.
    FENCE_UNCLOSED = "fence-unclosed", Warning, "the frontmatter is never closed with `---`", "put a line `---` after the last key";

    /// There is no frontmatter.
    ///
    /// A skill without name and description cannot be chosen by a model. Where the rules allow it,
    /// the directory's name and the first paragraph stand in.
    FRONTMATTER_MISSING = "frontmatter-missing", Error, "there is no frontmatter", "begin the file with `---`, a name, a description and `---`";

    /// The frontmatter is not valid YAML.
    ///
    /// And no repair is allowed or possible. The page of the other codes shows common mistakes:
    /// an unquoted colon, a tab, a quote that is not closed.
    YAML_INVALID = "yaml-invalid", Error, "the frontmatter is not valid YAML: {problem}", "put values with special characters in quotes and indent with spaces";

    /// The frontmatter is not a mapping of keys to values.
    YAML_NOT_MAPPING = "yaml-not-mapping", Error, "the frontmatter is {type}, not keys with values", "write one `key: value` a line";

    /// The YAML of the frontmatter is larger or deeper than any honest one.
    ///
    /// Aliases and nesting can make a short text grow without bounds when it is read (an alias
    /// bomb). It is not read.
    YAML_LIMIT = "yaml-limit", Error, "the frontmatter is not read: {problem}", "write the values out, without anchors and deep nesting";

    /// A key comes twice.
    ///
    /// Agents differ in which one they take; some refuse the file. The last one counts here.
    KEY_DUPLICATE = "key-duplicate", Warning, "the key `{key}` comes twice; the last one counts", "remove one of them";

    /// A key is a list or a mapping.
    ///
    /// `{"bins": ["bc"], ["touch"]}` is valid YAML: a mapping whose second key is a list, with no
    /// value. It is hardly ever meant so, and JSON has no such keys, so agents lose it or refuse the
    /// file.
    KEY_NOT_TEXT = "key-not-text", Warning, "a key of this mapping is {type}, not a text", "give it a key of its own, or put it into the list before it";
}

/// A `SKILL.md` as it was found.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a> {
    /// The file inside the skill.
    pub file: &'a TreePath,
    /// Its bytes, or the first of them.
    pub bytes: &'a [u8],
    /// The name of the skill's directory, or the stem of a skill that is a single file.
    pub directory: Option<&'a str>,
    /// How many bytes the file has, which may be more than were read.
    pub size: u64,
    /// Whether the skill is a single file among others, not a directory.
    pub flat: bool,
}

/// What came of reading a document.
#[derive(Debug)]
pub struct Parsed {
    /// The skill, as far as it could be read.
    pub skill: Skill,
    /// What is to be said about it.
    pub diagnostics: Vec<Diagnostic>,
}

/// Whether these first bytes of a file hold its whole frontmatter, so that a listing need not read
/// on. False also where there is none.
pub fn head_is_complete(head: &[u8], rules: &Rules) -> bool {
    if fence::head(head, rules).is_some() {
        return true;
    }
    let decoded = decode::decode(head, Nul::LeaveOut, Cut::Maybe);
    let split = fence::split(&decoded.text, rules);
    split.frontmatter.is_some()
        && !split.deviations.iter().any(|(tolerance, _)| *tolerance == Tolerance::Unclosed)
}

/// Reads a `SKILL.md` by the rules of one profile.
pub fn parse(document: Document<'_>, rules: &Rules) -> Parsed {
    read_document(document, rules, None)
}

/// Reads only what a listing needs: the body is left out, and not judged.
pub fn parse_head(document: Document<'_>, rules: &Rules) -> Parsed {
    read_document(document, rules, fence::head(document.bytes, rules))
}

/// Reads the head of a document, or all of it.
fn read_document(document: Document<'_>, rules: &Rules, head: Option<Head>) -> Parsed {
    let end = head.map_or(document.bytes.len(), |head| head.end).min(limits::SKILL_FILE_BYTES);
    let (bytes, rest) = document.bytes.split_at(end);
    // The strict parser refuses NUL like any control character; nearly everyone else reads around it.
    let keeps_nul = rules.yaml == Yaml::Strict || rules.nul_bytes == NulBytes::Kept;
    let nul = if keeps_nul { Nul::Keep } else { Nul::LeaveOut };
    let cut = if document.size > end as u64 { Cut::Maybe } else { Cut::No };
    let decoded = decode::decode(bytes, nul, cut);
    let whole = document.size <= end as u64;
    let exact = decoded.is_exact() && whole;
    let text: Arc<str> = Arc::from(decoded.text.as_ref());
    let mut report = Report::new(rules, document.file.clone(), &text);
    decoded.report(&mut report);
    // Whoever refuses such a file reads all of it; here what was read of it has to do.
    if head.is_some() && rules.severity_of(&decode::NOT_UTF8) == Some(Severity::Error) {
        decode::report_rest(rest, &mut report);
    }
    report_size(&document, &mut report);
    report_file_name(document.file, &mut report);

    let mut split = match head {
        // The places are those of the bytes: they hold where the text is the bytes.
        Some(head) if decoded.is_exact() && text.len() == head.end => head.split(),
        _ => fence::split(&text, rules),
    };
    let mut read = split.frontmatter.map(|span| read_yaml(&text, span, rules));
    if let Some(Err(_)) = read
        && fence::ends_early(&text, rules, &mut split)
    {
        read = split.frontmatter.map(|span| read_yaml(&text, span, rules));
    }
    report_fences(&split, &text, &mut report);
    let mut mended = Vec::new();
    let frontmatter = split
        .frontmatter
        .zip(read)
        .and_then(|(span, read)| mapping_of(&text, span, read, &mut mended, &mut report))
        .unwrap_or_else(|| Frontmatter::empty(text.clone()));

    let body = split.body;
    let name = name(&frontmatter, &document, rules, &mended);
    let description = description(&frontmatter, &document, rules, &mended).or_else(|| {
        if rules.fallback.description == DescriptionFallback::AlwaysLine {
            let rest = decode::decode(rest, Nul::Keep, Cut::Maybe).text;
            let line = body::described_line(&text).or_else(|| body::described_line(&rest));
            return line.map(|line| own(line, Origin::Frontmatter));
        }
        let only_without_key = rules.fallback.description == DescriptionFallback::Text;
        if only_without_key && frontmatter.get("description").is_some() {
            return None;
        }
        let text = match head {
            Some(_) => from_body(|| decode::decode(rest, Nul::LeaveOut, Cut::Maybe).text, rules)?,
            None => from_body(|| text[body.range()].into(), rules)?,
        };
        Some(own(text, Origin::Body))
    });
    let diagnostics = report.finish();
    let file = document.file.clone();
    let has_body = head.is_none();
    let skill = Skill { name, description, frontmatter, file, text, body, exact, has_body };
    Parsed { skill, diagnostics }
}

/// What of a body stands in for the description; it is asked for only where something of it may.
fn from_body<'a>(body: impl FnOnce() -> Cow<'a, str>, rules: &Rules) -> Option<String> {
    match rules.fallback.description {
        DescriptionFallback::None
        | DescriptionFallback::SkillDirectory
        | DescriptionFallback::AlwaysLine => None,
        DescriptionFallback::FirstParagraph => body::first_paragraph(&body()),
        DescriptionFallback::FirstLine => {
            Some(body::first_line(&body()).unwrap_or_else(|| "Skill".to_owned()))
        }
        DescriptionFallback::Text => {
            let most = rules.limits.description.unwrap_or(usize::MAX);
            body::text_without_headings(&body(), most)
        }
    }
}

fn report_size(document: &Document<'_>, report: &mut Report<'_>) {
    let limits = report.rules().limits;
    let by_rule = if document.flat { limits.flat_file_bytes } else { limits.file_bytes };
    let limit = by_rule.unwrap_or(limits::SKILL_FILE_BYTES).min(limits::SKILL_FILE_BYTES);
    if document.size > limit as u64 {
        let (size, limit) = (document.size.to_string(), limit.to_string());
        let path = document.file.display();
        let values = [("size", size.as_str()), ("limit", &limit), ("path", &path)];
        report.add(&FILE_TOO_LARGE, &values, Remark::whole());
    }
}

fn report_file_name(file: &TreePath, report: &mut Report<'_>) {
    let name = String::from_utf8_lossy(file.file_name());
    if name != "SKILL.md" && name.eq_ignore_ascii_case("skill.md") {
        report.add(&FILE_NAME_CASE, &[("name", &name)], Remark::whole());
    }
}

fn report_fences(split: &Split, text: &str, report: &mut Report<'_>) {
    if text.trim().is_empty() {
        report.add(&FILE_EMPTY, &[], Remark::whole());
    }
    let newline = edit::newline_of(text);
    for (tolerance, span) in &split.deviations {
        let code = match tolerance {
            Tolerance::Bom => &BOM,
            Tolerance::BlankBefore => &BLANK_BEFORE_FENCE,
            Tolerance::TextBefore => &TEXT_BEFORE_FENCE,
            Tolerance::TextOnFence => &TEXT_ON_FENCE,
            Tolerance::TextAfterFence => &TEXT_AFTER_FENCE,
            Tolerance::NoOpening => &FENCE_NOT_OPENED,
            Tolerance::Unclosed => &FENCE_UNCLOSED,
            // These are looked for by one kind of fence, and not told about.
            Tolerance::MoreHyphens
            | Tolerance::WordOnFence
            | Tolerance::LoneReturns
            | Tolerance::Missing => continue,
        };
        let remark = Remark::at(*span);
        let before = Span::new(span.start as usize, span.start as usize);
        let remark = match tolerance {
            Tolerance::Bom | Tolerance::BlankBefore => remark.fix(*span, ""),
            Tolerance::TextOnFence | Tolerance::TextAfterFence => remark.fix(before, newline),
            Tolerance::NoOpening => remark.fix(*span, format!("---{newline}")),
            Tolerance::Unclosed => {
                let end = split.body.start as usize;
                let glue = if text[..end].ends_with(['\n', '\r']) { "" } else { newline };
                remark.fix(Span::new(end, end), format!("{glue}---{newline}"))
            }
            _ => remark,
        };
        report.add(code, &[], remark);
    }
    if split.unclosed {
        report.add(&FENCE_UNCLOSED, &[], Remark::at(Span::new(0, 3.min(text.len()))));
    }
    // An agent that cannot find the end of a frontmatter has none; where a profile words the two
    // cases differently it says so by the severity of either code.
    let tolerated = report.rules().tolerates(Tolerance::Missing);
    if split.frontmatter.is_none() && (!split.unclosed || tolerated) {
        report.add(&FRONTMATTER_MISSING, &[], Remark::at(Span::new(0, 0)));
    }
}

/// Reads what is between the fences, without repairs.
fn read_yaml(text: &str, span: Span, rules: &Rules) -> Result<Node, Problem> {
    let size = span.range().len();
    if size > limits::FRONTMATTER_BYTES {
        let what = format!("it has {size} bytes; the limit is {}", limits::FRONTMATTER_BYTES);
        return Err(Problem::limit(span.start as usize, what));
    }
    if rules.nul_bytes == NulBytes::Kept
        && let Some(at) = span.of(text).find('\0')
    {
        return Err(Problem::new(span.start as usize + at, "a NUL byte"));
    }
    match rules.yaml {
        Yaml::Full => yaml::read_without(text, span, &rules.yaml_without),
        Yaml::Strict => yaml::read_strict(text, span),
    }
}

/// The mapping that was read, mended where the rules allow it; `None` where there is none, which is
/// then reported.
fn mapping_of(
    text: &Arc<str>,
    span: Span,
    read: Result<Node, Problem>,
    mended: &mut Vec<Mend>,
    report: &mut Report<'_>,
) -> Option<Frontmatter> {
    let rules = report.rules();
    let schema = match rules.yaml {
        Yaml::Full => Schema::Core,
        Yaml::Strict => Schema::Strings,
    };
    let mut root = match read.or_else(|problem| repair(text, span, problem, rules, mended)) {
        // Where every key lacks the space behind its colon, the whole is one valid text.
        Ok(root @ Node { kind: Kind::Scalar(_), .. }) if rules.repair == Repair::Entries => {
            let none = Problem::new(span.start as usize, "");
            repair(text, span, none, rules, mended).unwrap_or(root)
        }
        Ok(root)
            if rules.repair == Repair::QuoteValues && quote_values::lacks_text(text, &root) =>
        {
            match quote_values::quote_values(text, span) {
                Ok(result) => take(result, mended),
                Err(_) => root,
            }
        }
        Ok(root) if rules.repair == Repair::NamedLines && !named_lines::has_both(text, &root) => {
            named_lines::named_lines(text, span, None).map_or(root, |result| take(result, mended))
        }
        Ok(root) => root,
        Err(problem) => {
            let problem = problem.worded(text);
            let code = if problem.limit { &YAML_LIMIT } else { &YAML_INVALID };
            let at = problem.at.min(text.len());
            report.add(code, &[("problem", &problem.what)], Remark::at(Span::new(at, at)));
            return None;
        }
    };
    if rules.repair == Repair::Entries {
        repair::take_back_marks(text, &mut root, mended);
    }
    for mend in mended.iter() {
        let values: Vec<(&str, &str)> =
            mend.values.iter().map(|(key, value)| (*key, value.as_str())).collect();
        let mut remark = Remark::at(mend.span);
        if let Some(fix) = &mend.fix {
            remark = remark.fix(fix.span, fix.replacement.clone());
        }
        report.add(mend.code, &values, remark);
    }
    let frontmatter = Frontmatter::new(text.clone(), span, root, schema);
    let root = frontmatter.root();
    let empty = root.kind() == Type::Null && rules.yaml == Yaml::Full;
    if root.kind() == Type::Map {
        report_duplicates(&frontmatter, report);
        report_keys(frontmatter.root(), report);
        return Some(frontmatter);
    }
    if empty {
        return Some(Frontmatter::new(text.clone(), span, empty_mapping(span), schema));
    }
    report.add(&YAML_NOT_MAPPING, &[("type", root.kind().name())], Remark::at(root.span()));
    None
}

fn empty_mapping(span: Span) -> Node {
    Node { span, kind: Kind::Mapping(Vec::new()) }
}

fn repair(
    text: &str,
    span: Span,
    problem: Problem,
    rules: &Rules,
    mended: &mut Vec<Mend>,
) -> Result<Node, Problem> {
    if problem.limit {
        return Err(problem);
    }
    let result = match rules.repair {
        Repair::None => return Err(problem),
        Repair::ColonLines => {
            repair::colon_lines(text, span, &rules.yaml_without).map_err(|_| problem)?
        }
        Repair::Entries => repair::entries(text, span).ok_or(problem)?,
        Repair::QuoteValues => quote_values::quote_values(text, span).map_err(|_| problem)?,
        Repair::NamedLines => {
            let told = problem.clone().worded(text);
            named_lines::named_lines(text, span, Some(told)).ok_or(problem)?
        }
        Repair::Lines => plain_lines::lines_as_text(text, span).ok_or(problem)?,
        Repair::SpecialLines => quoted_lines::special(text, span).map_err(|_| problem)?,
        Repair::DescriptionLine => quoted_lines::description(text, span).map_err(|_| problem)?,
    };
    Ok(take(result, mended))
}

/// The mapping of a repair; what it mended is kept.
fn take(result: Mended, mended: &mut Vec<Mend>) -> Node {
    *mended = result.mends;
    result.node
}

fn report_duplicates(frontmatter: &Frontmatter, report: &mut Report<'_>) {
    // A handful of keys are compared; the set is for the one that has thousands.
    const HANDFUL: usize = 16;
    let mut first = Vec::with_capacity(HANDFUL);
    let mut more = std::collections::BTreeSet::new();
    for (key, _) in frontmatter.entries() {
        let Some(text) = key.text() else { continue };
        let seen = first.contains(&text);
        if !seen && first.len() < HANDFUL {
            first.push(text);
        } else if seen || !more.insert(text) {
            report.add(&KEY_DUPLICATE, &[("key", text)], Remark::at(key.span()));
        }
    }
}

fn report_keys(value: Value<'_>, report: &mut Report<'_>) {
    value.items().for_each(|item| report_keys(item, report));
    for (key, value) in value.entries() {
        if key.text().is_none() {
            let values = [("type", key.kind().name())];
            report.add(&KEY_NOT_TEXT, &values, Remark::at(key.span()));
        }
        report_keys(value, report);
    }
}

/// The value of a key as a person reads it, if there is anything to read.
fn field(
    frontmatter: &Frontmatter,
    key: &str,
    rules: &Rules,
    coercion: Coercion,
    mended: &[Mend],
) -> Option<Kept> {
    let number = frontmatter.position(key)?;
    let value = frontmatter.get(key)?;
    let span = value.span();
    let repaired = mended.iter().any(|mend| mend.span == span);
    let origin = if repaired { Origin::Repaired } else { Origin::Frontmatter };
    if coercion != Coercion::Spelled && value.kind() != Type::Str {
        return coerce::text(value, coercion).map(|text| own(text, origin));
    }
    let text = value.text()?;
    let blank = rules.white_space != WhiteSpace::Kept && text.trim().is_empty();
    if value.is_null() || blank {
        return None;
    }
    if rules.texts == Texts::StringsOnly && value.kind() != Type::Str {
        return None;
    }
    Some(match rules.white_space {
        WhiteSpace::Kept if text != text.trim() || text.is_empty() => own(text, origin),
        WhiteSpace::Collapsed if text.contains(is_no_single_space) || text.contains("  ") => {
            own(text.split_whitespace().collect::<Vec<_>>().join(" "), origin)
        }
        _ => Kept { text: KeptText::Entry(number as u32), origin },
    })
}

fn is_no_single_space(character: char) -> bool {
    character.is_whitespace() && character != ' '
}

/// A text that the frontmatter does not have.
fn own(text: impl Into<Box<str>>, origin: Origin) -> Kept {
    Kept { text: KeptText::Own(text.into()), origin }
}

fn name(
    frontmatter: &Frontmatter,
    document: &Document<'_>,
    rules: &Rules,
    mended: &[Mend],
) -> Option<Kept> {
    let directory = || document.directory.map(|name| own(name, Origin::Directory));
    let said = || {
        let said = field(frontmatter, "name", rules, rules.coerce.name, mended);
        match rules.white_space {
            WhiteSpace::KeptInNames => untrimmed_name(frontmatter, rules, said),
            _ => said,
        }
    };
    let name = match rules.fallback.name {
        NameFallback::None => said(),
        NameFallback::Directory => said().or_else(directory),
        NameFallback::Stem => {
            let stem = || if document.flat { directory() } else { None };
            said().or_else(stem)
        }
        NameFallback::AlwaysDirectory => directory().or_else(said),
    };
    match rules.name_hyphens.is_empty() {
        true => name,
        false => name.map(|name| hyphenated(name, frontmatter, &rules.name_hyphens)),
    }
}

/// A name with the white space around it, where it has some; `trimmed` is the one without.
fn untrimmed_name(frontmatter: &Frontmatter, rules: &Rules, trimmed: Option<Kept>) -> Option<Kept> {
    let text = frontmatter.get("name").and_then(Value::as_str);
    match text.filter(|text| text.trim().len() != text.len() || text.is_empty()) {
        None => trimmed,
        Some("") if rules.fallback.name != NameFallback::None => None,
        Some(text) => Some(own(text, Origin::Frontmatter)),
    }
}

/// A name with hyphens for these characters.
fn hyphenated(name: Kept, frontmatter: &Frontmatter, characters: &str) -> Kept {
    let text = match &name.text {
        KeptText::Entry(number) => frontmatter.value_text(*number as usize).trim(),
        KeptText::Own(text) => text,
    };
    match text.contains(|c| characters.contains(c)) {
        true => own(text.replace(|c| characters.contains(c), "-"), name.origin),
        false => name,
    }
}

/// The description, where it does not have to come from the body.
fn description(
    frontmatter: &Frontmatter,
    document: &Document<'_>,
    rules: &Rules,
    mended: &[Mend],
) -> Option<Kept> {
    if rules.fallback.description == DescriptionFallback::AlwaysLine {
        return None;
    }
    field(frontmatter, "description", rules, rules.coerce.description, mended).or_else(|| {
        let named = rules.fallback.description == DescriptionFallback::SkillDirectory;
        let text = format!("Skill: {}", document.directory.filter(|_| named)?);
        Some(own(text, Origin::Directory))
    })
}
