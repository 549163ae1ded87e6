//! The routes. Those of both interfaces come from the catalogue.

use crate::app::App;
use crate::call::Call;
use crate::handlers::browser_tokens::CreateToken;
use crate::handlers::dashboard::members::Operated;
use crate::handlers::operations::{Answering, account_question, data_question, metered};
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
use overheard::service::member::MemberRole;
use overheard::spec::{AccountOperation, Deprecation, Endpoint, Operation};
use std::sync::Arc;
use worker::send::SendFuture;

const GET: MethodFilter = MethodFilter::GET;
const POST: MethodFilter = MethodFilter::POST;
const PUT: MethodFilter = MethodFilter::PUT;
const DELETE: MethodFilter = MethodFilter::DELETE;

/// What all paths of the operator's surface begin with.
const ADMIN: &str = "/admin/v1";

/// Every path of the deployment. Handlers find the bindings, and the call, in the request's extensions.
pub fn routes() -> Router {
    let data = Operation::ALL.into_iter().fold(Router::new(), |router, operation| {
        let endpoint = operation.endpoint();
        router.route(endpoint.path, operation_route(&endpoint, data_question(operation)))
    });
    let account = AccountOperation::ALL.into_iter().fold(Router::new(), |router, operation| {
        let endpoint = operation.endpoint();
        router.route(&endpoint.path.replace(":id", "{id}"), operation_route(&endpoint, account_question(operation)))
    });
    let admin = Router::new()
        .route("/keys", operated(GET, admin::keys::list_keys).merge(operated(POST, admin::keys::create_key)))
        .route("/keys/{id}/revoke", operated(POST, admin::keys::revoke_key))
        .route("/keys/{id}/rotate", operated(POST, admin::keys::rotate_key))
        .route(
            "/accounts",
            operated(GET, admin::accounts::list_accounts).merge(operated(POST, admin::accounts::create_account)),
        )
        .route(
            "/accounts/{id}",
            operated(GET, admin::accounts::get_account).merge(operated(POST, admin::accounts::change_account)),
        )
        .route("/accounts/{id}/usage", operated(GET, admin::accounts::get_usage))
        .route("/accounts/{id}/view", operated(POST, admin::accounts::prepare_view))
        .route("/accounts/{id}/members", members(GET, Operated::Members).merge(members(POST, Operated::CreateMember)))
        .route(
            "/accounts/{id}/members/{member}",
            members(POST, Operated::Change).merge(members(DELETE, Operated::Remove)),
        )
        .route("/accounts/{id}/members/{member}/invite", members(POST, Operated::Invite))
        .route("/accounts/{id}/sessions", members(GET, Operated::Sessions))
        .route("/accounts/{id}/sessions/{session}", members(DELETE, Operated::EndSession))
        .route("/accounts/{id}/reports", operated(POST, admin::reports::create_report))
        .route("/accounts/{id}/schedules", operated(POST, admin::reports::create_schedule))
        .route("/reports", operated(GET, admin::reports::list_reports))
        .route("/reports/{id}", operated(GET, admin::reports::get_report))
        .route("/schedules", operated(GET, admin::reports::list_schedules))
        .route("/schedules/{id}", operated(DELETE, admin::reports::cancel_schedule))
        .route("/webhooks", operated(GET, admin::webhooks::list_webhooks))
        .route("/webhooks/{id}", operated(GET, admin::webhooks::get_webhook))
        .route("/webhooks/{id}/deliveries", operated(GET, admin::webhooks::list_deliveries))
        .route("/webhooks/{id}/replay", operated(POST, admin::webhooks::replay_deliveries))
        .route("/webhooks/{id}/rotate", operated(POST, admin::webhooks::rotate_webhook))
        .route("/webhooks/{id}/test", operated(POST, admin::webhooks::test_webhook))
        .route("/webhooks/{id}/disable", operated(POST, admin::webhooks::disable_webhook))
        .route("/plans", operated(GET, admin::plans::list_plans))
        .route("/plans/{face}/{name}", operated(PUT, admin::plans::set_plan))
        .route("/checks", operated(GET, admin::checks::check))
        .route("/dataset", operated(GET, admin::dataset::get_dataset))
        .route("/explain/{operation}", operated(POST, admin::explain::explain_question))
        .route("/dataset/rollback", operated(POST, admin::dataset::rollback_dataset))
        .route("/dataset/previous", operated(DELETE, admin::dataset::forget_previous))
        .route("/dataset/erasures", operated(POST, admin::erasures::erase_documents))
        .route("/dataset/documents/{table}", operated(GET, admin::exports::export_documents))
        .route("/dataset/rows/{table}", operated(GET, admin::exports::export_rows))
        .route("/dataset/reads", operated(POST, admin::increments::read_served))
        .route("/increments", operated(POST, admin::increments::add_increment))
        .route("/imports", operated(POST, admin::imports::begin_import))
        .route("/imports/{import}/finish", operated(POST, admin::imports::finish_import))
        .route("/imports/{import}/{table}/{batch}", operated(PUT, admin::imports::load_batch));
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
        .route(paths::BROWSER_TOKENS, route(POST, metered(CreateToken)))
        .route(paths::MCP, route(POST, Arc::new(|app, call, request| Box::pin(mcp::answer(app, call, request)))))
        .route("/problems/{slug}", get(problems::explain_problem))
        .nest(ADMIN, admin)
        .nest(dashboard::PREFIX, dashboard_routes())
        .fallback(any(not_found))
        .method_not_allowed_fallback(method_not_allowed)
}

/// The dashboard's own surface.
fn dashboard_routes() -> Router {
    use MemberRole::{Admin, Analyst, Viewer};
    use dashboard::{members, signing};
    let signs_in: Answering = Arc::new(|app, call, request| Box::pin(signing::sign_in(app, call, request)));
    let signs_out: Answering = Arc::new(|app, call, request| Box::pin(signing::sign_out(app, call, request)));
    Router::new()
        .route("/sign-in", route(POST, signs_in))
        .route("/sign-out", route(POST, signs_out))
        .route("/session", by_member(GET, None, signing::get_session))
        .route(
            "/members",
            by_member(GET, None, members::list_members).merge(by_member(POST, Some(Admin), members::create_member)),
        )
        .route(
            "/members/{id}",
            by_member(POST, Some(Admin), members::change_member).merge(by_member(
                DELETE,
                Some(Admin),
                members::remove_member,
            )),
        )
        .route("/members/{id}/invite", by_member(POST, Some(Admin), members::invite_member))
        .route("/sessions", by_member(GET, None, members::list_sessions))
        .route("/sessions/{id}", by_member(DELETE, None, members::end_session))
        .route(
            "/tokens",
            by_member(GET, Some(Viewer), dashboard::list_tokens).merge(by_member(
                POST,
                Some(Admin),
                dashboard::create_token,
            )),
        )
        .route("/tokens/{id}/rotate", by_member(POST, Some(Admin), dashboard::rotate_token))
        .route("/tokens/{id}/revoke", by_member(POST, Some(Admin), dashboard::revoke_token))
        .route("/brands", by_member(POST, Some(Admin), dashboard::set_brands))
        .route("/reports", by_member(GET, Some(Viewer), dashboard::list_reports))
        .route(
            "/schedules",
            by_member(GET, Some(Viewer), dashboard::list_schedules).merge(by_member(
                POST,
                Some(Analyst),
                dashboard::create_schedule,
            )),
        )
        .route("/schedules/{id}", by_member(DELETE, Some(Analyst), dashboard::cancel_schedule))
        .route("/webhooks/{id}/deliveries", by_member(GET, Some(Viewer), dashboard::list_deliveries))
        .route("/webhooks/{id}/test", by_member(POST, Some(Analyst), dashboard::test_webhook))
        .route("/webhooks/{id}/replay", by_member(POST, Some(Admin), dashboard::replay_deliveries))
        .route("/webhooks/{id}/rotate", by_member(POST, Some(Admin), dashboard::rotate_webhook))
        .route("/webhooks/{id}/disable", by_member(POST, Some(Admin), dashboard::disable_webhook))
        .route("/views", by_member(GET, None, dashboard::get_views).merge(by_member(PUT, None, dashboard::keep_views)))
}

/// The route of an operation.
fn operation_route(endpoint: &Endpoint, answering: Answering) -> MethodRouter {
    announcing(endpoint.deprecation, route(method(endpoint), answering))
}

/// A route whose answers, refusals among them, say that its operation is to be left, if it is.
fn announcing(deprecation: Option<Deprecation>, route: MethodRouter) -> MethodRouter {
    match deprecation {
        Some(deprecation) => {
            route.layer(map_response(move |reply: Reply| async move { reply::announce(reply, &deprecation) }))
        }
        None => route,
    }
}

/// The method of an endpoint, as the router knows it.
fn method(endpoint: &Endpoint) -> MethodFilter {
    match endpoint.method {
        "POST" => POST,
        "DELETE" => DELETE,
        _ => GET,
    }
}

fn route(method: MethodFilter, answering: Answering) -> MethodRouter {
    on(method, move |Extension(app): Extension<App>, Extension(call): Extension<Call>, request: Request<Body>| {
        SendFuture::new(answering(app, call, request))
    })
}

/// A route of the operator's surface.
fn operated<F: Future<Output = Result<Reply, Problems>> + 'static>(
    method: MethodFilter,
    handler: impl Fn(admin::Asked) -> F + Copy + Send + Sync + 'static,
) -> MethodRouter {
    let answering = move |app, call, request| -> LocalBoxFuture<'static, Reply> {
        Box::pin(admin::answer(app, call, request, Box::new(move |asked| Box::pin(handler(asked)))))
    };
    route(method, Arc::new(answering))
}

/// A route of the operator's surface that is about members.
fn members(method: MethodFilter, what: Operated) -> MethodRouter {
    operated(method, move |asked| dashboard::members::operate(asked, what))
}

/// A route of the dashboard's own surface. A role is named where its handler does not ask for it itself.
fn by_member<F: Future<Output = Result<Reply, dashboard::Refused>> + 'static>(
    method: MethodFilter,
    needs: Option<MemberRole>,
    handler: impl Fn(dashboard::ByMember) -> F + Copy + Send + Sync + 'static,
) -> MethodRouter {
    let answering = move |app, call, request| -> LocalBoxFuture<'static, Reply> {
        let handled: dashboard::Answering = Box::new(move |by| Box::pin(handler(by)));
        Box::pin(dashboard::answer(app, call, request, (needs, handled)))
    };
    route(method, Arc::new(answering))
}

async fn not_found(Extension(call): Extension<Call>, uri: Uri) -> Reply {
    // What the operator's surface and the dashboard's have, their callers know; who does not is not told.
    let violation = if uri.path().starts_with(ADMIN) || uri.path().starts_with(dashboard::PREFIX) {
        let message = format!("there is nothing at path '{}'.", echo_path(uri.path()));
        Violation::new(Code::NotFound, "", message)
    } else {
        paths::nothing_at(uri.path())
    };
    reply::problem(violation, &call)
}

async fn method_not_allowed(Extension(app): Extension<App>, Extension(call): Extension<Call>, uri: Uri) -> Reply {
    // Which methods a path takes is told without the secret, but not where there is no surface.
    if uri.path().starts_with(ADMIN)
        && let Err(violation) = admin::require_surface(&app)
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
    fn an_operation_that_ends_says_so_in_answers_and_refusals() {
        let guide = "/docs/migrations/1.0";
        let left = Deprecation { since: "2027-01-01", sunset: "2027-07-01", instead: "GET /v2/kept", guide };
        let refusing = || on(GET, async || reply::json(StatusCode::FORBIDDEN, String::new()));
        let mut router = Router::new()
            .route("/left", announcing(Some(left), refusing()))
            .route("/kept", announcing(None, refusing()));
        let mut told = |path: &str| {
            let asked = Request::builder().uri(path).body(Body::empty()).unwrap();
            let reply = now(router.call(asked)).unwrap();
            (reply.status(), ["deprecation", "sunset", "link"].map(|name| reply.headers().contains_key(name)))
        };
        assert_eq!(told("/left"), (StatusCode::FORBIDDEN, [true; 3]));
        assert_eq!(told("/kept"), (StatusCode::FORBIDDEN, [false; 3]));
    }
}
