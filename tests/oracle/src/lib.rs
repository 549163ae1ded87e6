//! An independent computation of every answer of the Data API's queries, and of the Account API's queries about
//! mentions.
//!
//! It scans the records in the most straightforward manner, so that the real implementation can be compared with it. It
//! shares no code with that. Requests must be valid: an invalid one panics or has an arbitrary answer.
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
mod cleaning;
mod co_mentions;
mod compare;
mod date;
mod distribution;
mod filter;
mod load;
mod number;
mod random;
mod record;
mod relevance;
mod search;
mod sector;
mod text;

use account::OracleMention;
pub use account::{
    ACCOUNT_OPERATIONS, OracleAccount, OracleParameters, OracleQuestion, OracleReply, influencer_id, mention_id,
};
pub use catalogue::OracleIndex;
pub use cleaning::may_be_cleaned;
pub use compare::{compare, equal};
pub use load::comparable;
pub use random::{in_capitals, random_account, random_boolean_search, random_question, random_request};
pub use search::{RankingCandidate, TOLERANCE};

use load::OracleRecords;
use random::Pools;
use record::OracleRecord;
use serde_json::{Map, Value, json};
use std::path::Path;

/// The operations that are queries.
pub const OPERATIONS: [&str; 5] = ["aggregate", "search", "creators", "co-mentions", "sector"];

/// A dataset that answers requests.
pub struct Oracle {
    records: OracleRecords,
    pools: Pools,
}

/// An answer, with the data for comparing another one.
pub struct ExpectedAnswer {
    /// The flat answer.
    pub answer: Value,
    /// For a search by relevance, the possible results, best first. The results of `answer` are the first of them. At
    /// most 200.
    pub ranking: Option<Vec<RankingCandidate>>,
}

impl ExpectedAnswer {
    /// Returns the ranking as JSON: `[{"id", "score", "row"}]`, or null.
    pub fn ties(&self) -> Value {
        let tie = |r: &RankingCandidate| json!({"id": r.id, "score": r.score, "row": r.row});
        self.ranking.as_ref().map_or(Value::Null, |ranking| ranking.iter().map(tie).collect())
    }
}

impl Oracle {
    /// Reads `<index>.ndjson` or `<index>.ndjson.gz` of the three indices.
    ///
    /// # Panics
    /// If a file is missing or a line is not a JSON object with an id.
    pub fn load(directory: &Path) -> Oracle {
        Oracle::over(load::load(directory))
    }

    /// Reads the records of each index, in the order of its file.
    ///
    /// # Panics
    /// If a record has no id.
    pub fn from_records(records: impl Fn(OracleIndex) -> Vec<Map<String, Value>>) -> Oracle {
        Oracle::over(load::from_objects(records))
    }

    fn over(records: OracleRecords) -> Oracle {
        let pools = Pools::of(&records);
        Oracle { records, pools }
    }

    fn of(&self, index: OracleIndex) -> &[OracleRecord] {
        match index {
            OracleIndex::BusinessIdeas => &self.records.mentions,
            OracleIndex::ContentCreator => &self.records.snapshots,
            OracleIndex::Info => &self.records.videos,
        }
    }

    /// Creates an account over these records: `{"brands": [{id, label, terms, must_context, exact}]}`.
    ///
    /// # Panics
    /// If a brand has no id or label.
    pub fn account(&self, account: &Value) -> OracleAccount<'_> {
        OracleAccount::over(&self.records, account)
    }

    /// Returns the number of records of an index.
    pub fn count(&self, index: OracleIndex) -> usize {
        self.of(index).len()
    }

    /// Returns the flat answer, without `_meta`. The access level is `aggregate` or `raw`.
    pub fn answer(&self, operation: &str, request: &Value, access_level: &str) -> Value {
        self.expect(operation, request, access_level).answer
    }

    /// Returns the answer, with the ranking if it is a search by relevance.
    pub fn expect(&self, operation: &str, request: &Value, access_level: &str) -> ExpectedAnswer {
        let index = request["index"].as_str().map_or(OracleIndex::BusinessIdeas, OracleIndex::named);
        let records = self.of(index);
        let answer = match operation {
            "search" => {
                let vocabulary = &self.records.vocabulary;
                return search::search(records, index, request, access_level, vocabulary);
            }
            "creators" => {
                return search::creators(&self.records.snapshots, request, access_level);
            }
            "aggregate" => aggregate::aggregate(records, index, request),
            "co-mentions" => co_mentions::co_mentions(records, request),
            "sector" => sector::sector(&self.records, request),
            _ => panic!("no operation is named '{operation}'"),
        };
        ExpectedAnswer { answer, ranking: None }
    }
}
