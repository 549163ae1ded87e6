//! Detects that code is resumed in the context of another request.
//!
//! The platform lets no request use I/O objects of another one. A promise may be resolved by another request, and then
//! the platform must resume its waiter in the waiter's own context. If it does not, all later I/O of the waiter fails.

use worker::js_sys::Reflect;
use worker::web_sys::{AbortController, AbortSignal};

/// The I/O context of a request, identified by an object that belongs to it.
pub struct IoContext(AbortSignal);

impl IoContext {
    /// Returns the current context, or `None` if the platform creates no signals.
    pub fn current() -> Option<Self> {
        AbortController::new().ok().map(|controller| Self(controller.signal()))
    }

    /// Returns true if this is the current context. The platform lets only the owner of a signal read it.
    pub fn is_current(&self) -> bool {
        Reflect::get(&self.0, &"aborted".into()).is_ok()
    }
}
