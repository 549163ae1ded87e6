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
use crate::reply::Reply;
use axum::body::Body;
use axum::http::Request;
use futures_util::future::LocalBoxFuture;
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

/// Returns the handler of a metered endpoint.
pub fn metered_handler<E: MeteredEndpoint + 'static>(endpoint: impl Fn(App) -> E + Send + Sync + 'static) -> Handler {
    Arc::new(move |app: App, call: Call, request| -> LocalBoxFuture<'static, Reply> {
        let endpoint = endpoint(app.clone());
        Box::pin(async move { metering::answer(&endpoint, &app, &call, request).await })
    })
}
