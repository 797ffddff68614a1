//! The six fields of the open standard.

use crate::frontmatter::{Type, Value};

/// The tools of a string: separated by spaces or commas, parentheses respected.
pub fn split_tools(text: &str) -> Vec<String> {
    let mut tools = Vec::new();
    let mut tool = String::new();
    let mut depth = 0_usize;
    for character in text.chars() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && (character == ',' || character.is_whitespace()) {
            if !tool.is_empty() {
                tools.push(std::mem::take(&mut tool));
            }
        } else {
            tool.push(character);
        }
    }
    if !tool.is_empty() {
        tools.push(tool);
    }
    tools
}

/// The tools of a value: a string, or a list of strings.
pub fn tool_list(value: Value<'_>) -> Vec<String> {
    match value.kind() {
        Type::List => {
            value.items().filter_map(Value::text).map(|tool| tool.trim().to_owned()).collect()
        }
        _ => value.text().map(split_tools).unwrap_or_default(),
    }
}
