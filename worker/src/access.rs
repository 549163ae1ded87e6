//! Verifies assertions of the identity provider, Cloudflare Access, with the public keys of the team. The platform
//! checks signatures. The core checks claims and decides when to fetch keys.

use crate::app::App;
use crate::fault::unavailable;
use crate::http::first_bytes;
use crate::platform::now_ms;
use crate::store::within;
use axum::http::HeaderMap;
use overheard::guard::problem::Violation;
use overheard::service::member::access::{
    AccessApplication, Assertion, AssertionError, HEADER, KeyLookup, MAX_KEYS_BYTES, TeamKey, TeamKeys, parse_keys,
};
use serde_json::json;
use std::cell::RefCell;
use worker::js_sys::{Array, JSON, Promise, Uint8Array};
use worker::wasm_bindgen::prelude::wasm_bindgen;
use worker::wasm_bindgen::{self, JsValue};
use worker::wasm_bindgen_futures::JsFuture;
use worker::{AbortSignal, Fetch, Request, RequestInit, RequestRedirect};

/// Milliseconds after which fetching the keys fails.
const KEYS_MS: u32 = 3_000;
/// The algorithm RS256 in terms of WebCrypto.
const RS256: &str = r#"{"name":"RSASSA-PKCS1-v1_5","hash":"SHA-256"}"#;

thread_local! {
    /// The team and its public keys. They are cached even if caches are off.
    static KEYS: RefCell<(String, TeamKeys)> = RefCell::default();
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["crypto", "subtle"], js_name = importKey, catch)]
    fn import_key(
        format: &str,
        key: &JsValue,
        algorithm: &JsValue,
        extractable: bool,
        usages: &Array,
    ) -> Result<Promise, JsValue>;

    #[wasm_bindgen(js_namespace = ["crypto", "subtle"], catch)]
    fn verify(
        algorithm: &JsValue,
        key: &JsValue,
        signature: &Uint8Array,
        data: &Uint8Array,
    ) -> Result<Promise, JsValue>;
}

impl App {
    /// Verifies the assertion of a request and returns the hash of its subject.
    ///
    /// # Errors
    /// 403 for a missing or invalid assertion, 503 if it cannot be verified now.
    pub async fn subject(&self, access: &AccessApplication, headers: &HeaderMap) -> Result<String, Violation> {
        let mut given = headers.get_all(HEADER).iter();
        let text = given.next().filter(|text| !text.is_empty()).ok_or_else(|| AssertionError::Missing.violation())?;
        if given.next().is_some() {
            return Err(AssertionError::Several.violation());
        }
        let text = text.to_str().map_err(|_| AssertionError::Malformed.violation())?;
        let assertion = Assertion::read(text).map_err(AssertionError::violation)?;
        let key = key(access, assertion.kid()).await?.ok_or_else(|| AssertionError::UnknownKey.violation())?;
        let is_signed = is_signed(&key, &assertion).await.map_err(|error| {
            unavailable("ACCESS_TEAM_DOMAIN", &format!("a signature was not compared: {}", worker::Error::from(error)))
        })?;
        if !is_signed {
            return Err(AssertionError::Signature.violation());
        }
        let now = i64::try_from(now_ms() / 1_000).unwrap_or(i64::MAX);
        assertion.subject(access, now).map_err(AssertionError::violation)
    }
}

/// Finds the key of the team with this id. Fetches the keys if needed.
async fn key(access: &AccessApplication, kid: &str) -> Result<Option<TeamKey>, Violation> {
    let failed = |error: &str| unavailable("ACCESS_TEAM_DOMAIN", &format!("the keys of the team: {error}"));
    match with_keys(access, |keys| keys.find(kid, now_ms())) {
        KeyLookup::Key(key) => return Ok(Some(key)),
        KeyLookup::Unknown => return Ok(None),
        KeyLookup::Unavailable => return Err(failed("they were asked for just before")),
        KeyLookup::Fetch => with_keys(access, |keys| keys.begin_fetch(now_ms())),
    }
    let fetched =
        within(u64::from(KEYS_MS), fetch_keys(access)).await.unwrap_or_else(|| Err("they took too long".to_owned()));
    match fetched {
        Ok(keys) => with_keys(access, |known| known.finish_fetch(keys, now_ms())),
        Err(error) => {
            with_keys(access, |known| known.fail_fetch(now_ms()));
            return Err(failed(&error));
        }
    }
    Ok(match with_keys(access, |keys| keys.find(kid, now_ms())) {
        KeyLookup::Key(key) => Some(key),
        _ => None,
    })
}

/// Runs a function on the cached keys of a team. Drops cached keys of another team first.
fn with_keys<T>(access: &AccessApplication, work: impl FnOnce(&mut TeamKeys) -> T) -> T {
    KEYS.with_borrow_mut(|(team, keys)| {
        if team != access.team() {
            (*team, *keys) = (access.team().to_owned(), TeamKeys::default());
        }
        work(keys)
    })
}

/// Fetches the keys of the team.
async fn fetch_keys(access: &AccessApplication) -> Result<Vec<TeamKey>, String> {
    let failed = |error: worker::Error| error.to_string();
    let mut init = RequestInit::new();
    init.with_redirect(RequestRedirect::Manual);
    let request = Request::new_with_init(&access.keys_url(), &init).map_err(failed)?;
    // Abort the request when the caller stops waiting.
    let signal = AbortSignal::from(worker::web_sys::AbortSignal::timeout_with_u32(KEYS_MS));
    let response = Fetch::Request(request).send_with_signal(&signal).await.map_err(failed)?;
    if response.status_code() != 200 {
        return Err(format!("they were answered with {}", response.status_code()));
    }
    let body = first_bytes(response, MAX_KEYS_BYTES + 1).await;
    if body.len() > MAX_KEYS_BYTES {
        return Err(format!("the answer has more than {MAX_KEYS_BYTES} bytes"));
    }
    parse_keys(&body)
}

/// Returns true if an assertion was signed with a key.
async fn is_signed(key: &TeamKey, assertion: &Assertion<'_>) -> Result<bool, JsValue> {
    let rs256 = JSON::parse(RS256)?;
    let jwk = json!({"kty": "RSA", "alg": "RS256", "n": key.n, "e": key.e}).to_string();
    let usages = Array::of1(&JsValue::from("verify"));
    let key = JsFuture::from(import_key("jwk", &JSON::parse(&jwk)?, &rs256, false, &usages)?).await?;
    let [signature, signed] = [assertion.signature(), assertion.signed()].map(Uint8Array::from);
    Ok(JsFuture::from(verify(&rs256, &key, &signature, &signed)?).await?.is_truthy())
}
