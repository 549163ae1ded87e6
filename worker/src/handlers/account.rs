//! The Account API.

use super::data::store_fault;
use crate::answers::{Asking, Found};
use crate::app::{App, unavailable};
use crate::auth::{Caller, authenticate_question};
use crate::call::{Call, Phase, now_seconds, now_text};
use crate::metering::{self, Metered};
use crate::reply::{self, Reply};
use crate::store::d1::D1Store;
use crate::views;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, Request, StatusCode, Uri, header};
use overheard::base::date::Date;
use overheard::guard::problem::{Code, Problem, Problems, Violation};
use overheard::guard::request::account::AccountRequest;
use overheard::query::columnar::{self, AccountQuestion, Fault};
use overheard::service::account::Account;
use overheard::service::account::answer::{AccountAnswer, DatasetAnswer, Usage, Window};
use overheard::service::account::usage::{UsageLimits, UsageQuestion};
use overheard::service::account::{Face, authorize};
use overheard::service::envelope::{self, Form, Meta};
use overheard::service::meter::message::{self, Message, Standings};
use overheard::service::meter::{Limits, Policy};
use overheard::service::signing::Purpose;
use overheard::spec::AccountOperation;
use overheard::sql::StoreError;

/// Milliseconds for everything that a question asks of the dataset: whoever asks first after an import may have to wait
/// until what the account sees is prepared.
const TIMEOUT_MS: u64 = 20_000;
/// How often a question is asked again because what the account sees was not prepared.
const ATTEMPTS: usize = 3;
/// How a client may keep lists, which grow at any time, and analyses.
const LIST_CACHE_CONTROL: &str = "private, no-cache";
const ANALYSIS_CACHE_CONTROL: &str = "private, max-age=60";
/// More than any account uses of a window: what is left of it tells how much was used.
const BOUNDLESS: u64 = 1 << 52;

/// Why a question is not answered.
enum Refusal {
    /// It is not part of the account's plan.
    Plan(Violation),
    /// For what it says.
    Problems(Problems),
}

/// Answers one question.
///
/// 1. The token: 401 when it is absent or not good, 503 when it cannot be looked up.
/// 2. The form of the answer, the plan, and the address, which say whether there will be an answer to charge for.
/// 3. The meter, asked once: 429 when a limit is reached, before anything that the checks found.
/// 4. Meanwhile the answer that was kept, or else the account's view: 404 for what it does not see, 503 for faults.
/// 5. The validator: 304, which is given back, when the caller has the answer already.
#[worker::send]
pub async fn ask(operation: AccountOperation, app: App, call: Call, request: Request<Body>) -> Reply {
    let (uri, headers) = (request.uri(), request.headers());
    // (1)
    let asked = (Face::Account, operation.endpoint().name);
    let caller = match authenticate_question(&app, &call, asked, uri, headers).await {
        Ok(caller) => caller,
        Err(violation) => return reply::problem(violation, &call),
    };
    let endpoint = operation.endpoint().route();
    // (2)
    if let Err(violation) = accepts_json(headers) {
        return metering::refuse(&app, &caller, &endpoint, violation, &call).await;
    }
    let question = checked(operation, &caller, uri);
    let asked = match question {
        Ok(asked) => asked,
        Err(refusal) => {
            // (3)
            return match metering::take(&app, &caller, metering::Request::invalid(endpoint), &call).await {
                Ok(metered) => metered.seal(refused(refusal, operation, &caller, &call), &call),
                Err(reply) => reply,
            };
        }
    };
    // What the account and its usage say comes from the meter.
    if matches!(operation, AccountOperation::Account | AccountOperation::AccountUsage) {
        let metered = match metering::take(&app, &caller, metering::Request::free(endpoint), &call).await {
            Ok(metered) => metered,
            Err(reply) => return reply,
        };
        let answer = match operation {
            AccountOperation::Account => describe(&app, &call, &caller, &metered).await,
            _ => used(&app, &call, &caller, &asked).await,
        };
        return metered.seal(answer.unwrap_or_else(|problems| reply::refused(problems, &call)), &call);
    }
    // (3) and (4)
    let request = metering::Request::answered(endpoint, asked.cost.into());
    let answer = async {
        let answer = answer(&app, &call, &caller, &asked, headers).await;
        answer.unwrap_or_else(|problems| reply::refused(problems, &call))
    };
    metering::take_while(&app, &caller, request, &call, answer).await
}

fn refused(refusal: Refusal, operation: AccountOperation, caller: &Caller, call: &Call) -> Reply {
    match refusal {
        Refusal::Problems(problems) => reply::refused(problems, call),
        Refusal::Plan(violation) => {
            let mut problem = Problem::from_violation(violation, &call.id);
            problem.plans = Some((caller.plan.clone(), operation.endpoint().plan));
            reply::write_problem(&problem)
        }
    }
}

/// A question that the plan has.
fn checked(operation: AccountOperation, caller: &Caller, uri: &Uri) -> Result<AccountRequest, Refusal> {
    authorize(&caller.plan, operation).map_err(Refusal::Plan)?;
    caller.account_request(operation, uri).map_err(Refusal::Problems)
}

fn accepts_json(headers: &HeaderMap) -> Result<(), Violation> {
    let accept = headers.get(header::ACCEPT).map(|accept| accept.to_str().unwrap_or("unreadable"));
    if Form::Flat.is_accepted(accept) {
        return Ok(());
    }
    Err(Violation::new(Code::NotAcceptable, "header:Accept", "Accept must allow application/json."))
}

fn today() -> Result<Date, Violation> {
    Date::of_seconds(now_seconds()).ok_or_else(|| unavailable("the clock", &"it shows no date of the calendar"))
}

async fn answer(
    app: &App,
    call: &Call,
    caller: &Caller,
    request: &AccountRequest,
    headers: &HeaderMap,
) -> Result<Reply, Problems> {
    // (4)
    let began = call.elapsed_ms();
    let account = caller.account();
    let store = app.dataset(TIMEOUT_MS)?;
    let signing = app.signing_key(Purpose::Cursors)?;
    let question = AccountQuestion { request, viewer: account.viewer(), today: today()?, secret: signing.as_bytes() };
    let found = find(app, call, &store, &account, question).await;
    call.ended(Phase::Db, began);
    let Found { answer, dataset, kept } = found?;
    let cache = if kept { "hit" } else { "miss" };
    let with_meta = reply::prefers_meta(headers);
    let meta = with_meta.then(|| Meta {
        request_id: call.id.clone(),
        dataset_version: Some(dataset.version),
        cost: request.cost,
        size_applied: None,
        cache,
        rows_read: store.rows_read(),
        took_ms: call.elapsed_ms(),
        ranking: None,
        hints: Vec::new(),
        warnings: Vec::new(),
    });
    let body = envelope::with_meta(&answer.body, meta.as_ref()).map_err(|error| unavailable("the answer", &error))?;
    // (5)
    let mut reply = if with_meta {
        // It says of itself when it was made: there is nothing to validate.
        reply::json(StatusCode::OK, body)
    } else {
        reply::validated(body, cache_control(request.operation), headers)
    };
    let headers = reply.headers_mut();
    if let Some(next) = &answer.next {
        reply::set(headers, header::LINK, &format!("<{next}>; rel=\"next\""));
    }
    reply::set(headers, HeaderName::from_static("x-cache"), cache);
    if with_meta {
        reply::set(headers, HeaderName::from_static("preference-applied"), "meta");
    }
    if reply.status() == StatusCode::OK {
        reply::set(reply.headers_mut(), HeaderName::from_static("x-query-cost"), &request.cost.to_string());
    }
    Ok(reply)
}

/// Finds the answer, once what the account sees is prepared.
async fn find(
    app: &App,
    call: &Call,
    store: &D1Store,
    account: &Account,
    question: AccountQuestion<'_>,
) -> Result<Found<columnar::AccountAnswer>, Problems> {
    // A version may be replaced while what the account sees of it is prepared.
    for _ in 0..ATTEMPTS {
        match Asking::new(app, store, &call.host, question).find().await {
            Ok(found) => return Ok(found),
            Err(Fault::Question(problems)) => return Err(problems),
            Err(Fault::Store(error)) => return Err(store_fault(error, TIMEOUT_MS).into()),
            Err(Fault::Unprepared(dataset)) => {
                views::prepare(app, call, store, account, &dataset).await?;
            }
        }
    }
    Err(store_fault(StoreError::DatasetChanged, TIMEOUT_MS).into())
}

fn cache_control(operation: AccountOperation) -> &'static str {
    match operation {
        AccountOperation::Mentions | AccountOperation::Influencers | AccountOperation::InfluencerMentions => {
            LIST_CACHE_CONTROL
        }
        _ => ANALYSIS_CACHE_CONTROL,
    }
}

/// The account itself. How far its day and month are used the meter says, whatever the plan limits.
async fn describe(app: &App, call: &Call, caller: &Caller, metered: &Metered<'_>) -> Result<Reply, Problems> {
    let account = caller.account();
    let limits = Limits { per_minute: None, per_day: Some(BOUNDLESS), per_month: Some(BOUNDLESS) };
    let meter = app.meter(&account.id)?;
    let standings: Standings = meter.send(&Message::Standings { face: Face::Account, limits }).await?;
    let window = |policy: Policy, limit: Option<u64>| {
        let standing = standings.windows.iter().find(|standing| standing.policy == policy);
        Window {
            used: standing.map_or(0, |standing| BOUNDLESS - standing.remaining),
            limit,
            resets_at: standing.filter(|_| policy == Policy::Day).map(|standing| standing.resets_at),
        }
    };
    let minute = metered.standings().iter().find(|standing| standing.policy == Policy::Minute);
    let usage = Usage {
        minute: Window {
            used: minute.map_or(0, |standing| standing.limit - standing.remaining),
            limit: caller.limits.per_minute,
            resets_at: minute.map(|standing| standing.resets_at),
        },
        day: window(Policy::Day, caller.limits.per_day),
        month: window(Policy::Month, caller.limits.per_month),
    };
    let store = app.dataset(TIMEOUT_MS)?;
    let dataset = match columnar::served(&store).await {
        Ok((dataset, dates, updated_at)) => Some(DatasetAnswer {
            version: dataset.version,
            first_date: dates.map(|(first, _)| first.to_string()),
            last_date: dates.map(|(_, last)| last.to_string()),
            updated_at,
        }),
        Err(StoreError::NoDataset) => None,
        Err(error) => return Err(store_fault(error, TIMEOUT_MS).into()),
    };
    let last_used = standings.last_used.get(&caller.key.id).copied();
    let plan = (caller.plan.as_str(), caller.limits);
    let answer = AccountAnswer::new(account, &caller.key, plan, usage, last_used, app.jurisdiction(), dataset);
    Ok(reply::object(StatusCode::OK, &answer, call))
}

/// What the account has used.
async fn used(app: &App, call: &Call, caller: &Caller, request: &AccountRequest) -> Result<Reply, Problems> {
    let (account, today) = (caller.account(), today()?);
    let question = UsageQuestion::new(request, today)?;
    let (from, before) = question.periods();
    let meter = app.meter(&account.id)?;
    let usage: message::Usage = meter.send(&Message::Usage { from, before }).await?;
    let data_limits = app.keys(crate::store::keys::REQUEST_MS)?.limits(Face::Data, &account.plan).await?;
    let limits = UsageLimits {
        requests_per_minute: caller.limits.per_minute,
        requests_per_day: caller.limits.per_day,
        data_requests_per_month: data_limits.and_then(|limits| limits.per_month),
    };
    let store = app.dataset(TIMEOUT_MS)?;
    let version = match overheard::query::answer::Dataset::read(&store).await {
        Ok(dataset) => Some(dataset.version),
        Err(StoreError::NoDataset) => None,
        Err(error) => return Err(store_fault(error, TIMEOUT_MS).into()),
    };
    let answer = question.answer(&usage, limits, version.as_deref(), &now_text(), today);
    Ok(reply::object(StatusCode::OK, &answer, call))
}
