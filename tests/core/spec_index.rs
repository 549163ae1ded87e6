//! The three indices, and the uses of their fields.

use overheard::spec::{Code, Index};
use overheard::spec::{FilterKind, Kind};

#[test]
fn every_use_names_a_field_of_its_index() {
    for index in Index::ALL {
        let entry = index.entry();
        let uses = [entry.filterable, entry.group_by, entry.metrics, entry.sortable, entry.co_mention_groups];
        for name in uses.concat() {
            assert!(entry.field(name).is_some(), "{name} of {}", entry.name);
        }
    }
}

#[test]
fn metrics_are_numbers_and_sorts_are_numbers_or_dates() {
    for index in Index::ALL {
        let entry = index.entry();
        for name in entry.metrics {
            assert!(matches!(entry.field(name).unwrap().kind, Kind::Number(_)));
        }
        for name in entry.sortable {
            assert_ne!(entry.field(name).unwrap().kind, Kind::Text);
        }
    }
}

#[test]
fn co_mentions_are_counted_over_the_term_filters() {
    for index in Index::ALL {
        let entry = index.entry();
        let is_term = |name: &&str| entry.field(name).unwrap().filter_kind() == FilterKind::Term;
        let terms: Vec<&str> = entry.filterable.iter().copied().filter(is_term).collect();
        let expected = if entry.co_mention_groups.is_empty() { Vec::new() } else { terms };
        assert_eq!(entry.co_mention_fields, expected);
    }
}

#[test]
fn names_and_entries_agree() {
    let names: Vec<_> = Index::ALL.iter().map(|index| index.name()).collect();
    assert_eq!(names, Index::NAMES);
}

#[test]
fn every_code_round_trips_through_its_name() {
    for code in Code::ALL {
        assert_eq!(Code::from_name(code.name()), Some(*code));
        assert!((400..600).contains(&code.status()));
    }
}
