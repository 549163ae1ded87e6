//! Ids of messages.

use std::fmt;

/// The id of a message as the client's JSON text, byte for byte. Its number may exceed the range of our types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MessageId(String);

impl MessageId {
    /// Parses the text of a request id (JSON-RPC 2.0): a string or a number. Null is only for answers to messages with
    /// an unknown id.
    pub(super) fn new(text: &str) -> Option<Self> {
        let is_one = text.starts_with(|first: char| first == '"' || first == '-' || first.is_ascii_digit());
        is_one.then(|| Self(text.to_owned()))
    }
}

impl fmt::Display for MessageId {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.0)
    }
}
