//! Verification of webhook deliveries. The host writes each chunk to the input buffer.

use core::cell::UnsafeCell;
use overheard::webhook::Delivery;

/// The current delivery.
struct Current(UnsafeCell<Option<Delivery>>);

// SAFETY: a module without threads runs one call at a time.
unsafe impl Sync for Current {}

static CURRENT: Current = Current(UnsafeCell::new(None));

fn current() -> &'static mut Option<Delivery> {
    // SAFETY: each call gets it once, so there is one reference at a time.
    unsafe { &mut *CURRENT.0.get() }
}

fn input(length: usize) -> &'static [u8] {
    crate::module().0.input().get(..length).unwrap_or_default()
}

/// Begins a delivery, given the secret. Returns 0 if the secret is malformed.
#[unsafe(no_mangle)]
pub extern "C" fn webhook_begin(length: usize) -> u32 {
    *current() = Delivery::new(input(length));
    u32::from(current().is_some())
}

/// Reads more of the delivery: its id, a dot, its timestamp, a dot, its body.
#[unsafe(no_mangle)]
pub extern "C" fn webhook_add(length: usize) {
    if let Some(delivery) = current() {
        delivery.add(input(length));
    }
}

/// Ends the delivery. Returns 1 if one of the signatures matches it, otherwise 0.
#[unsafe(no_mangle)]
pub extern "C" fn webhook_end(length: usize) -> u32 {
    u32::from(current().take().is_some_and(|delivery| delivery.is_signed(input(length))))
}
