//! `GET /v1/influencers`: pages of creators who mention the account's brands, and their influence relative to others.

use super::counts::GroupTotals;
use super::list::{ItemPage, PageBuilder, PageItem, sort_key};
use super::scope::AnswerScope;
use crate::base::date::Date;
use crate::base::number::Number;
use crate::guard::request::account::cursor::SortKey;
use crate::guard::request::account::id::{IdKind, PublicId};
use crate::guard::request::account::{InfluencerFilters, ListParameters};
use crate::measure::{Creator, influence_score, influence_scores, share_pct};
use crate::query::{AccountAnswer, QueryError};
use crate::spec::Unit;
use crate::spec::answer::{Basis, BrandStats, InfluencerChannel, InfluencerSummary};
use crate::spec::request::account::choice::InfluencerSort;

/// Decimals of a ratio: as many as are stored.
const RATIO_DECIMALS: i32 = 9;

/// The totals of an influencer's mentions.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::backend) struct ProfileTotals {
    pub(in crate::backend) group: GroupTotals,
    /// The days of the first and the last mention.
    pub(in crate::backend) days: Option<(Date, Date)>,
}

impl ProfileTotals {
    /// Returns the statistics of the profile. `all` is the number of mentions of all creators.
    pub(in crate::backend) fn stats(&self, all: u64) -> BrandStats {
        let GroupTotals { videos, tones } = &self.group;
        BrandStats {
            mentions: tones.mentions(),
            unique_videos: videos.count,
            views: videos.views,
            average_sentiment: tones.average(),
            share_of_brand_mentions_pct: share_pct(tones.mentions(), all),
            first_mention: self.days.map(|(first, _)| first),
            last_mention: self.days.map(|(_, last)| last),
        }
    }
}

/// A creator with mentions, and values of its newest snapshot.
#[derive(Debug, Clone)]
pub(in crate::backend) struct Influencer<'c, K> {
    /// The backend's key of the creator.
    pub(in crate::backend) key: K,
    /// The bits of the public id.
    pub(in crate::backend) id: i64,
    pub(in crate::backend) totals: ProfileTotals,
    pub(in crate::backend) country: Option<&'c str>,
    pub(in crate::backend) subscriber_count: Option<i64>,
    /// The engagement rate of viewers, as a stored integer.
    pub(in crate::backend) engagement: Option<i64>,
}

/// Values of a creator that only those on the page have.
pub(in crate::backend) struct InfluencerNames {
    pub(in crate::backend) channel: InfluencerChannel,
    pub(in crate::backend) categories: Vec<String>,
}

/// Computes the influence of each creator relative to the others, unrounded, in their order.
pub(in crate::backend) fn influence_of<K>(creators: &[Influencer<'_, K>]) -> Vec<f64> {
    let population = creators.iter().map(|creator| {
        let GroupTotals { videos, tones } = &creator.totals.group;
        Creator {
            views: videos.views,
            mentions: tones.mentions(),
            engagement: creator.engagement,
            average_sentiment: tones.mean(),
        }
    });
    influence_scores(&population.collect::<Vec<_>>())
}

/// A page of creators, each with its influence.
pub(in crate::backend) struct InfluencerPage<'c, K>(ItemPage<(Influencer<'c, K>, f64)>);

impl<'c, K> InfluencerPage<'c, K> {
    /// Selects the creators of a page from all creators in the window.
    pub(in crate::backend) fn new(
        scope: &AnswerScope<'_>,
        (sort, filters, list): (InfluencerSort, &InfluencerFilters, &ListParameters),
        mut creators: Vec<Influencer<'c, K>>,
    ) -> Result<Self, QueryError> {
        creators.retain(|creator| passes(filters, creator));
        let scores = influence_of(&creators);
        let mut page = PageBuilder::new(scope.query, list, IdKind::Influencer)?;
        for (creator, score) in creators.into_iter().zip(scores) {
            page.push(PageItem { key: key(sort, &creator, score), id: creator.id, value: (creator, score) });
        }
        Ok(Self(page.finish()))
    }

    /// Iterates over the creators of the page.
    pub(in crate::backend) fn creators(&self) -> impl Iterator<Item = &Influencer<'c, K>> + Clone {
        self.0.items.iter().map(|item| &item.value.0)
    }

    /// Makes the answer. `names` are in the order of the creators, `all` is the number of mentions in the window.
    pub(in crate::backend) fn answer(
        self,
        scope: &AnswerScope<'_>,
        names: Vec<InfluencerNames>,
        all: u64,
    ) -> Result<AccountAnswer, QueryError> {
        let known_by = self.creators().map(|creator| creator.totals.group.known_counts()).collect();
        let object = |(PageItem { id, value: (creator, score), .. }, names): (&PageItem<_>, InfluencerNames)| {
            let Influencer { totals, country, engagement, .. }: &Influencer<'_, K> = creator;
            InfluencerSummary {
                id: influencer_id(*id),
                channel: names.channel,
                country: country.map(str::to_owned),
                categories: names.categories,
                subscriber_count: subscribers(creator),
                engagement_rate_viewers: engagement
                    .map(|rate| Number::rounded(Unit::Ratio.value(rate), RATIO_DECIMALS)),
                brand_stats: totals.stats(all),
                influence_score: influence_score(*score),
            }
        };
        let data = self.0.items.iter().zip(names).map(object).collect();
        let answer = self.0.answer(scope, data)?;
        Ok(AccountAnswer { basis: Basis { known_by: Some(known_by), ..Basis::default() }, ..answer })
    }
}

/// Returns the public id of an influencer.
pub(in crate::backend) fn influencer_id(bits: i64) -> String {
    PublicId::from_bits(IdKind::Influencer, bits).to_string()
}

fn subscribers<K>(creator: &Influencer<'_, K>) -> Option<u64> {
    creator.subscriber_count.and_then(|count| u64::try_from(count).ok())
}

fn passes<K>(filters: &InfluencerFilters, creator: &Influencer<'_, K>) -> bool {
    let InfluencerFilters { country, min_subscribers, max_subscribers, min_mentions } = filters;
    let (own, count) = (creator.country, subscribers(creator));
    let mut included = country.included().peekable();
    (included.peek().is_none() || own.is_some_and(|own| included.any(|name| name == own)))
        && !country.excluded().any(|name| own == Some(name))
        && min_subscribers.is_none_or(|least| count.is_some_and(|count| count >= least))
        && max_subscribers.is_none_or(|most| count.is_some_and(|count| count <= most))
        && min_mentions.is_none_or(|least| creator.totals.group.tones.mentions() >= least)
}

fn key<K>(sort: InfluencerSort, creator: &Influencer<'_, K>, score: f64) -> SortKey {
    let count = |count: u64| SortKey::Whole(i64::try_from(count).unwrap_or(i64::MAX));
    let GroupTotals { videos, tones } = &creator.totals.group;
    match sort {
        InfluencerSort::Views => count(videos.views),
        InfluencerSort::SubscriberCount => sort_key(creator.subscriber_count),
        InfluencerSort::EngagementRate => sort_key(creator.engagement),
        InfluencerSort::Sentiment => tones.mean().map_or(SortKey::Missing, SortKey::Real),
        InfluencerSort::InfluenceScore => SortKey::Real(score),
        InfluencerSort::Mentions => count(tones.mentions()),
    }
}
