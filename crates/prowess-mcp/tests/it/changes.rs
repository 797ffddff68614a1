//! Clients hear that the catalog changed.

use serde_json::json;

use crate::client::{Client, LEGACY, MODERN, run};
use crate::fixture::Fixture;

const CHANGED: [&str; 3] = [
    "notifications/tools/list_changed",
    "notifications/prompts/list_changed",
    "notifications/resources/list_changed",
];

#[test]
fn a_client_with_a_session_hears_of_changes() {
    run(async {
        let fixture = Fixture::usual();
        let mut client = Client::with(&fixture, LEGACY, "somebody", json!({})).await;
        client.ask("skills/list", json!({})).await.unwrap();
        let fixture = fixture.skill("fresh", "description: Is new.", "New.");
        for method in CHANGED {
            client.wait_for(method).await;
        }
        let (text, failed) = client.call("skill", json!({ "name": "fresh" })).await;
        assert!(!failed && text.contains("New."), "{text}");
        std::fs::remove_dir_all(fixture.path("fresh")).unwrap();
        client.wait_for(CHANGED[0]).await;
        let (_, failed) = client.call("skill", json!({ "name": "fresh" })).await;
        assert!(failed);
    });
}

#[test]
fn a_client_that_subscribed_hears_what_it_subscribed_to() {
    run(async {
        let fixture = Fixture::usual();
        let mut client = Client::with(&fixture, MODERN, "somebody", json!({})).await;
        client.ask("skills/list", json!({})).await.unwrap();
        let filter = json!({ "notifications": { "toolsListChanged": true } });
        client.begin("subscriptions/listen", filter).await;
        client.wait_for("notifications/subscriptions/acknowledged").await;
        let _fixture = fixture.skill("fresh", "description: Is new.", "New.");
        client.wait_for(CHANGED[0]).await;
        let (_, failed) = client.call("skill", json!({ "name": "fresh" })).await;
        assert!(!failed);
        let others = client.notifications.iter().any(|one| one["method"] == CHANGED[1]);
        assert!(!others, "{:?}", client.notifications);
    });
}
