//! New mentions, and the webhooks that receive them.
//!
//! An event scan finds new mentions in two ways. It lists fresh mentions, latest arrivals first, and compares their ids
//! with the known ids. All other mentions are only counted: the increase of the count is the number of new ones. So a
//! large import of history costs no more than its counts.

use super::answers::{EventAnswers, answered, each_item, question, read};
use super::creators::FreshCreators;
use super::mention::without_words;
use super::{ArrivalMemory, EventAudience, EventDraft, EventOccasion, Subscriber};
use crate::base::date::{Date, seconds_of_time, time_of_seconds};
use crate::guard::problem::Problems;
use crate::guard::request::MonitoredBrand;
use crate::guard::request::account::AccountRequest;
use crate::guard::request::account::id::{IdKind, PublicId};
use crate::spec::AccountOperation;
use crate::spec::answer::BrandName;
use crate::spec::limits::MAX_MONTHS;
use crate::spec::request::account::choice::WebhookEvent;
use crate::sql::StoreError;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The maximum number of mentions in one event.
pub const MENTIONS_OF_EVENT: usize = 25;
/// The maximum number of new mentions of an account that one event scan reports one by one. The others are counted.
pub const MENTIONS_TOLD_AT_ONCE: usize = 1_000;
/// The maximum number of mentions that one event scan reads to find new ones, over all brands of an account.
const READ_MOST: usize = 3_000;
/// The minimum number of mentions read per brand, whatever the number of brands.
const READ_LEAST: usize = 100;
/// The number of mentions per page. A mention takes one or two kilobytes.
const PAGE: usize = 500;

/// New mentions of an account.
#[derive(Debug, Default)]
pub(super) struct Arrivals {
    /// The mentions that events report one by one, in the order of arrival.
    pub(super) told: Vec<Arrival>,
    /// The number of other new mentions per brand. A brand is an index into the monitored brands.
    history: Vec<(usize, u64)>,
    /// The number of all new mentions. A mention of several brands counts once.
    mentions: u64,
    /// The event state after this scan.
    pub(super) memory: ArrivalMemory,
    /// True if the account had no event state before.
    is_first_look: bool,
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
struct Seen {
    id: String,
    upload_date: Date,
    indexed_at: String,
}

/// The members of mention statistics that an event scan reads.
#[derive(Deserialize)]
struct Counted {
    totals: Totals,
    by_brand: Vec<OfBrand>,
}

#[derive(Deserialize)]
struct Totals {
    mentions: u64,
}

#[derive(Deserialize)]
struct OfBrand {
    key: String,
    mentions: u64,
}

impl Arrivals {
    /// Finds the mentions that are new since an earlier event scan. Without an earlier scan none is new, and all
    /// present mentions become known.
    pub(super) async fn find<A: EventAnswers>(
        occasion: &EventOccasion<'_>,
        before: Option<&ArrivalMemory>,
        answers: &A,
    ) -> Result<Self, A::Fault> {
        let is_first_look = before.is_none();
        let nothing = ArrivalMemory::default();
        let before = before.unwrap_or(&nothing);
        let mut memory = before.of_fresh(occasion.first_fresh_day());
        let (total, of_brands) = counted(occasion, answers).await?;
        memory.count(occasion.monitored, total, &of_brands);
        let now = i64::try_from(occasion.now_ms / 1_000).unwrap_or(i64::MAX);
        let share = (READ_MOST / occasion.monitored.len().max(1)).max(READ_LEAST);
        let mut found: BTreeMap<i64, Arrival> = BTreeMap::new();
        for (place, brand) in occasion.monitored.iter().enumerate() {
            // If the brand was added after the earlier scan, none of its mentions is new.
            let is_known = before.brand(brand).is_some();
            let floor = before.brand(brand).and_then(|known| known.floor);
            let mut seen = 0;
            let mut last = floor;
            let mut newest = floor;
            let is_whole = each_item(answers, &fresh(occasion, brand, floor)?, share.min(PAGE), |mention| {
                let Seen { id, upload_date, indexed_at } = read(mention.clone())?;
                let number = PublicId::parse(IdKind::Mention, &id).map(PublicId::bits);
                let (Some(number), Some(at)) = (number, seconds_of_time(&indexed_at)) else {
                    return Err(StoreError::Unavailable(format!("mention '{id}' has no id or time of arrival")));
                };
                (last, newest) = (Some(at), newest.max(Some(at)));
                if is_known && !before.knows(number) {
                    let new = || Arrival { id: number, at, brands: Vec::new(), mention: without_words(mention) };
                    found.entry(number).or_insert_with(new).brands.push(place);
                }
                memory.learn(upload_date, number);
                seen += 1;
                Ok(seen < share)
            })
            .await?;
            memory.raise(
                brand,
                if is_whole { newest.map(|newest| ArrivalMemory::before(newest, now)) } else { last },
                floor,
            );
        }
        memory.forget_most();
        let mut told: Vec<Arrival> = found.into_values().collect();
        // Keeps the latest arrivals if there are too many, then restores the order of arrival.
        told.sort_unstable_by_key(|arrival| (std::cmp::Reverse(arrival.at), arrival.id));
        told.truncate(MENTIONS_TOLD_AT_ONCE);
        told.reverse();
        let mut arrivals = Self { told, memory, is_first_look, ..Self::default() };
        arrivals.compare(occasion, before);
        Ok(arrivals)
    }

    /// Compares the counts with those of the earlier scan, and sets `history` and `mentions`.
    fn compare(&mut self, occasion: &EventOccasion<'_>, before: &ArrivalMemory) {
        for (place, brand) in occasion.monitored.iter().enumerate() {
            let (Some(before), Some(now)) = (before.brand(brand), self.memory.brand(brand)) else { continue };
            let told = self.told.iter().filter(|arrival| arrival.brands.contains(&place)).count() as u64;
            let others = now.mentions.saturating_sub(before.mentions).saturating_sub(told);
            if others > 0 {
                self.history.push((place, others));
            }
        }
        let told = self.told.len() as u64;
        self.mentions = if before.has_brands_of(&self.memory) {
            self.memory.total.saturating_sub(before.total).max(told)
        } else {
            // The earlier total covers other brands. Only the counts of single brands can be compared, so they are
            // added up.
            told + self.history.iter().map(|(_, mentions)| mentions).sum::<u64>()
        };
    }

    /// Builds the events about these mentions.
    pub(super) fn drafts(&self, occasion: &EventOccasion<'_>, creators: &FreshCreators) -> Vec<EventDraft> {
        let mut drafts = Vec::new();
        if self.is_first_look {
            return drafts;
        }
        for (mentions, ids) in self.by_audience(occasion, creators) {
            for some in mentions.chunks(MENTIONS_OF_EVENT) {
                let data = json!({"object": "list", "data": some, "count": some.len()});
                drafts.push(EventDraft {
                    kind: WebhookEvent::MentionCreated,
                    at_ms: occasion.now_ms,
                    data,
                    audience: EventAudience::Named(ids.clone()),
                });
            }
        }
        let is_wanted = occasion.subscribers.iter().any(|one| one.wants(WebhookEvent::DatasetPublished));
        if is_wanted && self.mentions > 0 {
            let name = |place: &usize| occasion.monitored.get(*place).map(brand_name);
            let history: Vec<Value> = self
                .history
                .iter()
                .map(|(place, mentions)| json!({"brand": name(place), "mentions": mentions}))
                .collect();
            let data = json!({
                "object": "dataset_published",
                "dataset_version": occasion.version,
                "mentions": self.mentions,
                "told": self.told.len(),
                "history": history,
            });
            drafts.push(EventDraft {
                kind: WebhookEvent::DatasetPublished,
                at_ms: occasion.now_ms,
                data,
                audience: EventAudience::Subscribed,
            });
        }
        drafts
    }

    /// Groups webhooks that receive the same mentions. Returns the mentions and the webhook ids of each group.
    fn by_audience(&self, occasion: &EventOccasion<'_>, creators: &FreshCreators) -> Vec<(Vec<Value>, Vec<String>)> {
        let mut audiences: Vec<(Vec<Value>, Vec<String>)> = Vec::new();
        for subscriber in occasion.subscribers.iter().filter(|one| one.wants(WebhookEvent::MentionCreated)) {
            let told = self.told.iter().filter_map(|arrival| {
                let mention = arrival.told_to(occasion.monitored, subscriber)?;
                passes(&mention, subscriber, creators).then_some(mention)
            });
            let told: Vec<Value> = told.collect();
            match audiences.iter_mut().find(|(mentions, _)| *mentions == told) {
                _ if told.is_empty() => {}
                Some((_, ids)) => ids.push(subscriber.id.clone()),
                None => audiences.push((told, vec![subscriber.id.clone()])),
            }
        }
        audiences
    }

    /// Returns true if events report this mention one by one.
    pub(super) fn has(&self, id: &str) -> bool {
        let id = PublicId::parse(IdKind::Mention, id).map(PublicId::bits);
        self.told.iter().any(|arrival| Some(arrival.id) == id)
    }
}

impl Arrival {
    /// Returns the mention as `GET /v1/mentions` answers it when filtered by the brands of a webhook. Its `brand` is
    /// the first of them.
    fn told_to(&self, monitored: &[MonitoredBrand], subscriber: &Subscriber) -> Option<Value> {
        let mut own = self.brands.iter().filter_map(|place| monitored.get(*place));
        let brand = own.find(|brand| subscriber.is_told_of(brand))?;
        let mut mention = self.mention.clone();
        if let Some(told) = mention.get_mut("brand") {
            *told = json!(brand_name(brand));
        }
        Some(mention)
    }
}

/// Returns a brand in the form that answers use.
pub(super) fn brand_name(brand: &MonitoredBrand) -> BrandName {
    BrandName { id: brand.id.clone(), label: brand.label.clone() }
}

/// Returns true if a mention passes the filters of a webhook. The brand filter is not checked here.
pub(super) fn passes(mention: &Value, subscriber: &Subscriber, creators: &FreshCreators) -> bool {
    let filters = &subscriber.filters;
    let at = |place: &str| mention.pointer(place);
    let is_one_of = |names: &Option<Vec<String>>, place: &str| {
        let names = names.as_deref().unwrap_or_default();
        let own = at(place).and_then(Value::as_str);
        names.is_empty() || names.iter().any(|name| own == Some(name))
    };
    let subscribers = || creators.subscribers(at("/channel/influencer_id").and_then(Value::as_str)?);
    is_one_of(&filters.platform, "/platform")
        && is_one_of(&filters.sentiment, "/sentiment/label")
        && filters.min_views.is_none_or(|least| {
            // As in requests, a minimum of 0 means no filter.
            least == 0 || at("/video/views").and_then(Value::as_u64).is_some_and(|views| views >= least)
        })
        && filters.min_subscribers.is_none_or(|least| least == 0 || subscribers().is_some_and(|own| own >= least))
}

/// Builds the request for the fresh mentions of a brand that arrived after a time, latest arrivals first.
fn fresh(occasion: &EventOccasion<'_>, brand: &MonitoredBrand, after: Option<i64>) -> Result<AccountRequest, Problems> {
    let from = occasion.first_fresh_day().to_string();
    let after = after.and_then(time_of_seconds);
    let mut parameters = vec![("brand", brand.id.as_str()), ("from", &from), ("sort", "indexed_at"), ("order", "desc")];
    parameters.extend(after.as_deref().map(|after| ("indexed_after", after)));
    question(AccountOperation::Mentions, &parameters)
}

/// Counts the mentions of all brands together, and of each brand.
async fn counted<A: EventAnswers>(occasion: &EventOccasion<'_>, answers: &A) -> Result<(u64, Vec<u64>), A::Fault> {
    let (mut total, mut of_brands) = (0, vec![0; occasion.monitored.len()]);
    let Some((mut from, last)) = occasion.dates else { return Ok((total, of_brands)) };
    while from <= last {
        let to = from.add_months(MAX_MONTHS).min(last);
        let window = [from, to].map(|date| date.to_string());
        let [begins, ends] = &window;
        let parameters = [("from", begins.as_str()), ("to", ends), ("top", "1")];
        let Counted { totals, by_brand } = answered(answers, AccountOperation::MentionStats, &parameters).await?;
        total += totals.mentions;
        for (brand, count) in occasion.monitored.iter().zip(&mut of_brands) {
            *count += by_brand.iter().filter(|one| one.key == brand.label).map(|one| one.mentions).sum::<u64>();
        }
        from = to.add_days(1);
    }
    Ok((total, of_brands))
}
