//! The gate about products: a file beside a skill may keep it for some of them.

use prowess_format::views::codex::{SIDECAR, Sidecar};

use super::{Rejection, Subject};
use crate::limits;
use crate::read::read_bounded;

/// It names no products, or the profile's among them. A file that makes no sense says nothing.
pub(super) fn product(subject: &Subject<'_>) -> Option<Rejection> {
    let product = subject.around.profile.product.as_deref()?;
    let candidate = &subject.entry.candidate;
    if candidate.flat {
        return None;
    }
    let bytes =
        read_bounded(&candidate.directory.join(SIDECAR), limits::SIDECAR_BYTES).ok().flatten()?;
    let products = Sidecar::read(std::str::from_utf8(&bytes).ok()?)?.products;
    let named = products.iter().any(|named| named.eq_ignore_ascii_case(product));
    let others = products.join(", ");
    (!named && !products.is_empty())
        .then(|| Rejection::new("product", format!("{SIDECAR} keeps it for {others}")))
}
