//! Runs futures. A future runs until it waits, in the call of JavaScript that started or woke it: the executor of
//! `wasm-bindgen-futures` would come back for it in a later turn of the event loop.

use crate::platform::log_error;
use async_task::Runnable;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::future::Future;
use std::sync::Arc;
use worker::js_sys::Function;
use worker::send::SendWrapper;
use worker::wasm_bindgen::prelude::wasm_bindgen;
use worker::wasm_bindgen::{self, JsValue};

#[wasm_bindgen(raw_module = "platform-calls")]
extern "C" {
    #[wasm_bindgen(catch, js_name = keepAlive)]
    fn keep_alive(context: &JsValue) -> Result<Function, JsValue>;
}

/// The lifetime of an event. The platform ends it after the answer, with all tasks that do not extend it.
#[derive(Clone)]
pub struct Lifetime(Arc<SendWrapper<JsValue>>);

impl Lifetime {
    /// Returns the lifetime of the event with this context of the platform.
    pub fn new(context: JsValue) -> Self {
        Self(Arc::new(SendWrapper::new(context)))
    }

    /// Runs work in the background and extends the lifetime until it ends.
    pub fn extend(&self, work: impl Future<Output = ()> + 'static) {
        let end = keep_alive(&self.0);
        spawn(async move {
            work.await;
            match end {
                // The value of the promise is unused.
                Ok(end) => drop(end.call0(&JsValue::UNDEFINED)),
                Err(error) => log_error(format_args!("the lifetime of a request was not extended: {error:?}")),
            }
        });
    }
}

thread_local! {
    /// The tasks that can continue, in the order in which they were woken.
    static READY: RefCell<VecDeque<Runnable>> = RefCell::default();
    /// True while a call of JavaScript runs the tasks.
    static IS_RUNNING: Cell<bool> = const { Cell::new(false) };
}

/// Prepares for an event of the platform. An exception of JavaScript leaves a running task without a return, and without
/// this no task would ever run again.
pub fn begin_event() {
    IS_RUNNING.set(false);
}

/// Runs a future in the background. It begins at once, or after the task that is running now.
pub fn spawn(future: impl Future<Output = ()> + 'static) {
    let (runnable, task) = async_task::spawn_local(future, schedule);
    task.detach();
    schedule(runnable);
}

fn schedule(runnable: Runnable) {
    READY.with_borrow_mut(|ready| ready.push_back(runnable));
    if IS_RUNNING.replace(true) {
        return;
    }
    while let Some(runnable) = READY.with_borrow_mut(VecDeque::pop_front) {
        runnable.run();
    }
    IS_RUNNING.set(false);
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_channel::oneshot;
    use std::rc::Rc;

    #[test]
    fn a_task_runs_until_it_waits_and_continues_when_it_is_woken() {
        let log = Rc::new(RefCell::new(Vec::new()));
        let (sender, receiver) = oneshot::channel();
        let (first, second) = (Rc::clone(&log), Rc::clone(&log));
        spawn(async move {
            first.borrow_mut().push("waits");
            assert!(receiver.await.is_ok());
            first.borrow_mut().push("woken");
        });
        spawn(async move {
            assert!(sender.send(()).is_ok());
            second.borrow_mut().push("sent");
        });
        assert_eq!(*log.borrow(), ["waits", "sent", "woken"], "a woken task waits for the one that runs");
    }
}
