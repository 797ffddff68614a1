//! What a caller holds: which helper, which walls at least, and what the machine reaches.

use std::path::PathBuf;
use std::sync::OnceLock;

use crate::{Access, Command, Error, Limits, Outcome, Tier, system};

/// The program that sets up the walls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Helper {
    /// This program, whose `main` begins with [`dispatch`](crate::dispatch).
    ThisProgram,
    /// Another program whose `main` does.
    Path(PathBuf),
    /// None: no more than [`Tier::Rlimits`], and a process that leaves its session outlives the run.
    None,
}

/// Runs commands. Cheap to make; made once and shared, the machine is asked only once.
#[derive(Debug)]
pub struct Sandbox {
    helper: Helper,
    minimum: Tier,
    at_most: Tier,
    reach: OnceLock<Reach>,
}

/// What a machine reaches, and why it is not more.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    pub(crate) tier: Tier,
    pub(crate) why: String,
}

impl Sandbox {
    /// A sandbox that runs nothing below [`Tier::LandlockSeccomp`].
    pub fn new(helper: Helper) -> Self {
        Self {
            helper,
            minimum: Tier::LandlockSeccomp,
            at_most: Tier::Namespaces,
            reach: OnceLock::new(),
        }
    }

    /// Runs nothing in walls weaker than these.
    #[must_use]
    pub fn minimum(mut self, tier: Tier) -> Self {
        self.minimum = tier;
        self
    }

    /// Uses no stronger walls than these, as if the kernel were an old one.
    #[must_use]
    pub fn at_most(mut self, tier: Tier) -> Self {
        self.at_most = tier;
        self.reach = OnceLock::new();
        self
    }

    /// The walls that commands run in here. Asks the machine the first time.
    pub fn tier(&self) -> Tier {
        self.reach().tier
    }

    /// Runs a command until it ends, its time is over, or `cancelled` says so, which is asked at least
    /// twenty times a second. Nothing it started is left when this returns.
    ///
    /// # Errors
    ///
    /// When it was not run: see [`Error`].
    pub fn run(
        &self,
        command: &Command,
        access: &Access,
        limits: &Limits,
        cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Result<Outcome, Error> {
        system::check_helper(&self.helper)?;
        let reach = self.reach();
        if reach.tier < self.minimum {
            return Err(Error::TierTooLow {
                reached: reach.tier,
                minimum: self.minimum,
                why: reach.why.clone(),
            });
        }
        system::run(&self.helper, reach.tier, command, access, limits, cancelled)
    }

    fn reach(&self) -> &Reach {
        self.reach.get_or_init(|| system::reach(&self.helper, self.at_most))
    }
}
