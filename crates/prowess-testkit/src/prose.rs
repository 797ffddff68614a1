//! Words, sentences and names of generated skills.

use crate::random::Random;

const VERBS: &[&str] = &[
    "review",
    "draft",
    "deploy",
    "migrate",
    "audit",
    "sketch",
    "profile",
    "translate",
    "schedule",
    "summarise",
    "convert",
    "inspect",
    "publish",
    "reconcile",
    "measure",
    "index",
    "archive",
    "refactor",
    "compare",
    "validate",
    "annotate",
    "trace",
    "forecast",
    "assemble",
];

const NOUNS: &[&str] = &[
    "invoices",
    "pipelines",
    "schemas",
    "releases",
    "spreadsheets",
    "tickets",
    "contracts",
    "dashboards",
    "endpoints",
    "notebooks",
    "receipts",
    "diagrams",
    "calendars",
    "datasets",
    "manuscripts",
    "queries",
    "containers",
    "transcripts",
    "budgets",
    "backlogs",
    "layouts",
    "permissions",
    "metrics",
    "snapshots",
];

const GLUE: &[&str] = &[
    "when",
    "the",
    "with",
    "before",
    "after",
    "into",
    "from",
    "and",
    "for",
    "each",
    "every",
    "its",
    "a",
    "of",
    "to",
    "that",
    "which",
    "without",
    "across",
    "against",
    "already",
    "carefully",
    "only",
    "once",
    "small",
    "large",
    "existing",
    "shared",
    "weekly",
    "local",
    "remote",
    "team's",
];

const CHINESE: &[&str] = &[
    "当用户需要",
    "整理文档",
    "生成报告",
    "检查代码",
    "自动化流程",
    "并且",
    "支持多种格式",
    "适用于",
    "数据分析",
    "快速部署",
    "任务管理",
    "使用说明",
    "输出结果",
    "读取配置",
    "同步日历",
    "翻译文本",
];

const EMOJI: &[&str] = &["🚀", "📦", "✅", "🔍", "⚡", "🧪", "📊", "🛠️"];

/// What a text is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Script {
    /// English.
    Latin,
    /// English, with an emoji here and there.
    Emoji,
    /// Chinese.
    Chinese,
}

impl Script {
    /// One in six public descriptions has a CJK character or an emoji in it.
    pub(crate) fn draw(random: &mut Random) -> Self {
        random.weighted(&[(Self::Latin, 837), (Self::Emoji, 63), (Self::Chinese, 100)])
    }
}

/// A name that no other index has.
pub(crate) fn name(index: usize, random: &mut Random) -> String {
    format!("{}-{}-{index}", random.pick(VERBS), random.pick(NOUNS))
}

/// A short word, for tags and keys.
pub(crate) fn noun(random: &mut Random) -> &'static str {
    random.pick(NOUNS)
}

/// Running text of about `chars` code points (at least one word) on one line, free of every
/// character that means something in YAML.
pub(crate) fn text(chars: usize, script: Script, random: &mut Random) -> String {
    let mut out = String::new();
    let mut length = 0;
    let mut in_sentence = 0;
    while length < chars || out.is_empty() {
        let start = in_sentence == 0;
        let word = word(start, script, random);
        let space = if out.is_empty() || script == Script::Chinese && !start { "" } else { " " };
        length += space.len() + word.chars().count();
        out.push_str(space);
        out.push_str(&word);
        in_sentence += 1;
        if in_sentence > 6 && random.chance(150) {
            out.push(if script == Script::Chinese { '。' } else { '.' });
            length += 1;
            in_sentence = 0;
        }
    }
    out
}

fn word(start: bool, script: Script, random: &mut Random) -> String {
    let roll = random.below(10);
    let word = match (script, roll) {
        (Script::Chinese, _) => return random.pick(CHINESE).to_owned(),
        (Script::Emoji, 0) if !start => return random.pick(EMOJI).to_owned(),
        (_, 0..=2) => random.pick(VERBS),
        (_, 3..=5) => random.pick(NOUNS),
        _ => random.pick(GLUE),
    };
    if start { capitalise(word) } else { word.to_owned() }
}

/// The word with a capital first letter.
pub(crate) fn capitalise(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The text in lines of about 80 bytes, each after `indent`.
pub(crate) fn wrap(text: &str, indent: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 20);
    let mut width = 0;
    for word in text.split(' ') {
        if width == 0 || width + word.len() > 80 {
            out.push_str(if width == 0 { "" } else { "\n" });
            out.push_str(indent);
            width = 0;
        } else {
            out.push(' ');
        }
        out.push_str(word);
        width += word.len() + 1;
    }
    out
}
