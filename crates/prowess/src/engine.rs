//! The engine: the stages, one after the other.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use prowess_format::place::{self, Trouble};
use prowess_format::rules::{DocumentKind, NameForm};
use prowess_format::{
    Diagnostic, Document, Origin, Skill, Surroundings, TreePath, manifest, parse, parse_head,
    validate,
};

use prowess_sandbox::{Helper, Sandbox};

use crate::agent_settings;
use crate::bundled;
use crate::cancel::Cancel;
use crate::catalog::{Catalog, CatalogEntry, Shown};
use crate::discover::{Candidate, Discovered, discover};
use crate::event::{Event, Events, Listening};
use crate::files::Files;
use crate::host::Host;
use crate::identity;
use crate::permission::ReadApprovals;
use crate::profile::{Profile, ProfileError};
use crate::read::{Extent, FileBytes, Opened, read_skill_file};
use crate::resolve::{Circumstances, ScanGate, Status, resolve};
use crate::roots::{self, Root, RootKind, Scope};
use crate::scan::{UserPolicy, VerdictCache};
use crate::settings::Settings;
use crate::trust::{Standing, Trust};

/// Why nothing could be loaded.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// A directory that was named is not there.
    #[error("`{}` does not exist", .0.display())]
    Missing(PathBuf),
    /// A path that was named is not a directory.
    #[error("`{}` is not a directory", .0.display())]
    NotADirectory(PathBuf),
    /// It was cancelled.
    #[error("it was cancelled")]
    Cancelled,
}

/// Loads skills the way one agent does.
#[derive(Debug)]
pub struct Engine {
    host: Host,
    profile: Arc<Profile>,
    settings: Settings,
    trust: Trust,
    /// Exactly these directories, in place of the profile's.
    directories: Option<Vec<PathBuf>>,
    /// What other engines have read already.
    files: Option<Arc<Files>>,
    /// How skills are scanned.
    pub(crate) policy: UserPolicy,
    /// Whether what the scanner blocks is not loaded, whatever the profile says.
    scan_on_load: bool,
    /// What is remembered of scans.
    pub(crate) verdicts: VerdictCache,
    /// How often the rules were asked.
    pub(crate) scans: AtomicUsize,
    /// How often a skill's file was read.
    reads: AtomicUsize,
    /// Who listens.
    pub(crate) events: Events,
    /// What was allowed for good.
    pub(crate) approvals: ReadApprovals,
    /// The program that builds the walls around commands.
    pub(crate) helper: Helper,
    /// Where commands run, once one does.
    pub(crate) sandbox: OnceLock<Sandbox>,
}

/// What an engine is made of.
#[derive(Debug)]
pub struct EngineBuilder {
    host: Host,
    profile: Result<Profile, ProfileError>,
    settings: Settings,
    trust: Trust,
    directories: Option<Vec<PathBuf>>,
    files: Option<Arc<Files>>,
    policy: UserPolicy,
    scan_on_load: bool,
    without_denied: bool,
    helper: Helper,
}

impl EngineBuilder {
    /// The agent to behave as, by the name of a profile: a built-in one, or one of the user's own.
    pub fn profile(self, name: &str) -> Self {
        Self { profile: Profile::find(name, &self.host), ..self }
    }

    /// The projects the user trusts; none until told.
    pub fn trust(self, trust: Trust) -> Self {
        Self { trust, ..self }
    }

    /// What users and projects have set.
    pub fn settings(self, settings: Settings) -> Self {
        Self { settings, ..self }
    }

    /// Search exactly these directories, in this order, in place of the profile's.
    pub fn directories(self, directories: Vec<PathBuf>) -> Self {
        Self { directories: Some(directories), ..self }
    }

    /// Share what is read with other engines, so that every file is read once for all of them.
    pub fn files(self, files: Arc<Files>) -> Self {
        Self { files: Some(files), ..self }
    }

    /// How skills are scanned: what the user decided, never what a project says.
    pub fn policy(self, policy: UserPolicy) -> Self {
        Self { policy, ..self }
    }

    /// How skills are scanned so far.
    pub fn scan_policy(&self) -> &UserPolicy {
        &self.policy
    }

    /// Load no skill that the scanner blocks, whatever the profile says.
    pub fn scan_on_load(self, scan_on_load: bool) -> Self {
        Self { scan_on_load, ..self }
    }

    /// Load no skill that a permission rule denies, whatever the profile does with those: for whoever
    /// hands skills to others.
    pub fn without_denied(self) -> Self {
        Self { without_denied: true, ..self }
    }

    /// The program that builds the walls around commands of skills. Without one nothing is run unless the
    /// user settles for less (`sandbox.minimum`).
    pub fn helper(self, helper: Helper) -> Self {
        Self { helper, ..self }
    }

    /// The engine.
    pub fn build(self) -> Result<Engine, ProfileError> {
        let Self { host, profile, settings, trust, directories, files, policy, .. } = self;
        let (scan_on_load, helper) = (self.scan_on_load, self.helper);
        let mut profile = profile?;
        if self.without_denied {
            profile.drop_denied();
        }
        let (profile, verdicts) = (Arc::new(profile), VerdictCache::new(&host.state()));
        Ok(Engine {
            host,
            profile,
            settings,
            trust,
            directories,
            files,
            policy,
            scan_on_load,
            verdicts,
            scans: AtomicUsize::new(0),
            reads: AtomicUsize::new(0),
            events: Events::default(),
            approvals: ReadApprovals::default(),
            helper,
            sandbox: OnceLock::new(),
        })
    }
}

impl Engine {
    /// An engine for this machine, with our own profile and no settings until told otherwise.
    pub fn builder(host: Host) -> EngineBuilder {
        let profile = Profile::named("prowess");
        let (settings, trust) = (Settings::default(), Trust::default());
        let (policy, scan_on_load) = (UserPolicy::default(), false);
        let (directories, files, without_denied) = (None, None, false);
        let helper = Helper::None;
        EngineBuilder {
            host,
            profile,
            settings,
            trust,
            directories,
            files,
            policy,
            scan_on_load,
            without_denied,
            helper,
        }
    }

    /// The machine it looks at.
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// Has somebody hear what happens, until what is returned is dropped.
    pub fn listen(&self, hear: impl Fn(&Event) + Send + Sync + 'static) -> Listening {
        self.events.listen(Arc::new(hear))
    }

    /// How often it read the file of a skill.
    pub fn reads(&self) -> usize {
        self.reads.load(Ordering::Relaxed)
    }

    /// The profile it behaves by.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The settings in force: what the agent's own files say, and above it what the user told us.
    pub fn settings(&self) -> Settings {
        agent_settings::with_agents_own(&self.settings, &self.profile, &self.host)
    }

    /// The directories it searches, in order.
    pub fn roots(&self) -> Vec<Root> {
        self.roots_by(&self.settings())
    }

    /// The files of installed plugins that it cannot read, each with the reason.
    pub(crate) fn broken_registries(&self) -> Vec<(PathBuf, String)> {
        match self.directories {
            Some(_) => Vec::new(),
            None => roots::broken_registries(&self.profile, &self.host, &self.settings()),
        }
    }

    pub(crate) fn roots_by(&self, settings: &Settings) -> Vec<Root> {
        let Some(directories) = &self.directories else {
            return roots::expand(&self.profile, &self.host, settings, &self.trust);
        };
        // A directory that is named by hand is treated as one that settings add.
        let extra = self.profile.roots.iter().find(|rule| rule.scope == Scope::Extra);
        let provider = extra.and_then(|rule| rule.provider.clone());
        let describe = extra.is_some_and(|rule| rule.require_description);
        let named = directories.iter();
        named.map(|path| self.root(path, Scope::Extra, provider.clone(), describe)).collect()
    }

    /// A directory that the profile does not name, walked by its rules.
    fn root(
        &self,
        path: &Path,
        scope: Scope,
        provider: Option<String>,
        require_description: bool,
    ) -> Root {
        Root {
            path: path.to_owned(),
            kind: RootKind::Dir,
            scope,
            provider,
            walk: self.profile.walk,
            plugin: None,
            require_description,
            name_form: NameForm::Any,
            off: None,
            judged: scope,
            standing: self.trust.standing(&self.host, scope, path),
        }
    }

    /// What one directory holds, by the rules of the profile and nobody's settings: omp's
    /// `discoverSkillsFromDir`. `source` is `<provider>` or `<provider>:<level>`; a description is
    /// required where the profile requires it of that provider. A directory that is not there holds
    /// nothing.
    pub fn discover_dir(
        &self,
        directory: &Path,
        source: &str,
        cancel: &Cancel,
    ) -> Result<Arc<Catalog>, EngineError> {
        let (provider, level) = source.split_once(':').unwrap_or((source, "user"));
        let scope = if level == "project" { Scope::Project } else { Scope::User };
        let rule =
            self.profile.roots.iter().find(|rule| rule.provider.as_deref() == Some(provider));
        let describe = rule.is_some_and(|rule| rule.require_description);
        let root = self.root(directory, scope, Some(provider.to_owned()), describe);
        self.load_from(vec![root], &Settings::default(), cancel)
    }

    /// Finds, reads, checks and resolves skills. Bad skills are inside the catalog, not errors.
    pub fn load(&self, cancel: &Cancel) -> Result<Arc<Catalog>, EngineError> {
        self.require_directories()?;
        let settings = self.settings();
        self.load_from(self.roots_by(&settings), &settings, cancel)
    }

    /// Whether every directory that was named is there.
    pub(crate) fn require_directories(&self) -> Result<(), EngineError> {
        for directory in self.directories.iter().flatten() {
            match directory.metadata() {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                    return Err(EngineError::Missing(directory.clone()));
                }
                Ok(metadata) if !metadata.is_dir() => {
                    return Err(EngineError::NotADirectory(directory.clone()));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn load_from(
        &self,
        roots: Vec<Root>,
        settings: &Settings,
        cancel: &Cancel,
    ) -> Result<Arc<Catalog>, EngineError> {
        let mut entries = Vec::new();
        let mut troubles: Vec<(PathBuf, Trouble)> = Vec::new();
        for root in roots {
            let root = Arc::new(root);
            let read = |candidate, file| self.read(candidate, file, &root);
            let found = self.gather(&root, cancel, read);
            // The first root's entries are most of them, often all: they stay where they are.
            match entries.is_empty() {
                true => entries = found.found,
                false => entries.extend(found.found),
            }
            troubles.extend(found.troubles);
        }
        let catalog = self.settle(entries, troubles, settings, cancel)?;
        self.tell_of(&catalog);
        Ok(catalog)
    }

    /// What one root holds, each candidate read as it is told.
    pub(crate) fn gather(
        &self,
        root: &Arc<Root>,
        cancel: &Cancel,
        read: impl Fn(Candidate, Option<Opened>) -> CatalogEntry + Sync,
    ) -> Discovered<CatalogEntry> {
        if root.kind == RootKind::Embedded {
            let embedded = bundled::candidates();
            let found =
                embedded.map(|(candidate, bytes)| self.read_embedded(candidate, bytes, root));
            return Discovered { found: found.collect(), ..Discovered::nothing() };
        }
        // A place that an agent would look at and that is not there is nothing to speak of.
        if !root.path.is_dir() && self.directories.is_none() {
            return Discovered::nothing();
        }
        discover(&root.path, root.walk, &self.profile.format, cancel, read)
    }

    /// The catalog of what was found: every candidate gets its status.
    pub(crate) fn settle(
        &self,
        mut entries: Vec<CatalogEntry>,
        troubles: Vec<(PathBuf, Trouble)>,
        settings: &Settings,
        cancel: &Cancel,
    ) -> Result<Arc<Catalog>, EngineError> {
        if cancel.is_cancelled() {
            return Err(EngineError::Cancelled);
        }
        let gate = self.gate_policy(settings);
        let judge =
            |policy: &UserPolicy, skills: &[&CatalogEntry]| self.judge_all(skills, policy, cancel);
        let scan = ScanGate {
            of_profile: gate.as_ref(),
            asked_for: self.scan_on_load.then_some(&self.policy),
            judge: &judge,
        };
        let around = Circumstances::new(&self.profile, &self.host, settings, scan);
        resolve(&mut entries, &around);
        if cancel.is_cancelled() {
            return Err(EngineError::Cancelled);
        }
        let profile = self.profile_with(settings);
        Ok(Arc::new(Catalog::new(profile, self.host.tools.clone(), entries, troubles)))
    }

    /// Tells of a place that could not be searched.
    pub(crate) fn tell_trouble(&self, path: &Path, trouble: &Trouble) {
        let (shown, rules) = (path.display().to_string(), &self.profile.format);
        for found in place::diagnose(trouble, &shown, TreePath::skill_file(), rules) {
            let path = Some(path.to_owned());
            self.events.tell(|| Event::Error { message: found.message, path });
        }
    }

    /// Tells of a skill that the scanner keeps from being loaded.
    pub(crate) fn tell_scan(&self, entry: &CatalogEntry) {
        if let Status::Rejected(rejection) = &entry.status
            && rejection.code == "scan"
        {
            self.events.tell(|| Event::ScanFailed {
                skill: entry.skill.name_text().to_owned(),
                path: entry.candidate.file.clone(),
                summary: rejection.message.clone(),
            });
        }
    }

    /// The profile with what the user of the agent says otherwise about the listing.
    fn profile_with(&self, settings: &Settings) -> Arc<Profile> {
        let listing = self.profile.listing.overridden(&self.host, settings);
        Arc::new(Profile { listing, ..(*self.profile).clone() })
    }

    /// A skill that is part of the program, whole.
    fn read_embedded(
        &self,
        candidate: Candidate,
        bytes: &'static [u8],
        root: &Arc<Root>,
    ) -> CatalogEntry {
        let name = candidate.place_name();
        let (rules, directory) = (&self.profile.format, name.as_deref());
        let (file, size) = (candidate.inner_file(), bytes.len() as u64);
        let document = Document { file: &file, bytes, directory, size, flat: false };
        let parsed = parse(document, rules);
        let around = Surroundings { directory, ..Default::default() };
        let diagnostics = validate(&parsed.skill, parsed.diagnostics, around, rules);
        let (root, skill, status) = (root.clone(), parsed.skill, Status::Active);
        let hidden = self.hidden_by_author(&skill);
        CatalogEntry {
            candidate,
            root,
            skill,
            own_diagnostics: diagnostics.len(),
            diagnostics,
            status,
            verdict: None,
            hidden,
            label: None,
            shown: Shown::All,
            standing: None,
            size,
            modified: None,
            identity: None,
        }
    }

    /// Reads one candidate's head and judges it by that.
    pub(crate) fn read(
        &self,
        candidate: Candidate,
        open: Option<Opened>,
        root: &Arc<Root>,
    ) -> CatalogEntry {
        self.reads.fetch_add(1, Ordering::Relaxed);
        let rules = &self.profile.format;
        let extent = match rules.document {
            DocumentKind::SkillMd => Extent::Head,
            DocumentKind::Manifest => Extent::Whole,
        };
        let (mut size, mut modified, mut identity) = (0, None, None);
        let file_linked;
        let (own, shared);
        // Whether the way to the file is a link says nothing about the file, which may be known already.
        let read: Result<&FileBytes, &std::io::Error> = match &self.files {
            None => {
                own = read_skill_file(&candidate.file, open, extent, rules);
                file_linked = own.as_ref().is_ok_and(|read| read.linked);
                own.as_ref()
            }
            Some(files) => {
                shared = files.read(&candidate.file, open, rules);
                file_linked = shared.as_ref().is_ok_and(|(_, linked)| *linked);
                shared.as_ref().map(|(read, _)| &**read)
            }
        };
        let (mut skill, diagnostics) = match read {
            Ok(read) => {
                (size, modified, identity) = (read.size, read.modified, read.identity);
                match rules.document {
                    DocumentKind::SkillMd => self.read_skill(&candidate, read),
                    DocumentKind::Manifest => self.read_manifest(&candidate.inner_file(), read),
                }
            }
            Err(error) => self.unreadable(&candidate, error),
        };
        identity::rename(&mut skill, &candidate, root, &self.profile.identity);
        let hidden = self.hidden_by_author(&skill);
        let label = identity::label(&skill, root, &self.profile);
        // What a link leads to is whoever's it is where it really lies.
        let standing = self.standing_behind_links(&candidate, file_linked, root).map(Box::new);
        CatalogEntry {
            candidate,
            root: root.clone(),
            skill,
            own_diagnostics: diagnostics.len(),
            diagnostics,
            status: Status::Active,
            verdict: None,
            hidden,
            label,
            shown: Shown::All,
            standing,
            size,
            modified,
            identity,
        }
    }

    /// Why a skill's author keeps it from the model, where that is so.
    pub(crate) fn hidden_by_author(&self, skill: &Skill) -> Option<Box<str>> {
        let key = self.profile.hiding.hiding_key(&skill.frontmatter)?;
        Some(format!("it says `{key}`").into_boxed_str())
    }

    /// The standing of a skill that was found through links: of the directory and of the file, each
    /// where it really lies. One that is not trusted is enough.
    pub(crate) fn standing_behind_links(
        &self,
        candidate: &Candidate,
        file_linked: bool,
        root: &Root,
    ) -> Option<Standing> {
        let of = |path: &Path| self.trust.standing(&self.host, root.judged, path);
        let directory = match candidate.linked {
            true => of(&candidate.directory),
            false if file_linked => root.standing.clone(),
            false => return None,
        };
        match directory {
            Standing::Trusted if file_linked => Some(of(&candidate.file)),
            directory => Some(directory),
        }
    }

    fn read_skill(&self, candidate: &Candidate, read: &FileBytes) -> (Skill, Vec<Diagnostic>) {
        let rules = &self.profile.format;
        let (name, file, flat) = (candidate.place_name(), candidate.inner_file(), candidate.flat);
        let directory = name.as_deref();
        let document =
            Document { file: &file, bytes: &read.bytes, directory, size: read.size, flat };
        let mut parsed = parse_head(document, rules);
        let from_body =
            |skill: &Skill| skill.description().is_none_or(|text| text.origin == Origin::Body);
        // Where the body has to stand in for the description, its first paragraph may go on.
        if from_body(&parsed.skill)
            && (read.bytes.len() as u64) < read.size
            && let Ok(whole) = read_skill_file(&candidate.file, None, Extent::Whole, rules)
        {
            parsed = parse_head(Document { bytes: &whole.bytes, ..document }, rules);
        }
        let around = Surroundings { directory, flat, ..Default::default() };
        let diagnostics = validate(&parsed.skill, parsed.diagnostics, around, rules);
        (parsed.skill, diagnostics)
    }

    /// A manifest, seen as the skill it describes.
    fn read_manifest(&self, file: &TreePath, read: &FileBytes) -> (Skill, Vec<Diagnostic>) {
        let rules = &self.profile.format;
        let parsed = manifest::parse(&read.bytes, rules);
        let diagnostics = parsed.validate(None, rules);
        let text = parsed.manifest.map(|manifest| manifest::to_skill_md(&manifest, ""));
        let text = text.unwrap_or_default();
        let (bytes, size) = (text.as_bytes(), text.len() as u64);
        let document = Document { file, bytes, directory: None, size, flat: false };
        (parse(document, rules).skill, diagnostics)
    }

    fn unreadable(
        &self,
        candidate: &Candidate,
        error: &std::io::Error,
    ) -> (Skill, Vec<Diagnostic>) {
        let rules = &self.profile.format;
        let trouble = Trouble::Unreadable(error.to_string());
        let (name, file) = (candidate.place_name(), candidate.inner_file());
        let path = candidate.file.display().to_string();
        let diagnostics = place::diagnose(&trouble, &path, file.clone(), rules);
        let directory = name.as_deref();
        let document =
            Document { file: &file, bytes: b"", directory, size: 0, flat: candidate.flat };
        (parse(document, rules).skill, diagnostics)
    }
}
