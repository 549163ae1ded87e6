//! Parses ISO 8601 durations.

use jiff::{SignedDuration, Span};

/// Returns the seconds of a duration such as `PT1H2M3S` or `P1DT2H`, rounded. Returns `None` for durations with months
/// or years, which have no fixed length.
pub(super) fn seconds(text: &str) -> Option<i64> {
    let text = text.trim();
    if !text.starts_with(['P', 'p']) {
        return None;
    }
    let span: Span = text.parse().ok()?;
    if span.get_years() != 0 || span.get_months() != 0 || span.is_negative() {
        return None;
    }
    let days = i64::from(span.get_weeks()).checked_mul(7)?.checked_add(span.get_days().into())?;
    let time = span.weeks(0).days(0);
    let time = SignedDuration::try_from(time).ok()?.as_secs_f64().round();
    // The cast cannot overflow: spans are limited far below.
    days.checked_mul(86_400)?.checked_add(time as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_seconds() {
        for (text, expected) in [
            ("PT1H2M3S", Some(3723)),
            ("PT58S", Some(58)),
            ("P1DT2H", Some(93_600)),
            ("P1W", Some(604_800)),
            ("P0D", Some(0)),
            ("PT90M", Some(5400)),
            ("PT1.5S", Some(2)),
            (" pt10s ", Some(10)),
            ("P1M", None),
            ("P1Y", None),
            ("-PT1S", None),
            ("P", None),
            ("PT", None),
            ("1:02:03", None),
            ("PT1H junk", None),
        ] {
            assert_eq!(seconds(text), expected, "{text}");
        }
    }
}
