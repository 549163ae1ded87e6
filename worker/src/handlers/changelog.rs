//! `GET /v1/changelog.json`: what changed from release to release, and what ends when.

use crate::app::VERSION;
use crate::call::Call;
use crate::reply::{self, Reply};
use axum::extract::Extension;
use axum::http::{HeaderMap, header};
use overheard::service::changelog::releases;
use overheard::spec::{AccountOperation, Endpoint, Operation, SCHEMA_VERSION};
use serde_json::{Value, json};

/// Where it is.
pub const PATH: &str = "/v1/changelog.json";
/// The project's changelog.
const CHANGELOG: &str = include_str!("../../../CHANGELOG.md");

/// Says it to anybody, with a validator.
pub async fn get_changelog(Extension(call): Extension<Call>, headers: HeaderMap) -> Reply {
    let data = Operation::ALL.map(|operation| operation.endpoint());
    let account = AccountOperation::ALL.map(|operation| operation.endpoint());
    let endings: Vec<Value> = data.iter().chain(&account).filter_map(ending).collect();
    let changelog = json!({
        "version": VERSION,
        "api_version": "v1",
        "schema_version": SCHEMA_VERSION,
        "deprecations": endings,
        "releases": releases(CHANGELOG),
    });
    match serde_json::to_string(&changelog) {
        Err(error) => reply::internal(&error, &call),
        Ok(body) => {
            let mut reply = reply::validated(body, &Operation::Schema.endpoint(), &headers);
            reply::set(reply.headers_mut(), header::CACHE_CONTROL, "public, max-age=3600");
            reply
        }
    }
}

/// That an operation is to be left, if it is.
fn ending(endpoint: &Endpoint) -> Option<Value> {
    endpoint.deprecation?;
    Some(endpoint.marked(json!({"operation": endpoint.name, "method": endpoint.method, "path": endpoint.path})))
}

#[cfg(test)]
mod tests {
    use super::*;
    use overheard::spec::Deprecation;

    #[test]
    fn what_ends_is_listed_with_its_operation() {
        let instead = "POST /v2/search";
        let left = Deprecation { since: "2027-01-01", sunset: "2027-07-01", instead, guide: "/docs/migrations/1.0" };
        let kept = Operation::Search.endpoint();
        assert_eq!(ending(&kept), None);
        let ending = ending(&Endpoint { deprecation: Some(left), ..kept }).unwrap();
        assert_eq!((&ending["path"], &ending["deprecation"]["sunset"]), (&json!("/v1/search"), &json!("2027-07-01")));
    }
}
