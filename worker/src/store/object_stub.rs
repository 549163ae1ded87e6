//! Calls to Durable Objects.

use crate::platform_call::{CallFailure, PlatformCall};
use serde::Serialize;
use serde::de::DeserializeOwned;
use worker::Env;
use worker::js_sys::Reflect;
use worker::wasm_bindgen::JsValue;

/// A client of a Durable Object, addressed by its name.
pub struct ObjectStub {
    namespace: JsValue,
    name: String,
    jurisdiction: Option<&'static str>,
}

impl ObjectStub {
    /// Returns the object of a name in a namespace, in a jurisdiction if one is given.
    ///
    /// # Errors
    /// The deployment has no such binding.
    pub fn of(env: &Env, binding: &str, name: &str, jurisdiction: Option<&'static str>) -> Result<Self, String> {
        match Reflect::get(env, &binding.into()) {
            Ok(namespace) if namespace.is_object() => Ok(Self { namespace, name: name.to_owned(), jurisdiction }),
            _ => Err(format!("there is no binding {binding}")),
        }
    }

    /// Sends a message to a part of the object and parses the answer.
    ///
    /// # Errors
    /// The object fails or takes longer than a number of milliseconds, or its answer is not of the expected type.
    pub async fn ask<T: DeserializeOwned>(
        &self,
        part: &str,
        message: &impl Serialize,
        milliseconds: u64,
    ) -> Result<T, String> {
        let message = serde_json::to_string(message).map_err(|error| error.to_string())?;
        let object = (&self.namespace, self.name.as_str(), self.jurisdiction);
        match PlatformCall::ask_object(milliseconds, object, part, &message).await {
            Ok(answer) => serde_json::from_slice(&answer.unwrap_or_default())
                .map_err(|error| format!("it answered something else: {error}")),
            Err(CallFailure::Failed(message)) => Err(message),
            Err(CallFailure::Late) => Err("it took too long".to_owned()),
        }
    }
}
