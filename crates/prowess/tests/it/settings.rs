//! Settings: names that hold dots.

use prowess::Settings;

use crate::discovery::Machine;

#[test]
fn a_name_with_dots_is_one_name() {
    let machine = || {
        let with = |machine: Machine, name: &str| {
            let fields = format!("name: {name}\ndescription: d");
            machine.fields(&format!("project/skills/{name}"), &fields)
        };
        ["a", "a.b", "a.b.c"].into_iter().fold(Machine::new(), with)
    };
    let table: [(&str, &str, &[&str]); 8] = [
        ("wundr", r#"skills.entries."a.b".enabled=false"#, &["a", "a.b.c"]),
        ("wundr", r#"skills.entries.'a.b.c'.enabled=false"#, &["a", "a.b"]),
        ("wundr", "skills.entries.a.enabled=false", &["a.b", "a.b.c"]),
        ("prowess", r#"permission.skill."a.b*"=deny"#, &["a"]),
        ("prowess", r#"permission.skill."a.b"=deny"#, &["a", "a.b.c"]),
        ("prowess", "permission.skill.a*=deny", &[]),
        ("prowess", "skills.ignoredSkills=['a.b']", &["a", "a.b.c"]),
        ("prowess", r#"skills.entries."a.b".enabled=false"#, &["a", "a.b.c"]),
    ];
    for (profile, assignment, expected) in table {
        assert_eq!(machine().set(assignment).names(profile), expected, "{profile} {assignment}");
    }
    let env = "name: a.b\ndescription: d\nmetadata:\n  wundr:\n    primaryEnv: KEY\n    requires:\n      env: [KEY]";
    let needy = || Machine::new().fields("project/skills/s", env);
    assert_eq!(needy().names("wundr"), [""; 0]);
    for assignment in [r#"skills.entries."a.b".env.KEY=x"#, r#"skills.entries."a.b".apiKey=x"#] {
        assert_eq!(needy().set(assignment).names("wundr"), ["a.b"], "{assignment}");
    }
}

#[test]
fn keys_are_shown_as_a_file_would_have_them() {
    let mut settings = Settings::default();
    let table = [
        (r#"skills.entries."a.b".enabled=false"#, r#"skills.entries."a.b".enabled"#, false),
        ("permission.skill.x*=deny", r#"permission.skill."x*""#, false),
        ("skills.entries.s.env.KEY=x", "skills.entries.s.env.KEY", true),
        ("skills.entries.s.apiKey=x", "skills.entries.s.apiKey", true),
        // What a skill is called says nothing about what is secret.
        (r#"skills.entries."x.env.y".enabled=false"#, r#"skills.entries."x.env.y".enabled"#, false),
        (r#"permission.skill."x.apiKey"=deny"#, r#"permission.skill."x.apiKey""#, false),
    ];
    for (assignment, ..) in table {
        settings.set(assignment).unwrap();
    }
    for (_, key, secret) in table {
        let (_, setting) = settings.all().find(|(shown, _)| *shown == key).unwrap();
        assert_eq!(setting.is_secret(), secret, "{key}");
    }
    assert_eq!(settings.all().count(), table.len());
    for wrong in ["skills.entries.a.b.enabled=false", r#"permission.skill."a=deny"#, "skills..=1"] {
        assert!(settings.set(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn rules_made_again_come_last() {
    let machine = Machine::new()
        .agent("a.b")
        .skill("home/.claude/skills/a")
        .set("permission.skill.*=allow")
        .set("permission.skill.a=deny")
        .set("permission.skill.*=allow");
    assert_eq!(machine.names("opencode"), ["a"]);
    let denied = machine.set("permission.skill.?=deny");
    assert_eq!(denied.names("opencode"), [""; 0]);
    // The agent's own rules come after those for everyone.
    let allowed = denied.set(r#"agent."a.b".permission.skill.a=allow"#);
    assert_eq!(allowed.names("opencode"), ["a"]);
}
