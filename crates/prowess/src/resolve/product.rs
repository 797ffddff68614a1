//! What a file beside a skill decides: it may keep the skill for some products, or from the model.

use prowess_format::views::codex::{SIDECAR, Sidecar};

use super::{Rejection, Subject};
use crate::discover::Candidate;
use crate::limits;
use crate::read::read_bounded;

/// It names no products, or the profile's among them. A file that makes no sense says nothing.
pub(super) fn product(subject: &Subject<'_>) -> Option<Rejection> {
    let product = subject.around.profile.product.as_deref()?;
    let products = sidecar(&subject.entry.candidate)?.products;
    let named = products.iter().any(|named| named.eq_ignore_ascii_case(product));
    let others = products.join(", ");
    (!named && !products.is_empty())
        .then(|| Rejection::new("product", format!("{SIDECAR} keeps it for {others}")))
}

/// Why a model is not told about the skill, where it leaves the skill to the user.
pub(super) fn left_to_users(candidate: &Candidate) -> Option<String> {
    let left = sidecar(candidate).is_some_and(|sidecar| !sidecar.allow_implicit_invocation);
    left.then(|| format!("{SIDECAR} leaves it to the user"))
}

fn sidecar(candidate: &Candidate) -> Option<Sidecar> {
    if candidate.flat {
        return None;
    }
    let file = candidate.directory.join(SIDECAR);
    let bytes = read_bounded(&file, limits::SIDECAR_BYTES).ok().flatten()?;
    Sidecar::read(std::str::from_utf8(&bytes).ok()?)
}
