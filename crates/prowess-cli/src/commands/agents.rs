//! `prowess agents`: which agents are here, what each reads and loses; and skills by agents.

use std::collections::BTreeMap;
use std::sync::Arc;

use prowess::agents::{Present, present};
use prowess::matrix::{Row, Visibility, matrix};
use prowess::roots::{Root, RootKind};
use prowess::{Cancel, Catalog, Engine, Host};
use prowess_api::{
    AgentDirectory, AgentJson, AgentsDocument, ExitCode, MatrixCell, MatrixDocument, MatrixSkill,
    PathText, ProblemKind, VERSION,
};

use super::Outcome;
use crate::error::CliError;
use crate::output::{Output, safe};
use crate::setup;

/// Show which agents are here, what each reads, and what it loses
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// These agents, whether they are here or not
    #[arg(value_name = "AGENT")]
    agents: Vec<String>,

    /// All agents that are known
    #[arg(long, conflicts_with = "agents")]
    all: bool,

    /// Show a table of skills by agents
    #[arg(long)]
    matrix: bool,
}

/// One agent and what it loads.
struct Loaded {
    id: String,
    found_by: Vec<String>,
    profile: Option<String>,
    engine: Engine,
    catalog: Arc<Catalog>,
}

pub(crate) fn run(command: &Args, args: &crate::args::Args, output: &mut Output) -> Outcome {
    if args.profile.is_some() {
        let message = "`agents` is about several agents; name them behind it, not with `--profile`";
        return Err(CliError::new(ProblemKind::Usage, message));
    }
    let host = setup::host(args)?;
    let loaded = load(command, args, &host)?;
    match (command.matrix, output.is_json()) {
        (true, true) => output.json(&matrix_document(&loaded)),
        (true, false) => print_matrix(&loaded, output),
        (false, true) => {
            let agents = loaded.iter().map(describe).collect();
            output.json(&AgentsDocument { version: VERSION, agents });
        }
        (false, false) => loaded.iter().for_each(|one| print(&describe(one), output)),
    }
    if loaded.is_empty() {
        output.talk("no agent is found here; `prowess agents --all` shows those that are known");
    }
    Ok(ExitCode::Fine)
}

/// The agents that were asked for, each with what it loads; every file is read once for all of them.
fn load(command: &Args, args: &crate::args::Args, host: &Host) -> Result<Vec<Loaded>, CliError> {
    let here = present(host);
    let wanted: Vec<String> = match (command.all, command.agents.is_empty()) {
        (true, _) => prowess::agents::agents().iter().map(|agent| agent.id.clone()).collect(),
        (false, true) => here.iter().map(|present| present.agent.id.clone()).collect(),
        (false, false) => command.agents.clone(),
    };
    let files = Arc::new(prowess::Files::default());
    let mut loaded: Vec<Loaded> = Vec::new();
    for id in wanted {
        let agent = prowess::agents::find(&id);
        let profile = agent.and_then(|agent| agent.profile.clone());
        // Two names of one agent are one agent, unless both are asked for.
        let twice = |known: &Loaded| profile.is_some() && known.profile == profile;
        if command.agents.is_empty() && loaded.iter().any(twice) {
            continue;
        }
        let name = profile.as_deref().unwrap_or(&id);
        let engine = setup::engine_sharing(args, host.clone(), name, files.clone())?;
        let catalog = engine.load(&Cancel::none())?;
        let of_id = |present: &&Present| present.agent.id == id;
        let found_by = here.iter().find(of_id).map(|present| present.found_by.clone());
        let found_by = found_by.unwrap_or_default();
        loaded.push(Loaded { id, found_by, profile, engine, catalog });
    }
    Ok(loaded)
}

fn describe(one: &Loaded) -> AgentJson {
    let active = one.catalog.active();
    let mut lost: BTreeMap<&'static str, usize> = BTreeMap::new();
    for entry in one.catalog.entries() {
        let visibility = Visibility::of(entry);
        if !matches!(visibility, Visibility::Visible | Visibility::Hidden) {
            *lost.entry(visibility.name()).or_default() += 1;
        }
    }
    let roots = one.engine.roots();
    let read = |root: &&Root| root.kind == RootKind::Dir && root.off.is_none();
    let there = roots.iter().filter(read).filter(|root| root.path.is_dir());
    let directories = there.map(|root| {
        let path = PathText::new(&root.path);
        AgentDirectory {
            path: path.text,
            path_bytes: path.bytes,
            scope: root.scope.name(),
            loaded: active.iter().filter(|entry| entry.root.path == root.path).count(),
        }
    });
    let emulates = &one.engine.profile().emulates;
    AgentJson {
        id: one.id.clone(),
        profile: one.profile.clone(),
        product: emulates.product.clone(),
        emulates: emulates.version.clone(),
        present: !one.found_by.is_empty(),
        found_by: one.found_by.clone(),
        directories: directories.collect(),
        loaded: active.len(),
        hidden: active.iter().filter(|entry| entry.is_hidden()).count(),
        lost,
    }
}

fn print(agent: &AgentJson, output: &mut Output) {
    let skills = if agent.loaded == 1 { "skill" } else { "skills" };
    let mut counts = vec![format!("{} {skills}", agent.loaded)];
    if agent.hidden > 0 {
        counts.push(format!("{} of them hidden", agent.hidden));
    }
    counts.extend(agent.lost.iter().map(|(reason, count)| format!("{count} {reason}")));
    let product = format!("{}, {}", agent.product, agent.emulates);
    output.line(&format!("{} ({}): {}", agent.id, safe::line(&product), counts.join(", ")));
    let signs: Vec<String> = agent.found_by.iter().map(|sign| safe::line(sign)).collect();
    match signs.is_empty() {
        true => output.line("  not found here"),
        false => output.line(&format!("  found by {}", signs.join(", "))),
    }
    for directory in &agent.directories {
        let path = safe::line(&directory.path);
        output.line(&format!("  reads {path} ({}): {}", directory.scope, directory.loaded));
    }
}

fn matrix_of(loaded: &[Loaded]) -> Vec<Row> {
    let catalogs: Vec<Arc<Catalog>> = loaded.iter().map(|one| one.catalog.clone()).collect();
    matrix(&catalogs)
}

fn matrix_document(loaded: &[Loaded]) -> MatrixDocument {
    let skill = |row: Row| {
        let cells = row.cells.into_iter().enumerate();
        let cells = cells.filter_map(|(at, cell)| {
            let cell = cell?;
            let entry = &loaded[at].catalog.entries()[cell.entry];
            let path = PathText::new(&entry.candidate.file);
            let (state, reason) = (cell.visibility.name(), cell.message);
            let (path, path_bytes) = (path.text, path.bytes);
            Some((loaded[at].id.clone(), MatrixCell { state, path, path_bytes, reason }))
        });
        MatrixSkill { name: row.name, agents: cells.collect() }
    };
    MatrixDocument {
        version: VERSION,
        agents: loaded.iter().map(|one| one.id.clone()).collect(),
        skills: matrix_of(loaded).into_iter().map(skill).collect(),
    }
}

/// One character a cell.
fn mark(visibility: Visibility) -> char {
    match visibility {
        Visibility::Visible => '+',
        Visibility::Hidden => 'h',
        Visibility::Denied => 'd',
        Visibility::NotEligible => 'n',
        Visibility::Off => 'o',
        Visibility::Rejected => 'x',
        Visibility::Shadowed => 's',
    }
}

/// Columns are numbered: twenty names side by side fit on no terminal.
fn print_matrix(loaded: &[Loaded], output: &mut Output) {
    let rows = matrix_of(loaded);
    if rows.is_empty() {
        return;
    }
    for (at, one) in loaded.iter().enumerate() {
        output.line(&format!("{:>3} {}", at + 1, one.id));
    }
    output.line("");
    let width = rows.iter().map(|row| safe::line(&row.name).chars().count()).max().unwrap_or(0);
    let width = width.min(40);
    let numbers: String = (1..=loaded.len()).map(|number| format!("{number:>3}")).collect();
    output.line(&format!("{:width$}{numbers}", ""));
    for row in rows {
        let name: String = safe::line(&row.name).chars().take(width).collect();
        let cell = |cell: &Option<prowess::matrix::Cell>| {
            let mark = cell.as_ref().map_or('.', |cell| mark(cell.visibility));
            format!("{mark:>3}")
        };
        let cells: String = row.cells.iter().map(cell).collect();
        output.line(&format!("{name:width$}{cells}"));
    }
    let legend: Vec<String> =
        Visibility::ALL.iter().map(|it| format!("{} {}", mark(*it), it.name())).collect();
    output.line("");
    output.line(&format!("{}, . not found; `prowess why NAME` explains", legend.join(", ")));
}
