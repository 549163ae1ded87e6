//! Keys that reached a limit recently.

use std::collections::HashMap;

/// Milliseconds for which requests of a limited key wait for the meter before any other work.
const LIMITED_FOR_MS: u64 = 60_000;
/// Keys stored at most.
const KEYS: usize = 10_000;

/// The limited keys, each with the time when its entry expires, in milliseconds since 1970.
#[derive(Default)]
pub(super) struct LimitedKeys(HashMap<String, u64>);

impl LimitedKeys {
    /// Returns true if a key reached a limit recently.
    pub(super) fn contains(&self, key: &str, now_ms: u64) -> bool {
        self.0.get(key).is_some_and(|until| now_ms < *until)
    }

    /// Adds a refused key, removes an admitted one.
    pub(super) fn update(&mut self, key: &str, is_admitted: bool, now_ms: u64) {
        if is_admitted {
            self.0.remove(key);
            return;
        }
        if self.0.len() >= KEYS {
            self.0.retain(|_, until| now_ms < *until);
        }
        if self.0.len() < KEYS {
            self.0.insert(key.to_owned(), now_ms + LIMITED_FOR_MS);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_limited_for_a_while_or_until_it_is_admitted() {
        let mut limited = LimitedKeys::default();
        limited.update("a", false, 0);
        limited.update("b", false, 0);
        limited.update("b", true, 1);
        assert_eq!(["a", "b"].map(|key| limited.contains(key, LIMITED_FOR_MS - 1)), [true, false]);
        assert!(!limited.contains("a", LIMITED_FOR_MS));
    }

    #[test]
    fn the_number_of_keys_is_bounded() {
        let mut limited = LimitedKeys::default();
        (0..=KEYS).for_each(|key| limited.update(&key.to_string(), false, 0));
        assert!(limited.contains("0", 1) && !limited.contains(&KEYS.to_string(), 1));
        limited.update("late", false, LIMITED_FOR_MS);
        assert!(limited.contains("late", LIMITED_FOR_MS) && limited.0.len() == 1);
    }
}
