//! The routes. The routes of the Data API and the Account API come from the catalogue.

use crate::app::App;
use crate::call::Call;
use crate::feeds;
use crate::handlers::alerts::{AlertAction, AlertsEndpoint};
use crate::handlers::browser_tokens::CreateTokenEndpoint;
use crate::handlers::dashboard::members::MembersOperation;
use crate::handlers::feeds::{FeedAction, FeedsEndpoint};
use crate::handlers::operations::{Handler, account_handler, data_handler, metered_handler};
use crate::handlers::{admin, dashboard, index, mcp, problems};
use crate::paths;
use crate::reply::{self, Reply};
use crate::site;
use axum::extract::Extension;
use axum::http::{Request, Uri};
use axum::middleware::map_response;
use axum::routing::{MethodFilter, MethodRouter, any, get, on};
use axum::{Router, body::Body};
use futures_util::future::LocalBoxFuture;
use overheard::guard::problem::{Code, Problems, Violation, echo_path};
use overheard::service::alert;
use overheard::service::feed;
use overheard::service::member::MemberRole;
use overheard::spec::{AccountOperation, Deprecation, Endpoint, Operation};
use std::sync::Arc;
use worker::send::SendFuture;

const GET: MethodFilter = MethodFilter::GET;
const POST: MethodFilter = MethodFilter::POST;
const PUT: MethodFilter = MethodFilter::PUT;
const DELETE: MethodFilter = MethodFilter::DELETE;
const PATCH: MethodFilter = MethodFilter::PATCH;

/// Prefix of all paths of the operator API.
const ADMIN: &str = "/admin/v1";

/// Returns the routes of the deployment. Handlers find the bindings and the call in the extensions of the request.
pub fn routes() -> Router {
    let data = Operation::ALL.into_iter().fold(Router::new(), |router, operation| {
        let endpoint = operation.endpoint();
        router.route(endpoint.path, operation_route(&endpoint, data_handler(operation)))
    });
    let account = AccountOperation::ALL.into_iter().fold(Router::new(), |router, operation| {
        let endpoint = operation.endpoint();
        router.route(&endpoint.path.replace(":id", "{id}"), operation_route(&endpoint, account_handler(operation)))
    });
    let admin = Router::new()
        .route(
            "/keys",
            operator_route(GET, admin::keys::list_keys).merge(operator_route(POST, admin::keys::create_key)),
        )
        .route("/keys/{id}/revoke", operator_route(POST, admin::keys::revoke_key))
        .route("/keys/{id}/rotate", operator_route(POST, admin::keys::rotate_key))
        .route(
            "/accounts",
            operator_route(GET, admin::accounts::list_accounts)
                .merge(operator_route(POST, admin::accounts::create_account)),
        )
        .route(
            "/accounts/{id}",
            operator_route(GET, admin::accounts::get_account)
                .merge(operator_route(POST, admin::accounts::change_account)),
        )
        .route("/accounts/{id}/usage", operator_route(GET, admin::accounts::get_usage))
        .route("/accounts/{id}/view", operator_route(POST, admin::accounts::prepare_view))
        .route(
            "/accounts/{id}/members",
            operator_members_route(GET, MembersOperation::List)
                .merge(operator_members_route(POST, MembersOperation::Create)),
        )
        .route(
            "/accounts/{id}/members/{member}",
            operator_members_route(POST, MembersOperation::Change)
                .merge(operator_members_route(DELETE, MembersOperation::Remove)),
        )
        .route("/accounts/{id}/members/{member}/invite", operator_members_route(POST, MembersOperation::Invite))
        .route("/accounts/{id}/sessions", operator_members_route(GET, MembersOperation::ListSessions))
        .route("/accounts/{id}/sessions/{session}", operator_members_route(DELETE, MembersOperation::EndSession))
        .route("/accounts/{id}/alerts", operator_route(GET, admin::alerts::list_alerts))
        .route("/accounts/{id}/alerts/fired", operator_route(GET, admin::alerts::list_fired))
        .route(
            "/accounts/{id}/alerts/{alert}",
            operator_route(GET, admin::alerts::get_alert)
                .merge(operator_route(POST, admin::alerts::change_alert))
                .merge(operator_route(DELETE, admin::alerts::remove_alert)),
        )
        .route("/accounts/{id}/alerts/{alert}/test", operator_route(POST, admin::alerts::test_alert))
        .route("/accounts/{id}/reports", operator_route(POST, admin::reports::create_report))
        .route("/accounts/{id}/schedules", operator_route(POST, admin::reports::create_schedule))
        .route("/reports", operator_route(GET, admin::reports::list_reports))
        .route("/reports/{id}", operator_route(GET, admin::reports::get_report))
        .route("/schedules", operator_route(GET, admin::reports::list_schedules))
        .route("/schedules/{id}", operator_route(DELETE, admin::reports::cancel_schedule))
        .route("/webhooks", operator_route(GET, admin::webhooks::list_webhooks))
        .route("/webhooks/{id}", operator_route(GET, admin::webhooks::get_webhook))
        .route("/webhooks/{id}/deliveries", operator_route(GET, admin::webhooks::list_deliveries))
        .route("/webhooks/{id}/replay", operator_route(POST, admin::webhooks::replay_deliveries))
        .route("/webhooks/{id}/rotate", operator_route(POST, admin::webhooks::rotate_webhook))
        .route("/webhooks/{id}/test", operator_route(POST, admin::webhooks::test_webhook))
        .route("/webhooks/{id}/disable", operator_route(POST, admin::webhooks::disable_webhook))
        .route("/brands/preview", operator_route(POST, admin::brands::preview_brand))
        .route(
            "/aliases",
            operator_route(GET, admin::aliases::list_aliases)
                .merge(operator_route(POST, admin::aliases::change_aliases)),
        )
        .route("/plans", operator_route(GET, admin::plans::list_plans))
        .route("/plans/{face}/{name}", operator_route(PUT, admin::plans::set_plan))
        .route("/checks", operator_route(GET, admin::checks::check))
        .route("/dataset", operator_route(GET, admin::dataset::get_dataset))
        .route("/explain/{operation}", operator_route(POST, admin::explain::explain_question))
        .route("/dataset/rollback", operator_route(POST, admin::dataset::rollback_dataset))
        .route("/dataset/previous", operator_route(DELETE, admin::dataset::forget_previous))
        .route("/dataset/erasures", operator_route(POST, admin::erasures::erase_documents))
        .route("/dataset/free-space", operator_route(POST, admin::erasures::overwrite_free_space))
        .route("/erasures", operator_route(POST, admin::erasures::erase_records))
        .route("/erasures/{import}/{table}/{number}", operator_route(PUT, admin::erasures::stage_batch))
        .route("/dataset/documents/{table}", operator_route(GET, admin::exports::export_documents))
        .route("/dataset/rows/{table}", operator_route(GET, admin::exports::export_rows))
        .route("/dataset/reads", operator_route(POST, admin::increments::read_served))
        .route("/increments", operator_route(POST, admin::increments::add_increment))
        .route("/imports", operator_route(POST, admin::imports::begin_import))
        .route("/imports/{import}/finish", operator_route(POST, admin::imports::finish_import))
        .route("/imports/{import}/{table}/{batch}", operator_route(PUT, admin::imports::load_batch));
    #[cfg(feature = "clickhouse")]
    let admin = admin.route(
        "/imports/{import}",
        operator_route(PUT, admin::imports::touch_import).merge(operator_route(DELETE, admin::imports::discard_import)),
    );
    let described =
        paths::INDEX.into_iter().fold(Router::new(), |router, path| router.route(path, get(index::get_index)));
    let documents = [paths::OPENAPI, paths::CHANGELOG].into_iter().fold(Router::new(), |router, path| {
        router.route(path, route(GET, Arc::new(|app, call, request| Box::pin(site::answer(app, call, request)))))
    });
    Router::new()
        .merge(described)
        .merge(documents)
        .merge(data)
        .merge(account)
        .route(paths::BROWSER_TOKENS, route(POST, metered_handler(CreateTokenEndpoint)))
        .route(
            feed::PATH,
            route(POST, feeds_handler(FeedAction::Create)).merge(route(GET, feeds_handler(FeedAction::List))),
        )
        .route(&feed::ITEM_PATH.replace(":id", "{id}"), route(DELETE, feeds_handler(FeedAction::Remove)))
        .route(
            &feed::ADDRESS_PATH.replace(":id", "{id}"),
            route(GET, Arc::new(|app, call, request| Box::pin(feeds::answer(app, call, request)))),
        )
        .route(
            alert::PATH,
            route(POST, alerts_handler(AlertAction::Create)).merge(route(GET, alerts_handler(AlertAction::List))),
        )
        .route(alert::FIRED_PATH, route(GET, alerts_handler(AlertAction::ListFired)))
        .route(
            &alert::ITEM_PATH.replace(":id", "{id}"),
            route(GET, alerts_handler(AlertAction::Read))
                .merge(route(PATCH, alerts_handler(AlertAction::Change)))
                .merge(route(DELETE, alerts_handler(AlertAction::Remove))),
        )
        .route(&alert::TEST_PATH.replace(":id", "{id}"), route(POST, alerts_handler(AlertAction::Test)))
        .route(paths::MCP, route(POST, Arc::new(|app, call, request| Box::pin(mcp::answer(app, call, request)))))
        .route("/problems/{slug}", get(problems::explain_problem))
        .nest(ADMIN, admin)
        .nest(dashboard::PREFIX, dashboard_routes())
        .fallback(any(not_found))
        .method_not_allowed_fallback(method_not_allowed)
}

/// Returns the routes of the dashboard API.
fn dashboard_routes() -> Router {
    use MemberRole::{Admin, Analyst, Viewer};
    use dashboard::{members, sign_in};
    let sign_in_handler: Handler = Arc::new(|app, call, request| Box::pin(sign_in::sign_in(app, call, request)));
    let sign_out_handler: Handler = Arc::new(|app, call, request| Box::pin(sign_in::sign_out(app, call, request)));
    Router::new()
        .route("/sign-in", route(POST, sign_in_handler))
        .route("/sign-out", route(POST, sign_out_handler))
        .route("/session", member_route(GET, None, sign_in::get_session))
        .route(
            "/members",
            member_route(GET, None, members::list_members).merge(member_route(
                POST,
                Some(Admin),
                members::create_member,
            )),
        )
        .route(
            "/members/{id}",
            member_route(POST, Some(Admin), members::change_member).merge(member_route(
                DELETE,
                Some(Admin),
                members::remove_member,
            )),
        )
        .route("/members/{id}/invite", member_route(POST, Some(Admin), members::invite_member))
        .route("/sessions", member_route(GET, None, members::list_sessions))
        .route("/sessions/{id}", member_route(DELETE, None, members::end_session))
        .route(
            "/tokens",
            member_route(GET, Some(Viewer), dashboard::list_tokens).merge(member_route(
                POST,
                Some(Admin),
                dashboard::create_token,
            )),
        )
        .route("/tokens/{id}/rotate", member_route(POST, Some(Admin), dashboard::rotate_token))
        .route("/tokens/{id}/revoke", member_route(POST, Some(Admin), dashboard::revoke_token))
        .route("/brands", member_route(POST, Some(Admin), dashboard::set_brands))
        .route("/brands/preview", member_route(POST, Some(Admin), dashboard::preview_brand))
        .route("/reports", member_route(GET, Some(Viewer), dashboard::list_reports))
        .route(
            "/schedules",
            member_route(GET, Some(Viewer), dashboard::list_schedules).merge(member_route(
                POST,
                Some(Analyst),
                dashboard::create_schedule,
            )),
        )
        .route("/schedules/{id}", member_route(DELETE, Some(Analyst), dashboard::cancel_schedule))
        .route("/webhooks/{id}/deliveries", member_route(GET, Some(Viewer), dashboard::list_deliveries))
        .route("/webhooks/{id}/test", member_route(POST, Some(Analyst), dashboard::test_webhook))
        .route("/webhooks/{id}/replay", member_route(POST, Some(Admin), dashboard::replay_deliveries))
        .route("/webhooks/{id}/rotate", member_route(POST, Some(Admin), dashboard::rotate_webhook))
        .route("/webhooks/{id}/disable", member_route(POST, Some(Admin), dashboard::disable_webhook))
        .route(
            "/views",
            member_route(GET, None, dashboard::get_views).merge(member_route(PUT, None, dashboard::save_views)),
        )
}

fn alerts_handler(action: AlertAction) -> Handler {
    metered_handler(move |app| AlertsEndpoint { action, app })
}

fn feeds_handler(action: FeedAction) -> Handler {
    metered_handler(move |app| FeedsEndpoint { action, app })
}

fn operation_route(endpoint: &Endpoint, handler: Handler) -> MethodRouter {
    with_deprecation(endpoint.deprecation, route(method(endpoint), handler))
}

/// Adds the deprecation headers to all answers of a route, errors included.
fn with_deprecation(deprecation: Option<Deprecation>, route: MethodRouter) -> MethodRouter {
    match deprecation {
        Some(deprecation) => {
            route.layer(map_response(move |reply: Reply| async move { reply::add_deprecation(reply, &deprecation) }))
        }
        None => route,
    }
}

/// Returns the method of an endpoint as a filter of the router.
fn method(endpoint: &Endpoint) -> MethodFilter {
    match endpoint.method {
        "POST" => POST,
        "DELETE" => DELETE,
        _ => GET,
    }
}

fn route(method: MethodFilter, handler: Handler) -> MethodRouter {
    on(method, move |Extension(app): Extension<App>, Extension(call): Extension<Call>, request: Request<Body>| {
        SendFuture::new(handler(app, call, request))
    })
}

/// Returns a route of the operator API.
fn operator_route<F: Future<Output = Result<Reply, Problems>> + 'static>(
    method: MethodFilter,
    handler: impl Fn(admin::IncomingRequest) -> F + Copy + Send + Sync + 'static,
) -> MethodRouter {
    let answer = move |app, call, request| -> LocalBoxFuture<'static, Reply> {
        Box::pin(admin::answer(app, call, request, Box::new(move |request| Box::pin(handler(request)))))
    };
    route(method, Arc::new(answer))
}

/// Returns a route of the operator API for members.
fn operator_members_route(method: MethodFilter, operation: MembersOperation) -> MethodRouter {
    operator_route(method, move |request| dashboard::members::operate(request, operation))
}

/// Returns a route of the dashboard API. `needs` is the role to check before the handler, if the handler does not check
/// it.
fn member_route<F: Future<Output = Result<Reply, dashboard::DashboardError>> + 'static>(
    method: MethodFilter,
    needs: Option<MemberRole>,
    handler: impl Fn(dashboard::MemberRequest) -> F + Copy + Send + Sync + 'static,
) -> MethodRouter {
    let answer = move |app, call, request| -> LocalBoxFuture<'static, Reply> {
        let handled: dashboard::MemberHandler = Box::new(move |request| Box::pin(handler(request)));
        Box::pin(dashboard::answer(app, call, request, (needs, handled)))
    };
    route(method, Arc::new(answer))
}

async fn not_found(Extension(call): Extension<Call>, uri: Uri) -> Reply {
    // Unlike the public interfaces, the operator and dashboard APIs do not list their paths.
    let violation = if uri.path().starts_with(ADMIN) || uri.path().starts_with(dashboard::PREFIX) {
        let message = format!("there is nothing at path '{}'.", echo_path(uri.path()));
        Violation::new(Code::NotFound, "", message)
    } else {
        paths::unknown_path(uri.path())
    };
    reply::problem(violation, &call)
}

async fn method_not_allowed(Extension(app): Extension<App>, Extension(call): Extension<Call>, uri: Uri) -> Reply {
    // The allowed methods are no secret, unless the operator API is disabled.
    if uri.path().starts_with(ADMIN)
        && let Err(violation) = admin::require_admin_api(&app)
    {
        return reply::problem(violation, &call);
    }
    let message =
        format!("path '{}' does not take this method; the header Allow lists those it takes.", echo_path(uri.path()));
    reply::problem(Violation::new(Code::MethodNotAllowed, "", message), &call)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::now;
    use axum::http::StatusCode;
    use tower_service::Service;

    #[test]
    fn answers_and_errors_of_a_deprecated_operation_have_its_headers() {
        let guide = "/docs/migrations/1.0";
        let left = Deprecation { since: "2027-01-01", sunset: "2027-07-01", instead: "GET /v2/kept", guide };
        let refusing = || on(GET, async || reply::json(StatusCode::FORBIDDEN, String::new()));
        let mut router = Router::new()
            .route("/left", with_deprecation(Some(left), refusing()))
            .route("/kept", with_deprecation(None, refusing()));
        let mut get = |path: &str| {
            let request = Request::builder().uri(path).body(Body::empty()).unwrap();
            let reply = now(router.call(request)).unwrap();
            (reply.status(), ["deprecation", "sunset", "link"].map(|name| reply.headers().contains_key(name)))
        };
        assert_eq!(get("/left"), (StatusCode::FORBIDDEN, [true; 3]));
        assert_eq!(get("/kept"), (StatusCode::FORBIDDEN, [false; 3]));
    }
}
