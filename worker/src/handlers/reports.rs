//! Reports of the Account API: creation, details and downloads.

use super::account::parse_request;
use super::body::read_question;
use super::prefer_meta::with_meta;
use super::representation::accepts_json;
use crate::app::App;
use crate::auth::Caller;
use crate::call::Call;
use crate::fault::{store_fault, unavailable};
use crate::http::StreamedBody;
use crate::metering::{MeteredEndpoint, RequestContext, RequestError};
use crate::reply::{self, Reply};
use crate::reports;
use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use futures_util::{StreamExt as _, stream};
use overheard::guard::problem::{Code, Violation};
use overheard::guard::request::account::report::ReportRequest;
use overheard::guard::request::account::{AccountParameters, AccountRequest};
use overheard::records::idempotency::{IDEMPOTENCY_HEADER, check_key};
use overheard::records::report::file::{file_name, select_download};
use overheard::records::report::file_format::{BYTE_ORDER_MARK, content_type};
use overheard::records::report::table::{self, CreationOutcome};
use overheard::records::report::{RETRY_AFTER_SECONDS, ReportRecord, resolve_brands};
use overheard::service::account::{ALL_ROWS_PLAN, Api, authorize, authorize_rows};
use overheard::service::byte_range::ByteRange;
use overheard::service::credential::refuse_in_query;
use overheard::service::member::MemberRole;
use overheard::service::meter::window::Charge;
use overheard::spec::AccountOperation;
use overheard::sql::{Store, single};
use std::ops::Range;

pub struct CreateReportEndpoint(pub App);

/// The endpoint that returns the details or a file of a report.
pub struct ReportEndpoint {
    pub operation: AccountOperation,
    pub app: App,
}

impl MeteredEndpoint for CreateReportEndpoint {
    type Read = Vec<u8>;
    type Question = ReportRequest;

    const CHARGE: Charge = Charge::Quota;
    const OVERLAPS_METER: bool = false;

    fn name(&self) -> String {
        AccountOperation::CreateReport.endpoint().to_string()
    }

    fn needs(&self) -> MemberRole {
        MemberRole::Analyst
    }

    async fn caller(&self, call: &Call, parts: &Parts) -> Result<Caller, Violation> {
        self.0.caller(call, (Api::Account, AccountOperation::CreateReport.endpoint().name), parts).await
    }

    async fn read(&self, parts: &Parts, body: Body) -> Result<Vec<u8>, Violation> {
        accepts_json(&parts.headers)?;
        read_question(&parts.headers, body).await
    }

    fn check(&self, caller: &Caller, parts: &Parts, body: Vec<u8>) -> Result<(ReportRequest, u32), RequestError> {
        let operation = AccountOperation::CreateReport;
        authorize(&caller.plan, operation)
            .map_err(|violation| RequestError::Plan(violation, operation.endpoint().plan))?;
        refuse_in_query(Api::Account, parts.uri.query().unwrap_or_default())?;
        if let Some(key) = idempotency_key(&parts.headers) {
            check_key(&key)?;
        }
        let wanted = resolve_brands(ReportRequest::parse(&body)?, &caller.account().brands)?;
        authorize_rows(&caller.plan, &wanted).map_err(|violation| RequestError::Plan(violation, ALL_ROWS_PLAN))?;
        Ok((wanted, operation.cost().units(1)))
    }

    async fn answer(&self, context: RequestContext<'_>, wanted: ReportRequest) -> Result<Reply, RequestError> {
        let RequestContext { call, parts, caller, .. } = context;
        let key = idempotency_key(&parts.headers);
        let (body, created) = reports::create(&self.0, &caller.account(), wanted, key.as_deref()).await?;
        let mut reply = match created {
            CreationOutcome::Created => created_reply(reply::success(&AccountOperation::CreateReport.endpoint()), body),
            CreationOutcome::Replayed(replay) => {
                let status = StatusCode::from_u16(replay.status).unwrap_or(StatusCode::ACCEPTED);
                let mut reply = created_reply(status, replay.body);
                reply::set(reply.headers_mut(), HeaderName::from_static("idempotency-replayed"), "true");
                reply
            }
        };
        reply::set(reply.headers_mut(), header::RETRY_AFTER, &RETRY_AFTER_SECONDS.to_string());
        let cost = AccountOperation::CreateReport.cost().units(1);
        Ok(with_meta(&self.0, call, &parts.headers, (cost, Vec::new()), reply).await?)
    }
}

/// Returns the answer with a new report. The id in its body becomes the header `Location`.
fn created_reply(status: StatusCode, body: String) -> Reply {
    let id = serde_json::from_str::<serde_json::Value>(&body).ok();
    let id = id.as_ref().and_then(|report| report.get("id")?.as_str()).map(|id| format!("/v1/reports/{id}"));
    let mut reply = reply::json(status, body);
    if let Some(path) = id {
        reply::set(reply.headers_mut(), header::LOCATION, &path);
    }
    reply
}

/// Returns the idempotency key of a request.
pub fn idempotency_key(headers: &HeaderMap) -> Option<String> {
    headers.get(IDEMPOTENCY_HEADER).map(|key| key.to_str().unwrap_or_default().to_owned())
}

impl MeteredEndpoint for ReportEndpoint {
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
        // The formats of a file depend on the report.
        if self.operation == AccountOperation::DownloadReport { Ok(()) } else { accepts_json(&parts.headers) }
    }

    fn check(&self, caller: &Caller, parts: &Parts, (): ()) -> Result<(AccountRequest, u32), RequestError> {
        let request = parse_request(self.operation, caller, &parts.uri)?;
        let cost = request.cost;
        Ok((request, cost))
    }

    async fn answer(&self, context: RequestContext<'_>, request: AccountRequest) -> Result<Reply, RequestError> {
        let RequestContext { call, parts, caller, .. } = context;
        let endpoint = self.operation.endpoint();
        let store = self.app.records(endpoint.timeout_ms)?;
        let found = store.batch(vec![table::find(&caller.key.account_id, &request.id)]).await;
        let row = found.and_then(single).map_err(|error| store_fault(error, endpoint.timeout_ms))?.into_iter().next();
        let Some(row) = row else {
            let message = format!("there is nothing with the id '{}'.", request.id);
            return Err(Violation::new(Code::NotFound, "?id", message).into());
        };
        let report = ReportRecord::from_row(row).map_err(|error| store_fault(error, endpoint.timeout_ms))?;
        if self.operation == AccountOperation::DownloadReport {
            return download_file(&self.app, &report, &request, &parts.headers).await;
        }
        let body = serde_json::to_string(&report.details()).map_err(|error| unavailable("the answer", &error))?;
        let mut reply = reply::cacheable(body, &endpoint, &parts.headers);
        if report.status.is_unfinished() {
            reply::set(reply.headers_mut(), header::RETRY_AFTER, &RETRY_AFTER_SECONDS.to_string());
        }
        Ok(with_meta(&self.app, call, &parts.headers, (request.cost, Vec::new()), reply).await?)
    }
}

/// Returns a file of a report, or 304 if the client has it.
async fn download_file(
    app: &App,
    report: &ReportRecord,
    request: &AccountRequest,
    headers: &HeaderMap,
) -> Result<Reply, RequestError> {
    let (format, part, byte_order_mark) = match request.parameters {
        AccountParameters::DownloadReport { format, part, byte_order_mark } => (format, part, byte_order_mark),
        _ => (None, None, false),
    };
    let accept = headers.get(header::ACCEPT).map(|accept| accept.to_str().unwrap_or("unreadable"));
    let wanted = select_download(report, format, part, accept, byte_order_mark).map_err(|violation| {
        if violation.code.status() == 409 || violation.code == Code::ReportExpired {
            RequestError::Report(violation, report.status)
        } else {
            violation.into()
        }
    })?;
    let etag = format!("\"{}\"", wanted.sha256);
    if reply::is_known(&etag, headers) {
        let mut reply = Reply::new(Body::empty());
        *reply.status_mut() = StatusCode::NOT_MODIFIED;
        set_validator(&mut reply, &etag);
        return Ok(reply);
    }
    let mark = if wanted.with_bom { BYTE_ORDER_MARK } else { &[] };
    let length = mark.len() as u64 + wanted.artifact.bytes;
    let text = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or("unreadable"));
    let range = ByteRange::select(text(header::RANGE), text(header::IF_RANGE), &etag, length);
    let (status, bytes) = match range {
        ByteRange::Whole => (StatusCode::OK, 0..length),
        ByteRange::Part { first, last } => (StatusCode::PARTIAL_CONTENT, first..last + 1),
        ByteRange::Unsatisfiable => {
            let message = format!("header 'Range' begins after the end of the file, which has {length} bytes.");
            let violation = Violation::new(Code::RangeNotSatisfiable, "header:Range", message);
            return Err(RequestError::Range(violation, length));
        }
    };
    let mut reply = Reply::new(Body::empty());
    *reply.status_mut() = status;
    reply.extensions_mut().insert(read_file(app, &wanted.artifact.key, mark, bytes).await?);
    set_validator(&mut reply, &etag);
    let headers = reply.headers_mut();
    reply::set(headers, header::CONTENT_TYPE, content_type(wanted.artifact.format));
    let name = file_name(report, wanted.artifact);
    reply::set(headers, header::CONTENT_DISPOSITION, &format!("attachment; filename=\"{name}\""));
    if let Some(digest) = wanted.digest() {
        reply::set(headers, HeaderName::from_static("repr-digest"), &digest);
    }
    headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    if let Some(range) = range.header(length) {
        reply::set(headers, header::CONTENT_RANGE, &range);
    }
    Ok(reply)
}

/// Opens a file for a range of bytes. Positions count from the beginning of `mark`, which precedes the file.
async fn read_file(app: &App, key: &str, mark: &[u8], range: Range<u64>) -> Result<StreamedBody, Violation> {
    let failed = |error: worker::Error| unavailable("ARTIFACTS", &error);
    let in_mark = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).min(mark.len());
    let mark_bytes = mark.get(in_mark(range.start)..in_mark(range.end)).unwrap_or_default().to_vec();
    let mark_chunk = stream::iter((!mark_bytes.is_empty()).then_some(Ok(mark_bytes)));
    let in_file = |at: u64| at.saturating_sub(mark.len() as u64);
    let (offset, length) = (in_file(range.start), in_file(range.end) - in_file(range.start));
    if length == 0 {
        return Ok(StreamedBody::new(mark_chunk));
    }
    let object = app.artifacts()?.get(key, offset, length).await.map_err(failed)?;
    // A report and its files are removed together, so a missing file is an error.
    let object = object.ok_or_else(|| unavailable("ARTIFACTS", &"a file of a report that is ready is not there"))?;
    let body = object.body().ok_or_else(|| unavailable("ARTIFACTS", &"a file has no body"))?;
    let chunks = body.stream().map_err(failed)?.map(|chunk| chunk.map_err(|error| error.to_string()));
    Ok(StreamedBody::new(mark_chunk.chain(chunks)))
}

fn set_validator(reply: &mut Reply, etag: &str) {
    let caching = AccountOperation::DownloadReport.endpoint().caching;
    reply::set(reply.headers_mut(), header::CACHE_CONTROL, caching.header());
    reply::set(reply.headers_mut(), header::ETAG, etag);
}
