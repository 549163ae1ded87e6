//! `GET /v1/influencers`: creators who mention the account's brands, page by page.

use super::list::{Item, Page};
use super::objects::influencer_id;
use super::profile::{COLUMNS, NAMES, Profile, count_of, influence, profiles, value};
use super::session::{Session, days_of};
use super::tally::at;
use super::{AccountAnswer, AccountFault};
use crate::base::number::Number;
use crate::guard::request::account::AccountRequest;
use crate::guard::request::account::cursor::SortKey;
use crate::guard::request::account::id::IdKind;
use crate::measure::influence_score;
use crate::query::view::{NamesOf, View, ViewColumn};
use crate::segment::Corrupt;
use crate::spec::Unit;
use crate::spec::answer::InfluencerSummary;
use crate::spec::request::account::choice::InfluencerSort;
use std::collections::BTreeMap;

/// Decimals of a ratio: all that are stored.
const RATIO_DECIMALS: i32 = 9;

pub(super) async fn answer(session: &Session<'_>) -> Result<AccountAnswer, AccountFault> {
    let window = session.window()?;
    let columns = [COLUMNS.as_slice(), &[ViewColumn::Categories]].concat();
    let names = [NAMES.as_slice(), &[NamesOf::Categories]].concat();
    let passing = session.passing(&columns, &names, days_of(&window)).await?;
    let all = passing.positions.len() as u64;
    let mut profiles = profiles(&passing)?;
    let view = &passing.view;
    narrow(session.request(), view, &mut profiles)?;
    let scores = influence(view, &profiles)?;
    let found: Vec<(i64, &Profile, f64)> =
        profiles.iter().zip(scores).map(|((influencer, profile), score)| (*influencer, profile, score)).collect();
    let (sort, ids) = (session.given("sort")?, view.numbers(ViewColumn::InfluencerId)?);
    let items = found.iter().enumerate().map(|(position, (influencer, profile, score))| {
        let id = usize::try_from(*influencer).map_or(i64::MIN, |influencer| at(ids, influencer));
        Ok(Item { key: key(view, sort, *influencer, profile, *score)?, id, position })
    });
    let page = Page::of(session, items.collect::<Result<_, Corrupt>>()?, IdKind::Influencer)?;
    let data = page.items.iter().filter_map(|item| found.get(item.position).map(|found| (item.id, found)));
    let data = data.map(|(id, (influencer, profile, score))| object(view, id, *influencer, profile, *score, all));
    let data = data.collect::<Result<Vec<_>, Corrupt>>()?;
    page.answer(session, data)
}

/// Leaves those that have what the question asks of influencers.
fn narrow(request: &AccountRequest, view: &View, profiles: &mut BTreeMap<i64, Profile>) -> Result<(), Corrupt> {
    let (countries, subscribers) = (view.numbers(ViewColumn::Country)?, view.numbers(ViewColumn::Subscribers)?);
    let country = request.choice("country");
    let included: Vec<&str> = country.included().collect();
    let [least, most, mentions] =
        ["min_subscribers", "max_subscribers", "min_mentions"].map(|name| request.parsed::<u64>(name));
    let named = |influencer| value(countries, influencer).and_then(|country| view.name(NamesOf::Regions, country));
    profiles.retain(|influencer, profile| {
        let own = named(*influencer);
        let count = count_of(subscribers, *influencer);
        (included.is_empty() || own.is_some_and(|own| included.contains(&own)))
            && !country.excluded().any(|name| own == Some(name))
            && least.is_none_or(|least| count.is_some_and(|count| count >= least))
            && most.is_none_or(|most| count.is_some_and(|count| count <= most))
            && mentions.is_none_or(|mentions| profile.mentions >= mentions)
    });
    Ok(())
}

fn key(view: &View, sort: InfluencerSort, influencer: i64, profile: &Profile, score: f64) -> Result<SortKey, Corrupt> {
    let whole = |value: Option<i64>| value.map_or(SortKey::Missing, SortKey::Whole);
    let count = |count: u64| SortKey::Whole(i64::try_from(count).unwrap_or(i64::MAX));
    Ok(match sort {
        InfluencerSort::Views => count(profile.videos.views),
        InfluencerSort::SubscriberCount => whole(value(view.numbers(ViewColumn::Subscribers)?, influencer)),
        InfluencerSort::EngagementRate => whole(value(view.numbers(ViewColumn::Engagement)?, influencer)),
        InfluencerSort::Sentiment => profile.tones.mean().map_or(SortKey::Missing, SortKey::Real),
        InfluencerSort::InfluenceScore => SortKey::Real(score),
        InfluencerSort::Mentions => count(profile.mentions),
    })
}

fn object(
    view: &View,
    id: i64,
    influencer: i64,
    profile: &Profile,
    score: f64,
    all: u64,
) -> Result<InfluencerSummary, Corrupt> {
    let country = value(view.numbers(ViewColumn::Country)?, influencer);
    let categories = view.lists(ViewColumn::Categories)?;
    let categories = usize::try_from(influencer).map(|influencer| categories.get(influencer)).unwrap_or_default();
    let engagement = value(view.numbers(ViewColumn::Engagement)?, influencer);
    Ok(InfluencerSummary {
        id: influencer_id(id),
        channel: profile.channel(view),
        country: country.and_then(|country| view.name(NamesOf::Regions, country)).map(str::to_owned),
        categories: categories.iter().filter_map(|at| view.name(NamesOf::Categories, *at)).map(str::to_owned).collect(),
        subscriber_count: count_of(view.numbers(ViewColumn::Subscribers)?, influencer),
        engagement_rate_viewers: engagement.map(|rate| Number::rounded(Unit::Ratio.value(rate), RATIO_DECIMALS)),
        brand_stats: profile.stats(all),
        influence_score: influence_score(score),
    })
}
