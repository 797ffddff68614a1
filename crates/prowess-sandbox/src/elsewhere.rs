//! Systems other than Linux: everything is refused. Untested.

use crate::sandbox::Reach;
use crate::{Access, Command, Error, Helper, Limits, Outcome, Tier};

pub(crate) fn dispatch() {}

pub(crate) fn check_helper(_: &Helper) -> Result<(), Error> {
    Err(Error::Unsupported)
}

pub(crate) fn reach(_: &Helper, _: Tier) -> Reach {
    Reach { tier: Tier::Rlimits, why: Error::Unsupported.to_string() }
}

pub(crate) fn run(
    _: &Helper,
    _: Tier,
    _: &Command,
    _: &Access,
    _: &Limits,
    _: &(dyn Fn() -> bool + Sync),
) -> Result<Outcome, Error> {
    Err(Error::Unsupported)
}
