//! The official schema of SARIF 2.1.0, and as much of JSON Schema as it uses. A keyword that is not
//! understood fails the test instead of being passed over.

use std::sync::LazyLock;

use serde_json::{Map, Value as Json};

static SCHEMA: LazyLock<Json> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../sarif/sarif-schema-2.1.0.json")).unwrap()
});

/// Everything that the schema has against a log, each with its place.
pub(crate) fn problems(log: &Json) -> Vec<String> {
    let mut problems = Vec::new();
    check(log, &SCHEMA, "", &mut problems);
    problems
}

fn check(value: &Json, schema: &Json, at: &str, problems: &mut Vec<String>) {
    let schema = schema.as_object().expect("a schema is an object");
    for (keyword, rule) in schema {
        let number = || rule.as_f64().unwrap();
        let fine = match keyword.as_str() {
            "$schema" | "$id" | "title" | "description" | "default" | "definitions" => true,
            "$ref" => {
                let pointer = rule.as_str().unwrap().strip_prefix('#').unwrap();
                check(value, SCHEMA.pointer(pointer).unwrap(), at, problems);
                true
            }
            "type" => is_of_type(value, rule.as_str().unwrap()),
            "enum" => rule.as_array().unwrap().contains(value),
            "required" => {
                let names = rule.as_array().unwrap();
                let has = |name: &Json| value.get(name.as_str().unwrap()).is_some();
                !value.is_object() || names.iter().all(has)
            }
            "properties" | "additionalProperties" => {
                if let (Some(object), "additionalProperties") = (value.as_object(), &**keyword) {
                    additional(object, schema, at, problems);
                } else if let Some(object) = value.as_object() {
                    for (name, of) in rule.as_object().unwrap() {
                        if let Some(value) = object.get(name) {
                            check(value, of, &format!("{at}/{name}"), problems);
                        }
                    }
                }
                true
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(item, rule, &format!("{at}/{index}"), problems);
                }
                true
            }
            "minItems" => value.as_array().is_none_or(|list| list.len() as f64 >= number()),
            "uniqueItems" => value.as_array().is_none_or(|list| {
                let first = |(index, item)| !list[..index].contains(item);
                rule == false || list.iter().enumerate().all(first)
            }),
            "minimum" => value.as_f64().is_none_or(|value| value >= number()),
            "maximum" => value.as_f64().is_none_or(|value| value <= number()),
            "anyOf" | "oneOf" => {
                let passes = |of: &&Json| {
                    let mut found = Vec::new();
                    check(value, of, at, &mut found);
                    found.is_empty()
                };
                let passing = rule.as_array().unwrap().iter().filter(passes).count();
                passing == 1 || (keyword == "anyOf" && passing > 1)
            }
            "format" => {
                value.as_str().is_none_or(|text| is_formatted(text, rule.as_str().unwrap()))
            }
            // Identifiers, languages, media types and versions of files: nothing we write.
            other => panic!("{at}: the keyword `{other}` is not understood"),
        };
        if !fine {
            problems.push(format!("{at}: {keyword} {rule}: {value}"));
        }
    }
}

/// What an object has beside the properties that are described.
fn additional(
    object: &Map<String, Json>,
    schema: &Map<String, Json>,
    at: &str,
    problems: &mut Vec<String>,
) {
    let described = schema.get("properties");
    let rule = &schema["additionalProperties"];
    for (name, value) in object {
        let at = format!("{at}/{name}");
        match rule {
            _ if described.is_some_and(|all| all.get(name).is_some()) => {}
            Json::Bool(true) => {}
            Json::Bool(false) => problems.push(format!("{at}: there is no such property")),
            of => check(value, of, &at, problems),
        }
    }
}

fn is_of_type(value: &Json, word: &str) -> bool {
    match word {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("there is no type `{other}`"),
    }
}

fn is_formatted(text: &str, word: &str) -> bool {
    let allowed =
        |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:/?#[]@!$&'()*+,;=%".contains(&byte);
    match word {
        "uri-reference" => text.bytes().all(allowed),
        "uri" => text.bytes().all(allowed) && text.contains("://"),
        other => panic!("the format `{other}` is not understood"),
    }
}

/// What checks is checked: each of these is one step away from a valid log.
#[test]
fn the_schema_is_enforced() {
    let log = serde_json::json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "x", "rules": [{ "id": "r" }] } },
            "columnKind": "unicodeCodePoints",
            "results": [{
                "message": { "text": "m" },
                "level": "error",
                "locations": [{ "physicalLocation": {
                    "artifactLocation": { "uri": "a" },
                    "region": { "startLine": 1 },
                } }],
                "partialFingerprints": { "a/v1": "f" },
                "suppressions": [{ "kind": "external" }],
            }],
        }],
    });
    assert_eq!(problems(&log), [""; 0]);
    for (pointer, wrong) in [
        ("/version", serde_json::json!("2.0.0")),
        ("/$schema", "a schema".into()),
        ("/runs", "none".into()),
        ("/runs/0/tool", serde_json::json!({})),
        ("/runs/0/tool/driver", serde_json::json!({ "title": "x", "name": "x" })),
        ("/runs/0/tool/driver/rules/0", serde_json::json!({ "name": "r" })),
        ("/runs/0/columnKind", "bytes".into()),
        ("/runs/0/results/0/level", "critical".into()),
        ("/runs/0/results/0/message", serde_json::json!({})),
        ("/runs/0/results/0/locations/0/physicalLocation", serde_json::json!({})),
        ("/runs/0/results/0/locations/0/physicalLocation/region/startLine", 0.into()),
        ("/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri", "a b".into()),
        ("/runs/0/results/0/partialFingerprints/a~1v1", 1.into()),
        ("/runs/0/results/0/suppressions/0/kind", "mine".into()),
        ("/runs/0/results/0/suppressions", serde_json::json!([{}])),
    ] {
        let mut broken = log.clone();
        *broken.pointer_mut(pointer).unwrap() = wrong;
        assert!(!problems(&broken).is_empty(), "{pointer}");
    }
}
