//! What holds for any manifest.

use proptest::prelude::*;
use prowess_format::manifest::{self, Manifest, McpKind, McpServer};
use prowess_format::rules::Rules;
use serde_json::{Map, Value as Json};

use super::convert::{parse_skill, strict};
use super::{example_tree, ids, messages, parse};

fn texts() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(any::<String>(), 0..4)
}

fn extras() -> impl Strategy<Value = Map<String, Json>> {
    let pairs = prop::collection::vec(("x-[a-z]{1,4}", any::<String>()), 0..3);
    pairs.prop_map(|pairs| pairs.into_iter().map(|(key, text)| (key, Json::from(text))).collect())
}

fn servers() -> impl Strategy<Value = Vec<McpServer>> {
    let text = || prop::option::of(any::<String>());
    let server = (any::<String>(), any::<bool>(), text(), texts(), text(), extras()).prop_map(
        |(name, remote, command, args, url, extra)| {
            let kind = if remote { McpKind::Remote } else { McpKind::Local };
            McpServer { name, kind, command, args, url, extra }
        },
    );
    prop::collection::vec(server, 0..3)
}

prop_compose! {
    fn manifests()(
        id in "[a-z0-9-]{1,80}",
        name in "\\PC{1,12}|(?s).{1,12}",
        version in "[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}",
        description in prop_oneof![9 => "(?s).{1,40}", 1 => "[a-z ]{1000,1100}"],
        owner in "(?s).{1,12}",
        lists in (texts(), texts(), texts(), texts()),
        mcp_servers in servers(),
        node_version in prop::option::of("[0-9.]{1,5}"),
        extra in extras(),
    ) -> Manifest {
        let (scripts, env_vars, dependencies, system_packages) = lists;
        Manifest {
            id, name, version, description, owner, scripts, env_vars, mcp_servers, dependencies,
            node_version, system_packages, extra, context: vec!["SKILL.md".to_owned()],
        }
    }
}

proptest! {
    #[test]
    fn json_and_back_is_the_same(manifest in manifests()) {
        let parsed = parse(manifest.to_json_text());
        prop_assert_eq!(ids(&parsed.diagnostics), [""; 0]);
        prop_assert_eq!(parsed.manifest.unwrap(), manifest);
    }

    #[test]
    fn a_skill_and_back_is_the_same(manifest in manifests(), context in any::<String>()) {
        let text = manifest::to_skill_md(&manifest, &context);
        for rules in [Rules::default(), strict()] {
            let (skill, said) = parse_skill(&text, &rules);
            prop_assert_eq!(messages(&said), [""; 0], "{}", text);
            prop_assert_eq!(&manifest::from_skill(&skill, None), &manifest, "{}", text);
        }
    }

    #[test]
    fn no_bytes_and_no_values_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        key in "id|version|context|scripts|mcpServers|nodeVersion|x",
        value in "[\\[\\]{}:,\"a0/.\\\\-]{0,20}",
    ) {
        for text in [bytes, format!("{{\"{key}\": {value}}}").into_bytes()] {
            let parsed = parse(&text);
            let found = parsed.validate(Some(&example_tree()), &Rules::default());
            prop_assert!(!found.is_empty());
        }
    }
}
