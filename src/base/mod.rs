//! What knows nothing of brands: dates, text, digits, and the platform that this runs on.

pub(crate) mod characters;
pub mod date;
pub(crate) mod digits;
#[cfg(feature = "std")]
pub(crate) mod mac;
#[cfg(feature = "std")]
pub mod matching;
#[cfg(feature = "std")]
pub mod number;
pub mod runtime;
pub mod sink;
#[cfg(feature = "std")]
pub mod text;
