//! What our drivers in `xtask/oracles` print: a last line with `{"skills": […], "errors": […]}` in
//! the words of a vector.

use prowess_testkit::oracle::Listed;
use serde_json::Value;

use super::{Answer, Printed, items, json};

/// The answer a driver printed.
pub(super) fn answer(printed: &Printed) -> Result<Answer, String> {
    let last = printed.stdout.trim_end().lines().next_back().unwrap_or_default();
    let value = json(last)?;
    let skills: Result<Vec<Listed>, _> =
        items(&value["skills"]).map(|skill| serde_json::from_value(skill.clone())).collect();
    let errors = items(&value["errors"]).filter_map(Value::as_str).map(str::to_owned).collect();
    Ok(Answer { skills: skills.map_err(|error| format!("the driver: {error}"))?, errors })
}
