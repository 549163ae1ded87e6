//! Feeds: secret addresses that answer one question each, for programs that cannot send a header.
//!
//! In scope: the rules for feeds, the format of their secrets, and windows that move with the day. Out of scope: the
//! stored records ([`crate::records::feed`]), and randomness and the time (parameters).

mod relative_window;
mod request;

pub use relative_window::RelativeWindow;
pub use request::{FeedFormat, FeedQuestion, FeedRequest};

use crate::service::credential::{
    self, CHECKSUM_CHARACTERS, KEY_ENTROPY, RANDOM_CHARACTERS, checksum, is_base62, random,
};

/// The path at which `POST` creates feeds and `GET` lists them.
pub const PATH: &str = "/v1/_ext/feeds";
/// The path of a feed, for its owner.
pub const ITEM_PATH: &str = "/v1/_ext/feeds/:id";
/// The address of a feed, with its secret.
pub const ADDRESS_PATH: &str = "/v1/feeds/:id";
/// Milliseconds for which an answer of a feed is repeated. A feed is computed at most once in this time.
pub const REPEATED_MS: u64 = 60_000;

/// The prefix of every secret.
const PREFIX: &str = "ohf_";

/// Creates the secret of a feed from random bytes. Returns `None` if there are too few bytes.
pub fn new_secret(entropy: &[u8; KEY_ENTROPY]) -> Option<String> {
    let body = format!("{PREFIX}{}", random(entropy)?);
    let checksum = checksum(&body);
    Some(body + &checksum)
}

/// Returns what may be shown of a secret: its prefix and its last characters.
pub fn secret_hint(secret: &str) -> String {
    format!("{PREFIX}…{}", credential::secret_hint(secret).1)
}

/// Returns the secret in the last segment of a feed's address: without the ending that a program may need. `None` if it
/// has not the form of a secret. Detects typing errors without a lookup.
pub fn secret_of(segment: &str) -> Option<&str> {
    let secret = FeedFormat::ALL
        .into_iter()
        .find_map(|format| segment.strip_suffix(format.extension())?.strip_suffix('.'))
        .unwrap_or(segment);
    let random = secret.strip_prefix(PREFIX)?;
    let is_whole = random.len() == RANDOM_CHARACTERS + CHECKSUM_CHARACTERS && is_base62(random);
    let (body, given) = secret.split_at_checked(secret.len().checked_sub(CHECKSUM_CHARACTERS)?)?;
    (is_whole && checksum(body) == given).then_some(secret)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_secret_is_found_in_an_address_and_typing_errors_are_detected() {
        let entropy = std::array::from_fn(|at| u8::try_from(at * 7 % 61).unwrap());
        let secret = new_secret(&entropy).unwrap();
        assert_eq!(secret.len(), PREFIX.len() + RANDOM_CHARACTERS + CHECKSUM_CHARACTERS);
        for segment in [secret.clone(), format!("{secret}.csv"), format!("{secret}.json")] {
            assert_eq!(secret_of(&segment), Some(secret.as_str()));
        }
        let shorter: String = secret.chars().skip(1).collect();
        let other = secret.replace(PREFIX, "ohk_");
        for segment in
            [shorter, other, String::new(), PREFIX.to_owned(), format!("{secret}0"), format!("{secret}.xlsx")]
        {
            assert_eq!(secret_of(&segment), None, "{segment}");
        }
        assert_eq!(new_secret(&[0xff; KEY_ENTROPY]), None);
    }
}
