//! What knows nothing of brands: dates, text, digits, and the platform that this runs on.

pub(crate) mod characters;
pub mod date;
pub(crate) mod digits;
#[cfg(feature = "edge")]
pub(crate) mod mac;
#[cfg(feature = "edge")]
pub mod matching;
#[cfg(feature = "edge")]
pub mod number;
pub mod runtime;
pub mod sink;
#[cfg(feature = "edge")]
pub mod text;
