//! Formats dates and numbers.

use crate::base::date::Date;

/// Formats a day, such as `1 February 2026`. A text that is no date stays as it is.
pub(super) fn day(iso: &str) -> String {
    Date::parse(iso).map_or_else(|| iso.to_owned(), Date::in_words)
}

/// Formats a period by its first and last day.
pub(super) fn period((first, last): &(String, String)) -> String {
    format!("{} – {}", day(first), day(last))
}

/// Formats a number with fixed decimals and thousands separators.
pub(super) fn number(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let (whole, rest) = text.split_at_checked(text.find('.').unwrap_or(text.len())).unwrap_or((&text, ""));
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let is_zero = text.chars().all(|digit| matches!(digit, '0' | '.'));
    let sign = if value < 0.0 && !is_zero { "−" } else { "" };
    format!("{sign}{grouped}{rest}")
}

/// Returns the number of decimals that these numbers need, at most three.
pub(super) fn decimals(values: impl Iterator<Item = f64> + Clone) -> usize {
    let scales = [1.0, 10.0, 100.0];
    let fits = |scale: f64| values.clone().all(|value| ((value * scale).round() - value * scale).abs() < 1e-6 * scale);
    scales.iter().position(|scale| fits(*scale)).unwrap_or(3)
}
