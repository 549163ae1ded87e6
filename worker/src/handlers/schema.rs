//! `GET /v1/schema`: what may be asked, as it applies to the key.

use super::data::{accepted_form, store_fault};
use crate::app::App;
use crate::auth::{Caller, authenticate_question};
use crate::call::{Call, Phase, now_ms};
use crate::metering;
use crate::reply::{self, Reply};
use axum::extract::Extension;
use axum::http::{HeaderMap, HeaderName, StatusCode, Uri};
use overheard::guard::problem::Violation;
use overheard::query::answer::Dataset;
use overheard::service::account::Face;
use overheard::service::credential;
use overheard::service::envelope::{Form, Meta};
use overheard::service::schema::{Document, OfKey};
use overheard::spec::Operation;
use overheard::sql::StoreError;
use std::cell::RefCell;
use std::rc::Rc;

/// Seconds for which a client may keep it.
const CACHE_CONTROL: &str = "private, max-age=300";
/// Documents that are remembered: both forms of the version that is served, and of the one before.
const REMEMBERED: usize = 4;

thread_local! {
    /// The documents that were written last.
    static DOCUMENTS: RefCell<Vec<Rc<Document>>> = RefCell::default();
}

/// Describes what may be asked. The same order as that of a question, without a body; it is counted, but nothing is
/// charged, and nothing is read before the meter has admitted it.
#[worker::send]
pub async fn get_schema(
    Extension(app): Extension<App>,
    Extension(call): Extension<Call>,
    uri: Uri,
    headers: HeaderMap,
) -> Reply {
    let described = Operation::Schema.endpoint();
    let caller = match authenticate_question(&app, &call, (Face::Data, described.name), &uri, &headers).await {
        Ok(caller) => caller,
        Err(violation) => return reply::problem(violation, &call),
    };
    let endpoint = described.route();
    let form = match accepted_form(&app, &headers) {
        Ok(form) => form,
        Err(violation) => return metering::refuse(&app, &caller, &endpoint, violation, &call).await,
    };
    let allowed = credential::refuse_in_query(Face::Data, uri.query().unwrap_or_default());
    let request = match allowed {
        Ok(()) => metering::Request::free(endpoint),
        Err(_) => metering::Request::invalid(endpoint),
    };
    let metered = match metering::take(&app, &caller, request, &call).await {
        Ok(metered) => metered,
        Err(reply) => return reply,
    };
    let answer = match allowed {
        Ok(()) => describe(&app, &headers, &caller, form, &call).await,
        Err(violation) => Err(violation),
    };
    metered.seal(answer.unwrap_or_else(|violation| reply::problem(violation, &call)), &call)
}

async fn describe(
    app: &App,
    headers: &HeaderMap,
    caller: &Caller,
    form: Form,
    call: &Call,
) -> Result<Reply, Violation> {
    let began = call.elapsed_ms();
    let Served { version, rows_read } = served(app).await?;
    call.ended(Phase::Db, began);
    let meta = reply::prefers_meta(headers).then(|| Meta {
        request_id: call.id.clone(),
        dataset_version: version.clone(),
        cost: 0,
        size_applied: None,
        cache: if rows_read == 0 { "hit" } else { "miss" },
        rows_read,
        took_ms: call.elapsed_ms(),
        ranking: None,
        hints: Vec::new(),
        warnings: Vec::new(),
    });
    let key = OfKey { form: app.form(), search_size: caller.key.access_level.search_size(), rate: caller.limits };
    let written = document(version, form).and_then(|document| document.of(&key, meta.as_ref()));
    Ok(match written {
        Err(error) => reply::internal(&error, call),
        // It says of itself when it was made: there is nothing to validate.
        Ok((body, _)) if meta.is_some() => {
            let mut reply = reply::json(StatusCode::OK, body);
            reply::set(reply.headers_mut(), HeaderName::from_static("preference-applied"), "meta");
            reply
        }
        Ok((body, digest)) => reply::validated_as(body, &digest, CACHE_CONTROL, headers),
    })
}

/// The version that is served, and how many rows were read to know it.
struct Served {
    /// None before the first import.
    version: Option<String>,
    rows_read: u64,
}

/// The version that is believed to be served, or else the one that is.
async fn served(app: &App) -> Result<Served, Violation> {
    let memory = app.memory();
    let (believed, asked) = (memory.borrow().served(now_ms()), memory.borrow().moment());
    if let Some(Dataset { version, .. }) = believed {
        return Ok(Served { version: Some(version), rows_read: 0 });
    }
    let timeout_ms = Operation::Schema.endpoint().timeout_ms;
    let until = now_ms() + app.served_for_ms();
    let store = app.dataset(timeout_ms)?;
    let version = match Dataset::read(&store).await {
        Ok(dataset) => {
            memory.borrow_mut().remember_served(&dataset, asked, until);
            Some(dataset.version)
        }
        Err(StoreError::NoDataset) => None,
        Err(error) => return Err(store_fault(error, timeout_ms)),
    };
    Ok(Served { version, rows_read: store.rows_read() })
}

/// The document of a version in a form, written once.
fn document(version: Option<String>, form: Form) -> serde_json::Result<Rc<Document>> {
    DOCUMENTS.with_borrow_mut(|documents| {
        if let Some(known) = documents.iter().find(|document| document.is_of(version.as_deref(), form)) {
            return Ok(known.clone());
        }
        let document = Rc::new(Document::new(version, form)?);
        documents.truncate(REMEMBERED - 1);
        documents.insert(0, document.clone());
        Ok(document)
    })
}
