//! Share of voice.

use super::share_pct;
use crate::base::number::Number;

/// A brand's percent of the requested brands' total, 2 decimals. 0 when the total is 0.
///
/// The total is the sum over the requested brands, not their union: a video that names two brands counts for
/// both, and shares add up to 100 (up to 0.005 per brand, since each share is rounded on its own).
pub fn share(part: u64, total: u64) -> Number {
    share_pct(part, total)
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn shares_of_the_published_example() {
        assert_eq!(share(45, 80).value(), 56.25);
        assert_eq!(share(30, 80).value(), 37.5);
        assert_eq!(share(5, 80).value(), 6.25);
    }

    #[test]
    fn an_empty_month_has_share_zero() {
        assert_eq!(share(0, 0).value(), 0.0);
    }
}
