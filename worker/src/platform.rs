//! The clock and the log of the platform. On the host, where unit tests run, the clock moves only when a test moves it,
//! and the log is a list.

#[cfg(not(target_arch = "wasm32"))]
pub use host::*;
#[cfg(target_arch = "wasm32")]
pub use workers::*;

#[cfg(target_arch = "wasm32")]
mod workers {
    use std::fmt::Display;

    /// Returns the milliseconds since 1970. The platform's clock moves only during an await.
    pub fn now_ms() -> u64 {
        worker::Date::now().as_millis()
    }

    pub fn log_error(message: impl Display) {
        worker::console_error!("{message}");
    }

    /// Logs a warning: a failure without effect on clients.
    pub fn log_warning(message: impl Display) {
        worker::console_warn!("{message}");
    }

    /// Returns the bytes of the module's memory, which never shrinks.
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

    pub fn log_error(message: impl Display) {
        LOG.with_borrow_mut(|log| log.push(message.to_string()));
    }

    pub fn log_warning(message: impl Display) {
        log_error(message);
    }

    pub fn memory_bytes() -> u64 {
        0
    }

    /// Moves the clock forward.
    #[cfg(test)]
    pub fn pass(milliseconds: u64) {
        NOW_MS.set(NOW_MS.get() + milliseconds);
    }

    /// Returns and clears the log.
    #[cfg(test)]
    pub fn logged() -> Vec<String> {
        LOG.take()
    }
}

/// Polls a future that needs no events until it is ready.
#[cfg(test)]
pub fn now<T>(future: impl Future<Output = T>) -> T {
    use std::task::{Context, Poll, Waker};
    let mut future = std::pin::pin!(future);
    let mut poll = || future.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    (0..9).find_map(|_| if let Poll::Ready(outcome) = poll() { Some(outcome) } else { None }).unwrap()
}
