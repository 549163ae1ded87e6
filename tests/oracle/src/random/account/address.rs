//! Addresses of queries in several spellings.

use super::Maker;
use rand::seq::SliceRandom;
use serde_json::Value;

/// Returns the path of an operation, in parts around its id.
fn path(operation: &str) -> [&'static str; 2] {
    match operation {
        "mentions" => ["/v1/mentions", ""],
        "mention" => ["/v1/mentions/", ""],
        "mention-stats" => ["/v1/mentions/stats", ""],
        "sentiment" => ["/v1/sentiment", ""],
        "sentiment-timeline" => ["/v1/sentiment/timeline", ""],
        "sentiment-breakdown" => ["/v1/sentiment/breakdown", ""],
        "influencers" => ["/v1/influencers", ""],
        "influencer" => ["/v1/influencers/", ""],
        "influencer-mentions" => ["/v1/influencers/", "/mentions"],
        "trends" => ["/v1/trends", ""],
        "emerging-trends" => ["/v1/trends/emerging", ""],
        "trend-comparison" => ["/v1/trends/compare", ""],
        "explain-change" => ["/v1/_ext/explain-change", ""],
        _ => panic!("no operation is named '{operation}'"),
    }
}

impl Maker<'_> {
    /// Returns the query, with the id as a parameter, and the address, with the id in the path.
    pub(super) fn spell(&mut self, operation: &str) -> (String, String) {
        let id = self.parameters.remove("id").map_or(String::new(), |id| text(&id));
        let mut pairs = Vec::new();
        for (name, value) in self.parameters.clone() {
            match value.as_array() {
                None => pairs.push((name, self.encoded(&text(&value)))),
                Some(values) => pairs.extend(self.spell_list(&name, values)),
            }
        }
        pairs.shuffle(self.rng);
        let pairs: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let query = pairs.join("&");
        let [before, behind] = path(operation);
        let mark = if query.is_empty() { "" } else { "?" };
        let address = format!("{before}{id}{behind}{mark}{query}");
        let query =
            if id.is_empty() { query } else { format!("id={id}{}{query}", if mark.is_empty() { "" } else { "&" }) };
        (query, address)
    }

    /// Spells a list in any order, with repeated parameters or commas.
    fn spell_list(&mut self, name: &str, values: &[Value]) -> Vec<(String, String)> {
        let mut values: Vec<String> = values.iter().map(|value| self.encoded(&text(value))).collect();
        values.shuffle(self.rng);
        match self.choose(&[0, 1, 2]) {
            0 => values.into_iter().map(|value| (name.to_owned(), value)).collect(),
            1 => vec![(name.to_owned(), values.join(","))],
            _ => vec![(name.to_owned(), values.join("%2C"))],
        }
    }

    /// Percent-encodes a text. A blank may become a plus.
    fn encoded(&mut self, text: &str) -> String {
        let blank = self.choose(&["+", "%20"]);
        let letter = |byte: u8| match byte {
            b' ' => blank.to_owned(),
            byte if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        };
        text.bytes().map(letter).collect()
    }
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), String::from)
}
