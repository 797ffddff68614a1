//! A small checker of SARIF 2.1.0: the official schema, and what the specification says beyond it about
//! what we use.

use serde_json::Value as Json;

use crate::sarif_schema;

/// Fails with the place of the first thing that the specification forbids.
pub(crate) fn check_log(log: &Json) {
    assert_eq!(sarif_schema::problems(log), [""; 0], "the schema");
    assert_eq!(log["version"], "2.1.0", "3.13.2: the version is this string");
    assert!(text(&log["$schema"]).starts_with("https://"), "3.13.3: the schema is a URI");
    for run in list(&log["runs"]) {
        check_run(run);
    }
}

fn check_run(run: &Json) {
    let driver = &run["tool"]["driver"];
    assert!(!text(&driver["name"]).is_empty(), "3.19.8: a driver has a name");
    assert!(text(&driver["informationUri"]).starts_with("https://"), "3.19.17: absolute");
    assert_eq!(text(&driver["semanticVersion"]).split('.').count(), 3, "3.19.12: semantic");
    assert!(["utf16CodeUnits", "unicodeCodePoints"].contains(&text(&run["columnKind"])), "3.14.17");
    let rules = list(&driver["rules"]);
    let mut ids: Vec<&str> = rules.iter().map(|rule| text(&rule["id"])).collect();
    for rule in rules {
        for key in ["shortDescription", "fullDescription", "help"] {
            assert!(!text(&rule[key]["text"]).is_empty(), "3.12.3: {key} has a text");
        }
        check_level(&rule["defaultConfiguration"]["level"]);
    }
    for result in list(&run["results"]) {
        check_result(result, &ids);
    }
    ids.sort_unstable();
    assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "3.19.23: rules are unique: {ids:?}");
}

fn check_result(result: &Json, rules: &[&str]) {
    assert!(!text(&result["message"]["text"]).is_empty(), "3.27.11: a result has a message");
    check_level(&result["level"]);
    let index = result["ruleIndex"].as_u64().expect("3.27.6: an index") as usize;
    assert_eq!(rules[index], text(&result["ruleId"]), "3.27.6: the index is of the rule's id");
    for (_, fingerprint) in result["partialFingerprints"].as_object().into_iter().flatten() {
        assert!(!text(fingerprint).is_empty(), "3.27.17: fingerprints are strings");
    }
    for suppression in result["suppressions"].as_array().into_iter().flatten() {
        assert!(["inSource", "external"].contains(&text(&suppression["kind"])), "3.35.2");
        assert!(!text(&suppression["justification"]).is_empty(), "3.35.6");
    }
    for location in list(&result["locations"]) {
        let physical = &location["physicalLocation"];
        check_uri(text(&physical["artifactLocation"]["uri"]));
        let Some(region) = physical.get("region") else { continue };
        for key in ["startLine", "startColumn"] {
            assert!(region[key].as_u64().expect(key) >= 1, "3.30: {key} begins with 1");
        }
        for key in ["byteOffset", "byteLength"] {
            region[key].as_u64().expect(key);
        }
    }
}

fn check_level(level: &Json) {
    assert!(["none", "note", "warning", "error"].contains(&text(level)), "3.27.10: {level}");
}

/// RFC 3986: only these characters, and every percent sign begins an escape.
fn check_uri(uri: &str) {
    let path = uri.strip_prefix("file://").unwrap_or(uri);
    assert!(!path.is_empty());
    let bytes = path.as_bytes();
    for (at, byte) in path.bytes().enumerate() {
        let escape =
            || bytes.get(at + 1..at + 3).is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit));
        let fine =
            byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) || (byte == b'%' && escape());
        assert!(fine, "3.4.3: a URI is valid: {uri}");
    }
}

fn list(value: &Json) -> &[Json] {
    value.as_array().unwrap_or_else(|| panic!("not a list: {value}"))
}

fn text(value: &Json) -> &str {
    value.as_str().unwrap_or_else(|| panic!("not a string: {value}"))
}
