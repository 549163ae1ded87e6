//! Who asks: the data key of a request, looked up and checked before anything else is read.

use crate::app::App;
use axum::http::HeaderMap;
use overheard::credential::{self, DATA_KEY_HEADER, KeyRecord};
use overheard::problem::Violation;

/// The record of the key that a request carries, good for the Data API.
///
/// # Errors
/// 401 without a key, 403 for one that is not good, 503 when it cannot be looked up.
pub async fn authenticate(app: &App, headers: &HeaderMap) -> Result<KeyRecord, Violation> {
    let secret = headers.get(DATA_KEY_HEADER).ok_or_else(credential::missing)?;
    // A typo is known by its checksum; nothing needs to be looked up for it.
    let secret = secret.to_str().ok().filter(|secret| credential::is_well_formed(secret));
    let hash = credential::hash(secret.ok_or_else(credential::invalid)?);
    let record = app.keys()?.find(&hash).await?.ok_or_else(credential::invalid)?;
    credential::authorize(&record, &hash)?;
    Ok(record)
}
