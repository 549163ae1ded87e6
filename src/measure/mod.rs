//! Published measures. Each formula is one pure function with its unit and its edge cases.

mod change;
mod confidence;
mod contribution;
mod influence;
mod metric;
mod period;
mod sentiment;
mod stored;
mod trend;
mod z_score;

pub use change::{change_pct, change_pct_of_means, per_day, share_pct};
pub use confidence::is_low_confidence;
pub use contribution::{MENTION, PartCounts, contributions};
pub use influence::{Creator, Percentiles, influence_score, influence_scores};
pub use metric::metric;
pub use period::{Interval, Period};
pub use sentiment::{Label, Tones, mean_score, score};
pub use stored::{highest_stored, lowest_stored};
pub use trend::{BASELINE_WINDOWS, Criteria, Stage, TopicCounts, Trend};
pub use z_score::{MIN_BASELINE, z_score};
