//! New mentions, and the webhooks that receive them.
//!
//! An event scan finds new mentions in two ways. It lists fresh mentions, latest arrivals first, and compares their ids
//! with the known ids. All other mentions are only counted: the increase of the count is the number of new ones. So a
//! large import of history costs no more than its counts.

use super::answers::{EventAnswers, build_request, deserialize, fetch, for_each_item};
use super::query_matches::QueryMatches;
use super::redact::redact;
use super::subscriber_counts::SubscriberCounts;
use super::{ArrivalState, EventAudience, EventDraft, EventScanContext, Subscriber};
use crate::base::date::{Date, seconds_of_time, time_of_seconds};
use crate::base::order;
use crate::guard::problem::Problems;
use crate::guard::request::MonitoredBrand;
use crate::guard::request::account::AccountRequest;
use crate::guard::request::account::id::{IdKind, PublicId};
use crate::records::watermark::watermark_after;
use crate::spec::AccountOperation;
use crate::spec::answer::BrandName;
use crate::spec::limits::MAX_MONTHS;
use crate::spec::request::account::choice::WebhookEvent;
use crate::sql::StoreError;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The maximum number of mentions in one event.
pub const MENTIONS_PER_EVENT: usize = 25;
/// The maximum number of new mentions of an account that one event scan reports one by one. The others are counted.
pub const MAX_REPORTED_MENTIONS: usize = 1_000;
/// The maximum number of mentions that one event scan reads to find new ones, over all brands of an account.
const MAX_READ: usize = 3_000;
/// The minimum number of mentions read per brand, whatever the number of brands.
const MIN_READ_PER_BRAND: usize = 100;
/// The number of mentions per page. A mention takes one or two kilobytes.
const PAGE: usize = 500;

/// New mentions of an account.
#[derive(Debug, Default)]
pub(super) struct Arrivals {
    /// The mentions that events report one by one, in the order of arrival.
    pub(super) reported: Vec<Arrival>,
    /// The number of other new mentions per brand. A brand is an index into the monitored brands.
    history: Vec<(usize, u64)>,
    /// The number of all new mentions. A mention of several brands counts once.
    mentions: u64,
    /// The event state after this scan.
    pub(super) state: ArrivalState,
    /// True if the account had no event state before.
    is_first_scan: bool,
}

/// A new mention.
#[derive(Debug, Clone)]
pub(super) struct Arrival {
    pub(super) id: i64,
    /// The time of arrival, in seconds since 1970.
    at: i64,
    /// The brands for which the mention is new, as indexes into the monitored brands.
    pub(super) brands: Vec<usize>,
    /// The mention in the form that events carry.
    mention: Value,
}

/// The members of a mention that an event scan reads.
#[derive(Deserialize)]
struct MentionFields {
    id: String,
    upload_date: Date,
    indexed_at: String,
}

/// The members of mention statistics that an event scan reads.
#[derive(Deserialize)]
struct StatsFields {
    totals: Totals,
    by_brand: Vec<BrandCount>,
}

#[derive(Deserialize)]
struct Totals {
    mentions: u64,
}

#[derive(Deserialize)]
struct BrandCount {
    key: String,
    mentions: u64,
}

impl Arrivals {
    /// Finds the mentions that are new since an earlier event scan. Without an earlier scan none is new, and all
    /// present mentions become known.
    pub(super) async fn find<A: EventAnswers>(
        context: &EventScanContext<'_>,
        before: Option<&ArrivalState>,
        answers: &A,
    ) -> Result<Self, A::Error> {
        let is_first_scan = before.is_none();
        let empty = ArrivalState::default();
        let before = before.unwrap_or(&empty);
        let mut state = before.copy_since(context.first_fresh_day());
        let (total, brand_counts) = count_mentions(context, answers).await?;
        state.set_counts(context.monitored, total, &brand_counts);
        let now = i64::try_from(context.now_ms / 1_000).unwrap_or(i64::MAX);
        let share = (MAX_READ / context.monitored.len().max(1)).max(MIN_READ_PER_BRAND);
        let mut found: BTreeMap<i64, Arrival> = BTreeMap::new();
        for (position, brand) in context.monitored.iter().enumerate() {
            // If the brand was added after the earlier scan, none of its mentions is new.
            let is_known = before.find_brand(brand).is_some();
            let watermark = before.find_brand(brand).and_then(|known| known.watermark);
            let mut read = 0;
            let mut last = watermark;
            let mut newest = watermark;
            let is_complete = for_each_item(
                answers,
                &fresh_mentions_request(context, brand, watermark)?,
                share.min(PAGE),
                |mention| {
                    let MentionFields { id, upload_date, indexed_at } = deserialize(mention.clone())?;
                    let number = PublicId::parse(IdKind::Mention, &id).map(PublicId::bits);
                    let (Some(number), Some(at)) = (number, seconds_of_time(&indexed_at)) else {
                        return Err(StoreError::Unavailable(format!("mention '{id}' has no id or time of arrival")));
                    };
                    (last, newest) = (Some(at), newest.max(Some(at)));
                    if is_known && !before.contains(number) {
                        let arrival = || Arrival { id: number, at, brands: Vec::new(), mention: redact(mention) };
                        found.entry(number).or_insert_with(arrival).brands.push(position);
                    }
                    state.insert(upload_date, number);
                    read += 1;
                    Ok(read < share)
                },
            )
            .await?;
            let raised = if is_complete { newest.map(|newest| watermark_after(newest, now)) } else { last };
            state.raise_watermark(brand, raised, watermark);
        }
        state.truncate();
        let mut reported: Vec<Arrival> = found.into_values().collect();
        // Keeps the latest arrivals if there are too many, then restores the order of arrival.
        order::sort_by_key(&mut reported, |arrival| (std::cmp::Reverse(arrival.at), arrival.id));
        reported.truncate(MAX_REPORTED_MENTIONS);
        reported.reverse();
        let mut arrivals = Self { reported, state, is_first_scan, ..Self::default() };
        arrivals.compare_counts(context, before);
        Ok(arrivals)
    }

    /// Compares the counts with the counts of the earlier scan, and sets `history` and `mentions`.
    fn compare_counts(&mut self, context: &EventScanContext<'_>, before: &ArrivalState) {
        for (position, brand) in context.monitored.iter().enumerate() {
            let (Some(before), Some(now)) = (before.find_brand(brand), self.state.find_brand(brand)) else { continue };
            let reported = self.reported.iter().filter(|arrival| arrival.brands.contains(&position)).count() as u64;
            let others = now.mentions.saturating_sub(before.mentions).saturating_sub(reported);
            if others > 0 {
                self.history.push((position, others));
            }
        }
        let reported = self.reported.len() as u64;
        self.mentions = if before.has_same_brands(&self.state) {
            self.state.total.saturating_sub(before.total).max(reported)
        } else {
            // The earlier total covers other brands. Only the counts of single brands can be compared, so they are
            // added up.
            reported + self.history.iter().map(|(_, mentions)| mentions).sum::<u64>()
        };
    }

    /// Builds the events about these mentions.
    pub(super) fn build_drafts(
        &self,
        context: &EventScanContext<'_>,
        subscriber_counts: &SubscriberCounts,
        query_matches: &QueryMatches,
    ) -> Vec<EventDraft> {
        let mut drafts = Vec::new();
        if self.is_first_scan {
            return drafts;
        }
        for (mentions, ids) in self.group_by_audience(context, subscriber_counts, query_matches) {
            for chunk in mentions.chunks(MENTIONS_PER_EVENT) {
                let data = json!({"object": "list", "data": chunk, "count": chunk.len()});
                drafts.push(EventDraft {
                    kind: WebhookEvent::MentionCreated,
                    at_ms: context.now_ms,
                    data,
                    audience: EventAudience::Named(ids.clone()),
                });
            }
        }
        let has_subscriber = context.subscribers.iter().any(|one| one.subscribes_to(WebhookEvent::DatasetPublished));
        if has_subscriber && self.mentions > 0 {
            let name = |position: &usize| context.monitored.get(*position).map(brand_name);
            let history: Vec<Value> = self
                .history
                .iter()
                .map(|(position, mentions)| json!({"brand": name(position), "mentions": mentions}))
                .collect();
            let data = json!({
                "object": "dataset_published",
                "dataset_version": context.version,
                "mentions": self.mentions,
                "told": self.reported.len(),
                "history": history,
            });
            drafts.push(EventDraft {
                kind: WebhookEvent::DatasetPublished,
                at_ms: context.now_ms,
                data,
                audience: EventAudience::Subscribed,
            });
        }
        drafts
    }

    /// Groups webhooks that receive the same mentions. Returns the mentions and the webhook ids of each group.
    fn group_by_audience(
        &self,
        context: &EventScanContext<'_>,
        subscriber_counts: &SubscriberCounts,
        query_matches: &QueryMatches,
    ) -> Vec<(Vec<Value>, Vec<String>)> {
        let mut audiences: Vec<(Vec<Value>, Vec<String>)> = Vec::new();
        for subscriber in context.subscribers.iter().filter(|one| one.subscribes_to(WebhookEvent::MentionCreated)) {
            let mentions = self.reported.iter().filter_map(|arrival| {
                let mention = arrival.mention_for(context.monitored, subscriber)?;
                passes(&mention, subscriber, subscriber_counts, query_matches).then_some(mention)
            });
            let mentions: Vec<Value> = mentions.collect();
            match audiences.iter_mut().find(|(of_others, _)| *of_others == mentions) {
                _ if mentions.is_empty() => {}
                Some((_, ids)) => ids.push(subscriber.id.clone()),
                None => audiences.push((mentions, vec![subscriber.id.clone()])),
            }
        }
        audiences
    }

    /// Returns the earliest time of arrival of the reported mentions, in seconds since 1970.
    pub(super) fn earliest(&self) -> Option<i64> {
        self.reported.iter().map(|arrival| arrival.at).min()
    }

    /// Returns true if events report this mention one by one.
    pub(super) fn contains(&self, id: &str) -> bool {
        let id = PublicId::parse(IdKind::Mention, id).map(PublicId::bits);
        self.reported.iter().any(|arrival| Some(arrival.id) == id)
    }
}

impl Arrival {
    /// Returns the mention as `GET /v1/mentions` answers it when filtered by the brands of a webhook. Its `brand` is
    /// the first of them.
    fn mention_for(&self, monitored: &[MonitoredBrand], subscriber: &Subscriber) -> Option<Value> {
        let mut own = self.brands.iter().filter_map(|position| monitored.get(*position));
        let brand = own.find(|brand| subscriber.accepts_brand(brand))?;
        let mut mention = self.mention.clone();
        if let Some(name) = mention.get_mut("brand") {
            *name = json!(brand_name(brand));
        }
        Some(mention)
    }
}

/// Returns a brand in the form that answers use.
pub(super) fn brand_name(brand: &MonitoredBrand) -> BrandName {
    BrandName { id: brand.id.clone(), label: brand.label.clone() }
}

/// Returns true if a mention passes the filters of a webhook. The brand filter is not checked here.
pub(super) fn passes(
    mention: &Value,
    subscriber: &Subscriber,
    subscriber_counts: &SubscriberCounts,
    query_matches: &QueryMatches,
) -> bool {
    let filters = &subscriber.filters;
    let at = |pointer: &str| mention.pointer(pointer);
    let is_one_of = |names: &Option<Vec<String>>, pointer: &str| {
        let names = names.as_deref().unwrap_or_default();
        let own = at(pointer).and_then(Value::as_str);
        names.is_empty() || names.iter().any(|name| own == Some(name))
    };
    let subscribers = || subscriber_counts.of_creator(at("/channel/influencer_id").and_then(Value::as_str)?);
    is_one_of(&filters.platform, "/platform")
        && is_one_of(&filters.sentiment, "/sentiment/label")
        && filters.min_views.is_none_or(|least| {
            // As in requests, a minimum of 0 means no filter.
            least == 0 || at("/video/views").and_then(Value::as_u64).is_some_and(|views| views >= least)
        })
        && filters.min_subscribers.is_none_or(|least| least == 0 || subscribers().is_some_and(|own| own >= least))
        && query_matches.accepts(subscriber, mention)
}

/// Builds the request for the fresh mentions of a brand that arrived after a time, latest arrivals first.
fn fresh_mentions_request(
    context: &EventScanContext<'_>,
    brand: &MonitoredBrand,
    after: Option<i64>,
) -> Result<AccountRequest, Problems> {
    let from = context.first_fresh_day().to_string();
    let after = after.and_then(time_of_seconds);
    let mut parameters = vec![("brand", brand.id.as_str()), ("from", &from), ("sort", "indexed_at"), ("order", "desc")];
    parameters.extend(after.as_deref().map(|after| ("indexed_after", after)));
    build_request(AccountOperation::Mentions, &parameters)
}

/// Counts the mentions of all brands together, and of each brand.
async fn count_mentions<A: EventAnswers>(
    context: &EventScanContext<'_>,
    answers: &A,
) -> Result<(u64, Vec<u64>), A::Error> {
    let (mut total, mut brand_counts) = (0, vec![0; context.monitored.len()]);
    let Some((mut from, last)) = context.dates else { return Ok((total, brand_counts)) };
    while from <= last {
        let to = from.add_months(MAX_MONTHS).min(last);
        let window = [from, to].map(|date| date.to_string());
        let [begins, ends] = &window;
        let parameters = [("from", begins.as_str()), ("to", ends), ("top", "1")];
        let StatsFields { totals, by_brand } = fetch(answers, AccountOperation::MentionStats, &parameters).await?;
        total += totals.mentions;
        for (brand, count) in context.monitored.iter().zip(&mut brand_counts) {
            *count += by_brand.iter().filter(|one| one.key == brand.label).map(|one| one.mentions).sum::<u64>();
        }
        from = to.add_days(1);
    }
    Ok((total, brand_counts))
}
