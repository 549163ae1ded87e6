//! Deliveries to webhooks, piece by piece: each is written where a body is.

use core::cell::UnsafeCell;
use overheard::webhook::Delivery;

/// The delivery that is being read.
struct Reading(UnsafeCell<Option<Delivery>>);

// SAFETY: a module without threads runs one call at a time.
unsafe impl Sync for Reading {}

static READING: Reading = Reading(UnsafeCell::new(None));

fn reading() -> &'static mut Option<Delivery> {
    // SAFETY: each call asks once, so there is one reference at a time.
    unsafe { &mut *READING.0.get() }
}

fn input(length: usize) -> &'static [u8] {
    crate::module().0.input().get(..length).unwrap_or_default()
}

/// Begins a delivery, given the secret; 0 when that is none.
#[unsafe(no_mangle)]
pub extern "C" fn webhook_begin(length: usize) -> u32 {
    *reading() = Delivery::new(input(length));
    u32::from(reading().is_some())
}

/// Reads more of the delivery: its id, a dot, its timestamp, a dot, its body.
#[unsafe(no_mangle)]
pub extern "C" fn webhook_add(length: usize) {
    if let Some(delivery) = reading() {
        delivery.add(input(length));
    }
}

/// Whether one of some signatures is that of what was read: 1 if so. Ends the delivery.
#[unsafe(no_mangle)]
pub extern "C" fn webhook_end(length: usize) -> u32 {
    u32::from(reading().take().is_some_and(|delivery| delivery.is_signed(input(length))))
}
