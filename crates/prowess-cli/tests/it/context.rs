//! `context`: the AGENTS.md files of a working directory.

use insta::assert_snapshot;

use crate::sandbox::Sandbox;

#[test]
fn the_nearest_first_and_none_of_hidden_directories() {
    let sandbox = Sandbox::new()
        .file("AGENTS.md", "top\n")
        .file("a/b/AGENTS.md", "here\n")
        .file("a/.hidden/AGENTS.md", "hidden\n")
        .file("a/.hidden/c/AGENTS.md", "below hidden\n")
        .directory("a/d/AGENTS.md");
    assert_snapshot!(sandbox.run(&["-C", "a/b", "context"]), @"
    exit 0
    --- stdout
    [DIR]/a/b/AGENTS.md  (here, 5 bytes)
    [DIR]/AGENTS.md  (2 up, 4 bytes)
    --- stderr
    ");
    assert_snapshot!(sandbox.run(&["-C", "a/.hidden/c", "context"]), @"
    exit 0
    --- stdout
    [DIR]/AGENTS.md  (3 up, 4 bytes)
    --- stderr
    ");
    assert_snapshot!(sandbox.run(&["-C", "a/d", "context", "--json"]), @r#"
    exit 0
    --- stdout
    {
      "version": 1,
      "files": [
        {
          "path": "[DIR]/AGENTS.md",
          "depth": 2,
          "bytes": 4
        }
      ]
    }
    --- stderr
    "#);
    assert_snapshot!(Sandbox::new().run(&["context"]), @"
    exit 0
    --- stdout

    --- stderr
    there is no AGENTS.md here or above
    ");
}

#[test]
fn twenty_levels_up_is_the_last() {
    let deep = |levels: usize| vec!["d"; levels].join("/");
    let sandbox = Sandbox::new().file("AGENTS.md", "top\n").directory(deep(21));
    assert_eq!(sandbox.exits(0, &["-C", &deep(20), "context"]).stdout.lines().count(), 1);
    assert_eq!(sandbox.exits(0, &["-C", &deep(21), "context"]).stdout, "");
}
