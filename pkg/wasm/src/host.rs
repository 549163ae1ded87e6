//! Unusual numbers and letters beyond ASCII, dealt with by the JavaScript engine: its own rules for numbers are the ones
//! that RFC 8785 asks for, and it has Unicode's tables.

use overheard::base::runtime::Host;

#[link(wasm_import_module = "../src/host.js")]
unsafe extern "C" {
    /// `Number(text)` of a number in JSON's form.
    safe fn read_number(text: *const u8, length: usize) -> f64;
    /// Writes `String(number)` and returns its length: 25 characters at most, all ASCII.
    safe fn write_number(number: f64, text: *mut u8) -> usize;
    /// Whether a text has a letter or a digit.
    safe fn has_letter(text: *const u8, length: usize) -> u32;
}

/// The engine.
pub static ENGINE: Host = Host {
    read_number: |text| read_number(text.as_ptr(), text.len()),
    write_number: |number, out| write_number(number, out.as_mut_ptr()),
    has_letter: |text| has_letter(text.as_ptr(), text.len()) != 0,
};
