//! The brands that an account monitors, and their mentions.

use super::creators::{Creator, creators, newest_snapshots};
use super::mention::Mention;
use crate::load::Documents;
use crate::sector::{Brand, video_of};
use crate::text::Vocabulary;
use serde_json::{Value, json};
use std::collections::HashMap;

/// An account over a dataset. Every mention was compared with its brands.
pub struct Account<'d> {
    /// Its brands, in order.
    pub(crate) brands: Vec<Monitored>,
    /// The mentions of any of them, by id.
    pub(crate) mentions: Vec<Mention<'d>>,
    /// The creators of their videos, by natural key.
    pub(crate) creators: HashMap<&'d str, Creator<'d>>,
    /// The first and the last upload date of all mentions of the dataset.
    pub(crate) dates: Option<(&'d str, &'d str)>,
    /// Words of the dataset.
    pub(crate) vocabulary: &'d Vocabulary,
}

/// The id and label of a monitored brand.
pub struct Monitored {
    /// Its id.
    pub id: String,
    /// Its name in answers.
    pub label: String,
}

impl<'d> Account<'d> {
    /// Creates the account `{"brands": [{id, label, terms, must_context, exact}]}` over all records.
    ///
    /// # Panics
    /// If a brand has no id or label.
    pub fn over(documents: &'d Documents, account: &Value) -> Account<'d> {
        let brands = account["brands"].as_array().expect("brands");
        let rules: Vec<Brand> = brands.iter().map(|brand| Brand::read(brand, &documents.vocabulary)).collect();
        let text = |brand: &Value, member: &str| brand[member].as_str().expect("id and label").to_owned();
        let snapshots = newest_snapshots(&documents.snapshots);
        let mut mentions = Vec::new();
        for document in &documents.mentions {
            let positions = 0..rules.len();
            let named: Vec<usize> =
                positions.filter(|position| rules[*position].is_named_by(document, documents)).collect();
            if !named.is_empty() {
                let snapshot = document.string("channel_uid").and_then(|uid| snapshots.get(uid).copied());
                mentions.push(Mention::read(document, video_of(document, documents), named, snapshot));
            }
        }
        let dates = || documents.mentions.iter().filter_map(|mention| mention.string("upload_date"));
        Account {
            brands: brands.iter().map(|b| Monitored { id: text(b, "id"), label: text(b, "label") }).collect(),
            creators: creators(&mentions, &snapshots),
            mentions,
            dates: dates().min().zip(dates().max()),
            vocabulary: &documents.vocabulary,
        }
    }

    /// Returns a brand as answers name it.
    pub(crate) fn brand(&self, position: usize) -> Value {
        let Monitored { id, label } = &self.brands[position];
        json!({"id": id, "label": label})
    }
}
