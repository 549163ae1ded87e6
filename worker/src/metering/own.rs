//! Whether code that goes on does so for the request that it belongs to.
//!
//! The platform lets no request use what belongs to another one. When somebody else keeps a promise, it is the platform's
//! part to go on in the right place; where it does not, every answer from there on would be an error.

use worker::js_sys::Reflect;
use worker::web_sys::{AbortController, AbortSignal};

/// A request.
pub struct Own(AbortSignal);

impl Own {
    /// The request that is under way here. None where the platform makes no signals.
    pub fn here() -> Option<Self> {
        AbortController::new().ok().map(|controller| Self(controller.signal()))
    }

    /// Whether it is under way here now: the platform shows a signal to its own request alone.
    pub fn is_here(&self) -> bool {
        Reflect::get(&self.0, &"aborted".into()).is_ok()
    }
}
