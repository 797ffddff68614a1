//! Lists `profiles/*.toml`, so that adding an agent is adding a file.

use std::fmt::Write as _;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=profiles");
    let directory = Path::new(&std::env::var("CARGO_MANIFEST_DIR")?).join("profiles");
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&directory)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "toml")
            && let Some(name) = path.file_stem().and_then(|name| name.to_str())
        {
            names.push(name.to_owned());
        }
    }
    names.sort_unstable();
    let mut list = String::from("&[\n");
    for name in names {
        let file = directory.join(format!("{name}.toml"));
        writeln!(list, "    ({name:?}, include_str!({file:?})),")?;
    }
    list.push_str("]\n");
    let out = Path::new(&std::env::var("OUT_DIR")?).join("profiles.rs");
    std::fs::write(out, list)?;
    Ok(())
}
