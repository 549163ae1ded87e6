//! From a checked request to its answer: the plan, and the executors.

pub mod answer;
pub mod columnar;
mod executor;
pub mod plan;
pub mod view;

pub use executor::{Answerable, Executor};
