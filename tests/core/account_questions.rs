//! Queries of the Account API: their windows, ids and addresses.

use overheard::base::date::Date;
use overheard::guard::request::account::id::{IdKind, PublicId};
use overheard::guard::request::account::{whole_query, window_of};
use overheard::spec::AccountOperation;
use proptest::prelude::*;

/// Returns the window, or the code and the place of its error.
fn window(from: &str, to: &str, days: i64, last: &str, interval: Option<&str>) -> String {
    let [from, to, last] = [from, to, last].map(Date::parse);
    match window_of(
        (from, to),
        days,
        last,
        Date::parse("2026-03-03").unwrap(),
        interval.map(|name| name.parse().unwrap()),
    ) {
        Ok(window) => window.to_string(),
        Err(problems) => {
            let violation = &problems.violations()[0];
            format!("{} {}", violation.code.name(), violation.param)
        }
    }
}

#[test]
fn windows_that_are_not_said_end_with_the_data_or_today() {
    for (from, to, days, last, expected) in [
        ("", "", 30, "2026-03-02", "2026-02-01..2026-03-02"),
        ("", "", 30, "2026-03-09", "2026-02-02..2026-03-03"),
        ("", "", 7, "", "2026-02-25..2026-03-03"),
        ("", "2025-01-31", 30, "2026-03-02", "2025-01-02..2025-01-31"),
        ("", "2027-01-31", 30, "2026-03-02", "2027-01-02..2027-01-31"),
        ("", "0001-01-01", 30, "2026-03-02", "0000-12-03..0001-01-01"),
        ("2026-01-01", "", 30, "2026-03-02", "2026-01-01..2026-03-02"),
        ("2026-03-02", "", 30, "2026-03-02", "2026-03-02..2026-03-02"),
        ("2026-01-01", "2026-01-02", 30, "2026-03-02", "2026-01-01..2026-01-02"),
    ] {
        assert_eq!(window(from, to, days, last, None), expected, "{from}..{to} {days} {last}");
    }
}

#[test]
fn a_window_without_an_end_is_checked_when_its_end_is_known() {
    let from = |from, interval| window(from, "", 30, "2026-03-02", interval);
    assert_eq!(from("2026-03-03", None), "invalid_range ?from");
    assert_eq!(from("2024-03-02", None), "2024-03-02..2026-03-02");
    assert_eq!(from("2024-03-01", None), "window_too_long ?to");
    assert_eq!(from("2025-01-27", Some("day")), "2025-01-27..2026-03-02");
    assert_eq!(from("2025-01-26", Some("day")), "limit_violation ?interval");
    assert_eq!(from("2025-01-26", Some("auto")), "2025-01-26..2026-03-02");
}

#[test]
fn an_id_in_a_path_is_one_parameter_whatever_it_holds() {
    let query = |path, query| whole_query(AccountOperation::InfluencerMentions, path, query);
    assert_eq!(query("/v1/influencers/inf_1/mentions", "limit=7"), "id=inf%5F1&limit=7");
    assert_eq!(query("/v1/influencers/a&b=+%26%/mentions", ""), "id=a%26b%3D%2B%26%25&");
    assert_eq!(whole_query(AccountOperation::Mentions, "/v1/mentions", "limit=7"), "limit=7");
}

#[test]
fn ids_never_change() {
    // Computed with Python's hmac.
    assert_eq!(PublicId::of(IdKind::Mention, "m1").to_string(), "men_7TH25M4FKWWZ");
    assert_eq!(PublicId::of(IdKind::Influencer, "m1").to_string(), "inf_Y4A6W9CNDCAS");
    assert_eq!(PublicId::of(IdKind::Influencer, "crème").to_string(), "inf_HES9GTVG2SPW");
}

#[test]
fn only_texts_of_the_one_form_are_ids() {
    let text = PublicId::of(IdKind::Mention, "m1").to_string();
    let ((short, _), (_, bare), long) = (text.split_at(14), text.split_at(4), format!("{text}0"));
    for wrong in ["", "men_", short, bare, &long, &text.to_lowercase(), &text.replace("men_", "inf_")] {
        assert_eq!(PublicId::parse(IdKind::Mention, wrong), None, "{wrong}");
    }
    assert_eq!(PublicId::parse(IdKind::Mention, "men_00000000000U"), None);
    assert_eq!(PublicId::parse(IdKind::Mention, "men_0000000000é"), None);
}

proptest! {
    #[test]
    fn ids_are_read_as_they_are_written(natural in ".*") {
        for kind in [IdKind::Influencer, IdKind::Mention] {
            let id = PublicId::of(kind, &natural);
            prop_assert_eq!(PublicId::parse(kind, &id.to_string()), Some(id));
            prop_assert_eq!(PublicId::from_bits(kind, id.bits()), id);
        }
    }

    #[test]
    fn ids_are_in_the_order_of_texts(first in ".*", second in ".*") {
        let [first, second] = [first, second].map(|natural| PublicId::of(IdKind::Mention, &natural));
        prop_assert_eq!(first.cmp(&second), first.to_string().cmp(&second.to_string()));
        prop_assert_eq!(first.cmp(&second), first.bits().cmp(&second.bits()));
        let influencer = PublicId::of(IdKind::Influencer, "a");
        prop_assert_eq!(influencer.cmp(&first), influencer.to_string().cmp(&first.to_string()));
    }
}
