//! The guardrails as a WebAssembly module. Nothing is decided here: bytes go in, verdicts and text come out.
//!
//! # How it is spoken to
//! The host writes a body at [`input`], [`CAPACITY`] bytes at most, and calls a function with the number of the
//! operation (its place in the catalogue, plus [`BYTES`] when the body may not be UTF-8) and the body's length. Where a
//! text is the answer, [`result`] says where it lies until the next call.
#![no_std]

extern crate alloc;

mod host;
mod memory;

use alloc::string::String;
use core::cell::UnsafeCell;
use host::ENGINE;
use overheard::catalog::Operation;
use overheard::catalog::limits::MAX_BODY_BYTES;
use overheard::data::{Checked, Shape};
use overheard::guard::{Telling, read, read_text, too_large};
use overheard::json::{Tape, push_whole};
use overheard::problem::{Problem, Problems};

/// Bytes of the longest body that is looked at: one more than is taken, so that one too many is seen.
const CAPACITY: usize = MAX_BODY_BYTES + 1;
/// Added to the number of an operation when the body is bytes that nobody has looked at yet.
const BYTES: u32 = 8;
/// The id of a request that was never sent.
const REQUEST_ID: &str = "req_0000000000";
/// Refused: see [`tell`].
const REFUSED: i32 = -1;
/// Longer answers are counted from here on, shorter ones are what is appended.
const LONG: usize = 256;

/// Something that the host reads or writes between calls, and this module during one.
#[repr(transparent)]
struct Shared<T>(UnsafeCell<T>);

// SAFETY: a module without threads runs one call at a time, and the host does nothing during it.
unsafe impl<T> Sync for Shared<T> {}

static INPUT: Shared<[u8; CAPACITY]> = Shared(UnsafeCell::new([0; CAPACITY]));
static RESULT: Shared<[u32; 3]> = Shared(UnsafeCell::new([0; 3]));

/// Where a body is written.
#[unsafe(no_mangle)]
pub extern "C" fn input() -> *const u8 {
    INPUT.0.get().cast()
}

/// Where the last answer is told: where its text lies, how long it is, what the request costs.
#[unsafe(no_mangle)]
pub extern "C" fn result() -> *const u32 {
    RESULT.0.get().cast()
}

/// Whether a body passes every guardrail: 0 if so.
#[unsafe(no_mangle)]
pub extern "C" fn check(operation: u32, length: usize) -> i32 {
    begin();
    let Ok(body) = body(operation, length) else { return REFUSED };
    if request(operation, &body, Telling::Nothing).is_ok() { 0 } else { REFUSED }
}

/// Makes the error body for a body that is refused; for one that is too long, given how long it is.
#[unsafe(no_mangle)]
pub extern "C" fn tell(operation: u32, length: usize) {
    begin();
    let problems = match body(operation, length) {
        Ok(body) => request(operation, &body, Telling::All).err(),
        Err(problems) => Some(problems),
    };
    let text = problems.map(|problems| Problem::from_problems(problems, REQUEST_ID).write());
    answer(&text.unwrap_or_default(), 0);
}

/// The canonical form of a body: 0 when it is that already, less when it is refused. Below 256 its last brace is to be
/// replaced by that many bytes, which are the same whenever the operation and the length are; otherwise it is the whole
/// answer, and 256 is added to its length.
#[unsafe(no_mangle)]
pub extern "C" fn shape(operation: u32, length: usize) -> i32 {
    begin();
    let Ok(body) = body(operation, length) else { return REFUSED };
    let Ok(request) = request(operation, &body, Telling::Nothing) else { return REFUSED };
    let mut text = String::with_capacity(length + LONG);
    let (start, outcome) = match request.shape(body.body(), &ENGINE, &mut text) {
        Shape::Same => (0, 0),
        Shape::Appended(rest) if rest < LONG => (text.len() - rest, rest),
        _ => (0, text.len() + LONG),
    };
    answer(text.get(start..).unwrap_or_default(), request.cost(&ENGINE));
    outcome as i32
}

/// Forgets what the last call made.
fn begin() {
    // SAFETY: the last call has ended, and the host reads its answer before the next one.
    unsafe { memory::reset() }
}

fn body(operation: u32, length: usize) -> Result<Tape<'static>, Problems> {
    // SAFETY: the host has written so many bytes there, and writes none until this call ends. At most all of them.
    let bytes: &'static [u8] = unsafe { core::slice::from_raw_parts(input(), length.min(CAPACITY)) };
    if length > MAX_BODY_BYTES {
        let mut got = String::new();
        push_whole(length as u64, &mut got);
        return Err(Problems::from(too_large(MAX_BODY_BYTES, &got)));
    }
    if operation & BYTES != 0 {
        return read(bytes);
    }
    // SAFETY: what a host's text encoder writes is UTF-8.
    read_text(unsafe { core::str::from_utf8_unchecked(bytes) })
}

fn request<'b>(operation: u32, body: &'b Tape<'_>, telling: Telling) -> Result<Checked<'b>, Problems> {
    let operation = Operation::ALL.get((operation & !BYTES) as usize).copied().unwrap_or(Operation::Schema);
    Checked::check(operation, body, telling, &ENGINE)
}

/// Says where an answer lies. Its memory is free already, and stays as it is until the next call.
fn answer(text: &str, cost: u32) {
    // SAFETY: nothing else holds a reference to the cell.
    unsafe { *RESULT.0.get() = [text.as_ptr() as u32, text.len() as u32, cost] };
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
