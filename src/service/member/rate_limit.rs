//! The per-minute rate limit of members in the dashboard.

use std::collections::BTreeMap;

/// Maximum number of requests of a member per minute.
const MAX_PER_MINUTE: u32 = 300;

/// The requests of the current minute by member.
#[derive(Debug, Default)]
pub(super) struct MemberRateLimit {
    minute: i64,
    requests: BTreeMap<String, u32>,
}

impl MemberRateLimit {
    /// Counts a request of a member. If the limit is reached, counts nothing and returns the seconds until it resets.
    pub fn count(&mut self, member: &str, now: i64) -> Option<i64> {
        let minute = now.div_euclid(60);
        if minute != self.minute {
            *self = Self { minute, requests: BTreeMap::new() };
        }
        let requests = self.requests.entry(member.to_owned()).or_default();
        if *requests >= MAX_PER_MINUTE {
            return Some((minute + 1) * 60 - now);
        }
        *requests += 1;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_has_a_limit_per_minute() {
        let mut limit = MemberRateLimit::default();
        assert!((0..300).all(|_| limit.count("mem_1", 61).is_none()));
        assert_eq!(
            (limit.count("mem_1", 62), limit.count("mem_2", 62), limit.count("mem_1", 120)),
            (Some(58), None, None)
        );
    }
}
