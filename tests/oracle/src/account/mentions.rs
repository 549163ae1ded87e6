//! The list of mentions, and a single mention.

use super::asked::Asked;
use super::mention::{Mention, parts};
use super::order::{Item, page};
use super::reply::Problem;
use super::window::open_window;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Returns the answer of mentions.
pub fn list(asked: &Asked) -> Value {
    listed(asked, |_| true)
}

/// Returns the answer of an influencer's mentions. Any creator with a mention of the account is an influencer.
pub fn of_influencer(asked: &Asked) -> Result<Value, Problem> {
    let id = asked.parameters.text("id").expect("id");
    if !asked.account.creators.values().any(|creator| creator.id == id) {
        return Err(Problem::not_found());
    }
    Ok(listed(asked, |mention| mention.influencer_id.as_deref() == Some(id)))
}

fn listed(asked: &Asked, is_meant: impl Fn(&Mention) -> bool) -> Value {
    let window = open_window(asked);
    let known_after = asked.parameters.text("indexed_after").unwrap_or("");
    let mentions = asked.within(&window).into_iter().filter(|mention| is_meant(mention));
    // Times in one format compare as strings.
    let mentions = mentions.filter(|mention| mention.indexed_at.as_str() > known_after);
    let sort = asked.parameters.text("sort").unwrap_or("upload_date");
    let item =
        |mention: &Mention| Item { id: mention.id.clone(), key: key(mention, sort), object: asked.object(mention) };
    page(mentions.map(item).collect(), asked)
}

fn key(mention: &Mention, sort: &str) -> Value {
    match sort {
        "upload_date" => json!(mention.date),
        "indexed_at" => json!(mention.indexed_at),
        "views" => json!(mention.views()),
        "sentiment_score" => json!(mention.score.map(parts)),
        _ => panic!("mentions are not sorted by '{sort}'"),
    }
}

/// Returns the answer of a mention. `related` counts what the account can see, at any time.
pub fn one(asked: &Asked) -> Result<Value, Problem> {
    let id = asked.parameters.text("id").expect("id");
    let all = &asked.account.mentions;
    let mention = all.iter().find(|mention| mention.id == id).ok_or_else(Problem::not_found)?;
    let in_video: Vec<&Mention> = all.iter().filter(|other| other.video.id == mention.video.id).collect();
    let by_channel =
        all.iter().filter(|other| mention.influencer.is_some() && other.influencer == mention.influencer).count();
    let brands: BTreeSet<usize> = in_video.iter().flat_map(|other| &other.brands).copied().collect();
    let others = brands.iter().filter(|brand| **brand != mention.brands[0]);
    let labels: Vec<&str> = others.map(|brand| asked.account.brands[*brand].label.as_str()).collect();
    let mut object = asked.object(mention);
    object["related"] = json!({
        "mentions_in_video": in_video.len(),
        "other_brands_in_video": labels,
        "mentions_by_channel": by_channel,
    });
    Ok(object)
}
