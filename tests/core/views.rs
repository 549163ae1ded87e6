//! Account views: their heads and names.

use overheard::guard::request::MonitoredBrand;
use overheard::query::plan::Days;
use overheard::query::view::{Chunk, Head, brand_name, name};
use std::collections::BTreeMap;

#[test]
fn rows_of_some_days_are_those_that_touch_them() {
    let chunk = |first, last| Chunk { mentions: 1, first, last };
    let head = Head::new(vec![chunk(1, 4), chunk(4, 4), chunk(6, 9)], &BTreeMap::new());
    let of = |first, last| head.chunks_of(Days { first, last });
    assert_eq!((of(1, 3), of(4, 4), of(5, 5), of(5, 6), of(10, 12)), (0..1, 0..2, 2..2, 2..3, 3..3));
    assert_eq!(head.chunks_of(Days::ALL), 0..3);
}

#[test]
fn accounts_with_the_same_brands_see_the_same() {
    let brand = |id: &str, label: &str, terms: &[&str]| MonitoredBrand {
        id: id.to_owned(),
        label: label.to_owned(),
        terms: terms.iter().map(|term| (*term).to_owned()).collect(),
        must_context: Vec::new(),
        exact: false,
    };
    let one = [brand("brd_1", "A", &["aurelia"]), brand("brd_2", "B", &["borealis"])];
    let other = [brand("brd_3", "C", &["aurelia"]), brand("brd_4", "D", &["borealis"])];
    assert_eq!(name(&one), name(&other));
    // The bits of brands are in their order.
    let [first, second] = other;
    assert_ne!(name(&one), name(&[second, first.clone()]));
    let exact = MonitoredBrand { exact: true, ..first.clone() };
    assert_ne!(brand_name(&first), brand_name(&exact));
}
