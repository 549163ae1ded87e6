//! No malformed body makes the guardrails panic or contradict themselves.

use overheard::guard::account::Targets;
use overheard::guard::problem::Code;
use overheard::guard::request::Request;
use overheard::guard::request::account::report::ReportRequest;
use overheard::guard::request::account::webhook::WebhookRequest;
use overheard::spec::{Operation, limits};
use proptest::prelude::*;

/// Returns bodies that resemble requests: pieces of real ones in any order, truncated and repeated.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    const PIECES: &[&str] = &[
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"index\"",
        "\"siv_info\"",
        "\"siv_business_ideas\"",
        "\"group_by\"",
        "\"brand_name\"",
        "\"filters\"",
        "\"upload_date\"",
        "\"gte\"",
        "\"lte\"",
        "\"2024-02-30\"",
        "\"size\"",
        "50",
        "1e400",
        "-0",
        "\"metric\"",
        "\"type\"",
        "\"avg\"",
        "\"field\"",
        "\"brands\"",
        "\"label\"",
        "\"terms\"",
        "\"from_date\"",
        "\"to_date\"",
        "\"9999-12-31\"",
        "\"values\"",
        "\"q\"",
        "\"\\ud800\"",
        "\"\u{e9}\"",
        "null",
        "true",
        "\u{feff}",
        " ",
        "\n",
    ];
    proptest::collection::vec(proptest::sample::select(PIECES), 0..60).prop_map(|pieces| pieces.concat().into_bytes())
}

/// Returns JSON values with the members of every operation.
fn value() -> impl Strategy<Value = serde_json::Value> {
    let names = [
        "index",
        "group_by",
        "metric",
        "type",
        "field",
        "filters",
        "size",
        "order",
        "q",
        "sort_field",
        "sort_order",
        "values",
        "brands",
        "label",
        "terms",
        "must_context",
        "must_not_context",
        "exact",
        "from_date",
        "to_date",
        "gte",
        "lte",
        "platform",
        "upload_date",
        "views",
        "subscriber_count",
        "nonsense/~",
    ];
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<f64>().prop_map(|number| serde_json::json!(number)),
        any::<i32>().prop_map(Into::into),
        ".{0,80}".prop_map(Into::into),
        proptest::sample::select(&["siv_info", "siv_business_ideas", "2024-01-31", "2026-01-31", "avg", "desc"])
            .prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 64, 8, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..8).prop_map(Into::into),
            proptest::collection::vec((proptest::sample::select(names.to_vec()), inner), 0..8).prop_map(|members| {
                serde_json::Value::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
            }),
        ]
    })
}

/// Checks that an accepted body has one canonical form, and that a refused one has a short reason.
fn holds(body: &[u8]) -> Result<(), TestCaseError> {
    for operation in Operation::ALL {
        match Request::parse(operation, body) {
            Ok(request) => {
                let canonical = request.serialize();
                let again = Request::parse(operation, canonical.as_bytes());
                prop_assert_eq!(again.as_ref().map(Request::serialize), Ok(canonical));
                prop_assert_eq!(again.map(|again| again.cost()), Ok(request.cost()));
            }
            Err(problems) => {
                prop_assert!(!problems.violations().is_empty());
                prop_assert!(problems.violations().len() <= limits::MAX_VIOLATIONS);
                for violation in problems.violations() {
                    prop_assert!(violation.message.chars().count() < 600, "{}", violation.message);
                }
            }
        }
    }
    Ok(())
}

/// Returns bodies that resemble those of reports: most members are valid.
fn report() -> impl Strategy<Value = serde_json::Value> {
    let name = || {
        proptest::sample::select(&[
            "sentiment",
            "trends",
            "mentions_export",
            "drivers",
            "rising",
            "pdf",
            "csv",
            "a,b",
            "",
        ])
    };
    let text = || prop_oneof![name().prop_map(str::to_owned), ".{0,130}"];
    let list = || proptest::collection::vec(text(), 0..4).prop_map(|texts| serde_json::json!(texts));
    let object = |names: &'static [&'static str]| {
        let value =
            prop_oneof![text().prop_map(|text| serde_json::json!(text)), list(), any::<u32>().prop_map(Into::into)];
        proptest::collection::vec((proptest::sample::select(names), value), 0..4).prop_map(|members| {
            serde_json::Value::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
        })
    };
    let day = || {
        proptest::sample::select(&["2026-02-01", "2026-02-28", "2024-02-28", "2026-02-30"])
            .prop_map(|day| serde_json::json!(day))
    };
    let member = prop_oneof![
        list().prop_map(|value| ("brands", value)),
        list().prop_map(|value| ("sections", value)),
        list().prop_map(|value| ("formats", value)),
        object(&["platform", "topic", "q", "min_views", "channel"]).prop_map(|value| ("filters", value)),
        object(&["team", "case", "é"]).prop_map(|value| ("metadata", value)),
        text().prop_map(|text| ("title", serde_json::json!(text))),
        any::<f64>().prop_map(|number| ("row_limit", serde_json::json!(number))),
    ];
    (name(), day(), day(), proptest::collection::vec(member, 0..3)).prop_map(|(kind, from, to, members)| {
        let mut body = serde_json::json!({"type": kind, "from": from, "to": to});
        members.into_iter().for_each(|(name, value)| body[name] = value);
        body
    })
}

/// Checks that an accepted body can be stored and read again, and that a refused one has a short reason.
fn holds_of_reports(body: &[u8]) -> Result<(), TestCaseError> {
    match ReportRequest::parse(body) {
        Ok(request) => {
            prop_assert_eq!(ReportRequest::from_canonical(&request.canonical().to_string()), Some(request));
        }
        Err(problems) => {
            prop_assert!(!problems.violations().is_empty());
            for violation in problems.violations() {
                prop_assert!(violation.code != Code::InternalError && violation.message.chars().count() < 600);
            }
        }
    }
    Ok(())
}

/// Returns bodies that resemble those of webhooks: most members are valid.
fn webhook() -> impl Strategy<Value = serde_json::Value> {
    let url = proptest::sample::select(&[
        "https://hooks.example.com/",
        "https://8.8.8.8:8443/a?b=%20",
        "https://[2606:4700::1111]/",
        "http://127.0.0.1/",
        "https://10.0.0.1",
        "",
    ]);
    let url = prop_oneof![4 => url.prop_map(str::to_owned), 1 => ".{0,60}"];
    let name = || {
        proptest::sample::select(&["*", "mention.created", "report.ready", "report.redy", "tiktok", "negative", "a,b"])
    };
    let list = || proptest::collection::vec(name(), 0..4).prop_map(|texts| serde_json::json!(texts));
    let filter = prop_oneof![list(), any::<u32>().prop_map(Into::into), Just(serde_json::Value::Null)];
    let names = &["brand", "platform", "sentiment", "min_views", "min_subscribers", "topic"];
    let filters = proptest::collection::vec((proptest::sample::select(names), filter), 0..4).prop_map(|members| {
        serde_json::Value::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    });
    let member = prop_oneof![
        filters.prop_map(|value| ("filters", value)),
        ".{0,210}".prop_map(|text| ("description", serde_json::json!(text))),
        any::<bool>().prop_map(|flag| ("metadata", serde_json::json!({"flag": flag.to_string()}))),
    ];
    (url, list(), proptest::collection::vec(member, 0..3)).prop_map(|(url, events, members)| {
        let mut body = serde_json::json!({"url": url, "events": events});
        members.into_iter().for_each(|(name, value)| body[name] = value);
        body
    })
}

/// Checks the same for webhooks.
fn holds_of_webhooks(body: &[u8]) -> Result<(), TestCaseError> {
    match WebhookRequest::parse(body, Targets::Public) {
        Ok(request) => {
            prop_assert_eq!(WebhookRequest::from_canonical(&request.canonical().to_string()), Some(request));
        }
        Err(problems) => {
            prop_assert!(!problems.violations().is_empty());
            for violation in problems.violations() {
                prop_assert!(violation.code != Code::InternalError && violation.message.chars().count() < 600);
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_accepted_or_refused(body in proptest::collection::vec(any::<u8>(), 0..300)) {
        holds(&body)?;
    }

    #[test]
    fn pieces_of_requests_are_accepted_or_refused(body in pieces()) {
        holds(&body)?;
    }

    #[test]
    fn values_around_requests_are_accepted_or_refused(value in value()) {
        holds(value.to_string().as_bytes())?;
    }

    #[test]
    fn bodies_around_reports_are_accepted_or_refused(report in report(), pieces in pieces()) {
        holds_of_reports(report.to_string().as_bytes())?;
        holds_of_reports(&pieces)?;
    }

    #[test]
    fn bodies_around_webhooks_are_accepted_or_refused(webhook in webhook(), pieces in pieces()) {
        holds_of_webhooks(webhook.to_string().as_bytes())?;
        holds_of_webhooks(&pieces)?;
    }
}
