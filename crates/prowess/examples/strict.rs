//! scratch
use prowess_format::*;
use std::io::BufRead;
fn main() {
    let profile = prowess::Profile::named(&std::env::args().nth(1).unwrap()).unwrap();
    let rules = &profile.format;
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let r: serde_json::Value = serde_json::from_str(&line).unwrap();
        let head = r["head"].as_str().unwrap();
        let dir = r["dir"].as_str().unwrap();
        let file = TreePath::new(r["file"].as_str().unwrap_or("SKILL.md")).unwrap();
        let doc = Document {
            file: &file,
            bytes: head.as_bytes(),
            directory: Some(dir),
            size: head.len() as u64,
            flat: false,
        };
        let parsed = parse(doc, rules);
        let d = validate(
            &parsed.skill,
            parsed.diagnostics,
            Surroundings { directory: Some(dir), ..Default::default() },
            rules,
        );
        let errors: Vec<_> =
            d.iter().filter(|d| d.severity == Severity::Error).map(|d| d.message.clone()).collect();
        let others: Vec<_> = d
            .iter()
            .filter(|d| d.severity != Severity::Error)
            .map(|d| format!("{}@{}", d.code.id, d.location.map_or(0, |l| l.line)))
            .collect();
        println!(
            "{}",
            serde_json::json!({"id": r["id"], "errors": errors, "others": others, "name": parsed.skill.name.map(|n| (n.text, format!("{:?}", n.origin))), "description": parsed.skill.description.map(|n| (n.text, format!("{:?}", n.origin))), "fm": serde_json::from_str::<serde_json::Value>(&parsed.skill.frontmatter.to_json()).unwrap() })
        );
    }
}
