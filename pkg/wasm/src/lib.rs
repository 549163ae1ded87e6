//! The guardrails as a WebAssembly module. It passes bytes to the core, and returns outcomes and text.
//!
//! # Interface
//! The host writes a body to [`input`], whose buffer is one byte larger than the largest allowed body. It then calls a
//! function with the number of the operation and the body's length. The number is the operation's place in the catalogue,
//! plus [`BYTES`] if the body may not be UTF-8, plus [`KEPT`] if it is that of the last call. If the result is a text, [`result`] has its address until the next call.
#![no_std]

#[cfg(feature = "full")]
mod account_api;
mod host;
#[cfg(feature = "full")]
mod webhook;

use core::cell::UnsafeCell;
use host::ENGINE;
use overheard::base::sink::needs_escapes;
use overheard::guard::data::{self, CanonicalForm, RequestFacts};
use overheard::guard::{Guard, Verbosity};
use overheard::spec::Operation;

/// Added to the number of an operation if the body is unvalidated bytes.
const BYTES: u32 = 8;
/// Added to the number of an operation if the input buffer still has the body of the last call.
const KEPT: u32 = 16;
/// The id of a request that was never sent.
pub(crate) const REQUEST_ID: &str = "req_0000000000";
/// The outcome of a refused request; [`put_problem`] writes its error body.
pub(crate) const REFUSED: i32 = -1;
/// Outcomes from here on are lengths of whole texts, plus this value; smaller ones are lengths of appended texts.
const LONG: usize = 256;

/// The state: the guard, and the address, the length and the cost of the last result.
struct Module(UnsafeCell<(Guard, [u32; 3])>);

// SAFETY: a module without threads runs one call at a time, and the host does nothing during it.
unsafe impl Sync for Module {}

static MODULE: Module = Module(UnsafeCell::new((Guard::new(&ENGINE), [0; 3])));

pub(crate) fn module() -> &'static mut (Guard, [u32; 3]) {
    // SAFETY: each call gets it once, so there is one reference at a time.
    unsafe { &mut *MODULE.0.get() }
}

/// Returns the address of the input buffer.
#[unsafe(no_mangle)]
pub extern "C" fn input() -> *mut u8 {
    module().0.input().as_mut_ptr()
}

/// Returns the address of the last result: the address and the length of its text, and the cost of the request.
#[unsafe(no_mangle)]
pub extern "C" fn result() -> *const u32 {
    module().1.as_ptr()
}

/// Checks a body: 0 if it passes every guardrail.
#[unsafe(no_mangle)]
pub extern "C" fn check(operation: u32, length: usize) -> i32 {
    run(&mut module().0, operation, length, Verbosity::CountOnly).map_or(REFUSED, |_| 0)
}

/// Writes the error body for a refused body.
#[unsafe(no_mangle)]
pub extern "C" fn put_problem(operation: u32, length: usize) {
    let (guard, result) = module();
    if run(guard, operation, length, Verbosity::Messages).is_none() {
        guard.put_problem(REQUEST_ID);
    }
    answer(guard, result, 0, 0);
}

/// Writes the message of the error body for a refused body, escaped for a JSON string. The cost is 1 if an escape was
/// needed.
#[unsafe(no_mangle)]
pub extern "C" fn put_message(operation: u32, length: usize) {
    let (guard, result) = module();
    run(guard, operation, length, Verbosity::FirstMessage);
    answer(guard, result, 0, u32::from(needs_escapes(guard.out.as_bytes())));
}

/// Writes the canonical form of a body. Returns 0 if the body is canonical already, and less if it is refused.
///
/// An outcome below 256 is the length of a text that replaces the body's last brace. This text depends only on the
/// operation and the outcome. From 256 on, the result is the whole text, and the outcome is its length plus 256.
#[unsafe(no_mangle)]
pub extern "C" fn shape(operation: u32, length: usize) -> i32 {
    let (guard, result) = module();
    let Some((operation, checked)) = run(guard, operation, length, Verbosity::CountOnly) else { return REFUSED };
    data::put_canonical(guard, operation, checked);
    let (start, outcome) = match data::canonical_form(guard, length) {
        CanonicalForm::Same => (0, 0),
        CanonicalForm::Appended(rest) if rest < LONG => (guard.out.len() - rest, rest),
        _ => (0, guard.out.len() + LONG),
    };
    answer(guard, result, start, data::cost(guard, operation, checked));
    outcome as i32
}

/// Reads and checks a body. Returns the operation and the result of the check if the body passes.
fn run(guard: &mut Guard, operation: u32, length: usize, verbosity: Verbosity) -> Option<(Operation, RequestFacts)> {
    let (is_utf8, is_kept) = (operation & BYTES == 0, operation & KEPT != 0);
    let operation = Operation::ALL.get((operation % BYTES) as usize).copied().unwrap_or(Operation::Schema);
    let is_read = is_kept && guard.reuse(verbosity) || guard.read(length, verbosity, is_utf8);
    if !is_read {
        return None;
    }
    let checked = data::check(guard, operation);
    (guard.violation_count() == 0).then_some((operation, checked))
}

/// Sets the result.
pub(crate) fn answer(guard: &Guard, result: &mut [u32; 3], start: usize, cost: u32) {
    let text = guard.out.as_bytes().get(start..).unwrap_or_default();
    *result = [text.as_ptr() as u32, text.len() as u32, cost];
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
