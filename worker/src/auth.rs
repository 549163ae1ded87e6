//! Authentication: looks up and checks the credential of a request before anything else.

use crate::app::App;
use crate::call::{Call, now_seconds, now_text};
use crate::cors;
use crate::settings::Settings;
use crate::store::keys::{KeyStore, REQUEST_MS};
use crate::store::kv::KvNamespace;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Uri, header};
use overheard::guard::problem::{Code, Problems, Violation};
use overheard::guard::request::Request;
use overheard::guard::request::account::AccountRequest;
use overheard::guard::request::account::{forced, whole_query};
use overheard::service::account::{Account, AccountStatus, Api, without_limits};
use overheard::service::browser_token::{self, TokenClaims};
use overheard::service::credential::{self, KeyRecord};
use overheard::service::credential::{AccessLevel, KeyStatus};
use overheard::service::member::page::{DASHBOARD_HEADER, PageHeaders, session_secret};
use overheard::service::member::secret::{MemberSecret, SecretOwner};
use overheard::service::member::{CurrentSession, SessionProof, no_session, session_over};
use overheard::service::meter::PlanLimits;
use overheard::service::signing::Purpose;
use overheard::spec::AccountOperation;

/// An authenticated caller, with the limits of its plan.
pub struct Caller {
    /// The key. For a session, a record made from the member.
    pub key: KeyRecord,
    /// The account, if it has a record.
    pub account: Option<Account>,
    pub plan: String,
    pub limits: PlanLimits,
    /// The claims of the browser token, if one was sent instead of the key.
    pub token: Option<TokenClaims>,
    /// The session, if one was sent instead of the key. The meter verifies it and names the member.
    pub session: Option<SessionProof>,
    /// True if a feed asks with the key.
    pub is_feed: bool,
}

/// The key of a feed, in the extensions of the request that asks its question. No request from outside has extensions.
#[derive(Clone)]
pub struct FeedKey(pub KeyRecord);

impl Caller {
    /// Returns the caller with the member that the meter found for its session.
    pub fn with_member(&self, CurrentSession { member, session }: &CurrentSession) -> Self {
        let key = KeyRecord {
            name: member.label.clone(),
            access_level: member.role.access_level(),
            created_at: session.created_at.clone(),
            expires_at: Some(session.ends_at.clone()),
            ..self.key.clone()
        };
        let (account, plan, session) = (self.account.clone(), self.plan.clone(), self.session.clone());
        Self { key, account, plan, limits: self.limits, token: None, session, is_feed: false }
    }

    /// Adds the filters of the browser token to a query.
    pub fn narrow(&self, question: Request) -> Result<Request, Violation> {
        match self.forced_filters() {
            Some(filters) => question.within(filters),
            None => Ok(question),
        }
    }

    /// Parses a query of the Account API and adds the filters of the browser token.
    pub fn account_request(&self, operation: AccountOperation, uri: &Uri) -> Result<AccountRequest, Problems> {
        let query = uri.query().unwrap_or_default();
        credential::refuse_in_query(Api::Account, query)?;
        let request = AccountRequest::parse(operation, whole_query(operation, uri.path(), query).as_bytes())?;
        match self.forced_filters() {
            Some(filters) => forced::within(&request, filters, &self.account().brands),
            None => Ok(request),
        }
    }

    fn forced_filters(&self) -> Option<&str> {
        self.token.as_ref()?.filters.as_deref()
    }

    /// Returns the account. An account without a record has no brands.
    pub fn account(&self) -> Account {
        self.account.clone().unwrap_or_else(|| Account {
            id: self.key.account_id.clone(),
            name: String::new(),
            plan: self.plan.clone(),
            status: AccountStatus::Active,
            brands: Vec::new(),
            created_at: self.key.created_at.clone(),
            revision: 0,
        })
    }

    /// Returns the error for a revoked key or an ended session.
    pub fn revocation_error(&self) -> Violation {
        match (&self.token, &self.session) {
            (_, Some(_)) => session_over(),
            (Some(_), None) => invalid_token(),
            (None, None) if self.is_feed => no_feed(),
            (None, None) => credential::invalid(self.key.api),
        }
    }
}

/// Returns the origin of the requesting page if its browser token was made for it. That page may then read all answers,
/// also the error of an expired token.
pub fn token_origin(settings: &Settings, headers: &HeaderMap) -> Option<String> {
    let (origin, token) = (cors::origin(headers)?, browser_token(headers)?);
    let claims = browser_token::read(token, settings.signing_key(Purpose::BrowserTokens).ok()?.as_bytes())?;
    (claims.origin == origin).then_some(claims.origin)
}

impl App {
    /// Authenticates a request for an operation of an API.
    ///
    /// # Errors
    /// The errors of [`authenticate_query`].
    pub async fn caller(&self, call: &Call, operation: (Api, &str), parts: &Parts) -> Result<Caller, Violation> {
        authenticate_query(&self.settings, &self.keys(REQUEST_MS)?, call, operation, parts).await
    }
}

/// Authenticates a key, an API token, a browser token or a session for an operation of an API.
///
/// # Errors
/// The errors of [`authenticate`]. 401 for an invalid browser token, 403 for one of another page or of other
/// operations. 403 for a session on a page of another origin.
async fn authenticate_query<K: KvNamespace>(
    settings: &Settings,
    keys: &KeyStore<K>,
    call: &Call,
    (api, operation): (Api, &str),
    parts: &Parts,
) -> Result<Caller, Violation> {
    if let Some(FeedKey(key)) = parts.extensions.get() {
        return authenticate_feed(keys, key, api).await;
    }
    let headers = &parts.headers;
    let has_key = api == Api::Data && headers.contains_key(credential::DATA_KEY_HEADER);
    let has_other = headers.contains_key(credential::DATA_KEY_HEADER) || headers.contains_key(header::AUTHORIZATION);
    if !has_other && page_headers(headers).uses_session() {
        return authenticate_member(keys, api, parts).await;
    }
    match browser_token(headers).filter(|_| !has_key) {
        Some(token) => authenticate_page(settings, keys, (api, operation), token, cors::origin(headers)).await,
        None => authenticate(keys, call, api, parts).await,
    }
}

/// Returns the headers that identify the page of a request.
fn page_headers(headers: &HeaderMap) -> PageHeaders<'_> {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("unreadable"));
    PageHeaders {
        dashboard: text(HeaderName::from_static(DASHBOARD_HEADER)),
        site: text(HeaderName::from_static("sec-fetch-site")),
        origin: text(header::ORIGIN),
    }
}

/// Returns the origin of the edge in the address of a request.
pub fn own_origin(uri: &Uri) -> String {
    let authority = uri.authority().map(|authority| authority.as_str()).unwrap_or_default();
    format!("{}://{authority}", uri.scheme_str().unwrap_or("https"))
}

/// Refuses a request of a page that is not served by the edge.
///
/// # Errors
/// 403.
pub fn require_own_page(Parts { method, uri, headers, .. }: &Parts) -> Result<(), Violation> {
    page_headers(headers).check(&own_origin(uri), !method.is_safe())
}

/// Returns the session secret of a request and its owner. The owner is `None` if the secret is malformed or not the
/// only one.
pub fn session_of(headers: &HeaderMap) -> Option<(Option<SecretOwner>, &str)> {
    let mut cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| session_secret(value.to_str().ok()?));
    let secret = cookies.next().filter(|secret| !secret.is_empty())?;
    // Two session cookies are ambiguous: both are refused.
    let is_one = cookies.next().is_none();
    Some((MemberSecret::Session.owner(secret).filter(|_| is_one), secret))
}

/// Returns the account and the proof of the session of a request. The meter verifies the proof later.
///
/// # Errors
/// 403 for pages of another origin, 401 without a session or for an unknown account, 403 for a suspended account, 503.
pub async fn require_session<K: KvNamespace>(
    keys: &KeyStore<K>,
    parts: &Parts,
) -> Result<(Account, SessionProof), Violation> {
    require_own_page(parts)?;
    let (owner, secret) = session_of(&parts.headers).ok_or_else(no_session)?;
    let SecretOwner { account, member } = owner.ok_or_else(session_over)?;
    let account = keys.account(&account).await?.ok_or_else(session_over)?;
    account.authorize()?;
    Ok((account, SessionProof { member, hash: credential::hash(secret) }))
}

async fn authenticate_member<K: KvNamespace>(keys: &KeyStore<K>, api: Api, parts: &Parts) -> Result<Caller, Violation> {
    let (account, session) = require_session(keys, parts).await?;
    let plan = account.plan.clone();
    let limits = keys.limits(api, &plan).await?.ok_or_else(|| without_limits(api, &plan))?;
    let key = KeyRecord {
        id: session.member.clone(),
        account_id: account.id.clone(),
        name: String::new(),
        prefix: String::new(),
        last4: String::new(),
        hash: session.hash.clone(),
        api,
        scopes: vec![api.scope().to_owned()],
        // The lowest level, until the meter names the member.
        access_level: AccessLevel::Aggregate,
        plan_override: None,
        origins: Vec::new(),
        status: KeyStatus::Active,
        created_at: account.created_at.clone(),
        expires_at: None,
        revoked_at: None,
        rotated_from: None,
        rotated_to: None,
    };
    Ok(Caller { key, account: Some(account), plan, limits, token: None, session: Some(session), is_feed: false })
}

async fn authenticate_page<K: KvNamespace>(
    settings: &Settings,
    keys: &KeyStore<K>,
    (api, operation): (Api, &str),
    token: &str,
    origin: Option<&str>,
) -> Result<Caller, Violation> {
    let signing = settings.signing_key(Purpose::BrowserTokens)?;
    let claims = browser_token::read(token, signing.as_bytes()).ok_or_else(invalid_token)?;
    if !claims.is_valid_at(now_seconds()) {
        return Err(invalid_token());
    }
    if origin != Some(claims.origin.as_str()) {
        let message =
            format!("the token is for pages of another origin. Got {}.", browser_token::describe_origin(origin));
        return Err(Violation::new(Code::OriginNotAllowed, "header:Origin", message));
    }
    let closed = |message| Violation::new(Code::InsufficientScope, "header:Authorization", message);
    if !claims.permits(operation) {
        let operations = claims.permitted().collect::<Vec<_>>().join(", ");
        return Err(closed(format!("the token does not open {operation}. It opens: {operations}.")));
    }
    let key = keys.find_by_id(&claims.key).await?.ok_or_else(invalid_token)?;
    if key.status_at(&now_text()) != "active" {
        return Err(invalid_token());
    }
    // A key is valid for one interface, and so are browser tokens made with it.
    if key.api != api {
        return Err(closed(format!("the token was made with a key of another interface than {operation} is part of.")));
    }
    let (account, plan, limits) = allowance(keys, &key).await?;
    Ok(Caller { key, account, plan, limits, token: Some(claims), session: None, is_feed: false })
}

async fn authenticate_feed<K: KvNamespace>(keys: &KeyStore<K>, key: &KeyRecord, api: Api) -> Result<Caller, Violation> {
    if key.status_at(&now_text()) != "active" || key.api != api {
        return Err(no_feed());
    }
    let (account, plan, limits) = allowance(keys, key).await?;
    Ok(Caller { key: key.clone(), account, plan, limits, token: None, session: None, is_feed: true })
}

/// Returns the violation for an address without a feed. It does not say which of the reasons applies.
pub fn no_feed() -> Violation {
    let message = "there is no feed at this address. It may have expired, or it or its key was removed.";
    Violation::new(Code::NotFound, "", message)
}

fn invalid_token() -> Violation {
    let message = "Header Authorization does not hold a valid browser token. It may have expired: ask for another one.";
    Violation::new(Code::InvalidCredentials, "header:Authorization", message)
}

/// Authenticates a key or an API token. Lets pages of the key's origins read the answer.
///
/// # Errors
/// 401 without a credential, 403 or 401 for an invalid one, 403 for a suspended account, 503 if the lookup fails.
pub async fn authenticate<K: KvNamespace>(
    keys: &KeyStore<K>,
    call: &Call,
    api: Api,
    Parts { uri, headers, .. }: &Parts,
) -> Result<Caller, Violation> {
    let secret = secret(api, headers).ok_or_else(|| credential::missing(api, uri.query().unwrap_or_default()))?;
    // The checksum detects a typo without a lookup.
    if !credential::is_well_formed(api, secret) {
        return Err(credential::invalid(api));
    }
    let hash = credential::hash(secret);
    let key = keys.find(&hash).await?.ok_or_else(|| credential::invalid(api))?;
    if let Some(origin) = cors::origin(headers).filter(|origin| key.origins.iter().any(|of_key| of_key == origin)) {
        call.allow_reader(origin);
    }
    credential::authorize(&key, api, &hash, &now_text())?;
    let (account, plan, limits) = allowance(keys, &key).await?;
    Ok(Caller { key, account, plan, limits, token: None, session: None, is_feed: false })
}

/// Finds the account of a key, its plan and the limits of the plan.
async fn allowance<K: KvNamespace>(
    keys: &KeyStore<K>,
    key: &KeyRecord,
) -> Result<(Option<Account>, String, PlanLimits), Violation> {
    let account = keys.account(&key.account_id).await?;
    if let Some(account) = &account {
        account.authorize()?;
    }
    let plan = key.plan_override.clone().or_else(|| account.as_ref().map(|account| account.plan.clone()));
    let limits = match &plan {
        Some(plan) => keys.limits(key.api, plan).await?,
        None => None,
    };
    // Without an account or a plan of its own, a key is not valid.
    let plan = plan.ok_or_else(|| credential::invalid(key.api))?;
    let limits = limits.ok_or_else(|| without_limits(key.api, &plan))?;
    Ok((account, plan, limits))
}

/// Returns the interface of a key or an API token: the Data API, unless only a bearer token is sent.
pub fn api_of(headers: &HeaderMap) -> Api {
    let is_bearer = headers.contains_key(header::AUTHORIZATION) && !headers.contains_key(credential::DATA_KEY_HEADER);
    if is_bearer { Api::Account } else { Api::Data }
}

fn secret(api: Api, headers: &HeaderMap) -> Option<&str> {
    match api {
        Api::Data => headers.get(credential::DATA_KEY_HEADER).map(|value| value.to_str().unwrap_or_default()),
        Api::Account => bearer(headers),
    }
}

/// Returns the browser token of a request.
fn browser_token(headers: &HeaderMap) -> Option<&str> {
    bearer(headers).filter(|token| token.starts_with(browser_token::PREFIX))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    // Scheme names are case-insensitive (RFC 9110).
    scheme.eq_ignore_ascii_case("Bearer").then(|| token.trim())
}

#[cfg(test)]
mod tests;
