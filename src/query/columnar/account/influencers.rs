//! `GET /v1/influencers`: creators who mention the account's brands, page by page.

use super::list::{Item, Page};
use super::objects::influencer_id;
use super::profile::{BrandStats, COLUMNS, Channel, NAMES, Profile, count_of, influence, profiles, value};
use super::session::{Session, days_of};
use super::tally::at;
use super::{AccountAnswer, Fault};
use crate::base::number::Number;
use crate::guard::account::cursor::SortKey;
use crate::guard::account::id::{Kind, PublicId};
use crate::measure::influence_score;
use crate::query::view::{Column, NamesOf, View};
use crate::segment::Corrupt;
use crate::spec::Unit;
use crate::sql::Store;
use serde::Serialize;
use std::collections::BTreeMap;

/// Decimals of a ratio: all that are stored.
const RATIO_DECIMALS: i32 = 9;

/// A creator in a list.
#[derive(Debug, Serialize)]
struct InfluencerObject {
    object: &'static str,
    id: String,
    channel: Channel,
    country: Option<String>,
    categories: Vec<String>,
    subscriber_count: Option<u64>,
    engagement_rate_viewers: Option<Number>,
    brand_stats: BrandStats,
    influence_score: Number,
}

pub(super) async fn answer<S: Store>(session: &Session<'_, S>) -> Result<AccountAnswer, Fault> {
    let window = session.window()?;
    let columns = [COLUMNS.as_slice(), &[Column::Categories]].concat();
    let names = [NAMES.as_slice(), &[NamesOf::Categories]].concat();
    let passing = session.passing(&columns, &names, days_of(&window)).await?;
    let all = passing.positions.len() as u64;
    let mut profiles = profiles(&passing)?;
    let view = &passing.view;
    narrow(session, view, &mut profiles)?;
    let scores = influence(view, &profiles)?;
    let found: Vec<(i64, &Profile, f64)> =
        profiles.iter().zip(scores).map(|((influencer, profile), score)| (*influencer, profile, score)).collect();
    let ids = view.numbers(Column::InfluencerId)?;
    let sort = session.params.one("sort").unwrap_or_default();
    let items = found.iter().enumerate().map(|(position, (influencer, profile, score))| {
        let id = usize::try_from(*influencer).map_or(i64::MIN, |influencer| at(ids, influencer));
        Ok(Item { key: key(view, sort, *influencer, profile, *score)?, id, position })
    });
    let parse = |id: &str| PublicId::parse(Kind::Influencer, id).map(PublicId::bits);
    let page = Page::of(session, items.collect::<Result<_, Corrupt>>()?, parse, influencer_id)?;
    let data = page.items.iter().filter_map(|item| found.get(item.position).map(|found| (item.id, found)));
    let data = data.map(|(id, (influencer, profile, score))| object(view, id, *influencer, profile, *score, all));
    let data = data.collect::<Result<Vec<_>, Corrupt>>()?;
    page.answer(session, data)
}

/// Leaves those that have what the question asks of influencers.
fn narrow<S: Store>(
    session: &Session<'_, S>,
    view: &View,
    profiles: &mut BTreeMap<i64, Profile>,
) -> Result<(), Corrupt> {
    let (countries, subscribers) = (view.numbers(Column::Country)?, view.numbers(Column::Subscribers)?);
    let country = session.params.choice("country");
    let named = |influencer| value(countries, influencer).and_then(|country| view.name(NamesOf::Regions, country));
    let limit = |name| session.params.whole(name).and_then(|limit| u64::try_from(limit).ok());
    let (least, most, mentions) = (limit("min_subscribers"), limit("max_subscribers"), limit("min_mentions"));
    profiles.retain(|influencer, profile| {
        let own = named(*influencer);
        let is_own = |name: &String| own == Some(name.as_str());
        let count = count_of(subscribers, *influencer);
        (country.included.is_empty() || country.included.iter().any(is_own))
            && !country.excluded.iter().any(is_own)
            && least.is_none_or(|least| count.is_some_and(|count| count >= least))
            && most.is_none_or(|most| count.is_some_and(|count| count <= most))
            && mentions.is_none_or(|mentions| profile.mentions >= mentions)
    });
    Ok(())
}

fn key(view: &View, sort: &str, influencer: i64, profile: &Profile, score: f64) -> Result<SortKey, Corrupt> {
    let whole = |value: Option<i64>| value.map_or(SortKey::Missing, SortKey::Whole);
    let count = |count: u64| SortKey::Whole(i64::try_from(count).unwrap_or(i64::MAX));
    Ok(match sort {
        "views" => count(profile.videos.views),
        "subscriber_count" => whole(value(view.numbers(Column::Subscribers)?, influencer)),
        "engagement_rate" => whole(value(view.numbers(Column::Engagement)?, influencer)),
        "sentiment" => profile.tones.mean().map_or(SortKey::Missing, SortKey::Real),
        "influence_score" => SortKey::Real(score),
        _ => count(profile.mentions),
    })
}

fn object(
    view: &View,
    id: i64,
    influencer: i64,
    profile: &Profile,
    score: f64,
    all: u64,
) -> Result<InfluencerObject, Corrupt> {
    let country = value(view.numbers(Column::Country)?, influencer);
    let categories = view.lists(Column::Categories)?;
    let categories = usize::try_from(influencer).map(|influencer| categories.get(influencer)).unwrap_or_default();
    let engagement = value(view.numbers(Column::Engagement)?, influencer);
    Ok(InfluencerObject {
        object: "influencer",
        id: influencer_id(id),
        channel: profile.channel(view),
        country: country.and_then(|country| view.name(NamesOf::Regions, country)).map(str::to_owned),
        categories: categories.iter().filter_map(|at| view.name(NamesOf::Categories, *at)).map(str::to_owned).collect(),
        subscriber_count: count_of(view.numbers(Column::Subscribers)?, influencer),
        engagement_rate_viewers: engagement.map(|rate| Number::rounded(Unit::Ratio.value(rate), RATIO_DECIMALS)),
        brand_stats: profile.stats(all),
        influence_score: influence_score(score),
    })
}
