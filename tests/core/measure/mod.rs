//! The published measures, by values that were computed by hand and those that the references publish.

mod change;
mod influence;
mod period;
mod sentiment;
mod stored;
mod trend;
mod z_score;
