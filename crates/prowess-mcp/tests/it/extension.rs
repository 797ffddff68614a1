//! The Skills extension, in every revision that clients speak.

use prowess::format::Digest;
use serde_json::{Value, json};

use crate::client::{Client, LEGACY, MODERN, run};
use crate::fixture::Fixture;

fn uris(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|one| one["uri"].as_str().unwrap()).collect()
}

#[test]
fn skills_are_listed_and_read_and_their_digests_hold() {
    run(async {
        let fixture = Fixture::usual();
        for version in ["2024-11-05", "2025-03-26", "2025-06-18", LEGACY, MODERN] {
            let mut client = Client::with(&fixture, version, "somebody", json!({})).await;
            let list = client.ask("skills/list", json!({})).await.unwrap();
            assert_eq!(
                (&list["resultType"], &list["cacheScope"]),
                (&json!("complete"), &json!("private"))
            );
            assert!(list["ttlMs"].is_u64() && list.get("nextCursor").is_none());
            assert_eq!(
                uris(&list["skills"]),
                ["skill://hello/SKILL.md", "skill://models-only/SKILL.md"],
                "what is hidden from models is not in the list"
            );
            let hello = &list["skills"][0];
            assert_eq!(
                hello["frontmatter"],
                json!({"name": "hello", "description": "Says hello.", "argument-hint": "[loud|quiet]"})
            );
            assert_eq!(
                uris(&hello["resources"]),
                [
                    "skill://hello/SKILL.md",
                    "skill://hello/assets/dot.png",
                    "skill://hello/scripts/run.sh"
                ]
            );
            let script = &hello["resources"][2];
            let digest = format!("sha256:{}", Digest::of_bytes(b"echo hi\n").hex());
            assert_eq!((&script["digest"], &script["size"]), (&json!(digest), &json!(8)));
            let read = client.ask("resources/read", json!({"uri": script["uri"]})).await.unwrap();
            assert_eq!(read["contents"][0]["text"], "echo hi\n");
            let got = client.ask("skills/get", json!({"uri": hello["uri"]})).await.unwrap();
            assert_eq!(got["skill"], *hello);
        }
    });
}

#[test]
fn what_is_in_no_list_is_found_by_its_address_and_what_is_not_there_is_not() {
    run(async {
        let fixture = Fixture::usual()
            .skill("Shouting", "description: No name of the standard.", "x")
            .skill("forbidden", "description: Denied.", "x")
            .file("nameless/SKILL.md", "---\ndescription: Has no name of its own.\n---\nx\n")
            .set("permission.skill.forbidden=deny");
        let mut client = Client::with(&fixture, MODERN, "somebody", json!({})).await;
        let quiet =
            client.ask("skills/get", json!({"uri": "skill://quiet/SKILL.md"})).await.unwrap();
        assert_eq!(quiet["skill"]["frontmatter"]["name"], "quiet");
        let refused = [
            ("skills/get", "skill://nothing/SKILL.md"),
            ("skills/get", "skill://forbidden/SKILL.md"),
            ("skills/get", "skill://Shouting/SKILL.md"),
            ("skills/get", "skill://nameless/SKILL.md"),
            ("skills/get", "skill://hello/scripts/run.sh"),
            ("skills/get", "file:///etc/passwd"),
            ("skills/get", ""),
            ("resources/read", "skill://forbidden/SKILL.md"),
            ("resources/read", "skill://forbidden"),
            ("resources/read", "skill://hello/nothing"),
            ("resources/read", "skill://hello/scripts"),
            ("resources/read", "skill://hello/../quiet/SKILL.md"),
            ("resources/read", "skill://hello/%2e%2e/quiet/SKILL.md"),
            ("resources/read", "skill://hello/..%2fquiet/SKILL.md"),
            ("resources/read", "skill://hello/scripts\\..\\..\\quiet"),
            ("resources/read", "skill://hello//etc/passwd"),
            ("resources/read", "skill://hello/%2Fetc/passwd"),
            ("resources/read", "skill://hello/a%00b"),
            ("resources/read", "skill://%2e%2e/SKILL.md"),
            ("resources/read", "skill://../SKILL.md"),
            ("resources/read", "skill:hello"),
            ("resources/directory/read", "skill://hello/SKILL.md"),
            ("resources/directory/read", "skill://hello/nothing"),
            ("resources/directory/read", "skill://hello/.."),
            ("resources/directory/read", "skill://forbidden"),
            ("resources/directory/read", "skill://nothing"),
        ];
        for (method, uri) in refused {
            let answer = client.ask(method, json!({"uri": uri})).await;
            assert_eq!(
                answer.as_ref().map_err(|error| error.0),
                Err(-32602),
                "{method} {uri} {answer:?}"
            );
            let text = format!("{answer:?}");
            assert!(!text.contains("/skills/"), "a path of this machine: {text}");
        }
        let all = client.ask("skills/list", json!({})).await.unwrap().to_string();
        let all = all + &client.ask("tools/list", json!({})).await.unwrap().to_string();
        let all = all + &client.ask("prompts/list", json!({})).await.unwrap().to_string();
        let all = all + &client.ask("resources/list", json!({})).await.unwrap().to_string();
        assert!(!all.contains("forbidden"), "a denied skill is nowhere: {all}");
        let (denied, _) = client.call("skill", json!({"name": "forbidden"})).await;
        let (unknown, _) = client.call("skill", json!({"name": "nobody"})).await;
        assert_eq!(denied.replace("forbidden", "nobody"), unknown, "it is as if it were not there");
    });
}

#[test]
fn directories_are_read_child_by_child() {
    run(async {
        let mut fixture = Fixture::usual();
        for number in 0..450 {
            fixture = fixture.file(&format!("hello/many/{number:03} x.txt"), "x");
        }
        let mut client = Client::new(&fixture).await;
        let table = [
            (
                "skill://hello",
                vec![
                    "skill://hello/SKILL.md text/markdown",
                    "skill://hello/assets inode/directory",
                    "skill://hello/many inode/directory",
                    "skill://hello/scripts inode/directory",
                ],
            ),
            ("skill://hello/scripts", vec!["skill://hello/scripts/run.sh text/x-shellscript"]),
            ("skill://hello/scripts/", vec!["skill://hello/scripts/run.sh text/x-shellscript"]),
        ];
        for (uri, expected) in table {
            let read = client.ask("resources/directory/read", json!({"uri": uri})).await.unwrap();
            let children: Vec<String> = read["resources"]
                .as_array()
                .unwrap()
                .iter()
                .map(|one| {
                    format!(
                        "{} {}",
                        one["uri"].as_str().unwrap(),
                        one["mimeType"].as_str().unwrap()
                    )
                })
                .collect();
            assert_eq!(children, expected, "{uri}");
        }
        let (mut found, mut cursor) = (Vec::new(), Value::Null);
        loop {
            let params = json!({"uri": "skill://hello/many", "cursor": cursor});
            let page = client.ask("resources/directory/read", params).await.unwrap();
            found.extend(uris(&page["resources"]).into_iter().map(str::to_owned));
            cursor = page["nextCursor"].clone();
            if cursor.is_null() {
                break;
            }
        }
        assert_eq!((found.len(), found[7].as_str()), (450, "skill://hello/many/007%20x.txt"));
        let read = client.ask("resources/read", json!({"uri": found[7]})).await.unwrap();
        assert_eq!(read["contents"][0]["text"], "x");
    });
}

#[test]
fn long_lists_come_in_pages_that_hold_while_skills_come_and_go() {
    run(async {
        let mut fixture = Fixture::new();
        for number in 0..250 {
            fixture =
                fixture.skill(&format!("skill-{number:03}"), "description: One of many.", "x");
        }
        let mut client = Client::with(&fixture, MODERN, "somebody", json!({})).await;
        for (method, field) in [
            ("skills/list", "skills"),
            ("resources/list", "resources"),
            ("prompts/list", "prompts"),
        ] {
            let (mut names, mut cursor, mut pages) = (Vec::new(), None, 0);
            loop {
                let params = match &cursor {
                    Some(cursor) => json!({ "cursor": cursor }),
                    None => json!({}),
                };
                let page = client.ask(method, params).await.unwrap();
                pages += 1;
                names.extend(page[field].as_array().unwrap().iter().map(ToString::to_string));
                match page["nextCursor"].as_str() {
                    Some(next) => cursor = Some(next.to_owned()),
                    None => break,
                }
            }
            let count = names.len();
            names.dedup();
            assert_eq!((count, names.len()), (250, 250), "{method}");
            assert!(pages > 1, "{method}");
            let bad = client.ask(method, json!({"cursor": "nonsense"})).await;
            assert_eq!(bad.unwrap_err().0, -32602, "{method}");
        }
    });
}

#[test]
fn a_changed_file_has_a_new_digest_and_a_deleted_skill_is_unknown() {
    run(async {
        let fixture = Fixture::usual();
        let mut client = Client::new(&fixture).await;
        let uri = json!({"uri": "skill://hello/SKILL.md"});
        let before = client.ask("skills/get", uri.clone()).await.unwrap();
        std::fs::write(fixture.path("hello/scripts/run.sh"), "echo ho\n").unwrap();
        let after = client.ask("skills/get", uri.clone()).await.unwrap();
        let digest = |got: &Value| got["skill"]["resources"][2]["digest"].clone();
        assert_ne!(digest(&before), digest(&after));
        std::fs::remove_dir_all(fixture.path("hello")).unwrap();
        assert_eq!(client.ask("skills/get", uri.clone()).await.unwrap_err().0, -32602);
        assert!(client.ask("resources/read", uri).await.is_err());
        let quiet = client.ask("resources/read", json!({"uri": "skill://quiet"})).await.unwrap();
        assert!(quiet["contents"][0]["text"].as_str().unwrap().ends_with("Psst.\n"));
    });
}

#[test]
fn what_is_no_text_comes_as_a_blob() {
    run(async {
        let fixture = Fixture::usual();
        let mut client = Client::new(&fixture).await;
        let uri = json!({"uri": "skill://hello/assets/dot.png"});
        let read = client.ask("resources/read", uri).await.unwrap();
        let blob = &read["contents"][0];
        assert_eq!((&blob["blob"], &blob["mimeType"]), (&json!("iVBOR//+"), &json!("image/png")));
    });
}
