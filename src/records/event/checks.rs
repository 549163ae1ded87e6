//! Checks of an account's brands for sentiment shifts, volume spikes and emerging topics.

use super::answers::{EventAnswers, answered};
use super::arrivals::brand_name;
use super::subscriber::told_of;
use super::told::EventTold;
use super::{EventAudience, EventDraft, EventOccasion};
use crate::base::date::{Date, Window};
use crate::base::number::Number;
use crate::guard::request::MonitoredBrand;
use crate::measure::{self, z_score};
use crate::spec::AccountOperation;
use crate::spec::request::account::choice::WebhookEvent;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The number of days whose sentiment is compared with that of the baseline.
const TONE_DAYS: i64 = 7;
/// The number of days before, which are the baseline of sentiment and of volume.
const BASELINE_DAYS: i64 = 28;
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
const HOURS: i64 = 24;
const TOPICS: &str = "5";
/// The maximum page size of the operation.
const EMERGING: &str = "50";

const DAY_MS: u64 = 86_400_000;
/// How long a deduplication key blocks the same event. For a sentiment shift, the compared days are all different by
/// then.
const SHIFT_COOLS_MS: u64 = TONE_DAYS as u64 * DAY_MS;
const SPIKE_COOLS_MS: u64 = DAY_MS;
const EMERGING_COOLS_MS: u64 = 30 * DAY_MS;

/// The result of a check: an event, if there is one to emit, and the deduplication key to store.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Finding {
    pub(super) draft: Option<EventDraft>,
    pub(super) told: EventTold,
}

#[derive(Deserialize)]
struct Tone {
    average: Option<Number>,
    scored_mentions: u64,
    meta: Meta,
}

#[derive(Deserialize)]
struct Meta {
    mentions: u64,
}

#[derive(Deserialize)]
struct Timeline {
    data: Vec<Point>,
}

#[derive(Deserialize)]
struct Point {
    mentions: u64,
    /// Mentions per sentiment label.
    counts: Map<String, Value>,
}

#[derive(Deserialize)]
struct Stats {
    top_topics: Vec<Value>,
}

#[derive(Deserialize)]
struct Emerging {
    data: Vec<Map<String, Value>>,
    meta: WindowMeta,
}

#[derive(Deserialize)]
struct WindowMeta {
    from: Date,
    to: Date,
}

/// Checks all brands that a webhook subscribes to. Skips findings that the deduplication keys in `told` block.
pub(super) async fn findings<A: EventAnswers>(
    occasion: &EventOccasion<'_>,
    told: &[EventTold],
    answers: &A,
) -> Result<Vec<Finding>, A::Fault> {
    let mut found = Vec::new();
    if occasion.dates.is_none() {
        return Ok(found);
    }
    for brand in occasion.monitored {
        let check = Check { occasion, brand, told };
        found.extend(check.tone(answers).await?);
        found.extend(check.volume(answers).await?);
        found.extend(check.emerging(answers).await?);
    }
    Ok(found)
}

struct Check<'c> {
    occasion: &'c EventOccasion<'c>,
    brand: &'c MonitoredBrand,
    told: &'c [EventTold],
}

impl Check<'_> {
    /// Compares the average sentiment of the last seven full days with that of the 28 days before.
    async fn tone<A: EventAnswers>(&self, answers: &A) -> Result<Option<Finding>, A::Fault> {
        let Some(ids) = self.wanting(WebhookEvent::SentimentShift) else { return Ok(None) };
        let now = Window::ending(self.occasion.last_full_day(), TONE_DAYS);
        let before = Window::ending(now.from.add_days(-1), BASELINE_DAYS);
        let current: Tone = self.of_window(AccountOperation::Sentiment, &now, &[], answers).await?;
        if current.scored_mentions < MIN_SCORED {
            return Ok(None);
        }
        let baseline: Tone = self.of_window(AccountOperation::Sentiment, &before, &[], answers).await?;
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
        Ok(self.finding(kind, subject, Some(now.to), SHIFT_COOLS_MS, data, ids))
    }

    /// Compares the volume of the last full day with that of the 28 days before.
    async fn volume<A: EventAnswers>(&self, answers: &A) -> Result<Option<Finding>, A::Fault> {
        let Some(ids) = self.wanting(WebhookEvent::VolumeSpike) else { return Ok(None) };
        let day = self.occasion.last_full_day();
        let days = Window::ending(day, BASELINE_DAYS + 1);
        // The dataset has no counts for the days before its first one.
        if self.occasion.dates.is_none_or(|(first, _)| first > days.from) {
            return Ok(None);
        }
        let daily = [("interval", "day")];
        let Timeline { data } = self.of_window(AccountOperation::SentimentTimeline, &days, &daily, answers).await?;
        let Some((last, before)) = data.split_last() else { return Ok(None) };
        let baseline = before.iter().map(|point| point.mentions);
        let z = z_score(last.mentions, baseline.clone()).filter(|z| *z >= MIN_Z);
        let Some(z) = z.filter(|_| last.mentions >= MIN_COUNT) else { return Ok(None) };
        let mean = baseline.sum::<u64>() as f64 / before.len() as f64;
        let one_day = Window { from: day, to: day };
        let top = [("top", TOPICS)];
        let Stats { top_topics } = self.of_window(AccountOperation::MentionStats, &one_day, &top, answers).await?;
        let data = json!({
            "object": "volume_spike",
            "brand": brand_name(self.brand),
            "date": day,
            "window_hours": HOURS,
            "count": last.mentions,
            "baseline_mean": Number::rounded(mean, MEAN_DECIMALS),
            "z_score": Number::rounded(z, Z_DECIMALS),
            "predominant_sentiment": predominant(&last.counts),
            "top_topics": top_topics,
        });
        Ok(self.finding(WebhookEvent::VolumeSpike, "", Some(day), SPIKE_COOLS_MS, data, ids))
    }

    /// Finds emerging topics by the default criteria. The first event scan of a brand emits no events: it only stores
    /// the topics as known.
    async fn emerging<A: EventAnswers>(&self, answers: &A) -> Result<Vec<Finding>, A::Fault> {
        let kind = WebhookEvent::TrendEmerging;
        let Some(ids) = self.wanting(kind) else { return Ok(Vec::new()) };
        let parameters = [("brand", self.brand.id.as_str()), ("limit", EMERGING)];
        let Emerging { data, meta } = answered(answers, AccountOperation::EmergingTrends, &parameters).await?;
        let looked_at = EventTold {
            kind,
            brand: self.brand.id.clone(),
            subject: String::new(),
            about: String::new(),
            until_ms: EventTold::NEVER_MS,
        };
        let is_first_look = !self.told.iter().any(|told| told.is_of_same(&looked_at));
        let mut found = Vec::new();
        for item in data {
            let topic = item.get("topic").and_then(Value::as_str).unwrap_or_default().to_owned();
            let mut told = json!({"object": "emerging_topic", "brand": brand_name(self.brand)});
            if let Value::Object(told) = &mut told {
                told.insert("from".to_owned(), json!(meta.from));
                told.insert("to".to_owned(), json!(meta.to));
                told.extend(item);
            }
            let finding = self.finding(kind, &topic, None, EMERGING_COOLS_MS, told, ids.clone());
            found.extend(finding.map(|finding| Finding { draft: finding.draft.filter(|_| !is_first_look), ..finding }));
        }
        if is_first_look {
            found.push(Finding { draft: None, told: looked_at });
        }
        Ok(found)
    }

    /// Returns the ids of the webhooks that receive events of a kind about the brand. Returns `None` if there are none.
    fn wanting(&self, kind: WebhookEvent) -> Option<Vec<String>> {
        Some(told_of(self.occasion.subscribers, kind, self.brand)).filter(|ids| !ids.is_empty())
    }

    async fn of_window<T: serde::de::DeserializeOwned, A: EventAnswers>(
        &self,
        operation: AccountOperation,
        window: &Window,
        further: &[(&str, &str)],
        answers: &A,
    ) -> Result<T, A::Fault> {
        let [from, to] = [window.from, window.to].map(|date| date.to_string());
        let own = [("brand", self.brand.id.as_str()), ("from", from.as_str()), ("to", &to)];
        answered(answers, operation, &[&own, further].concat()).await
    }

    /// Returns a finding, unless a deduplication key blocks it.
    fn finding(
        &self,
        kind: WebhookEvent,
        subject: &str,
        about: Option<Date>,
        cools_ms: u64,
        data: Value,
        ids: Vec<String>,
    ) -> Option<Finding> {
        let now_ms = self.occasion.now_ms;
        let told = EventTold {
            kind,
            brand: self.brand.id.clone(),
            subject: subject.to_owned(),
            about: about.map(|date| date.to_string()).unwrap_or_default(),
            until_ms: now_ms.saturating_add(cools_ms),
        };
        let is_kept_back = self.told.iter().any(|known| known.keeps_back(&told, now_ms));
        let draft = Some(EventDraft { kind, at_ms: now_ms, data, audience: EventAudience::Named(ids) });
        (!is_kept_back).then_some(Finding { draft, told })
    }
}

/// Returns the most frequent label, or of equally frequent ones the first in the order of answers. Mentions with an
/// unknown label count only if there are no others.
fn predominant(counts: &Map<String, Value>) -> &'static str {
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
