//! What handlers take from an address, as axum reads it; what it refuses is told as a problem.

use crate::call::Call;
use crate::reply::{self, Reply};
use axum::extract::{Extension, FromRequestParts};
use axum::http::request::Parts;
use axum::response::IntoResponse as _;
use overheard::guard::problem::{Code, Violation};
use serde::de::DeserializeOwned;

/// Characters of a reason that are told: it may repeat what was sent.
const MAX_REASON: usize = 300;

/// The variable segments of a path.
pub struct Path<T>(pub T);

/// The parameters of a query.
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Reply;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Reply> {
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(segments)) => Ok(Self(segments)),
            Err(rejection) => {
                let message = format!("there is nothing at this path. {}.", short(&rejection.body_text()));
                Err(refused(parts, state, Violation::new(Code::NotFound, "", message)).await)
            }
        }
    }
}

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Query<T> {
    type Rejection = Reply;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Reply> {
        match axum::extract::Query::from_request_parts(parts, state).await {
            Ok(axum::extract::Query(parameters)) => Ok(Self(parameters)),
            Err(rejection) => {
                let message = format!("the query is not valid: {}.", short(&rejection.body_text()));
                Err(refused(parts, state, Violation::new(Code::InvalidUrl, "", message)).await)
            }
        }
    }
}

async fn refused<S: Send + Sync>(parts: &mut Parts, state: &S, violation: Violation) -> Reply {
    match Extension::<Call>::from_request_parts(parts, state).await {
        Ok(Extension(call)) => reply::problem(violation, &call),
        Err(rejection) => rejection.into_response(),
    }
}

fn short(reason: &str) -> String {
    reason.chars().take(MAX_REASON).collect()
}
