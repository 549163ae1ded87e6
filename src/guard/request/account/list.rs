//! Values of lists in query strings.

use crate::guard::account::needs_quotes;
use crate::spec::AccountOperation;
use crate::spec::request::parameters;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::borrow::Cow;

/// Characters that canonical URLs percent-encode.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Percent-encodes the values of a parameter. Those of a list are joined with commas, and quoted if they would be read
/// as something else.
pub(crate) fn encode_values(operation: AccountOperation, name: &str, values: &[&str]) -> String {
    let encode = |value: &str| utf8_percent_encode(value, ENCODED).to_string();
    let encoded = values.iter().map(|value| match is_list(operation, name) {
        true => encode(&quoted(value)),
        false => encode(value),
    });
    encoded.collect::<Vec<String>>().join(",")
}

/// Returns the values of a parameter in a canonical URL. The commas that are not encoded separate the values of a list.
pub(crate) fn decode_values(operation: AccountOperation, name: &str, values: &str) -> Vec<String> {
    let decode = |value| percent_decode_str(value).decode_utf8_lossy().into_owned();
    if !is_list(operation, name) {
        return vec![decode(values)];
    }
    values.split(',').map(decode).map(|value| unquoted(&value).unwrap_or(value)).collect()
}

/// Returns true if a parameter of an operation takes several values.
pub(crate) fn is_list(operation: AccountOperation, name: &str) -> bool {
    parameters(operation.takes()).any(|known| known.name == name && known.member.takes.counts().is_some())
}

/// Returns a value of a list, quoted if it must be.
pub(crate) fn quoted(value: &str) -> Cow<'_, str> {
    match needs_quotes(value.as_bytes()) {
        true => format!("\"{}\"", value.replace('"', "\"\"")).into(),
        false => value.into(),
    }
}

/// Returns the text of a value that a canonical URL quotes. It puts the minus inside the quotation marks.
fn unquoted(value: &str) -> Option<String> {
    Some(value.strip_prefix('"')?.strip_suffix('"')?.replace("\"\"", "\""))
}

#[cfg(test)]
mod tests {
    use super::super::AccountRequest;
    use super::*;
    use proptest::prelude::*;

    const SENTIMENT: AccountOperation = AccountOperation::Sentiment;

    /// Returns the topics that a query string selects.
    fn topics(query: &str) -> Vec<String> {
        let request = AccountRequest::parse(SENTIMENT, query.as_bytes()).unwrap();
        let (_, query) = request.address.split_once('?').unwrap();
        let again = AccountRequest::parse(SENTIMENT, query.as_bytes()).unwrap();
        assert_eq!(again.address, request.address);
        assert_eq!(again.selection, request.selection);
        request.selection.filters.choices.into_iter().flat_map(|(_, choice)| choice.values().to_vec()).collect()
    }

    #[test]
    fn a_quoted_value_is_literal() {
        assert_eq!(topics("topic=%22Tyler,%20The%20Creator%22,BMW"), ["BMW", "Tyler, The Creator"]);
        assert_eq!(topics("topic=%22a%2Cb%22&topic=c,d"), ["a,b", "c", "d"]);
        assert_eq!(topics("topic=-%22a,b%22"), ["-a,b"]);
        assert_eq!(topics("topic=%22-a,b%22"), ["-a,b"]);
        assert_eq!(topics("topic=%22say%20%22%22a,b%22%22%22"), ["say \"a,b\""]);
        assert_eq!(topics("topic=%22Weird%20Al%22%20Yankovic,12%22%20vinyl"), ["\"Weird Al\" Yankovic", "12\" vinyl"]);
    }

    proptest! {
        /// Every list of names is read back as it was written, whatever characters the names have.
        #[test]
        fn values_are_read_as_they_were_written(names in prop::collection::btree_set("-?[a-c \",%&+é-]{0,6}[a-c]", 1..6)) {
            let names: Vec<String> = names.into_iter().collect();
            let values: Vec<&str> = names.iter().map(String::as_str).collect();
            let written = encode_values(SENTIMENT, "topic", &values);
            prop_assert_eq!(topics(&format!("topic={written}")), names.clone());
            let repeated: Vec<String> =
                values.iter().map(|value| format!("topic={}", encode_values(SENTIMENT, "topic", &[value]))).collect();
            prop_assert_eq!(topics(&repeated.join("&")), names.clone());
            let address = AccountRequest::parse(SENTIMENT, format!("topic={written}").as_bytes()).unwrap().address;
            let (_, canonical) = address.split_once("?topic=").unwrap();
            prop_assert_eq!(decode_values(SENTIMENT, "topic", canonical), names);
        }
    }
}
