//! The per-minute rate limit of members in the dashboard.

use std::collections::BTreeMap;

/// Requests of a member in a minute.
const PER_MINUTE: u32 = 300;

/// Requests of the present minute by member.
#[derive(Debug, Default)]
pub(super) struct Pace {
    minute: i64,
    taken: BTreeMap<String, u32>,
}

impl Pace {
    /// Counts a request of a member; seconds until the next one may be counted, where this one is one too many.
    pub fn take(&mut self, member: &str, now: i64) -> Option<i64> {
        let minute = now.div_euclid(60);
        if minute != self.minute {
            *self = Self { minute, taken: BTreeMap::new() };
        }
        let taken = self.taken.entry(member.to_owned()).or_default();
        if *taken >= PER_MINUTE {
            return Some((minute + 1) * 60 - now);
        }
        *taken += 1;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_has_so_many_requests_in_a_minute() {
        let mut pace = Pace::default();
        assert!((0..300).all(|_| pace.take("mem_1", 61).is_none()));
        assert_eq!((pace.take("mem_1", 62), pace.take("mem_2", 62), pace.take("mem_1", 120)), (Some(58), None, None));
    }
}
