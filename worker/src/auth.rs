//! Who asks: the credential of a request, looked up and checked before anything else is read.

use crate::app::App;
use crate::call::now_text;
use axum::http::{HeaderMap, Uri, header};
use overheard::account::Face;
use overheard::credential::{self, KeyRecord};
use overheard::meter::Limits;
use overheard::problem::{Code, Violation, echo};

/// The account of keys that name none: the operator's own, which needs no record.
pub const OPERATOR_ACCOUNT: &str = "acc_0000000000";

/// Whoever asks, with what the plan allows.
pub struct Caller {
    /// The key.
    pub key: KeyRecord,
    /// What its plan allows.
    pub limits: Limits,
}

/// Finds out who asks, on an interface.
///
/// # Errors
/// 400 for a secret in the address, 401 without a credential, 403 or 401 for one that is not good, 403 for an account
/// that is suspended, 503 when it cannot be looked up.
pub async fn authenticate(app: &App, face: Face, uri: &Uri, headers: &HeaderMap) -> Result<Caller, Violation> {
    refuse_secrets_in(uri, face)?;
    let secret = secret(face, headers)?;
    // A typo is known by its checksum; nothing needs to be looked up for it.
    if !credential::is_well_formed(face, &secret) {
        return Err(credential::invalid(face));
    }
    let hash = credential::hash(&secret);
    let key = app.keys()?.find(&hash).await?.ok_or_else(|| credential::invalid(face))?;
    credential::authorize(&key, face, &hash, &now_text())?;
    let limits = limits(app, &key).await?;
    Ok(Caller { key, limits })
}

/// What the plan of a key allows.
async fn limits(app: &App, key: &KeyRecord) -> Result<Limits, Violation> {
    let keys = app.keys()?;
    let account = keys.account(&key.account_id).await?;
    if let Some(account) = &account {
        account.authorize()?;
    }
    let plan = key.plan_override.as_deref().or(account.as_ref().map(|account| account.plan.as_str()));
    let limits = match plan {
        Some(plan) => keys.limits(key.face, plan).await?,
        None => None,
    };
    // A key is made for an account and a plan that there are; whatever took them away, it opens nothing now.
    limits.ok_or_else(|| credential::invalid(key.face))
}

fn secret(face: Face, headers: &HeaderMap) -> Result<String, Violation> {
    let given = match face {
        Face::Data => headers.get(credential::DATA_KEY_HEADER).map(|value| value.to_str().unwrap_or_default()),
        Face::Account => headers
            .get(header::AUTHORIZATION)
            .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "))
            .map(str::trim),
    };
    given.map(str::to_owned).ok_or_else(|| credential::missing(face))
}

/// Addresses end up in logs and histories: a secret in one is refused, and is not repeated.
fn refuse_secrets_in(uri: &Uri, face: Face) -> Result<(), Violation> {
    for pair in uri.query().unwrap_or_default().split('&') {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        if credential::looks_secret(value) || credential::looks_secret(name) {
            let header = credential::header(face);
            let name = if credential::looks_secret(name) { String::new() } else { echo(name) };
            let message = format!(
                "a secret does not belong into an address. Send it in the header {header}, and replace it: addresses are kept in logs."
            );
            return Err(Violation::new(Code::UnknownParameter, format!("?{name}"), message));
        }
    }
    Ok(())
}
