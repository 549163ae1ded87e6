//! Calls of the platform that a task waits for.
//!
//! One call of JavaScript (`platform-calls.js`) starts each, and one call of the module ends it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use worker::wasm_bindgen::prelude::wasm_bindgen;
use worker::wasm_bindgen::{self, JsValue};

#[wasm_bindgen(raw_module = "platform-calls")]
extern "C" {
    #[wasm_bindgen(catch, js_name = runBatch)]
    fn run_batch(id: u32, milliseconds: u32, database: &JsValue, statements: &str) -> Result<(), JsValue>;

    #[wasm_bindgen(catch, js_name = askObject)]
    fn ask_object(
        id: u32,
        milliseconds: u32,
        namespace: &JsValue,
        jurisdiction: &str,
        name: &str,
        part: &str,
        message: &str,
    ) -> Result<(), JsValue>;

    #[wasm_bindgen(catch, js_name = readCached)]
    fn read_cached(id: u32, milliseconds: u32, cache: &str, address: &str) -> Result<(), JsValue>;

    #[wasm_bindgen(catch, js_name = writeCached)]
    fn write_cached(
        id: u32,
        milliseconds: u32,
        cache: &str,
        address: &str,
        cache_control: &str,
        text: &str,
    ) -> Result<(), JsValue>;

    #[cfg(feature = "clickhouse")]
    #[wasm_bindgen(catch)]
    fn post(id: u32, milliseconds: u32, address: &str, head: &str, body: &[u8]) -> Result<(), JsValue>;

    #[wasm_bindgen(catch)]
    fn sleep(id: u32, milliseconds: u32) -> Result<u32, JsValue>;

    #[wasm_bindgen(js_name = endSleep)]
    fn end_sleep(timer: u32);
}

/// The reason why a call has no result.
#[derive(Debug, PartialEq)]
pub enum CallFailure {
    /// It failed, with this message.
    Failed(String),
    /// It took too long.
    Late,
}

/// The bytes of a result, if there are any.
type CallResult = Result<Option<Vec<u8>>, CallFailure>;

/// A call without a result yet.
#[derive(Default)]
struct OpenCall {
    result: Option<CallResult>,
    waker: Option<Waker>,
}

#[derive(Default)]
struct OpenCalls {
    last: u32,
    calls: HashMap<u32, OpenCall>,
}

thread_local! {
    static OPEN: RefCell<OpenCalls> = RefCell::default();
}

/// A call of the platform, which is under way. Its result is ignored once it is dropped.
pub struct PlatformCall {
    id: u32,
    /// The timer of a sleep.
    timer: Option<u32>,
}

impl PlatformCall {
    /// Runs statements on a D1 database as one batch. Their format and the result's are those of `runBatch`.
    pub fn run_batch(milliseconds: u64, database: &JsValue, statements: &str) -> Self {
        Self::start(|id| run_batch(id, limit(milliseconds), database, statements))
    }

    /// Sends a message to a part of the Durable Object of a name, in a jurisdiction if one is given. The result is its
    /// answer.
    pub fn ask_object(
        milliseconds: u64,
        (namespace, name, jurisdiction): (&JsValue, &str, Option<&str>),
        part: &str,
        message: &str,
    ) -> Self {
        let jurisdiction = jurisdiction.unwrap_or_default();
        Self::start(|id| ask_object(id, limit(milliseconds), namespace, jurisdiction, name, part, message))
    }

    /// Reads a text of a cache of the platform. There is no result if it has none.
    pub fn read_cached(milliseconds: u64, cache: &str, address: &str) -> Self {
        Self::start(|id| read_cached(id, limit(milliseconds), cache, address))
    }

    /// Writes a text to a cache of the platform.
    pub fn write_cached(milliseconds: u64, cache: &str, address: &str, cache_control: &str, text: &str) -> Self {
        Self::start(|id| write_cached(id, limit(milliseconds), cache, address, cache_control, text))
    }

    /// Posts a body to an address, with headers as `post` takes them. The result is the response as it packs it.
    #[cfg(feature = "clickhouse")]
    pub fn post(milliseconds: u64, address: &str, head: &str, body: &[u8]) -> Self {
        Self::start(|id| post(id, limit(milliseconds), address, head, body))
    }

    /// Waits for so many milliseconds.
    pub fn sleep(milliseconds: u64) -> Self {
        let mut timer = None;
        let mut call = Self::start(|id| {
            timer = Some(sleep(id, limit(milliseconds))?);
            Ok(())
        });
        call.timer = timer;
        call
    }

    /// Starts a call. If JavaScript throws, the call has failed.
    fn start(run: impl FnOnce(u32) -> Result<(), JsValue>) -> Self {
        let id = OPEN.with_borrow_mut(|OpenCalls { last, calls }| {
            *last = last.wrapping_add(1);
            calls.insert(*last, OpenCall::default());
            *last
        });
        if let Err(error) = run(id) {
            end(id, Err(CallFailure::Failed(format!("{error:?}"))));
        }
        Self { id, timer: None }
    }
}

/// Returns a time limit as JavaScript takes it.
fn limit(milliseconds: u64) -> u32 {
    i32::try_from(milliseconds).unwrap_or(i32::MAX).unsigned_abs()
}

impl Future for PlatformCall {
    type Output = CallResult;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<CallResult> {
        OPEN.with_borrow_mut(|open| {
            let Some(call) = open.calls.get_mut(&self.id) else { return Poll::Pending };
            if let Some(result) = call.result.take() {
                open.calls.remove(&self.id);
                return Poll::Ready(result);
            }
            call.waker = Some(context.waker().clone());
            Poll::Pending
        })
    }
}

impl Drop for PlatformCall {
    fn drop(&mut self) {
        let open = OPEN.with_borrow_mut(|open| open.calls.remove(&self.id));
        if let Some(timer) = self.timer
            && open.is_some_and(|call| call.result.is_none())
        {
            end_sleep(timer);
        }
    }
}

fn end(id: u32, result: CallResult) {
    let waker = OPEN.with_borrow_mut(|open| {
        let call = open.calls.get_mut(&id)?;
        call.result = Some(result);
        call.waker.take()
    });
    if let Some(waker) = waker {
        waker.wake();
    }
}

/// Ends a call with the bytes of its result, if there are any.
#[wasm_bindgen]
pub fn end_well(id: u32, bytes: Option<Vec<u8>>) {
    end(id, Ok(bytes));
}

/// Ends a call that failed, with its message.
#[wasm_bindgen]
pub fn end_badly(id: u32, message: String) {
    end(id, Err(CallFailure::Failed(message)));
}

/// Ends a call that took too long.
#[wasm_bindgen]
pub fn end_late(id: u32) {
    end(id, Err(CallFailure::Late));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::spawn;
    use std::rc::Rc;

    /// Starts a call without a platform. Returns its id and its result, once there is one.
    fn started() -> (u32, Rc<RefCell<Option<CallResult>>>) {
        let result = Rc::<RefCell<Option<CallResult>>>::default();
        let (call, written) = (PlatformCall::start(|_| Ok(())), Rc::clone(&result));
        let id = call.id;
        spawn(async move { drop(written.replace(Some(call.await))) });
        (id, result)
    }

    #[test]
    fn a_call_ends_once() {
        let (id, result) = started();
        assert!(result.borrow().is_none());
        end_well(id, Some(vec![1]));
        end_late(id);
        assert_eq!(result.take(), Some(Ok(Some(vec![1]))));
        assert!(OPEN.with_borrow(|open| open.calls.is_empty()));
    }

    #[test]
    fn a_call_may_fail_or_take_too_long() {
        let ((failed, failure), (late, lateness)) = (started(), started());
        end_badly(failed, "broken".to_owned());
        end_late(late);
        assert_eq!(failure.take(), Some(Err(CallFailure::Failed("broken".to_owned()))));
        assert_eq!(lateness.take(), Some(Err(CallFailure::Late)));
    }

    #[test]
    fn the_result_of_a_dropped_call_is_ignored() {
        let call = PlatformCall::start(|_| Ok(()));
        let id = call.id;
        drop(call);
        end_well(id, None);
        assert!(OPEN.with_borrow(|open| open.calls.is_empty()));
    }
}
