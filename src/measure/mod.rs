//! The published measures: pure arithmetic, each formula one function with its unit and edge cases.

mod round;
mod sov;
mod stored;

pub use round::{Number, metric, present, round};
pub use sov::share;
pub use stored::{highest_stored, lowest_stored};
