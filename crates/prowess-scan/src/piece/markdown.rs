//! Markdown: prose as it reads once rendered, and apart from it code blocks, commands between
//! backticks, and what rendering hides.

use std::rc::Rc;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::{Channel, Context, Map, Piece, Unit, markup, prose};
use crate::kind::{self, Kind};

/// A part of a Markdown file that is not prose.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) kind: Kind,
    pub(crate) channel: Channel,
    pub(crate) text: String,
    /// Where it begins in the file.
    pub(crate) offset: usize,
    /// Where the prose holds it, if it is part of a sentence.
    pub(crate) sentence: Option<usize>,
    pub(crate) heading: Option<Rc<str>>,
}

/// The prose of a Markdown text that begins at `offset` in its file, and its other parts.
pub(crate) fn pieces(file: usize, text: &str, offset: usize) -> (Piece, Vec<Part>) {
    let mut reader = Reader {
        text,
        offset,
        prose: Piece {
            file,
            kind: Kind::Markdown,
            channel: Channel::Plain,
            text: String::with_capacity(text.len()),
            map: Map::default(),
            units: Vec::new(),
        },
        parts: Vec::new(),
        headings: Vec::new(),
        heading: None,
        block: 0,
        context: Context::default(),
        code: None,
        html: None,
        links: Vec::new(),
        items: 0,
    };
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        reader.event(event, range);
    }
    reader.end_block();
    (reader.prose, reader.parts)
}

struct Reader<'a> {
    text: &'a str,
    offset: usize,
    prose: Piece,
    parts: Vec<Part>,
    /// The headings in force: level and text.
    headings: Vec<(HeadingLevel, String)>,
    heading: Option<Rc<str>>,
    /// Where the block that is being read begins in the prose.
    block: usize,
    context: Context,
    code: Option<(Kind, String, usize, bool)>,
    html: Option<(String, usize)>,
    links: Vec<(String, usize)>,
    items: usize,
}

impl Reader<'_> {
    fn event(&mut self, event: Event<'_>, range: std::ops::Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, &range),
            Event::End(tag) => self.end(tag),
            Event::Text(words) => match &mut self.code {
                Some((_, text, start, begun)) => {
                    if !*begun {
                        (*start, *begun) = (range.start, true);
                    }
                    text.push_str(&words);
                }
                None => self.copy(&words, range.start),
            },
            Event::Code(words) => {
                // The backtick stands before the words.
                let ticks =
                    self.text[range.clone()].bytes().take_while(|&byte| byte == b'`').count();
                let at = self.prose.text.len();
                self.copy(&words, range.start + ticks);
                self.inline(&words, range.start + ticks, at);
            }
            Event::SoftBreak | Event::HardBreak => self.copy(" ", range.start),
            Event::Html(html) | Event::InlineHtml(html) => self.html(&html, range.start),
            Event::Rule => self.end_block(),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: &std::ops::Range<usize>) {
        match tag {
            Tag::CodeBlock(block) => {
                self.end_block();
                let info = match &block {
                    CodeBlockKind::Fenced(info) => info.as_ref(),
                    CodeBlockKind::Indented => "",
                };
                // The kind waits for the text where the fence says none.
                let kind =
                    if info.trim().is_empty() { Kind::Text } else { kind::of_fence(info, "") };
                let known = !info.trim().is_empty() && kind != Kind::Text;
                self.code = Some((
                    if known { kind } else { Kind::Text },
                    String::new(),
                    range.start,
                    false,
                ));
            }
            Tag::Heading { .. } => {
                self.end_block();
                self.context.heading = true;
            }
            Tag::Item => {
                self.end_block();
                self.items += 1;
                self.context.item = true;
            }
            Tag::TableCell => {
                self.end_block();
                self.context.cell = true;
            }
            Tag::Paragraph | Tag::BlockQuote(_) | Tag::List(_) | Tag::Table(_) => self.end_block(),
            Tag::HtmlBlock => {
                self.end_block();
                self.html = Some((String::new(), range.start));
            }
            Tag::Link { dest_url, title, .. } | Tag::Image { dest_url, title, .. } => {
                self.links.push((format!("{dest_url} {title}"), range.start));
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::CodeBlock => {
                if let Some((kind, text, start, _)) = self.code.take() {
                    let kind = if kind == Kind::Text { kind::guess(&text) } else { kind };
                    self.parts.push(Part {
                        kind,
                        channel: Channel::Plain,
                        text,
                        offset: self.offset + start,
                        sentence: None,
                        heading: self.heading.clone(),
                    });
                }
            }
            TagEnd::Heading(level) => {
                let words = self.prose.text.get(self.block..).unwrap_or_default().trim().to_owned();
                self.end_block();
                self.headings.retain(|(above, _)| *above < level);
                self.headings.push((level, words));
                let all: Vec<&str> =
                    self.headings.iter().map(|(_, words)| words.as_str()).collect();
                self.heading = Some(all.join(" / ").into());
                self.context.heading = false;
            }
            TagEnd::Item => {
                self.end_block();
                self.items = self.items.saturating_sub(1);
                self.context.item = self.items > 0;
            }
            TagEnd::TableCell => {
                self.end_block();
                self.context.cell = false;
            }
            TagEnd::Paragraph => self.end_block(),
            TagEnd::HtmlBlock => {
                if let Some((html, start)) = self.html.take() {
                    self.markup(&html, start);
                }
            }
            TagEnd::Link | TagEnd::Image => {
                if let Some((target, start)) = self.links.pop() {
                    let target = target.trim().to_owned();
                    if !target.starts_with('#') {
                        // A link's target is part of the sentence it stands in.
                        self.prose.map.push_point(self.prose.text.len(), self.offset + start);
                        self.prose.text.push_str(" <");
                        self.prose.text.push_str(&target);
                        self.prose.text.push('>');
                    }
                }
            }
            _ => {}
        }
    }

    fn copy(&mut self, words: &str, start: usize) {
        self.prose.map.push_copy(self.prose.text.len(), self.offset + start);
        self.prose.text.push_str(words);
    }

    /// A command between backticks is a command.
    fn inline(&mut self, words: &str, start: usize, sentence: usize) {
        let is_command = words.len() > 7 && words.trim().contains([' ', '(', '|', ';']);
        if !is_command {
            return;
        }
        let kind = match kind::guess(words) {
            Kind::Text if words.contains("=>") || words.contains("const ") => Kind::JavaScript,
            Kind::Text if words.contains('(') && !words.contains("$(") => Kind::Python,
            Kind::Text => Kind::Shell,
            kind => kind,
        };
        self.parts.push(Part {
            kind,
            channel: Channel::Inline,
            text: words.to_owned(),
            offset: self.offset + start,
            sentence: Some(sentence),
            heading: self.heading.clone(),
        });
    }

    fn html(&mut self, html: &str, start: usize) {
        match &mut self.html {
            Some((all, _)) => all.push_str(html),
            None => self.markup(html, start),
        }
    }

    /// Raw HTML: what shows is prose, what does not is a part of its own.
    fn markup(&mut self, html: &str, start: usize) {
        for stretch in markup::stretches(html) {
            let text = html.get(stretch.start..stretch.end).unwrap_or_default();
            match stretch.shown {
                // Made-up tags (`<IMPORTANT>`) are words to a model.
                markup::Shown::Text | markup::Shown::Tag => {
                    self.copy(text, start + stretch.start);
                }
                markup::Shown::Script => self.parts.push(Part {
                    kind: Kind::JavaScript,
                    channel: Channel::Plain,
                    text: text.to_owned(),
                    offset: self.offset + start + stretch.start,
                    sentence: None,
                    heading: self.heading.clone(),
                }),
                markup::Shown::Never => self.parts.push(Part {
                    kind: Kind::Text,
                    channel: Channel::HtmlComment,
                    text: text.to_owned(),
                    offset: self.offset + start + stretch.start,
                    sentence: None,
                    heading: self.heading.clone(),
                }),
            }
        }
    }

    fn end_block(&mut self) {
        let end = self.prose.text.len();
        if self.block < end {
            let Piece { text, units, .. } = &mut self.prose;
            prose::sentences(text, self.block, end, self.heading.as_ref(), self.context, units);
            self.prose.text.push_str("\n\n");
        }
        self.block = self.prose.text.len();
    }
}

/// A part as a piece of prose.
pub(crate) fn prose_piece(file: usize, part: &Part) -> Piece {
    let mut units: Vec<Unit> = Vec::new();
    prose::sentences(
        &part.text,
        0,
        part.text.len(),
        part.heading.as_ref(),
        Context::default(),
        &mut units,
    );
    Piece {
        file,
        kind: Kind::Text,
        channel: part.channel,
        text: part.text.clone(),
        map: Map::copy(part.offset),
        units,
    }
}
