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
}

/// The six keys of the open standard, in its order.
pub const STANDARD: [&str; 6] =
    ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];

macro_rules! fields {
    ($( $key:literal $(| $alias:literal)* : $($reader:literal)+ ; )+) => {
        &[$( Field { key: $key, aliases: &[$($alias),*], readers: &[$($reader),+] } ),+]
    };
}

/// Every key we know of.
pub const ALL: &[Field] = fields! {
    "name": "*";
    "description": "*";
    "license": "*";
    "compatibility": "*";
    "metadata": "*";
    "allowed-tools" | "allowed_tools" | "allowedTools": "*";
    "when_to_use" | "when-to-use" | "whenToUse": "claude-code" "letta";
    "argument-hint" | "argument_hint" | "argumentHint": "claude-code" "copilot" "goose" "letta";
    "arguments": "claude-code" "goose";
    "disable-model-invocation" | "disable_model_invocation" | "disableModelInvocation":
        "claude-code" "copilot" "cursor" "factory" "omp" "pi" "openclaw" "wundr" "openhands" "letta";
    "user-invocable" | "user_invocable" | "userInvocable":
        "claude-code" "copilot" "factory" "openclaw" "wundr" "letta";
    "disallowed-tools" | "disallowed_tools" | "disallowedTools": "claude-code";
    "model": "claude-code" "wundr";
    "effort": "claude-code";
    "context": "claude-code" "copilot" "wundr";
    "agent": "claude-code";
    "background": "claude-code";
    "hooks": "claude-code";
    "paths": "claude-code" "cursor" "openhands";
    "shell": "claude-code";
    "display-name" | "display_name" | "displayName": "claude-code";
    "default-enabled" | "default_enabled" | "defaultEnabled": "claude-code";
    "fallback": "claude-code";
    "tools": "wundr";
    "tags": "wundr" "letta";
    "version": "wundr" "openhands";
    "dependencies" | "depends-on": "wundr";
    "hook-before" | "hooks-before": "wundr";
    "hook-after" | "hooks-after": "wundr";
    "homepage": "openclaw";
    "command-dispatch" | "command_dispatch": "openclaw";
    "command-tool" | "command_tool": "openclaw";
    "command-arg-mode" | "command_arg_mode": "openclaw";
    "globs": "omp";
    "alwaysApply" | "always-apply" | "always_apply": "omp";
    "hide": "omp";
    "enabled": "omp";
    "slash": "opencode-v2";
    "title": "wink";
    "modeSlugs" | "mode-slugs" | "mode_slugs": "roo";
    "mode": "roo";
    "triggers": "openhands";
    "inputs": "openhands";
    "category": "letta" "wundr";
};

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
