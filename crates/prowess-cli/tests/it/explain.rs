//! `explain`: every diagnostic has a page, and typing one wrong is no dead end.

use insta::assert_snapshot;

use crate::sandbox::Sandbox;

#[test]
fn a_page() {
    assert_snapshot!(Sandbox::new().run(&["explain", "unquoted-colon"]), @"
    exit 0
    --- stdout
    unquoted-colon (warning, where a profile says nothing else)

    A value holds a colon and a space, and is not in quotes.

    `description: Use when: the user asks` is not valid YAML, because the second colon starts
    another key. Some agents mend it, others drop the whole skill without a word (Kiro), or lose
    the description. The whole line is read as the value.

    Put the value in quotes.

    What to do: put the value in quotes: agents that parse strictly drop the skill.
    --- stderr
    ");
    assert_snapshot!(Sandbox::new().run(&["explain", "unquoted-colon", "--json"]), @r#"
    exit 0
    --- stdout
    {
      "version": 1,
      "codes": [
        {
          "code": "unquoted-colon",
          "severity": "warning",
          "message": "the value of `{key}` holds `: ` and is not in quotes",
          "help": "put the value in quotes: agents that parse strictly drop the skill",
          "page": "A value holds a colon and a space, and is not in quotes.\n\n`description: Use when: the user asks` is not valid YAML, because the second colon starts\nanother key. Some agents mend it, others drop the whole skill without a word (Kiro), or lose\nthe description. The whole line is read as the value.\n\nPut the value in quotes."
        }
      ],
      "rules": []
    }
    --- stderr
    "#);
}

#[test]
fn every_listed_code_has_a_page() {
    let sandbox = Sandbox::new();
    let list = sandbox.exits(0, &["explain"]).stdout;
    let document = sandbox.exits(0, &["explain", "--json"]).json();
    let codes: Vec<&str> = list.lines().map(|line| line.split(' ').next().unwrap()).collect();
    let all = |list: &str, key: &str| -> Vec<String> {
        let text = |item: &serde_json::Value| item[key].as_str().unwrap().to_owned();
        document[list].as_array().unwrap().iter().map(text).collect()
    };
    assert_eq!(codes, [all("codes", "code"), all("rules", "rule")].concat());
    let pages = ["codes", "rules"].into_iter().flat_map(|list| document[list].as_array().unwrap());
    for code in pages {
        let page = code["page"].as_str().unwrap();
        assert!(page.ends_with('.') && !page.starts_with(' '), "{code}");
    }
}

#[test]
fn unknown_codes_lead_to_similar_ones() {
    let sandbox = Sandbox::new();
    assert_snapshot!(sandbox.run(&["explain", "broken-link"]), @"
    exit 1
    --- stdout

    --- stderr
    error: there is no diagnostic or rule `broken-link`
    hint: similar ones: broken-brackets, link-broken, link-outside, broken-promise
    ");
    assert_snapshot!(sandbox.run(&["explain", "xyz\u{1b}"]), @r"
    exit 1
    --- stdout

    --- stderr
    error: there is no diagnostic or rule `xyz\u{1b}`
    hint: `prowess explain` lists all of them
    ");
    assert_snapshot!(sandbox.run(&["explain", "broken-link", "--json"]), @r#"
    exit 1
    --- stdout
    {
      "version": 1,
      "error": {
        "kind": "not-found",
        "message": "there is no diagnostic or rule `broken-link`",
        "hints": [
          "similar ones: broken-brackets, link-broken, link-outside, broken-promise"
        ]
      }
    }
    --- stderr
    "#);
}
