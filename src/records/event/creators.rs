//! Creators of fresh mentions: their subscriber counts, and first mentions of a brand.

use super::answers::{EventAnswers, each_item, question, read};
use super::arrivals::{Arrivals, brand_name, passes};
use super::mention::without_words;
use super::subscriber::told_of;
use super::{EventAudience, EventDraft, EventOccasion};
use crate::base::date::{Date, Window};
use crate::guard::problem::Problems;
use crate::guard::request::MonitoredBrand;
use crate::guard::request::account::AccountRequest;
use crate::spec::AccountOperation;
use crate::spec::limits::DEFAULT_DAYS;
use crate::spec::request::account::choice::WebhookEvent;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The minimum subscriber count for an event about a creator's first mention of a brand.
pub const INFLUENCER_SUBSCRIBERS: u64 = 10_000;
/// The number of creators per page, and the maximum read in total. Those with the most subscribers come first.
const PAGE: usize = 500;
const READ_MOST: usize = 5_000;
/// The maximum number of creators per event scan whose mentions are read to find a first one.
const ASKED_MOST: usize = 100;
/// The number of a creator's mentions of a brand that are read, earliest first.
const EARLIEST: usize = 25;

/// The subscriber counts of creators of fresh mentions, keyed by creator id.
#[derive(Debug, Default)]
pub(super) struct FreshCreators(BTreeMap<String, u64>);

/// The members of a creator that an event scan reads.
#[derive(Deserialize)]
struct Listed {
    id: String,
    subscriber_count: Option<u64>,
    brand_stats: OfBrand,
}

#[derive(Deserialize)]
struct OfBrand {
    first_mention: Option<Date>,
}

impl FreshCreators {
    /// Reads the subscriber counts, if the filter of a webhook needs them.
    pub(super) async fn find<A: EventAnswers>(
        occasion: &EventOccasion<'_>,
        arrivals: &Arrivals,
        answers: &A,
    ) -> Result<Self, A::Fault> {
        let asking = occasion.subscribers.iter().filter(|one| one.wants(WebhookEvent::MentionCreated));
        let least = asking.filter_map(|one| one.filters.min_subscribers).filter(|least| *least > 0).min();
        let mut found = Self::default();
        let Some(least) = least.filter(|_| !arrivals.told.is_empty()) else { return Ok(found) };
        let window = Window { from: occasion.first_fresh_day(), to: occasion.today };
        let least = least.to_string();
        let mut seen = 0;
        each_item(answers, &creators(&window, &[("min_subscribers", &least)])?, PAGE, |creator| {
            let Listed { id, subscriber_count, .. } = read(creator)?;
            found.0.extend(subscriber_count.map(|count| (id, count)));
            seen += 1;
            Ok(seen < READ_MOST)
        })
        .await?;
        Ok(found)
    }

    /// Returns the subscriber count of a creator.
    pub(super) fn subscribers(&self, id: &str) -> Option<u64> {
        self.0.get(id).copied()
    }
}

/// Builds the events about creators who mention a brand for the first time.
pub(super) async fn first_mentions<A: EventAnswers>(
    occasion: &EventOccasion<'_>,
    arrivals: &Arrivals,
    answers: &A,
) -> Result<Vec<EventDraft>, A::Fault> {
    let (mut drafts, mut asked) = (Vec::new(), 0);
    let window = Window::ending(occasion.today, DEFAULT_DAYS);
    let first_fresh = occasion.first_fresh_day();
    let least = INFLUENCER_SUBSCRIBERS.to_string();
    for (place, brand) in occasion.monitored.iter().enumerate() {
        let is_mentioned = arrivals.told.iter().any(|arrival| arrival.brands.contains(&place));
        let wanting = told_of(occasion.subscribers, WebhookEvent::InfluencerFirstMention, brand);
        if !is_mentioned || wanting.is_empty() {
            continue;
        }
        let (mut candidates, mut seen) = (Vec::new(), 0);
        let parameters = [("brand", brand.id.as_str()), ("min_subscribers", &least)];
        each_item(answers, &creators(&window, &parameters)?, PAGE, |creator| {
            let Listed { id, brand_stats: OfBrand { first_mention }, .. } = read(creator.clone())?;
            if first_mention.is_some_and(|first| first >= first_fresh) {
                candidates.push((id, creator));
            }
            seen += 1;
            Ok(seen < READ_MOST && asked + candidates.len() < ASKED_MOST)
        })
        .await?;
        asked += candidates.len();
        for (id, creator) in candidates {
            if let Some(mention) = first_of(brand, &id, arrivals, answers).await? {
                drafts.extend(draft(occasion, brand, creator, mention, &wanting));
            }
        }
    }
    Ok(drafts)
}

/// Returns a creator's first mention of a brand. Returns `None` if there were mentions before the new ones.
async fn first_of<A: EventAnswers>(
    brand: &MonitoredBrand,
    creator: &str,
    arrivals: &Arrivals,
    answers: &A,
) -> Result<Option<Value>, A::Fault> {
    let parameters = [("id", creator), ("brand", brand.id.as_str()), ("sort", "upload_date"), ("order", "asc")];
    let (mut first, mut are_new, mut seen) = (None, true, 0);
    each_item(answers, &question(AccountOperation::InfluencerMentions, &parameters)?, EARLIEST, |mention| {
        are_new &= mention.get("id").and_then(Value::as_str).is_some_and(|id| arrivals.has(id));
        first.get_or_insert(mention);
        seen += 1;
        Ok(are_new && seen < EARLIEST)
    })
    .await?;
    Ok(first.filter(|_| are_new))
}

fn draft(
    occasion: &EventOccasion<'_>,
    brand: &MonitoredBrand,
    creator: Value,
    mention: Value,
    wanting: &[String],
) -> Option<EventDraft> {
    let id = creator.get("id").and_then(Value::as_str)?.to_owned();
    let count = creator.get("subscriber_count").and_then(Value::as_u64)?;
    let of_one = FreshCreators([(id, count)].into());
    let told = occasion.subscribers.iter().filter(|one| wanting.contains(&one.id) && passes(&mention, one, &of_one));
    let ids: Vec<String> = told.map(|one| one.id.clone()).collect();
    if ids.is_empty() {
        return None;
    }
    let Value::Object(mut data) = without_words(creator) else { return None };
    data.insert("brand".to_owned(), json!(brand_name(brand)));
    data.insert("mention_id".to_owned(), mention.get("id").cloned().unwrap_or_default());
    Some(EventDraft {
        kind: WebhookEvent::InfluencerFirstMention,
        at_ms: occasion.now_ms,
        data: Value::Object(data),
        audience: EventAudience::Named(ids),
    })
}

/// Builds the request for the creators of a window, those with the most subscribers first.
fn creators(window: &Window, further: &[(&str, &str)]) -> Result<AccountRequest, Problems> {
    let [from, to] = [window.from, window.to].map(|date| date.to_string());
    let own = [("from", from.as_str()), ("to", &to), ("sort", "subscriber_count"), ("order", "desc")];
    question(AccountOperation::Influencers, &[&own, further].concat())
}
