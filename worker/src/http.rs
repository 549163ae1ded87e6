//! Requests and answers between the platform's types and those of the router. Bodies that are short are read and sent
//! whole: a stream costs more than everything else that becomes of most requests.

use crate::reply::Reply;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, Uri, header};
use overheard::catalog::limits::MAX_BODY_BYTES;
use worker::{Error, HttpRequest, Response, ResponseBuilder, Result};

/// The address of a request, if it is one that the router can take: the platform lets longer ones through.
pub fn address(request: &worker::Request) -> Option<Uri> {
    request.inner().url().parse().ok()
}

/// A request to an address as the router takes it.
pub async fn from_platform(mut request: worker::Request, address: Uri) -> Result<Request<Body>> {
    let headers = HeaderMap::from(request.headers());
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    // A body need not say how long it is, nor that it is there.
    let has_body = request.inner().body().is_some();
    if has_body && length.is_none_or(|length| length > MAX_BODY_BYTES) {
        return Ok(HttpRequest::try_from(request)?.map(Body::new));
    }
    let body = if has_body { Body::from(request.bytes().await?) } else { Body::empty() };
    let mut builder = Request::builder().method(request.method().as_ref()).uri(address);
    if let Some(of_builder) = builder.headers_mut() {
        *of_builder = headers;
    }
    builder.body(body).map_err(|error| Error::from(error.to_string()))
}

/// An answer as the platform takes it.
pub async fn to_platform(reply: Reply) -> Result<Response> {
    let (parts, body) = reply.into_parts();
    let body = to_bytes(body, usize::MAX).await.map_err(|error| Error::from(error.to_string()))?;
    let builder = ResponseBuilder::new().with_status(parts.status.as_u16()).with_headers((&parts.headers).into());
    Ok(if body.is_empty() { builder.empty() } else { builder.fixed(body.into()) })
}
