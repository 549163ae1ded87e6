//! `GET /v1/schema`: the operations with their parameters, and the limits of the key.

use super::representation::accepted_form;
use crate::app::App;
use crate::auth::Caller;
use crate::call::{Call, Phase};
use crate::fault::{query_fault, unavailable};
use crate::metering::{MeteredEndpoint, RequestContext, RequestError};
use crate::platform::now_ms;
use crate::reply::{self, Reply};
use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{HeaderName, StatusCode, header};
use overheard::guard::problem::Violation;
use overheard::query::{DataBackend as _, DatasetVersion, QueryError};
use overheard::service::accept::AcceptedForm;
use overheard::service::account::Api;
use overheard::service::credential;
use overheard::service::envelope::Form;
use overheard::service::meter::window::Charge;
use overheard::service::schema::{KeySettings, SchemaDocument};
use overheard::spec::Operation;
use std::cell::RefCell;
use std::rc::Rc;

/// Schema documents in the cache at most: both forms of the served version and of the previous one.
const MAX_DOCUMENTS: usize = 4;

thread_local! {
    /// The cached documents, the latest first.
    static DOCUMENTS: RefCell<Vec<Rc<SchemaDocument>>> = RefCell::default();
}

/// The endpoint of the schema. Requests are counted but free, and read nothing before the meter has admitted them.
pub struct SchemaEndpoint(pub App);

impl MeteredEndpoint for SchemaEndpoint {
    type Read = AcceptedForm;
    type Question = AcceptedForm;

    const CHARGE: Charge = Charge::Free;
    const OVERLAPS_METER: bool = false;

    fn name(&self) -> String {
        Operation::Schema.endpoint().to_string()
    }

    async fn caller(&self, call: &Call, parts: &Parts) -> Result<Caller, Violation> {
        self.0.caller(call, (Api::Data, Operation::Schema.endpoint().name), parts).await
    }

    async fn read(&self, parts: &Parts, _: Body) -> Result<AcceptedForm, Violation> {
        accepted_form(&parts.headers, self.0.settings.form)
    }

    fn check(&self, _: &Caller, parts: &Parts, form: AcceptedForm) -> Result<(AcceptedForm, u32), RequestError> {
        credential::refuse_in_query(Api::Data, parts.uri.query().unwrap_or_default())?;
        Ok((form, 0))
    }

    async fn answer(&self, context: RequestContext<'_>, form: AcceptedForm) -> Result<Reply, RequestError> {
        let (Self(app), RequestContext { call, parts, caller, .. }) = (self, context);
        let endpoint = Operation::Schema.endpoint();
        let began = call.elapsed_ms();
        let FoundVersion { version, rows_read, cached } = find_version(app).await?;
        call.end_phase(Phase::Db, began);
        let cache = if cached { "hit" } else { "miss" };
        let meta = reply::prefers_meta(&parts.headers).then(|| reply::meta(call, version.clone(), 0, cache, rows_read));
        let key = key_settings(app, caller);
        let written = find_document(version, form.form).and_then(|document| document.write(&key, meta.as_ref()));
        Ok(match written {
            Err(error) => reply::internal(&error, call),
            // `_meta` differs each time, so a validator would never match.
            Ok((body, _)) if meta.is_some() => {
                let mut reply = reply::json(reply::success(&endpoint), body);
                reply::set(reply.headers_mut(), header::CONTENT_TYPE, form.content_type());
                reply::set(reply.headers_mut(), HeaderName::from_static("preference-applied"), "meta");
                reply
            }
            Ok((body, digest)) => {
                let mut reply = reply::cacheable_with_digest(body, &digest, &endpoint, &parts.headers);
                if reply.status() != StatusCode::NOT_MODIFIED {
                    reply::set(reply.headers_mut(), header::CONTENT_TYPE, form.content_type());
                }
                reply
            }
        })
    }
}

/// Returns the schema for a caller as JSON text.
///
/// # Errors
/// 503 if the served version cannot be read.
pub(super) async fn document_for(app: &App, caller: &Caller) -> Result<String, Violation> {
    let FoundVersion { version, .. } = find_version(app).await?;
    let key = key_settings(app, caller);
    let written = find_document(version, Form::Flat).and_then(|document| document.write(&key, None));
    written.map(|(text, _)| text).map_err(|error| unavailable("the schema", &error))
}

/// Returns the served version from the cache, or else from the database. `None` before the first import.
///
/// # Errors
/// 503 if it cannot be read.
pub(super) async fn served_version(app: &App) -> Result<Option<String>, Violation> {
    find_version(app).await.map(|found| found.version)
}

fn key_settings(app: &App, caller: &Caller) -> KeySettings {
    KeySettings { form: app.settings.form, search_size: caller.key.access_level.search_size(), rate: caller.limits }
}

/// The served version and its source.
struct FoundVersion {
    /// `None` before the first import.
    version: Option<String>,
    /// The rows that the database read for it.
    rows_read: u64,
    /// True if it came from the cache.
    cached: bool,
}

/// Finds the served version in the cache, or else in the database.
async fn find_version(app: &App) -> Result<FoundVersion, Violation> {
    let cache = app.cache();
    let (known, moment) = (cache.borrow().served(now_ms()), cache.borrow().generation());
    if let Some(DatasetVersion { version, .. }) = known {
        return Ok(FoundVersion { version: Some(version), rows_read: 0, cached: true });
    }
    let timeout_ms = Operation::Schema.endpoint().timeout_ms;
    let until = now_ms() + app.served_for_ms();
    let dataset = app.dataset(timeout_ms)?;
    let version = match dataset.served_version().await {
        Ok(served) => {
            cache.borrow_mut().put_served(&served, moment, until);
            Some(served.version)
        }
        Err(QueryError::NoDataset) => None,
        Err(error) => return Err(query_fault(error, timeout_ms)),
    };
    Ok(FoundVersion { version, rows_read: dataset.usage().rows_read, cached: false })
}

/// Returns the document of a version in a form. Creates it if it is not cached.
fn find_document(version: Option<String>, form: Form) -> serde_json::Result<Rc<SchemaDocument>> {
    DOCUMENTS.with_borrow_mut(|documents| {
        if let Some(known) = documents.iter().find(|document| document.matches(version.as_deref(), form)) {
            return Ok(known.clone());
        }
        let document = Rc::new(SchemaDocument::new(version, form)?);
        documents.truncate(MAX_DOCUMENTS - 1);
        documents.insert(0, document.clone());
        Ok(document)
    })
}
