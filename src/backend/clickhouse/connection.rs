//! The interface to ClickHouse: HTTP requests out, HTTP responses in.

use crate::query::QueryError;
use serde::Deserialize;
use std::future::Future;
use std::rc::Rc;

/// A request to ClickHouse's HTTP interface. Its method is POST.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpRequest {
    /// The query string of the address, without `?`.
    pub query: String,
    /// The header `Content-Type`.
    pub content_type: String,
    /// The body.
    pub body: Vec<u8>,
}

/// A response of ClickHouse.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HttpResponse {
    /// The status.
    pub status: u16,
    /// The header `X-ClickHouse-Exception-Code`.
    pub exception_code: Option<u32>,
    /// The header `X-ClickHouse-Summary`.
    pub summary: Option<String>,
    /// The body.
    pub body: Vec<u8>,
}

/// A connection to a ClickHouse server. It adds the address, the user and the key to requests.
pub trait Connection {
    /// Sends a request and returns the response, whatever its status.
    ///
    /// # Errors
    /// The reason why there is no response.
    fn send(&self, request: HttpRequest) -> impl Future<Output = Result<HttpResponse, String>>;
}

impl<C: Connection> Connection for Rc<C> {
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, String> {
        (**self).send(request).await
    }
}

impl<C: Connection> Connection for &C {
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, String> {
        (**self).send(request).await
    }
}

/// Exception codes of queries that exceed a limit of rows, bytes or memory.
const OVER_LIMIT: [u32; 4] = [158, 241, 307, 396];
/// The exception code of queries that exceed their time.
const TIMEOUT_EXCEEDED: u32 = 159;
/// The exception code of a table that does not exist: that of a version which is no longer served.
const UNKNOWN_TABLE: u32 = 60;
/// The most characters of an exception in an error.
const MAX_REASON: usize = 500;

impl HttpResponse {
    /// Returns the response in place of one that did not arrive in time.
    pub fn late() -> Self {
        Self { status: 504, exception_code: Some(TIMEOUT_EXCEEDED), ..Self::default() }
    }

    /// Returns the body of a statement that was run.
    ///
    /// # Errors
    /// [`QueryError::Timeout`] and [`QueryError::OverBudget`] for exceeded limits, [`QueryError::DatasetChanged`] for a
    /// missing table, [`QueryError::Unavailable`] for all other exceptions.
    pub(super) fn into_body(self) -> Result<Vec<u8>, QueryError> {
        if self.status == 200 && self.exception_code.is_none() {
            return Ok(self.body);
        }
        Err(match self.exception_code {
            Some(TIMEOUT_EXCEEDED) => QueryError::Timeout,
            Some(UNKNOWN_TABLE) => QueryError::DatasetChanged,
            Some(code) if OVER_LIMIT.contains(&code) => QueryError::OverBudget(self.reason()),
            _ => QueryError::Unavailable(format!("ClickHouse: status {}: {}", self.status, self.reason())),
        })
    }

    fn reason(&self) -> String {
        String::from_utf8_lossy(&self.body).chars().take(MAX_REASON).collect()
    }

    /// Returns the rows that the server counted as read.
    pub(super) fn rows_read(&self) -> u64 {
        #[derive(Deserialize)]
        struct Summary {
            read_rows: String,
        }
        let summary = self.summary.as_deref().and_then(|summary| serde_json::from_str::<Summary>(summary).ok());
        summary.and_then(|summary| summary.read_rows.parse().ok()).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(status: u16, exception_code: Option<u32>) -> Result<Vec<u8>, QueryError> {
        HttpResponse { status, exception_code, summary: None, body: b"text".to_vec() }.into_body()
    }

    #[test]
    fn exceptions_of_limits_are_told_apart() {
        assert_eq!(response(200, None), Ok(b"text".to_vec()));
        assert_eq!(response(500, Some(159)), Err(QueryError::Timeout));
        assert_eq!(response(500, Some(241)), Err(QueryError::OverBudget("text".into())));
        assert_eq!(HttpResponse::late().into_body(), Err(QueryError::Timeout));
        assert_eq!(response(404, Some(60)), Err(QueryError::DatasetChanged));
        assert!(matches!(response(502, None), Err(QueryError::Unavailable(_))));
        // An exception after the beginning of the response.
        assert!(matches!(response(200, Some(1)), Err(QueryError::Unavailable(_))));
    }

    #[test]
    fn the_rows_of_a_summary_are_counted() {
        let summary = |text: &str| HttpResponse { summary: Some(text.to_owned()), ..HttpResponse::default() };
        assert_eq!(summary(r#"{"read_rows":"12","read_bytes":"80"}"#).rows_read(), 12);
        assert_eq!(summary("{}").rows_read(), 0);
    }
}
