// Lists what oh-my-pi loads in the working directory. Argument: the directory of its package.
const base = process.argv[2];
const { Settings } = await import(`${base}/src/config/settings.ts`);
const { initializeWithSettings } = await import(`${base}/src/discovery/index.ts`);
const { loadSkills } = await import(`${base}/src/extensibility/skills.ts`);

const cwd = process.cwd();
const settings = await Settings.init({ cwd });
initializeWithSettings(settings);
const { skills, warnings } = await loadSkills({
  ...settings.getGroup("skills"),
  cwd,
  disabledExtensions: settings.get("disabledExtensions") ?? [],
  extensionRoots: {
    explicit: [],
    mode: "merge",
    configured: settings.get("extensions") ?? [],
    configuredLevel: settings.extensionsSourceLevel(),
  },
});
console.log(JSON.stringify({
  skills: skills.map(({ name, description, filePath, source, hide }) => (
    { name, description, path: filePath, scope: source, hidden: hide || undefined }
  )),
  errors: warnings.map(({ skillPath, message }) => `${skillPath}: ${message}`),
}));
process.exit(0);
