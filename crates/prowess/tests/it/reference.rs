//! The `agentskills` profile against the reference validator, the Python package skills-ref 0.1.1.
//!
//! Its answers to the generated cases are committed (`tests/vectors/skills-ref.jsonl`), so that every
//! clone checks them. Where the package is installed (`cargo xtask test` does it) the real one is
//! asked again, about those, about more generated ones, and about public heads.
//! `PROWESS_UPDATE=1` writes the vectors anew from the real package.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use prowess::Profile;
use prowess_format::{Document, Rules, Severity, Surroundings, TreePath, parse, validate};
use prowess_testkit::{ReferenceCase, documented_cases, generated_cases};

use crate::shared;

/// strictyaml words its own errors; only that there is one is compared.
const INVALID_YAML: &str = "Invalid YAML in frontmatter:";

/// What we say: the messages of the errors.
fn our_answer(case: &ReferenceCase, rules: &Rules) -> Vec<String> {
    let file = TreePath::skill_file();
    let directory = Some(case.directory.as_str());
    let bytes = case.text.as_bytes();
    let document =
        Document { file: &file, bytes, directory, size: bytes.len() as u64, flat: false };
    let parsed = parse(document, rules);
    let around = Surroundings { directory, ..Default::default() };
    let diagnostics = validate(&parsed.skill, parsed.diagnostics, around, rules);
    let errors = diagnostics.into_iter().filter(|item| item.severity == Severity::Error);
    errors.map(|item| item.message).collect()
}

fn comparable(answer: &[String]) -> Vec<&str> {
    answer
        .iter()
        .map(|message| if message.starts_with(INVALID_YAML) { INVALID_YAML } else { message })
        .collect()
}

/// Compares; `None` is a case on which the reference itself falls over, where we must say no.
fn assert_equal(cases: &[ReferenceCase], answers: &[Option<Vec<String>>]) {
    assert_eq!(cases.len(), answers.len());
    let rules = Profile::named("agentskills").unwrap().format;
    let mut wrong = Vec::new();
    for (case, answer) in cases.iter().zip(answers) {
        let ours = our_answer(case, &rules);
        let equal = match answer {
            Some(answer) => comparable(&ours) == comparable(answer),
            None => !ours.is_empty(),
        };
        if !equal {
            wrong.push(format!("{case:?}\n  reference: {answer:?}\n  prowess:   {ours:?}"));
        }
    }
    let shown = wrong.iter().take(5).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} of {} answers differ:\n{shown}", wrong.len(), cases.len());
}

/// The cases whose answers are committed.
fn vector_cases() -> Vec<ReferenceCase> {
    let mut cases = documented_cases();
    cases.extend(generated_cases(1, 1_500));
    cases
}

fn vector_file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/skills-ref.jsonl")
}

#[derive(serde::Serialize, serde::Deserialize)]
struct Vector {
    directory: String,
    text: String,
    answer: Option<Vec<String>>,
}

fn read_vectors() -> (Vec<ReferenceCase>, Vec<Option<Vec<String>>>) {
    let text =
        std::fs::read_to_string(vector_file()).expect("the vectors are part of the repository");
    let vectors = text.lines().map(|line| serde_json::from_str::<Vector>(line).unwrap());
    vectors.map(|v| (ReferenceCase { directory: v.directory, text: v.text }, v.answer)).unzip()
}

fn write_vectors(cases: &[ReferenceCase], answers: &[Option<Vec<String>>]) {
    let lines = cases.iter().zip(answers).map(|(case, answer)| {
        // What strictyaml says is its own; the vectors hold only that it says something.
        let answer = answer
            .as_ref()
            .map(|answer| comparable(answer).into_iter().map(str::to_owned).collect());
        let vector = Vector { directory: case.directory.clone(), text: case.text.clone(), answer };
        serde_json::to_string(&vector).unwrap() + "\n"
    });
    std::fs::create_dir_all(vector_file().parent().unwrap()).unwrap();
    std::fs::write(vector_file(), lines.collect::<String>()).unwrap();
}

/// The interpreter that has the real package; a loud line where there is none.
fn python(test: &str) -> Option<std::ffi::OsString> {
    let python = std::env::var_os("PROWESS_SKILLS_REF_PYTHON");
    if python.is_none() {
        eprintln!(
            "SKIPPED {test}: skills-ref is not installed; `cargo xtask test` installs it and runs this"
        );
    }
    python
}

/// Asks the real package, or says that it is not there.
fn ask_reference(test: &str, cases: &[ReferenceCase]) -> Option<Vec<Option<Vec<String>>>> {
    let python = python(test)?;
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/ask_skills_ref.py");
    let mut child = Command::new(python)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the interpreter that PROWESS_SKILLS_REF_PYTHON names starts");
    let mut input = child.stdin.take().unwrap();
    let lines: String = cases
        .iter()
        .map(|case| {
            serde_json::json!({ "directory": case.directory, "text": case.text }).to_string() + "\n"
        })
        .collect();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().expect("the script reads all cases");
    assert!(output.status.success(), "the script failed");
    let text = String::from_utf8(output.stdout).unwrap();
    Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[test]
fn the_committed_answers_are_ours() {
    let (cases, answers) = read_vectors();
    let current = cases == vector_cases();
    assert!(current, "the generator changed: PROWESS_UPDATE=1 where skills-ref is installed");
    assert_equal(&cases, &answers);
}

#[test]
fn the_real_package_says_what_is_committed() {
    let cases = vector_cases();
    let Some(answers) = ask_reference("the_real_package_says_what_is_committed", &cases) else {
        return;
    };
    if std::env::var_os("PROWESS_UPDATE").is_some() {
        write_vectors(&cases, &answers);
    }
    assert_equal(&cases, &answers);
    let (_, committed) = read_vectors();
    for (now, then) in answers.iter().zip(&committed) {
        let now = now.as_ref().map(|answer| comparable(answer));
        assert_eq!(now, then.as_ref().map(|answer| comparable(answer)));
    }
}

#[test]
fn the_real_package_agrees_on_generated_cases() {
    let cases = generated_cases(2, 4_000);
    if let Some(answers) = ask_reference("the_real_package_agrees_on_generated_cases", &cases) {
        assert_equal(&cases, &answers);
    }
}

#[test]
fn the_real_package_agrees_on_public_heads() {
    const TEST: &str = "the_real_package_agrees_on_public_heads";
    let Some(heads) = shared::heads(TEST) else { return };
    let cases: Vec<ReferenceCase> = heads
        .into_iter()
        .map(|head| ReferenceCase { directory: head.dir, text: head.head })
        .collect();
    if let Some(answers) = ask_reference(TEST, &cases) {
        assert_equal(&cases, &answers);
    }
}

/// Which characters Python calls alphanumeric, for every code point it knows.
#[test]
fn alphanumeric_is_what_python_says() {
    let Some(python) = python("alphanumeric_is_what_python_says") else { return };
    let program = "import unicodedata as u
print(''.join('?' if u.category(chr(c)) == 'Cn' else 'y' if chr(c).isalnum() else 'n' for c in range(0x110000)))";
    let output = Command::new(python).args(["-c", program]).output().unwrap();
    let answers = output.stdout.into_iter();
    for (point, answer) in (0_u32..0x11_0000).zip(answers) {
        // Characters newer than that Python's tables are not compared, nor are surrogates.
        let (Some(character), b'y' | b'n') = (char::from_u32(point), answer) else { continue };
        let ours = prowess_format::name::is_alphanumeric(character);
        assert_eq!(ours, answer == b'y', "U+{point:04X}");
    }
}
