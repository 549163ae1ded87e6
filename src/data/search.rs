//! `POST /v1/search`: example documents, allowlisted and capped.
//!
//! Request `{index, filters?, q?, sort_field?, sort_order?, size?}`, answer
//! `{index, matched_documents, matched_creators?, results}`.

use super::canonical::{ObjectWriter, string};
use super::filters::{self, Filter};
use super::{field_of, named_index};
use crate::catalog::limits::{DEFAULT_SIZE, MAX_Q_CHARACTERS, MAX_RESULTS};
use crate::catalog::{Field, Index, Order};
use crate::guard::{Guard, Place, Value};
use crate::measure::Number;
use crate::problem::{Code, Problems, Violation};
use serde::{Deserialize, Serialize};

/// A checked question; `creators` asks one too.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchRequest {
    pub(crate) index: Index,
    pub(crate) filters: Vec<Filter>,
    pub(crate) q: Option<String>,
    pub(crate) sort_field: Option<&'static Field>,
    pub(crate) sort_order: Order,
    pub(crate) size: u32,
}

/// The answer. On the creator index each creator appears once, as its newest matching snapshot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SearchAnswer {
    /// Echo of the index.
    pub index: String,
    /// Documents that match, snapshots on the creator index.
    pub matched_documents: u64,
    /// Distinct creators, on the creator index.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matched_creators: Option<u64>,
    /// The first documents of the ranking.
    pub results: Vec<Document>,
}

/// A document with its allowlisted members, each of them always present, null when unknown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Document {
    /// Of `siv_business_ideas`.
    Mention(MentionDocument),
    /// Of `siv_content_creator`.
    Creator(super::creators::CreatorDocument),
    /// Of `siv_info`.
    Video(VideoDocument),
}

/// A mention of a brand in a video.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the catalogue describes the fields")]
#[serde(deny_unknown_fields)]
pub struct MentionDocument {
    pub video_id: String,
    pub brand_name: String,
    pub category: Option<String>,
    pub components: Vec<String>,
    pub topics: Vec<String>,
    pub platform: Option<String>,
    pub sentiment: Option<String>,
    pub sentiment_score: Option<Number>,
    pub estimated_value_usd: Option<Number>,
    pub channel_name: Option<String>,
    pub channel_uid: Option<String>,
    pub upload_date: Option<String>,
    pub context: Option<String>,
}

/// A video.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the catalogue describes the fields")]
#[serde(deny_unknown_fields)]
pub struct VideoDocument {
    pub video_id: String,
    pub title: Option<String>,
    pub channel_name: Option<String>,
    pub platform: String,
    pub category: Option<String>,
    pub tags: Vec<String>,
    pub views: Option<u64>,
    pub likes: Option<u64>,
    pub comments: Option<u64>,
    pub duration: Option<u64>,
    pub upload_date: String,
}

const MEMBERS: &[&str] = &["index", "filters", "q", "sort_field", "sort_order", "size"];

pub(super) fn parse_request(body: &Value<'_>) -> Result<SearchRequest, Problems> {
    Guard::check(|guard| {
        let root = Place::ROOT;
        let named = named_index(body, Index::NAMES);
        let mut index = None;
        let mut parts = Vec::with_capacity(MEMBERS.len());
        let given = guard.members(body, &root, MEMBERS, |guard, name, value, here| match name {
            "index" => index = guard.one_of(value, here, Index::NAMES).and_then(Index::from_name),
            "q" => parts.push(Part::Q(parse_q(guard, value, here, named))),
            _ => parts.push(parse_part(guard, name, value, here, named)),
        })?;
        guard.require(&given, &["index"], &root);
        let request = SearchRequest {
            index: index?,
            filters: Vec::new(),
            q: None,
            sort_field: None,
            sort_order: Order::Desc,
            size: DEFAULT_SIZE,
        };
        assemble(request, parts)
    })
}

/// One member of a search or creators request.
pub(super) enum Part {
    Filters(Option<Vec<Filter>>),
    Q(Option<String>),
    SortField(Option<&'static Field>),
    SortOrder(Option<Order>),
    Size(Option<u32>),
}

/// Reads a member that search and creators share. Without a known index, what depends on it is not read.
pub(super) fn parse_part(
    guard: &mut Guard,
    name: &str,
    value: &Value<'_>,
    place: &Place<'_>,
    index: Option<Index>,
) -> Part {
    match name {
        "filters" => Part::Filters(filters::parse(guard, value, place, index)),
        "sort_field" => Part::SortField(field_of(guard, value, place, index, |entry| entry.sortable)),
        "sort_order" => Part::SortOrder(guard.one_of(value, place, Order::NAMES).and_then(Order::from_name)),
        _ => Part::Size(guard.whole_number(value, place, 1, MAX_RESULTS)),
    }
}

/// Puts the members that were given over the defaults.
pub(super) fn assemble(mut request: SearchRequest, parts: Vec<Part>) -> Option<SearchRequest> {
    for part in parts {
        match part {
            Part::Filters(filters) => request.filters = filters?,
            Part::Q(q) => request.q = Some(q?),
            Part::SortField(field) => request.sort_field = Some(field?),
            Part::SortOrder(order) => request.sort_order = order?,
            Part::Size(size) => request.size = size?,
        }
    }
    Some(request)
}

fn parse_q(guard: &mut Guard, value: &Value<'_>, place: &Place<'_>, index: Option<Index>) -> Option<String> {
    let q = guard.text(value, place)?;
    if let Some(index) = index
        && index.entry().full_text.is_empty()
    {
        let searchable: Vec<&str> =
            Index::ALL.into_iter().filter(|index| !index.entry().full_text.is_empty()).map(Index::name).collect();
        let message =
            format!("{place} is not allowed on index '{}'. Allowed: [{}]", index.name(), searchable.join(", "));
        guard.note(Violation::new(Code::FieldNotAllowed, place.pointer(), message).allowing(&searchable, ""));
        return None;
    }
    guard.length(q.chars().count(), 1, MAX_Q_CHARACTERS, "characters", place)?;
    guard.has_token(q, place)?;
    Some(q.to_owned())
}

pub(super) fn serialize_request(request: &SearchRequest) -> String {
    ObjectWriter::default()
        .raw("filters", &filters::serialize(&request.filters))
        .text("index", request.index.name())
        .optional("q", request.q.as_deref(), string)
        .number("size", request.size)
        .optional("sort_field", request.sort_field, |field| string(field.name))
        .text("sort_order", request.sort_order.name())
        .finish()
}
