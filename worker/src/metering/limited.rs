//! Keys that have reached a limit lately.

use std::collections::HashMap;

/// For how long a key that has reached a limit is asked for at the meter before anything else is done for it.
const LIMITED_FOR_MS: u64 = 60_000;
/// Keys of which that is remembered.
const KEYS: usize = 10_000;

/// The keys, and until when they are asked for first, in milliseconds since 1970.
#[derive(Default)]
pub(super) struct Limited(HashMap<String, u64>);

impl Limited {
    /// Whether a key has reached a limit lately.
    pub(super) fn has(&self, key: &str, now_ms: u64) -> bool {
        self.0.get(key).is_some_and(|until| now_ms < *until)
    }

    /// Notes whether a key was admitted.
    pub(super) fn note(&mut self, key: &str, is_admitted: bool, now_ms: u64) {
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
        let mut limited = Limited::default();
        limited.note("a", false, 0);
        limited.note("b", false, 0);
        limited.note("b", true, 1);
        assert_eq!(["a", "b"].map(|key| limited.has(key, LIMITED_FOR_MS - 1)), [true, false]);
        assert!(!limited.has("a", LIMITED_FOR_MS));
    }

    #[test]
    fn only_so_many_are_remembered() {
        let mut limited = Limited::default();
        (0..=KEYS).for_each(|key| limited.note(&key.to_string(), false, 0));
        assert!(limited.has("0", 1) && !limited.has(&KEYS.to_string(), 1));
        limited.note("late", false, LIMITED_FOR_MS);
        assert!(limited.has("late", LIMITED_FOR_MS) && limited.0.len() == 1);
    }
}
