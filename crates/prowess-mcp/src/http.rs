//! MCP over HTTP (streamable HTTP): one endpoint, for whichever server takes the requests.

use std::convert::Infallible;
use std::sync::Arc;

use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Full};
use rmcp::transport::streamable_http_server::session::SessionManager as _;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use crate::limits;
use crate::server::Server;

/// The header that names a session.
const SESSION: &str = "mcp-session-id";

/// Who may ask.
#[derive(Clone, Debug)]
pub struct HttpOptions {
    /// What the header `Host` may say.
    pub hosts: Vec<String>,
    /// What the header `Origin` may say, where a request has one.
    pub origins: Vec<String>,
}

/// The endpoint. Clones are the same one.
#[derive(Clone)]
pub struct HttpEndpoint {
    service: StreamableHttpService<Server, LocalSessionManager>,
    sessions: Arc<LocalSessionManager>,
    stop: tokio_util::sync::CancellationToken,
}

impl HttpEndpoint {
    /// The endpoint of a server.
    pub fn new(server: Server, options: HttpOptions) -> Self {
        let stop = tokio_util::sync::CancellationToken::new();
        let config = StreamableHttpServerConfig::default()
            .with_allowed_hosts(options.hosts)
            .with_allowed_origins(options.origins)
            .enforce_origin_validation()
            .with_json_response(true)
            .with_max_request_body_bytes(limits::MESSAGE_BYTES)
            .with_cancellation_token(stop.clone());
        let sessions = Arc::new(LocalSessionManager::default());
        let service =
            StreamableHttpService::new(move || Ok(server.clone()), sessions.clone(), config);
        Self { service, sessions, stop }
    }

    /// Answers one request.
    pub async fn answer<B>(&self, request: Request<B>) -> Response<BoxBody<Bytes, Infallible>>
    where
        B: http_body::Body + Send + 'static,
        B::Error: std::fmt::Display,
    {
        let is_new = !request.headers().contains_key(SESSION);
        let response = self.service.handle(request).await;
        let session = response.headers().get(SESSION).and_then(|id| id.to_str().ok());
        if let Some(id) = session.filter(|_| is_new)
            && self.sessions.sessions.read().await.len() > limits::SESSIONS
        {
            // It may be gone already, which is as well.
            let _ = self.sessions.close_session(&id.into()).await;
            let message = "there are too many sessions; end one, or use a stateless client";
            return plain(StatusCode::SERVICE_UNAVAILABLE, message);
        }
        response
    }

    /// Ends every stream and session.
    pub fn stop(&self) {
        self.stop.cancel();
    }
}

impl std::fmt::Debug for HttpEndpoint {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("HttpEndpoint").finish_non_exhaustive()
    }
}

fn plain(status: StatusCode, message: &'static str) -> Response<BoxBody<Bytes, Infallible>> {
    let mut response = Response::new(Full::new(Bytes::from_static(message.as_bytes())).boxed());
    *response.status_mut() = status;
    response
}
