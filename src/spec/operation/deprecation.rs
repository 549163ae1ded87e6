//! That an operation is to be left: what callers are told before it ends.

/// Days for which an operation is answered at least after it was announced that it ends.
pub const NOTICE_DAYS: i64 = 180;

/// From when on an operation should not be used any more, until when it is answered, and what to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "std", derive(serde::Serialize))]
pub struct Deprecation {
    /// The day from which it should not be used any more, `YYYY-MM-DD`.
    pub since: &'static str,
    /// The day from which it may be gone, `YYYY-MM-DD`.
    pub sunset: &'static str,
    /// What takes its place: method and path.
    pub instead: &'static str,
    /// Where its migration guide is: an address, or a path of the deployment.
    pub guide: &'static str,
}

#[cfg(feature = "std")]
mod told {
    use super::{Deprecation, NOTICE_DAYS};
    use crate::base::date::Date;
    use crate::spec::Endpoint;
    use serde_json::{Value, json};

    impl Deprecation {
        /// The seconds since 1970 at which its two days begin: that from which the operation should not be used, and
        /// that from which it may be gone. Nothing if there are no such days, or if callers have less time between them
        /// than they are promised.
        pub fn moments(&self) -> Option<(i64, i64)> {
            let [since, sunset] = [self.since, self.sunset].map(|day| Date::parse(day).map(Date::number));
            let (since, sunset) = since.zip(sunset)?;
            let epoch = Date::parse("1970-01-01")?.number();
            (sunset - since >= NOTICE_DAYS).then_some(((since - epoch) * 86_400, (sunset - epoch) * 86_400))
        }

        /// The same for people and models, as a sentence.
        pub fn notice(&self) -> String {
            let Self { since, sunset, instead, guide } = self;
            format!("Deprecated since {since}, and may be gone from {sunset}: use {instead} instead ({guide}).")
        }
    }

    impl Endpoint {
        /// A description of the operation that says as `deprecation` that it is to be left, if it is.
        pub fn marked(&self, mut described: Value) -> Value {
            if let (Some(deprecation), Some(members)) = (self.deprecation, described.as_object_mut()) {
                members.insert("deprecation".into(), json!(deprecation));
            }
            described
        }
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::Deprecation;
    use crate::spec::{AccountOperation, Endpoint, Operation};
    use serde_json::json;

    const LEFT: Deprecation = Deprecation {
        since: "2027-01-01",
        sunset: "2027-07-01",
        instead: "POST /v2/search",
        guide: "/docs/migrations/1.0",
    };

    #[test]
    fn days_are_moments_when_there_is_time_enough_between_them() {
        // date -u -d 2027-01-01 +%s, and of 2027-07-01
        assert_eq!(LEFT.moments(), Some((1_798_761_600, 1_814_400_000)));
        assert_eq!(Deprecation { sunset: "2027-06-29", ..LEFT }.moments(), None, "179 days");
        assert!(Deprecation { sunset: "2027-06-30", ..LEFT }.moments().is_some(), "180 days");
        assert_eq!(Deprecation { since: "2027-02-30", ..LEFT }.moments(), None);
    }

    #[test]
    fn whoever_reads_of_the_operation_is_told_what_to_do() {
        assert_eq!(
            LEFT.notice(),
            "Deprecated since 2027-01-01, and may be gone from 2027-07-01: use POST /v2/search instead (/docs/migrations/1.0)."
        );
        let kept = Operation::Search.endpoint();
        let left = Endpoint { deprecation: Some(LEFT), ..Operation::Search.endpoint() };
        let [of_kept, of_left] = [kept, left].map(|endpoint| endpoint.marked(json!({"name": endpoint.name})));
        assert_eq!(of_kept, json!({"name": "search"}));
        assert_eq!(
            (&of_left["name"], &of_left["deprecation"]["sunset"], of_left["deprecation"]["guide"].as_str()),
            (&json!("search"), &json!("2027-07-01"), Some("/docs/migrations/1.0"))
        );
    }

    #[test]
    fn no_operation_ends_before_its_callers_had_time() {
        let data = Operation::ALL.map(|operation| operation.endpoint());
        let account = AccountOperation::ALL.map(|operation| operation.endpoint());
        for endpoint in data.iter().chain(&account) {
            assert!(endpoint.deprecation.is_none_or(|told| told.moments().is_some()), "{endpoint}");
        }
    }
}
