//! Answer of `POST /v1/creators`.

use super::search::{Document, SearchAnswer};
use super::{Described, Holds, Present, Property, Shape, property};
use crate::spec::Index;
use serde::Serialize;

/// The answer of `POST /v1/creators`: for each creator its newest matching snapshot.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CreatorsAnswer {
    /// Number of distinct matching creators.
    pub matched_creators: u64,
    /// Number of matching profile snapshots.
    pub matched_documents: u64,
    /// First creators of the ranking.
    pub results: Vec<Document>,
}

impl Described for CreatorsAnswer {
    const SHAPE: Shape = Shape {
        name: "CreatorsAnswer",
        members: &[
            property::<u64>("matched_creators", Present::Always),
            property::<u64>("matched_documents", Present::Always),
            Property {
                name: "results",
                holds: Holds::List(&Holds::Document(Some(Index::ContentCreator)), false),
                nullable: false,
                present: Present::Always,
            },
        ],
    };
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
