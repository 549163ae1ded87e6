//! The meters: a Durable Object per account. Nothing else speaks to them.

use super::within;
use crate::app::unavailable;
use crate::platform::now_ms;
use overheard::guard::problem::Violation;
use overheard::service::account::records;
use overheard::service::meter::message::Message;
use serde::Serialize;
use serde::de::DeserializeOwned;
use worker::js_sys::{Function, Promise, Reflect};
use worker::wasm_bindgen::prelude::wasm_bindgen;
use worker::wasm_bindgen::{self, JsCast, JsValue};
use worker::wasm_bindgen_futures::JsFuture;
use worker::web_sys::{RequestInit, Response};
use worker::{Env, ObjectNamespace};

/// Milliseconds after which a meter counts as not answering.
pub const TIMEOUT_MS: u64 = 2_000;
/// The address of a meter.
const ADDRESS: &str = "https://meter/";
/// That of the records of its account, behind it.
pub const RECORDS: &str = "records";
/// How often a message about records is sent when the answer is lost.
const TRIES: usize = 3;

#[wasm_bindgen]
extern "C" {
    /// The way to an object. The platform's crate would make a request, of which the platform makes another one.
    type Stub;

    #[wasm_bindgen(method, catch)]
    fn fetch(this: &Stub, address: &str, init: &RequestInit) -> Result<Promise, JsValue>;
}

/// The meter of an account.
pub struct Meter {
    stub: Stub,
}

impl Meter {
    /// The meter of an account, kept in a jurisdiction if one is named.
    ///
    /// # Errors
    /// When the deployment has no such binding.
    pub fn of(env: &Env, account: &str, jurisdiction: Option<&str>) -> Result<Self, Violation> {
        let stub = env.durable_object("METER").and_then(|namespace| {
            let namespace = match jurisdiction {
                Some(jurisdiction) => within_jurisdiction(namespace, jurisdiction)?,
                None => namespace,
            };
            namespace.get_by_name(account)
        });
        stub.map(|stub| Self { stub: stub.into_rpc() }).map_err(|error| unavailable("the meter", &error))
    }

    /// Sends a message and reads the answer.
    ///
    /// # Errors
    /// When the meter does not answer in time, or not with what was asked for.
    pub async fn send<T: DeserializeOwned>(&self, message: &Message) -> Result<T, Violation> {
        let answer = within(TIMEOUT_MS, self.ask(ADDRESS, message)).await;
        answer.unwrap_or_else(|| Err("it took too long".to_owned())).map_err(|error| unavailable("the meter", &error))
    }

    /// Sends a message about the records of the account and reads the answer, within so many milliseconds. It is sent
    /// again when the answer is lost, which changes nothing where it was heard.
    ///
    /// # Errors
    /// When the object does not answer in time, or not with what was asked for.
    pub async fn send_about_records(
        &self,
        message: &records::RecordsRequest,
        within_ms: u64,
    ) -> Result<records::RecordsAnswer, Violation> {
        let address = format!("{ADDRESS}{RECORDS}");
        let deadline_ms = now_ms() + within_ms;
        let mut failure = String::new();
        for _ in 0..TRIES {
            match within(deadline_ms.saturating_sub(now_ms()), self.ask(&address, message)).await {
                Some(Ok(answer)) => return Ok(answer),
                Some(Err(error)) => failure = error,
                None => return Err(unavailable("the records", &"it took too long")),
            }
        }
        Err(unavailable("the records", &failure))
    }

    async fn ask<T: DeserializeOwned>(&self, address: &str, message: &impl Serialize) -> Result<T, String> {
        let body = serde_json::to_string(message).map_err(|error| error.to_string())?;
        let init = RequestInit::new();
        init.set_method("POST");
        init.set_body(&JsValue::from(body));
        let failed = |error: JsValue| worker::Error::from(error).to_string();
        let response = JsFuture::from(self.stub.fetch(address, &init).map_err(failed)?).await.map_err(failed)?;
        let response: Response = response.dyn_into().map_err(failed)?;
        let status = response.status();
        // One promise of a text: the stream that it would be otherwise costs more than the whole call.
        let text = JsFuture::from(response.text().map_err(failed)?).await.map_err(failed)?;
        let text = text.as_string().unwrap_or_default();
        if status != 200 {
            return Err(text);
        }
        serde_json::from_str(&text).map_err(|error| format!("it answered something else: {error}"))
    }
}

/// The objects of a namespace that are kept in a jurisdiction.
fn within_jurisdiction(namespace: ObjectNamespace, jurisdiction: &str) -> worker::Result<ObjectNamespace> {
    let namespace = JsValue::from(namespace);
    let select: Function = Reflect::get(&namespace, &"jurisdiction".into())?.dyn_into()?;
    Ok(select.call1(&namespace, &jurisdiction.into())?.unchecked_into())
}
