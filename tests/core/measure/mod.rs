//! The published measures, with values computed by hand and values from the references.

mod change;
mod influence;
mod period;
mod sentiment;
mod stored;
mod trend;
mod z_score;
