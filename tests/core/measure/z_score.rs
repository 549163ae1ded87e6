//! The z-score of a count.

use overheard::base::number::round;
use overheard::measure::z_score;
use proptest::prelude::*;

fn z(count: u64, baseline: &[u64]) -> Option<f64> {
    z_score(count, baseline.iter().copied())
}

#[test]
fn the_published_examples() {
    for (count, baseline, expected) in [
        (42, [9, 12, 10, 13], 9.35),
        (96, [70, 78, 74, 82], 2.29),
        (61, [88, 92, 90, 86], -2.97),
        (18, [0, 0, 0, 0], 18.0),
        (30, [6, 4, 9, 11], 7.24),
    ] {
        assert_eq!(z(count, &baseline).map(|z| round(z, 2)), Some(expected), "{count}");
    }
}

#[test]
fn an_even_baseline_has_the_variance_of_its_mean() {
    assert_eq!(z(20, &[16, 16, 16]), Some(1.0));
    assert_eq!(z(13, &[16; 28]), Some(-0.75));
}

#[test]
fn thresholds_are_met_exactly() {
    // Mean 9, sample variance 36: (18 - 9) / 6.
    assert_eq!(z(18, &[3, 9, 15]), Some(1.5));
    // Mean 9, which is the minimum of the variance: (18 - 9) / 3.
    assert_eq!(z(18, &[9, 9, 9]), Some(3.0));
}

#[test]
fn fewer_than_two_counts_say_nothing() {
    assert_eq!(z(5, &[]), None);
    assert_eq!(z(5, &[1]), None);
    assert_eq!(z(5, &[1, 1]), Some(4.0));
}

proptest! {
    #[test]
    fn is_the_published_formula(count in 0..100_000_u64, baseline in proptest::collection::vec(0..100_000_u64, 2..30)) {
        let length = baseline.len() as f64;
        let mean = baseline.iter().sum::<u64>() as f64 / length;
        let variance = baseline.iter().map(|c| (*c as f64 - mean).powi(2)).sum::<f64>() / (length - 1.0);
        let expected = (count as f64 - mean) / variance.max(mean).max(1.0).sqrt();
        let z = z(count, &baseline).unwrap();
        prop_assert!((z - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{} {}", z, expected);
    }

    #[test]
    fn is_finite_and_grows_with_the_count(count in 0..1_u64 << 53, baseline in proptest::collection::vec(0..1_u64 << 53, 2..30)) {
        let (z, next) = (z(count, &baseline).unwrap(), z(count + 1_000_000, &baseline).unwrap());
        prop_assert!(z.is_finite() && z <= next);
    }
}
