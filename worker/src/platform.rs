//! What the platform gives to everything that decides: a clock and a log. On the host, where tests run, the clock
//! stands still until a test moves it, and the log is a list.

#[cfg(target_arch = "wasm32")]
pub use here::*;
#[cfg(not(target_arch = "wasm32"))]
pub use host::*;

#[cfg(target_arch = "wasm32")]
mod here {
    use std::fmt::Display;

    /// Milliseconds since 1970. The platform's clock moves only when something is awaited.
    pub fn now_ms() -> u64 {
        worker::Date::now().as_millis()
    }

    /// Tells the log of a fault.
    pub fn log_error(what: impl Display) {
        worker::console_error!("{what}");
    }

    /// Tells the log of what harms nobody.
    pub fn log_warning(what: impl Display) {
        worker::console_warn!("{what}");
    }

    /// Bytes of the module's memory, in pages of 64 KiB. It never shrinks.
    pub fn memory_bytes() -> u64 {
        core::arch::wasm32::memory_size::<0>() as u64 * 65_536
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod host {
    use std::cell::{Cell, RefCell};
    use std::fmt::Display;

    /// 2026-01-01T00:00:00Z.
    const BEGINNING_MS: u64 = 1_767_225_600_000;

    thread_local! {
        static NOW_MS: Cell<u64> = const { Cell::new(BEGINNING_MS) };
        static LOG: RefCell<Vec<String>> = RefCell::default();
    }

    pub fn now_ms() -> u64 {
        NOW_MS.get()
    }

    pub fn log_error(what: impl Display) {
        LOG.with_borrow_mut(|log| log.push(what.to_string()));
    }

    pub fn log_warning(what: impl Display) {
        log_error(what);
    }

    pub fn memory_bytes() -> u64 {
        0
    }

    /// Lets milliseconds pass.
    #[cfg(test)]
    pub fn pass(milliseconds: u64) {
        NOW_MS.set(NOW_MS.get() + milliseconds);
    }

    /// What was logged since the last time.
    #[cfg(test)]
    pub fn logged() -> Vec<String> {
        LOG.take()
    }
}
