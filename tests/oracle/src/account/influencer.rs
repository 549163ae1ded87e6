//! One creator who mentions the account's brands.

use super::counts::{CONFIDENT, average, by_brand, known, scored, top};
use super::influencers::{Influencer, Scores, about, brand_stats, influencers};
use super::query_context::OracleContext;
use super::reply::OracleProblem;
use super::window::open_window;
use crate::number::{optional, round};
use serde_json::{Value, json};

/// Number of listed topics.
const TOP_TOPICS: usize = 5;

/// Returns the answer of an influencer. Any creator with a mention of the account counts, even if the filters exclude
/// it.
pub fn one(context: &OracleContext) -> Result<Value, OracleProblem> {
    let id = context.parameters.text("id").expect("id");
    let mut creators = context.account.creators.iter();
    let (key, creator) = creators.find(|(_, creator)| creator.id == id).ok_or_else(OracleProblem::not_found)?;
    let all = context.within(&open_window(context));
    let population = influencers(context, &all);
    let nobody = Influencer { key, creator, mentions: Vec::new() };
    let found = population.iter().find(|influencer| influencer.key == *key);
    let influencer = found.unwrap_or(&nobody);
    let mentions = &influencer.mentions;
    let score = found.map(|influencer| round(Scores::of(&population).score(influencer), 1));

    let snapshot = |field: &str| creator.snapshot.and_then(|snapshot| snapshot.fields.get(field)).cloned();
    let shares = |field: &str| snapshot(field).unwrap_or(json!({}));
    let brands = by_brand(mentions, &context.brands).into_iter().map(|(brand, of_brand)| {
        let average = average(&of_brand);
        json!({"brand": context.account.brand(brand), "mentions": of_brand.len(), "average_sentiment": average})
    });
    let mut answer = about(influencer);
    answer["view_count"] = json!(snapshot("view_count"));
    answer["audience"] = json!({
        "dominant_gender": creator.text("dominant_gender"),
        "dominant_age_range": creator.text("dominant_age_range"),
        "age": shares("viewer_age_distribution"),
        "gender": shares("viewer_gender_distribution"),
        "country": shares("viewer_country_distribution"),
        "sentiment": optional(creator.number("audience_sentiment").map(|sentiment| round(sentiment, 3))),
    });
    let known_by: Vec<Value> =
        by_brand(mentions, &context.brands).into_iter().map(|(_, of_brand)| scored(&of_brand)).collect();
    answer["_meta"] = json!({"known": known(mentions), "known_by": known_by});
    answer["brand_stats"] = brand_stats(mentions, all.len());
    answer["by_brand"] = brands.collect();
    answer["top_topics"] = top(mentions, "topics", "topic", TOP_TOPICS);
    answer["influence_score"] = optional(score);
    answer["snapshot_date"] = json!(creator.text("snapshot_date"));
    answer["low_confidence"] = json!(mentions.len() < CONFIDENT);
    Ok(answer)
}
