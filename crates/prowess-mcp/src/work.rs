//! The engine's work, off the threads that talk: bounded, cancelled with its request, with signs of life.

use std::sync::Arc;

use prowess::Cancel;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use tokio::sync::Semaphore;
use tokio::time::{Instant, interval_at};

use crate::limits;

/// How much is worked on at a time.
#[derive(Debug)]
pub(crate) struct Work {
    reads: Arc<Semaphore>,
    runs: Arc<Semaphore>,
}

impl Default for Work {
    fn default() -> Self {
        Self {
            reads: Arc::new(Semaphore::new(limits::READS_AT_A_TIME)),
            runs: Arc::new(Semaphore::new(limits::RUNS_AT_A_TIME)),
        }
    }
}

fn failed(error: impl std::fmt::Display) -> ErrorData {
    ErrorData::internal_error(format!("the work was lost: {error}"), None)
}

/// Cancels the work when nobody waits for it any more.
struct CancelOnDrop(Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Work {
    /// Something quick: others wait for their turn.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> Result<T, ErrorData> {
        let permit = self.reads.clone().acquire_owned().await.map_err(failed)?;
        let cancel = Cancel::none();
        let guard = CancelOnDrop(cancel.clone());
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work(&cancel)
        });
        let done = done.await.map_err(failed);
        drop(guard);
        done
    }

    /// Something that may take long: it ends with its request, and says now and then that it goes on.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        what: &str,
        context: &RequestContext<RoleServer>,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> Result<T, ErrorData> {
        let Ok(permit) = self.runs.clone().try_acquire_owned() else {
            let most = limits::RUNS_AT_A_TIME;
            let message = format!("{most} skills are running or waiting already; try again later");
            return Err(ErrorData::internal_error(message, None));
        };
        let cancel = Cancel::none();
        let guard = CancelOnDrop(cancel.clone());
        let mut running = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work(&cancel)
        });
        let token = context.meta.get_progress_token();
        let mut ticks = interval_at(Instant::now() + limits::PROGRESS, limits::PROGRESS);
        let (mut seconds, mut ended) = (0_u32, false);
        loop {
            tokio::select! {
                done = &mut running => return done.map_err(failed),
                () = context.ct.cancelled(), if !ended => {
                    ended = true;
                    guard.0.cancel();
                }
                _ = ticks.tick(), if token.is_some() && !ended => {
                    seconds += 1;
                    let Some(token) = token.clone() else { continue };
                    let progress = ProgressNotificationParam::new(token, f64::from(seconds))
                        .with_message(format!("{what}: {seconds} s"));
                    // Whoever does not listen is not waited for.
                    let told = context.peer.notify_progress(progress);
                    let _ = tokio::time::timeout(limits::PROGRESS, told).await;
                }
            }
        }
    }
}
