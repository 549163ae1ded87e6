//! What handlers reach the platform through.

use crate::fault::unavailable;
use crate::platform::now_ms;
use crate::settings::Settings;
use crate::store::D1Store;
use crate::store::artifacts::Artifacts;
use crate::store::cache::AnswerCache;
use crate::store::dataset::{self, Dataset};
use crate::store::jobs::Jobs;
use crate::store::keys::KeyStore;
use crate::store::meter::MeterClient;
use crate::store::records;
use crate::store::views::Views;
use crate::store::webhook_dispatchers::WebhookDispatchers;
use overheard::guard::problem::Violation;
use overheard::guard::request::MonitoredBrand;
use overheard::service::cache::{AnswerCaches, SharedCache};
use std::cell::RefCell;
use std::future::Future;
use std::sync::Arc;
use worker::js_sys::{JSON, Reflect};
use worker::wasm_bindgen::JsValue;
use worker::{Context, Env, Fetcher, WorkerVersionMetadata};

/// The version of the product that this is: that of the package, the clients and the command of the same release.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What the isolate was told, unless that is wrong.
type Told = Result<Arc<Settings>, Violation>;

thread_local! {
    /// What the isolate was told, and by which environment: the platform hands over one and the same.
    static SETTINGS: RefCell<Option<(JsValue, Told)>> = const { RefCell::new(None) };
    /// What the isolate caches between requests.
    static CACHE: SharedCache = SharedCache::default();
}

/// The bindings of the deployment.
#[derive(Clone)]
pub struct App {
    env: Env,
    context: Arc<Context>,
    /// What the deployment is told.
    pub settings: Arc<Settings>,
}

impl App {
    /// What an invocation was given.
    ///
    /// # Errors
    /// What is wrong with the settings of the deployment.
    pub fn new(env: Env, context: Context) -> Result<Self, Violation> {
        let settings = settings_of(&env)?;
        Ok(Self { env, context: Arc::new(context), settings })
    }

    /// Milliseconds for which an isolate takes the database's word about which version is served.
    pub fn served_for_ms(&self) -> u64 {
        self.settings.served_for_seconds * 1_000
    }

    /// What the isolate caches between requests; for this request alone where nothing is to be cached.
    pub fn cache(&self) -> SharedCache {
        if self.settings.caches { CACHE.with(SharedCache::clone) } else { SharedCache::default() }
    }

    /// Where answers are looked for, for a request to a host. The platform's cache keeps them wherever somebody asks, so
    /// it is not used where a law says where data must stay.
    pub fn answers(&self, host: &str) -> AnswerCaches<'_, AnswerCache> {
        let is_shared = self.settings.caches && self.settings.jurisdiction.is_none();
        AnswerCaches {
            cache: self.cache(),
            shared: is_shared.then(|| AnswerCache::of(host, self.context.clone())),
            code: &self.settings.code,
            served_for_ms: self.served_for_ms(),
            now: now_ms,
        }
    }

    /// The same for what nobody else asks: what this instance caches, and nothing that others share.
    pub fn private_answers(&self) -> AnswerCaches<'_, AnswerCache> {
        AnswerCaches {
            cache: self.cache(),
            shared: None,
            code: &self.settings.code,
            served_for_ms: self.served_for_ms(),
            now: now_ms,
        }
    }

    /// Does something that the answer need not wait for.
    pub fn after_answer(&self, work: impl Future<Output = ()> + 'static) {
        self.context.wait_until(work);
    }

    /// Opens the dataset, with a time limit for all its reads in milliseconds.
    ///
    /// # Errors
    /// 503 if the deployment has no such binding.
    pub fn dataset(&self, budget_ms: u64) -> Result<Dataset, Violation> {
        dataset::open(&self.env, self.settings.caches, budget_ms)
    }

    /// Opens the records of accounts, with a time limit for all their statements in milliseconds.
    ///
    /// # Errors
    /// 503 if the deployment has no such binding.
    pub fn records(&self, budget_ms: u64) -> Result<D1Store, Violation> {
        records::open(&self.env, budget_ms)
    }

    /// The keys, with a budget of milliseconds for everything that is asked of them.
    ///
    /// # Errors
    /// When the deployment has no such binding.
    pub fn keys(&self, budget_ms: u64) -> Result<KeyStore, Violation> {
        self.env
            .kv("KV")
            .map(|kv| KeyStore::new(kv, self.settings.caches, budget_ms))
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
    pub fn meter(&self, account: &str) -> Result<MeterClient, Violation> {
        MeterClient::of(&self.env, account, self.settings.jurisdiction)
    }

    /// The files of reports.
    ///
    /// # Errors
    /// When the deployment has no such binding.
    pub fn artifacts(&self) -> Result<Artifacts, Violation> {
        Artifacts::of(&self.env)
    }

    /// The Worker that sets reports as PDF.
    ///
    /// # Errors
    /// When the deployment has no such binding.
    pub fn renderer(&self) -> Result<Fetcher, Violation> {
        self.env.service("RENDERER").map_err(|error| unavailable("RENDERER", &error))
    }

    /// The files that are served beside the interfaces.
    ///
    /// # Errors
    /// When the deployment has no such binding.
    pub fn assets(&self) -> Result<Fetcher, Violation> {
        self.env.service("ASSETS").map_err(|error| unavailable("ASSETS", &error))
    }

    /// What is to be done in the background.
    ///
    /// # Errors
    /// When the deployment has no such binding.
    pub fn jobs(&self) -> Result<Jobs, Violation> {
        Jobs::of(&self.env)
    }

    /// Who sends events to webhooks.
    pub fn dispatchers(&self) -> WebhookDispatchers {
        WebhookDispatchers::new(self.env.clone(), self.settings.jurisdiction)
    }

    /// What prepares the views of some brands.
    ///
    /// # Errors
    /// When the deployment has no such binding.
    pub fn views(&self, brands: &[MonitoredBrand]) -> Result<Views, Violation> {
        Views::of(&self.env, brands, self.settings.jurisdiction)
    }
}

/// What the deployment is told, by its environment.
///
/// # Errors
/// What is wrong with it.
pub fn settings_of(env: &Env) -> Result<Arc<Settings>, Violation> {
    let of: &JsValue = env.as_ref();
    SETTINGS.with_borrow_mut(|known| match known {
        Some((known, settings)) if known == of => settings.clone(),
        _ => {
            let settings = Settings::read(code(env), |name| text_of(env, name)).map(Arc::new);
            *known = Some((of.clone(), settings.clone()));
            settings
        }
    })
}

/// Which version of the program runs: the platform gives every deployed one an id.
fn code(env: &Env) -> String {
    let deployed = env.get_binding::<WorkerVersionMetadata>("CF_VERSION_METADATA");
    deployed.map_or_else(|_| VERSION.to_owned(), |deployed| deployed.id())
}

/// A variable or secret as text; none where it is not set. A file of settings may say a number as such.
fn text_of(env: &Env, name: &str) -> Option<String> {
    let value = Reflect::get(env, &name.into()).ok().filter(|value| !value.is_undefined())?;
    value.as_string().or_else(|| JSON::stringify(&value).ok().map(String::from))
}
