//! The answer of `POST /v1/search`.

use super::{Holds, Present, Property, Shape, answer};
use crate::spec::{Field, Index, Kind, Unit};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::sync::LazyLock;

answer! {
    /// The answer. On the creator index each creator appears once, as its newest matching snapshot.
    pub struct SearchAnswer {
        /// Echo of the index.
        index: String,
        /// Documents that match, snapshots on the creator index.
        matched_documents: u64,
        /// Distinct creators, on the creator index.
        matched_creators: Option<u64> => OnCreators,
        /// The first documents of the ranking.
        results: Vec<Document>,
    }
}

/// A document: the columns that its index answers by the table of fields, each of them always there, null when unknown.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Document(Map<String, Value>);

impl Document {
    /// A document of an index, from the value of each column.
    ///
    /// # Errors
    /// Those of the values.
    pub fn new<E>(index: Index, mut value: impl FnMut(&'static Field) -> Result<Value, E>) -> Result<Self, E> {
        let members = index.answered().into_iter().map(|field| Ok((field.name.to_owned(), value(field)?)));
        members.collect::<Result<_, E>>().map(Self)
    }

    /// The value of a column; nothing where it is unknown.
    pub fn get<T: DeserializeOwned>(&self, column: &str) -> Option<T> {
        self.0.get(column).and_then(|value| T::deserialize(value).ok())
    }
}

impl Index {
    /// What its documents hold.
    pub fn document(self) -> Shape {
        static DOCUMENTS: LazyLock<[Vec<Property>; 3]> =
            LazyLock::new(|| Index::ALL.map(|index| index.answered().into_iter().map(Field::property).collect()));
        Shape { name: "Document", members: DOCUMENTS.get(self as usize).map_or(&[], Vec::as_slice) }
    }

    /// The columns that its documents are answered with, in order.
    fn answered(self) -> Vec<&'static Field> {
        let mut fields: Vec<&Field> = self.entry().columns.iter().filter(|field| field.answered.is_some()).collect();
        fields.sort_by_key(|field| field.answered);
        fields
    }
}

impl Field {
    /// Its member of a document.
    fn property(&'static self) -> Property {
        let holds = match self.kind {
            Kind::Text if self.multi => Holds::List(&Holds::Text, false),
            Kind::Text | Kind::Prose(_) | Kind::Date | Kind::Time => Holds::Text,
            Kind::Number(Unit::Count) => Holds::Whole,
            Kind::Number(_) => Holds::Decimal,
            Kind::Shares => Holds::Numbers,
        };
        let nullable = !self.required && !self.multi;
        Property { name: self.name, holds, nullable, present: Present::Always }
    }
}
