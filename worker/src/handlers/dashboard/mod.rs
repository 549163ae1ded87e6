//! The dashboard's own surface: what members do with sessions, and what an account looks after itself. It is for pages of
//! the edge alone, and may change with them; docs/internals/dashboard-surface.md says what it is.

mod brands;
pub mod members;
mod reports;
pub mod signing;
mod tokens;
mod views;
mod webhooks;

use super::asked::Asked;
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
use overheard::service::member::{Act, MemberRole, MembersAnswer, MembersRefusal, MembersRequest, SessionProof};
use serde::Serialize;

pub use brands::set_brands;
pub use reports::{cancel_schedule, create_schedule, list_reports, list_schedules};
pub use tokens::{create_token, list_tokens, revoke_token, rotate_token};
pub use views::{get_views, keep_views};
pub use webhooks::{disable_webhook, list_deliveries, replay_deliveries, rotate_webhook, test_webhook};

/// What all paths of the surface begin with.
pub const PREFIX: &str = "/dashboard/v1";

/// Why a request is not done.
#[derive(Debug)]
pub struct Refused {
    problems: Problems,
    /// Seconds after which it may be tried again.
    wait: Option<i64>,
    /// The plan of the account, and the smallest one that would do.
    plans: Option<(String, &'static str)>,
}

impl From<Problems> for Refused {
    fn from(problems: Problems) -> Self {
        Self { problems, wait: None, plans: None }
    }
}

impl From<Violation> for Refused {
    fn from(violation: Violation) -> Self {
        Problems::from(violation).into()
    }
}

impl From<MembersRefusal> for Refused {
    fn from(refusal: MembersRefusal) -> Self {
        Self { wait: refusal.wait(), ..refusal.violation().into() }
    }
}

impl Refused {
    /// The answer that says so.
    pub fn reply(self, call: &Call) -> Reply {
        let Self { problems, wait, plans } = self;
        let mut reply = match plans {
            Some(plans) => {
                let mut problem = Problem::from_problems(problems, &call.id);
                problem.plans = Some(plans);
                reply::write_problem(&problem)
            }
            None => reply::refused(problems, call),
        };
        if let Some(wait) = wait {
            reply::set(reply.headers_mut(), header::RETRY_AFTER, &wait.to_string());
        }
        reply
    }
}

type Outcome<T> = Result<T, Refused>;

/// A request of a page of the edge with a session, which may still be none.
pub struct ByMember {
    asked: Asked,
    account: Account,
    proof: SessionProof,
}

/// What answers it.
pub type Answering = Box<dyn FnOnce(ByMember) -> LocalBoxFuture<'static, Outcome<Reply>>>;

/// Answers a request of a member. A role that is named is asked for first, of whatever does not ask the object of the
/// account about members itself.
pub async fn answer(
    app: App,
    call: Call,
    request: Request<Body>,
    (needs, answering): (Option<MemberRole>, Answering),
) -> Reply {
    let outcome = async {
        let asked = Asked::new(app.clone(), call.clone(), request);
        let (account, proof) = require_session(&app.keys(REQUEST_MS)?, &asked.parts).await?;
        let by = ByMember { asked, account, proof };
        if let Some(needs) = needs {
            by.act(Act::Look { needs }).await?;
        }
        answering(by).await
    };
    outcome.await.unwrap_or_else(|refused: Refused| {
        let mut reply = refused.reply(&call);
        // Whoever has no session learns by that how to get one.
        if app.settings.access.is_some() && reply.status() == StatusCode::UNAUTHORIZED {
            reply::set(reply.headers_mut(), header::WWW_AUTHENTICATE, reply::IDENTITY_CHALLENGE);
        }
        reply
    })
}

impl ByMember {
    /// Has the object of the account do something.
    async fn act(&self, act: Act) -> Outcome<MembersAnswer> {
        ask(&self.asked.app, &self.account.id, MembersRequest::Act { proof: self.proof.clone(), act }).await
    }

    fn answer(&self, status: StatusCode, value: &impl Serialize) -> Outcome<Reply> {
        Ok(reply::object(status, value, &self.asked.call))
    }

    fn app(&self) -> &App {
        &self.asked.app
    }
}

/// Asks the object of an account about its members.
async fn ask(app: &App, account: &str, message: MembersRequest) -> Outcome<MembersAnswer> {
    match app.meter(account)?.send_about_members(&message).await? {
        MembersAnswer::Refused(refusal) => Err(refusal.into()),
        answer => Ok(answer),
    }
}

/// The object answered something else than what was asked for.
fn strange() -> Refused {
    unavailable("the members", &"they answered something else").into()
}

/// An answer without a body.
fn nothing() -> Reply {
    let mut reply = Reply::new(Body::empty());
    *reply.status_mut() = StatusCode::NO_CONTENT;
    reply::set(reply.headers_mut(), header::CACHE_CONTROL, "no-store");
    reply
}
