//! ClickHouse's HTTP interface, for one request.

use crate::fault::unavailable;
use crate::platform::now_ms;
use crate::platform_call::{CallFailure, PlatformCall};
use overheard::backend::clickhouse::{Connection, HttpRequest, HttpResponse};
use overheard::guard::problem::Violation;
use serde::Deserialize;
use worker::{Env, Url};

const URL: &str = "CLICKHOUSE_URL";
/// Milliseconds that a response may take beyond the time limit of the server.
const SLACK_MS: u64 = 500;

/// A server, with the credentials of a user that only reads.
pub struct ClickHouseConnection {
    address: String,
    /// The names and values of headers, each in a line of its own.
    credentials: String,
    deadline_ms: u64,
}

/// The head of a response: the status, and the headers with the code of an exception and with counts.
#[derive(Deserialize)]
struct Head(u16, Option<String>, Option<String>);

impl ClickHouseConnection {
    /// Opens the server of the deployment's settings, with a time limit for all statements in milliseconds.
    ///
    /// # Errors
    /// 503 if the settings have no valid address.
    pub fn open(env: &Env, budget_ms: u64) -> Result<Self, Violation> {
        let text = |name: &str| env.var(name).ok().map(|text| text.to_string()).filter(|text| !text.is_empty());
        let address = text(URL).ok_or_else(|| unavailable("ClickHouse", &format!("{URL} is not set")))?;
        let address = checked_address(&address).map_err(|reason| unavailable("ClickHouse", &reason))?;
        let headers = [
            ("X-ClickHouse-User", text("CLICKHOUSE_USER")),
            ("X-ClickHouse-Key", text("CLICKHOUSE_PASSWORD")),
            ("X-ClickHouse-Database", text("CLICKHOUSE_DATABASE")),
        ];
        let credentials = headers.into_iter().filter_map(|(name, value)| Some(format!("{name}\n{}\n", value?)));
        Ok(Self { address, credentials: credentials.collect(), deadline_ms: now_ms() + budget_ms + SLACK_MS })
    }

    async fn send_once(&self, request: &HttpRequest) -> Result<HttpResponse, CallFailure> {
        let left = self.deadline_ms.saturating_sub(now_ms());
        let address = format!("{}?{}", self.address, request.query);
        let head = format!("{}Content-Type\n{}", self.credentials, request.content_type);
        let bytes = PlatformCall::post(left, &address, &head, &request.body).await?.unwrap_or_default();
        response_of(&bytes).ok_or_else(|| CallFailure::Failed("the head of a response is damaged".to_owned()))
    }
}

impl Connection for ClickHouseConnection {
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, String> {
        let sent = match self.send_once(&request).await {
            Err(CallFailure::Failed(_)) => self.send_once(&request).await,
            Ok(response) if is_busy(&response) => self.send_once(&request).await,
            sent => sent,
        };
        match sent {
            Ok(response) => Ok(response),
            Err(CallFailure::Late) => Ok(HttpResponse::late()),
            Err(CallFailure::Failed(reason)) => Err(reason),
        }
    }
}

/// Returns true if a server or a proxy may answer the same request a moment later.
fn is_busy(response: &HttpResponse) -> bool {
    matches!(response.status, 502..=504) && response.exception_code.is_none()
}

/// Parses a response as `post` in `platform-calls.js` packs it: a line of JSON, then the body.
fn response_of(bytes: &[u8]) -> Option<HttpResponse> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let (head, body) = bytes.split_at_checked(end)?;
    let Head(status, code, summary) = serde_json::from_slice(head).ok()?;
    let exception_code = code.and_then(|code| code.parse().ok());
    Some(HttpResponse { status, exception_code, summary, body: body.get(1..)?.to_vec() })
}

/// Returns an address that protects the password, with a final slash.
fn checked_address(address: &str) -> Result<String, String> {
    let url = Url::parse(address).map_err(|error| format!("{URL} is not a URL: {error}"))?;
    let is_loopback = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
    if url.scheme() != "https" && !(url.scheme() == "http" && is_loopback) {
        return Err(format!("{URL} must begin with https://"));
    }
    if !url.username().is_empty() || url.password().is_some() || url.query().is_some() || url.fragment().is_some() {
        return Err(format!("{URL} must have no user name and no query"));
    }
    Ok(format!("{}/", url.as_str().trim_end_matches('/')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_http_is_for_this_machine_alone() {
        for (good, address) in [
            ("https://clickhouse.example.com:8443", "https://clickhouse.example.com:8443/"),
            ("https://clickhouse.example.com/path/", "https://clickhouse.example.com/path/"),
            ("http://127.0.0.1:8123", "http://127.0.0.1:8123/"),
            ("http://[::1]:8123", "http://[::1]:8123/"),
        ] {
            assert_eq!(checked_address(good).as_deref(), Ok(address));
        }
        for bad in [
            "http://clickhouse.example.com",
            "http://127.0.0.1.example.com",
            "https://me:secret@clickhouse.example.com",
            "https://clickhouse.example.com/?user=me",
            "clickhouse.example.com",
            "",
        ] {
            let reason = checked_address(bad).err().unwrap_or_default();
            assert!(reason.starts_with(URL) && !reason.contains("secret"), "{bad}: {reason}");
        }
    }

    #[test]
    fn a_response_has_a_head_and_a_body() {
        let response = response_of(b"[500,\"159\",null]\nline\nline").unwrap();
        assert_eq!(
            (response.status, response.exception_code, response.body.as_slice()),
            (500, Some(159), &b"line\nline"[..])
        );
        assert!(!is_busy(&response));
        assert!(is_busy(&response_of(b"[503,null,null]\n").unwrap()));
        assert_eq!(response_of(b"[500,\"159\"]\n"), None);
        assert_eq!(response_of(b""), None);
    }
}
