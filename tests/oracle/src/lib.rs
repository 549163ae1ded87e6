//! An independent computation of the answers of the Data API's queries, and of the Account API's questions about
//! mentions.
//!
//! It reads the records themselves in the simplest way, so that the real implementation can be tested against it. It
//! shares no code with it. Requests must be valid: an invalid one panics or gets an arbitrary answer.
//!
//! ```no_run
//! use overheard_oracle::{Oracle, compare, random_request};
//! use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
//!
//! let oracle = Oracle::load("data/small".as_ref());
//! let request = random_request("search", &oracle, &mut ChaCha8Rng::seed_from_u64(1));
//! let expected = oracle.expect("search", &request, "raw");
//! let actual = serde_json::json!({"index": "siv_info", "matched_documents": 0, "results": []});
//! compare("search", &request, &expected, &actual).unwrap();
//! ```

mod account;
mod aggregate;
mod catalogue;
mod co_mentions;
mod compare;
mod date;
mod distribution;
mod document;
mod filter;
mod load;
mod number;
mod random;
mod relevance;
mod search;
mod sector;
mod text;

use account::Mention;
pub use account::{ACCOUNT_OPERATIONS, Account, Parameters, Question, Reply, influencer_id, mention_id};
pub use catalogue::Index;
pub use compare::{compare, equal};
pub use random::{random_account, random_question, random_request};
pub use search::{Ranked, TOLERANCE};

use document::Document;
use load::Documents;
use random::Pools;
use serde_json::{Map, Value, json};
use std::path::Path;

/// The operations that are queries.
pub const OPERATIONS: [&str; 5] = ["aggregate", "search", "creators", "co-mentions", "sector"];

/// A dataset that answers requests.
pub struct Oracle {
    documents: Documents,
    pools: Pools,
}

/// An expected answer, with the data that a comparison needs.
pub struct Expected {
    /// The flat answer.
    pub answer: Value,
    /// The records that may be among the results of a search by relevance, best first, at most 200. The results of
    /// `answer` are the first of them.
    pub ranking: Option<Vec<Ranked>>,
}

impl Expected {
    /// Returns the ranking as JSON: `[{"id", "score", "row"}]`, or null.
    pub fn ties(&self) -> Value {
        let tie = |r: &Ranked| json!({"id": r.id, "score": r.score, "row": r.row});
        self.ranking.as_ref().map_or(Value::Null, |ranking| ranking.iter().map(tie).collect())
    }
}

impl Oracle {
    /// Reads `<index>.ndjson` or `<index>.ndjson.gz` of the three indices.
    ///
    /// # Panics
    /// If a file is missing, or a line is no JSON object with an id.
    pub fn load(directory: &Path) -> Oracle {
        Oracle::over(load::load(directory))
    }

    /// Takes the records of each index as its file would have them.
    ///
    /// # Panics
    /// If a record has no id.
    pub fn from_documents(documents: impl Fn(Index) -> Vec<Map<String, Value>>) -> Oracle {
        Oracle::over(load::from_objects(documents))
    }

    fn over(documents: Documents) -> Oracle {
        let pools = Pools::of(&documents);
        Oracle { documents, pools }
    }

    fn of(&self, index: Index) -> &[Document] {
        match index {
            Index::BusinessIdeas => &self.documents.mentions,
            Index::ContentCreator => &self.documents.snapshots,
            Index::Info => &self.documents.videos,
        }
    }

    /// Creates an account over these records: `{"brands": [{id, label, terms, must_context, exact}]}`.
    ///
    /// # Panics
    /// If a brand has no id or label.
    pub fn account(&self, account: &Value) -> Account<'_> {
        Account::over(&self.documents, account)
    }

    /// Returns the number of records in an index.
    pub fn count(&self, index: Index) -> usize {
        self.of(index).len()
    }

    /// Returns the flat answer, without `_meta`. The access level is `aggregate` or `raw`.
    pub fn answer(&self, operation: &str, request: &Value, access_level: &str) -> Value {
        self.expect(operation, request, access_level).answer
    }

    /// Returns the answer; for one by relevance, with its ranking.
    pub fn expect(&self, operation: &str, request: &Value, access_level: &str) -> Expected {
        let index = request["index"].as_str().map_or(Index::BusinessIdeas, Index::named);
        let documents = self.of(index);
        let answer = match operation {
            "search" => {
                let vocabulary = &self.documents.vocabulary;
                return search::search(documents, index, request, access_level, vocabulary);
            }
            "creators" => {
                return search::creators(&self.documents.snapshots, request, access_level);
            }
            "aggregate" => aggregate::aggregate(documents, index, request),
            "co-mentions" => co_mentions::co_mentions(documents, request),
            "sector" => sector::sector(&self.documents, request),
            _ => panic!("no operation is named '{operation}'"),
        };
        Expected { answer, ranking: None }
    }
}
