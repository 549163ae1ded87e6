//! The meter: windows with their limits, and the headers that report them.

use overheard::service::meter::headers::headers;
use overheard::service::meter::problem::problem;
use overheard::service::meter::usage::*;
use overheard::service::meter::window::*;
use proptest::prelude::*;

/// 2026-01-31T23:59:30Z
const LATE_IN_JANUARY: i64 = 1_769_903_970;

fn limits(minute: u64, day: u64, month: u64) -> PlanLimits {
    PlanLimits { per_minute: Some(minute), per_day: Some(day), per_month: Some(month) }
}

#[test]
fn windows_are_of_the_calendar() {
    assert_eq!(Policy::Minute.resets_at(LATE_IN_JANUARY) - LATE_IN_JANUARY, 30);
    assert_eq!(Policy::Day.resets_at(LATE_IN_JANUARY), LATE_IN_JANUARY + 30);
    assert_eq!(Policy::Month.resets_at(LATE_IN_JANUARY), LATE_IN_JANUARY + 30);
    assert_eq!(Policy::Month.length(LATE_IN_JANUARY), 31 * 86_400);
    assert_eq!(Policy::Month.length(LATE_IN_JANUARY + 30), 28 * 86_400);
}

#[test]
fn a_full_minute_refuses_and_opens_again() {
    let mut counters = Counters::default();
    let reserve = |counters: &mut Counters, now| counters.reserve(&limits(2, 9, 9), now, Charge::Quota);
    assert!(reserve(&mut counters, 60).is_admitted() && reserve(&mut counters, 61).is_admitted());
    let refused = reserve(&mut counters, 90);
    assert_eq!(
        (refused.violated.as_slice(), refused.charged, refused.retry_after()),
        (&[Policy::Minute][..], false, 30)
    );
    let admitted = reserve(&mut counters, 120);
    assert!(admitted.is_admitted());
    assert_eq!(counters.day.count, 3);
}

#[test]
fn a_used_quota_refuses_until_its_window_ends() {
    let mut counters = Counters::default();
    counters.reserve(&limits(9, 1, 1), LATE_IN_JANUARY, Charge::Quota);
    let refused = counters.reserve(&limits(9, 1, 9), LATE_IN_JANUARY, Charge::Quota);
    assert_eq!((refused.violated.as_slice(), refused.retry_after()), (&[Policy::Day][..], 30));
    assert_eq!(counters.minute.count, 2, "the minute counts every request");
    assert!(counters.reserve(&limits(9, 1, 1), LATE_IN_JANUARY + 30, Charge::Quota).is_admitted());
}

#[test]
fn a_refused_request_is_not_charged() {
    let mut counters = Counters::default();
    let verdict = counters.reserve(&limits(5, 0, 0), 60, Charge::Refused);
    assert!(verdict.is_admitted() && !verdict.charged);
    let verdict = counters.reserve(&limits(5, 0, 0), 60, Charge::Burst);
    assert_eq!(verdict.violated, [Policy::Day, Policy::Month]);
    assert_eq!((counters.minute.count, counters.day.count), (2, 0));
}

#[test]
fn a_free_request_needs_no_quota_but_counts_in_the_minute() {
    let mut counters = Counters::default();
    let verdict = counters.reserve(&limits(1, 0, 0), 60, Charge::Free);
    assert!(verdict.is_admitted() && !verdict.charged);
    assert_eq!(counters.reserve(&limits(1, 0, 0), 61, Charge::Free).violated, [Policy::Minute]);
}

#[test]
fn a_charge_of_an_ended_window_is_not_refunded_to_the_next() {
    let mut counters = Counters::default();
    counters.reserve(&limits(9, 9, 9), LATE_IN_JANUARY, Charge::Quota);
    counters.reserve(&limits(9, 9, 9), LATE_IN_JANUARY + 60, Charge::Quota);
    counters.refund(LATE_IN_JANUARY);
    assert_eq!((counters.day.count, counters.month.count), (1, 1));
    counters.refund(LATE_IN_JANUARY + 60);
    assert_eq!((counters.day.count, counters.month.count), (0, 0));
}

#[test]
fn the_smallest_rest_binds_first() {
    let mut counters = Counters::default();
    let first = |verdict: &Verdict| verdict.tightest_limit().map(|status| status.policy);
    assert_eq!(first(&counters.reserve(&limits(2, 2, 9), 60, Charge::Quota)), Some(Policy::Minute));
    assert_eq!(first(&counters.reserve(&limits(9, 2, 9), 120, Charge::Quota)), Some(Policy::Day));
    assert_eq!(first(&counters.reserve(&PlanLimits::default(), 120, Charge::Quota)), None);
}

/// Returns requests: seconds after the previous one, the caller, and the charge.
fn requests() -> impl Strategy<Value = Vec<(i64, usize, Charge)>> {
    let charge = prop::sample::select(vec![Charge::Quota, Charge::Burst, Charge::Free, Charge::Refused]);
    let step = prop_oneof![4 => 0..40_i64, 1 => 0..100_000_i64, 1 => 0..3_000_000_i64];
    prop::collection::vec((step, 0..3_usize, charge), 0..200)
}

proptest! {
    /// Compares the meter with a list of all accepted requests, which counts those in the current windows.
    #[test]
    fn admits_what_a_list_of_all_requests_admits(
        requests in requests(), minute in 0..8_u64, day in 0..12_u64, month in 0..30_u64,
    ) {
        let limits = limits(minute, day, month);
        let (mut minutes, mut quota) = ([Counter::default(); 3], (Counter::default(), Counter::default()));
        let (mut asked, mut charged): (Vec<(i64, usize)>, Vec<i64>) = (Vec::new(), Vec::new());
        let mut now = LATE_IN_JANUARY - 100;
        for (step, key, charge) in requests {
            now += step;
            let same = |policy: Policy, time: i64| policy.window(time) == policy.window(now);
            let in_minute = asked.iter().filter(|(time, of)| *of == key && same(Policy::Minute, *time)).count() as u64;
            let count = |policy| charged.iter().filter(|time| same(policy, **time)).count() as u64;
            let fits_minute = in_minute < minute;
            let fits_quota = count(Policy::Day) < day && count(Policy::Month) < month;
            let needs_quota = matches!(charge, Charge::Quota | Charge::Burst);
            let admitted = fits_minute && (fits_quota || !needs_quota);
            if fits_minute {
                asked.push((now, key));
            }
            if admitted && charge == Charge::Quota {
                charged.push(now);
            }

            let mut counters = Counters { minute: minutes[key], day: quota.0, month: quota.1 };
            let verdict = counters.reserve(&limits, now, charge);
            (minutes[key], quota) = (counters.minute, (counters.day, counters.month));
            prop_assert_eq!(verdict.is_admitted(), admitted);
            prop_assert_eq!(verdict.charged, admitted && charge == Charge::Quota);
            let left = |policy| verdict.limit_statuses.iter().find(|status| status.policy == policy).unwrap().remaining;
            let count = |policy: Policy| charged.iter().filter(|time| policy.window(**time) == policy.window(now)).count() as u64;
            prop_assert_eq!(left(Policy::Day), day.saturating_sub(count(Policy::Day)));
            prop_assert_eq!(left(Policy::Month), month.saturating_sub(count(Policy::Month)));
            prop_assert!(verdict.is_admitted() || verdict.retry_after() >= 1);
        }
    }
}

#[test]
fn say_what_is_left_and_when_it_comes_back() {
    let limits = PlanLimits { per_minute: Some(500), per_day: Some(50_000), per_month: None };
    // 2026-03-01T08:50:29Z
    let verdict = Counters::default().reserve(&limits, 1_772_355_029, Charge::Quota);
    let headers = headers(&verdict);
    let value = |name: &str| headers.iter().find(|(of, _)| *of == name).map(|(_, value)| value.as_str());
    assert_eq!(value("x-ratelimit-limit"), Some("500"));
    assert_eq!(value("x-ratelimit-remaining"), Some("499"));
    assert_eq!(value("x-ratelimit-reset"), Some("1772355060"));
    assert_eq!(value("ratelimit-policy"), Some("\"minute\";q=500;w=60, \"day\";q=50000;w=86400"));
    assert_eq!(value("ratelimit"), Some("\"minute\";r=499;t=31, \"day\";r=49999;t=54571"));
}

#[test]
fn without_limits_there_is_nothing_to_say() {
    assert!(headers(&Counters::default().reserve(&PlanLimits::default(), 60, Charge::Quota)).is_empty());
}

#[test]
fn says_which_limit_and_when_it_opens() {
    let limits = PlanLimits { per_minute: Some(0), ..PlanLimits::default() };
    let refused = body(&limits);
    assert_eq!(refused["status"], 429);
    assert_eq!(refused["code"], "rate_limited");
    assert_eq!(refused["retryable"], true);
    assert_eq!(refused["violated-policies"], serde_json::json!(["minute"]));
    assert_eq!(refused["message"], "the key has used its 0 requests per minute. Retry in 59 s.");
    let refused = body(&PlanLimits { per_minute: Some(1), per_day: Some(0), per_month: None });
    assert_eq!(
        (&refused["code"], &refused["violated-policies"]),
        (&"quota_exceeded".into(), &serde_json::json!(["day"]))
    );
    assert!(refused["type"].as_str().unwrap().starts_with("https://iana.org/"));
}

fn body(limits: &PlanLimits) -> serde_json::Value {
    let problem = problem(&Counters::default().reserve(limits, 61, Charge::Quota), "req_1");
    serde_json::from_str(&problem.write()).unwrap()
}

#[test]
fn periods_are_utc() {
    // 2026-01-31T23:59:30Z
    let now = 1_769_903_970;
    assert_eq!((hour(now), day(now), month(now)), ("2026-01-31T23".into(), "2026-01-31".into(), "2026-01".into()));
    assert_eq!((months_before(now, 13), days_before(now, 31)), ("2024-12".into(), "2025-12-31".into()));
}

#[test]
fn every_latency_has_a_bucket() {
    assert_eq!([0, 1, 4, 33, 200, 201, 99_999].map(bucket), [1, 1, 5, 50, 200, 500, 30_000]);
}
