//! `check --format sarif` and `--format github`.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;

use insta::assert_snapshot;

use crate::sandbox::Sandbox;
use crate::sarif;

const COLON: &str =
    "---\nname: colon\ndescription: Reads: files. Use when asked.\n---\n[a](b.md)\n";

#[test]
fn sarif_of_one_skill() {
    let sandbox = Sandbox::new().file("colon/SKILL.md", COLON);
    let ran = sandbox.exits(0, &["check", "--format", "sarif", "colon"]);
    sarif::check_log(&ran.json());
    assert_snapshot!(ran, @r#"
    exit 0
    --- stdout
    {
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        {
          "tool": {
            "driver": {
              "name": "prowess",
              "semanticVersion": "[VERSION]",
              "informationUri": "https://github.com/prowess-skills/prowess",
              "rules": [
                {
                  "id": "unquoted-colon",
                  "shortDescription": {
                    "text": "A value holds a colon and a space, and is not in quotes."
                  },
                  "fullDescription": {
                    "text": "A value holds a colon and a space, and is not in quotes.\n\n`description: Use when: the user asks` is not valid YAML, because the second colon starts\nanother key. Some agents mend it, others drop the whole skill without a word (Kiro), or lose\nthe description. The whole line is read as the value.\n\nPut the value in quotes."
                  },
                  "help": {
                    "text": "put the value in quotes: agents that parse strictly drop the skill"
                  },
                  "defaultConfiguration": {
                    "level": "warning"
                  }
                },
                {
                  "id": "link-broken",
                  "shortDescription": {
                    "text": "A link leads to a file that is not in the skill."
                  },
                  "fullDescription": {
                    "text": "A link leads to a file that is not in the skill.\n\nA quarter of the relative links in public skills are broken: the model follows them, finds\nnothing, and improvises."
                  },
                  "help": {
                    "text": "add the file, or mend the link"
                  },
                  "defaultConfiguration": {
                    "level": "warning"
                  }
                }
              ]
            }
          },
          "columnKind": "unicodeCodePoints",
          "results": [
            {
              "ruleId": "unquoted-colon",
              "ruleIndex": 0,
              "level": "warning",
              "message": {
                "text": "the value of `description` holds `: ` and is not in quotes"
              },
              "locations": [
                {
                  "physicalLocation": {
                    "artifactLocation": {
                      "uri": "colon/SKILL.md"
                    },
                    "region": {
                      "startLine": 3,
                      "startColumn": 14,
                      "byteOffset": 29,
                      "byteLength": 29
                    }
                  }
                }
              ]
            },
            {
              "ruleId": "link-broken",
              "ruleIndex": 1,
              "level": "warning",
              "message": {
                "text": "the link to `b.md` leads to nothing"
              },
              "locations": [
                {
                  "physicalLocation": {
                    "artifactLocation": {
                      "uri": "colon/SKILL.md"
                    },
                    "region": {
                      "startLine": 5,
                      "startColumn": 1,
                      "byteOffset": 63,
                      "byteLength": 9
                    }
                  }
                }
              ]
            }
          ]
        }
      ]
    }
    --- stderr
    "#);
}

#[test]
fn sarif_of_anything_is_valid() {
    let sandbox = Sandbox::new()
        .file("colon/SKILL.md", COLON)
        .file("again/SKILL.md", COLON)
        .file("50% ü#?:&/SKILL.md", COLON)
        .file("bees/manifest.json", "{}")
        .directory("nothing");
    let absolute = sandbox.path("colon");
    let absolute = absolute.to_str().unwrap();
    for paths in [&["."][..], &["colon"], &["nothing"], &["gone"], &["colon", "again"], &[absolute]]
    {
        for profile in ["prowess", "agentskills", "bees", "wink-2026"] {
            let mut arguments = vec!["check", "--format", "sarif", "--profile", profile];
            arguments.extend(paths);
            sarif::check_log(&sandbox.run(&arguments).json());
        }
    }
}

#[test]
fn sarif_uris_are_percent_encoded_byte_by_byte() {
    let odd = OsStr::from_bytes(b"a b\xff");
    let sandbox = Sandbox::new()
        .file("50% ü#?:&/SKILL.md", "")
        .file(std::path::Path::new(odd).join("SKILL.md"), "");
    let absolute = sandbox.path("50% ü#?:&");
    let table: [(&OsStr, String); 3] = [
        (OsStr::new("50% ü#?:&"), "50%25%20%C3%BC%23%3F%3A%26/SKILL.md".to_owned()),
        (odd, "a%20b%FF/SKILL.md".to_owned()),
        (absolute.as_os_str(), "file://[DIR]/50%25%20%C3%BC%23%3F%3A%26/SKILL.md".to_owned()),
    ];
    for (path, expected) in table {
        let arguments = ["check", "--format", "sarif"].map(OsStr::new);
        let ran = sandbox.exits(1, &[&arguments[..], &[path]].concat());
        sarif::check_log(&ran.json());
        assert!(ran.answer().contains(&format!("\"uri\": \"{expected}\"")), "{ran}");
    }
}

#[test]
fn github_commands_annotate_lines() {
    let sandbox = Sandbox::new().file("a,b: 50%/SKILL.md", COLON).file("empty/SKILL.md", "");
    assert_snapshot!(sandbox.run(&["check", "--format", "github", "."]), @"
    exit 1
    --- stdout
    ::warning file=./a%2Cb%3A 50%25/SKILL.md,line=3,col=14,title=unquoted-colon::the value of `description` holds `: ` and is not in quotes
    ::warning file=./a%2Cb%3A 50%25/SKILL.md,line=2,col=7,title=name-directory-mismatch::the name is `colon` but the directory is called `a,b: 50%25`
    ::warning file=./a%2Cb%3A 50%25/SKILL.md,line=5,col=1,title=link-broken::the link to `b.md` leads to nothing
    ::error file=./empty/SKILL.md,title=file-empty::the file is empty
    ::warning file=./empty/SKILL.md,line=1,col=1,title=frontmatter-missing::there is no frontmatter
    --- stderr
    ");
}

#[test]
fn github_commands_cannot_be_forged() {
    let text =
        "---\nname: \"a\\n::error::x\\e[2J%0A\"\ndescription: Helps. Use when asked.\n---\nGo.\n";
    let sandbox = Sandbox::new().file("s/SKILL.md", text);
    let ran = sandbox.exits(0, &["check", "--format", "github", "s"]);
    assert!(ran.stdout.lines().all(|line| line.starts_with("::warning file=s/SKILL.md,")), "{ran}");
    assert!(!ran.stdout.contains('\u{1b}') && ran.stdout.contains("%250A"), "{ran}");
}

#[test]
fn json_and_another_format_exclude_each_other() {
    let sandbox = Sandbox::new().skill("s");
    for format in ["text", "sarif", "github"] {
        let ran = sandbox.exits(2, &["check", "s", "--json", "--format", format]);
        assert_eq!(ran.json()["error"]["kind"], "usage");
    }
}
