//! The handlers of the operations of both interfaces.

use super::about_account::AboutAccount;
use super::account::AccountRead;
use super::data::DataQuestion;
use super::reports::{CreateReport, ReadReport};
use super::schema::Schema;
use super::webhooks::{CreateWebhook, DeleteWebhook, ListWebhooks};
use crate::app::App;
use crate::call::Call;
use crate::metering::{self, Metered};
use crate::reply::Reply;
use axum::body::Body;
use axum::http::Request;
use futures_util::future::LocalBoxFuture;
use overheard::spec::{AccountOperation, Operation};
use std::sync::Arc;

/// Answers the requests of a route. One type for all handlers, so that the code around them is compiled once.
pub type Answering = Arc<dyn Fn(App, Call, Request<Body>) -> LocalBoxFuture<'static, Reply> + Send + Sync>;

/// The handler of an operation of the Data API.
pub fn data_question(operation: Operation) -> Answering {
    match operation {
        Operation::Schema => metered(Schema),
        _ => metered(move |app| DataQuestion { operation, app }),
    }
}

/// The handler of an operation of the Account API.
pub fn account_question(operation: AccountOperation) -> Answering {
    match operation {
        AccountOperation::Account | AccountOperation::AccountUsage => {
            metered(move |app| AboutAccount { operation, app })
        }
        AccountOperation::CreateReport => metered(CreateReport),
        AccountOperation::CreateWebhook => metered(CreateWebhook),
        AccountOperation::Webhooks => metered(ListWebhooks),
        AccountOperation::DeleteWebhook => metered(DeleteWebhook),
        AccountOperation::Report | AccountOperation::DownloadReport => {
            metered(move |app| ReadReport { operation, app })
        }
        _ => metered(move |app| AccountRead { operation, app }),
    }
}

/// The handler of an endpoint whose requests are counted.
pub fn metered<E: Metered + 'static>(endpoint: impl Fn(App) -> E + Send + Sync + 'static) -> Answering {
    Arc::new(move |app: App, call: Call, request| -> LocalBoxFuture<'static, Reply> {
        let endpoint = endpoint(app.clone());
        Box::pin(async move { metering::answer(&endpoint, &app, &call, request).await })
    })
}
