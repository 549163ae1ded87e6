//! The routes. Those of both interfaces come from the catalogue.

use crate::app::App;
use crate::call::Call;
use crate::handlers::{account, admin, browser_tokens, data, index, problems, schema};
use crate::paths;
use crate::reply::{self, Reply};
use axum::extract::Extension;
use axum::http::{Request, Uri};
use axum::routing::{MethodRouter, any, delete, get, post, put};
use axum::{Router, body::Body};
use overheard::guard::problem::{Code, Violation, echo_path};
use overheard::spec::{AccountOperation, Operation};

/// What all paths of the operator's surface begin with.
const ADMIN: &str = "/admin/v1";

/// Every path of the deployment. Handlers find the bindings, and the call, in the request's extensions.
pub fn routes() -> Router {
    let data = Operation::ALL
        .into_iter()
        .fold(Router::new(), |router, operation| router.route(operation.endpoint().path, data_route(operation)));
    let account = AccountOperation::ALL.into_iter().fold(Router::new(), |router, operation| {
        router.route(&operation.endpoint().path.replace(":id", "{id}"), account_route(operation))
    });
    let admin = Router::new()
        .route("/keys", get(admin::keys::list_keys).post(admin::keys::create_key))
        .route("/keys/{id}/revoke", post(admin::keys::revoke_key))
        .route("/keys/{id}/rotate", post(admin::keys::rotate_key))
        .route("/accounts", get(admin::accounts::list_accounts).post(admin::accounts::create_account))
        .route("/accounts/{id}", get(admin::accounts::get_account).post(admin::accounts::change_account))
        .route("/accounts/{id}/usage", get(admin::accounts::get_usage))
        .route("/accounts/{id}/view", post(admin::accounts::prepare_view))
        .route("/plans", get(admin::plans::list_plans))
        .route("/plans/{face}/{name}", put(admin::plans::set_plan))
        .route("/dataset", get(admin::dataset::get_dataset))
        .route("/explain/{operation}", post(admin::explain::explain_question))
        .route("/dataset/rollback", post(admin::dataset::rollback_dataset))
        .route("/dataset/previous", delete(admin::dataset::forget_previous))
        .route("/dataset/erasures", post(admin::erasures::erase_documents))
        .route("/dataset/documents/{table}", get(admin::exports::export_documents))
        .route("/dataset/rows/{table}", get(admin::exports::export_rows))
        .route("/dataset/reads", post(admin::increments::read_served))
        .route("/increments", post(admin::increments::add_increment))
        .route("/imports", post(admin::imports::begin_import))
        .route("/imports/{import}/finish", post(admin::imports::finish_import))
        .route("/imports/{import}/{table}/{batch}", put(admin::imports::load_batch))
        .layer(axum::middleware::from_fn(admin::forget_served))
        .layer(axum::middleware::from_fn(admin::require_secret))
        // Which methods a path takes is told before the secret is asked for, but not where there is no surface.
        .method_not_allowed_fallback(method_not_allowed)
        .layer(axum::middleware::from_fn(admin::require_surface));
    let described =
        paths::INDEX.into_iter().fold(Router::new(), |router, path| router.route(path, get(index::get_index)));
    Router::new()
        .merge(described)
        .merge(data)
        .merge(account)
        .route(browser_tokens::PATH, post(browser_tokens::create_token))
        .route("/problems/{slug}", get(problems::explain_problem))
        .nest(ADMIN, admin)
        .fallback(any(not_found))
        .method_not_allowed_fallback(method_not_allowed)
}

fn data_route(operation: Operation) -> MethodRouter {
    match operation {
        Operation::Schema => get(schema::get_schema),
        _ => post(move |Extension(app): Extension<App>, Extension(call): Extension<Call>, request: Request<Body>| {
            data::ask(operation, app, call, request)
        }),
    }
}

fn account_route(operation: AccountOperation) -> MethodRouter {
    get(move |Extension(app): Extension<App>, Extension(call): Extension<Call>, request: Request<Body>| {
        account::ask(operation, app, call, request)
    })
}

async fn not_found(Extension(call): Extension<Call>, uri: Uri) -> Reply {
    // What the operator's surface has, its callers know; who does not is not told.
    let violation = if uri.path().starts_with(ADMIN) {
        let message = format!("there is nothing at path '{}'.", echo_path(uri.path()));
        Violation::new(Code::NotFound, "", message)
    } else {
        paths::nothing_at(uri.path())
    };
    reply::problem(violation, &call)
}

async fn method_not_allowed(Extension(call): Extension<Call>, uri: Uri) -> Reply {
    let message =
        format!("path '{}' does not take this method; the header Allow lists those it takes.", echo_path(uri.path()));
    reply::problem(Violation::new(Code::MethodNotAllowed, "", message), &call)
}
