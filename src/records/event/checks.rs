//! Checks of an account's brands for sentiment shifts, volume spikes and emerging topics.

use super::answers::{EventAnswers, fetch};
use super::arrivals::brand_name;
use super::subscriber::find_subscribers;
use super::{EventAudience, EventDedupKey, EventDraft, EventScanContext};
use crate::base::date::{Date, Window};
use crate::base::number::Number;
use crate::guard::request::MonitoredBrand;
use crate::measure::{self, z_score};
use crate::spec::AccountOperation;
use crate::spec::request::account::choice::WebhookEvent;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The number of days whose sentiment is compared with that of the baseline.
pub(in crate::records) const SENTIMENT_DAYS: i64 = 7;
/// The number of days before, which are the baseline of sentiment and of volume.
pub(in crate::records) const BASELINE_DAYS: i64 = 28;
/// The minimum number of mentions with a score, in both windows.
const MIN_SCORED: u64 = 20;
/// The minimum change of sentiment for an event, in thousandths, the precision of averages in answers.
const MIN_SHIFT: i64 = 200;
const THOUSANDTHS: f64 = 1_000.0;
/// A day is a spike from this number of standard deviations on, if it has at least `MIN_COUNT` mentions.
const MIN_Z: f64 = 3.0;
const MIN_COUNT: u64 = 10;
const Z_DECIMALS: i32 = 2;
const MEAN_DECIMALS: i32 = 2;
/// The window of a spike in hours. The dataset has the day on which a video was published, but no time.
const WINDOW_HOURS: i64 = 24;
const TOP_TOPICS: &str = "5";
/// The maximum page size of the operation.
const EMERGING_TOPICS: &str = "50";

const DAY_MS: u64 = 86_400_000;
/// Milliseconds for which a deduplication key blocks the same event. When the key of a sentiment shift expires, all
/// compared days are new.
const SHIFT_COOLDOWN_MS: u64 = SENTIMENT_DAYS as u64 * DAY_MS;
const SPIKE_COOLDOWN_MS: u64 = DAY_MS;
const EMERGING_COOLDOWN_MS: u64 = 30 * DAY_MS;

/// The result of a check: an event, if there is one to emit, and the deduplication key to store.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct CheckResult {
    pub(super) draft: Option<EventDraft>,
    pub(super) dedup_key: EventDedupKey,
}

#[derive(Deserialize)]
struct SentimentFields {
    average: Option<Number>,
    scored_mentions: u64,
    meta: SentimentMeta,
}

#[derive(Deserialize)]
struct SentimentMeta {
    mentions: u64,
}

/// The days of a timeline.
#[derive(Deserialize)]
pub(in crate::records) struct TimelineFields {
    pub(in crate::records) data: Vec<TimelinePoint>,
}

#[derive(Deserialize)]
pub(in crate::records) struct TimelinePoint {
    pub(in crate::records) start: Date,
    pub(in crate::records) mentions: u64,
    /// Mentions per sentiment label.
    counts: Map<String, Value>,
}

#[derive(Deserialize)]
struct StatsFields {
    top_topics: Vec<Value>,
}

#[derive(Deserialize)]
struct EmergingFields {
    data: Vec<Map<String, Value>>,
    meta: WindowMeta,
}

#[derive(Deserialize)]
struct WindowMeta {
    from: Date,
    to: Date,
}

/// A day with far more mentions than the days before.
pub(in crate::records) struct VolumeSpike {
    pub(in crate::records) count: u64,
    pub(in crate::records) baseline_mean: Number,
    pub(in crate::records) z_score: Number,
}

impl VolumeSpike {
    /// Compares the last day of a timeline with the others.
    pub(in crate::records) fn of(days: &[TimelinePoint]) -> Option<Self> {
        let (last, before) = days.split_last()?;
        let baseline = before.iter().map(|point| point.mentions);
        let z = z_score(last.mentions, baseline.clone()).filter(|z| *z >= MIN_Z && last.mentions >= MIN_COUNT)?;
        let mean = baseline.sum::<u64>() as f64 / before.len() as f64;
        Some(Self {
            count: last.mentions,
            baseline_mean: Number::rounded(mean, MEAN_DECIMALS),
            z_score: Number::rounded(z, Z_DECIMALS),
        })
    }
}

/// Checks all brands that a webhook subscribes to. Skips results that one of the deduplication keys blocks.
pub(super) async fn check_brands<A: EventAnswers>(
    context: &EventScanContext<'_>,
    dedup_keys: &[EventDedupKey],
    answers: &A,
) -> Result<Vec<CheckResult>, A::Error> {
    let mut found = Vec::new();
    if context.dates.is_none() {
        return Ok(found);
    }
    for brand in context.monitored {
        let checks = BrandChecks { context, brand, dedup_keys };
        found.extend(checks.check_sentiment(answers).await?);
        found.extend(checks.check_volume(answers).await?);
        found.extend(checks.check_emerging_topics(answers).await?);
    }
    Ok(found)
}

/// The checks of one brand.
struct BrandChecks<'c> {
    context: &'c EventScanContext<'c>,
    brand: &'c MonitoredBrand,
    dedup_keys: &'c [EventDedupKey],
}

impl BrandChecks<'_> {
    /// Compares the average sentiment of the last seven full days with that of the 28 days before.
    async fn check_sentiment<A: EventAnswers>(&self, answers: &A) -> Result<Option<CheckResult>, A::Error> {
        let Some(ids) = self.find_subscribers(WebhookEvent::SentimentShift) else { return Ok(None) };
        let now = Window::ending(self.context.last_full_day(), SENTIMENT_DAYS);
        let before = Window::ending(now.from.add_days(-1), BASELINE_DAYS);
        let current: SentimentFields = self.fetch_window(AccountOperation::Sentiment, &now, &[], answers).await?;
        if current.scored_mentions < MIN_SCORED {
            return Ok(None);
        }
        let baseline: SentimentFields = self.fetch_window(AccountOperation::Sentiment, &before, &[], answers).await?;
        let (Some(average), Some(usual)) = (current.average, baseline.average) else { return Ok(None) };
        // Compares averages rounded to whole thousandths, as in answers, so that a change of exactly the limit counts.
        let [now_at, before_at] = [average, usual].map(|number| (number.value() * THOUSANDTHS).round() as i64);
        let delta = now_at - before_at;
        if baseline.scored_mentions < MIN_SCORED || delta.abs() < MIN_SHIFT {
            return Ok(None);
        }
        let data = json!({
            "object": "sentiment_shift",
            "brand": brand_name(self.brand),
            "from": now.from,
            "to": now.to,
            "current": average,
            "baseline": usual,
            "delta": measure::score(delta as f64 / THOUSANDTHS),
            "mentions": current.meta.mentions,
        });
        let subject = if delta > 0 { "up" } else { "down" };
        let kind = WebhookEvent::SentimentShift;
        Ok(self.build_result(kind, subject, Some(now.to), SHIFT_COOLDOWN_MS, data, ids))
    }

    /// Compares the volume of the last full day with that of the 28 days before.
    async fn check_volume<A: EventAnswers>(&self, answers: &A) -> Result<Option<CheckResult>, A::Error> {
        let Some(ids) = self.find_subscribers(WebhookEvent::VolumeSpike) else { return Ok(None) };
        let day = self.context.last_full_day();
        let days = Window::ending(day, BASELINE_DAYS + 1);
        // The dataset has no counts for the days before its first one.
        if self.context.dates.is_none_or(|(first, _)| first > days.from) {
            return Ok(None);
        }
        let daily = [("interval", "day")];
        let TimelineFields { data } =
            self.fetch_window(AccountOperation::SentimentTimeline, &days, &daily, answers).await?;
        let Some((last, VolumeSpike { count, baseline_mean, z_score })) = data.last().zip(VolumeSpike::of(&data))
        else {
            return Ok(None);
        };
        let one_day = Window { from: day, to: day };
        let top = [("top", TOP_TOPICS)];
        let StatsFields { top_topics } =
            self.fetch_window(AccountOperation::MentionStats, &one_day, &top, answers).await?;
        let data = json!({
            "object": "volume_spike",
            "brand": brand_name(self.brand),
            "date": day,
            "window_hours": WINDOW_HOURS,
            "count": count,
            "baseline_mean": baseline_mean,
            "z_score": z_score,
            "predominant_sentiment": predominant_label(&last.counts),
            "top_topics": top_topics,
        });
        Ok(self.build_result(WebhookEvent::VolumeSpike, "", Some(day), SPIKE_COOLDOWN_MS, data, ids))
    }

    /// Finds emerging topics by the default criteria. The first event scan of a brand emits no events: it only stores
    /// the topics as known.
    async fn check_emerging_topics<A: EventAnswers>(&self, answers: &A) -> Result<Vec<CheckResult>, A::Error> {
        let kind = WebhookEvent::TrendEmerging;
        let Some(ids) = self.find_subscribers(kind) else { return Ok(Vec::new()) };
        let parameters = [("brand", self.brand.id.as_str()), ("limit", EMERGING_TOPICS)];
        let EmergingFields { data: topics, meta } =
            fetch(answers, AccountOperation::EmergingTrends, &parameters).await?;
        let first_scan_key = EventDedupKey {
            kind,
            brand: self.brand.id.clone(),
            subject: String::new(),
            last_day: String::new(),
            until_ms: EventDedupKey::NEVER_MS,
        };
        let is_first_scan = !self.dedup_keys.iter().any(|key| key.has_same_subject(&first_scan_key));
        let mut found = Vec::new();
        for item in topics {
            let topic = item.get("topic").and_then(Value::as_str).unwrap_or_default().to_owned();
            let mut data = json!({"object": "emerging_topic", "brand": brand_name(self.brand)});
            if let Value::Object(members) = &mut data {
                members.insert("from".to_owned(), json!(meta.from));
                members.insert("to".to_owned(), json!(meta.to));
                members.extend(item);
            }
            let result = self.build_result(kind, &topic, None, EMERGING_COOLDOWN_MS, data, ids.clone());
            found.extend(result.map(|result| CheckResult { draft: result.draft.filter(|_| !is_first_scan), ..result }));
        }
        if is_first_scan {
            found.push(CheckResult { draft: None, dedup_key: first_scan_key });
        }
        Ok(found)
    }

    /// Returns the ids of the webhooks that receive events of a kind about the brand. Returns `None` if there are none.
    fn find_subscribers(&self, kind: WebhookEvent) -> Option<Vec<String>> {
        Some(find_subscribers(self.context.subscribers, kind, self.brand)).filter(|ids| !ids.is_empty())
    }

    async fn fetch_window<T: serde::de::DeserializeOwned, A: EventAnswers>(
        &self,
        operation: AccountOperation,
        window: &Window,
        further: &[(&str, &str)],
        answers: &A,
    ) -> Result<T, A::Error> {
        let [from, to] = [window.from, window.to].map(|date| date.to_string());
        let own = [("brand", self.brand.id.as_str()), ("from", from.as_str()), ("to", &to)];
        fetch(answers, operation, &[&own, further].concat()).await
    }

    /// Returns an event with its deduplication key, unless a stored key blocks it.
    fn build_result(
        &self,
        kind: WebhookEvent,
        subject: &str,
        last_day: Option<Date>,
        cooldown_ms: u64,
        data: Value,
        ids: Vec<String>,
    ) -> Option<CheckResult> {
        let now_ms = self.context.now_ms;
        let dedup_key = EventDedupKey {
            kind,
            brand: self.brand.id.clone(),
            subject: subject.to_owned(),
            last_day: last_day.map(|date| date.to_string()).unwrap_or_default(),
            until_ms: now_ms.saturating_add(cooldown_ms),
        };
        let is_blocked = self.dedup_keys.iter().any(|known| known.blocks(&dedup_key, now_ms));
        let draft = Some(EventDraft { kind, at_ms: now_ms, data, audience: EventAudience::Named(ids) });
        (!is_blocked).then_some(CheckResult { draft, dedup_key })
    }
}

/// Returns the most frequent label, or of equally frequent ones the first in the order of answers. Mentions with an
/// unknown label count only if there are no others.
fn predominant_label(counts: &Map<String, Value>) -> &'static str {
    let count = |label: &measure::Label| counts.get(label.name()).and_then(Value::as_u64).unwrap_or(0);
    let mut most = measure::Label::Unknown;
    for label in measure::Label::ALL.into_iter().filter(|label| *label != measure::Label::Unknown) {
        let is_more = if most == measure::Label::Unknown { count(&label) > 0 } else { count(&label) > count(&most) };
        if is_more {
            most = label;
        }
    }
    most.name()
}
