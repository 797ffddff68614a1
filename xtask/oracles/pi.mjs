// Lists what pi loads in the working directory. Argument: the directory of its package.
const base = process.argv[2];
const { DefaultResourceLoader, SettingsManager, getAgentDir } = await import(`${base}/dist/index.js`);

const cwd = process.cwd();
const agentDir = getAgentDir();
const settingsManager = SettingsManager.create(cwd, agentDir);
const loader = new DefaultResourceLoader({ cwd, agentDir, settingsManager });
await loader.reload();
const { skills, diagnostics } = loader.getSkills();
console.log(JSON.stringify({
  skills: skills.map(({ name, description, filePath, sourceInfo, disableModelInvocation }) => (
    { name, description, path: filePath, scope: sourceInfo.scope, hidden: disableModelInvocation || undefined }
  )),
  errors: diagnostics.map(({ path, message }) => `${path}: ${message}`),
}));
process.exit(0);
