//! From a checked request to its answer: the plan, and the executors.

pub mod answer;
pub mod columnar;
pub mod plan;
pub mod view;
