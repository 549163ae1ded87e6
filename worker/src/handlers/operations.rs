//! The handlers of the operations of both interfaces.

use super::account::AccountQueryEndpoint;
use super::account_details::AccountDetailsEndpoint;
use super::data::DataEndpoint;
use super::reports::{CreateReportEndpoint, ReportEndpoint};
use super::schema::SchemaEndpoint;
use super::webhooks::{CreateWebhookEndpoint, DeleteWebhookEndpoint, ListWebhooksEndpoint};
use crate::app::App;
use crate::call::Call;
use crate::metering::{self, MeteredEndpoint};
use crate::reply::{self, Reply};
use axum::body::Body;
use axum::http::{Request, Uri, header};
use futures_util::future::LocalBoxFuture;
use overheard::service::tool::{ToolAction, ToolRequest};
use overheard::spec::{AccountOperation, Operation};
use std::sync::Arc;

/// The handler of a route. All handlers have one type, so that the code around them is compiled once.
pub type Handler = Arc<dyn Fn(App, Call, Request<Body>) -> LocalBoxFuture<'static, Reply> + Send + Sync>;

/// Returns the handler of an operation of the Data API.
pub fn data_handler(operation: Operation) -> Handler {
    match operation {
        Operation::Schema => metered_handler(SchemaEndpoint),
        _ => metered_handler(move |app| DataEndpoint { operation, app }),
    }
}

/// Returns the handler of an operation of the Account API.
pub fn account_handler(operation: AccountOperation) -> Handler {
    match operation {
        AccountOperation::Account | AccountOperation::AccountUsage => {
            metered_handler(move |app| AccountDetailsEndpoint { operation, app })
        }
        AccountOperation::CreateReport => metered_handler(CreateReportEndpoint),
        AccountOperation::CreateWebhook => metered_handler(CreateWebhookEndpoint),
        AccountOperation::Webhooks => metered_handler(ListWebhooksEndpoint),
        AccountOperation::DeleteWebhook => metered_handler(DeleteWebhookEndpoint),
        AccountOperation::Report | AccountOperation::DownloadReport => {
            metered_handler(move |app| ReportEndpoint { operation, app })
        }
        _ => metered_handler(move |app| AccountQueryEndpoint { operation, app }),
    }
}

/// Returns the handler of a tool's operation, if the tool calls one.
pub fn handler_of(action: ToolAction) -> Option<Handler> {
    match action {
        ToolAction::Data(operation) => Some(data_handler(operation)),
        ToolAction::Account(operation) => Some(account_handler(operation)),
        ToolAction::DescribeAccount => None,
    }
}

/// Returns the request of an operation at the origin of another request. It asks with JSON and has no credential.
pub fn operation_request(at: &Uri, target: Uri, ToolRequest { method, body, .. }: ToolRequest) -> Request<Body> {
    let mut request = Request::new(Body::from(body.unwrap_or_default()));
    let mut parts = target.clone().into_parts();
    parts.scheme = at.scheme().cloned();
    parts.authority = at.authority().cloned();
    *request.uri_mut() = Uri::from_parts(parts).unwrap_or(target);
    *request.method_mut() = method.parse().unwrap_or_default();
    reply::set(request.headers_mut(), header::CONTENT_TYPE, "application/json");
    request
}

/// Returns the handler of a metered endpoint.
pub fn metered_handler<E: MeteredEndpoint + 'static>(endpoint: impl Fn(App) -> E + Send + Sync + 'static) -> Handler {
    Arc::new(move |app: App, call: Call, request| -> LocalBoxFuture<'static, Reply> {
        let endpoint = endpoint(app.clone());
        Box::pin(async move { metering::answer(&endpoint, &app, &call, request).await })
    })
}
