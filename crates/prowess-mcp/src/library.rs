//! The catalogs, one for each profile that a client asked for, each following what is on disk.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use prowess::Host;
use prowess::live::Live;
use prowess::mcp_rules::profile_of_client;
use tokio::sync::watch;

use crate::limits;
use crate::manifest::Manifests;
use crate::shelf::Shelf;

/// How often the thread that waits for changes looks whether anybody still wants them.
const LOOK: Duration = Duration::from_secs(1);

type Start = dyn Fn(&str) -> Result<Live, String> + Send + Sync;

/// What a server is made of.
pub struct Options {
    /// The machine, to look up profiles.
    pub host: Host,
    /// The profile for everybody; else each client gets that of the agent it says it is.
    pub profile: Option<String>,
    /// The profile of clients that nobody knows.
    pub fallback: String,
    /// Starts a catalog by the name of a profile. Skills that a rule denies must not be in it
    /// ([`prowess::EngineBuilder::without_denied`]).
    pub start: Box<Start>,
}

impl fmt::Debug for Options {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Options").field("profile", &self.profile).finish_non_exhaustive()
    }
}

/// The catalogs.
#[derive(Debug)]
pub(crate) struct Library {
    options: Options,
    stocks: Mutex<HashMap<String, Arc<Stock>>>,
    /// The profiles of clients that were here.
    clients: Mutex<HashMap<String, String>>,
    pub(crate) manifests: Manifests,
}

/// The catalog of one profile.
#[derive(Debug)]
pub(crate) struct Stock {
    live: Live,
    shelf: Mutex<Arc<Shelf>>,
    /// The generation of the catalog, for those who wait for the next.
    generation: watch::Sender<u64>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Library {
    pub(crate) fn new(options: Options) -> Self {
        let (stocks, clients) = (Mutex::default(), Mutex::default());
        Self { options, stocks, clients, manifests: Manifests::default() }
    }

    /// The profile for a client of this name.
    fn profile(&self, client: &str) -> String {
        if let Some(profile) = &self.options.profile {
            return profile.clone();
        }
        if let Some(known) = locked(&self.clients).get(client) {
            return known.clone();
        }
        let found = profile_of_client(client, &self.options.host);
        let profile = found.unwrap_or_else(|| self.options.fallback.clone());
        let mut clients = locked(&self.clients);
        if clients.len() < limits::CLIENTS {
            clients.insert(client.to_owned(), profile.clone());
        }
        profile
    }

    /// The catalog for a client of this name, where it is there already.
    pub(crate) fn ready(&self, client: &str) -> Option<Arc<Stock>> {
        let profile = match &self.options.profile {
            Some(profile) => profile.clone(),
            None => locked(&self.clients).get(client)?.clone(),
        };
        locked(&self.stocks).get(&profile).cloned()
    }

    /// The catalog for a client of this name. The first of a profile loads it.
    pub(crate) fn stock(&self, client: &str) -> Result<Arc<Stock>, String> {
        let profile = self.profile(client);
        // Locked while it loads: whoever comes second wants the same.
        let mut stocks = locked(&self.stocks);
        if let Some(stock) = stocks.get(&profile) {
            return Ok(stock.clone());
        }
        let live = (self.options.start)(&profile)?;
        let shelf = Arc::new(Shelf::new(live.snapshot()));
        let (generation, _) = watch::channel(shelf.generation);
        let stock = Arc::new(Stock { live, shelf: Mutex::new(shelf), generation });
        let weak = Arc::downgrade(&stock);
        std::thread::Builder::new()
            .name("prowess-changes".to_owned())
            .spawn(move || follow(&weak))
            .map_err(|error| format!("changes cannot be followed: {error}"))?;
        stocks.insert(profile, stock.clone());
        Ok(stock)
    }
}

/// Tells of every generation, as long as somebody holds the catalog.
fn follow(stock: &Weak<Stock>) {
    while let Some(stock) = stock.upgrade() {
        let seen = *stock.generation.borrow();
        if let Some(next) = stock.live.wait_for_change(seen, LOOK) {
            stock.generation.send_replace(next.generation);
        }
    }
}

impl Stock {
    /// The skills as they are now.
    pub(crate) fn shelf(&self) -> Arc<Shelf> {
        let mut shelf = locked(&self.shelf);
        if self.live.generation() != shelf.generation {
            *shelf = Arc::new(Shelf::new(self.live.snapshot()));
        }
        shelf.clone()
    }

    /// Hears of every change.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.generation.subscribe()
    }
}
