//! What an executor hands back: the documented answer, and what a reader should know about it.

use crate::data::aggregate::AggregateAnswer;
use crate::data::co_mentions::CoMentionsAnswer;
use crate::data::creators::CreatorsAnswer;
use crate::data::search::SearchAnswer;
use crate::data::sector::SectorAnswer;
use serde::{Deserialize, Serialize};

/// The version of the dataset that an answer is from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dataset {
    /// Number of the generation, and suffix of its tables.
    pub generation: u32,
    /// Content hash, as answers state it.
    pub version: String,
}

/// An answer of the Data API.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "the variants are the operations")]
pub enum Answer {
    Aggregate(AggregateAnswer),
    Search(SearchAnswer),
    Creators(CreatorsAnswer),
    CoMentions(CoMentionsAnswer),
    Sector(SectorAnswer),
}

/// An answer with what a reader should know about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The documented answer.
    pub answer: Answer,
    /// What deviates from what was asked: partial months, another ranking.
    pub warnings: Vec<String>,
    /// Labels of a sector answer, strongest first.
    pub ranking: Option<Vec<String>>,
    /// What may help to ask better; empty unless hints were asked for.
    pub hints: Vec<String>,
}

impl Outcome {
    /// An answer about which there is nothing to say.
    pub(crate) fn of(answer: Answer) -> Self {
        Self { answer, warnings: Vec::new(), ranking: None, hints: Vec::new() }
    }
}
