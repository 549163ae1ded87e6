//! The state of an alert after its last evaluation.

use crate::base::date::Date;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The state of an alert after its last evaluation. With it, an alert fires once for the same reason.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AlertState {
    /// The ids of the recent mentions that match. `None` before the first evaluation, which makes them known.
    pub(super) known: Option<BTreeSet<String>>,
    /// The last day for which the alert fired.
    pub(super) last_day: Option<Date>,
    /// True if the tone was below the value.
    pub(super) is_below: bool,
}
