//! Who asks: the credential of a request, looked up and checked before anything else is read.

use crate::app::App;
use crate::call::{now_seconds, now_text};
use crate::cors;
use crate::store::keys::{KeyStore, REQUEST_MS};
use axum::http::{HeaderMap, Uri, header};
use overheard::account::{Account, Face};
use overheard::browser_token::{self, Claims};
use overheard::catalog::Operation;
use overheard::credential::{self, KeyRecord};
use overheard::data;
use overheard::meter::Limits;
use overheard::problem::{Code, Problems, Violation, echo};

/// The account of keys that name none: the operator's own, which needs no record.
pub const OPERATOR_ACCOUNT: &str = "acc_0000000000";

/// Whoever asks, with what the plan allows.
pub struct Caller {
    /// The key.
    pub key: KeyRecord,
    /// The account that it belongs to, if there is a record of it.
    pub account: Option<Account>,
    /// Its plan.
    pub plan: String,
    /// What its plan allows.
    pub limits: Limits,
    /// The origin whose pages may read the answer: that of the page that asks, if the key is for it.
    pub readable_by: Option<String>,
    /// What the browser token says that was sent instead of the key.
    token: Option<Claims>,
}

/// Why a question is refused.
pub enum Refusal {
    /// For what it says.
    Problems(Problems),
    /// For what the token does not open.
    Violation(Violation),
}

impl Caller {
    /// A question within what the caller may ask.
    pub fn narrowed(&self, question: Result<data::Request, Problems>) -> Result<data::Request, Refusal> {
        let question = question.map_err(Refusal::Problems)?;
        match self.token.as_ref().and_then(|token| token.filters.as_deref()) {
            Some(filters) => question.within(filters).map_err(Refusal::Violation),
            None => Ok(question),
        }
    }

    /// What is answered when the meter knows that the key is revoked.
    pub fn revoked(&self) -> Violation {
        if self.token.is_some() { invalid_token() } else { credential::invalid(self.key.face) }
    }
}

/// Finds out who asks an operation of the Data API: a key, or a page with a browser token.
///
/// # Errors
/// Those of [`authenticate`]; 401 for a token that is not good, 403 for one of another page or other operations.
pub async fn authenticate_question(
    app: &App,
    operation: Operation,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<Caller, Violation> {
    let bearer = bearer(headers).filter(|token| token.starts_with(browser_token::PREFIX));
    match bearer {
        Some(token) if !headers.contains_key(credential::DATA_KEY_HEADER) => {
            refuse_secrets_in(uri, Face::Data)?;
            authenticate_page(app, operation, token, cors::origin(headers)).await
        }
        _ => authenticate(app, Face::Data, uri, headers).await,
    }
}

async fn authenticate_page(
    app: &App,
    operation: Operation,
    token: &str,
    origin: Option<&str>,
) -> Result<Caller, Violation> {
    let secret = app.signing_secret().ok_or_else(invalid_token)?;
    let claims = browser_token::verify(token, secret.as_bytes(), now_seconds()).ok_or_else(invalid_token)?;
    if origin != Some(claims.origin.as_str()) {
        let message = format!("the token is for pages of another origin. Got {}.", browser_token::shown_origin(origin));
        return Err(Violation::new(Code::OriginNotAllowed, "header:Origin", message));
    }
    if !claims.opens(operation) {
        let message =
            format!("the token does not open {}. It opens: {}.", operation.access().name, claims.operations.join(", "));
        return Err(Violation::new(Code::InsufficientScope, "header:Authorization", message));
    }
    let keys = app.keys(REQUEST_MS)?;
    let key = keys.find_by_id(&claims.key).await?.ok_or_else(invalid_token)?;
    if key.status_at(&now_text()) != "active" {
        return Err(invalid_token());
    }
    let (account, plan, limits) = allowance(&keys, &key).await?;
    Ok(Caller { key, account, plan, limits, readable_by: Some(claims.origin.clone()), token: Some(claims) })
}

fn invalid_token() -> Violation {
    let message = "Header Authorization does not hold a valid browser token. It may have expired: ask for another one.";
    Violation::new(Code::InvalidCredentials, "header:Authorization", message)
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
    let keys = app.keys(REQUEST_MS)?;
    let key = keys.find(&hash).await?.ok_or_else(|| credential::invalid(face))?;
    credential::authorize(&key, face, &hash, &now_text())?;
    let (account, plan, limits) = allowance(&keys, &key).await?;
    let page = cors::origin(headers).filter(|origin| key.origins.iter().any(|of_key| of_key == origin));
    let readable_by = page.map(str::to_owned);
    Ok(Caller { key, account, plan, limits, readable_by, token: None })
}

/// The account of a key, its plan and what that allows.
async fn allowance(keys: &KeyStore, key: &KeyRecord) -> Result<(Option<Account>, String, Limits), Violation> {
    let account = keys.account(&key.account_id).await?;
    if let Some(account) = &account {
        account.authorize()?;
    }
    let plan = key.plan_override.clone().or_else(|| account.as_ref().map(|account| account.plan.clone()));
    let limits = match &plan {
        Some(plan) => keys.limits(key.face, plan).await?,
        None => None,
    };
    // A key is made for an account and a plan that there are; whatever took them away, it opens nothing now.
    let (plan, limits) = plan.zip(limits).ok_or_else(|| credential::invalid(key.face))?;
    Ok((account, plan, limits))
}

fn secret(face: Face, headers: &HeaderMap) -> Result<String, Violation> {
    let given = match face {
        Face::Data => headers.get(credential::DATA_KEY_HEADER).map(|value| value.to_str().unwrap_or_default()),
        Face::Account => bearer(headers),
    };
    given.map(str::to_owned).ok_or_else(|| credential::missing(face))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    // Names of schemes are the same in any case (RFC 9110).
    scheme.eq_ignore_ascii_case("Bearer").then(|| token.trim())
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
