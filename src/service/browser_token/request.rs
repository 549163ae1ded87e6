//! A browser token that is asked for.

use crate::guard::problem::{Code, Problems};
use crate::guard::request::account::forced as account_filters;
use crate::guard::request::forced as data_filters;
use crate::guard::{At, Guard, Piece};
use crate::service::account::authorize;
use crate::service::account::request::origin;
use crate::spec::{AccountOperation, Operation};

/// Seconds for which a token is good: unless asked otherwise, at least and at most.
const USUAL_SECONDS: u32 = 15 * 60;
const MIN_SECONDS: u32 = 60;
const MAX_SECONDS: u32 = 24 * 60 * 60;

/// Which interface a token is for: that of the key which makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum For<'p> {
    /// The Data API.
    Data,
    /// The Account API, of which a plan opens a part.
    Account {
        /// The plan of the key.
        plan: &'p str,
    },
}

/// A token that is asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct TokenRequest {
    /// The origin of the pages that may use it.
    pub origin: String,
    /// Names of the operations that it opens.
    pub operations: Vec<&'static str>,
    /// Filters that its requests cannot leave, as a JSON object.
    pub filters: Option<String>,
    /// Seconds for which it is good.
    pub expires_in: u32,
}

impl TokenRequest {
    /// Reads `{"origin", "operations"?, "filters"?, "expires_in"?}`. Without `operations` they are all that can be had:
    /// those that filters can be forced on, and that the plan opens.
    ///
    /// # Errors
    /// Every rule that it breaks.
    pub fn parse(body: &[u8], interface: For<'_>) -> Result<Self, Problems> {
        Guard::check(body, |guard| {
            let (mut page, mut operations, mut forced, mut expires_in) = (None, None, None, Some(USUAL_SECONDS));
            let noted = guard.noted();
            const MEMBERS: &[&str] = &["origin", "operations", "filters", "expires_in"];
            guard.members_of(At::BODY, MEMBERS, &["origin"], |guard, name, value| match name {
                "origin" => page = origin(guard, value),
                "operations" => operations = parse_operations(guard, value, interface),
                "filters" => forced = interface.parse_filters(guard, value),
                _ => expires_in = guard.whole_number(value, MIN_SECONDS, MAX_SECONDS),
            })?;
            for operation in operations.iter().flatten().filter(|name| !interface.can_force(name, forced.as_deref())) {
                let pieces = [Piece::Text(operation)];
                guard.refuse(Code::ValueNotAllowed, At::BODY, b"operations", interface.unforced(), &pieces);
            }
            if guard.noted() > noted {
                return None;
            }
            let operations = operations.unwrap_or_else(|| {
                let can_have = |name: &&&str| interface.can_force(name, forced.as_deref()) && interface.has(name);
                interface.names().iter().filter(can_have).copied().collect()
            });
            Some(Self { origin: page?, operations, filters: forced, expires_in: expires_in? })
        })
    }
}

impl For<'_> {
    /// The names of the operations.
    const fn names(self) -> &'static [&'static str] {
        match self {
            Self::Data => Operation::NAMES,
            Self::Account { .. } => AccountOperation::NAMES,
        }
    }

    /// Whether the plan opens an operation.
    fn has(self, name: &str) -> bool {
        match self {
            Self::Data => true,
            Self::Account { plan } => {
                AccountOperation::from_name(name).is_some_and(|operation| authorize(plan, operation).is_ok())
            }
        }
    }

    /// Whether filters can be forced on an operation, or do it no harm.
    fn can_force(self, name: &str, filters: Option<&str>) -> bool {
        let Some(filters) = filters else { return true };
        match self {
            Self::Data => !matches!(Operation::from_name(name), Some(Operation::CoMentions | Operation::Sector)),
            Self::Account { .. } => AccountOperation::from_name(name)
                .is_some_and(|operation| account_filters::are_taken_by(operation, filters)),
        }
    }

    /// What is said of an operation on which filters cannot be forced.
    const fn unforced(self) -> &'static str {
        match self {
            Self::Data => "@ '#' takes no filters, so none can be forced on it.",
            Self::Account { .. } => "@ '#' does not take these filters, so they cannot be forced on it.",
        }
    }

    fn parse_filters(self, guard: &mut Guard, at: At) -> Option<String> {
        match self {
            // Which index they are for is known with each request.
            Self::Data => data_filters::of_any_index(guard, at),
            Self::Account { .. } => account_filters::parse(guard, at),
        }
    }
}

fn parse_operations(guard: &mut Guard, at: At, interface: For<'_>) -> Option<Vec<&'static str>> {
    let names = interface.names();
    let mut operations = Vec::new();
    let mut items = guard.items(at, 1, names.len());
    while let Some(item) = items.next(&guard.tape) {
        operations.extend(guard.choice(item, names));
    }
    Some(operations)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROFESSIONAL: For<'_> = For::Account { plan: "professional" };

    fn messages(body: &str, interface: For<'_>) -> Vec<String> {
        let problems = TokenRequest::parse(body.as_bytes(), interface).unwrap_err();
        problems.violations().iter().map(|violation| violation.message.clone()).collect()
    }

    fn operations(more: &str, interface: For<'_>) -> Vec<&'static str> {
        let body = format!(r#"{{"origin": "https://a.example"{more}}}"#);
        TokenRequest::parse(body.as_bytes(), interface).unwrap().operations
    }

    #[test]
    fn a_token_opens_everything_that_its_filters_can_narrow() {
        let plain = TokenRequest::parse(br#"{"origin": "https://a.example"}"#, For::Data).unwrap();
        assert_eq!((plain.operations.len(), plain.expires_in), (6, 900));
        let body = br#"{"origin": "https://a.example", "filters": {"category": "Beauty"}}"#;
        let forced = TokenRequest::parse(body, For::Data).unwrap();
        assert_eq!(forced.operations, ["aggregate", "search", "creators", "schema"]);
        assert_eq!(forced.filters.as_deref(), Some(r#"{"category":"Beauty"}"#));
    }

    #[test]
    fn a_token_of_an_account_opens_what_its_plan_has() {
        assert_eq!(operations("", PROFESSIONAL), AccountOperation::NAMES);
        let starter =
            ["mentions", "mention", "mention-stats", "sentiment", "sentiment-timeline", "sentiment-breakdown"];
        let opened = operations("", For::Account { plan: "starter" });
        assert_eq!(opened, [starter.as_slice(), &["account", "account-usage"]].concat());
        let forced = operations(r#", "filters": {"platform": "youtube"}"#, For::Account { plan: "starter" });
        assert_eq!(forced, ["mentions", "mention-stats", "sentiment", "sentiment-timeline", "sentiment-breakdown"]);
        assert!(operations(r#", "filters": {"brand": ["Velunara"]}"#, PROFESSIONAL).contains(&"influencer"));
    }

    #[test]
    fn a_filter_that_is_not_set_forces_nothing_and_is_refused() {
        for (filters, place, interface) in [
            (r#"{"category": null}"#, "/filters/category", For::Data),
            (r#"{"brand_name": "Velunara", "category": null}"#, "/filters/category", For::Data),
            (r#"{"upload_date": {"gte": "2026-01-01", "lte": null}}"#, "/filters/upload_date/lte", For::Data),
            (r#"{"categories": ["Beauty", null]}"#, "/filters/categories/1", For::Data),
            (r#"{"brand": "Velunara", "platform": null}"#, "/filters/platform", PROFESSIONAL),
            (r#"{"topic": ["glow", null]}"#, "/filters/topic/1", PROFESSIONAL),
            (r#"{"min_views": null}"#, "/filters/min_views", PROFESSIONAL),
        ] {
            let body = format!(r#"{{"origin": "https://a.example", "filters": {filters}}}"#);
            let problems = TokenRequest::parse(body.as_bytes(), interface).unwrap_err();
            let [violation] = problems.violations() else { panic!("{problems:?}") };
            assert_eq!((violation.code, violation.param.as_str()), (Code::InvalidType, place), "{filters}");
        }
    }

    #[test]
    fn what_is_asked_for_wrongly_is_said() {
        assert_eq!(messages("{}", For::Data), ["origin is required."]);
        let body = r#"{"origin": "https://a.example", "operations": ["sector"], "filters": {"category": "Beauty"}}"#;
        assert_eq!(messages(body, For::Data), ["operations 'sector' takes no filters, so none can be forced on it."]);
        let filters =
            |text: &str| messages(&format!(r#"{{"origin": "https://a.example", "filters": {text}}}"#), For::Data);
        assert_eq!(
            filters(r#"{"nothing": 1}"#),
            ["filters must be a JSON object of filters that one index has, with values that they take."]
        );
        assert_eq!(filters("5"), ["filters must be a JSON object. Got 5."]);
        assert_eq!(
            filters(r#"{"category": "Beauty", "platform": "vimeo"}"#),
            ["filters.platform 'vimeo' is not allowed. Allowed: [youtube, tiktok, instagram]"]
        );
        assert_eq!(messages(r#"{"origin": "*", "expires_in": 100000, "operations": ["delete"]}"#, For::Data).len(), 3);
        let body = r#"{"origin": "https://a.example", "operations": ["mention"], "filters": {"topic": "glow"}}"#;
        let told = ["operations 'mention' does not take these filters, so they cannot be forced on it."];
        assert_eq!(messages(body, PROFESSIONAL), told);
        // Each interface has its own operations.
        assert_eq!(messages(r#"{"origin": "https://a.example", "operations": ["search"]}"#, PROFESSIONAL).len(), 1);
        assert_eq!(messages(r#"{"origin": "https://a.example", "operations": ["mentions"]}"#, For::Data).len(), 1);
    }
}
