//! `POST /v1/creators`: ranked creators, a search on `siv_content_creator`.
//!
//! Request `{filters?, sort_field?, sort_order?, size?}`, answer
//! `{matched_creators, matched_documents, results}`.

use super::canonical::{ObjectWriter, string};
use super::filters;
use super::search::{Document, SearchAnswer, SearchRequest, assemble, parse_part};
use crate::catalog::limits::DEFAULT_SIZE;
use crate::catalog::{Index, Order};
use crate::guard::{Guard, Place, Value};
use crate::measure::Number;
use crate::problem::Problems;
use serde::{Deserialize, Serialize};

/// The answer: one row per creator.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CreatorsAnswer {
    /// Distinct creators that match.
    pub matched_creators: u64,
    /// Profile snapshots that match.
    pub matched_documents: u64,
    /// The first creators of the ranking.
    pub results: Vec<CreatorDocument>,
}

/// A creator as its newest matching snapshot: no title, no name, audience shares only.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the catalogue describes the fields")]
#[serde(deny_unknown_fields)]
pub struct CreatorDocument {
    pub channel_uid: String,
    pub platform: String,
    pub country: Option<String>,
    pub categories: Vec<String>,
    pub dominant_gender: Option<String>,
    pub dominant_age_range: Option<String>,
    pub subscriber_count: Option<u64>,
    pub view_count: Option<u64>,
    pub engagement_rate_viewers: Option<Number>,
    pub audience_sentiment: Option<Number>,
    pub viewer_age_distribution: Option<Distribution>,
    pub viewer_gender_distribution: Option<Distribution>,
    pub viewer_country_distribution: Option<Distribution>,
    pub snapshot_date: String,
}

/// Shares of an audience by label: 4 decimals, about 1 in all, in the order of the labels.
pub type Distribution = serde_json::Map<String, serde_json::Value>;

const MEMBERS: &[&str] = &["filters", "sort_field", "sort_order", "size"];

pub(super) fn parse_request(body: &Value<'_>) -> Result<SearchRequest, Problems> {
    Guard::check(|guard| {
        let root = Place::ROOT;
        let index = Index::ContentCreator;
        let mut parts = Vec::with_capacity(MEMBERS.len());
        guard.members(body, &root, MEMBERS, |guard, name, value, here| {
            parts.push(parse_part(guard, name, value, here, Some(index)));
        })?;
        let entry = index.entry();
        let request = SearchRequest {
            index,
            filters: Vec::new(),
            q: None,
            sort_field: entry.field(entry.default_sort),
            sort_order: Order::Desc,
            size: DEFAULT_SIZE,
        };
        assemble(request, parts)
    })
}

pub(super) fn serialize_request(request: &SearchRequest) -> String {
    ObjectWriter::default()
        .raw("filters", &filters::serialize(&request.filters))
        .number("size", request.size)
        .optional("sort_field", request.sort_field, |field| string(field.name))
        .text("sort_order", request.sort_order.name())
        .finish()
}

impl From<SearchAnswer> for CreatorsAnswer {
    fn from(answer: SearchAnswer) -> Self {
        let creator = |document| match document {
            Document::Creator(creator) => Some(creator),
            Document::Mention(_) | Document::Video(_) => None,
        };
        Self {
            matched_creators: answer.matched_creators.unwrap_or(0),
            matched_documents: answer.matched_documents,
            results: answer.results.into_iter().filter_map(creator).collect(),
        }
    }
}
