//! What an executor hands back: the documented answer, and what a reader should know about it. Written, it can be kept
//! and given again.

mod hint;
mod sector;

pub use hint::hint_header;
pub use sector::{BrandMonth, share_of_voice};

use super::DatasetVersion;
use crate::guard::request::Request;
use crate::spec::answer::Basis;
use crate::spec::answer::aggregate::AggregateAnswer;
use crate::spec::answer::co_mentions::CoMentionsAnswer;
use crate::spec::answer::creators::CreatorsAnswer;
use crate::spec::answer::search::SearchAnswer;
use crate::spec::answer::sector::SectorAnswer;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use sha2::{Digest, Sha256};

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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outcome<A = Answer> {
    /// The documented answer.
    pub answer: A,
    /// What deviates from what was asked: partial months, another ranking.
    pub warnings: Vec<String>,
    /// Labels of a sector answer, strongest first.
    pub ranking: Option<Vec<String>>,
    /// What may help to ask better.
    pub hints: Vec<String>,
    /// The numbers of values that its numbers rest on.
    #[serde(default, skip_serializing_if = "Basis::is_empty")]
    pub basis: Basis,
}

impl Outcome {
    /// An answer about which there is nothing to say.
    pub fn of(answer: Answer) -> Self {
        Self { answer, warnings: Vec::new(), ranking: None, hints: Vec::new(), basis: Basis::default() }
    }

    /// Writes the answer.
    ///
    /// # Errors
    /// Those of the serializer; answers are made of what JSON can say.
    pub fn write(self) -> serde_json::Result<Written> {
        let Self { answer, warnings, ranking, hints, basis } = self;
        Ok(Outcome { answer: to_raw_value(&answer)?, warnings, ranking, hints, basis })
    }
}

/// An outcome whose answer is JSON text, in its flat form. Every form is made from that text, so an answer that was
/// kept has the bytes of one that was just found.
pub type Written = Outcome<Box<RawValue>>;

/// Under which the answer to a question is kept: SHA-256, hexadecimal, of all that it depends on. `code` names the
/// version of the program: what an earlier one answered may be what a later one corrects. The size that an access
/// level allows is part of the request, and nothing else of a key is in an answer.
pub fn key(code: &str, dataset: &DatasetVersion, request: &Request) -> String {
    let parts = [
        code,
        &dataset.generation.to_string(),
        &dataset.revision.to_string(),
        &dataset.version,
        request.operation().endpoint().name,
        &request.serialize(),
    ];
    // None of the parts has a line break: JSON escapes those of a request.
    data_encoding::HEXLOWER.encode(&Sha256::digest(parts.join("\n").as_bytes()))
}
