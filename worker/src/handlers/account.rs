//! The Account API: queries of an account's view.

use super::data::refusal;
use crate::app::App;
use crate::auth::Caller;
use crate::call::{Call, Phase, now_seconds};
use crate::fault::{query_fault, unavailable};
use crate::metering::{MeteredEndpoint, RequestContext, RequestError};
use crate::reply::{self, Reply};
use crate::store::dataset::DatasetBackend;
use crate::views;
use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Uri, header};
use overheard::base::date::Date;
use overheard::guard::problem::{Code, Violation};
use overheard::guard::request::account::AccountRequest;
use overheard::query::answer::{hint_header, operator_hint};
use overheard::query::{AccountAnswer, AccountQuery, DataBackend as _, QueryError};
use overheard::service::account::{Account, Api, authorize};
use overheard::service::cache::VersionedAnswer;
use overheard::service::envelope::{self, Form, Meta};
use overheard::service::meter::window::Charge;
use overheard::service::signing::Purpose;
use overheard::spec::AccountOperation;

/// Attempts to answer a query whose view is not prepared.
const ATTEMPTS: usize = 3;

/// The endpoint of the queries of an account's view.
pub struct AccountQueryEndpoint {
    pub operation: AccountOperation,
    pub app: App,
}

impl MeteredEndpoint for AccountQueryEndpoint {
    type Read = ();
    type Question = AccountRequest;

    const CHARGE: Charge = Charge::Quota;
    const OVERLAPS_METER: bool = true;

    fn name(&self) -> String {
        self.operation.endpoint().to_string()
    }

    async fn caller(&self, call: &Call, parts: &Parts) -> Result<Caller, Violation> {
        self.app.caller(call, (Api::Account, self.operation.endpoint().name), parts).await
    }

    async fn read(&self, parts: &Parts, _: Body) -> Result<(), Violation> {
        accepts_json(&parts.headers)
    }

    fn check(&self, caller: &Caller, parts: &Parts, (): ()) -> Result<(Self::Question, u32), RequestError> {
        let request = parse_request(self.operation, caller, &parts.uri)?;
        let cost = request.cost;
        Ok((request, cost))
    }

    async fn answer(&self, context: RequestContext<'_>, request: AccountRequest) -> Result<Reply, RequestError> {
        let (app, RequestContext { call, parts, caller, .. }) = (&self.app, context);
        let (endpoint, began) = (self.operation.endpoint(), call.elapsed_ms());
        let account = caller.account();
        let backend = app.dataset(endpoint.timeout_ms)?;
        let secret = app.settings.signing_key(Purpose::Cursors)?.as_bytes();
        let question = AccountQuery { request: &request, viewer: account.viewer(), today: today()?, secret };
        let found = find(app, call, (&backend, endpoint.timeout_ms), &account, question).await;
        call.end_phase(Phase::Db, began);
        let VersionedAnswer { answer, version, cached } = found?;
        let cache = if cached { "hit" } else { "miss" };
        let with_meta = reply::prefers_meta(&parts.headers);
        let hints = request.selection.filters.q.as_deref().and_then(operator_hint).into_iter().collect::<Vec<_>>();
        let hint_header = hint_header(&hints);
        let meta = with_meta.then(|| Meta {
            basis: answer.basis,
            hints,
            ..reply::meta(call, Some(version.version), request.cost, cache, backend.usage().rows_read)
        });
        let body =
            envelope::with_meta(&answer.body, meta.as_ref()).map_err(|error| unavailable("the answer", &error))?;
        let mut reply = if with_meta {
            // `_meta` differs each time, so a validator would never match.
            reply::json(reply::success(&endpoint), body)
        } else {
            reply::cacheable(body, &endpoint, &parts.headers)
        };
        let headers = reply.headers_mut();
        if let Some(next) = &answer.next {
            reply::set(headers, header::LINK, &format!("<{next}>; rel=\"next\""));
        }
        reply::set(headers, HeaderName::from_static("x-cache"), cache);
        if let Some(hints) = hint_header {
            reply::set(headers, HeaderName::from_static("x-hint"), &hints);
        }
        if with_meta {
            reply::set(headers, HeaderName::from_static("preference-applied"), "meta");
        }
        Ok(reply)
    }
}

/// Parses a request whose operation the plan includes.
pub(super) fn parse_request(
    operation: AccountOperation,
    caller: &Caller,
    uri: &Uri,
) -> Result<AccountRequest, RequestError> {
    authorize(&caller.plan, operation).map_err(|violation| RequestError::Plan(violation, operation.endpoint().plan))?;
    Ok(caller.account_request(operation, uri)?)
}

/// Returns an error if the client does not accept JSON.
pub(super) fn accepts_json(headers: &HeaderMap) -> Result<(), Violation> {
    let accept = headers.get(header::ACCEPT).map(|accept| accept.to_str().unwrap_or("unreadable"));
    if Form::Flat.is_accepted(accept) {
        return Ok(());
    }
    Err(Violation::new(Code::NotAcceptable, "header:Accept", "Accept must allow application/json."))
}

pub(super) fn today() -> Result<Date, Violation> {
    Date::of_seconds(now_seconds()).ok_or_else(|| unavailable("the clock", &"it shows no date of the calendar"))
}

/// Answers a query. Prepares the view first if needed.
async fn find(
    app: &App,
    call: &Call,
    (dataset, timeout_ms): (&DatasetBackend, u64),
    account: &Account,
    question: AccountQuery<'_>,
) -> Result<VersionedAnswer<AccountAnswer>, RequestError> {
    // A dataset version may be replaced while its view is prepared.
    for _ in 0..ATTEMPTS {
        match app.answers(&call.host).find(dataset, &question).await {
            Err(QueryError::Unprepared(version)) => {
                views::wait_for(app, call, account, &version).await?;
            }
            found => return found.map_err(|fault| refusal(fault, timeout_ms)),
        }
    }
    Err(query_fault(QueryError::DatasetChanged, timeout_ms).into())
}
