//! The skills of a catalog, as lines and as the document of [`ListDocument`], written on several
//! threads: printing a large catalog would take longer than reading it.

use prowess::listing::Cost;
use prowess::scan::{CachedVerdicts, Verdict};
use prowess::trust::Standing;
use prowess::{Catalog, CatalogEntry, map_large};
use prowess_api::{DiagnosticJson, ListDocument, ListedSkill, PathText, TokensJson, VERSION};
use serde::{Serialize, Serializer};

use super::{Output, judgement, safe};

/// Skills that are written by one thread at a time.
const PIECE: usize = 256;

/// The skills of a catalog, with what is known of each.
#[derive(Clone, Copy)]
pub(crate) struct Listed<'a> {
    pub(crate) catalog: &'a Catalog,
    /// What is remembered of scans.
    pub(crate) verdicts: &'a CachedVerdicts<'a>,
    /// Whether it is said what each costs.
    pub(crate) tokens: bool,
}

impl Listed<'_> {
    /// What the scanner said: while the skill was loaded, or earlier about the same files.
    fn verdict(&self, entry: &CatalogEntry) -> &'static str {
        let cached = || self.verdicts.of(entry).map(|judgement| judgement.verdict);
        entry.verdict.or_else(cached).map_or(judgement::UNSCANNED, Verdict::word)
    }

    /// One line a skill.
    pub(crate) fn print_lines(self, output: &mut Output) {
        print_lines(self, output);
    }

    /// The document of [`ListDocument`], piece by piece.
    pub(crate) fn print_json(self, output: &mut Output) {
        print_json(self, output);
    }
}

fn print_lines(listed: Listed<'_>, output: &mut Output) {
    let Listed { catalog, tokens, .. } = listed;
    let active = catalog.active();
    // Where nothing was ever scanned, nobody is told so on every line.
    let scanned = !listed.verdicts.is_empty() || active.iter().any(|entry| entry.verdict.is_some());
    let pieces: Vec<&[&CatalogEntry]> = active.chunks(PIECE).collect();
    let texts = map_large(&pieces, 1, |piece| {
        let texts = piece.iter().map(|entry| (entry.label(), entry.skill.description_text()));
        let length = texts.clone().map(|(name, text)| name.len() + text.len() + 3).sum();
        let mut out = String::with_capacity(length);
        for entry in *piece {
            safe::push_line(&mut out, entry.label());
            if scanned {
                out.push_str("  ");
                out.push_str(listed.verdict(entry));
            }
            if tokens {
                let Cost { listing, instructions } = catalog.cost(entry);
                out.push_str(&format!("  ~{listing} + {instructions}"));
            }
            out.push_str("  ");
            safe::push_line(&mut out, entry.skill.description_text());
            out.push('\n');
        }
        out
    });
    texts.into_iter().for_each(|text| output.piece(text.into_bytes()));
    if tokens {
        let count = active.len();
        let Cost { listing, instructions } = total(catalog);
        let skills = if count == 1 { "1 skill".to_owned() } else { format!("{count} skills") };
        output.talk(&format!(
            "{skills}: about {listing} tokens in the listing + {instructions} in instructions, \
             estimated as a quarter of the bytes"
        ));
    }
}

fn total(catalog: &Catalog) -> Cost {
    catalog.active().into_iter().map(|entry| catalog.cost(entry)).sum()
}

fn json(Cost { listing, instructions }: Cost) -> TokensJson {
    TokensJson { listing, instructions }
}

/// What is written of a JSON document by one thread at a time.
enum Part<'a> {
    /// All but the skills, with the revision, which is a hash of the whole catalog.
    Head,
    Skills(&'a [&'a CatalogEntry]),
}

fn print_json(listed: Listed<'_>, output: &mut Output) {
    let Listed { catalog, tokens, .. } = listed;
    let active = catalog.active();
    let mut parts = vec![Part::Head];
    parts.extend(active.chunks(PIECE).map(Part::Skills));
    let texts = map_large(&parts, 1, |part| match part {
        Part::Head => pretty(&ListDocument::<[ListedSkill; 0]> {
            version: VERSION,
            revision: catalog.revision().to_owned(),
            profile: catalog.profile().to_owned(),
            tokens: tokens.then(|| json(total(catalog))),
            skills: [],
        }),
        // A list in a list, so that the skills stand as deep as in the document.
        Part::Skills(skills) => pretty(&[Skills { listed, skills }]),
    });
    let mut texts = texts.into_iter();
    let head = texts.next().unwrap_or_default();
    if active.is_empty() {
        return output.line(&head);
    }
    output.raw(head.trim_end_matches("]\n}"));
    for (at, text) in texts.enumerate() {
        output.raw(if at == 0 { "\n" } else { ",\n" });
        output.piece(unwrapped(text));
    }
    output.raw("\n  ]\n}\n");
}

fn pretty(value: &impl Serialize) -> String {
    // Our documents have string keys only, and nothing else can fail.
    serde_json::to_string_pretty(value).unwrap_or_default()
}

/// The items of a list in a list, as they are written.
fn unwrapped(mut text: String) -> Vec<u8> {
    text.truncate(text.len() - "\n  ]\n]".len());
    text.drain(.."[\n  [\n".len());
    text.into_bytes()
}

/// Skills, each made when it is written.
struct Skills<'a> {
    listed: Listed<'a>,
    skills: &'a [&'a CatalogEntry],
}

impl Serialize for Skills<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Listed { catalog, tokens, .. } = self.listed;
        serializer.collect_seq(self.skills.iter().map(|entry| {
            let cost = tokens.then(|| json(catalog.cost(entry)));
            skill(entry, self.listed.verdict(entry), cost)
        }))
    }
}

/// The description of a skill that has one.
pub(crate) fn described(entry: &CatalogEntry) -> Option<String> {
    let text = entry.skill.description_text();
    (!text.is_empty()).then(|| text.to_owned())
}

fn skill(entry: &CatalogEntry, verdict: &'static str, tokens: Option<TokensJson>) -> ListedSkill {
    let candidate = &entry.candidate;
    let path = PathText::new(&candidate.file);
    let diagnostics =
        entry.diagnostics.iter().map(|item| DiagnosticJson::new(item, &candidate.directory));
    ListedSkill {
        name: entry.skill.name_text().to_owned(),
        label: (entry.label() != entry.skill.name_text()).then(|| entry.label().to_owned()),
        description: described(entry),
        path: path.text,
        path_bytes: path.bytes,
        directory: PathText::new(&candidate.directory).text,
        scope: entry.root.scope.name(),
        root: PathText::new(&entry.root.path).text,
        provider: entry.root.provider.clone(),
        level: entry.root.provider.is_some().then(|| entry.root.level()),
        hidden: entry.is_hidden(),
        trusted: *entry.standing() == Standing::Trusted,
        verdict,
        tokens,
        diagnostics: diagnostics.collect(),
    }
}
