//! Events about the usage of a quota.

use super::{EventAudience, EventDedupKey, EventDraft};
use crate::service::meter::Policy;
use crate::spec::request::account::choice::WebhookEvent;
use serde_json::json;

/// The percentages of a quota at which an event is emitted.
pub const USAGE_PERCENTS: [u64; 2] = [80, 100];

/// The current usage of a quota.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuotaUsage {
    /// The day or the month.
    pub policy: Policy,
    /// The amount used so far.
    pub used: u64,
    /// The amount allowed.
    pub limit: u64,
    /// The current time, in milliseconds since 1970.
    pub now_ms: u64,
}

impl QuotaUsage {
    /// Builds an event with its deduplication key for every percentage of a daily or monthly quota that is reached. It
    /// does not matter which request reached it.
    pub fn build_drafts(&self) -> Vec<(EventDraft, EventDedupKey)> {
        let Self { policy, used, limit, now_ms } = *self;
        if policy == Policy::Minute || limit == 0 {
            return Vec::new();
        }
        let seconds = i64::try_from(now_ms / 1_000).unwrap_or(i64::MAX);
        let reached = USAGE_PERCENTS
            .into_iter()
            .filter(|percent| u128::from(used) * 100 >= u128::from(limit) * u128::from(*percent));
        let build = |percent: u64| {
            let data = json!({
                "object": "usage_threshold",
                "window": policy.name(),
                "used": used,
                "limit": limit,
                "percent": percent,
            });
            let (kind, audience) = (WebhookEvent::UsageThreshold, EventAudience::Subscribed);
            let dedup_key = EventDedupKey {
                kind,
                brand: String::new(),
                subject: format!("{} {} {percent}", policy.name(), policy.window(seconds)),
                last_day: String::new(),
                until_ms: u64::try_from(policy.resets_at(seconds)).unwrap_or_default() * 1_000,
            };
            (EventDraft { kind, at_ms: now_ms, data, audience }, dedup_key)
        };
        reached.map(build).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW_MS: u64 = 1_772_357_400_000;

    fn percents(policy: Policy, used: u64, limit: u64) -> Vec<u64> {
        let drafts = QuotaUsage { policy, used, limit, now_ms: NOW_MS }.build_drafts();
        drafts.iter().map(|(draft, _)| draft.data["percent"].as_u64().unwrap()).collect()
    }

    #[test]
    fn an_event_is_emitted_for_each_reached_percentage() {
        assert_eq!(percents(Policy::Day, 79, 100), [0; 0]);
        assert_eq!(percents(Policy::Day, 80, 100), [80]);
        assert_eq!(percents(Policy::Day, 99, 100), [80]);
        assert_eq!(percents(Policy::Month, 100, 100), [80, 100]);
        assert_eq!(percents(Policy::Month, 101, 100), [80, 100]);
        assert_eq!(percents(Policy::Day, 2, 3), [0; 0], "two of three are less than 80 percent");
        assert_eq!(percents(Policy::Minute, 100, 100), [0; 0]);
        assert_eq!(percents(Policy::Day, 1, 0), [0; 0]);
        assert_eq!(percents(Policy::Day, u64::MAX, u64::MAX), [80, 100]);
    }

    #[test]
    fn each_window_has_one_deduplication_key() {
        let at = |now_ms| QuotaUsage { policy: Policy::Day, used: 80, limit: 100, now_ms }.build_drafts().remove(0);
        let (draft, dedup_key) = at(NOW_MS);
        let data = r#"{"object":"usage_threshold","window":"day","used":80,"limit":100,"percent":80}"#;
        assert_eq!(draft.data.to_string(), data);
        assert_eq!(dedup_key.until_ms, 1_772_409_600_000, "the next midnight");
        assert_eq!(at(NOW_MS + 1_000).1, dedup_key);
        assert_ne!(at(NOW_MS + 86_400_000).1.subject, dedup_key.subject);
    }
}
