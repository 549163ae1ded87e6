//! Creators who mention the account's brands.

use super::counts::{average, known, percent, sum_of, videos};
use super::creators::{OracleCreator, newest};
use super::filters::ListFilter;
use super::mention::OracleMention;
use super::order::{OracleListItem, page};
use super::query_context::OracleContext;
use super::reply::OracleProblem;
use super::sentiment_sums::SentimentSums;
use super::window::window;
use crate::number::{optional, round};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A creator with mentions that pass the filters.
pub struct Influencer<'a> {
    /// The natural key.
    pub key: &'a str,
    /// The creator's data.
    pub creator: &'a OracleCreator<'a>,
    /// The mentions.
    pub mentions: Vec<&'a OracleMention<'a>>,
}

/// Returns all creators of these mentions, by natural key.
pub fn influencers<'a>(context: &OracleContext<'a>, mentions: &[&'a OracleMention<'a>]) -> Vec<Influencer<'a>> {
    let mut groups: BTreeMap<&str, Vec<&OracleMention>> = BTreeMap::new();
    for mention in mentions {
        if let Some(key) = mention.influencer {
            groups.entry(key).or_default().push(mention);
        }
    }
    let creators = &context.account.creators;
    groups.into_iter().map(|(key, mentions)| Influencer { key, creator: &creators[key], mentions }).collect()
}

/// Returns the answer of influencers.
pub fn list(context: &OracleContext) -> Result<Value, OracleProblem> {
    let mentions = context.within(&window(context)?);
    let mut population = influencers(context, &mentions);
    population.retain(|influencer| is_meant(context, influencer));
    let scores = Scores::of(&population);
    let sort = context.parameters.text("sort").unwrap_or("mentions");
    let items = population.iter().map(|influencer| {
        let score = scores.score(influencer);
        let mut object = about(influencer);
        object["brand_stats"] = brand_stats(&influencer.mentions, mentions.len());
        object["influence_score"] = json!(round(score, 1));
        object["_known"] = known(&influencer.mentions);
        OracleListItem { id: influencer.creator.id.clone(), key: key(influencer, sort, score), object }
    });
    let mut page = page(items.collect(), context);
    let shown = page["data"].as_array_mut().expect("a list").iter_mut();
    let known: Vec<Value> =
        shown.map(|object| object.as_object_mut().expect("an object").remove("_known").expect("known")).collect();
    page["_meta"] = json!({"known_by": known});
    Ok(page)
}

fn is_meant(context: &OracleContext, influencer: &Influencer) -> bool {
    let Influencer { creator, mentions, .. } = influencer;
    let country: Vec<&str> = creator.text("country").into_iter().collect();
    let subscribers = creator.number("subscriber_count");
    let limit = |name| context.parameters.number(name);
    ListFilter::read(context.parameters.list("country")).allows(&country)
        && limit("min_subscribers").is_none_or(|min| subscribers.is_some_and(|count| count >= min))
        && limit("max_subscribers").is_none_or(|max| subscribers.is_some_and(|count| count <= max))
        && limit("min_mentions").is_none_or(|min| mentions.len() as f64 >= min)
}

fn key(influencer: &Influencer, sort: &str, score: f64) -> Value {
    let creator = influencer.creator;
    match sort {
        "mentions" => json!(influencer.mentions.len()),
        "views" => json!(sum_of(&influencer.mentions, "views")),
        "subscriber_count" => optional(creator.number("subscriber_count")),
        "engagement_rate" => optional(creator.number("engagement_rate_viewers")),
        "sentiment" => optional(SentimentSums::of(&influencer.mentions).mean()),
        "influence_score" => json!(score),
        _ => panic!("influencers are not sorted by '{sort}'"),
    }
}

/// Returns an influencer's common members. The channel is that of the newest passing mention, or else of the newest
/// mention of any of the account's brands.
pub fn about(influencer: &Influencer) -> Value {
    let Influencer { creator, mentions, .. } = influencer;
    let of_any = || newest(creator.mentions.iter().copied());
    let mention = newest(mentions.iter().map(|mention| mention.record)).or_else(of_any).expect("a mention");
    let snapshot = |field: &str| creator.snapshot.and_then(|snapshot| snapshot.fields.get(field)).cloned();
    json!({
        "object": "influencer",
        "id": creator.id,
        "channel": {"name": mention.string("channel_name"), "platform": mention.string("platform")},
        "country": creator.text("country"),
        "categories": creator.strings("categories"),
        "subscriber_count": snapshot("subscriber_count"),
        "engagement_rate_viewers": snapshot("engagement_rate_viewers"),
    })
}

/// Returns the statistics of an influencer's mentions, out of `among` mentions.
pub fn brand_stats(mentions: &[&OracleMention], among: usize) -> Value {
    let dates = || mentions.iter().map(|mention| mention.date);
    json!({
        "mentions": mentions.len(),
        "unique_videos": videos(mentions).len(),
        "views": sum_of(mentions, "views"),
        "average_sentiment": average(mentions),
        "share_of_brand_mentions_pct": percent(mentions.len() as i64, among as i64),
        "first_mention": dates().min(),
        "last_mention": dates().max(),
    })
}

/// The values behind a population's influence scores, each measure in ascending order.
pub struct Scores {
    views: Vec<f64>,
    mentions: Vec<f64>,
    engagement: Vec<f64>,
}

impl Scores {
    /// Collects the measures of all creators.
    pub fn of(population: &[Influencer]) -> Scores {
        let measured = |measure: fn(&Influencer) -> Option<f64>| {
            let mut values: Vec<f64> = population.iter().filter_map(measure).collect();
            values.sort_by(f64::total_cmp);
            values
        };
        Scores {
            views: measured(|influencer| Some(views(influencer))),
            mentions: measured(|influencer| Some(influencer.mentions.len() as f64)),
            engagement: measured(engagement),
        }
    }

    /// Returns a creator's score without rounding.
    pub fn score(&self, influencer: &Influencer) -> f64 {
        let views = self.rank(&self.views, views(influencer));
        let mentions = self.rank(&self.mentions, influencer.mentions.len() as f64);
        let engagement = engagement(influencer).map_or(0.5, |rate| self.rank(&self.engagement, rate));
        let sentiment = SentimentSums::of(&influencer.mentions).mean().unwrap_or(0.0);
        100.0 * (0.40 * views + 0.30 * mentions + 0.20 * engagement + 0.10 * (sentiment + 1.0) / 2.0)
    }

    /// Returns the percentile of a value: the part of known values below it, plus half of the equal ones.
    fn rank(&self, values: &[f64], value: f64) -> f64 {
        let below = values.partition_point(|other| *other < value);
        let same = values.partition_point(|other| *other <= value) - below;
        (below as f64 + same as f64 / 2.0) / values.len() as f64
    }
}

fn views(influencer: &Influencer) -> f64 {
    sum_of(&influencer.mentions, "views") as f64
}

fn engagement(influencer: &Influencer) -> Option<f64> {
    influencer.creator.number("engagement_rate_viewers")
}
