//! The Account API: queries of an account's view.

use super::data::refusal;
use super::representation::{AccountTable, accepted};
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
use axum::http::{HeaderName, Uri, header};
use overheard::base::date::Date;
use overheard::guard::problem::Violation;
use overheard::guard::request::account::AccountRequest;
use overheard::query::answer::{hint_header, operator_hint};
use overheard::query::{AccountAnswer, AccountQuery, DataBackend as _, QueryError};
use overheard::service::accept::Representation;
use overheard::service::account::{Account, Api, authorize};
use overheard::service::cache::VersionedAnswer;
use overheard::service::envelope::{self, Meta};
use overheard::service::meter::window::Charge;
use overheard::service::signing::Purpose;
use overheard::spec::AccountOperation;
use overheard::table::AnswerTable;

/// Attempts to answer a query whose view is not prepared.
const ATTEMPTS: usize = 3;

/// The endpoint of the queries of an account's view.
pub struct AccountQueryEndpoint {
    pub operation: AccountOperation,
    pub app: App,
}

impl MeteredEndpoint for AccountQueryEndpoint {
    type Read = Representation;
    type Question = (AccountRequest, Representation);

    const CHARGE: Charge = Charge::Quota;
    const OVERLAPS_METER: bool = true;

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
        let request = parse_request(self.operation, caller, &parts.uri)?;
        let cost = request.cost;
        Ok(((request, representation), cost))
    }

    async fn answer(
        &self,
        context: RequestContext<'_>,
        (request, representation): Self::Question,
    ) -> Result<Reply, RequestError> {
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
        let with_meta = reply::prefers_meta(&parts.headers) && matches!(representation, Representation::Json(_));
        let hints: Vec<String> = request.selection.filters.q.as_deref().and_then(operator_hint).into_iter().collect();
        let hint_header = hint_header(&hints);
        let mut reply = match AccountTable::write(representation, &request, &answer.body)? {
            Some(table) => table.cacheable_reply(&endpoint, &parts.headers),
            None if with_meta => {
                let meta = Meta {
                    basis: answer.basis,
                    hints,
                    ..reply::meta(call, Some(version.version), request.cost, cache, backend.usage().rows_read)
                };
                // `_meta` differs each time, so a validator would never match.
                let body = envelope::with_meta(&answer.body, Some(&meta));
                reply::json(reply::success(&endpoint), body.map_err(|error| unavailable("the answer", &error))?)
            }
            None => reply::cacheable(answer.body.get().to_owned(), &endpoint, &parts.headers),
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

pub fn today() -> Result<Date, Violation> {
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
