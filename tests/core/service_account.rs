//! Accounts in the operator's API, and the usage of an account.

use overheard::base::date::Date;
use overheard::guard::problem::Problems;
use overheard::guard::request::account::AccountRequest as Question;
use overheard::service::account::request::*;
use overheard::service::account::usage::UsageQuestion;
use overheard::service::account::{ACCOUNT_SCOPE, Api, DATA_SCOPE, authorize};
use overheard::service::meter::message::{UsageRows, UsageStatus};
use overheard::service::meter::usage::LatencyRow;
use overheard::service::meter::usage::UsageRow;
use overheard::spec::AccountOperation;
use overheard::spec::answer::UsageLimits;
use serde_json::{Value, json};

fn messages<T: std::fmt::Debug>(result: Result<T, Problems>) -> Vec<String> {
    result.unwrap_err().violations().iter().map(|violation| violation.message.clone()).collect()
}

#[test]
fn an_account_needs_a_name_and_a_plan() {
    assert_eq!(messages(parse_account(b"{}", true)), ["name is required.", "plan is required."]);
    assert_eq!(parse_account(b"{}", false), Ok(AccountChange::default()));
    let body = br#"{"name": "A", "plan": "starter", "brands": [{"label": "V", "terms": ["velunara"]}]}"#;
    let request = parse_account(body, true).unwrap();
    assert_eq!(request.brands.unwrap()[0].terms, ["velunara"]);
    let wrong = messages(parse_account(br#"{"status": "gone", "plan": "A/B", "brands": [{}]}"#, false));
    assert_eq!(wrong.len(), 4, "{wrong:?}");
}

#[test]
fn a_key_is_for_the_data_api_unless_it_says_otherwise() {
    let request = parse_key(br#"{"face": "account"}"#).unwrap();
    assert_eq!((request.api, request.scopes), (Api::Account, vec![ACCOUNT_SCOPE.to_owned()]));
    assert_eq!(parse_key(b"{}").unwrap().scopes, [DATA_SCOPE]);
    let wrong = br#"{"face": "both", "origins": ["https://a.example/x"], "expires_at": "tomorrow", "key": 1}"#;
    assert_eq!(messages(parse_key(wrong)).len(), 4);
    assert_eq!(parse_key(br#"{"origins": ["http://localhost:5173"]}"#).unwrap().origins.len(), 1);
}

#[test]
fn names_show_as_what_they_are() {
    const RULE: &str = "must have no control, format or bidirectional characters. Got U+202E.";
    let account = |name: &str| parse_account(json!({"name": name, "plan": "starter"}).to_string().as_bytes(), true);
    assert_eq!(messages(account("\u{202e}Meridian")), [format!("name {RULE}")]);
    assert_eq!(messages(account("\u{a0}\u{3000}")), ["name must have a visible character."]);
    assert_eq!(messages(account("")), ["name must be between 1 and 200 characters. Got 0."]);
    assert_eq!(account("👩\u{200d}💻 資生堂").unwrap().name.as_deref(), Some("👩\u{200d}💻 資生堂"));
    for parse in [parse_key, parse_own_key] {
        let key = json!({"name": "\u{1b}[2J", "face": "data"}).to_string();
        let told = ["name must have no control, format or bidirectional characters. Got U+001B."];
        assert_eq!(messages(parse(key.as_bytes())), told);
    }
    // All names of brands are checked, and all violations are reported.
    let brands = json!([
        {"label": "Velunara", "terms": ["velunara", "velu\u{202e}"], "must_context": ["\u{202e}serum"],
         "must_not_context": ["toy", "\u{202e}dog"]},
        {"label": "\u{202e}Aurelia", "terms": ["aurelia"]},
    ]);
    let told = ["brands[0].terms[1]", "brands[0].must_context[0]", "brands[0].must_not_context[1]", "brands[1].label"]
        .map(|place| format!("{place} {RULE}"));
    assert_eq!(messages(parse_brands(json!({"brands": brands}).to_string().as_bytes())), told);
    let body = json!({"name": "A", "plan": "starter", "brands": brands}).to_string();
    assert_eq!(messages(parse_account(body.as_bytes(), true)), told);
    let good = json!({"brands": [{"label": "C++", "terms": ["c++"], "must_context": []}]}).to_string();
    assert!(parse_brands(good.as_bytes()).is_ok());
    for (name, is_good) in [("agency_2-a", true), ("", false), ("Agency", false), ("a\u{202e}", false)] {
        assert_eq!(check_plan_name(name).is_ok(), is_good, "{name:?}");
    }
}

#[test]
fn limits_are_whole_numbers_and_at_least_one() {
    assert_eq!(parse_limits(br#"{"per_minute": 5, "per_day": null}"#).unwrap().per_minute, Some(5));
    assert_eq!(messages(parse_limits(b"{}")).len(), 1);
    assert_eq!(messages(parse_limits(br#"{"per_minute": -1}"#)).len(), 1);
}

#[test]
fn a_rotation_has_at_most_three_days_of_grace() {
    assert_eq!(parse_rotation(b"{}"), Ok(0));
    assert_eq!(parse_rotation(br#"{"grace_hours": 72}"#), Ok(72));
    assert_eq!(messages(parse_rotation(br#"{"grace_hours": 73}"#)), ["grace_hours must be between 0 and 72. Got 73."]);
}

fn row(period: &str, key: &str, status: UsageStatus, requests: u64, charged: u64) -> UsageRow {
    let (endpoint, status) = ("GET /v1/mentions".to_owned(), status.name().to_owned());
    let (period, key) = (period.to_owned(), key.to_owned());
    UsageRow { period, endpoint, key, api: Api::Account, status, requests, charged, cost: 8 * charged }
}

fn latency(bucket: u64, requests: u64) -> LatencyRow {
    let (period, endpoint) = ("2026-03-01".to_owned(), String::new());
    LatencyRow { period, endpoint, api: Api::Account, bucket, requests }
}

fn asked(query: &str) -> Value {
    let today = Date::parse("2026-03-03").unwrap();
    let request = Question::parse(AccountOperation::AccountUsage, query.as_bytes()).unwrap();
    let question = UsageQuestion::new(&request, today).unwrap();
    let (from, before) = question.periods();
    let mut rows = vec![
        row("2026-02-28", "tok_a", UsageStatus::Answered, 5, 5),
        row("2026-03-02T09", "tok_b", UsageStatus::Answered, 7, 7),
        row("2026-03-02T10", "tok_a", UsageStatus::Limited, 3, 0),
        row("2026-03-02T10", "tok_a", UsageStatus::Refused, 2, 0),
    ];
    rows.retain(|row| row.period >= from && row.period < before);
    let usage = UsageRows { rows, latencies: vec![latency(20, 1), latency(5, 9), latency(80, 10)] };
    serde_json::to_value(question.answer(&usage, UsageLimits::default(), Some("ds_1"), "2026-03-03T08:15:00Z", today))
        .unwrap()
}

#[test]
fn periods_add_up_whatever_they_are_kept_by() {
    let answer = asked("from=2026-02-28&to=2026-03-03");
    let requests: Vec<_> =
        answer["series"].as_array().unwrap().iter().map(|point| (&point["period"], &point["requests"])).collect();
    let expected = json!([["2026-02-28", 5], ["2026-03-01", 0], ["2026-03-02", 12], ["2026-03-03", 0]]);
    assert_eq!(json!(requests), expected);
    let totals = &answer["totals"];
    assert_eq!((&totals["requests"], &totals["charged"], &totals["cost_units"]), (&json!(17), &json!(12), &json!(96)));
    assert_eq!(
        (&totals["errors_4xx"], &totals["rate_limited"], &totals["errors_5xx"]),
        (&json!(2), &json!(3), &json!(0))
    );
    assert_eq!((&totals["p50_ms"], &totals["p95_ms"]), (&json!(20), &json!(80)));
    assert_eq!(answer["meta"]["partial_periods"], json!(["2026-03-03"]));
    assert_eq!(asked("interval=month")["series"].as_array().unwrap().len(), 2);
    assert_eq!(asked("interval=hour&from=2026-03-02&to=2026-03-02")["series"][9]["requests"], 7);
}

#[test]
fn groups_are_what_requests_have_in_common() {
    let answer = asked("group_by=token,status");
    assert_eq!(answer["groups"][0], json!({"status": "2xx", "token": "tok_b", "requests": 7, "charged": 7}));
    assert_eq!(answer["groups"].as_array().unwrap().len(), 4);
    assert_eq!(answer["meta"]["filters"], json!({"group_by": ["status", "token"]}));
    assert_eq!(asked("")["groups"], json!([]));
}

#[test]
fn a_window_is_checked_once_its_end_is_known() {
    let code = |query: &str| {
        let request = Question::parse(AccountOperation::AccountUsage, query.as_bytes()).unwrap();
        let problems = UsageQuestion::new(&request, Date::parse("2026-03-03").unwrap()).unwrap_err();
        problems.violations()[0].code.name()
    };
    assert_eq!(code("from=2026-03-04"), "invalid_range");
    assert_eq!(code("from=2025-03-02"), "window_too_long");
    assert_eq!(code("from=2026-02-01&interval=hour"), "limit_violation");
}

#[test]
fn each_question_is_part_of_its_smallest_plan_and_of_those_above() {
    for operation in AccountOperation::ALL {
        let plans = ["starter", "professional", "enterprise"].map(|plan| authorize(plan, operation).is_ok());
        assert_eq!(plans, [operation.endpoint().plan == "starter", true, true], "{operation:?}");
    }
    let refused = authorize("starter", AccountOperation::Trends).unwrap_err();
    assert_eq!(refused.message, "endpoint GET /v1/trends needs plan professional or higher. Current plan: starter.");
    assert!(authorize("our own", AccountOperation::Trends).is_ok());
}
