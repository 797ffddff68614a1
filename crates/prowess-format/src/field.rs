//! The keys people put into frontmatter: which agents read them, and where.

/// A key and who reads it at the top level.
#[derive(Debug)]
pub struct Field {
    /// The key as its inventor spells it.
    pub key: &'static str,
    /// Other spellings that are read.
    pub aliases: &'static [&'static str],
    /// The agents that act on it; `*` is every agent.
    pub readers: &'static [&'static str],
    /// What is lost where an agent does not read it.
    pub lost: Option<&'static str>,
    /// The value that says nothing: not to read it is not to lose anything.
    pub idle: Option<&'static str>,
}

/// The six keys of the open standard, in its order.
pub const STANDARD: [&str; 6] =
    ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];

macro_rules! fields {
    ($( $key:literal $(| $alias:literal)* : $($reader:literal)+ $(=> $lost:literal)? $(unless $idle:literal)? ; )+) => {
        &[$( Field {
            key: $key,
            aliases: &[$($alias),*],
            readers: &[$($reader),+],
            lost: fields!(@maybe $($lost)?),
            idle: fields!(@maybe $($idle)?),
        } ),+]
    };
    (@maybe) => { None };
    (@maybe $value:literal) => { Some($value) };
}

/// Every key we know of.
///
/// `license`, `compatibility` and `metadata` are for people and tools: there is nothing to lose.
/// `allowed-tools` lists the agents that read it or of which it is not documented that they do not.
pub const ALL: &[Field] = fields! {
    "name": "*";
    "description": "*";
    "license": "*";
    "compatibility": "*";
    "metadata": "*";
    "allowed-tools" | "allowed_tools" | "allowedTools":
        "agentskills" "amp" "claude-code" "cline" "copilot" "cursor" "deepagents" "factory" "goose"
        "letta" "openhands" "pi" "roo" "wink" "wundr"
        => "its tools are neither granted nor restricted";
    "when_to_use" | "when-to-use" | "whenToUse": "claude-code" "letta"
        => "the model is not told when to use it but by the description";
    "argument-hint" | "argument_hint" | "argumentHint": "claude-code" "copilot" "goose" "letta"
        => "the user is not shown what to type after the command";
    "arguments": "claude-code" "goose" => "its arguments have no names";
    "disable-model-invocation" | "disable_model_invocation" | "disableModelInvocation":
        "claude-code" "copilot" "cursor" "factory" "omp" "pi" "openclaw" "wundr" "openhands" "letta"
        => "the model may start it by itself" unless "false";
    "user-invocable" | "user_invocable" | "userInvocable":
        "claude-code" "copilot" "factory" "openclaw" "wundr" "letta"
        => "the user may start it too" unless "true";
    "disallowed-tools" | "disallowed_tools" | "disallowedTools": "claude-code"
        => "no tool is forbidden while it runs";
    "model": "claude-code" "wundr" => "it runs on the model of the conversation";
    "effort": "claude-code" => "the model thinks as hard as it does anyway";
    "context": "claude-code" "copilot" "wundr"
        => "it runs in the conversation, not in one of its own" unless "inline";
    "agent": "claude-code" => "no other agent runs it";
    "background": "claude-code" => "nothing of it runs in the background" unless "false";
    "hooks": "claude-code" => "its hooks never run";
    "paths": "claude-code" "cursor" "openhands" => "it is not bound to the files it is about";
    "shell": "claude-code" => "its commands are not told which shell they are for";
    "display-name" | "display_name" | "displayName": "claude-code" => "people see its name";
    "default-enabled" | "default_enabled" | "defaultEnabled": "claude-code"
        => "it is on from the beginning" unless "true";
    "fallback": "claude-code";
    "tools": "wundr" => "it is loaded where the tools it needs are missing";
    "tags": "wundr" "letta" => "it is not found by its tags";
    "version": "wundr" "openhands" => "its version is not shown";
    "dependencies" | "depends-on": "wundr" => "the skills it needs are not loaded with it";
    "hook-before" | "hooks-before": "wundr" => "its hooks never run";
    "hook-after" | "hooks-after": "wundr" => "its hooks never run";
    "homepage": "openclaw" => "its page is not shown";
    "command-dispatch" | "command_dispatch": "openclaw"
        => "its command goes to the model, not to a tool";
    "command-tool" | "command_tool": "openclaw"
        => "its command goes to the model, not to a tool";
    "command-arg-mode" | "command_arg_mode": "openclaw"
        => "its command goes to the model, not to a tool";
    "globs": "omp" => "it is not bound to the files it is about";
    "alwaysApply" | "always-apply" | "always_apply": "omp"
        => "it does not apply without being asked for" unless "false";
    "hide": "omp" => "the model may start it by itself" unless "false";
    "enabled": "omp" => "it is loaded" unless "true";
    "slash": "opencode-v2" => "whether it is a command is not up to it";
    "title": "wink" => "its title is not shown";
    "modeSlugs" | "mode-slugs" | "mode_slugs": "roo" => "it is there in every mode";
    "mode": "roo" => "it is there in every mode";
    "triggers": "openhands" => "no word in a message loads it";
    "inputs": "openhands" => "nothing is asked of the user before it starts";
    "category": "letta" "wundr" => "it is not found by its category";
};

/// The agents of which it is known which keys they read. One that no row above names reads a name and
/// a description and acts on nothing else.
pub const AGENTS: &[&str] = &[
    "agentskills",
    "amp",
    "claude-code",
    "cline",
    "codex",
    "copilot",
    "cursor",
    "deepagents",
    "factory",
    "gemini-cli",
    "goose",
    "kilo",
    "kiro",
    "letta",
    "omp",
    "openclaw",
    "opencode",
    "opencode-v2",
    "openhands",
    "pi",
    "roo",
    "windsurf",
    "wink",
    "wundr",
];

/// How the words of a key are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Joined {
    /// `user-invocable`
    Kebab,
    /// `user_invocable`
    Snake,
    /// `userInvocable`
    Camel,
}

/// Who reads a key in other spellings than its own: the agent, the key (`*` is any), the spellings.
const SPELLINGS: &[(&str, &str, &[Joined])] = &[
    ("claude-code", "*", &[Joined::Kebab, Joined::Snake, Joined::Camel]),
    ("omp", "*", &[Joined::Kebab, Joined::Camel]),
    ("openclaw", "user-invocable", &[Joined::Snake]),
    ("openclaw", "command-dispatch", &[Joined::Snake]),
    ("openclaw", "command-tool", &[Joined::Snake]),
    ("openclaw", "command-arg-mode", &[Joined::Snake]),
    ("wundr", "allowed-tools", &[Joined::Snake]),
];

/// A way to write several tools into `allowed-tools`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolForm {
    /// `Read Write`, as the open standard has it.
    Spaces,
    /// `Read, Write`
    Commas,
    /// A YAML list.
    List,
    /// `*`, which is all of them.
    All,
}

impl ToolForm {
    /// The form in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Spaces => "a string with spaces",
            Self::Commas => "a string with commas",
            Self::List => "a list",
            Self::All => "`*`",
        }
    }
}

/// Who reads `allowed-tools` in which forms, where that is documented.
const TOOL_FORMS: &[(&str, &[ToolForm])] = &[
    ("agentskills", &[ToolForm::Spaces]),
    ("claude-code", &[ToolForm::Spaces, ToolForm::Commas, ToolForm::List]),
    ("copilot", &[ToolForm::Spaces, ToolForm::Commas, ToolForm::List, ToolForm::All]),
    ("deepagents", &[ToolForm::Spaces, ToolForm::Commas, ToolForm::List]),
    ("wink", &[ToolForm::Spaces]),
    ("wundr", &[ToolForm::Commas, ToolForm::List]),
];

/// Keys of `metadata` that an agent acts on, beside the names of its own block.
pub const METADATA_KEYS: &[(&str, &str)] = &[("codex", "short-description")];

/// The agent that a profile's name stands for: `wink-2026` is WINK of another time.
pub fn agent(profile: &str) -> Option<&'static str> {
    let of = |agent: &&&str| match profile.strip_prefix(**agent) {
        Some(rest) => rest.is_empty() || rest.starts_with('-'),
        None => false,
    };
    AGENTS.iter().filter(of).max_by_key(|agent| agent.len()).copied()
}

/// The forms of `allowed-tools` that an agent reads; `None` where that is not known.
pub fn tool_forms(agent: &str) -> Option<&'static [ToolForm]> {
    TOOL_FORMS.iter().find(|(name, _)| *name == agent).map(|(_, forms)| *forms)
}

impl Field {
    /// Whether an agent acts on it, in whatever spelling.
    pub fn is_read_by(&self, agent: &str) -> bool {
        self.readers == ["*"] || self.readers.contains(&agent)
    }

    /// Whether an agent that acts on it does so in this spelling.
    pub fn is_spelled_for(&self, spelling: &str, agent: &str) -> bool {
        let joined = joined(spelling);
        spelling == self.key
            // Another word for it, not the same words joined otherwise.
            || squeezed(spelling) != squeezed(self.key)
            || SPELLINGS.iter().any(|(name, key, spellings)| {
                *name == agent && (*key == "*" || *key == self.key) && spellings.contains(&joined)
            })
    }
}

/// How the words of a key are joined; one word is as good as any.
fn joined(key: &str) -> Joined {
    match key {
        key if key.contains('_') => Joined::Snake,
        key if key.contains(|c: char| c.is_ascii_uppercase()) => Joined::Camel,
        _ => Joined::Kebab,
    }
}

/// A key without what joins its words.
fn squeezed(key: &str) -> String {
    key.chars().filter(|c| !"-_".contains(*c)).map(|c| c.to_ascii_lowercase()).collect()
}

/// The field a key names, in any of its spellings.
pub fn find(key: &str) -> Option<&'static Field> {
    let first = *key.as_bytes().first()?;
    // All spellings of a key begin alike, and most keys are told apart by that.
    ALL.iter()
        .filter(|field| field.key.as_bytes()[0] == first)
        .find(|field| field.key == key || field.aliases.contains(&key))
}

/// The known key nearest to a misspelled one, if it is near.
pub fn nearest(key: &str) -> Option<&'static str> {
    let (length, most) = (key.chars().count(), 1 + key.len() / 5);
    let letters = letters(key);
    // A difference in length is a distance, and so are letters that only one of the two has, where
    // one edit can account for two of them: nearly all keys are told apart by that.
    let alike = ALL.iter().zip(&LETTERS).filter(|(field, own)| {
        field.key.len().abs_diff(length) <= most
            && (letters ^ **own).count_ones() as usize <= 2 * most
    });
    let alike = alike.map(|(field, _)| field);
    let candidates = alike.map(|field| (distance(key, field.key), field.key));
    let (distance, nearest) = candidates.min_by_key(|(distance, _)| *distance)?;
    (distance <= most).then_some(nearest)
}

/// Which ASCII characters a word has, one bit for those that are equal modulo 32. Others are no part
/// of our keys, and one of them is one edit, however many bytes it has.
const fn letters(word: &str) -> u32 {
    let bytes = word.as_bytes();
    let (mut set, mut at) = (0, 0);
    while at < bytes.len() {
        if bytes[at].is_ascii() {
            set |= 1 << (bytes[at] % 32);
        }
        at += 1;
    }
    set
}

/// The letters of our keys.
const LETTERS: [u32; ALL.len()] = {
    let mut sets = [0; ALL.len()];
    let mut at = 0;
    while at < sets.len() {
        sets[at] = letters(ALL[at].key);
        at += 1;
    }
    sets
};

/// No key of ours is longer.
const LONGEST: usize = 32;

/// Edit distance of a word to a key of ours; long ones are not compared.
fn distance(a: &str, b: &str) -> usize {
    if a.len() > 40 {
        return usize::MAX;
    }
    // Our keys are ASCII, and short: the row needs no allocation.
    let mut row: [usize; LONGEST + 1] = std::array::from_fn(|at| at);
    let b = &b.as_bytes()[..b.len().min(LONGEST)];
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let cost = diagonal + usize::from(from != char::from(*to));
            diagonal = row[j + 1];
            row[j + 1] = cost.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_short_and_ascii() {
        assert!(ALL.iter().all(|field| field.key.is_ascii() && field.key.len() <= LONGEST));
    }

    #[test]
    fn readers_are_agents_and_profiles_find_theirs() {
        for field in ALL.iter().filter(|field| field.readers != ["*"]) {
            assert!(field.readers.iter().all(|agent| AGENTS.contains(agent)), "{field:?}");
        }
        for (profile, expected) in [
            ("omp", Some("omp")),
            ("omp-2026", Some("omp")),
            ("opencode-2026", Some("opencode")),
            ("opencode-v2", Some("opencode-v2")),
            ("pious", None),
            ("prowess", None),
        ] {
            assert_eq!(agent(profile), expected, "{profile}");
        }
    }

    #[test]
    fn spellings_are_an_agents_own() {
        for (key, agent, expected) in [
            ("user-invocable", "copilot", true),
            ("userInvocable", "copilot", false),
            ("userInvocable", "claude-code", true),
            ("user_invocable", "openclaw", true),
            ("user_invocable", "wundr", false),
            ("allowed_tools", "wundr", true),
            ("depends-on", "wundr", true),
            ("modeSlugs", "roo", true),
            ("mode-slugs", "roo", false),
        ] {
            let field = find(key).unwrap();
            assert_eq!(field.is_spelled_for(key, agent), expected, "{key} {agent}");
        }
    }

    #[test]
    fn spellings_of_a_key_begin_alike() {
        for field in ALL {
            assert!(field.aliases.iter().all(|alias| alias[..1] == field.key[..1]), "{field:?}");
        }
    }

    #[test]
    fn misspellings_find_their_key() {
        for (typed, expected) in [
            ("descripton", Some("description")),
            ("lisence", Some("license")),
            ("risk", None),
            ("nam", Some("name")),
        ] {
            assert_eq!(nearest(typed), expected, "{typed}");
        }
    }
}
