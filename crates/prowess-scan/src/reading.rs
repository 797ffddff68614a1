//! A skill as rules see it: files, pieces, facts, and what flows where.

use std::collections::HashMap;

use crate::fact::{self, Fact, Sighting, Tone};
use crate::flow::{self, Flow};
use crate::index::Index;
use crate::inventory::{self, File, Inventory};
use crate::kind::Kind;
use crate::lexicon;
use crate::limits;
use crate::piece::{
    Channel, Context, Map, Piece, Unit, code, decode, fold, markdown, markup, prose, settings,
    shell_words,
};

/// Everything that was read of a skill.
#[derive(Debug)]
pub(crate) struct Reading {
    pub(crate) inventory: Inventory,
    pub(crate) pieces: Vec<Piece>,
    /// Sorted by piece, unit and place.
    pub(crate) sightings: Vec<Sighting>,
    pub(crate) flows: Vec<Flow>,
    index: Index,
    /// The entry of the skill among its files.
    skill: Option<usize>,
    /// How it begins, in lower case, letters and digits only.
    pub(crate) head: String,
    /// Commands between backticks, by their piece: the prose they stand in, and where.
    sentences: HashMap<usize, (usize, usize)>,
    /// The same by the prose: where such commands begin and end, sorted.
    quoted: HashMap<usize, Vec<(usize, usize)>>,
    /// Texts that were found encoded: piece, and how.
    pub(crate) decoded: Vec<Blob>,
    /// Which files teach defence.
    defence: Vec<std::cell::OnceCell<bool>>,
    /// The description in the frontmatter.
    pub(crate) description: String,
    /// Tools the frontmatter declares.
    pub(crate) declared: Option<String>,
}

/// Something encoded.
#[derive(Debug)]
pub(crate) struct Blob {
    pub(crate) file: usize,
    /// Where in the file's text.
    pub(crate) at: usize,
    pub(crate) end: usize,
    pub(crate) how: &'static str,
    /// The piece it became, where it is text.
    pub(crate) piece: Option<usize>,
    pub(crate) binary: Option<&'static str>,
}

impl Reading {
    /// Reads a skill.
    pub(crate) fn new(tree: &dyn prowess_format::Tree) -> Self {
        let mut inventory = inventory::read(tree);
        let mut builder = Builder::default();
        for at in 0..inventory.files.len() {
            builder.file(at, &inventory.files[at]);
        }
        if builder.spent {
            inventory.incomplete = true;
        }
        let mut sightings = Vec::new();
        for (at, piece) in builder.pieces.iter().enumerate() {
            lexicon::sightings(piece, at, &mut sightings);
        }
        let flows = flow::find(&builder.pieces, &sightings);
        let index = Index::new(&builder.pieces, &sightings);
        let skill = inventory.files.iter().position(File::is_skill_md);
        let head = crate::host::head(&builder.name, &builder.description);
        let defence = inventory.files.iter().map(|_| std::cell::OnceCell::new()).collect();
        Self {
            defence,
            index,
            skill,
            head,
            inventory,
            sightings,
            flows,
            quoted: quoted(&builder.sentences, &builder.pieces),
            sentences: builder.sentences,
            pieces: builder.pieces,
            decoded: builder.blobs,
            description: builder.description,
            declared: builder.declared,
        }
    }

    pub(crate) fn file(&self, sighting: &Sighting) -> &File {
        &self.inventory.files[self.pieces[sighting.piece].file]
    }

    pub(crate) fn piece(&self, sighting: &Sighting) -> &Piece {
        &self.pieces[sighting.piece]
    }

    /// The sentence or statement.
    pub(crate) fn unit(&self, sighting: &Sighting) -> &str {
        self.piece(sighting).unit(sighting.unit)
    }

    /// All sightings of a fact.
    pub(crate) fn of(&self, fact: Fact) -> impl Iterator<Item = &Sighting> {
        self.index.of(fact).iter().map(|&at| &self.sightings[at])
    }

    /// Sightings in the same piece at most `reach` units away.
    pub(crate) fn near<'a>(
        &'a self,
        sighting: &'a Sighting,
        reach: usize,
    ) -> impl Iterator<Item = &'a Sighting> {
        let (low, high) = (sighting.unit.saturating_sub(reach), sighting.unit + reach);
        let all = self.of_piece(sighting.piece);
        let from = all.partition_point(|other| other.unit < low);
        let to = all.partition_point(|other| other.unit <= high);
        all[from..to].iter()
    }

    /// The sighting of a fact in the same unit.
    pub(crate) fn here<'a>(&'a self, sighting: &'a Sighting, fact: Fact) -> Option<&'a Sighting> {
        self.near(sighting, 0).find(|other| other.fact == fact)
    }

    /// The nearest sighting of a fact.
    pub(crate) fn close<'a>(
        &'a self,
        sighting: &'a Sighting,
        fact: Fact,
        reach: usize,
    ) -> Option<&'a Sighting> {
        self.near(sighting, reach)
            .filter(|other| other.fact == fact)
            .min_by_key(|other| other.unit.abs_diff(sighting.unit))
    }

    /// All sightings of a piece.
    pub(crate) fn of_piece(&self, piece: usize) -> &[Sighting] {
        let from = self.sightings.partition_point(|sighting| sighting.piece < piece);
        let to = self.sightings.partition_point(|sighting| sighting.piece <= piece);
        &self.sightings[from..to]
    }

    /// Sightings of a fact in the same file, whatever the piece.
    pub(crate) fn in_file(&self, file: usize, fact: Fact) -> impl Iterator<Item = &Sighting> {
        self.index.in_file(file, fact).map(|at| &self.sightings[at])
    }

    /// The nearest sighting of a fact in the same file, whatever the piece, at most so many bytes away.
    pub(crate) fn around<'a>(
        &'a self,
        sighting: &'a Sighting,
        fact: Fact,
        bytes: usize,
    ) -> Option<&'a Sighting> {
        let piece = self.piece(sighting);
        let at = piece.map.origin(sighting.start);
        self.index.nearest(piece.file, fact, at, bytes).map(|at| &self.sightings[at])
    }

    /// Sightings in a stretch of a file.
    pub(crate) fn between(
        &self,
        file: usize,
        from: usize,
        to: usize,
    ) -> impl Iterator<Item = &Sighting> {
        self.index.between(file, from, to).map(|at| &self.sightings[at])
    }

    /// How a sighting is meant.
    pub(crate) fn tone(&self, sighting: &Sighting) -> Tone {
        // A command between backticks is meant as its sentence means it.
        let Some(&(twin, at)) = self.sentences.get(&sighting.piece) else {
            return fact::tone(self.piece(sighting), sighting, self.is_between_backticks(sighting));
        };
        let prose = &self.pieces[twin];
        let Some(unit) = prose.unit_at(at) else { return Tone::Meant };
        let end = at + self.piece(sighting).text.len();
        fact::tone(prose, &Sighting { piece: twin, unit, start: at, end, ..*sighting }, true)
    }

    /// Whether the prose holds it between backticks.
    fn is_between_backticks(&self, sighting: &Sighting) -> bool {
        self.quoted.get(&sighting.piece).is_some_and(|spans| {
            let after = spans.partition_point(|(start, _)| *start <= sighting.start);
            after.checked_sub(1).is_some_and(|at| sighting.start < spans[at].1)
        })
    }

    /// Whether it is a command between backticks inside of a sentence.
    pub(crate) fn is_in_sentence(&self, sighting: &Sighting) -> bool {
        self.sentences.contains_key(&sighting.piece)
    }

    /// Whether a file is a long text about attacks and how to find or withstand them.
    pub(crate) fn teaches_defence(&self, file: usize) -> bool {
        // Asked for few files, and it reads the whole text.
        let teaches = |file: usize| {
            self.defence.get(file).is_some_and(|known| {
                *known.get_or_init(|| fact::teaches_defence(&self.inventory.files[file].text))
            })
        };
        // What belongs to a treatise is part of it.
        teaches(file) || self.skill.is_some_and(teaches)
    }

    /// Whether it stands in a file that is run, not in an example of a text. Settings run their
    /// commands.
    pub(crate) fn is_program(&self, sighting: &Sighting) -> bool {
        let kind = self.file(sighting).kind;
        kind.is_code() || kind.is_settings() && self.piece(sighting).kind.is_code()
    }
}

/// Where prose holds commands between backticks.
fn quoted(
    sentences: &HashMap<usize, (usize, usize)>,
    pieces: &[Piece],
) -> HashMap<usize, Vec<(usize, usize)>> {
    let mut spans: HashMap<usize, Vec<(usize, usize)>> = HashMap::new();
    for (&piece, &(twin, at)) in sentences {
        spans.entry(twin).or_default().push((at, at + pieces[piece].text.len()));
    }
    spans.values_mut().for_each(|spans| spans.sort_unstable());
    spans
}

#[derive(Default)]
struct Builder {
    pieces: Vec<Piece>,
    blobs: Vec<Blob>,
    spent: bool,
    sentences: HashMap<usize, (usize, usize)>,
    name: String,
    description: String,
    declared: Option<String>,
}

impl Builder {
    fn file(&mut self, at: usize, file: &File) {
        let mut budget = decode::Budget::default();
        let from = self.pieces.len();
        match file.kind {
            Kind::Markdown => {
                let head = frontmatter(&file.text);
                if head > 0 {
                    self.frontmatter(at, file, head);
                }
                self.markdown(at, &file.text[head..], head);
            }
            Kind::Text => {
                if file.text.contains("```") {
                    self.markdown(at, &file.text, 0);
                } else {
                    self.prose(at, Channel::Plain, &file.text, Map::copy(0));
                }
            }
            Kind::Markup => self.markup(at, &file.text, 0),
            Kind::Json if file.path.ends_with(".ipynb") => self.notebook(at, &file.text),
            Kind::Json | Kind::Yaml | Kind::Toml => self.settings(at, file.kind, &file.text, 0),
            Kind::Data => self.prose(at, Channel::Plain, &file.text, Map::copy(0)),
            kind => self.code(at, kind, Channel::Plain, &file.text, 0),
        }
        for hidden in &file.hidden {
            if let Some(message) = &hidden.message {
                self.prose(at, Channel::Hidden, message, Map::point(hidden.at));
            }
        }
        self.decoded(at, from, 1, &mut budget);
        self.spent |= budget.spent;
    }

    /// The texts that the pieces from `from` on hold encoded, and those in them.
    fn decoded(&mut self, file: usize, from: usize, depth: usize, budget: &mut decode::Budget) {
        let to = self.pieces.len();
        if from == to {
            return;
        }
        if depth > limits::DEPTH {
            budget.spent |= self.pieces[from..to]
                .iter()
                .any(|piece| !decode::find(&piece.text, &mut decode::Budget::default()).is_empty());
            return;
        }
        for at in from..to {
            // What a command in prose says was seen in the prose.
            if self.pieces[at].channel == Channel::Inline {
                continue;
            }
            for found in decode::find(&self.pieces[at].text, budget) {
                let place = self.pieces[at].map.origin(found.start);
                let end = self.pieces[at].map.origin(found.end - 1) + 1;
                if found.binary.is_some() {
                    self.blobs.push(Blob {
                        file,
                        at: place,
                        end,
                        how: found.how,
                        piece: None,
                        binary: found.binary,
                    });
                    continue;
                }
                let kind = crate::kind::guess(&found.text);
                let piece = self.pieces.len();
                match kind {
                    Kind::Text | Kind::Markdown | Kind::Json => {
                        self.prose(file, Channel::Decoded, &found.text, Map::point(place));
                    }
                    kind => {
                        let (_, mut code, _) =
                            code::pieces(file, kind, Channel::Decoded, &found.text, 0);
                        code.map = Map::point(place);
                        self.pieces.push(code);
                    }
                }
                if self.pieces.len() > piece {
                    self.blobs.push(Blob {
                        file,
                        at: place,
                        end,
                        how: found.how,
                        piece: Some(piece),
                        binary: None,
                    });
                }
            }
        }
        self.decoded(file, to, depth + 1, budget);
    }

    fn prose(&mut self, file: usize, channel: Channel, text: &str, map: Map) {
        let mut units = Vec::new();
        prose::sentences(text, 0, text.len(), None, Context::default(), &mut units);
        if !units.is_empty() {
            self.pieces.push(Piece {
                file,
                kind: Kind::Text,
                channel,
                text: text.to_owned(),
                map,
                units,
            });
        }
    }

    fn markdown(&mut self, file: usize, text: &str, offset: usize) {
        let (prose, parts) = markdown::pieces(file, text, offset);
        let twin = self.pieces.len();
        if !prose.units.is_empty() {
            self.pieces.push(prose);
        }
        for part in parts {
            match part.kind {
                Kind::Text | Kind::Markdown | Kind::Data | Kind::Css => {
                    let piece = markdown::prose_piece(file, &part);
                    if !piece.units.is_empty() {
                        self.pieces.push(piece);
                    }
                }
                Kind::Json | Kind::Yaml | Kind::Toml => {
                    self.settings(file, part.kind, &part.text, part.offset);
                }
                Kind::Markup => self.markup(file, &part.text, part.offset),
                kind => {
                    let before = self.pieces.len();
                    self.code(file, kind, part.channel, &part.text, part.offset);
                    if let Some(at) = part.sentence {
                        self.sentences
                            .extend((before..self.pieces.len()).map(|piece| (piece, (twin, at))));
                    }
                    for piece in &mut self.pieces[before..] {
                        for unit in &mut piece.units {
                            unit.heading.clone_from(&part.heading);
                        }
                    }
                }
            }
        }
    }

    fn code(&mut self, file: usize, kind: Kind, channel: Channel, text: &str, offset: usize) {
        let (lexemes, piece, comments) = code::pieces(file, kind, channel, text, offset);
        if let Some(comments) = comments {
            self.pieces.push(comments);
        }
        if piece.units.is_empty() {
            return;
        }
        let folded = folded(&piece, kind, text, &lexemes);
        self.pieces.push(piece);
        self.pieces.extend(folded);
    }

    fn markup(&mut self, file: usize, text: &str, offset: usize) {
        let mut shown = Piece {
            file,
            kind: Kind::Text,
            channel: Channel::Plain,
            text: String::new(),
            map: Map::default(),
            units: Vec::new(),
        };
        for stretch in markup::stretches(text) {
            let part = text.get(stretch.start..stretch.end).unwrap_or_default();
            match stretch.shown {
                markup::Shown::Script => {
                    self.code(file, Kind::JavaScript, Channel::Plain, part, offset + stretch.start);
                }
                markup::Shown::Never => {
                    self.prose(file, Channel::HtmlComment, part, Map::copy(offset + stretch.start));
                }
                markup::Shown::Text | markup::Shown::Tag => {
                    shown.map.push_copy(shown.text.len(), offset + stretch.start);
                    shown.text.push_str(part);
                }
            }
        }
        let Piece { text, units, .. } = &mut shown;
        prose::sentences(text, 0, text.len(), None, Context::default(), units);
        if !shown.units.is_empty() {
            self.pieces.push(shown);
        }
    }

    /// Settings: each line is a text; what is a command is code.
    fn settings(&mut self, file: usize, kind: Kind, text: &str, offset: usize) {
        let mut units: Vec<Unit> = Vec::new();
        for value in settings::values(text) {
            prose::push(
                text,
                value.start,
                value.start + value.text.len(),
                None,
                Context::default(),
                &mut units,
            );
            if value.text.contains(' ')
                && (settings::is_command(value.key) || looks_like_command(value.text))
            {
                let unescaped = value.text.replace("\\\"", "\"").replace("\\n", "\n");
                self.code(file, Kind::Shell, Channel::Plain, &unescaped, offset + value.start);
            }
        }
        if !units.is_empty() {
            self.pieces.push(Piece {
                file,
                kind,
                channel: Channel::Plain,
                text: text.to_owned(),
                map: Map::copy(offset),
                units,
            });
        }
    }

    /// The head of a `SKILL.md`, as prose and as settings.
    fn frontmatter(&mut self, at: usize, file: &File, head: usize) {
        let text = &file.text[..head];
        for value in settings::values(text) {
            match value.key {
                "name" if file.is_skill_md() && self.name.is_empty() => {
                    self.name.push_str(value.text);
                }
                "description" => {
                    self.description.push_str(value.text);
                    self.description.push(' ');
                }
                "allowed-tools" | "allowed_tools" | "tools" if file.is_skill_md() => {
                    let declared = self.declared.get_or_insert_default();
                    declared.push_str(value.text);
                    declared.push(' ');
                }
                _ => {}
            }
        }
        self.prose(at, Channel::Frontmatter, text, Map::copy(0));
        self.settings(at, Kind::Yaml, text, 0);
    }

    /// A notebook: the lines of its cells are strings in lists.
    fn notebook(&mut self, file: usize, text: &str) {
        let Ok(book) = serde_json::from_str::<serde_json::Value>(text) else {
            self.settings(file, Kind::Json, text, 0);
            return;
        };
        let mut cursor = 0;
        for cell in book.get("cells").and_then(serde_json::Value::as_array).into_iter().flatten() {
            let source = match cell.get("source") {
                Some(serde_json::Value::Array(lines)) => {
                    lines.iter().filter_map(serde_json::Value::as_str).collect::<String>()
                }
                Some(serde_json::Value::String(source)) => source.clone(),
                _ => continue,
            };
            // Where the next source stands in the file.
            cursor = text[cursor..].find("\"source\"").map_or(cursor, |at| cursor + at + 8);
            let place = cursor;
            let before = self.pieces.len();
            match cell.get("cell_type").and_then(serde_json::Value::as_str) {
                Some("code") => {
                    let shell: String = source
                        .lines()
                        .filter_map(|line| line.trim_start().strip_prefix('!'))
                        .flat_map(|line| [line, "\n"])
                        .collect();
                    self.code(file, Kind::Python, Channel::Plain, &source, 0);
                    if !shell.is_empty() {
                        self.code(file, Kind::Shell, Channel::Plain, &shell, 0);
                    }
                }
                _ => self.markdown(file, &source, 0),
            }
            for piece in &mut self.pieces[before..] {
                piece.map = Map::point(place);
            }
        }
    }
}

/// Whether a value of a settings file reads as a command line.
fn looks_like_command(text: &str) -> bool {
    crate::kind::guess(text) == Kind::Shell
        || text.starts_with("bash -c")
        || text.starts_with("sh -c")
}

/// The statements of a program whose strings could be put together, as a piece of its own.
fn folded(
    piece: &Piece,
    kind: Kind,
    text: &str,
    lexemes: &[crate::piece::lex::Lexeme],
) -> Option<Piece> {
    let mut constants = fold::Constants::default();
    let mut out = Piece {
        file: piece.file,
        kind,
        channel: Channel::Folded,
        text: String::new(),
        map: Map::default(),
        units: Vec::new(),
    };
    for unit in &piece.units {
        let from = lexemes.partition_point(|lexeme| lexeme.start < unit.start);
        let to = lexemes.partition_point(|lexeme| lexeme.start < unit.end);
        let is_shell = matches!(kind, Kind::Shell | Kind::Make | Kind::Docker);
        let line = text.get(unit.start..unit.end).unwrap_or_default();
        let tokens = fold::fold(text, kind, &lexemes[from..to], &mut constants);
        let folded = if is_shell {
            shell_words::unquoted(line, &constants)
        } else {
            tokens.map(|text| (text, true))
        };
        if let Some((folded, tricky)) = folded {
            let start = out.text.len();
            out.map.push_point(start, piece.map.origin(unit.start));
            out.text.push_str(&folded);
            let context = Context { tricky, ..unit.context };
            out.units.push(Unit {
                start,
                end: out.text.len(),
                heading: unit.heading.clone(),
                context,
            });
            out.text.push('\n');
        }
    }
    (!out.units.is_empty()).then_some(out)
}

/// Where the body begins behind a frontmatter; 0 where there is none.
fn frontmatter(text: &str) -> usize {
    if !text.starts_with("---") {
        return 0;
    }
    let mut at = 0;
    for (line, words) in text.split_inclusive('\n').enumerate() {
        at += words.len();
        if line > 0 && words.trim_end() == "---" {
            return at;
        }
        if line > 400 {
            break;
        }
    }
    0
}
