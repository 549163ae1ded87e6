//! The list of mentions, and a single mention.

use super::mention::{OracleMention, parts};
use super::order::{OracleListItem, page};
use super::query_context::OracleContext;
use super::reply::OracleProblem;
use super::window::open_window;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Returns the answer of mentions.
pub fn list(context: &OracleContext) -> Value {
    listed(context, |_| true)
}

/// Returns the answer of an influencer's mentions. Any creator with a mention of the account is an influencer.
pub fn of_influencer(context: &OracleContext) -> Result<Value, OracleProblem> {
    let id = context.parameters.text("id").expect("id");
    if !context.account.creators.values().any(|creator| creator.id == id) {
        return Err(OracleProblem::not_found());
    }
    Ok(listed(context, |mention| mention.influencer_id.as_deref() == Some(id)))
}

fn listed(context: &OracleContext, is_meant: impl Fn(&OracleMention) -> bool) -> Value {
    let window = open_window(context);
    let known_after = context.parameters.text("indexed_after").unwrap_or("");
    let mentions = context.within(&window).into_iter().filter(|mention| is_meant(mention));
    // Times in one format compare as strings.
    let mentions = mentions.filter(|mention| mention.indexed_at.as_str() > known_after);
    let sort = context.parameters.text("sort").unwrap_or("upload_date");
    let item = |mention: &OracleMention| OracleListItem {
        id: mention.id.clone(),
        key: key(mention, sort),
        object: context.object(mention),
    };
    page(mentions.map(item).collect(), context)
}

fn key(mention: &OracleMention, sort: &str) -> Value {
    match sort {
        "upload_date" => json!(mention.date),
        "indexed_at" => json!(mention.indexed_at),
        "views" => json!(mention.views()),
        "sentiment_score" => json!(mention.score.map(parts)),
        _ => panic!("mentions are not sorted by '{sort}'"),
    }
}

/// Returns the answer of a mention. `related` counts what the account can see, at any time.
pub fn one(context: &OracleContext) -> Result<Value, OracleProblem> {
    let id = context.parameters.text("id").expect("id");
    let all = &context.account.mentions;
    let mention = all.iter().find(|mention| mention.id == id).ok_or_else(OracleProblem::not_found)?;
    let in_video: Vec<&OracleMention> = all.iter().filter(|other| other.video.id == mention.video.id).collect();
    let by_channel =
        all.iter().filter(|other| mention.influencer.is_some() && other.influencer == mention.influencer).count();
    let brands: BTreeSet<usize> = in_video.iter().flat_map(|other| &other.brands).copied().collect();
    let others = brands.iter().filter(|brand| **brand != mention.brands[0]);
    let labels: Vec<&str> = others.map(|brand| context.account.brands[*brand].label.as_str()).collect();
    let mut object = context.object(mention);
    object["related"] = json!({
        "mentions_in_video": in_video.len(),
        "other_brands_in_video": labels,
        "mentions_by_channel": by_channel,
    });
    Ok(object)
}
