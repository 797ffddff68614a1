//! Reading a text as a shell does: where each character stands, and of which words its commands are.
//!
//! Quotes, substitutions, arithmetic, comments and here-documents are told apart, as far as `sh` and
//! `bash` agree about them. Nothing is expanded.

/// How much of a variable's name is looked at.
const NAME_CHARACTERS: usize = 200;

/// Where a value stands in a text, and so how it has to be written there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Outside of quotes: each word of it by itself.
    Plain,
    /// In single quotes.
    Single,
    /// In double quotes, or where they stand for themselves.
    Double,
    /// In arithmetic.
    Arithmetic,
    /// In back-ticks that stand in quotes.
    QuotedBackticks,
    /// In a here-document in which nothing is filled in.
    Literal,
}

/// One command: a program and its words, without what it is redirected to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Simple {
    pub(super) words: Vec<Word>,
    /// It is given something to read: by a pipe, or from below.
    pub(super) fed: bool,
}

/// A word, without its quotes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: String,
    /// A value stands in it.
    pub(super) refers: bool,
    /// It begins with one.
    pub(super) begins: bool,
}

/// What a level of a text is inside of.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Inside {
    Line,
    /// `$( )` or `( )`.
    Group,
    Backticks,
    /// Ends with this.
    Arithmetic(&'static str),
    /// `${ }`.
    Braces,
    Document(Document),
}

/// A here-document.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Document {
    end: String,
    /// Nothing is filled in.
    literal: bool,
    /// Tabs before its end do not count.
    tabs: bool,
}

/// One level. Quotes begin anew in each.
struct Level {
    inside: Inside,
    quote: Option<char>,
    command: Simple,
    word: Option<Word>,
    /// The next word says where something comes from or goes to.
    redirects: bool,
    /// A value stands in it.
    refers: bool,
    around: Around,
}

/// What is around a level, as far as that says how something in it is read.
#[derive(Clone, Copy, Default)]
struct Around {
    /// It is in arithmetic.
    computes: bool,
    /// It is in double quotes or a here-document; in braces quotes mean little there.
    quoted: bool,
    /// The same, of any level.
    ever_quoted: bool,
    /// It is in back-ticks that are in quotes.
    quoted_backticks: bool,
}

impl Level {
    fn new(inside: Inside, around: Around) -> Self {
        let command = Simple::default();
        Self { inside, quote: None, command, word: None, redirects: false, refers: false, around }
    }

    /// Whether a shell computes with what stands here.
    fn computes(&self) -> bool {
        let here = match self.inside {
            Inside::Arithmetic(_) => true,
            // The index of a list, and the place in a text, are computed.
            Inside::Braces => {
                let word = self.word.as_ref().map_or("", |word| word.text.as_str());
                let name = word.trim_start_matches(['!', '#']);
                let mut after = name.chars().take(NAME_CHARACTERS);
                let part = |c: &char| c.is_alphanumeric() || "_@*".contains(*c);
                match after.by_ref().find(|c| !part(c)) {
                    Some('[') => true,
                    Some(':') => !after.next().is_some_and(|c| "-=?+".contains(c)),
                    _ => false,
                }
            }
            _ => false,
        };
        here || self.around.computes
    }

    /// What is around a level in this one.
    fn around(&self) -> Around {
        let document = matches!(self.inside, Inside::Document(_));
        let braces = self.inside == Inside::Braces && self.around.quoted;
        let quoted = self.quote == Some('"') || document || braces;
        let backticks = self.inside == Inside::Backticks && self.around.ever_quoted;
        Around {
            computes: self.computes(),
            quoted,
            ever_quoted: quoted || self.around.ever_quoted,
            quoted_backticks: backticks || self.around.quoted_backticks,
        }
    }

    fn end_word(&mut self) {
        if let Some(word) = self.word.take()
            && !std::mem::take(&mut self.redirects)
        {
            self.command.words.push(word);
        }
    }

    fn push(&mut self, text: &str) {
        self.word.get_or_insert_default().text.push_str(text);
    }
}

/// Goes over a text.
pub(super) struct Reader {
    levels: Vec<Level>,
    /// The here-documents that begin with the next line.
    documents: Vec<Document>,
    /// The level of back-ticks; there is never another inside.
    backticks: Option<usize>,
    commands: Vec<Simple>,
}

impl Reader {
    pub(super) fn new() -> Self {
        let levels = vec![Level::new(Inside::Line, Around::default())];
        Self { levels, documents: Vec::new(), backticks: None, commands: Vec::new() }
    }

    /// All commands, those inside others too.
    pub(super) fn commands(mut self) -> Vec<Simple> {
        while let Some(mut level) = self.levels.pop() {
            level.end_word();
            self.commands.push(level.command);
        }
        self.commands.retain(|command| !command.words.is_empty());
        self.commands
    }

    /// Takes note of a value: where it stands.
    pub(super) fn value(&mut self) -> Place {
        let place = self.place();
        let level = self.top();
        level.refers = true;
        let first = level.word.is_none();
        let word = level.word.get_or_insert_default();
        word.begins |= first || word.text.is_empty();
        word.refers = true;
        place
    }

    fn place(&self) -> Place {
        let Some(top) = self.levels.last() else { return Place::Plain };
        match (&top.inside, top.quote) {
            _ if top.computes() => Place::Arithmetic,
            _ if top.around().quoted_backticks => Place::QuotedBackticks,
            (Inside::Document(document), _) if document.literal => Place::Literal,
            (_, Some('\'')) => Place::Single,
            (Inside::Document(_), _) | (_, Some(_)) => Place::Double,
            (Inside::Braces, None) if top.around.quoted => Place::Double,
            _ => Place::Plain,
        }
    }

    fn enter(&mut self, inside: Inside) {
        let around = self.top().around();
        self.levels.push(Level::new(inside, around));
    }

    fn top(&mut self) -> &mut Level {
        if self.levels.is_empty() {
            self.levels.push(Level::new(Inside::Line, Around::default()));
        }
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    /// Goes over what belongs together at the beginning of a text; how long that is.
    pub(super) fn step(&mut self, rest: &str) -> usize {
        let first = rest.chars().next().unwrap_or_default();
        let length = first.len_utf8();
        let level = self.top();
        match &level.inside {
            _ if level.quote == Some('\'') => {
                match first {
                    '\'' => level.quote = None,
                    _ => level.push(&rest[..length]),
                }
                return length;
            }
            Inside::Document(_) if first == '\n' => return self.line_of_document(rest),
            Inside::Document(document) if document.literal => return length,
            _ => {}
        }
        if first == '\\' {
            let escaped = rest[1..].chars().next();
            let taken = 1 + escaped.map_or(0, char::len_utf8);
            if escaped != Some('\n') {
                level.push(&rest[1..taken]);
            }
            return taken;
        }
        let is_document = matches!(level.inside, Inside::Document(_));
        let opened = [
            ("$((", Inside::Arithmetic("))")),
            ("$(", Inside::Group),
            ("$[", Inside::Arithmetic("]")),
            ("${", Inside::Braces),
        ];
        for (opening, inside) in opened {
            if rest.starts_with(opening) {
                self.enter(inside);
                return opening.len();
            }
        }
        if first == '`' {
            self.backtick();
            return 1;
        }
        if is_document {
            return length;
        }
        match first {
            '"' => {
                level.word.get_or_insert_default();
                level.quote = if level.quote.is_some() { None } else { Some('"') };
                return 1;
            }
            _ if level.quote.is_some() => {
                level.push(&rest[..length]);
                return length;
            }
            '\'' if !(level.inside == Inside::Braces && level.around.quoted) => {
                level.word.get_or_insert_default();
                level.quote = Some('\'');
                return 1;
            }
            _ => {}
        }
        match &level.inside {
            Inside::Arithmetic(end) if rest.starts_with(end) => {
                let length = end.len();
                self.leave();
                length
            }
            Inside::Arithmetic(_) if first == '(' => {
                self.enter(Inside::Arithmetic(")"));
                1
            }
            Inside::Braces if first == '}' => {
                self.leave();
                1
            }
            Inside::Braces | Inside::Arithmetic(_) => {
                level.push(&rest[..length]);
                length
            }
            _ if rest.starts_with("((") => {
                self.enter(Inside::Arithmetic("))"));
                2
            }
            _ => self.outside_quotes(rest, first),
        }
    }

    /// One step where operators are operators.
    fn outside_quotes(&mut self, rest: &str, first: char) -> usize {
        let level = self.top();
        match first {
            '#' if level.word.is_none() => {
                let backticks = level.inside == Inside::Backticks;
                let ends = |c: char| c == '\n' || (backticks && c == '`');
                return rest.find(ends).unwrap_or(rest.len());
            }
            '(' => {
                level.redirects = false;
                self.enter(Inside::Group);
            }
            ')' if level.inside == Inside::Group => self.leave(),
            '<' | '>' => return self.redirection(rest),
            '&' if rest.starts_with("&>") => level.end_word(),
            '|' => {
                let pipes = !rest.starts_with("||");
                self.end_command();
                self.top().command.fed = pipes;
                return if pipes { 1 } else { 2 };
            }
            ';' | '&' | ')' => self.end_command(),
            '\n' => {
                self.end_command();
                if !self.documents.is_empty() {
                    let next = self.documents.remove(0);
                    self.enter(Inside::Document(next));
                    return self.line_of_document(rest);
                }
            }
            _ if first.is_whitespace() => level.end_word(),
            _ => level.push(&rest[..first.len_utf8()]),
        }
        first.len_utf8()
    }

    fn end_command(&mut self) {
        let level = self.top();
        level.end_word();
        level.redirects = false;
        let ended = std::mem::take(&mut level.command);
        self.commands.push(ended);
    }

    fn redirection(&mut self, rest: &str) -> usize {
        let level = self.top();
        // `2>` names what is redirected.
        let number = |word: &mut Word| word.text.bytes().all(|byte| byte.is_ascii_digit());
        match level.word.take_if(number) {
            Some(_) => {}
            None => level.end_word(),
        }
        level.redirects = true;
        level.command.fed |= rest.starts_with('<');
        match () {
            () if rest.starts_with("<<<") => 3,
            () if rest.starts_with("<<") => {
                level.redirects = false;
                self.document(rest)
            }
            () if [">>", ">&", "<&", "<>", ">|"].iter().any(|two| rest.starts_with(two)) => 2,
            () => 1,
        }
    }

    /// Takes down which word ends the here-document that is asked for.
    fn document(&mut self, rest: &str) -> usize {
        let tabs = rest.starts_with("<<-");
        let word = rest[2 + usize::from(tabs)..].trim_start_matches([' ', '\t']);
        let (mut end, mut literal, mut quote) = (String::new(), false, None);
        let mut length = word.len();
        let mut characters = word.char_indices();
        while let Some((at, c)) = characters.next() {
            match c {
                _ if quote == Some(c) => quote = None,
                '\'' | '"' if quote.is_none() => (literal, quote) = (true, Some(c)),
                '\\' if quote != Some('\'') => {
                    literal = true;
                    end.extend(characters.next().map(|(_, escaped)| escaped));
                }
                _ if quote.is_none() && (c.is_whitespace() || ";&|<>()`".contains(c)) => {
                    length = at;
                    break;
                }
                _ => end.push(c),
            }
        }
        self.documents.push(Document { end, literal, tabs });
        rest.len() - word.len() + length
    }

    /// Takes the end of a line, and with it the next one where that ends the here-document.
    fn line_of_document(&mut self, rest: &str) -> usize {
        let Inside::Document(document) = &self.top().inside else { return 1 };
        let line = rest[1..].split('\n').next().unwrap_or_default();
        let text = if document.tabs { line.trim_start_matches('\t') } else { line };
        if text != document.end {
            return 1;
        }
        self.leave();
        if !self.documents.is_empty() {
            let next = self.documents.remove(0);
            self.enter(Inside::Document(next));
        }
        1 + line.len()
    }

    /// A back-tick ends what one began, whatever is open inside of that.
    fn backtick(&mut self) {
        match self.backticks.take() {
            Some(begun) => {
                while self.levels.len() > begun {
                    self.leave();
                }
            }
            None => {
                self.backticks = Some(self.levels.len());
                self.enter(Inside::Backticks);
            }
        }
    }

    /// Ends a level. What it stands for is part of a word of the one around it.
    fn leave(&mut self) {
        let Some(mut level) = self.levels.pop() else { return };
        let braces = level.inside == Inside::Braces;
        let is_word = !matches!(level.inside, Inside::Document(_));
        let text = level.word.as_ref().filter(|word| braces && word.text.len() < NAME_CHARACTERS);
        let text = text.map_or_else(|| "$".to_owned(), |word| format!("${{{}}}", word.text));
        level.end_word();
        if !braces {
            self.commands.push(level.command);
        }
        let around = self.top();
        around.refers |= level.refers;
        if is_word {
            if braces {
                around.push(&text);
            }
            around.word.get_or_insert_default().refers |= level.refers;
        }
    }
}
