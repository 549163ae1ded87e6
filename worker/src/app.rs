//! The bindings, the settings and the caches of the deployment, as handlers use them.

use crate::fault::unavailable;
use crate::platform::now_ms;
use crate::settings::Settings;
use crate::store::artifacts::Artifacts;
use crate::store::cache::{AnswerCache, FeedCache};
use crate::store::dataset::{self, DatasetBackend};
use crate::store::jobs::Jobs;
use crate::store::keys::KeyStore;
use crate::store::meter::MeterClient;
use crate::store::records;
use crate::store::views::ViewClient;
use crate::store::webhook_dispatchers::WebhookDispatchers;
use crate::store::{D1Store, Replicas};
use crate::task::Lifetime;
use overheard::guard::problem::Violation;
use overheard::guard::request::MonitoredBrand;
use overheard::service::cache::{AnswerCaches, SharedCache};
use std::cell::RefCell;
use std::future::Future;
use std::sync::Arc;
use worker::js_sys::{JSON, Reflect};
use worker::wasm_bindgen::JsValue;
use worker::{Env, Fetcher, WorkerVersionMetadata};

/// The version of the product. The npm package, the clients and the command of a release have the same version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The settings, or the error if they are invalid.
type SettingsResult = Result<Arc<Settings>, Violation>;

thread_local! {
    /// The settings with the environment that they were read from. The platform passes the same object to all requests.
    static SETTINGS: RefCell<Option<(JsValue, SettingsResult)>> = const { RefCell::new(None) };
    /// The cache of the isolate.
    static CACHE: SharedCache = SharedCache::default();
}

/// The bindings of the deployment.
#[derive(Clone)]
pub struct App {
    env: Env,
    lifetime: Lifetime,
    /// The settings of the deployment.
    pub settings: Arc<Settings>,
}

impl App {
    /// Creates the bindings of an invocation.
    ///
    /// # Errors
    /// 503 if the settings of the deployment are invalid.
    pub fn new(env: Env, lifetime: Lifetime) -> Result<Self, Violation> {
        let settings = settings_of(&env)?;
        Ok(Self { env, lifetime, settings })
    }

    /// Returns the milliseconds for which an isolate caches the served version.
    pub fn served_for_ms(&self) -> u64 {
        self.settings.served_for_seconds * 1_000
    }

    /// Returns the cache of the isolate, or an empty one for this request if caches are off.
    pub fn cache(&self) -> SharedCache {
        if self.settings.caches { CACHE.with(SharedCache::clone) } else { SharedCache::default() }
    }

    /// Returns the caches of answers for a request to a host. The platform's cache stores answers in any data centre,
    /// so it is not used if a jurisdiction is set.
    pub fn answers(&self, host: &str) -> AnswerCaches<'_, AnswerCache> {
        AnswerCaches {
            cache: self.cache(),
            shared: self.is_shared().then(|| AnswerCache::of(host, self.lifetime.clone())),
            code: &self.settings.code,
            served_for_ms: self.served_for_ms(),
            now: now_ms,
        }
    }

    /// Returns the cache of a feed's answer, for a request to a host. `None` if answers are not cached on the platform.
    pub fn feed_cache(&self, host: &str, secret: &str) -> Option<FeedCache> {
        self.is_shared().then(|| FeedCache::of(host, secret))
    }

    /// Returns true if answers are cached on the platform.
    fn is_shared(&self) -> bool {
        self.settings.caches && self.settings.jurisdiction.is_none()
    }

    /// Returns only the isolate's cache of answers, for queries that no other request repeats.
    pub fn private_answers(&self) -> AnswerCaches<'_, AnswerCache> {
        AnswerCaches {
            cache: self.cache(),
            shared: None,
            code: &self.settings.code,
            served_for_ms: self.served_for_ms(),
            now: now_ms,
        }
    }

    /// Runs work in the background. Does not delay the answer.
    pub fn after_answer(&self, work: impl Future<Output = ()> + 'static) {
        self.lifetime.extend(work);
    }

    /// Opens the dataset, with a time limit for all its reads in milliseconds.
    ///
    /// # Errors
    /// 503 if the deployment has no such binding.
    pub fn dataset(&self, budget_ms: u64) -> Result<DatasetBackend, Violation> {
        dataset::open(&self.env, self.settings.caches, budget_ms, Replicas::Unused)
    }

    /// Opens the dataset for reads that replicas may answer, if the deployment uses them.
    ///
    /// # Errors
    /// 503 if the deployment has no such binding.
    pub fn nearest_dataset(&self, budget_ms: u64) -> Result<DatasetBackend, Violation> {
        let replicas = if self.settings.d1_sessions { Replicas::Any } else { Replicas::Unused };
        dataset::open(&self.env, self.settings.caches, budget_ms, replicas)
    }

    /// Opens the dataset for changes, after which replicas know what they must have.
    ///
    /// # Errors
    /// 503 if the deployment has no such binding.
    pub fn primary_dataset(&self, budget_ms: u64) -> Result<DatasetBackend, Violation> {
        let replicas = if self.settings.d1_sessions { Replicas::Primary } else { Replicas::Unused };
        dataset::open(&self.env, self.settings.caches, budget_ms, replicas)
    }

    /// Opens the records of accounts, with a time limit for all their statements in milliseconds.
    ///
    /// # Errors
    /// 503 if the deployment has no such binding.
    pub fn records(&self, budget_ms: u64) -> Result<D1Store, Violation> {
        records::open(&self.env, budget_ms)
    }

    /// Opens the accounts and keys in KV, with a time limit for all calls in milliseconds.
    ///
    /// # Errors
    /// 503 if the deployment has no such binding.
    pub fn keys(&self, budget_ms: u64) -> Result<KeyStore, Violation> {
        self.env
            .kv("KV")
            .map(|kv| KeyStore::new(kv, self.settings.caches, budget_ms))
            .map_err(|error| unavailable("KV", &error))
    }

    /// Opens the accounts and keys in KV without the cache, for requests of operators.
    ///
    /// # Errors
    /// 503 if the deployment has no such binding.
    pub fn fresh_keys(&self, budget_ms: u64) -> Result<KeyStore, Violation> {
        let kv = self.env.kv("KV").map_err(|error| unavailable("KV", &error))?;
        Ok(KeyStore::new(kv, false, budget_ms))
    }

    /// Returns the client of the meter of an account.
    ///
    /// # Errors
    /// 503 if the deployment has no such binding.
    pub fn meter(&self, account: &str) -> Result<MeterClient, Violation> {
        MeterClient::of(&self.env, account, self.settings.jurisdiction)
    }

    /// Returns the bucket of report files.
    ///
    /// # Errors
    /// 503 if the deployment has no such binding.
    pub fn artifacts(&self) -> Result<Artifacts, Violation> {
        Artifacts::of(&self.env)
    }

    /// Returns the Worker that renders reports as PDF.
    ///
    /// # Errors
    /// 503 if the deployment has no such binding.
    pub fn renderer(&self) -> Result<Fetcher, Violation> {
        self.env.service("RENDERER").map_err(|error| unavailable("RENDERER", &error))
    }

    /// Returns the static files of the deployment.
    ///
    /// # Errors
    /// 503 if the deployment has no such binding.
    pub fn assets(&self) -> Result<Fetcher, Violation> {
        self.env.service("ASSETS").map_err(|error| unavailable("ASSETS", &error))
    }

    /// Returns the queue of background jobs.
    ///
    /// # Errors
    /// 503 if the deployment has no such binding.
    pub fn jobs(&self) -> Result<Jobs, Violation> {
        Jobs::of(&self.env)
    }

    /// Returns the client of the webhook dispatchers.
    pub fn dispatchers(&self) -> WebhookDispatchers {
        WebhookDispatchers::new(self.env.clone(), self.settings.jurisdiction)
    }

    /// Returns the client of the object that prepares the view of these brands.
    ///
    /// # Errors
    /// 503 if the deployment has no such binding.
    pub fn views(&self, brands: &[MonitoredBrand]) -> Result<ViewClient, Violation> {
        ViewClient::of(&self.env, brands, self.settings.jurisdiction)
    }
}

/// Returns the settings of the deployment. Reads them once per isolate.
///
/// # Errors
/// 503 if they are invalid.
pub fn settings_of(env: &Env) -> Result<Arc<Settings>, Violation> {
    let source: &JsValue = env.as_ref();
    SETTINGS.with_borrow_mut(|known| match known {
        Some((known, settings)) if known == source => settings.clone(),
        _ => {
            let settings = Settings::read(code(env), |name| text_of(env, name)).map(Arc::new);
            *known = Some((source.clone(), settings.clone()));
            settings
        }
    })
}

/// Returns the id that the platform gave to the deployed code, or else the version of the product.
fn code(env: &Env) -> String {
    let deployed = env.get_binding::<WorkerVersionMetadata>("CF_VERSION_METADATA");
    deployed.map_or_else(|_| VERSION.to_owned(), |deployed| deployed.id())
}

/// Returns a variable or secret as text, or `None` if it is not set. A settings file may contain numbers.
fn text_of(env: &Env, name: &str) -> Option<String> {
    let value = Reflect::get(env, &name.into()).ok().filter(|value| !value.is_undefined())?;
    value.as_string().or_else(|| JSON::stringify(&value).ok().map(String::from))
}
