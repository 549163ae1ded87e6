//! `GET /v1/schema`: what may be asked, as it applies to the key.

use super::data::accepted_form;
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
use overheard::service::account::Api;
use overheard::service::credential;
use overheard::service::envelope::{AcceptedForm, Form};
use overheard::service::meter::window::Charge;
use overheard::service::schema::{KeySettings, SchemaDocument};
use overheard::spec::Operation;
use std::cell::RefCell;
use std::rc::Rc;

/// Documents that are remembered: both forms of the version that is served, and of the one before.
const REMEMBERED: usize = 4;

thread_local! {
    /// The documents that were written last.
    static DOCUMENTS: RefCell<Vec<Rc<SchemaDocument>>> = RefCell::default();
}

/// What may be asked. It is counted, but nothing is charged, and nothing is read before the meter has admitted it.
pub struct Schema(pub App);

impl MeteredEndpoint for Schema {
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
        accepted_form(&self.0, &parts.headers)
    }

    fn check(&self, _: &Caller, parts: &Parts, form: AcceptedForm) -> Result<(AcceptedForm, u32), RequestError> {
        credential::refuse_in_query(Api::Data, parts.uri.query().unwrap_or_default())?;
        Ok((form, 0))
    }

    async fn answer(&self, asked: RequestContext<'_>, form: AcceptedForm) -> Result<Reply, RequestError> {
        let (Self(app), RequestContext { call, parts, caller, .. }) = (self, asked);
        let endpoint = Operation::Schema.endpoint();
        let began = call.elapsed_ms();
        let Served { version, rows_read, cached } = served(app).await?;
        call.end_phase(Phase::Db, began);
        let cache = if cached { "hit" } else { "miss" };
        let meta = reply::prefers_meta(&parts.headers).then(|| reply::meta(call, version.clone(), 0, cache, rows_read));
        let key = key_settings(app, caller);
        let written = document(version, form.form).and_then(|document| document.write(&key, meta.as_ref()));
        Ok(match written {
            Err(error) => reply::internal(&error, call),
            // It says of itself when it was made: there is nothing to validate.
            Ok((body, _)) if meta.is_some() => {
                let mut reply = reply::json(reply::success(&endpoint), body);
                reply::set(reply.headers_mut(), header::CONTENT_TYPE, form.content_type());
                reply::set(reply.headers_mut(), HeaderName::from_static("preference-applied"), "meta");
                reply
            }
            Ok((body, digest)) => {
                let mut reply = reply::validated_as(body, &digest, &endpoint, &parts.headers);
                if reply.status() != StatusCode::NOT_MODIFIED {
                    reply::set(reply.headers_mut(), header::CONTENT_TYPE, form.content_type());
                }
                reply
            }
        })
    }
}

/// The document as text, as it applies to who asks.
///
/// # Errors
/// 503 when the version that is served cannot be found out.
pub(super) async fn document_for(app: &App, caller: &Caller) -> Result<String, Violation> {
    let Served { version, .. } = served(app).await?;
    let key = key_settings(app, caller);
    let written = document(version, Form::Flat).and_then(|document| document.write(&key, None));
    written.map(|(text, _)| text).map_err(|error| unavailable("the schema", &error))
}

/// The version that is served, as the instance has it cached, or as the database says. None before the first import.
///
/// # Errors
/// 503 when it cannot be found out.
pub(super) async fn served_version(app: &App) -> Result<Option<String>, Violation> {
    served(app).await.map(|served| served.version)
}

fn key_settings(app: &App, caller: &Caller) -> KeySettings {
    KeySettings { form: app.settings.form, search_size: caller.key.access_level.search_size(), rate: caller.limits }
}

/// The served version, and its source.
struct Served {
    /// None before the first import.
    version: Option<String>,
    /// Rows that the database read for it.
    rows_read: u64,
    /// True if it was cached.
    cached: bool,
}

/// The version that is believed to be served, or else the one that is.
async fn served(app: &App) -> Result<Served, Violation> {
    let cache = app.cache();
    let (believed, asked) = (cache.borrow().served(now_ms()), cache.borrow().generation());
    if let Some(DatasetVersion { version, .. }) = believed {
        return Ok(Served { version: Some(version), rows_read: 0, cached: true });
    }
    let timeout_ms = Operation::Schema.endpoint().timeout_ms;
    let until = now_ms() + app.served_for_ms();
    let dataset = app.dataset(timeout_ms)?;
    let version = match dataset.served_version().await {
        Ok(served) => {
            cache.borrow_mut().put_served(&served, asked, until);
            Some(served.version)
        }
        Err(QueryError::NoDataset) => None,
        Err(error) => return Err(query_fault(error, timeout_ms)),
    };
    Ok(Served { version, rows_read: dataset.usage().rows_read, cached: false })
}

/// The document of a version in a form, written once.
fn document(version: Option<String>, form: Form) -> serde_json::Result<Rc<SchemaDocument>> {
    DOCUMENTS.with_borrow_mut(|documents| {
        if let Some(known) = documents.iter().find(|document| document.matches(version.as_deref(), form)) {
            return Ok(known.clone());
        }
        let document = Rc::new(SchemaDocument::new(version, form)?);
        documents.truncate(REMEMBERED - 1);
        documents.insert(0, document.clone());
        Ok(document)
    })
}
