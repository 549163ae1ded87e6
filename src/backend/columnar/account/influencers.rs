//! `GET /v1/influencers`: pages of creators who mention the account's brands.

use super::super::names::NameSource;
use super::creators::Creators;
use super::list::{PageBuilder, PageItem};
use super::mention_objects::influencer_id;
use super::profile::{ATTRIBUTES, Profile, Profiles, influence_of, newest_channels};
use super::read_context::{ReadContext, window_days};
use crate::base::number::Number;
use crate::guard::request::account::cursor::SortKey;
use crate::guard::request::account::id::IdKind;
use crate::guard::request::account::{InfluencerFilters, ListParameters};
use crate::measure::influence_score;
use crate::query::{AccountAnswer, QueryError};
use crate::segment::{Column, Dictionary};
use crate::spec::answer::{Basis, InfluencerSummary};
use crate::spec::request::account::choice::InfluencerSort;
use crate::spec::{Index, Unit};

/// Decimals of a ratio: as many as are stored.
const RATIO_DECIMALS: i32 = 9;

pub(super) async fn answer(
    context: &ReadContext<'_>,
    sort: InfluencerSort,
    filters: &InfluencerFilters,
    list: &ListParameters,
) -> Result<AccountAnswer, QueryError> {
    let window = context.window()?;
    let creators = context.creators().await?;
    let (mut profiles, mut all) = (Profiles::default(), 0);
    context
        .for_each_batch(&ATTRIBUTES, window_days(&window), |batch| {
            all += batch.positions.len() as u64;
            profiles.add(batch).map_err(Into::into)
        })
        .await?;
    let mut profiles = profiles.into_profiles();
    narrow(filters, creators, &mut profiles);
    let scores = influence_of(creators, &profiles);
    let mut page = PageBuilder::new(context, list, IdKind::Influencer)?;
    for ((creator, profile), score) in profiles.iter().zip(scores) {
        let id = usize::try_from(*creator).ok().and_then(|at| creators.ids().get(at)).copied().unwrap_or(i64::MIN);
        page.push(PageItem {
            key: key(creators, sort, *creator, profile, score),
            id,
            value: (*creator, profile, score),
        });
    }
    let page = page.finish();
    let shown = page.items.iter().map(|item| item.value.1);
    let channels = newest_channels(context, shown).await?;
    let of_categories = Dictionary::of_column(Index::ContentCreator, Column::CATEGORIES);
    let categories = page.items.iter().flat_map(|item| creators.categories(item.value.0)).copied();
    let of_categories = of_categories.ok_or(crate::segment::Corrupt("categories have no names"))?;
    let categories = context.names_of_source(NameSource::Names(of_categories), categories).await?;
    let mut data = Vec::new();
    for (PageItem { id, value: (creator, profile, score), .. }, channel) in page.items.iter().zip(channels) {
        let of_creator = creators.categories(*creator).iter().map(|category| categories.name(*category));
        let engagement = creators.value(*creator, Column::ENGAGEMENT_RATE_VIEWERS);
        data.push(InfluencerSummary {
            id: influencer_id(*id),
            channel,
            country: creators.country_name(*creator).map(str::to_owned),
            categories: of_creator.collect::<Result<_, _>>()?,
            subscriber_count: creators.count(*creator, Column::SUBSCRIBER_COUNT),
            engagement_rate_viewers: engagement.map(|rate| Number::rounded(Unit::Ratio.value(rate), RATIO_DECIMALS)),
            brand_stats: profile.stats(all),
            influence_score: influence_score(*score),
        });
    }
    let known_by = page.items.iter().map(|item| item.value.1.known_counts()).collect();
    let answer = page.answer(context, data)?;
    Ok(AccountAnswer { basis: Basis { known_by: Some(known_by), ..Basis::default() }, ..answer })
}

/// Removes the creators that do not pass the filters.
fn narrow(filters: &InfluencerFilters, creators: &Creators, profiles: &mut Vec<(i64, Profile)>) {
    let InfluencerFilters { country, min_subscribers, max_subscribers, min_mentions } = filters;
    let included: Vec<&str> = country.included().collect();
    profiles.retain(|(creator, profile)| {
        let own = creators.country_name(*creator);
        let count = creators.count(*creator, Column::SUBSCRIBER_COUNT);
        (included.is_empty() || own.is_some_and(|own| included.contains(&own)))
            && !country.excluded().any(|name| own == Some(name))
            && min_subscribers.is_none_or(|least| count.is_some_and(|count| count >= least))
            && max_subscribers.is_none_or(|most| count.is_some_and(|count| count <= most))
            && min_mentions.is_none_or(|least| profile.mentions >= least)
    });
}

fn key(creators: &Creators, sort: InfluencerSort, creator: i64, profile: &Profile, score: f64) -> SortKey {
    let whole = |value: Option<i64>| value.map_or(SortKey::Missing, SortKey::Whole);
    let count = |count: u64| SortKey::Whole(i64::try_from(count).unwrap_or(i64::MAX));
    match sort {
        InfluencerSort::Views => count(profile.videos.views),
        InfluencerSort::SubscriberCount => whole(creators.value(creator, Column::SUBSCRIBER_COUNT)),
        InfluencerSort::EngagementRate => whole(creators.value(creator, Column::ENGAGEMENT_RATE_VIEWERS)),
        InfluencerSort::Sentiment => profile.tones.mean().map_or(SortKey::Missing, SortKey::Real),
        InfluencerSort::InfluenceScore => SortKey::Real(score),
        InfluencerSort::Mentions => count(profile.mentions),
    }
}
