//! The answer of `POST /v1/creators`.

use super::search::{Document, SearchAnswer};
use super::{Described, Holds, Member, Present, Shape, member};
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

impl Described for CreatorsAnswer {
    const SHAPE: Shape = Shape(&[
        member::<u64>("matched_creators", Present::Always),
        member::<u64>("matched_documents", Present::Always),
        Member {
            name: "results",
            holds: Holds::DocumentsOf(Index::ContentCreator),
            nullable: false,
            present: Present::Always,
        },
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
