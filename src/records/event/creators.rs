//! Creators of fresh mentions: their subscriber counts, and first mentions of a brand.

use super::answers::{EventAnswers, build_request, deserialize, for_each_item};
use super::arrivals::{Arrivals, brand_name, passes};
use super::query_matches::QueryMatches;
use super::redact::redact;
use super::subscriber::find_subscribers;
use super::subscriber_counts::SubscriberCounts;
use super::{EventAudience, EventDraft, EventScanContext};
use crate::base::date::{Date, Window};
use crate::guard::problem::Problems;
use crate::guard::request::MonitoredBrand;
use crate::guard::request::account::AccountRequest;
use crate::spec::AccountOperation;
use crate::spec::limits::DEFAULT_DAYS;
use crate::spec::request::account::choice::WebhookEvent;
use serde::Deserialize;
use serde_json::{Value, json};

/// The minimum subscriber count for an event about a creator's first mention of a brand.
pub const MIN_INFLUENCER_SUBSCRIBERS: u64 = 10_000;
/// The number of creators per page, and the maximum read in total. Those with the most subscribers come first.
const PAGE: usize = 500;
const MAX_READ: usize = 5_000;
/// The maximum number of creators per event scan whose mentions are read to find a first one.
const MAX_CANDIDATES: usize = 100;
/// The number of a creator's mentions of a brand that are read, earliest first.
const EARLIEST_MENTIONS: usize = 25;

/// The members of a creator that an event scan reads.
#[derive(Deserialize)]
struct CreatorFields {
    id: String,
    subscriber_count: Option<u64>,
    brand_stats: BrandStatsFields,
}

#[derive(Deserialize)]
struct BrandStatsFields {
    first_mention: Option<Date>,
}

impl SubscriberCounts {
    /// Reads the subscriber counts, if the filter of a webhook needs them.
    pub(super) async fn read<A: EventAnswers>(
        context: &EventScanContext<'_>,
        arrivals: &Arrivals,
        answers: &A,
    ) -> Result<Self, A::Error> {
        let subscribers = context.subscribers.iter().filter(|one| one.subscribes_to(WebhookEvent::MentionCreated));
        let least = subscribers.filter_map(|one| one.filters.min_subscribers).filter(|least| *least > 0).min();
        let mut found = Self::default();
        let Some(least) = least.filter(|_| !arrivals.reported.is_empty()) else { return Ok(found) };
        let window = Window { from: context.first_fresh_day(), to: context.today };
        let least = least.to_string();
        let mut seen = 0;
        for_each_item(answers, &creators_request(&window, &[("min_subscribers", &least)])?, PAGE, |creator| {
            let CreatorFields { id, subscriber_count, .. } = deserialize(creator)?;
            found.0.extend(subscriber_count.map(|count| (id, count)));
            seen += 1;
            Ok(seen < MAX_READ)
        })
        .await?;
        Ok(found)
    }
}

/// Builds the events about creators who mention a brand for the first time.
pub(super) async fn find_first_mentions<A: EventAnswers>(
    context: &EventScanContext<'_>,
    arrivals: &Arrivals,
    query_matches: &QueryMatches,
    answers: &A,
) -> Result<Vec<EventDraft>, A::Error> {
    let (mut drafts, mut candidate_count) = (Vec::new(), 0);
    let window = Window::ending(context.today, DEFAULT_DAYS);
    let first_fresh = context.first_fresh_day();
    let least = MIN_INFLUENCER_SUBSCRIBERS.to_string();
    for (position, brand) in context.monitored.iter().enumerate() {
        let is_mentioned = arrivals.reported.iter().any(|arrival| arrival.brands.contains(&position));
        let webhooks = find_subscribers(context.subscribers, WebhookEvent::InfluencerFirstMention, brand);
        if !is_mentioned || webhooks.is_empty() {
            continue;
        }
        let (mut candidates, mut seen) = (Vec::new(), 0);
        let parameters = [("brand", brand.id.as_str()), ("min_subscribers", &least)];
        for_each_item(answers, &creators_request(&window, &parameters)?, PAGE, |creator| {
            let CreatorFields { id, brand_stats: BrandStatsFields { first_mention }, .. } =
                deserialize(creator.clone())?;
            if first_mention.is_some_and(|first| first >= first_fresh) {
                candidates.push((id, creator));
            }
            seen += 1;
            Ok(seen < MAX_READ && candidate_count + candidates.len() < MAX_CANDIDATES)
        })
        .await?;
        candidate_count += candidates.len();
        for (id, creator) in candidates {
            if let Some(mention) = find_first_mention(brand, &id, arrivals, answers).await? {
                drafts.extend(build_draft(context, brand, creator, mention, &webhooks, query_matches));
            }
        }
    }
    Ok(drafts)
}

/// Returns a creator's first mention of a brand. Returns `None` if there were mentions before the new ones.
async fn find_first_mention<A: EventAnswers>(
    brand: &MonitoredBrand,
    creator: &str,
    arrivals: &Arrivals,
    answers: &A,
) -> Result<Option<Value>, A::Error> {
    let parameters = [("id", creator), ("brand", brand.id.as_str()), ("sort", "upload_date"), ("order", "asc")];
    let (mut first, mut are_new, mut seen) = (None, true, 0);
    for_each_item(
        answers,
        &build_request(AccountOperation::InfluencerMentions, &parameters)?,
        EARLIEST_MENTIONS,
        |mention| {
            are_new &= mention.get("id").and_then(Value::as_str).is_some_and(|id| arrivals.contains(id));
            first.get_or_insert(mention);
            seen += 1;
            Ok(are_new && seen < EARLIEST_MENTIONS)
        },
    )
    .await?;
    Ok(first.filter(|_| are_new))
}

fn build_draft(
    context: &EventScanContext<'_>,
    brand: &MonitoredBrand,
    creator: Value,
    mention: Value,
    webhooks: &[String],
    query_matches: &QueryMatches,
) -> Option<EventDraft> {
    let id = creator.get("id").and_then(Value::as_str)?.to_owned();
    let count = creator.get("subscriber_count").and_then(Value::as_u64)?;
    let counts = SubscriberCounts([(id, count)].into());
    let receivers = context
        .subscribers
        .iter()
        .filter(|one| webhooks.contains(&one.id) && passes(&mention, one, &counts, query_matches));
    let ids: Vec<String> = receivers.map(|one| one.id.clone()).collect();
    if ids.is_empty() {
        return None;
    }
    let Value::Object(mut data) = redact(creator) else { return None };
    data.insert("brand".to_owned(), json!(brand_name(brand)));
    data.insert("mention_id".to_owned(), mention.get("id").cloned().unwrap_or_default());
    Some(EventDraft {
        kind: WebhookEvent::InfluencerFirstMention,
        at_ms: context.now_ms,
        data: Value::Object(data),
        audience: EventAudience::Named(ids),
    })
}

/// Builds the request for the creators of a window, those with the most subscribers first.
fn creators_request(window: &Window, further: &[(&str, &str)]) -> Result<AccountRequest, Problems> {
    let [from, to] = [window.from, window.to].map(|date| date.to_string());
    let own = [("from", from.as_str()), ("to", &to), ("sort", "subscriber_count"), ("order", "desc")];
    build_request(AccountOperation::Influencers, &[&own, further].concat())
}
