//! Telling clients that the catalog changed.

use std::time::Duration;

use rmcp::model::SubscriptionFilter;
use rmcp::service::{Peer, SubscriptionContext};
use rmcp::{ErrorData, RoleServer};
use tokio::sync::watch;

/// How often it is looked whether a client is still there.
const LOOK: Duration = Duration::from_secs(30);

/// Tells a client that has a session, until it is gone.
pub(crate) async fn session(peer: Peer<RoleServer>, mut changes: watch::Receiver<u64>) {
    while !peer.is_transport_closed() {
        match tokio::time::timeout(LOOK, changes.changed()).await {
            Err(_) => continue,
            Ok(Err(_)) => return,
            Ok(Ok(())) => {}
        }
        let told = async {
            peer.notify_tool_list_changed().await?;
            peer.notify_prompt_list_changed().await?;
            peer.notify_resource_list_changed().await
        };
        if told.await.is_err() {
            return;
        }
    }
}

/// What can be subscribed to: the lists.
pub(crate) fn accepted(requested: &SubscriptionFilter) -> SubscriptionFilter {
    let mut accepted = requested.clone();
    accepted.resource_subscriptions = None;
    accepted
}

/// Tells a client that subscribed, until it no longer wants to hear.
pub(crate) async fn subscription(
    context: &SubscriptionContext,
    mut changes: watch::Receiver<u64>,
) -> Result<(), ErrorData> {
    loop {
        tokio::select! {
            () = context.cancelled() => return Ok(()),
            changed = changes.changed() => if changed.is_err() { return Ok(()) },
        }
        let (sink, accepted) = (context.sink(), context.accepted());
        let told = async {
            if accepted.tools_list_changed == Some(true) {
                sink.notify_tool_list_changed().await?;
            }
            if accepted.prompts_list_changed == Some(true) {
                sink.notify_prompt_list_changed().await?;
            }
            if accepted.resources_list_changed == Some(true) {
                sink.notify_resource_list_changed().await?;
            }
            Ok::<(), rmcp::service::SubscriptionSendError>(())
        };
        if told.await.is_err() {
            return Ok(());
        }
    }
}
