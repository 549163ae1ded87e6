//! Calls to Durable Objects.

use serde::Serialize;
use serde::de::DeserializeOwned;
use worker::js_sys::{Function, Promise, Reflect};
use worker::wasm_bindgen::prelude::wasm_bindgen;
use worker::wasm_bindgen::{self, JsCast, JsValue};
use worker::wasm_bindgen_futures::JsFuture;
use worker::web_sys::{RequestInit, Response};
use worker::{Env, ObjectNamespace};

#[wasm_bindgen]
extern "C" {
    /// The stub of an object. The `fetch` of the platform's crate would build each request twice.
    type Stub;

    #[wasm_bindgen(method, catch)]
    fn fetch(this: &Stub, address: &str, init: &RequestInit) -> Result<Promise, JsValue>;
}

/// A client of a Durable Object, addressed by its name.
pub struct ObjectStub {
    stub: Stub,
}

impl ObjectStub {
    /// Returns the object of a name in a namespace, in a jurisdiction if one is given.
    ///
    /// # Errors
    /// The deployment has no such binding.
    pub fn of(env: &Env, binding: &str, name: &str, jurisdiction: Option<&str>) -> worker::Result<Self> {
        let namespace = env.durable_object(binding)?;
        let namespace = match jurisdiction {
            Some(jurisdiction) => within_jurisdiction(namespace, jurisdiction)?,
            None => namespace,
        };
        Ok(Self { stub: namespace.get_by_name(name)?.into_rpc() })
    }

    /// Sends a message to an address and parses the answer.
    ///
    /// # Errors
    /// The object fails, or its answer is not of the expected type.
    pub async fn send<T: DeserializeOwned>(&self, address: &str, message: &impl Serialize) -> Result<T, String> {
        let body = serde_json::to_string(message).map_err(|error| error.to_string())?;
        let init = RequestInit::new();
        init.set_method("POST");
        init.set_body(&JsValue::from(body));
        let failed = |error: JsValue| worker::Error::from(error).to_string();
        let response = JsFuture::from(self.stub.fetch(address, &init).map_err(failed)?).await.map_err(failed)?;
        let response: Response = response.dyn_into().map_err(failed)?;
        let status = response.status();
        // Read the body as one text. A stream would cost more than the whole call.
        let text = JsFuture::from(response.text().map_err(failed)?).await.map_err(failed)?;
        let text = text.as_string().unwrap_or_default();
        if status != 200 {
            return Err(text);
        }
        serde_json::from_str(&text).map_err(|error| format!("it answered something else: {error}"))
    }
}

/// Returns the namespace restricted to a jurisdiction.
fn within_jurisdiction(namespace: ObjectNamespace, jurisdiction: &str) -> worker::Result<ObjectNamespace> {
    let namespace = JsValue::from(namespace);
    let select: Function = Reflect::get(&namespace, &"jurisdiction".into())?.dyn_into()?;
    Ok(select.call1(&namespace, &jurisdiction.into())?.unchecked_into())
}
