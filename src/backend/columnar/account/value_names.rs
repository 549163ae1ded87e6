//! Names of the numbers of platforms, languages and regions.

use super::super::names::NamesByNumber;
use super::attribute::Attribute;
use super::read_context::ReadContext;
use super::region::country_position;
use crate::query::QueryError;
use crate::segment::{Column, Corrupt};

/// The names of values of an attribute.
pub(super) struct ValueNames<'s> {
    context: &'s ReadContext<'s>,
    attribute: Attribute,
    names: NamesByNumber,
}

impl<'s> ValueNames<'s> {
    /// Reads the names that no earlier read returned.
    pub(super) async fn read(
        context: &'s ReadContext<'_>,
        attribute: Attribute,
        values: impl Iterator<Item = i64>,
    ) -> Result<Self, QueryError> {
        let column = if attribute == Attribute::Language { Column::LANGUAGE } else { Column::REGION };
        let values = values.filter(|value| attribute != Attribute::Platform && *value >= 0);
        Ok(Self { context, attribute, names: context.names_of(column, values).await? })
    }

    /// Returns the name of a value.
    pub(super) fn name(&self, value: i64) -> Result<String, QueryError> {
        let unknown = || QueryError::from(Corrupt("a value has no name"));
        let country = |position: usize| self.context.cached_creators()?.countries().get(position).map(String::as_str);
        match (self.attribute, country_position(value)) {
            (Attribute::Platform, _) => {
                self.context.tuple_fields.name(self.attribute, value).map(str::to_owned).ok_or_else(unknown)
            }
            (_, Some(position)) => country(position).map(str::to_owned).ok_or_else(unknown),
            (_, None) => self.names.name(value),
        }
    }
}
