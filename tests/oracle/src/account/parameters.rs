//! The parameters of a query by name, as in its address.

use std::collections::BTreeMap;

/// Parameters with several values: repeated, or separated by commas.
const LISTS: [&str; 13] = [
    "brand",
    "platform",
    "language",
    "region",
    "sentiment",
    "topic",
    "component",
    "category",
    "channel",
    "influencer",
    "country",
    "period",
    "topics",
];

/// The values of each parameter. Values of a list are sorted without duplicates, as in the canonical address. Brands
/// keep the order of the query, which is the order of columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OracleParameters(BTreeMap<String, Vec<String>>);

impl OracleParameters {
    /// Parses the query of an address: `platform=youtube,tiktok&q=night+routine`.
    ///
    /// # Panics
    /// If it is not percent-encoded UTF-8.
    pub fn of_query(query: &str) -> OracleParameters {
        let pairs = query.split('&').filter(|pair| !pair.is_empty());
        let pairs = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        OracleParameters::of_pairs(pairs.map(|(name, value)| (decoded(name), decoded(value))))
    }

    /// Creates parameters from names and decoded values.
    pub fn of_pairs(pairs: impl IntoIterator<Item = (String, String)>) -> OracleParameters {
        let mut parameters = BTreeMap::<String, Vec<String>>::new();
        for (name, value) in pairs {
            let is_list = LISTS.contains(&name.as_str());
            let values = parameters.entry(name).or_default();
            match is_list {
                true => values.extend(listed(&value)),
                false => values.push(value),
            }
        }
        for (_, values) in parameters.iter_mut().filter(|(name, _)| *name != "brand") {
            values.sort();
            values.dedup();
        }
        OracleParameters(parameters)
    }

    /// Returns the values of a list.
    pub fn list(&self, name: &str) -> Vec<&str> {
        self.0.get(name).into_iter().flatten().map(String::as_str).collect()
    }

    /// Returns a text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.first().map(String::as_str)
    }

    /// Returns a number.
    pub fn number(&self, name: &str) -> Option<f64> {
        Some(self.text(name)?.parse().expect("a number"))
    }

    /// Returns a whole number.
    pub fn whole(&self, name: &str) -> Option<u64> {
        Some(self.text(name)?.parse().expect("a whole number"))
    }

    /// Returns the requested number of items.
    pub fn limit(&self, otherwise: usize) -> usize {
        self.whole("limit").map_or(otherwise, |limit| limit as usize)
    }
}

/// Splits a list at its commas. A value in quotation marks is one text, with two quotation marks for one; the minus that
/// excludes it may be before them.
fn listed(list: &str) -> Vec<String> {
    let mut values = Vec::new();
    let mut rest = Some(list);
    while let Some(text) = rest {
        let (value, behind) = quoted(text).unwrap_or_else(|| match text.split_once(',') {
            Some((value, behind)) => (value.to_owned(), Some(behind)),
            None => (text.to_owned(), None),
        });
        values.push(value);
        rest = behind;
    }
    values
}

/// Reads a quoted value at the beginning of a list, and returns it with the list behind it.
fn quoted(list: &str) -> Option<(String, Option<&str>)> {
    let (sign, text) = list.strip_prefix('-').map_or(("", list), |text| ("-", text));
    let inside = text.strip_prefix('"')?;
    let mut value = sign.to_owned();
    let mut letters = inside.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        if letter == '"' && letters.next_if(|(_, next)| *next == '"').is_none() {
            let behind = &inside[at + 1..];
            return if behind.is_empty() {
                Some((value, None))
            } else {
                Some((value, Some(behind.strip_prefix(',')?)))
            };
        }
        value.push(letter);
    }
    None
}

/// Decodes a text with `%` and two digits for bytes, and `+` for blanks.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        bytes.push(match first {
            b'+' => b' ',
            b'%' => {
                let digits = std::str::from_utf8(&rest[..2]).expect("two digits");
                rest = &rest[2..];
                u8::from_str_radix(digits, 16).expect("two digits")
            }
            other => *other,
        });
    }
    String::from_utf8(bytes).expect("UTF-8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_values_are_repeated_or_behind_commas() {
        let parameters =
            OracleParameters::of_query("&topic=b%2Cc&topic=cr%C3%A8me,b&q=calm,+not+dry&limit=5&topic=a+b&");
        assert_eq!(parameters.list("topic"), ["a b", "b", "c", "crème"]);
        assert_eq!(parameters.text("q"), Some("calm, not dry"));
        assert_eq!((parameters.limit(25), parameters.whole("top")), (5, None));
        let quoted = OracleParameters::of_query("topic=%22a,%20%22%22b%22%22%22,c&topic=-%22d,e%22,12%22,%22f%22%20g");
        assert_eq!(quoted.list("topic"), ["\"f\" g", "-d,e", "12\"", "a, \"b\"", "c"]);
        let pairs = [("topic", "c,crème"), ("q", "calm, not dry"), ("topic", "a b"), ("topic", "b"), ("limit", "5")];
        assert_eq!(
            OracleParameters::of_pairs(pairs.map(|(name, value)| (name.to_owned(), value.to_owned()))),
            parameters
        );
    }
}
