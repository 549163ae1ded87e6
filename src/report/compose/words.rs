//! Formats numbers and dates for readers.

use crate::base::date::Date;
use crate::spec::request::account::mention_filter::MentionFilter;
use serde_json::{Number, Value};

/// The text in place of a missing number.
pub const NOTHING: &str = "–";
/// The text in place of a sum that is known for no video.
pub const UNKNOWN: &str = "unknown";

/// Formats a number with thousands separators. All digits are those of the endpoint.
pub fn number(value: &Number) -> String {
    let text = value.to_string();
    let (sign, size) = text.strip_prefix('-').map_or(("", text.as_str()), |size| ("-", size));
    let (whole, fraction) = size.split_once('.').map_or((size, None), |(whole, fraction)| (whole, Some(fraction)));
    let mut grouped = String::new();
    for (position, digit) in whole.chars().enumerate() {
        if position > 0 && (whole.len() - position).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    match fraction {
        Some(fraction) => format!("{sign}{grouped}.{fraction}"),
        None => format!("{sign}{grouped}"),
    }
}

/// Formats a value for a table.
pub fn cell(value: Option<&Value>) -> String {
    match value {
        Some(Value::Number(value)) => number(value),
        Some(Value::String(text)) => text.clone(),
        _ => NOTHING.to_owned(),
    }
}

/// Formats a value in percent.
pub fn percent(value: Option<&Value>) -> String {
    match value {
        Some(Value::Number(value)) => format!("{}%", number(value)),
        _ => NOTHING.to_owned(),
    }
}

/// Formats a change in percent, with its sign.
pub fn change(value: Option<&Value>) -> String {
    let text = percent(value);
    if value.and_then(Value::as_f64).is_some_and(|change| change > 0.0) { format!("+{text}") } else { text }
}

/// Formats a difference, with its sign.
pub fn difference(value: Option<&Value>) -> String {
    let text = cell(value);
    if value.and_then(Value::as_f64).is_some_and(|difference| difference > 0.0) { format!("+{text}") } else { text }
}

/// Formats a count with its noun.
pub fn count(of: u64, one: &str, several: &str) -> String {
    format!("{} {}", number(&of.into()), if of == 1 { one } else { several })
}

/// Joins names: `a`, `a and b`, `a, b and c`.
pub fn names<T: AsRef<str>>(names: &[T]) -> String {
    match names {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}

/// Formats a name for a sentence. A right-to-left name is isolated, so that numbers after it keep their place.
pub fn name(name: &str) -> String {
    const FIRST_STRONG_ISOLATE: char = '\u{2068}';
    const POP_ISOLATE: char = '\u{2069}';
    if !name.chars().any(is_right_to_left) {
        return name.to_owned();
    }
    let inner =
        name.chars().filter(|character| !matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'));
    [FIRST_STRONG_ISOLATE].into_iter().chain(inner).chain([POP_ISOLATE]).collect()
}

/// Returns true if a character is in the blocks that Unicode reserves for right-to-left scripts (UAX #9, table 4).
fn is_right_to_left(character: char) -> bool {
    matches!(character,
        '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFE}'
        | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
}

/// Joins names for a sentence.
pub fn named<T: AsRef<str>>(all: &[T]) -> String {
    names(&all.iter().map(|one| name(one.as_ref())).collect::<Vec<String>>())
}

/// Formats the name of a topic for a sentence.
pub fn quoted(topic: &str) -> String {
    format!("“{}”", name(topic))
}

/// Formats a period with its preposition: `on 1 February 2026`, `in week 6 of 2026`, `in February 2026`.
pub fn during(name: &str) -> String {
    format!("{} {}", if Date::parse(name).is_some() { "on" } else { "in" }, period(name))
}

/// Formats a period of a timeline: `1 February 2026`, `week 6 of 2026`, `February 2026`.
pub fn period(name: &str) -> String {
    if let Some((year, week)) = name.split_once("-W") {
        return format!("week {} of {year}", week.trim_start_matches('0'));
    }
    match (Date::parse(name), Date::parse(format!("{name}-01"))) {
        (Some(day), _) => day.in_words(),
        (None, Some(first)) => first.in_words().trim_start_matches("1 ").to_owned(),
        (None, None) => name.to_owned(),
    }
}

/// Formats the size of a change: `5.63% more`, `2.41% fewer`.
pub fn moved(change: &Value, more: &str, fewer: &str) -> String {
    let text = percent(Some(change));
    match text.strip_prefix('-') {
        Some(size) => format!("{size} {fewer}"),
        None => format!("{text} {more}"),
    }
}

/// Returns the display name of a platform.
pub fn platform(name: &str) -> &str {
    match name {
        "youtube" => "YouTube",
        "tiktok" => "TikTok",
        "instagram" => "Instagram",
        name => name,
    }
}

/// Returns the display name of a part: a platform, or the code of a language, region or country.
pub fn part(name: &str) -> &str {
    if name == "unknown" { "Unknown" } else { platform(name) }
}

/// Returns the heading of a column of parts, or the name of a remainder.
pub fn heading(name: &str) -> &str {
    match name {
        "platform" => "Platform",
        "language" => "Language",
        "region" => "Region",
        "other" => "Others",
        "unknown" => "Unknown",
        name => name,
    }
}

/// Formats a filter and its values.
pub fn filter(name: &str, value: &Value) -> (String, String) {
    let name = MentionFilter::from_name(name).map_or(name, |filter| filter.heading()).to_owned();
    let say = |value: &str| match value.strip_prefix('-') {
        Some(excluded) => format!("not {}", platform(excluded)),
        None => platform(value).to_owned(),
    };
    let values = match value {
        Value::Array(values) => values.iter().filter_map(Value::as_str).map(say).collect::<Vec<String>>().join(", "),
        value => cell(Some(value)),
    };
    (name, values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_are_those_of_the_endpoint() {
        for (value, expected) in [
            (json!(0), "0"),
            (json!(999), "999"),
            (json!(1000), "1,000"),
            (json!(-1234567.5), "-1,234,567.5"),
            (json!(0.31), "0.31"),
        ] {
            assert_eq!(cell(Some(&value)), expected);
        }
        assert_eq!(cell(Some(&Value::Null)), NOTHING);
        assert_eq!(
            [change(Some(&json!(5.63))), change(Some(&json!(-2.41))), change(Some(&json!(0)))],
            ["+5.63%", "-2.41%", "0%"]
        );
        assert_eq!(
            [count(1, "mention", "mentions"), count(1200, "mention", "mentions")],
            ["1 mention", "1,200 mentions"]
        );
    }

    #[test]
    fn filters_are_words() {
        let say = |name, value| filter(name, &value);
        let expected = |name: &str, values: &str| (name.to_owned(), values.to_owned());
        assert_eq!(say("platform", json!(["-tiktok", "youtube"])), expected("Platform", "not TikTok, YouTube"));
        assert_eq!(say("min_views", json!(10_000)), expected("Views, at least", "10,000"));
        assert_eq!(say("q", json!(["night cream"])), expected("Words", "night cream"));
    }

    #[test]
    fn names_read_from_right_to_left_are_isolated() {
        assert_eq!([name("Velunara 24"), name("نيفيا 24")], ["Velunara 24", "\u{2068}نيفيا 24\u{2069}"]);
        assert_eq!(quoted("\u{202E}שמפו"), "“\u{2068}שמפו\u{2069}”");
    }

    #[test]
    fn periods_are_words() {
        assert_eq!(
            ["2026-02-01", "2026-W06", "2026-02"].map(period),
            ["1 February 2026", "week 6 of 2026", "February 2026"]
        );
    }

    #[test]
    fn names_are_words() {
        assert_eq!(names(&["a", "b", "c"]), "a, b and c");
    }
}
