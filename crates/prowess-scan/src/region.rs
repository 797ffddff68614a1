//! The parts of a file that a rule of the user's can be about.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::packs::shared::skill_file::body_start;

/// A part of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Region {
    /// All of a file.
    Any,
    /// What is said: Markdown outside of code blocks, and files that are only text.
    Prose,
    /// What is run: code blocks and code in sentences, and files that are no text.
    Code,
    /// What stands between the fences of a Markdown file.
    Frontmatter,
}

impl Region {
    /// The region that users call so.
    pub(crate) fn of_word(word: &str) -> Option<Self> {
        match word {
            "any" => Some(Self::Any),
            "prose" => Some(Self::Prose),
            "code" => Some(Self::Code),
            "frontmatter" => Some(Self::Frontmatter),
            _ => None,
        }
    }
}

/// Where the regions of a file are.
#[derive(Debug)]
pub(crate) struct Regions {
    whole: Range<usize>,
    frontmatter: Vec<Range<usize>>,
    prose: Vec<Range<usize>>,
    code: Vec<Range<usize>>,
}

impl Regions {
    /// Of a file whose parts nobody asks for.
    pub(crate) fn whole(text: &str) -> Self {
        Self { whole: 0..text.len(), frontmatter: vec![], prose: vec![], code: vec![] }
    }

    /// Of a file.
    pub(crate) fn new(path: &str, text: &str) -> Self {
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
        let mut regions = Self::whole(text);
        let whole = regions.whole.clone();
        match ending.as_str() {
            "md" | "markdown" | "mdx" => regions.markdown(text),
            "txt" | "rst" | "adoc" | "org" => regions.prose.push(whole),
            _ => regions.code.push(whole),
        }
        regions
    }

    /// The ranges of a region, in order.
    pub(crate) fn of(&self, region: Region) -> &[Range<usize>] {
        match region {
            Region::Any => std::slice::from_ref(&self.whole),
            Region::Prose => &self.prose,
            Region::Code => &self.code,
            Region::Frontmatter => &self.frontmatter,
        }
    }

    fn markdown(&mut self, text: &str) {
        let start = body_start(text);
        if start > 0 {
            self.frontmatter.push(0..start);
        }
        // Code in a sentence is part of what the sentence says, and of what is run.
        let mut prose = start;
        let body = text.get(start..).unwrap_or_default();
        let mut block = None;
        for (event, range) in Parser::new_ext(body, Options::empty()).into_offset_iter() {
            let range = start + range.start..start + range.end;
            match event {
                Event::Start(Tag::CodeBlock(_)) => block = Some(range),
                Event::End(TagEnd::CodeBlock) => {
                    let block = block.take().unwrap_or(range);
                    if prose < block.start {
                        self.prose.push(prose..block.start);
                    }
                    prose = prose.max(block.end);
                    self.code.push(block);
                }
                Event::Code(_) => self.code.push(range),
                _ => {}
            }
        }
        if prose < text.len() {
            self.prose.push(prose..text.len());
        }
    }
}
