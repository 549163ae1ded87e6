//! What knows nothing of brands: dates, text, digits, and the platform that this runs on.

pub mod date;
pub(crate) mod digits;
#[cfg(feature = "edge")]
pub(crate) mod mac;
pub mod runtime;
#[cfg(feature = "edge")]
pub mod text;
