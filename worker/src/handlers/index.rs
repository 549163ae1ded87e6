//! `GET /` and `GET /v1`: an overview of the deployment, without a credential.

use crate::app::VERSION;
use crate::call::Call;
use crate::handlers::browser_tokens::ENDPOINT;
use crate::paths;
use crate::reply::{self, Reply};
use axum::extract::Extension;
use axum::http::{StatusCode, header};
use overheard::service::{alert, feed};
use overheard::spec::{AccountOperation, Operation};
use serde_json::json;

/// Returns the interfaces, their credentials and the documentation. The answer is the same for every client.
pub async fn get_index(Extension(call): Extension<Call>) -> Reply {
    let data = Operation::ALL.map(|operation| operation.endpoint().to_string());
    let account = AccountOperation::ALL.map(|operation| operation.endpoint().to_string());
    let index = json!({
        "name": "Overheard",
        "description": "Read-only insights over a dataset of mentions in public video: brands, tone, topics, creators.",
        "interfaces": [
            {
                "name": "Data API",
                "credential": "header X-API-Key",
                "reference": "/docs/guides/data-api/",
                "schema": Operation::Schema.endpoint().path,
                "endpoints": data,
            },
            {
                "name": "Account API",
                "credential": "header Authorization: Bearer",
                "reference": "/docs/guides/account-api/",
                "endpoints": account,
            },
        ],
        "browser_tokens": ENDPOINT,
        "alerts": format!("POST {}", alert::PATH),
        "feeds": format!("POST {}", feed::PATH),
        "agents": {"mcp": paths::MCP, "summary": "/llms.txt"},
        "openapi": paths::OPENAPI,
        "documentation": paths::DOCS,
        "version": VERSION,
        "changelog": paths::CHANGELOG,
        "problems": "/problems/{code}",
        "access": "Keys and tokens come from the operator of the deployment.",
    });
    let mut reply = reply::object(StatusCode::OK, &index, &call);
    reply::set(reply.headers_mut(), header::CACHE_CONTROL, "public, max-age=3600");
    reply::add_description_links(&mut reply);
    reply
}
