//! Answer of `POST /v1/search`.

use super::{PresenceCondition, Property, Shape, ValueType, answer};
use crate::spec::{Field, Index, Kind, Unit};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::sync::LazyLock;

answer! {
    /// The answer of `POST /v1/search`. On the creator index, each creator appears once with its newest matching
    /// snapshot.
    pub struct SearchAnswer {
        /// Requested index.
        index: String,
        /// Number of matching records; snapshots on the creator index.
        matched_documents: u64,
        /// Number of distinct matching creators; creator index only.
        matched_creators: Option<u64> => OnCreators,
        /// First records of the ranking.
        results: Vec<Document>,
    }
}

/// A record with the columns that its index returns. Every column is present, and null if unknown.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Document(Map<String, Value>);

impl Document {
    /// Creates a record of an index. `value` returns the value of each column.
    ///
    /// # Errors
    /// The first error of `value`.
    pub fn new<E>(index: Index, mut value: impl FnMut(&'static Field) -> Result<Value, E>) -> Result<Self, E> {
        let members = index.answered().into_iter().map(|field| Ok((field.name.to_owned(), value(field)?)));
        members.collect::<Result<_, E>>().map(Self)
    }

    /// Returns the value of a column, or `None` if it is unknown.
    pub fn get<T: DeserializeOwned>(&self, column: &str) -> Option<T> {
        self.0.get(column).and_then(|value| T::deserialize(value).ok())
    }
}

impl Index {
    /// Returns the shape of the index's records.
    pub fn document(self) -> Shape {
        static DOCUMENTS: LazyLock<[Vec<Property>; 3]> =
            LazyLock::new(|| Index::ALL.map(|index| index.answered().into_iter().map(Field::property).collect()));
        Shape { name: "Document", members: DOCUMENTS.get(self as usize).map_or(&[], Vec::as_slice) }
    }

    /// Returns the columns of a returned record, in order.
    fn answered(self) -> Vec<&'static Field> {
        let mut fields: Vec<&Field> = self.entry().columns.iter().filter(|field| field.answered.is_some()).collect();
        fields.sort_by_key(|field| field.answered);
        fields
    }
}

impl Field {
    /// Returns the field as a member of a record.
    fn property(&'static self) -> Property {
        let value_type = match self.kind {
            Kind::Text if self.multi => ValueType::List(&ValueType::Text, false),
            Kind::Text | Kind::Prose(_) | Kind::Date | Kind::Time => ValueType::Text,
            Kind::Number(Unit::Count) => ValueType::Whole,
            Kind::Number(_) => ValueType::Decimal,
            Kind::Shares => ValueType::Numbers,
        };
        let nullable = !self.required && !self.multi;
        Property { name: self.name, value_type, nullable, present: PresenceCondition::Always }
    }
}
