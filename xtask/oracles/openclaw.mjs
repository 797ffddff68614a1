// Lists what OpenClaw finds for its workspace, usable or not. Argument: the directory of its
// package, whose parts have hashes in their names: a function is looked for by its own.
import { readdirSync, readFileSync } from "node:fs";

const dist = `${process.argv[2]}/dist`;
const parts = readdirSync(dist).filter((name) => name.endsWith(".mjs"));

async function find(prefix, name) {
  const holds = (part) => part.startsWith(prefix)
    && new RegExp(`function ${name}\\(`).test(readFileSync(`${dist}/${part}`, "utf8"));
  for (const part of parts.filter(holds)) {
    const found = Object.values(await import(`${dist}/${part}`)).find((value) => value?.name === name);
    if (found) return found;
  }
  throw new Error(`this version has no ${name}`);
}

const getRuntimeConfig = await find("io", "getRuntimeConfig");
const resolveDefaultAgentId = await find("agent-scope-config", "resolveDefaultAgentId");
const resolveAgentWorkspaceDir = await find("agent-scope-config", "resolveAgentWorkspaceDir");
const buildWorkspaceSkillStatus = await find("status", "buildWorkspaceSkillStatus");

const warnings = [];
console.warn = console.error = (...words) => warnings.push(words.join(" "));
const config = getRuntimeConfig();
const agentId = resolveDefaultAgentId(config);
const report = buildWorkspaceSkillStatus(resolveAgentWorkspaceDir(config, agentId), { config, agentId });
console.log(JSON.stringify({
  skills: report.skills.map((skill) => ({
    name: skill.name,
    description: skill.description,
    path: skill.filePath,
    scope: skill.source,
    enabled: skill.eligible && !skill.blockedByAgentFilter,
    hidden: (skill.eligible && !skill.blockedByAgentFilter && !skill.modelVisible) || undefined,
  })),
  errors: warnings,
}));
process.exit(0);
