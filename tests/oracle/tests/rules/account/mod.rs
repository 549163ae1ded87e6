//! Queries of the Account API.

mod explanation;
mod influencers;
mod mentions;
mod sentiment;
mod stats;
mod trends;
mod window;

use crate::Dataset;
use overheard_oracle::{OracleQuestion, OracleReply};
use serde_json::{Value, json};

/// The default day of queries.
const TODAY: &str = "2026-03-03";

impl Dataset {
    /// Returns the reply to an account that monitors Aurelia and Borealis.
    fn reply(&self, operation: &str, query: &str, today: &str, skip: usize) -> OracleReply {
        let brand = |id: &str, label: &str| json!({"id": id, "label": label, "terms": [label]});
        let oracle = self.oracle();
        let account = oracle.account(&json!({"brands": [brand("brd_A", "Aurelia"), brand("brd_B", "Borealis")]}));
        let question = json!({"operation": operation, "query": query, "today": today, "skip": skip});
        account.answer(&OracleQuestion::read(&question))
    }

    /// Returns its answer today.
    fn ask(&self, operation: &str, query: &str) -> Value {
        self.ask_on(TODAY, operation, query)
    }

    fn ask_on(&self, today: &str, operation: &str, query: &str) -> Value {
        let reply = self.reply(operation, query, today, 0);
        assert_eq!(reply.status, 200, "{}", reply.answer);
        reply.answer
    }

    /// Returns its problem.
    fn problem(&self, operation: &str, query: &str) -> (u16, Value) {
        let OracleReply { status, answer, .. } = self.reply(operation, query, TODAY, 0);
        (status, answer)
    }
}

/// Returns the ids of the videos of listed mentions.
fn listed(answer: &Value) -> Vec<&str> {
    answer["data"].as_array().unwrap().iter().map(|mention| mention["video"]["id"].as_str().unwrap()).collect()
}
