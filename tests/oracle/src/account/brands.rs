//! The brands that an account monitors, and their mentions.

use super::creators::{OracleCreator, creators, newest_snapshots};
use super::mention::OracleMention;
use crate::load::OracleRecords;
use crate::sector::{BrandRules, video_of};
use crate::text::OracleVocabulary;
use serde_json::{Value, json};
use std::collections::HashMap;

/// An account with a dataset: every mention has been compared with its brands.
pub struct OracleAccount<'d> {
    /// Its brands, in order.
    pub(crate) brands: Vec<OracleBrand>,
    /// The mentions of its brands, by id.
    pub(crate) mentions: Vec<OracleMention<'d>>,
    /// The creators of their videos, by natural key.
    pub(crate) creators: HashMap<&'d str, OracleCreator<'d>>,
    /// The first and the last upload date of all mentions of the dataset.
    pub(crate) dates: Option<(&'d str, &'d str)>,
    /// Words of the dataset.
    pub(crate) vocabulary: &'d OracleVocabulary,
}

/// A brand that an account monitors.
pub struct OracleBrand {
    /// Its id.
    pub id: String,
    /// Its name in answers.
    pub label: String,
}

impl<'d> OracleAccount<'d> {
    /// Creates the account `{"brands": [{id, label, terms, must_context, exact}]}` over all records.
    ///
    /// # Panics
    /// If a brand has no id or label.
    pub fn over(records: &'d OracleRecords, account: &Value) -> OracleAccount<'d> {
        let brands = account["brands"].as_array().expect("brands");
        let rules: Vec<BrandRules> = brands.iter().map(|brand| BrandRules::read(brand, &records.vocabulary)).collect();
        let text = |brand: &Value, member: &str| brand[member].as_str().expect("id and label").to_owned();
        let snapshots = newest_snapshots(&records.snapshots);
        let mut mentions = Vec::new();
        for record in &records.mentions {
            let positions = 0..rules.len();
            let named: Vec<usize> =
                positions.filter(|position| rules[*position].is_named_by(record, records)).collect();
            if !named.is_empty() {
                let snapshot = record.string("channel_uid").and_then(|uid| snapshots.get(uid).copied());
                mentions.push(OracleMention::read(record, video_of(record, records), named, snapshot));
            }
        }
        let dates = || records.mentions.iter().filter_map(|mention| mention.string("upload_date"));
        OracleAccount {
            brands: brands.iter().map(|b| OracleBrand { id: text(b, "id"), label: text(b, "label") }).collect(),
            creators: creators(&mentions, &snapshots),
            mentions,
            dates: dates().min().zip(dates().max()),
            vocabulary: &records.vocabulary,
        }
    }

    /// Returns a brand in the form of answers.
    pub(crate) fn brand(&self, position: usize) -> Value {
        let OracleBrand { id, label } = &self.brands[position];
        json!({"id": id, "label": label})
    }
}
