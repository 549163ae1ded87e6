//! Unusual numbers and letters beyond ASCII, handled by the JavaScript engine. Its rules for numbers are those of RFC
//! 8785, and it has Unicode's tables.

use overheard::base::runtime::Host;

#[link(wasm_import_module = "../src/host.js")]
unsafe extern "C" {
    /// Returns `Number(text)` for a JSON number.
    safe fn read_number(text: *const u8, length: usize) -> f64;
    /// Writes `String(number)` and returns its length: 25 characters at most, all ASCII.
    safe fn write_number(number: f64, text: *mut u8) -> usize;
    /// Returns 1 if a text has a letter or a digit, otherwise 0.
    safe fn has_letter(text: *const u8, length: usize) -> u32;
}

/// The host functions of the engine.
pub static ENGINE: Host = Host {
    read_number: |text| read_number(text.as_ptr(), text.len()),
    write_number: |number, out| write_number(number, out.as_mut_ptr()),
    has_letter: |text| has_letter(text.as_ptr(), text.len()) != 0,
};
