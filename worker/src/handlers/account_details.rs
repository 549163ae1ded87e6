//! The Account API: details of the account and its usage. Both come from the meter of the account and are free.

use super::account::{parse_request, today};
use super::prefer_meta::with_meta;
use super::representation::{AccountTable, accepted};
use crate::app::App;
use crate::auth::Caller;
use crate::call::{Call, now_text};
use crate::fault::{query_fault, unavailable};
use crate::metering::{MeteredEndpoint, RequestContext, RequestError};
use crate::reply::{self, Reply};
use axum::body::Body;
use axum::http::request::Parts;
use overheard::guard::problem::Violation;
use overheard::guard::request::account::AccountRequest;
use overheard::query::{AccountBackend as _, DataBackend as _, QueryError};
use overheard::service::accept::Representation;
use overheard::service::account::Api;
use overheard::service::account::answer::details;
use overheard::service::account::usage::UsageQuestion;
use overheard::service::meter::message::{self, MeterRequest, QuotaStatus};
use overheard::service::meter::window::Charge;
use overheard::service::meter::{PlanLimits, Policy};
use overheard::spec::answer::{ServedDataset, UsageLimits, UsedWindow, UsedWindows};
use overheard::spec::{AccountOperation, Endpoint};
use overheard::table::AnswerTable;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

/// A limit that no account reaches. Minus the remaining requests, it is the number of used ones.
const UNREACHABLE: u64 = 1 << 52;

/// The endpoint of the queries for the account itself.
pub struct AccountDetailsEndpoint {
    pub operation: AccountOperation,
    pub app: App,
}

impl MeteredEndpoint for AccountDetailsEndpoint {
    type Read = Representation;
    type Question = (AccountRequest, Representation);

    const CHARGE: Charge = Charge::Free;
    const OVERLAPS_METER: bool = false;

    fn name(&self) -> String {
        self.operation.endpoint().to_string()
    }

    async fn caller(&self, call: &Call, parts: &Parts) -> Result<Caller, Violation> {
        self.app.caller(call, (Api::Account, self.operation.endpoint().name), parts).await
    }

    async fn read(&self, parts: &Parts, _: Body) -> Result<Representation, Violation> {
        accepted(&parts.headers, None, AnswerTable::of_account(self.operation).is_some())
    }

    fn check(
        &self,
        caller: &Caller,
        parts: &Parts,
        representation: Representation,
    ) -> Result<(Self::Question, u32), RequestError> {
        Ok(((parse_request(self.operation, caller, &parts.uri)?, representation), 0))
    }

    async fn answer(
        &self,
        context: RequestContext<'_>,
        (request, representation): Self::Question,
    ) -> Result<Reply, RequestError> {
        let (call, headers, endpoint) = (context.call, &context.parts.headers, self.operation.endpoint());
        let answer = match self.operation {
            AccountOperation::Account => describe(&self.app, context, &endpoint).await?,
            _ => describe_usage(&self.app, context, &endpoint, &request).await?,
        };
        if let Some(table) = AccountTable::write(representation, &request, &answer)? {
            return Ok(table.reply(&endpoint));
        }
        let reply = reply::json(reply::success(&endpoint), answer.get().to_owned());
        Ok(with_meta(&self.app, call, headers, (0, Vec::new()), reply).await?)
    }
}

/// Returns the account. The meter reports the usage of the day and the month even if the plan does not limit them.
async fn describe(app: &App, context: RequestContext<'_>, endpoint: &Endpoint) -> Result<Box<RawValue>, RequestError> {
    let RequestContext { caller, limit_statuses: of_key, .. } = context;
    let account = caller.account();
    let limits = PlanLimits { per_minute: None, per_day: Some(UNREACHABLE), per_month: Some(UNREACHABLE) };
    let meter = app.meter(&account.id)?;
    let quota: QuotaStatus = meter.send(&MeterRequest::QuotaStatus { api: Api::Account, limits }).await?;
    let window = |policy: Policy, limit: Option<u64>| {
        let status = quota.windows.iter().find(|status| status.policy == policy);
        UsedWindow {
            used: status.map_or(0, |status| UNREACHABLE - status.remaining),
            limit,
            resets_at: status.filter(|_| policy == Policy::Day).map(|status| status.resets_at),
        }
    };
    let minute = of_key.iter().find(|status| status.policy == Policy::Minute);
    let usage = UsedWindows {
        minute: UsedWindow {
            used: minute.map_or(0, |status| status.limit - status.remaining),
            limit: caller.limits.per_minute,
            resets_at: minute.map(|status| status.resets_at),
        },
        day: window(Policy::Day, caller.limits.per_day),
        month: window(Policy::Month, caller.limits.per_month),
    };
    let dataset = match app.dataset(endpoint.timeout_ms)?.served_dates().await {
        Ok((dataset, dates)) => Some(ServedDataset {
            version: dataset.version,
            first_date: dates.map(|(first, _)| first.to_string()),
            last_date: dates.map(|(_, last)| last.to_string()),
            updated_at: dataset.published_at,
        }),
        Err(QueryError::NoDataset) => None,
        Err(error) => return Err(query_fault(error, endpoint.timeout_ms).into()),
    };
    let last_used = quota.last_used.get(&caller.key.id).copied();
    let plan = (caller.plan.as_str(), caller.limits);
    let answer =
        details(account, &caller.key, plan, usage, last_used, app.settings.jurisdiction.map(str::to_owned), dataset);
    Ok(serialize(&answer)?)
}

/// Returns the usage of the account.
async fn describe_usage(
    app: &App,
    context: RequestContext<'_>,
    endpoint: &Endpoint,
    request: &AccountRequest,
) -> Result<Box<RawValue>, RequestError> {
    let caller = context.caller;
    let (account, today) = (caller.account(), today()?);
    let question = UsageQuestion::new(request, today)?;
    let (from, before) = question.periods();
    let meter = app.meter(&account.id)?;
    let usage: message::UsageRows = meter.send(&MeterRequest::Usage { from, before }).await?;
    let data_limits = app.keys(crate::store::keys::REQUEST_MS)?.limits(Api::Data, &account.plan).await?;
    let limits = UsageLimits {
        requests_per_minute: caller.limits.per_minute,
        requests_per_day: caller.limits.per_day,
        data_requests_per_month: data_limits.and_then(|limits| limits.per_month),
    };
    let version = match app.dataset(endpoint.timeout_ms)?.served_version().await {
        Ok(dataset) => Some(dataset.version),
        Err(QueryError::NoDataset) => None,
        Err(error) => return Err(query_fault(error, endpoint.timeout_ms).into()),
    };
    let answer = question.answer(&usage, limits, version.as_deref(), &now_text(), today);
    Ok(serialize(&answer)?)
}

fn serialize(answer: &impl Serialize) -> Result<Box<RawValue>, Violation> {
    to_raw_value(answer).map_err(|error| unavailable("the answer", &error))
}
