//! Cases for the comparison with the reference validator: every rule it has, and generated
//! frontmatter that is mostly wrong in ways YAML parsers disagree about.

use crate::Random;

/// A file, and the name of the directory it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceCase {
    /// The directory's name.
    pub directory: String,
    /// The text of `SKILL.md`.
    pub text: String,
}

const KEYS: [&str; 15] = [
    "name",
    "description",
    "license",
    "compatibility",
    "metadata",
    "allowed-tools",
    "version",
    "name",
    "description",
    "\"quoted\"",
    "'q'",
    "a b",
    "-x",
    "?y",
    "<<",
];

/// Values, some of which go on over lines; what is after a line break is indented or not on purpose.
const VALUES: [&str; 105] = [
    "foo",
    "my-skill",
    "foo bar",
    "a: b",
    "\"dq\"",
    "\"dq \\n x\"",
    "'sq'",
    "'it''s'",
    "\"un",
    "foo # c",
    "foo#c",
    "#c",
    "*x",
    "&a b",
    "!t v",
    "@x",
    "`x",
    "%x",
    "{a: b}",
    "[a, b]",
    "| ",
    "|",
    ">",
    ">-",
    "|+",
    "|2",
    ">1-",
    "|x",
    "- a",
    "? k",
    ": v",
    "foo:bar",
    "x://y:80",
    "true",
    "1.0",
    "~",
    "",
    "\"\"",
    "''",
    "\"a\" b",
    "\"a\"#c",
    "'a' #c",
    "x\ty",
    "\tx",
    "x\t",
    "a  b",
    "\u{e9}",
    "\u{6280}\u{80fd}",
    "\"\\x41\\u00e9\\U0001F600\"",
    "\"\\d\"",
    "\"a\n b\"",
    "\"a\n\n  b\"",
    "\"a\nb\"",
    "'a\n  b'",
    "\"a \\\n   b\"",
    "...",
    "a ...",
    "-",
    "--",
    "a-",
    "?",
    "?x",
    ":x",
    "x:",
    "x :y",
    "x : y",
    ",a",
    "a,",
    "}",
    "a}",
    "\"\\u12\"",
    ">-\n  folded\n  text",
    "|\n  lit\n   more\n\n  x",
    ">\n  a\n\n  b\n   c\n  d\n",
    "|\n\n\n    x\n  y",
    "|-\n x\n  y\n",
    "\n  plain\n  cont",
    "\n  plain\n cont2",
    "\n  # c\n  v",
    "\n  a: b\n  c: d",
    "\n    a: b\n    c:\n      d: e",
    "\n  - a\n  - b",
    "\n- a\n- b",
    "\n  - a: b\n    c: d\n  - e",
    "\n  -\n    x",
    "\n  - - a\n    - b",
    "\n - x\n - y: z\n   w: 1",
    "cont\n  more\n  yet",
    "cont\n  mo: re",
    "cont\n # c\n more",
    "\"q\"\n  x",
    "a\n\n\n  b",
    "\n  {a: b}",
    "\n  \"k\": v",
    "\n  a: b\n c: d",
    "\n  a: b\n   c: d",
    "\n\ta: b",
    "\n  a:\n  - x\n  b: c",
    "a: b: c",
    "a #b: c",
    "\n  k1:\n    a: b\n  k2:\n      a: b",
    "\n  ? a\n  : b",
    "\n  ? a",
    "\u{a0}x",
    "x---y",
];

const GLUE: [&str; 22] = [
    "\n",
    "\n",
    "\n",
    "\n",
    "\n",
    "\n",
    "\n",
    "\n",
    "\n",
    "\n",
    "\n",
    "\n",
    "\n\n",
    "\n# c\n",
    "\n  # c\n",
    " \n",
    "\n \n",
    "\n\n\t\n",
    "\n\n \n",
    "\n\t\n",
    "\n  ",
    " # c\n",
];

const OPENINGS: [&str; 20] = [
    "---\n",
    "---\n",
    "---\n",
    "---\n",
    "---\n",
    "---\n",
    "---\n",
    "---\n",
    "---\n",
    "---\n",
    "---\n",
    "---",
    "--- \n",
    "----\n",
    "---\t\n",
    "--- # c\n",
    "\n---\n",
    "--- a: b\n",
    "---\n\n",
    "---\n  ",
];

const CLOSINGS: [&str; 16] = [
    "---\n",
    "---\n",
    "---\n",
    "---\n",
    "---\n",
    "---\n",
    "---\n",
    "---\n",
    "---\n",
    "---\n",
    "---",
    "--- x\n",
    "",
    "...\n---\n",
    " ---\n",
    "----\n",
];

const NAMES: [&str; 10] = [
    "my-skill",
    "my-skill",
    "my-skill",
    "x",
    "My_Skill",
    "-a",
    "a--b",
    "\u{e9}",
    "\"my-skill\"",
    "a b",
];

/// The cases of the standard's own test suite, and the corners of its rules.
pub fn documented_cases() -> Vec<ReferenceCase> {
    let mut cases = Vec::new();
    let mut add = |directory: &str, text: String| {
        cases.push(ReferenceCase { directory: directory.to_owned(), text });
    };
    let named = |name: &str| format!("---\nname: {name}\ndescription: Does things.\n---\nBody\n");
    for (directory, name) in [
        ("my-skill", "my-skill"),
        ("MySkill", "MySkill"),
        ("-my-skill", "-my-skill"),
        ("my-skill-", "my-skill-"),
        ("my--skill", "my--skill"),
        ("my_skill", "my_skill"),
        ("wrong-name", "correct-name"),
        ("\u{6280}\u{80fd}", "\u{6280}\u{80fd}"),
        (
            "\u{43c}\u{43e}\u{439}-\u{43d}\u{430}\u{432}\u{44b}\u{43a}",
            "\u{43c}\u{43e}\u{439}-\u{43d}\u{430}\u{432}\u{44b}\u{43a}",
        ),
        ("\u{41d}\u{410}\u{412}\u{42b}\u{41a}", "\u{41d}\u{410}\u{412}\u{42b}\u{41a}"),
        ("caf\u{e9}", "cafe\u{301}"),
        ("\u{ff50}\u{ff44}\u{ff46}", "pdf"),
        ("\u{fb01}x", "fix"),
        ("a\u{93e}", "a\u{93e}"),
        ("a\u{b2}", "a\u{b2}"),
        ("\u{2167}", "\u{2167}"),
        ("\u{df}", "\u{df}"),
        ("\u{130}", "\u{130}"),
        ("a\u{200b}b", "a\u{200b}b"),
        ("8004", "8004"),
        ("yes", "yes"),
        ("\u{a8}", "\u{a8}"),
        ("\u{2002}\u{16f}", "\u{2002}\u{16f}"),
        ("=", "="),
        ("my-skill", "<<"),
        ("my-skill", "\"  my-skill  \""),
        ("a.b", "a.b"),
        ("a b", "a b"),
        ("a", "a"),
    ] {
        add(directory, named(name));
    }
    for length in [63, 64, 65, 70] {
        add(&"a".repeat(length), named(&"a".repeat(length)));
    }
    for length in [1023, 1024, 1025, 1100] {
        let text = "x".repeat(length);
        add("my-skill", format!("---\nname: my-skill\ndescription: {text}\n---\n"));
        let wide = "\u{6280}".repeat(length);
        add("my-skill", format!("---\nname: my-skill\ndescription: {wide}\n---\n"));
    }
    for length in [0, 1, 500, 501, 550] {
        let text = "x".repeat(length);
        add(
            "my-skill",
            format!("---\nname: my-skill\ndescription: d\ncompatibility: {text}\n---\n"),
        );
    }
    for text in [
        "# No frontmatter here\n",
        "",
        "---",
        "---\n",
        "---\nname: x\n",
        "---\nname: [invalid\n---\n",
        "---\n- a\n- b\n---\n",
        "---\njust text\n---\n",
        "---\n---\n",
        "------\n",
        "---\nname: my-skill\n---\n",
        "---\ndescription: d\n---\n",
        "---\nname:\ndescription:\n---\n",
        "---\nname: ''\ndescription: '  '\n---\n",
        "---\nname: [a]\ndescription: [b]\n---\n",
        "---\nname:\n  - a\ndescription:\n  a: b\ncompatibility:\n  - c\n---\n",
        "---\nname: my-skill\ndescription: d\nlicense: MIT\nmetadata:\n  author: Test Author\n  version: 1.0\n---\n",
        "---\nname: my-skill\ndescription: d\nallowed-tools: Bash(jq:*) Bash(git:*)\n---\n",
        "---\nname: my-skill\ndescription: d\nunknown_field: x\nanother: y\n---\n",
        "---\nname: my-skill\ndescription: =\n---\n",
        "---\nname: my-skill\ndescription: <<\n---\n",
        "---\nname: my-skill\ndescription: d\ncompatibility: <<\n---\n",
        "---\nname: my-skill\ndescription: a---b\n---\n",
        "\u{feff}---\nname: my-skill\ndescription: d\n---\n",
        "\n---\nname: my-skill\ndescription: d\n---\n",
        "---\r\nname: my-skill\r\ndescription: d\r\n---\r\n",
        "---\rname: my-skill\rdescription: d\r---\r",
        "---\nname: my-skill\ndescription: d\nname: other\n---\n",
        "---\nname: my-skill\ndescription: d\nmetadata: {a: b}\n---\n",
        "---\nname: &a my-skill\ndescription: *a\n---\n",
        "---\nname: !!str my-skill\ndescription: d\n---\n",
        "---\nname: my-skill\ndescription: Use <foo> & <bar> tags\n---\n",
    ] {
        add("my-skill", text.to_owned());
    }
    cases
}

/// `count` generated cases; one seed always gives the same.
pub fn generated_cases(seed: u64, count: usize) -> Vec<ReferenceCase> {
    (0..count).map(|index| generate(&mut Random::stream(seed, index as u64))).collect()
}

fn generate(random: &mut Random) -> ReferenceCase {
    let mut entries = Vec::new();
    if random.chance(700) {
        entries.push(format!("name: {}", random.pick(&NAMES)));
    }
    if random.chance(700) {
        let long = "x".repeat(1030);
        let weighted = [("does x", 8), ("\"does: x\"", 8), (">-\n  does\n  x", 8), (&long, 1)];
        entries.push(format!("description: {}", random.weighted(&weighted)));
    }
    for _ in 0..random.below(4) {
        let separator =
            random.weighted(&[(": ", 20), (":", 1), (" : ", 1), (":\t", 1), (":  ", 1)]);
        entries.push(format!("{}{separator}{}", random.pick(&KEYS), random.pick(&VALUES)));
    }
    let mut text = random.pick(&OPENINGS).to_owned();
    while !entries.is_empty() {
        text.push_str(&entries.swap_remove(random.below(entries.len())));
        text.push_str(random.pick(&GLUE));
    }
    text.push_str(random.pick(&CLOSINGS));
    text.push_str(random.pick(&["\nbody\n", "", "body --- x\n"]));
    if random.chance(50) {
        text = text.replace('\n', "\r\n");
    }
    if random.chance(100) {
        let mut at = random.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let slips = [
            " ", "\t", "\n", ":", "#", "-", "\"", "'", "|", ">", "[", "{", "&", "*", "!", "\n  ",
            ": ", " #",
        ];
        text.insert_str(at, random.pick(&slips));
    }
    let directory = random.pick(&["my-skill", "my-skill", "x"]).to_owned();
    ReferenceCase { directory, text }
}
