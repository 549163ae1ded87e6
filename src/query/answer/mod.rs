//! Answers of the Data API: the documented answer, with warnings, hints and sample sizes. Serialized answers can be
//! cached.

mod hint;
mod sector;

pub use hint::{hint_header, operator_hint};
pub use sector::{BrandMonth, share_of_voice};

use super::DatasetVersion;
use crate::base::text::TextQuery;
use crate::guard::request::{Request, SearchRequest};
use crate::spec::answer::Basis;
use crate::spec::answer::aggregate::AggregateAnswer;
use crate::spec::answer::co_mentions::CoMentionsAnswer;
use crate::spec::answer::creators::CreatorsAnswer;
use crate::spec::answer::search::SearchAnswer;
use crate::spec::answer::sector::SectorAnswer;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use sha2::{Digest, Sha256};
use std::borrow::Cow;

/// An answer of the Data API.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "the variants are named after the operations")]
pub enum Answer {
    Aggregate(AggregateAnswer),
    Search(SearchAnswer),
    Creators(CreatorsAnswer),
    CoMentions(CoMentionsAnswer),
    Sector(SectorAnswer),
}

/// An answer with warnings, hints and sample sizes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outcome<A = Answer> {
    /// The documented answer.
    pub answer: A,
    /// Deviations from the request, for example partial months or another ranking.
    pub warnings: Vec<String>,
    /// Labels of a sector answer, strongest first.
    pub ranking: Option<Vec<String>>,
    /// Suggestions for a better request.
    pub hints: Vec<String>,
    /// The sample sizes of the numbers in the answer.
    #[serde(default, skip_serializing_if = "Basis::is_empty")]
    pub basis: Basis,
}

impl Outcome {
    /// Returns an outcome without warnings, hints and sample sizes.
    pub fn new(answer: Answer) -> Self {
        Self { answer, warnings: Vec::new(), ranking: None, hints: Vec::new(), basis: Basis::default() }
    }

    /// Serializes the answer.
    ///
    /// # Errors
    /// Errors of the serializer.
    pub fn serialize(self) -> serde_json::Result<SerializedOutcome> {
        let Self { answer, warnings, ranking, hints, basis } = self;
        Ok(Outcome { answer: to_raw_value(&answer)?, warnings, ranking, hints, basis })
    }
}

/// An outcome whose answer is JSON text in its flat form. All other forms are made from this text, so a cached answer
/// has the same bytes as a new one.
pub type SerializedOutcome = Outcome<Box<RawValue>>;

/// Returns the cache key of an answer: the SHA-256 of everything that the answer depends on, hexadecimal.
///
/// `code` is the version of the program, because a later version may correct an answer. The maximum size of an access
/// level is part of the request. No other property of an API key affects an answer.
pub fn cache_key(code: &str, dataset: &DatasetVersion, request: &Request) -> String {
    let DatasetVersion { generation, revision, version, .. } = dataset;
    let operation = request.operation().endpoint().name;
    let (request, q) = apart(request);
    let request = request.serialize();
    // No part has a line break: JSON escapes the line breaks of a request.
    let text = format!("{code}\n{generation}\n{revision}\n{version}\n{operation}\n{request}\n{q}");
    data_encoding::HEXLOWER.encode(&Sha256::digest(text.as_bytes()))
}

/// Returns a request without its full-text query, and the canonical form of that query.
fn apart(request: &Request) -> (Cow<'_, Request>, String) {
    match request {
        Request::Search(search @ SearchRequest { q: Some(q), .. }) => {
            let rest = Request::Search(SearchRequest { q: None, ..search.clone() });
            // Without words, it differs from a request that has no query.
            (Cow::Owned(rest), TextQuery::parse(q).map_or_else(|| "()".to_owned(), |query| query.canonical()))
        }
        other => (Cow::Borrowed(other), String::new()),
    }
}
