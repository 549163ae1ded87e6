//! The Data API.

use super::body::read_question;
use super::representation::{accepted, describe_table};
use crate::app::App;
use crate::auth::Caller;
use crate::call::{Call, Phase};
use crate::fault::{query_fault, unavailable};
use crate::metering::{MeteredEndpoint, RequestContext, RequestError};
use crate::reply::{self, Reply};
use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{HeaderName, header};
use overheard::guard::problem::Violation;
use overheard::guard::request::{Request, SearchRequest};
use overheard::query::answer::{hint_header, operator_hint};
use overheard::query::{DataBackend as _, QueryError};
use overheard::service::accept::Representation;
use overheard::service::account::Api;
use overheard::service::cache::VersionedAnswer;
use overheard::service::credential;
use overheard::service::envelope::{self, Meta};
use overheard::service::meter::window::Charge;
use overheard::spec::Operation;
use overheard::table::{AnswerTable, file_name};

/// The endpoint of a query of the Data API.
pub struct DataEndpoint {
    pub operation: Operation,
    pub app: App,
}

impl MeteredEndpoint for DataEndpoint {
    type Read = (Vec<u8>, Representation);
    type Question = (Request, Representation);

    const CHARGE: Charge = Charge::Quota;
    const OVERLAPS_METER: bool = true;

    fn name(&self) -> String {
        self.operation.endpoint().to_string()
    }

    async fn caller(&self, call: &Call, parts: &Parts) -> Result<Caller, Violation> {
        self.app.caller(call, (Api::Data, self.operation.endpoint().name), parts).await
    }

    async fn read(&self, parts: &Parts, body: Body) -> Result<Self::Read, Violation> {
        let body = read_question(&parts.headers, body).await?;
        Ok((body, accepted(&parts.headers, Some(self.app.settings.form), true)?))
    }

    fn check(
        &self,
        caller: &Caller,
        parts: &Parts,
        (body, representation): Self::Read,
    ) -> Result<(Self::Question, u32), RequestError> {
        credential::refuse_in_query(Api::Data, parts.uri.query().unwrap_or_default())?;
        let question = caller.narrow(Request::parse(self.operation, &body)?)?;
        let cost = question.cost();
        Ok(((question, representation), cost))
    }

    async fn answer(
        &self,
        context: RequestContext<'_>,
        (question, representation): Self::Question,
    ) -> Result<Reply, RequestError> {
        let RequestContext { call, parts, caller, .. } = context;
        let endpoint = self.operation.endpoint();
        let timeout_ms = endpoint.timeout_ms;
        let (question, clamped) = question.clamped(caller.key.access_level.search_size());
        let began = call.elapsed_ms();
        let dataset = self.app.nearest_dataset(timeout_ms)?;
        let found = self.app.answers(&call.host).find(&dataset, &question).await;
        call.end_phase(Phase::Db, began);
        let VersionedAnswer { answer: mut outcome, version, cached } =
            found.map_err(|fault| refusal(fault, timeout_ms))?;
        if let Request::Search(SearchRequest { q: Some(q), .. }) = &question {
            outcome.hints.extend(operator_hint(q));
        }
        let cache = if cached { "hit" } else { "miss" };
        let hints = hint_header(&outcome.hints);
        let with_meta = reply::prefers_meta(&parts.headers) && matches!(representation, Representation::Json(_));
        let written = match (representation, AnswerTable::of_request(&question)) {
            (Representation::Table(format), Some(table)) => table.write(&outcome.answer, format).map(|body| {
                let mut reply = reply::json(reply::success(&endpoint), body);
                describe_table(&mut reply, format, &file_name::of_request(&question, &outcome.answer, format));
                reply
            }),
            (Representation::Table(_), None) => return Err(unavailable("the table", &"the operation has none").into()),
            (Representation::Json(form), _) => {
                let meta = with_meta.then(|| Meta {
                    size_applied: question.size(),
                    ranking: outcome.ranking,
                    hints: outcome.hints,
                    warnings: outcome.warnings,
                    basis: outcome.basis,
                    ..reply::meta(call, Some(version.version), question.cost(), cache, dataset.usage().rows_read)
                });
                envelope::encode(&question, &outcome.answer, form.form, meta.as_ref()).map(|body| {
                    let mut reply = reply::json(reply::success(&endpoint), body);
                    reply::set(reply.headers_mut(), header::CONTENT_TYPE, form.content_type());
                    reply
                })
            }
        };
        let mut reply = match written {
            Ok(reply) => reply,
            Err(error) => return Ok(reply::internal(&error, call)),
        };
        let headers = reply.headers_mut();
        reply::set(headers, HeaderName::from_static("x-cache"), cache);
        if let Some(hints) = hints {
            reply::set(headers, HeaderName::from_static("x-hint"), &hints);
        }
        if let Some(size) = question.size().filter(|_| clamped) {
            reply::set(headers, HeaderName::from_static("x-query-cost"), &question.cost().to_string());
            reply::set(headers, HeaderName::from_static("x-size-applied"), &size.to_string());
        }
        if with_meta {
            reply::set(headers, HeaderName::from_static("preference-applied"), "meta");
        }
        Ok(reply)
    }
}

/// Returns the refusal of a query that has no answer.
pub(super) fn refusal(error: QueryError, timeout_ms: u64) -> RequestError {
    match error {
        QueryError::Invalid(problems) => problems.into(),
        error => query_fault(error, timeout_ms).into(),
    }
}
