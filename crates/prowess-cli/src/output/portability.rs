//! What agents make of skills: by skill, then by agent, then by effect.

use prowess::portability::{AgentReading, Portability};
use prowess_api::{
    AgentEffects, EffectJson, PathText, PortabilityDocument, PortableSkill, VERSION,
};
use prowess_format::portability::{Consequence, Effect};

use super::{Output, safe};

/// As one document.
pub(crate) fn document(all: &[Portability]) -> PortabilityDocument {
    let skills = all.iter().map(|one| {
        let path = PathText::new(&one.checked.path);
        let directory = one.checked.directory();
        let agents = one.agents.iter().map(|agent| AgentEffects {
            profile: agent.profile.clone(),
            loads: agent.loads(),
            effects: agent.consequences.iter().map(|it| EffectJson::new(it, directory)).collect(),
        });
        PortableSkill {
            path: path.text,
            path_bytes: path.bytes,
            name: one.checked.name().map(str::to_owned),
            agents: agents.collect(),
        }
    });
    PortabilityDocument { version: VERSION, skills: skills.collect() }
}

/// For people.
pub(crate) fn print(all: &[Portability], output: &mut Output) {
    for (number, one) in all.iter().enumerate() {
        if number > 0 {
            output.line("");
        }
        let path = one.checked.file.as_deref().unwrap_or(&one.checked.path);
        output.line(&safe::line(&path.to_string_lossy()));
        for agent in &one.agents {
            print_agent(agent, output);
        }
    }
    let agents = all.first().map_or(0, |one| one.agents.len());
    let readings = || all.iter().flat_map(|one| &one.agents);
    let refused = readings().filter(|agent| !agent.loads()).count();
    let changed =
        readings().filter(|agent| agent.loads() && !agent.consequences.is_empty()).count();
    let untouched = readings().count() - refused - changed;
    output.talk(&format!(
        "{} for {}: {untouched} read as written, {changed} loaded with a difference, {refused} rejected",
        counted(all.len(), "skill"),
        counted(agents, "agent"),
    ));
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn print_agent(agent: &AgentReading, output: &mut Output) {
    let name = safe::line(&agent.profile);
    if agent.consequences.is_empty() {
        output.line(&format!("  {name} reads it as it is written"));
        return;
    }
    let verdict = if agent.loads() { "loads it, but" } else { "does not load it:" };
    output.line(&format!("  {name} {verdict}"));
    let mut last = None;
    for consequence in &agent.consequences {
        if last != Some(consequence.effect) {
            output.line(&format!("    {}", heading(consequence.effect)));
            last = Some(consequence.effect);
        }
        print_consequence(consequence, output);
    }
}

fn heading(effect: Effect) -> &'static str {
    match effect {
        Effect::Rejects => "rejects it because",
        Effect::Ignores => "ignores",
        Effect::Truncates => "truncates",
        Effect::ReadsOtherwise => "reads otherwise",
    }
}

fn print_consequence(consequence: &Consequence, output: &mut Output) {
    let item = &consequence.diagnostic;
    let at = item.location.map(|at| format!("line {}: ", at.line)).unwrap_or_default();
    output.line(&format!("      {at}{} [{}]", safe::line(&item.message), item.code.id));
    if let Some(help) = &item.help {
        output.line(&format!("        fix: {}", safe::line(help)));
    }
}
