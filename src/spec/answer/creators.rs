//! Answer of `POST /v1/creators`.

use super::search::{Document, SearchAnswer};
use super::{HasShape, PresenceCondition, Property, Shape, ValueType, property};
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

impl HasShape for CreatorsAnswer {
    const SHAPE: Shape = Shape {
        name: "CreatorsAnswer",
        members: &[
            property::<u64>("matched_creators", PresenceCondition::Always),
            property::<u64>("matched_documents", PresenceCondition::Always),
            Property {
                name: "results",
                value_type: ValueType::List(&ValueType::Document(Some(Index::ContentCreator)), false),
                nullable: false,
                present: PresenceCondition::Always,
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
