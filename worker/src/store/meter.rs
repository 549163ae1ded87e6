//! The meters: a Durable Object per account. Nothing else speaks to them.

use super::within;
use crate::app::unavailable;
use crate::call::now_ms;
use overheard::account::records;
use overheard::meter::message::Message;
use overheard::problem::Violation;
use serde::Serialize;
use serde::de::DeserializeOwned;
use worker::js_sys::{Function, Reflect};
use worker::wasm_bindgen::{JsCast, JsValue};
use worker::wasm_bindgen_futures::JsFuture;
use worker::{Env, Headers, Method, ObjectNamespace, Request, RequestInit, Stub};

/// Milliseconds after which a meter counts as not answering.
pub const TIMEOUT_MS: u64 = 2_000;
/// The address of a meter.
const ADDRESS: &str = "https://meter/";
/// That of the records of its account, behind it.
pub const RECORDS: &str = "records";
/// How often a message about records is sent when the answer is lost.
const TRIES: usize = 3;

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
        stub.map(|stub| Self { stub }).map_err(|error| unavailable("the meter", &error))
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
        message: &records::Message,
        within_ms: u64,
    ) -> Result<records::Answer, Violation> {
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
        let mut init = RequestInit::new();
        init.with_method(Method::Post).with_headers(Headers::new()).with_body(Some(JsValue::from(body)));
        let request = Request::new_with_init(address, &init).map_err(|error| error.to_string())?;
        let response = self.stub.fetch_with_request(request).await.map_err(|error| error.to_string())?;
        let status = response.status_code();
        // One promise of a text: the stream that it would be otherwise costs more than the whole call.
        let text = worker::web_sys::Response::from(response).text().map_err(|error| format!("{error:?}"))?;
        let text = JsFuture::from(text).await.map_err(|error| format!("{error:?}"))?.as_string().unwrap_or_default();
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
