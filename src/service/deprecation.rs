//! Deprecation notices for operations that will end.

use crate::base::date::Date;
use crate::spec::{Deprecation, Endpoint, NOTICE_DAYS};
use serde_json::{Value, json};

const SECONDS_OF_DAY: i64 = 86_400;

impl Deprecation {
    /// Returns the start of the deprecation day and of the sunset day, in seconds since 1970. Returns `None` if the
    /// days are missing or closer together than the promised period.
    pub fn moments(&self) -> Option<(i64, i64)> {
        let [since, sunset] = [self.since, self.sunset].map(|day| Date::parse(day).map(Date::number));
        let (since, sunset) = since.zip(sunset)?;
        let epoch = Date::parse("1970-01-01")?.number();
        let moment = |day: i64| (day - epoch) * SECONDS_OF_DAY;
        (sunset - since >= NOTICE_DAYS).then_some((moment(since), moment(sunset)))
    }

    /// Returns the notice as a sentence for people and models.
    pub fn notice(&self) -> String {
        let Self { since, sunset, instead, guide } = self;
        format!("Deprecated since {since}, and may be gone from {sunset}: use {instead} instead ({guide}).")
    }
}

impl Endpoint {
    /// Adds `deprecation` to the operation's description if the operation is deprecated.
    pub fn with_deprecation(&self, mut description: Value) -> Value {
        if let (Some(deprecation), Some(members)) = (self.deprecation, description.as_object_mut()) {
            let Deprecation { since, sunset, instead, guide } = deprecation;
            let deprecation = json!({"since": since, "sunset": sunset, "instead": instead, "guide": guide});
            members.insert("deprecation".into(), deprecation);
        }
        description
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{AccountOperation, Operation};

    const LEFT: Deprecation = Deprecation {
        since: "2027-01-01",
        sunset: "2027-07-01",
        instead: "POST /v2/search",
        guide: "/docs/migrations/1.0",
    };

    #[test]
    fn days_become_times_if_the_notice_is_long_enough() {
        // date -u -d 2027-01-01 +%s, and of 2027-07-01
        assert_eq!(LEFT.moments(), Some((1_798_761_600, 1_814_400_000)));
        assert_eq!(Deprecation { sunset: "2027-06-29", ..LEFT }.moments(), None, "179 days");
        assert!(Deprecation { sunset: "2027-06-30", ..LEFT }.moments().is_some(), "180 days");
        assert_eq!(Deprecation { since: "2027-02-30", ..LEFT }.moments(), None);
    }

    #[test]
    fn a_deprecated_operation_has_a_notice() {
        assert_eq!(
            LEFT.notice(),
            "Deprecated since 2027-01-01, and may be gone from 2027-07-01: use POST /v2/search instead (/docs/migrations/1.0)."
        );
        let kept = Operation::Search.endpoint();
        let left = Endpoint { deprecation: Some(LEFT), ..Operation::Search.endpoint() };
        let [of_kept, of_left] = [kept, left].map(|endpoint| endpoint.with_deprecation(json!({"name": endpoint.name})));
        assert_eq!(of_kept, json!({"name": "search"}));
        assert_eq!(
            of_left,
            json!({"name": "search", "deprecation": {"since": "2027-01-01", "sunset": "2027-07-01",
                   "instead": "POST /v2/search", "guide": "/docs/migrations/1.0"}})
        );
    }

    #[test]
    fn every_deprecation_keeps_the_promised_notice() {
        let data = Operation::ALL.map(|operation| operation.endpoint());
        let account = AccountOperation::ALL.map(|operation| operation.endpoint());
        for endpoint in data.iter().chain(&account) {
            assert!(endpoint.deprecation.is_none_or(|deprecation| deprecation.moments().is_some()), "{endpoint}");
        }
    }
}
