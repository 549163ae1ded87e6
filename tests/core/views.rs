//! Account views: their heads and names.

use overheard::query::plan::Days;
use overheard::query::view::{Chunk, Head, Interner, NamesOf, Of, ViewColumn};
use overheard::segment::MISSING;
use std::collections::BTreeSet;
use strum::VariantArray;

#[test]
fn rows_of_some_days_are_those_that_touch_them() {
    let chunk = |first, last| Chunk { mentions: 1, first, last };
    let head = Head { chunks: vec![chunk(1, 4), chunk(4, 4), chunk(6, 9)], ..Head::default() };
    let of = |first, last| head.chunks_of(Days { first, last });
    assert_eq!((of(1, 3), of(4, 4), of(5, 5), of(5, 6), of(10, 12)), (0..1, 0..2, 2..2, 2..3, 3..3));
    assert_eq!(head.chunks_of(Days::ALL), 0..3);
}

#[test]
fn positions_are_in_the_order_of_texts() {
    let mut names = Interner::default();
    let numbers: Vec<i64> = ["price", "glow", "price"].iter().map(|text| names.number(text)).collect();
    assert_eq!((numbers, names.number_of(None)), (vec![0, 1, 0], MISSING));
    assert_eq!(names.sorted(), (vec!["glow".to_owned(), "price".to_owned()], vec![1, 0]));
}

/// Views that are kept are read by these names.
#[test]
fn parts_of_views_keep_their_names() {
    assert_eq!(ViewColumn::of_mentions().count(), 21);
    let of_influencers = ViewColumn::VARIANTS.iter().filter(|column| column.of() == Of::Influencers);
    let expected = ["influencer_id", "snapshot", "country", "categories", "subscribers", "engagement"];
    assert_eq!(of_influencers.map(|column| column.name()).collect::<Vec<_>>(), expected);
    assert_eq!((ViewColumn::IndexedAt.name(), ViewColumn::Label.name()), ("indexed_at", "label"));
    let names: Vec<&str> = NamesOf::VARIANTS.iter().map(|of| of.name()).collect();
    let kinds =
        ["platforms", "categories of mentions", "languages", "regions", "names of topics", "names of components"];
    assert_eq!(names, [&kinds[..], &["channels"]].concat());
    let parts: BTreeSet<&str> = ViewColumn::VARIANTS.iter().map(|column| column.name()).chain(names).collect();
    assert_eq!(parts.len(), ViewColumn::VARIANTS.len() + NamesOf::VARIANTS.len());
}
