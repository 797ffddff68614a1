//! Every rule of a pack has a page, and no id is there twice.

use std::collections::HashSet;

use prowess_scan::Pack;

#[test]
fn every_rule_has_one_page() {
    for pack in [Pack::Wundr, Pack::Openclaw] {
        let pages = pack.pages();
        let ids: HashSet<&str> = pages.iter().map(|(id, ..)| *id).collect();
        assert_eq!(ids.len(), pages.len(), "{pack}");
        for (id, _, page) in pages {
            assert!(page.lines().count() >= 3, "{id}: {page:?}");
            assert!(page.lines().all(|line| line.is_empty() || line.starts_with(' ')), "{id}");
        }
    }
    assert_eq!(Pack::Wundr.pages().len(), 17);
    assert_eq!(Pack::Openclaw.pages().len(), 17);
}
