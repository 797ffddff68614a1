//! Completion: names of skills, paths in them, and the words that an argument hint offers.

use prowess::Cancel;
use rmcp::ErrorData;
use rmcp::model::{CompleteRequestParams, CompleteResult, CompletionInfo, Reference};

use crate::manifest::Manifests;
use crate::prompts::ARGUMENTS;
use crate::resources::TEMPLATE;
use crate::shelf::Shelf;

pub(crate) fn complete(
    shelf: &Shelf,
    manifests: &Manifests,
    params: &CompleteRequestParams,
    cancel: &Cancel,
) -> Result<CompleteResult, ErrorData> {
    let invalid = |message: String| ErrorData::invalid_params(message, None);
    let (argument, begun) = (params.argument.name.as_str(), params.argument.value.as_str());
    let values = match &params.r#ref {
        Reference::Prompt(prompt) => {
            let item = shelf.get(&prompt.name).filter(|item| item.for_users);
            let item = item.ok_or_else(|| invalid(format!("Unknown prompt: {}", prompt.name)))?;
            match argument {
                ARGUMENTS => offered(&item.hint().unwrap_or_default(), begun),
                _ => Vec::new(),
            }
        }
        Reference::Resource(resource) if resource.uri == TEMPLATE => match argument {
            "name" => {
                let names = shelf.listed().map(|item| item.name);
                names.filter(|name| name.starts_with(begun)).map(str::to_owned).collect()
            }
            "path" => {
                let context = params.context.as_ref();
                let name = context.and_then(|context| context.get_argument("name"));
                let item = name.and_then(|name| shelf.get(name));
                let files = item.and_then(|item| manifests.of(shelf, item, cancel).ok().flatten());
                let paths = files.iter().flat_map(|files| files.iter());
                let paths = paths.filter_map(|file| file.path.as_str());
                paths.filter(|path| path.starts_with(begun)).map(str::to_owned).collect()
            }
            _ => Vec::new(),
        },
        Reference::Resource(resource) => {
            return Err(invalid(format!("Unknown template: {}", resource.uri)));
        }
        _ => return Err(invalid("this can not be completed".to_owned())),
    };
    let total = u32::try_from(values.len()).ok();
    let more = values.len() > CompletionInfo::MAX_VALUES;
    let shown = values.into_iter().take(CompletionInfo::MAX_VALUES).collect();
    let info = CompletionInfo::with_pagination(shown, total, more).map_err(invalid)?;
    Ok(CompleteResult::new(info))
}

/// The words that a hint such as `[staging|production] <branch>` offers, which go on as the last word begins.
fn offered(hint: &str, typed: &str) -> Vec<String> {
    let (before, last) = match typed.rfind(char::is_whitespace) {
        Some(at) => {
            let after = at + typed[at..].chars().next().map_or(1, char::len_utf8);
            typed.split_at(after)
        }
        None => ("", typed),
    };
    let brackets = |c: char| matches!(c, '[' | ']' | '<' | '>' | '(' | ')');
    let groups = hint.split_whitespace().filter(|group| group.contains('|'));
    let words = groups.flat_map(|group| group.split('|')).map(|word| word.trim_matches(brackets));
    let words = words.filter(|word| !word.is_empty() && word.starts_with(last));
    words.map(|word| format!("{before}{word}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_hint() {
        let hint = "[staging|production] <branch> --force|--dry-run";
        let table: [(&str, &[&str]); 5] = [
            ("", &["staging", "production", "--force", "--dry-run"]),
            ("st", &["staging"]),
            ("staging --", &["staging --force", "staging --dry-run"]),
            ("ü p", &["ü production"]),
            ("x", &[]),
        ];
        for (typed, expected) in table {
            assert_eq!(offered(hint, typed), expected, "{typed}");
        }
        assert!(offered("", "a").is_empty());
    }
}
