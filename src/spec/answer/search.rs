//! Answer of `POST /v1/search`.

use super::{PresenceCondition, Property, Shape, ValueType, answer};
use crate::base::order;
use crate::spec::{Field, Index, Kind, Unit};
use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};
use serde_json::Value;
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
#[derive(Debug, Clone, PartialEq)]
pub struct Document(Vec<(&'static str, Value)>);

impl Serialize for Document {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(column, value)| (column, value)))
    }
}

impl Document {
    /// Creates a record of an index. `value` returns the value of each column.
    ///
    /// # Errors
    /// The first error of `value`.
    pub fn new<E>(index: Index, mut value: impl FnMut(&'static Field) -> Result<Value, E>) -> Result<Self, E> {
        let members = index.answered().iter().map(|field| Ok((field.name, value(field)?)));
        members.collect::<Result<_, E>>().map(Self)
    }

    /// Returns the value of a column, or `None` if it is unknown.
    pub fn get<T: DeserializeOwned>(&self, column: &str) -> Option<T> {
        self.0.iter().find(|(name, _)| *name == column).and_then(|(_, value)| T::deserialize(value).ok())
    }
}

impl Index {
    /// Returns the shape of the index's records.
    pub fn document(self) -> Shape {
        static DOCUMENTS: LazyLock<[Vec<Property>; 3]> =
            LazyLock::new(|| Index::ALL.map(|index| index.answered().iter().map(|field| field.property()).collect()));
        Shape { name: "Document", members: DOCUMENTS.get(self as usize).map_or(&[], Vec::as_slice) }
    }

    /// Returns the columns of a returned record, in order.
    fn answered(self) -> &'static [&'static Field] {
        static ANSWERED: LazyLock<[Vec<&Field>; 3]> = LazyLock::new(|| {
            Index::ALL.map(|index| {
                let fields = index.entry().columns.iter().filter(|field| field.answered.is_some());
                let mut fields: Vec<&Field> = fields.collect();
                order::sort_by_key(&mut fields, |field| field.answered);
                fields
            })
        });
        ANSWERED.get(self as usize).map_or(&[], Vec::as_slice)
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
