//! From a checked request to its answer: the plan, and the executors.

pub mod answer;
pub mod columnar;
#[cfg(feature = "plain")]
pub mod plain;
pub mod plan;
pub mod view;
