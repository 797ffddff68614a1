//! Writes the Markdown below the frontmatter.

use crate::prose::{self, Script};
use crate::random::Random;

/// A body of about `bytes` bytes.
pub(crate) fn write(bytes: usize, script: Script, random: &mut Random) -> String {
    let mut out = format!("\n# {}\n\n", prose::text(24, Script::Latin, random));
    if random.chance(540) {
        out.push_str("<!-- Kept by the team; ask before changing. -->\n\n");
    }
    while out.len() < bytes {
        let block = block(script, random);
        out.push_str(&block);
        out.push('\n');
    }
    cut(&mut out, bytes);
    out
}

/// Ends the last block where the size is reached: sizes are what benchmarks depend on.
fn cut(text: &mut String, bytes: usize) {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    if !text.ends_with('\n') {
        text.push('\n');
    }
}

fn block(script: Script, random: &mut Random) -> String {
    match random.below(10) {
        0 => format!("## {}\n", prose::text(20, script, random)),
        1..=4 => {
            let chars = 80 + random.below(320);
            format!("{}\n", prose::text(chars, script, random))
        }
        5..=6 => list(script, random),
        7 => shell(random),
        8 => table(random),
        _ => link(script, random),
    }
}

fn list(script: Script, random: &mut Random) -> String {
    (0..3 + random.below(5))
        .map(|number| {
            let text = prose::text(40, script, random);
            format!("{}. **{}** {text}\n", number + 1, prose::noun(random))
        })
        .collect()
}

fn shell(random: &mut Random) -> String {
    let (noun, other) = (prose::noun(random), prose::noun(random));
    format!(
        "```bash\ngit log --oneline -- {noun} | awk '{{ print $1 }}'\n\
         for file in {other}/*.json; do\n  jq '.{noun}' \"$file\" > out/${{file##*/}}\ndone\n```\n"
    )
}

fn table(random: &mut Random) -> String {
    let mut out = "| field | cost | note |\n|---|---|---|\n".to_owned();
    for _ in 0..3 + random.below(4) {
        let (noun, other) = (prose::noun(random), prose::noun(random));
        out.push_str(&format!("| `{noun}` | ${} | {other} |\n", random.below(900)));
    }
    out
}

fn link(script: Script, random: &mut Random) -> String {
    let text = prose::text(60, script, random);
    let noun = prose::noun(random);
    format!("{text} See [the notes](references/notes.md) and `scripts/run.sh` for {noun}.\n")
}
