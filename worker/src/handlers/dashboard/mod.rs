//! The dashboard API: sessions of members, and the settings that an account manages itself. Only pages of the edge may
//! call it, and it changes with them. docs/internals/dashboard-surface.md describes it.

mod brands;
pub mod members;
mod reports;
pub mod sign_in;
mod tokens;
mod views;
mod webhooks;

use super::incoming_request::IncomingRequest;
use crate::app::App;
use crate::auth::require_session;
use crate::call::Call;
use crate::fault::unavailable;
use crate::reply::{self, Reply};
use crate::store::keys::REQUEST_MS;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use futures_util::future::LocalBoxFuture;
use overheard::guard::problem::{Problem, Problems, Violation};
use overheard::service::account::Account;
use overheard::service::member::{
    MemberAction, MemberRole, MembersAnswer, MembersRefusal, MembersRequest, SessionProof,
};
use serde::Serialize;

pub use brands::{preview_brand, set_brands};
pub use reports::{cancel_schedule, create_schedule, list_reports, list_schedules};
pub use tokens::{create_token, list_tokens, revoke_token, rotate_token};
pub use views::{get_views, save_views};
pub use webhooks::{disable_webhook, list_deliveries, replay_deliveries, rotate_webhook, test_webhook};

/// Prefix of all paths of the dashboard API.
pub const PREFIX: &str = "/dashboard/v1";

/// The reason why a request failed.
#[derive(Debug)]
pub struct DashboardError {
    problems: Problems,
    /// Seconds after which a retry may succeed.
    wait: Option<i64>,
    /// The plan of the account, and the smallest plan that includes the operation.
    plans: Option<(String, &'static str)>,
}

impl From<Problems> for DashboardError {
    fn from(problems: Problems) -> Self {
        Self { problems, wait: None, plans: None }
    }
}

impl From<Violation> for DashboardError {
    fn from(violation: Violation) -> Self {
        Problems::from(violation).into()
    }
}

impl From<MembersRefusal> for DashboardError {
    fn from(refusal: MembersRefusal) -> Self {
        Self { wait: refusal.wait(), ..refusal.violation().into() }
    }
}

impl DashboardError {
    /// Returns the error as an answer.
    pub fn into_reply(self, call: &Call) -> Reply {
        let Self { problems, wait, plans } = self;
        let mut reply = match plans {
            Some(plans) => {
                let mut problem = Problem::from_problems(problems, &call.id);
                problem.plans = Some(plans);
                reply::write_problem(&problem)
            }
            None => reply::refusal(problems, call),
        };
        if let Some(wait) = wait {
            reply::set(reply.headers_mut(), header::RETRY_AFTER, &wait.to_string());
        }
        reply
    }
}

type Outcome<T> = Result<T, DashboardError>;

/// A request of a page of the edge with a session. The session is verified with the first message to the account's
/// object.
pub struct MemberRequest {
    incoming: IncomingRequest,
    account: Account,
    proof: SessionProof,
}

/// The handler of a request.
pub type MemberHandler = Box<dyn FnOnce(MemberRequest) -> LocalBoxFuture<'static, Outcome<Reply>>>;

/// Answers a request of a member. If `needs` names a role, the session and the role are verified first. Other handlers
/// verify them with their own message to the account's object.
pub async fn answer(
    app: App,
    call: Call,
    request: Request<Body>,
    (needs, handler): (Option<MemberRole>, MemberHandler),
) -> Reply {
    let outcome = async {
        let incoming = IncomingRequest::new(app.clone(), call.clone(), request);
        let (account, proof) = require_session(&app.keys(REQUEST_MS)?, &incoming.parts).await?;
        let request = MemberRequest { incoming, account, proof };
        if let Some(needs) = needs {
            request.act(MemberAction::CheckRole { needs }).await?;
        }
        handler(request).await
    };
    outcome.await.unwrap_or_else(|error: DashboardError| {
        let mut reply = error.into_reply(&call);
        // The challenge lets a page without a session offer the sign-in through the identity provider.
        if app.settings.access.is_some() && reply.status() == StatusCode::UNAUTHORIZED {
            reply::set(reply.headers_mut(), header::WWW_AUTHENTICATE, reply::IDENTITY_CHALLENGE);
        }
        reply
    })
}

impl MemberRequest {
    /// Sends an action to the object of the account.
    async fn act(&self, action: MemberAction) -> Outcome<MembersAnswer> {
        send_to_members(&self.incoming.app, &self.account.id, MembersRequest::Act { proof: self.proof.clone(), action })
            .await
    }

    fn answer(&self, status: StatusCode, value: &impl Serialize) -> Outcome<Reply> {
        Ok(reply::object(status, value, &self.incoming.call))
    }

    fn app(&self) -> &App {
        &self.incoming.app
    }
}

/// Sends a message about members to the object of an account.
async fn send_to_members(app: &App, account: &str, message: MembersRequest) -> Outcome<MembersAnswer> {
    match app.meter(account)?.send_about_members(&message).await? {
        MembersAnswer::Refused(refusal) => Err(refusal.into()),
        answer => Ok(answer),
    }
}

/// Returns the error for an answer of an unexpected type.
fn unexpected_answer() -> DashboardError {
    unavailable("the members", &"they answered something else").into()
}

/// Returns a 204 answer.
fn no_content() -> Reply {
    let mut reply = Reply::new(Body::empty());
    *reply.status_mut() = StatusCode::NO_CONTENT;
    reply::set(reply.headers_mut(), header::CACHE_CONTROL, "no-store");
    reply
}
