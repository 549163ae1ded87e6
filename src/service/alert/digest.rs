//! Digests: the messages of an alert together, once a day or once a week.

use crate::base::date::next_due;
use crate::guard::problem::Code;
use crate::guard::{Guard, MessageArg, TokenRef};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use strum::{EnumString, IntoStaticStr, VariantNames};

/// The hour without a choice, in UTC.
const HOUR: u32 = 8;
const LAST_HOUR: u32 = 23;
const DAYS_OF_WEEK: u32 = 7;

/// The interval of a digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[expect(missing_docs, reason = "the variants say it")]
pub enum DigestInterval {
    Daily,
    Weekly,
}

/// The times at which the messages of an alert are sent together, in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlertDigest {
    /// The interval.
    #[serde(rename = "every")]
    pub interval: DigestInterval,
    /// The day of a week, from 1 for Monday. Only a weekly digest has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<u32>,
    /// The hour of the day.
    #[serde(default = "usual_hour")]
    pub hour: u32,
}

const fn usual_hour() -> u32 {
    HOUR
}

impl AlertDigest {
    /// Returns the first due time after `now_ms`, in milliseconds since 1970.
    pub fn next_after(self, now_ms: u64) -> Option<u64> {
        let day = self.day.map_or(1, i64::from);
        next_due(now_ms, self.hour, i64::from(DAYS_OF_WEEK), |date| match self.interval {
            DigestInterval::Daily => true,
            DigestInterval::Weekly => date.weekday() == day,
        })
    }

    /// Checks the member `digest` of a request and records violations.
    pub(super) fn check(guard: &mut Guard, at: TokenRef) {
        let (mut interval, mut has_day) = (None, false);
        let visited = guard.members_of(at, &["every", "day", "hour"], &["every"], |guard, name, value| match name {
            "every" => interval = guard.choice(value, DigestInterval::VARIANTS),
            "day" => {
                has_day = true;
                guard.whole_number(value, 1, DAYS_OF_WEEK);
            }
            _ => _ = guard.whole_number(value, 0, LAST_HOUR),
        });
        if let (Some(()), Some("daily"), true) = (visited, interval, has_day) {
            let args = [MessageArg::Text("daily")];
            guard.refuse(Code::ValueNotAllowed, at, b"day", "@ is not for every '#'.", &args);
        }
    }

    /// Returns the JSON Schema.
    pub(super) fn schema() -> Value {
        json!({
            "type": "object",
            "required": ["every"],
            "additionalProperties": false,
            "properties": {
                "every": {"enum": DigestInterval::VARIANTS},
                "day": {"type": "integer", "minimum": 1, "maximum": DAYS_OF_WEEK, "description": "The day of a weekly digest, from 1 for Monday; without it, Monday."},
                "hour": {"type": "integer", "minimum": 0, "maximum": LAST_HOUR, "default": HOUR, "description": "The hour of the day (UTC)."},
            },
            "description": "Messages are sent together, once a day or a week. Without it, they are sent at once.",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::date::{seconds_of_time, time_of_seconds};

    #[test]
    fn a_digest_is_due_at_its_hour() {
        let ms = |time: &str| u64::try_from(seconds_of_time(time).unwrap()).unwrap() * 1_000;
        let next = |interval, day, now: &str| {
            let digest = AlertDigest { interval, day, hour: 8 };
            time_of_seconds(i64::try_from(digest.next_after(ms(now)).unwrap() / 1_000).unwrap()).unwrap()
        };
        // 2026-11-02 is a Monday.
        assert_eq!(next(DigestInterval::Daily, None, "2026-11-02T07:59:59Z"), "2026-11-02T08:00:00Z");
        assert_eq!(next(DigestInterval::Daily, None, "2026-11-02T08:00:00Z"), "2026-11-03T08:00:00Z");
        assert_eq!(next(DigestInterval::Weekly, None, "2026-11-02T07:00:00Z"), "2026-11-02T08:00:00Z");
        assert_eq!(next(DigestInterval::Weekly, None, "2026-11-02T08:00:00Z"), "2026-11-09T08:00:00Z");
        assert_eq!(next(DigestInterval::Weekly, Some(7), "2026-11-02T08:00:00Z"), "2026-11-08T08:00:00Z");
    }
}
