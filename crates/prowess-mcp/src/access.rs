//! What a connection may do.

use rmcp::RoleServer;
use rmcp::service::RequestContext;

/// What the client behind a request may do. A server that speaks HTTP puts it into the extensions of each
/// request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// It may have commands of skills run, and have paths of this machine scanned.
    pub may_execute: bool,
}

impl Access {
    /// Of a request: over HTTP what was put there, and nothing where nothing was; whoever started us as a
    /// process of theirs may do what they may do.
    pub(crate) fn of(context: &RequestContext<RoleServer>) -> Self {
        match context.extensions.get::<http::request::Parts>() {
            None => Self { may_execute: true },
            Some(parts) => {
                parts.extensions.get::<Self>().copied().unwrap_or(Self { may_execute: false })
            }
        }
    }
}
