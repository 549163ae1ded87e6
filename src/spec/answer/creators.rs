//! The answer of `POST /v1/creators`.

use super::Holds::{DocumentsOf, Whole};
use super::search::{Document, SearchAnswer};
use super::{Shape, member};
use crate::spec::Index;
use serde::{Deserialize, Serialize};

/// The answer: one document for each creator, its newest matching snapshot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CreatorsAnswer {
    /// Distinct creators that match.
    pub matched_creators: u64,
    /// Profile snapshots that match.
    pub matched_documents: u64,
    /// The first creators of the ranking.
    pub results: Vec<Document>,
}

impl CreatorsAnswer {
    /// What it holds.
    pub const SHAPE: Shape = Shape(&[
        member("matched_creators", Whole),
        member("matched_documents", Whole),
        member("results", DocumentsOf(Index::ContentCreator)),
    ]);
}

impl From<SearchAnswer> for CreatorsAnswer {
    fn from(answer: SearchAnswer) -> Self {
        Self {
            matched_creators: answer.matched_creators.unwrap_or(0),
            matched_documents: answer.matched_documents,
            results: answer.results,
        }
    }
}
