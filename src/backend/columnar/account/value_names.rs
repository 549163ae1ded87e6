//! Names of the numbers of platforms, languages and regions.
//!
//! A region is the number of a name. If neither the mention nor its video has a region, the country of the creator is
//! used instead, as a number below zero.

use super::super::names::NamesByNumber;
use super::attribute::Attribute;
use super::creators::Creators;
use super::read_context::ReadContext;
use crate::query::QueryError;
use crate::segment::{Column, Corrupt, MISSING};

/// Returns the region of a mention: `own`, the region of the mention or its video, or else the number of the creator's
/// country (see [`country_number`]).
pub(super) fn region_number(own: i64, channel: i64, creators: &Creators) -> i64 {
    if own != MISSING {
        return own;
    }
    creators.country(creators.creator_of(channel)).map_or(MISSING, country_number)
}

/// Returns the number below zero that represents a country, from its position among all countries.
pub(super) fn country_number(position: usize) -> i64 {
    -1 - position as i64
}

/// Returns the position of the country that a region number represents, if it represents one.
pub(super) fn country_position(region: i64) -> Option<usize> {
    (region != MISSING).then(|| usize::try_from(-1 - region).ok()).flatten()
}

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
