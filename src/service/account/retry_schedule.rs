//! The times of retries: the example schedule of Standard Webhooks.

use crate::spec::request::account::choice::DeliveryGuarantee;
use chrono::DateTime;

/// Milliseconds before each attempt, counted from the end of the previous attempt.
const DELAYS_MS: [u64; 10] =
    [0, 5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000, 86_400_000];
/// The jitter: a delay is up to this many percent longer or shorter. So deliveries that failed together are not retried
/// together.
const JITTER_PERCENT: u64 = 10;
/// The maximum delay in milliseconds that a receiver can set with `Retry-After`.
const MAX_RETRY_AFTER_MS: u64 = 86_400_000;

/// Returns the delivery guarantee of a plan, which sets how long an event is retried.
pub fn guarantee(plan: &str) -> DeliveryGuarantee {
    match plan {
        "professional" => DeliveryGuarantee::Professional,
        _ => DeliveryGuarantee::Enterprise,
    }
}

/// Returns the maximum number of attempts per event.
pub const fn max_attempts(guarantee: DeliveryGuarantee) -> u32 {
    match guarantee {
        DeliveryGuarantee::Professional => 6,
        DeliveryGuarantee::Enterprise => DELAYS_MS.len() as u32,
    }
}

/// Returns true if events whose attempts all failed are kept as dead letters, which can be sent again by hand.
pub const fn has_dead_letters(guarantee: DeliveryGuarantee) -> bool {
    matches!(guarantee, DeliveryGuarantee::Enterprise)
}

/// Returns the time of the next attempt in milliseconds since 1970, after `failed` failed ones. Returns `None` after
/// the last attempt. `random` is a random number for the jitter. `retry_after_ms` is the delay that the receiver set,
/// which can only make the attempt later.
pub fn next_attempt(
    guarantee: DeliveryGuarantee,
    failed: u32,
    retry_after_ms: Option<u64>,
    random: u32,
    now_ms: u64,
) -> Option<u64> {
    if failed >= max_attempts(guarantee) {
        return None;
    }
    let delay = *DELAYS_MS.get(usize::try_from(failed).ok()?)?;
    let spread = delay * JITTER_PERCENT / 100;
    let jittered = delay - spread + u64::from(random) % (2 * spread + 1);
    let asked_for = retry_after_ms.unwrap_or(0).min(MAX_RETRY_AFTER_MS);
    Some(now_ms + jittered.max(asked_for))
}

/// Parses a header `Retry-After`, a number of seconds or a date, into milliseconds (RFC 9110, section 10.2.3).
pub fn retry_after_ms(header: &str, now_ms: u64) -> Option<u64> {
    let header = header.trim();
    if !header.is_empty() && header.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number too large to parse counts as the maximum, which the maximum delay limits later.
        return Some(header.parse::<u64>().unwrap_or(u64::MAX).saturating_mul(1_000));
    }
    let until = DateTime::parse_from_rfc2822(header).ok()?.timestamp_millis();
    Some(u64::try_from(until).ok()?.saturating_sub(now_ms))
}

#[cfg(test)]
mod tests {
    use super::*;
    use DeliveryGuarantee::{Enterprise, Professional};

    #[test]
    fn attempts_follow_the_published_schedule() {
        for (guarantee, attempts, until_last) in [(Professional, 6, "7:35:05"), (Enterprise, 10, "75:35:05")] {
            let (mut at, mut made) = (0, 1);
            // A random number in the middle of the jitter.
            while let Some(next) = next_attempt(guarantee, made, None, middle(made), at) {
                (at, made) = (next, made + 1);
            }
            assert_eq!(made, attempts);
            let seconds = at / 1_000;
            assert_eq!(format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60), until_last);
        }
    }

    fn middle(failed: u32) -> u32 {
        (DELAYS_MS[failed.min(9) as usize] * JITTER_PERCENT / 100) as u32
    }

    #[test]
    fn jitter_is_at_most_ten_percent() {
        for random in [0, 1, 7, 599, 60_000, u32::MAX] {
            for (failed, delay) in (1..).zip(DELAYS_MS.into_iter().skip(1)) {
                let next = next_attempt(Enterprise, failed, None, random, 0).unwrap();
                assert!((delay * 9 / 10..=delay * 11 / 10).contains(&next), "{failed} {random} {next}");
            }
        }
    }

    #[test]
    fn retry_after_delays_by_a_day_at_most_and_never_shortens() {
        assert_eq!(next_attempt(Professional, 1, Some(60_000), 0, 1_000), Some(61_000));
        assert_eq!(next_attempt(Professional, 1, Some(1), 0, 1_000), Some(5_500));
        assert_eq!(next_attempt(Professional, 1, Some(u64::MAX), 0, 0), Some(86_400_000));
        assert_eq!(next_attempt(Professional, 6, Some(1), 0, 0), None);
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let now = 1_772_357_400_000;
        assert_eq!(retry_after_ms("120", now), Some(120_000));
        assert_eq!(retry_after_ms(" 0 ", now), Some(0));
        assert_eq!(retry_after_ms("99999999999999999999999", now), Some(u64::MAX));
        assert_eq!(retry_after_ms("Sun, 01 Mar 2026 09:31:00 GMT", now), Some(60_000));
        assert_eq!(retry_after_ms("Sun, 01 Mar 2020 09:31:00 GMT", now), Some(0));
        for unreadable in ["", "soon", "-1", "1.5", "٣"] {
            assert_eq!(retry_after_ms(unreadable, now), None, "{unreadable}");
        }
    }
}
