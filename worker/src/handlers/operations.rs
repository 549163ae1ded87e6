//! The handlers of the operations of both interfaces.

use super::about_account::AboutAccount;
use super::account::AccountRead;
use super::data::DataQuestion;
use super::reports::{CreateReport, ReadReport};
use super::schema::Schema;
use super::webhooks::{CreateWebhook, DeleteWebhook, ListWebhooks};
use crate::app::App;
use crate::call::Call;
use crate::metering::{self, MeteredEndpoint};
use crate::reply::Reply;
use axum::body::Body;
use axum::http::Request;
use futures_util::future::LocalBoxFuture;
use overheard::spec::{AccountOperation, Operation};
use std::sync::Arc;

/// The handler of a route. One type for all of them, so that the code around them is compiled once.
pub type Handler = Arc<dyn Fn(App, Call, Request<Body>) -> LocalBoxFuture<'static, Reply> + Send + Sync>;

/// Returns the handler of an operation of the Data API.
pub fn data_handler(operation: Operation) -> Handler {
    match operation {
        Operation::Schema => metered_handler(Schema),
        _ => metered_handler(move |app| DataQuestion { operation, app }),
    }
}

/// Returns the handler of an operation of the Account API.
pub fn account_handler(operation: AccountOperation) -> Handler {
    match operation {
        AccountOperation::Account | AccountOperation::AccountUsage => {
            metered_handler(move |app| AboutAccount { operation, app })
        }
        AccountOperation::CreateReport => metered_handler(CreateReport),
        AccountOperation::CreateWebhook => metered_handler(CreateWebhook),
        AccountOperation::Webhooks => metered_handler(ListWebhooks),
        AccountOperation::DeleteWebhook => metered_handler(DeleteWebhook),
        AccountOperation::Report | AccountOperation::DownloadReport => {
            metered_handler(move |app| ReadReport { operation, app })
        }
        _ => metered_handler(move |app| AccountRead { operation, app }),
    }
}

/// Returns the handler of a metered_handler endpoint.
pub fn metered_handler<E: MeteredEndpoint + 'static>(endpoint: impl Fn(App) -> E + Send + Sync + 'static) -> Handler {
    Arc::new(move |app: App, call: Call, request| -> LocalBoxFuture<'static, Reply> {
        let endpoint = endpoint(app.clone());
        Box::pin(async move { metering::answer(&endpoint, &app, &call, request).await })
    })
}
