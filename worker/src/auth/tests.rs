//! Tests of valid credentials, and of the errors of invalid ones.

use super::*;
use crate::platform::{now, pass};
use crate::store::keys::testing::{account, key};
use crate::store::kv::testing::Memory;
use axum::http::{HeaderName, Request};
use overheard::service::account::records::RecordUpdate;
use overheard::service::browser_token::sign;
use overheard::service::credential::{KEY_ENTROPY, KeyStatus};

const PAGE: &str = "https://dashboard.example";

fn settings(signing: Option<&str>) -> Settings {
    let text = |name: &str| signing.filter(|_| name == "SIGNING_SECRET").map(str::to_owned);
    Settings::read(String::new(), text).unwrap()
}

fn good() -> Settings {
    settings(Some("0123456789abcdef0123456789abcdef"))
}

/// Returns a secret of an API and the record of its key.
fn secret_of(api: Api) -> (String, KeyRecord) {
    let secret = credential::new_secret(api, true, &[7; KEY_ENTROPY]).unwrap();
    let hash = credential::hash(&secret);
    (secret, key(api, &hash))
}

/// Returns a KV namespace with a key and its account.
fn kv_with(key: &KeyRecord, account: Option<&Account>) -> Memory {
    let kv = Memory::default();
    let keys = KeyStore::new(&kv, false, 1_000);
    now(keys.publish(&RecordUpdate::Key { key: key.clone(), is_new: true })).unwrap();
    if let Some(account) = account {
        now(keys.publish(&RecordUpdate::Account(account.clone()))).unwrap();
    }
    kv.done.take();
    kv
}

/// Authenticates a request. Returns the caller, or the code and the parameter of the error.
fn authenticate(
    settings: &Settings,
    kv: &Memory,
    operation: (Api, &str),
    headers: &[(&str, &str)],
) -> Result<Caller, (Code, String)> {
    let mut parts = Request::new(()).into_parts().0;
    for (name, value) in headers {
        parts.headers.insert(HeaderName::from_bytes(name.as_bytes()).unwrap(), value.parse().unwrap());
    }
    let (keys, call) = (KeyStore::new(kv, false, 1_000), Call::begin("host"));
    let caller = now(authenticate_query(settings, &keys, &call, operation, &parts));
    caller.map_err(|violation| (violation.code, violation.param))
}

fn refusal(caller: Result<Caller, (Code, String)>) -> (Code, String) {
    caller.map(|caller| caller.plan).unwrap_err()
}

#[test]
fn keys_and_tokens_are_valid_for_their_own_api() {
    for (api, operation, header) in [(Api::Data, "search", "x-api-key"), (Api::Account, "mentions", "authorization")] {
        let (secret, key) = secret_of(api);
        let kv = kv_with(&key, Some(&account()));
        let value = if api == Api::Account { format!("bearer {secret}") } else { secret.clone() };
        let caller =
            authenticate(&good(), &kv, (api, operation), &[(header, &value)]).map_err(|(code, _)| code).unwrap();
        assert_eq!((caller.plan.as_str(), caller.key.id.as_str()), ("professional", "tok_0123456789"));
        assert_eq!(caller.account().name, "Velunara");
        let other = if api == Api::Data { Api::Account } else { Api::Data };
        assert_eq!(
            refusal(authenticate(&good(), &kv, (other, operation), &[(header, &value)])).0,
            Code::MissingCredentials
        );
    }
}

#[test]
fn a_typo_is_refused_without_a_lookup() {
    let (secret, key) = secret_of(Api::Data);
    let kv = kv_with(&key, Some(&account()));
    let typo = format!("{secret}x");
    let place = "header:X-API-Key".to_owned();
    assert_eq!(
        refusal(authenticate(&good(), &kv, (Api::Data, "search"), &[("x-api-key", &typo)])),
        (Code::InvalidCredentials, place)
    );
    assert!(kv.done.borrow().is_empty());
}

#[test]
fn invalid_keys_accounts_and_plans_are_refused() {
    let (secret, key) = secret_of(Api::Data);
    let revoked = KeyRecord { status: KeyStatus::Revoked, ..key.clone() };
    let expired = KeyRecord { expires_at: Some("2026-01-01T00:00:00Z".to_owned()), ..key.clone() };
    let closed = KeyRecord { scopes: Vec::new(), ..key.clone() };
    let of_no_plan = KeyRecord { plan_override: Some("none".to_owned()), ..key.clone() };
    let suspended = Account { status: AccountStatus::Suspended, ..account() };
    for (key, account, code) in [
        (&revoked, Some(account()), Code::InvalidCredentials),
        (&expired, Some(account()), Code::InvalidCredentials),
        (&closed, Some(account()), Code::InsufficientScope),
        (&of_no_plan, Some(account()), Code::InsufficientScope),
        (&key, Some(suspended), Code::AccountSuspended),
        (&key, None, Code::InvalidCredentials),
    ] {
        let kv = kv_with(key, account.as_ref());
        assert_eq!(
            refusal(authenticate(&good(), &kv, (Api::Data, "search"), &[("x-api-key", &secret)])).0,
            code,
            "{key:?}"
        );
    }
    let kv = kv_with(&key, Some(&account()));
    kv.fails.set(true);
    assert_eq!(
        refusal(authenticate(&good(), &kv, (Api::Data, "search"), &[("x-api-key", &secret)])).0,
        Code::BackendUnavailable
    );
}

#[test]
fn a_browser_token_is_valid_for_its_page_and_operations() {
    let (_, key) = secret_of(Api::Data);
    let kv = kv_with(&key, Some(&account()));
    let settings = good();
    let signing = settings.signing_key(Purpose::BrowserTokens).unwrap().as_bytes();
    let claims = TokenClaims {
        key: key.id.clone(),
        origin: PAGE.to_owned(),
        operations: vec!["search".to_owned()],
        filters: None,
        expires_at: now_seconds() + 60,
    };
    let token = format!("Bearer {}", sign(&claims, signing).unwrap());
    let authenticate = |settings: &Settings, kv: &Memory, operation: &str, origin: &str| {
        authenticate(settings, kv, (Api::Data, operation), &[("authorization", &token), ("origin", origin)])
    };
    let caller = authenticate(&settings, &kv, "search", PAGE).map_err(|(code, _)| code).unwrap();
    assert_eq!(caller.revocation_error().param, "header:Authorization", "a page has no key to replace");
    let code = |caller| refusal(caller).0;
    assert_eq!(code(authenticate(&settings, &kv, "search", "https://other.example")), Code::OriginNotAllowed);
    assert_eq!(code(authenticate(&settings, &kv, "sector", PAGE)), Code::InsufficientScope);
    assert_eq!(code(authenticate(&settings, &Memory::default(), "search", PAGE)), Code::InvalidCredentials);
    assert_eq!(code(authenticate(&self::settings(None), &kv, "search", PAGE)), Code::BackendUnavailable);
    let another = self::settings(Some("fedcba9876543210fedcba9876543210"));
    assert_eq!(code(authenticate(&another, &kv, "search", PAGE)), Code::InvalidCredentials);
    pass(60_000);
    assert_eq!(code(authenticate(&settings, &kv, "search", PAGE)), Code::InvalidCredentials);
}

#[test]
fn a_session_is_valid_for_both_interfaces_on_pages_of_the_edge() {
    let owner = SecretOwner { account: account().id, member: "mem_0123456789".to_owned() };
    let secret = MemberSecret::Session.make(&owner, &[7; KEY_ENTROPY]).unwrap();
    let (_, key) = secret_of(Api::Data);
    let kv = kv_with(&key, Some(&account()));
    let cookie = format!("a=b; __Host-overheard={secret}");
    let page = [("x-overheard-dashboard", "1"), ("sec-fetch-site", "same-origin"), ("cookie", cookie.as_str())];
    for (api, operation) in [(Api::Data, "search"), (Api::Account, "mentions")] {
        let caller = authenticate(&good(), &kv, (api, operation), &page).map_err(|(code, _)| code).unwrap();
        assert_eq!((caller.key.id.as_str(), caller.plan.as_str()), ("mem_0123456789", "professional"));
        let proof = SessionProof { member: owner.member.clone(), hash: credential::hash(&secret) };
        assert_eq!((&caller.session, caller.key.access_level), (&Some(proof), AccessLevel::Aggregate));
        assert_eq!(caller.revocation_error().param, "header:Cookie");
    }
    let code =
        |kv: &Memory, headers: &[(&str, &str)]| refusal(authenticate(&good(), kv, (Api::Data, "search"), headers)).0;
    assert_eq!(code(&kv, &page[1..]), Code::MissingCredentials, "without the header a cookie counts for nothing");
    assert_eq!(code(&kv, &page[..2]), Code::MissingCredentials);
    assert_eq!(code(&kv, &[page[0], page[2]]), Code::OriginNotAllowed);
    assert_eq!(code(&kv, &[page[0], ("sec-fetch-site", "cross-site"), page[2]]), Code::OriginNotAllowed);
    let with_key = [page[0], page[1], page[2], ("x-api-key", "ohk_live_x")];
    assert_eq!(
        authenticate(&good(), &kv, (Api::Data, "search"), &with_key).map(drop).unwrap_err().1,
        "header:X-API-Key"
    );
    assert_eq!(code(&Memory::default(), &page), Code::InvalidCredentials, "there is no such account");
    let suspended = Account { status: AccountStatus::Suspended, ..account() };
    assert_eq!(code(&kv_with(&key, Some(&suspended)), &page), Code::AccountSuspended);
    kv.done.take();
    let typo = format!("{cookie}x");
    assert_eq!(code(&kv, &[page[0], page[1], ("cookie", &typo)]), Code::InvalidCredentials);
    assert!(kv.done.borrow().is_empty(), "nothing is looked up for a typo");
    kv.fails.set(true);
    assert_eq!(code(&kv, &page), Code::BackendUnavailable);
}
