//! The ids of mentions and influencers in the Account API: keyed hashes of their natural keys.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Crockford's base32.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The number of digits of an id. Each has five bits.
const LENGTH: usize = 12;

/// Returns the id of the mention with that `mention_id`.
pub fn mention_id(mention_id: &str) -> String {
    id("men_", "overheard mention id v1", mention_id)
}

/// Returns the id of the influencer with that `channel_uid`, or with that channel name if there is none.
pub fn influencer_id(key: &str) -> String {
    id("inf_", "overheard influencer id v1", key)
}

fn id(prefix: &str, secret: &str, natural_key: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("a key of any length");
    mac.update(natural_key.as_bytes());
    let bits = mac.finalize().into_bytes().into_iter().flat_map(|byte| (0..8).rev().map(move |at| byte >> at & 1));
    let bits: Vec<u8> = bits.collect();
    let digit = |five: &[u8]| five.iter().fold(0, |number, bit| number * 2 + usize::from(*bit));
    let digits = bits.chunks(5).take(LENGTH).map(|five| char::from(DIGITS[digit(five)]));
    prefix.chars().chain(digits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed with another implementation (Python's `hmac`).
    #[test]
    fn ids_are_the_first_sixty_bits() {
        assert_eq!(mention_id("2f3f9793ec13b535"), "men_ND24VWV0EHN0");
        assert_eq!(mention_id(""), "men_RSBY7X4KPBMP");
        assert_eq!(influencer_id("UC-0C8yVGJy-cS4FGlYKelWw"), "inf_8JDZTW4KA159");
        assert_eq!(influencer_id("KBS 세계는지금"), "inf_EK50CZFVZ5CE");
    }
}
