//! The guardrails as a WebAssembly module. Nothing is decided here: bytes go in, verdicts and text come out.
//!
//! # How it is spoken to
//! The host writes a body where [`input`] says, one byte more than is taken at most, and calls a function with the number
//! of the operation (its place in the catalogue, plus [`BYTES`] when the body may not be UTF-8) and the body's length.
//! Where a text is the answer, [`result`] says where it lies until the next call.
#![no_std]

#[cfg(feature = "full")]
mod account_api;
mod host;
#[cfg(feature = "full")]
mod webhook;

use core::cell::UnsafeCell;
use host::ENGINE;
use overheard::guard::data::{self, CanonicalForm, RequestFacts};
use overheard::guard::{Guard, Verbosity};
use overheard::spec::Operation;

/// Added to the number of an operation when the body is bytes that nobody has looked at yet.
const BYTES: u32 = 8;
/// The id of a request that was never sent.
pub(crate) const REQUEST_ID: &str = "req_0000000000";
/// Refused: see [`tell`].
pub(crate) const REFUSED: i32 = -1;
/// Longer answers are counted from here on, shorter ones are what is appended.
const LONG: usize = 256;

/// All memory: the guard, and where the last answer lies, how long it is, and what the request costs.
struct Module(UnsafeCell<(Guard, [u32; 3])>);

// SAFETY: a module without threads runs one call at a time, and the host does nothing during it.
unsafe impl Sync for Module {}

static MODULE: Module = Module(UnsafeCell::new((Guard::new(&ENGINE), [0; 3])));

pub(crate) fn module() -> &'static mut (Guard, [u32; 3]) {
    // SAFETY: each call asks once, so there is one reference at a time.
    unsafe { &mut *MODULE.0.get() }
}

/// Where a body is written.
#[unsafe(no_mangle)]
pub extern "C" fn input() -> *mut u8 {
    module().0.input().as_mut_ptr()
}

/// Where the last answer is told: where its text lies, how long it is, what the request costs.
#[unsafe(no_mangle)]
pub extern "C" fn result() -> *const u32 {
    module().1.as_ptr()
}

/// Whether a body passes every guardrail: 0 if so.
#[unsafe(no_mangle)]
pub extern "C" fn check(operation: u32, length: usize) -> i32 {
    run(&mut module().0, operation, length, Verbosity::CountOnly).map_or(REFUSED, |_| 0)
}

/// Makes the error body for a body that is refused.
#[unsafe(no_mangle)]
pub extern "C" fn tell(operation: u32, length: usize) {
    let (guard, result) = module();
    if run(guard, operation, length, Verbosity::Messages).is_none() {
        guard.put_problem(REQUEST_ID);
    }
    answer(guard, result, 0, 0);
}

/// The canonical form of a body: 0 when it is that already, less when it is refused. Below 256 its last brace is to be
/// replaced by that many bytes, which are the same whenever the operation and the length are; otherwise it is the whole
/// answer, and 256 is added to its length.
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

/// Reads and checks a body: for what, and what was found out, if it passes.
fn run(guard: &mut Guard, operation: u32, length: usize, verbosity: Verbosity) -> Option<(Operation, RequestFacts)> {
    let is_utf8 = operation & BYTES == 0;
    let operation = Operation::ALL.get((operation & !BYTES) as usize).copied().unwrap_or(Operation::Schema);
    if !guard.read(length, verbosity, is_utf8) {
        return None;
    }
    let checked = data::check(guard, operation);
    (guard.violation_count() == 0).then_some((operation, checked))
}

/// Says where an answer lies.
pub(crate) fn answer(guard: &Guard, result: &mut [u32; 3], start: usize, cost: u32) {
    let text = guard.out.as_bytes().get(start..).unwrap_or_default();
    *result = [text.as_ptr() as u32, text.len() as u32, cost];
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
