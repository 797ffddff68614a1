//! Who may ask: by the headers `Host`, `Origin` and `Authorization`.
//!
//! A page in a browser can send requests to this machine, and by a name that its owner points here also read
//! the answers. The name is then in `Host`, and the page in `Origin`.

use std::net::SocketAddr;

use axum::http::header::{AUTHORIZATION, HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode, Uri};
use prowess_mcp::Access;

use crate::serve::ServeOptions;
use crate::token::Token;

/// Names of this machine to itself.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// What is checked before anything else.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// Without a port, in lower case.
    hosts: Vec<String>,
    origins: Vec<String>,
    token: Option<Token>,
    /// Only this machine can connect.
    is_loopback: bool,
}

/// Why a request is refused.
pub(crate) type Refusal = (StatusCode, &'static str);

impl Guard {
    pub(crate) fn new(options: &ServeOptions, address: SocketAddr) -> Self {
        let own = match address {
            SocketAddr::V4(v4) => v4.ip().to_string(),
            SocketAddr::V6(v6) => format!("[{}]", v6.ip()),
        };
        let mut hosts: Vec<String> = LOOPBACK.map(str::to_owned).to_vec();
        hosts.extend(options.hosts.iter().map(|host| host.to_ascii_lowercase()));
        if !address.ip().is_unspecified() {
            hosts.push(own);
        }
        hosts.sort_unstable();
        hosts.dedup();
        // A page of this server itself; others only where they are named.
        let mut origins: Vec<String> =
            hosts.iter().map(|host| format!("http://{host}:{}", address.port())).collect();
        origins.extend(options.origins.iter().map(|origin| origin.to_ascii_lowercase()));
        let is_loopback = address.ip().is_loopback();
        Self { hosts, origins, token: options.token.clone(), is_loopback }
    }

    pub(crate) fn hosts(&self) -> Vec<String> {
        self.hosts.clone()
    }

    pub(crate) fn origins(&self) -> Vec<String> {
        self.origins.clone()
    }

    /// What a request may do.
    pub(crate) fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<Access, Refusal> {
        let mut hosts = headers.get_all(HOST).iter();
        let host = match (hosts.next(), hosts.next()) {
            (Some(host), None) => host.to_str().ok(),
            (None, _) => uri.authority().map(axum::http::uri::Authority::as_str),
            _ => None,
        };
        let known = |host: &str| self.hosts.contains(&without_port(host).to_ascii_lowercase());
        if !host.is_some_and(known) {
            return Err((StatusCode::FORBIDDEN, "this server is not called so"));
        }
        let foreign = headers.get_all(ORIGIN).iter().any(|origin| {
            let known = |origin: &str| self.origins.contains(&origin.to_ascii_lowercase());
            !origin.to_str().is_ok_and(known)
        });
        if foreign {
            return Err((StatusCode::FORBIDDEN, "pages of this origin may not ask"));
        }
        let mut carried = headers.get_all(AUTHORIZATION).iter();
        let (first, second) = (carried.next(), carried.next());
        match (&self.token, first) {
            (Some(token), Some(header)) => {
                let is_token = header.to_str().is_ok_and(|header| token.is_carried(header));
                match is_token && second.is_none() {
                    true => Ok(Access { may_execute: true }),
                    false => Err((StatusCode::UNAUTHORIZED, "this is not the token")),
                }
            }
            _ if self.is_loopback => Ok(Access { may_execute: false }),
            _ => Err((StatusCode::UNAUTHORIZED, "this needs a token")),
        }
    }
}

/// A host without its port; an address of IPv6 has colons of its own, in brackets.
fn without_port(host: &str) -> &str {
    match (host.rfind(':'), host.rfind(']')) {
        (Some(colon), Some(bracket)) if colon < bracket => host,
        (Some(colon), _) => &host[..colon],
        (None, _) => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where it listens, the headers of a request, and what that may.
    type Row<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a str);

    const TOKEN: &str = "Bearer 0123456789abcdef";

    fn answer(listen: &str, headers: &[(&str, &str)]) -> String {
        let options = ServeOptions {
            listen: listen.parse().unwrap(),
            token: Token::new("0123456789abcdef"),
            hosts: vec!["Skills.Example".to_owned()],
            origins: vec!["https://app.example".to_owned()],
        };
        let guard = Guard::new(&options, options.listen);
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name: axum::http::HeaderName = name.parse().unwrap();
            map.append(name, value.parse().unwrap());
        }
        match guard.check(&Uri::from_static("/mcp"), &map) {
            Ok(Access { may_execute: true }) => "all".to_owned(),
            Ok(_) => "read".to_owned(),
            Err((status, _)) => status.as_u16().to_string(),
        }
    }

    #[test]
    fn who_may_what() {
        let here = "127.0.0.1:7878";
        let table: [Row<'_>; 21] = [
            (here, &[("host", "127.0.0.1:7878")], "read"),
            (here, &[("host", "localhost")], "read"),
            (here, &[("host", "LOCALHOST:1")], "read"),
            (here, &[("host", "[::1]:7878")], "read"),
            (here, &[("host", "skills.example")], "read"),
            (here, &[("host", "evil.example")], "403"),
            (here, &[("host", "evil.example:7878")], "403"),
            (here, &[("host", "localhost.evil.example")], "403"),
            (here, &[("host", "127.0.0.1"), ("host", "evil.example")], "403"),
            (here, &[("host", "")], "403"),
            (here, &[], "403"),
            (here, &[("host", "localhost"), ("origin", "http://localhost:7878")], "read"),
            (here, &[("host", "localhost"), ("origin", "https://app.example")], "read"),
            (here, &[("host", "localhost"), ("origin", "http://localhost:3000")], "403"),
            (here, &[("host", "localhost"), ("origin", "null")], "403"),
            (here, &[("host", "localhost"), ("origin", "http://evil.example")], "403"),
            (here, &[("host", "localhost"), ("authorization", TOKEN)], "all"),
            (here, &[("host", "localhost"), ("authorization", "Bearer wrong")], "401"),
            ("10.0.0.1:80", &[("host", "10.0.0.1")], "401"),
            ("10.0.0.1:80", &[("host", "10.0.0.1"), ("authorization", TOKEN)], "all"),
            ("0.0.0.0:80", &[("host", "0.0.0.0"), ("authorization", TOKEN)], "403"),
        ];
        for (listen, headers, expected) in table {
            assert_eq!(answer(listen, headers), expected, "{listen} {headers:?}");
        }
    }
}
