//! What handlers reach the platform through.

use crate::store::d1::D1Store;
use crate::store::keys::KeyStore;
use overheard::envelope::Form;
use overheard::problem::{Code, Violation};
use worker::Env;

/// The bindings of the deployment.
#[derive(Clone)]
pub struct App {
    env: Env,
}

impl App {
    /// The bindings that an invocation was given.
    pub fn new(env: Env) -> Self {
        Self { env }
    }

    /// The form of answers when a request does not ask for one.
    pub fn form(&self) -> Form {
        let setting = self.env.var("ENVELOPE").map(|form| form.to_string());
        setting.ok().and_then(|form| Form::from_name(&form)).unwrap_or(Form::Flat)
    }

    /// The dataset, with a budget of milliseconds for everything that is asked of it.
    ///
    /// # Errors
    /// When the deployment has no such binding.
    pub fn dataset(&self, budget_ms: u64) -> Result<D1Store, Violation> {
        self.env.d1("DB").map(|database| D1Store::new(database, budget_ms)).map_err(|error| unavailable("DB", &error))
    }

    /// The keys.
    ///
    /// # Errors
    /// When the deployment has no such binding.
    pub fn keys(&self) -> Result<KeyStore, Violation> {
        self.env.kv("KV").map(KeyStore::new).map_err(|error| unavailable("KV", &error))
    }

    /// The secret of the operator's surface; without it the surface does not exist.
    pub fn admin_secret(&self) -> Option<String> {
        let secret = self.env.secret("ADMIN_SECRET").ok()?.to_string();
        (!secret.is_empty()).then_some(secret)
    }
}

/// A fault behind the service: told to the log, not to the caller.
pub fn unavailable(part: &str, error: &dyn std::fmt::Display) -> Violation {
    worker::console_error!("{part}: {error}");
    Violation::new(Code::BackendUnavailable, "", "a part behind the service did not answer. Retry shortly.")
}
