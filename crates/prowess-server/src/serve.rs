//! Binding and serving.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, Response, StatusCode};
use axum::routing::any;
use prowess_mcp::{HttpEndpoint, HttpOptions, Server};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::connections::Connections;
use crate::guard::{Guard, Refusal};
use crate::limits;
use crate::token::Token;

/// How to serve.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The token.
    pub token: Option<Token>,
    /// What this machine may be called, beside its address and the names of loopback.
    pub hosts: Vec<String>,
    /// Pages that may ask, beside the server's own.
    pub origins: Vec<String>,
}

/// Why nothing is served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Others could connect.
    #[error("listening on {0}, where others can connect, needs a token")]
    NeedsToken(SocketAddr),
    /// The address cannot be used.
    #[error("cannot listen on {address}: {cause}")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// Why.
        cause: std::io::Error,
    },
    /// It broke.
    #[error("the server failed: {0}")]
    Failed(std::io::Error),
}

/// A server that listens and does not answer yet.
#[derive(Debug)]
pub struct Bound {
    listener: TcpListener,
    address: SocketAddr,
    options: ServeOptions,
}

/// Listens.
pub async fn bind(options: ServeOptions) -> Result<Bound, ServeError> {
    let address = options.listen;
    if !address.ip().is_loopback() && options.token.is_none() {
        return Err(ServeError::NeedsToken(address));
    }
    let failed = |cause| ServeError::Bind { address, cause };
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok(Bound { listener, address, options })
}

#[derive(Clone)]
struct Front {
    guard: Arc<Guard>,
    endpoint: HttpEndpoint,
    requests: Arc<Semaphore>,
}

impl Bound {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until it is to end; then what is going on may finish, for a while.
    pub async fn serve(
        self,
        server: Server,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let guard = Arc::new(Guard::new(&self.options, self.address));
        let allowed = HttpOptions { hosts: guard.hosts(), origins: guard.origins() };
        let endpoint = HttpEndpoint::new(server, allowed);
        let requests = Arc::new(Semaphore::new(limits::REQUESTS));
        let front = Front { guard, endpoint: endpoint.clone(), requests };
        let router = Router::new().route("/mcp", any(mcp)).with_state(front);
        let (ending, ended) = tokio::sync::oneshot::channel();
        let end = async move {
            end.await;
            endpoint.stop();
            let _ = ending.send(());
        };
        let connections = Connections::new(self.listener, limits::CONNECTIONS);
        let serving = axum::serve(connections, router).with_graceful_shutdown(end);
        let too_long = async {
            match ended.await {
                Ok(()) => tokio::time::sleep(limits::SHUTDOWN).await,
                Err(_) => std::future::pending().await,
            }
        };
        tokio::select! {
            served = serving => served.map_err(ServeError::Failed),
            () = too_long => Ok(()),
        }
    }
}

async fn mcp(State(front): State<Front>, mut request: Request) -> Response<Body> {
    let access = match front.guard.check(request.uri(), request.headers()) {
        Ok(access) => access,
        Err(refusal) => return refused(refusal),
    };
    let Ok(_place) = front.requests.try_acquire() else {
        return refused((StatusCode::SERVICE_UNAVAILABLE, "too many requests; try again later"));
    };
    request.extensions_mut().insert(access);
    front.endpoint.answer(request).await.map(Body::new)
}

fn refused((status, message): Refusal) -> Response<Body> {
    let mut response = Response::new(Body::from(message));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    if status == StatusCode::UNAUTHORIZED {
        headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    response
}
