//! What handlers reach the platform through.

use crate::call::now_ms;
use crate::store::cache::AnswerCache;
use crate::store::d1::D1Store;
use crate::store::keys::KeyStore;
use crate::store::meter::Meter;
use overheard::guard::problem::{Code, Violation};
use overheard::service::cache::{Answers, SharedCache};
use overheard::service::envelope::Form;
use std::future::Future;
use std::sync::Arc;
use worker::{Context, Env, WorkerVersionMetadata};

/// Seconds for which an isolate believes what the database said about the served version, unless the deployment has
/// a setting.
const SERVED_FOR_SECONDS: u64 = 5;

thread_local! {
    /// What the isolate caches between requests.
    static CACHE: SharedCache = SharedCache::default();
}

/// The bindings of the deployment.
#[derive(Clone)]
pub struct App {
    env: Env,
    context: Arc<Context>,
}

impl App {
    /// What an invocation was given.
    pub fn new(env: Env, context: Context) -> Self {
        Self { env, context: Arc::new(context) }
    }

    /// The form of answers when a request does not ask for one.
    pub fn form(&self) -> Form {
        self.setting("ENVELOPE").and_then(|form| Form::from_name(&form)).unwrap_or(Form::Flat)
    }

    /// Milliseconds for which an isolate believes what the database said about the served version.
    pub fn served_for_ms(&self) -> u64 {
        let seconds = self.setting("SERVED_FOR_SECONDS").and_then(|seconds| seconds.parse().ok());
        seconds.unwrap_or(SERVED_FOR_SECONDS).saturating_mul(1_000)
    }

    /// What the isolate caches between requests; for this request alone where nothing is to be cached.
    pub fn cache(&self) -> SharedCache {
        if self.caches() { CACHE.with(SharedCache::clone) } else { SharedCache::default() }
    }

    /// Where answers are looked for, for a request to a host. The platform's cache keeps them wherever somebody asks, so
    /// it is not used where a law says where data must stay.
    pub fn answers<'a>(&self, host: &str, code: &'a str) -> Answers<'a, AnswerCache> {
        let is_shared = self.caches() && self.jurisdiction().is_none();
        Answers {
            cache: self.cache(),
            shared: is_shared.then(|| AnswerCache::of(host, self.context.clone())),
            code,
            served_for_ms: self.served_for_ms(),
            now: now_ms,
        }
    }

    /// Which version of the program runs: the platform gives every deployed one an id.
    pub fn code(&self) -> String {
        let deployed = self.env.get_binding::<WorkerVersionMetadata>("CF_VERSION_METADATA");
        deployed.map_or_else(|_| env!("CARGO_PKG_VERSION").to_owned(), |deployed| deployed.id())
    }

    /// Does something that the answer need not wait for.
    pub fn after_answer(&self, work: impl Future<Output = ()> + 'static) {
        self.context.wait_until(work);
    }

    fn caches(&self) -> bool {
        self.setting("CACHES").is_none_or(|caches| caches != "off")
    }

    fn setting(&self, name: &str) -> Option<String> {
        self.env.var(name).ok().map(|setting| setting.to_string())
    }

    /// The dataset, with a budget of milliseconds for everything that is asked of it.
    ///
    /// # Errors
    /// When the deployment has no such binding.
    pub fn dataset(&self, budget_ms: u64) -> Result<D1Store, Violation> {
        self.env.d1("DB").map(|database| D1Store::new(database, budget_ms)).map_err(|error| unavailable("DB", &error))
    }

    /// The keys, with a budget of milliseconds for everything that is asked of them.
    ///
    /// # Errors
    /// When the deployment has no such binding.
    pub fn keys(&self, budget_ms: u64) -> Result<KeyStore, Violation> {
        self.env
            .kv("KV")
            .map(|kv| KeyStore::new(kv, self.caches(), budget_ms))
            .map_err(|error| unavailable("KV", &error))
    }

    /// The keys as they are, none of them believed from before, for what an operator asks.
    ///
    /// # Errors
    /// When the deployment has no such binding.
    pub fn fresh_keys(&self, budget_ms: u64) -> Result<KeyStore, Violation> {
        let kv = self.env.kv("KV").map_err(|error| unavailable("KV", &error))?;
        Ok(KeyStore::new(kv, false, budget_ms))
    }

    /// The meter of an account.
    ///
    /// # Errors
    /// When the deployment has no such binding.
    pub fn meter(&self, account: &str) -> Result<Meter, Violation> {
        Meter::of(&self.env, account, self.jurisdiction().as_deref())
    }

    /// Where the deployment keeps what it stores, by law, if it says so.
    pub fn jurisdiction(&self) -> Option<String> {
        self.setting("JURISDICTION").filter(|jurisdiction| !jurisdiction.is_empty())
    }

    /// A secret as the deployment has it; none where it is not set.
    pub fn secret(&self, name: &str) -> Option<String> {
        self.env.secret(name).ok().map(|secret| secret.to_string())
    }
}

/// A fault behind the service: told to the log, not to the caller.
pub fn unavailable(part: &str, error: &dyn std::fmt::Display) -> Violation {
    worker::console_error!("{part}: {error}");
    Violation::new(Code::BackendUnavailable, "", "a part behind the service did not answer. Retry shortly.")
}
