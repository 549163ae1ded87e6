//! `GET /v1/trends/emerging`: topics that come up.

use super::super::names::{NameSource, NamesByNumber, names_statement};
use super::AccountFault;
use super::meta::trend_meta;
use super::session::{Passing, Session};
use super::tally::{at, present};
use super::topics::{COLUMNS, Topic, days, topics};
use crate::base::date::{Date, Window};
use crate::base::number::Number;
use crate::measure::{BASELINE_WINDOWS, Criteria};
use crate::query::plan::Days;
use crate::query::view::{NamesOf, ViewColumn};
use crate::segment::Corrupt;
use crate::spec::answer::{EmergingCriteria, EmergingTopic, EmergingTrends};
use crate::spec::request::account::choice::TrendSort;
use crate::sql::single;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Videos that are named for a topic at most.
const EXAMPLES: usize = 2;

/// Decimals of the criteria: those that were given.
const CRITERIA_DECIMALS: i32 = 6;

pub(super) async fn answer(session: &Session<'_>) -> Result<EmergingTrends, AccountFault> {
    let window = session.window()?;
    let baseline = window.baseline(session.dates().map(|(first, _)| first), BASELINE_WINDOWS);
    let criteria = Criteria {
        min_support: session.given("min_support")?,
        min_videos: session.given("min_videos")?,
        min_channels: session.given("min_channels")?,
        min_z: session.given("min_z")?,
        max_baseline_share_pct: session.given("max_baseline_share_pct")?,
    };
    let columns = [COLUMNS.as_slice(), &[ViewColumn::Views]].concat();
    // When a topic was seen first is asked of all mentions.
    let passing =
        session.passing(&columns, &[NamesOf::Topics], Days { first: Days::ALL.first, last: window.to.day() }).await?;
    let passing_days = days(&window, &baseline);
    let of_windows = within(&passing, passing_days)?;
    let found = topics(&of_windows, &baseline)?;
    let mentions = found.mentions;
    let qualifies = |topic: &Topic| topic.trend.qualifies(topic.unique_videos, topic.unique_channels, &criteria);
    let mut emerging: Vec<Topic> = found.topics.into_iter().filter(qualifies).collect();
    // A stable sort: ties stay in the order of names.
    emerging.sort_by(|one, other| {
        one.trend.order(&other.trend, TrendSort::Score).then_with(|| one.trend.order(&other.trend, TrendSort::ZScore))
    });
    emerging.truncate(session.given("limit")?);
    let first_seen = first_seen(&passing)?;
    let examples = examples(&of_windows, &window, &emerging)?;
    let names = names(session, &examples).await?;
    let data = emerging.into_iter().map(|topic| {
        let videos = examples.get(&topic.topic).into_iter().flatten();
        let first_seen = first_seen.get(&topic.topic).and_then(|day| Date::of_day(*day));
        Ok(EmergingTopic {
            topic: passing.view.text(NamesOf::Topics, topic.topic),
            stage: topic.trend.stage(),
            movement: topic.movement(),
            first_seen,
            average_sentiment: topic.average_sentiment,
            baseline: topic.baseline,
            example_video_ids: videos.map(|video| names.name(*video)).collect::<Result<_, _>>()?,
        })
    });
    let data = data.collect::<Result<_, AccountFault>>()?;
    let meta = trend_meta(session, &window, mentions, baseline.len())?;
    let published = EmergingCriteria {
        min_support: criteria.min_support,
        min_videos: criteria.min_videos,
        min_channels: criteria.min_channels,
        min_z: Number::rounded(criteria.min_z, CRITERIA_DECIMALS),
        max_baseline_share_pct: Number::rounded(criteria.max_baseline_share_pct, CRITERIA_DECIMALS),
    };
    Ok(EmergingTrends { data, criteria: published, meta })
}

/// Those of some mentions that are of some days.
fn within(Passing { view, positions }: &Passing, days: Days) -> Result<Passing, Corrupt> {
    let of_days = view.numbers(ViewColumn::Day)?;
    let positions = positions.iter().copied().filter(|position| days.contains(at(of_days, *position))).collect();
    Ok(Passing { view: view.clone(), positions })
}

/// The day on which each topic was seen first: mentions are in the order of days.
fn first_seen(Passing { view, positions }: &Passing) -> Result<BTreeMap<i64, i64>, Corrupt> {
    let (days, lists) = (view.numbers(ViewColumn::Day)?, view.lists(ViewColumn::Topics)?);
    let mut first = BTreeMap::new();
    for position in positions {
        for topic in lists.get(*position) {
            first.entry(*topic).or_insert(at(days, *position));
        }
    }
    Ok(first)
}

/// The views of a video and its number, the most viewed first.
type Viewed = (Reverse<Option<i64>>, i64);

/// The numbers of the most viewed videos of topics in a window; their numbers are in the order of their ids.
fn examples(
    Passing { view, positions }: &Passing,
    window: &Window,
    topics: &[Topic],
) -> Result<BTreeMap<i64, Vec<i64>>, Corrupt> {
    let (days, lists) = (view.numbers(ViewColumn::Day)?, view.lists(ViewColumn::Topics)?);
    let (videos, views) = (view.numbers(ViewColumn::Video)?, view.numbers(ViewColumn::Views)?);
    let mut examples: BTreeMap<i64, Vec<Viewed>> = topics.iter().map(|topic| (topic.topic, Vec::new())).collect();
    for position in positions.iter().filter(|position| at(days, **position) >= window.from.day()) {
        for topic in lists.get(*position) {
            if let Some(videos_of) = examples.get_mut(topic) {
                videos_of.push((Reverse(present(at(views, *position))), at(videos, *position)));
            }
        }
    }
    let first = |mut videos: Vec<Viewed>| {
        videos.sort_unstable();
        videos.dedup();
        videos.into_iter().take(EXAMPLES).map(|(_, video)| video).collect()
    };
    Ok(examples.into_iter().map(|(topic, videos)| (topic, first(videos))).collect())
}

/// The ids of videos.
async fn names(session: &Session<'_>, examples: &BTreeMap<i64, Vec<i64>>) -> Result<NamesByNumber, AccountFault> {
    let numbers: Vec<i64> = examples.values().flatten().copied().collect();
    let rows = if numbers.is_empty() {
        Vec::new()
    } else {
        let statement = names_statement(session.reader.generation()?, NameSource::Videos, numbers.into_iter());
        single(session.reader.read(vec![statement]).await?)?
    };
    Ok(NamesByNumber::new(NameSource::Videos, rows)?)
}
