//! Documents of siv_business_ideas.

use super::check::{MAX_CONTEXT_CHARACTERS, date, required, time_text, value_of};
use super::document::Document;
use super::privacy::{Privacy, Removed};
use super::quotes::quotes;
use super::refused::Refused;
use super::row::RowBuilder;
use super::search_form;
use super::terms::Term;
use super::videos::Claims;
use crate::base::text::{normal_form, normal_form_of_list};
use crate::segment::{RowKind, SegmentRow};
use crate::spec::{PLATFORMS, SENTIMENTS};
use chrono::{DateTime, Utc};
use serde_json::Value;

/// A mention that passed its own checks; whether its video exists is still open.
#[derive(Debug, Clone, PartialEq)]
pub struct Mention {
    /// Its row.
    pub row: SegmentRow,
    /// The video it belongs to.
    pub video_id: String,
    /// What the document says about its video.
    pub claims: Claims,
    /// The values that names are looked up in.
    pub terms: Vec<Term>,
}

/// Checks a document and makes its row. `now` is the time of import.
pub(super) fn prepare(
    document: &mut Document,
    now: DateTime<Utc>,
    privacy: &Privacy,
    removed: &mut Removed,
) -> Result<Mention, Refused> {
    let mention_id = required("mention_id", document.name("mention_id")?)?;
    let video_id = required("video_id", document.name("video_id")?)?;
    let brand_name = required("brand_name", document.name("brand_name")?)?;
    let category = document.name("category")?;
    let components = document.list("components")?;
    let topics = document.list("topics")?;
    let context = context(document, privacy, removed)?;
    let indexed_at = document.time("indexed_at")?;
    let is_default = indexed_at.is_none();
    let builder = RowBuilder::new(RowKind::Mention)
        .with("mention_id", mention_id)
        .with("video_id", &video_id)
        .with("brand_name", &brand_name)
        .with("category", &category)
        .with("components", &components)
        .with("topics", &topics)
        .with("sentiment", document.one_of("sentiment", SENTIMENTS)?)
        .with("sentiment_score", document.score("sentiment_score")?)
        .with("estimated_value_usd", document.usd("estimated_value_usd")?)
        .with("context", &context)
        .with("occurrences", document.count("occurrences")?.unwrap_or(1))
        .with("language", document.name("language")?)
        .with("region", document.name("region")?)
        .with("indexed_at", indexed_at.unwrap_or_else(|| time_text(now)))
        .with("search_context", search_form(context.as_deref()))
        .with("search_brand_name", normal_form(&brand_name))
        .with("search_components", normal_form_of_list(components.iter().map(String::as_str)))
        .with("search_topics", normal_form_of_list(topics.iter().map(String::as_str)));
    let builder = if is_default { builder.indexed_at_is_default() } else { builder };
    let claims = Claims {
        upload_date: claim(document, "upload_date").map(|text| date(&text).map_or(text, |date| date.to_string())),
        platform: claim(document, "platform").map(|text| value_of(&text, PLATFORMS).map_or(text, str::to_owned)),
        channel_name: claim(document, "channel_name"),
        channel_uid: claim(document, "channel_uid"),
    };
    let mut terms = vec![Term { field: "mention.brand_name", value: brand_name }];
    terms.extend(category.map(|value| Term { field: "mention.category", value }));
    terms.extend(components.into_iter().map(|value| Term { field: "mention.components", value }));
    terms.extend(topics.into_iter().map(|value| Term { field: "mention.topics", value }));
    Ok(Mention { row: builder.build(), video_id, claims, terms })
}

fn context(document: &mut Document, privacy: &Privacy, removed: &mut Removed) -> Result<Option<String>, Refused> {
    let context = privacy.clean_column(document, "context", MAX_CONTEXT_CHARACTERS, removed)?;
    if context.as_deref().is_some_and(quotes) {
        removed.quoting_contexts += 1;
        return Ok(None);
    }
    Ok(context)
}

/// What the document says, whatever its type: a claim is compared, never stored.
fn claim(document: &mut Document, column: &str) -> Option<String> {
    document.take(column).map(|value| match value {
        Value::String(text) => text,
        other => other.to_string(),
    })
}
