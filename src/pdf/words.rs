//! Dates and numbers as readers write them.

use crate::base::date::Date;

/// A day, such as `1 February 2026`. What is no date stays as it is.
pub(super) fn day(iso: &str) -> String {
    Date::parse(iso).map_or_else(|| iso.to_owned(), Date::in_words)
}

/// Two days and what lies between them.
pub(super) fn period((first, last): &(String, String)) -> String {
    format!("{} – {}", day(first), day(last))
}

/// A number with so many decimals, its thousands apart.
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

/// How many decimals these numbers need, three at most.
pub(super) fn decimals(values: impl Iterator<Item = f64> + Clone) -> usize {
    let scales = [1.0, 10.0, 100.0];
    let fits = |scale: f64| values.clone().all(|value| ((value * scale).round() - value * scale).abs() < 1e-6 * scale);
    scales.iter().position(|scale| fits(*scale)).unwrap_or(3)
}
