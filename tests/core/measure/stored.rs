//! Stored integers, and the metric of buckets.

use overheard::base::number::Number;
use overheard::measure::{highest_stored, lowest_stored, metric};
use overheard::spec::{MetricType, Unit};

#[test]
fn the_mean_of_scores_is_one_division_of_integers() {
    assert_eq!(metric(MetricType::Avg, Unit::Score, 3, 1_000_000, 0), Some(Number::rounded(0.333333, 6)));
    assert_eq!(metric(MetricType::Sum, Unit::Usd, 2, 12_345, 0), Some(Number::rounded(123.45, 2)));
    assert_eq!(metric(MetricType::Max, Unit::Count, 0, 0, 0), None);
}

#[test]
fn stored_ends_are_exact_where_the_product_is_not() {
    assert_eq!(lowest_stored(0.0742, Unit::Ratio), 74_200_000);
    assert_eq!(highest_stored(0.0742, Unit::Ratio), 74_200_000);
    assert_eq!(lowest_stored(10.5, Unit::Count), 11);
    assert_eq!(highest_stored(10.5, Unit::Count), 10);
    assert!(lowest_stored(-9_007_199_254_740_991.0, Unit::Ratio) < -1_000_000_000_000);
}

#[test]
fn an_end_between_two_stored_values_excludes_both_sides_rightly() {
    assert_eq!(lowest_stored(0.000_000_000_5, Unit::Ratio), 1);
    assert_eq!(highest_stored(0.000_000_000_5, Unit::Ratio), 0);
}
