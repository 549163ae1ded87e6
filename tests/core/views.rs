//! Account views: their heads and names.

use overheard::backend::columnar::plan::Days;
use overheard::backend::columnar::view::{ViewChunk, ViewHead, match_name, view_name};
use overheard::guard::request::MonitoredBrand;
use std::collections::BTreeMap;

#[test]
fn rows_of_some_days_are_those_that_touch_them() {
    let chunk = |first, last| ViewChunk { mentions: 1, first, last };
    let head = ViewHead::new(vec![chunk(1, 4), chunk(4, 4), chunk(6, 9)], &BTreeMap::new(), Vec::new());
    let of = |first, last| head.chunks_of(Days { first, last });
    assert_eq!((of(1, 3), of(4, 4), of(5, 5), of(5, 6), of(10, 12)), (0..1, 0..2, 2..2, 2..3, 3..3));
    assert_eq!(head.chunks_of(Days::ALL), 0..3);
}

fn brand(id: &str, label: &str, term: &str) -> MonitoredBrand {
    let terms = vec![term.to_owned()];
    MonitoredBrand {
        id: id.to_owned(),
        label: label.to_owned(),
        terms,
        must_context: Vec::new(),
        must_not_context: Vec::new(),
        exact: false,
    }
}

#[test]
fn names_say_what_is_seen_and_not_whose_it_is() {
    let [one, other] = [brand("brd_1", "One", "Aurel"), brand("brd_2", "Other", "Borel")];
    let same = brand("brd_9", "Another label", "Aurel");
    assert_eq!(
        (match_name(&one), view_name(&[one.clone(), other.clone()])),
        (match_name(&same), view_name(&[same, other.clone()]))
    );
    // The bits of brands have the order of the account.
    assert_ne!(view_name(&[one.clone(), other.clone()]), view_name(&[other.clone(), one.clone()]));
    for changed in [
        MonitoredBrand { exact: true, ..one.clone() },
        MonitoredBrand { must_context: vec!["price".to_owned()], ..one.clone() },
        MonitoredBrand { must_not_context: vec!["price".to_owned()], ..one.clone() },
        MonitoredBrand { terms: vec!["Aurel".to_owned(), "Borel".to_owned()], ..one.clone() },
    ] {
        assert_ne!(match_name(&changed), match_name(&one));
    }
}

/// Checks the names, which are also the names of stored rows.
#[test]
fn names_stay_as_they_are() {
    assert_eq!(match_name(&brand("", "", "Aurel")), "521e970ad1a8b7b84991e9972e1db57c");
    assert_eq!(view_name(&[brand("", "", "Aurel"), brand("", "", "Borel")]), "2e1643fe10a67ec1b1a2b8fa67838ff9");
}
