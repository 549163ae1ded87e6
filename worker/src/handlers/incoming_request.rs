//! A request of an operator or a member. Its parts are read on demand.

use super::body::{read, read_question, require_json};
use crate::app::App;
use crate::call::Call;
use crate::paths::{self, shorten};
use crate::reply::{self, Reply};
use axum::body::Body;
use axum::extract::{FromRequestParts as _, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use overheard::guard::problem::{Code, Problems, Violation};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Bytes of an operator's body at most. A batch of rows must fit into one D1 value of 2,000,000 bytes.
pub const MAX_BODY_BYTES: usize = 1_900_000;

/// A request whose body has not been read yet.
pub struct IncomingRequest {
    pub app: App,
    pub call: Call,
    pub parts: Parts,
    body: Body,
}

impl IncomingRequest {
    pub fn new(app: App, call: Call, request: Request<Body>) -> Self {
        let (parts, body) = request.into_parts();
        Self { app, call, parts, body }
    }

    /// Parses the variable segments of the path.
    pub async fn path<T: DeserializeOwned + Send>(&mut self) -> Result<T, Violation> {
        let segments = Path::from_request_parts(&mut self.parts, &()).await;
        segments.map(|Path(segments)| segments).map_err(|rejection| paths::invalid_segments(&rejection))
    }

    /// Parses the parameters of the query.
    pub async fn query<T: DeserializeOwned>(&mut self) -> Result<T, Violation> {
        let parameters = Query::from_request_parts(&mut self.parts, &()).await;
        parameters.map(|Query(parameters)| parameters).map_err(|rejection| {
            let message = format!("the query is not valid: {}.", shorten(&rejection.body_text()));
            Violation::new(Code::InvalidUrl, "", message)
        })
    }

    /// Reads the body as bytes.
    pub async fn body(&mut self) -> Result<Vec<u8>, Violation> {
        read(&self.parts.headers, std::mem::take(&mut self.body), MAX_BODY_BYTES).await
    }

    /// Reads the body as JSON text within the limits of a query.
    pub async fn question(&mut self) -> Result<Vec<u8>, Violation> {
        read_question(&self.parts.headers, std::mem::take(&mut self.body)).await
    }

    /// Parses a JSON body of at most `limit` bytes.
    pub async fn json<T: DeserializeOwned>(&mut self, limit: usize) -> Result<T, Violation> {
        let body = read(&self.parts.headers, std::mem::take(&mut self.body), limit).await?;
        serde_json::from_slice(&body).map_err(|error| {
            Violation::new(Code::InvalidJson, "", format!("body is not what this path takes: {error}."))
        })
    }

    /// Returns an answer with a JSON body.
    pub fn answer(&self, status: StatusCode, value: &impl Serialize) -> Result<Reply, Problems> {
        Ok(reply::object(status, value, &self.call))
    }

    /// Reads a body of at most `limit` bytes that is declared as JSON.
    ///
    /// # Errors
    /// 413, 415, 400.
    pub async fn json_text(&mut self, limit: usize) -> Result<Vec<u8>, Violation> {
        let body = read(&self.parts.headers, std::mem::take(&mut self.body), limit).await?;
        require_json(&self.parts.headers)?;
        Ok(body)
    }
}
