//! The message of a digest.

use super::{AlertFiring, AlertRecord, FiredAlert};
use serde_json::json;

/// The maximum number of messages that a digest repeats.
const MAX_LINES: usize = 20;
/// The characters of a date at the beginning of a time.
const DATE_CHARACTERS: usize = 10;

/// Returns one message for several, oldest first. `None` if there are none.
pub fn digest(alert: &AlertRecord, fired: &[FiredAlert]) -> Option<AlertFiring> {
    let day = |fired: &FiredAlert| fired.at.chars().take(DATE_CHARACTERS).collect::<String>();
    let (from, to) = (day(fired.first()?), day(fired.last()?));
    let lines = fired.iter().take(MAX_LINES).map(|fired| format!("{}: {}", day(fired), fired.reason));
    let more = fired.len().saturating_sub(MAX_LINES);
    let more = (more > 0).then(|| format!("{more} more in the dashboard."));
    Some(AlertFiring {
        reason: lines.chain(more).collect::<Vec<_>>().join("\n"),
        numbers: json!({"messages": fired.len(), "from": from, "to": to}),
        query: alert.query(&[("from", &from)]),
    })
}
