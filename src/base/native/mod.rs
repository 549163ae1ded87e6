//! Code that needs the standard library or tables of other crates. The browser build does not contain it.

pub mod bounded;
mod days;
pub mod mac;
pub mod matching;
pub mod number;
pub mod order;
pub mod text;
mod window;

pub use days::{next_due, seconds_of_time, time_of_seconds};
pub use window::Window;

use super::runtime::Host;
use super::sink::Sink;

impl Host {
    /// The platform functions of native builds.
    pub const NATIVE: &'static Self = &Self {
        read_number: |text| std::str::from_utf8(text).ok().and_then(|text| text.parse().ok()).unwrap_or(f64::NAN),
        write_number: |number, out| {
            let mut buffer = ryu_js::Buffer::new();
            let text = buffer.format(number).as_bytes();
            for (place, byte) in out.iter_mut().zip(text) {
                *place = *byte;
            }
            text.len()
        },
        has_letter: |text| std::str::from_utf8(text).is_ok_and(text::has_token),
    };

    /// Formats a number.
    pub fn text(&self, number: f64) -> String {
        let mut text = Vec::new();
        self.put(number, &mut text);
        String::from_utf8(text).unwrap_or_default()
    }
}

impl Sink for Vec<u8> {
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    fn put_byte(&mut self, byte: u8) {
        self.push(byte);
    }
}
