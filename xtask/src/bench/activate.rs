//! `bench activate`: from a name to the text, against opening and reading the skill's file; and what it
//! takes to see that an approval still holds, against hashing the tree.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use prowess::permission::{Answer, DenyAll, Permission, PermissionRequest};
use prowess::{Caller, Cancel, Catalog, CatalogEntry, Engine, Host, Request, Settings};
use prowess_testkit::Corpus;

use super::SEED;
use super::directory::Directory;

/// Skills that are approved for good: each is asked for, which is no part of what is measured.
const APPROVED: usize = 200;

/// Runs the benchmark once for each count and prints its table.
pub(super) fn run(counts: &[usize]) -> Result<(), String> {
    println!(
        "microseconds for one skill, median of all, files in the cache, best of 3 runs\n\
         aim: rendering ≤ 20 µs once read\n"
    );
    println!(
        "{:>9}{:>14}{:>10}{:>10}{:>10}{:>12}{:>12}{:>12}{:>12}",
        "skills",
        "profile",
        "read",
        "activate",
        "render",
        "perform",
        "approved?",
        "hash tree",
        "× hash"
    );
    for &count in counts {
        for profile in ["codex", "opencode-2026", "prowess"] {
            measure(count, profile)?;
        }
    }
    Ok(())
}

fn measure(count: usize, profile: &str) -> Result<(), String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let directory = Directory::new()?;
    let root = directory.path().join("skills");
    Corpus::new(SEED).write_tree(&root, count).map_err(|error| text(&error))?;
    let host = Host::current().map_err(|error| text(&error))?;
    let mut settings = Settings::default();
    settings.set("permission.skill.*=ask")?;
    let engine = Engine::builder(host.with_home(directory.path().join("home")))
        .profile(profile)
        .settings(settings)
        .directories(vec![root])
        .build()
        .map_err(|error| text(&error))?;
    let catalog = engine.load(&Cancel::none()).map_err(|error| text(&error))?;
    let skills: Vec<&CatalogEntry> =
        catalog.active().into_iter().filter(|one| !one.is_hidden()).collect();
    let names: Vec<&str> = skills.iter().map(|entry| entry.skill.name_text()).collect();
    let files: Vec<PathBuf> = skills.iter().map(|entry| entry.candidate.file.clone()).collect();
    let read = median(&files, |file| std::fs::read(file).map(|bytes| bytes.len()).unwrap_or(0));
    let activate = median(&names, |name| activated(&catalog, name, Caller::User));
    // The first time each is scanned; after that the verdict on the same bytes is known.
    let perform = |name: &&str| {
        let plan = catalog.activate(name, &request(Caller::User));
        plan.is_ok_and(|plan| engine.perform(plan, &mut DenyAll, &Cancel::none()).is_ok())
    };
    let performed = median(&names, perform);
    let approved: Vec<&&CatalogEntry> = skills.iter().take(APPROVED).collect();
    for entry in &approved {
        let plan = catalog.activate(entry.skill.name_text(), &request(Caller::Model));
        let mut always = |_: &PermissionRequest| Answer::Always;
        let _ = plan.map(|plan| engine.perform(plan, &mut always, &Cancel::none()));
    }
    let check = median(&approved, |entry| engine.is_approved(Permission::Skill, &entry.candidate));
    let hash = median(&approved, |entry| {
        engine.verdict_by_content(&entry.candidate, &Cancel::none()).is_ok()
    });
    let held =
        approved.iter().filter(|entry| engine.is_approved(Permission::Skill, &entry.candidate));
    let held = held.count();
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    println!(
        "{count:>9}{profile:>14}{:>10.1}{:>10.1}{:>10.1}{:>12.1}{:>12.1}{:>12.1}{:>12.2}",
        micros(read),
        micros(activate),
        micros(activate.saturating_sub(read)),
        micros(performed),
        micros(check),
        micros(hash),
        check.as_secs_f64() / hash.as_secs_f64(),
    );
    match held == approved.len() {
        true => Ok(()),
        false => Err(format!("only {held} of {} approvals hold", approved.len())),
    }
}

fn request(caller: Caller) -> Request<'static> {
    Request { arguments: "12 \"two words\"", caller, ..Request::default() }
}

fn activated(catalog: &Catalog, name: &str, caller: Caller) -> usize {
    catalog.activate(name, &request(caller)).map_or(0, |plan| plan.text.len())
}

/// The median over all items of the best of three runs.
fn median<T, R>(items: &[T], mut work: impl FnMut(&T) -> R) -> Duration {
    let mut best = vec![Duration::MAX; items.len()];
    for _ in 0..3 {
        for (item, best) in items.iter().zip(&mut best) {
            let begun = Instant::now();
            std::hint::black_box(work(item));
            *best = (*best).min(begun.elapsed());
        }
    }
    best.sort_unstable();
    best.get(best.len() / 2).copied().unwrap_or_default()
}
