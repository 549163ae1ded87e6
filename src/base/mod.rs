//! Domain-independent basics: dates, text, digits and the platform.

pub mod boolean;
pub(crate) mod characters;
pub mod date;
pub(crate) mod digits;
pub mod name;
#[cfg(feature = "std")]
mod native;
pub mod runtime;
pub mod sink;

#[cfg(feature = "std")]
pub use native::{bounded, mac, matching, number, order, text};
