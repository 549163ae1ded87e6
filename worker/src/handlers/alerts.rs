//! Alerts of an account: created, listed, changed, tested and removed with an API token, or by an admin in the dashboard.

use super::body::read_question;
use crate::alerts;
use crate::app::App;
use crate::auth::{Caller, own_origin};
use crate::call::Call;
use crate::metering::{MeteredEndpoint, RequestContext, RequestError};
use crate::reply::{self, Reply};
use axum::body::Body;
use axum::http::StatusCode;
use axum::http::request::Parts;
use overheard::guard::problem::Violation;
use overheard::records::alert::AlertRecord;
use overheard::service::account::{Api, authorize};
use overheard::service::alert::{AlertRequest, FIRED_PATH, ITEM_PATH, PATH, TEST_PATH};
use overheard::service::credential;
use overheard::service::member::MemberRole;
use overheard::service::meter::window::Charge;
use overheard::spec::AccountOperation;
use serde_json::{Value, json};

/// The name under which tokens would have to permit alerts. No browser token does.
const NAME: &str = "alerts";

/// The endpoints that manage alerts.
pub struct AlertsEndpoint {
    pub action: AlertAction,
    pub app: App,
}

/// The action of an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlertAction {
    Create,
    List,
    ListFired,
    Read,
    Change,
    Test,
    Remove,
}

/// A request that passed the checks. The text is the id of the alert.
pub enum AlertChange {
    Create(Box<AlertRequest>),
    List,
    ListFired,
    Read(String),
    Change(String, Vec<u8>),
    Test(String),
    Remove(String),
}

impl AlertAction {
    /// Returns true if the request has a body.
    const fn has_body(self) -> bool {
        matches!(self, Self::Create | Self::Change)
    }

    /// Returns true if it changes or sends something.
    const fn is_change(self) -> bool {
        !matches!(self, Self::List | Self::ListFired | Self::Read)
    }
}

impl MeteredEndpoint for AlertsEndpoint {
    type Read = Vec<u8>;
    type Question = AlertChange;

    const CHARGE: Charge = Charge::Free;
    const OVERLAPS_METER: bool = false;

    fn name(&self) -> String {
        let (method, path) = match self.action {
            AlertAction::Create => ("POST", PATH),
            AlertAction::List => ("GET", PATH),
            AlertAction::ListFired => ("GET", FIRED_PATH),
            AlertAction::Read => ("GET", ITEM_PATH),
            AlertAction::Change => ("PATCH", ITEM_PATH),
            AlertAction::Test => ("POST", TEST_PATH),
            AlertAction::Remove => ("DELETE", ITEM_PATH),
        };
        format!("{method} {path}")
    }

    fn needs(&self) -> MemberRole {
        if self.action.is_change() { MemberRole::Admin } else { MemberRole::Viewer }
    }

    async fn caller(&self, call: &Call, parts: &Parts) -> Result<Caller, Violation> {
        self.app.caller(call, (Api::Account, NAME), parts).await
    }

    async fn read(&self, parts: &Parts, body: Body) -> Result<Vec<u8>, Violation> {
        if self.action.has_body() { read_question(&parts.headers, body).await } else { Ok(Vec::new()) }
    }

    fn check(&self, caller: &Caller, parts: &Parts, body: Vec<u8>) -> Result<(AlertChange, u32), RequestError> {
        // Messages are sent as those of webhooks are, so alerts are part of the same plans.
        let operation = AccountOperation::CreateWebhook;
        authorize(&caller.plan, operation)
            .map_err(|violation| RequestError::Plan(violation, operation.endpoint().plan))?;
        credential::refuse_in_query(Api::Account, parts.uri.query().unwrap_or_default())?;
        let id = || id_in(parts.uri.path());
        let change = match self.action {
            AlertAction::Create => {
                AlertChange::Create(Box::new(AlertRequest::parse(&body, self.app.settings.targets())?))
            }
            AlertAction::List => AlertChange::List,
            AlertAction::ListFired => AlertChange::ListFired,
            AlertAction::Read => AlertChange::Read(id()),
            AlertAction::Change => AlertChange::Change(id(), body),
            AlertAction::Test => AlertChange::Test(id()),
            AlertAction::Remove => AlertChange::Remove(id()),
        };
        Ok((change, 0))
    }

    async fn answer(&self, context: RequestContext<'_>, change: AlertChange) -> Result<Reply, RequestError> {
        let RequestContext { call, parts, caller, .. } = context;
        let (app, account) = (&self.app, caller.account());
        let one = |status: StatusCode, alert: &AlertRecord| reply::object(status, &alert.details(), call);
        Ok(match change {
            AlertChange::Create(request) => {
                let origin = own_origin(&parts.uri);
                one(StatusCode::CREATED, &alerts::create(app, &account, &caller.plan, *request, origin).await?)
            }
            AlertChange::List => {
                let found = alerts::list(app, &account.id).await?;
                let data: Vec<Value> = found.iter().map(AlertRecord::details).collect();
                reply::object(StatusCode::OK, &json!({"data": data}), call)
            }
            AlertChange::ListFired => {
                let fired = alerts::list_fired(app, &account.id).await?;
                reply::object(StatusCode::OK, &json!({"data": fired}), call)
            }
            AlertChange::Read(id) => one(StatusCode::OK, &alerts::find(app, &account.id, &id).await?),
            AlertChange::Change(id, body) => {
                one(StatusCode::OK, &alerts::change(app, &account, &caller.plan, &id, &body).await?)
            }
            AlertChange::Test(id) => {
                let event = alerts::test(app, &account.id, &id).await?;
                reply::object(StatusCode::ACCEPTED, &json!({"event_id": event}), call)
            }
            AlertChange::Remove(id) => {
                alerts::remove(app, &account.id, &id).await?;
                let mut reply = Reply::new(Body::empty());
                *reply.status_mut() = StatusCode::NO_CONTENT;
                reply
            }
        })
    }
}

/// Returns the id in the path of an alert.
fn id_in(path: &str) -> String {
    let behind = path.strip_prefix(PATH).and_then(|rest| rest.strip_prefix('/')).unwrap_or_default();
    behind.split('/').next().unwrap_or_default().to_owned()
}
