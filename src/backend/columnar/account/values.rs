//! What the numbers of platforms, languages and regions stand for. Regions are numbers of names, or countries of
//! creators, where a mention and its video have none.

use super::attribute::Attribute;
use super::creators::Creators;
use super::session::{Names, Session};
use crate::query::QueryError;
use crate::segment::{Column, Corrupt, MISSING};

/// The region of a mention whose own, or its video's, is `own`: that number, or one below zero that stands for the
/// country of its creator.
pub(super) fn region(own: i64, channel: i64, creators: &Creators) -> i64 {
    if own != MISSING {
        return own;
    }
    creators.country(creators.of_channel(channel)).map_or(MISSING, of_country)
}

/// The number of a country, by its position among all.
pub(super) fn of_country(position: usize) -> i64 {
    -1 - position as i64
}

/// The position of the country that a number stands for.
pub(super) fn country_of(region: i64) -> Option<usize> {
    (region != MISSING).then(|| usize::try_from(-1 - region).ok()).flatten()
}

/// The names of some values of an attribute.
pub(super) struct ValueNames<'s> {
    session: &'s Session<'s>,
    attribute: Attribute,
    names: Names,
}

impl<'s> ValueNames<'s> {
    /// Reads those that are not known yet.
    pub(super) async fn read(
        session: &'s Session<'_>,
        attribute: Attribute,
        values: impl Iterator<Item = i64>,
    ) -> Result<Self, QueryError> {
        let column = if attribute == Attribute::Language { Column::LANGUAGE } else { Column::REGION };
        let values = values.filter(|value| attribute != Attribute::Platform && *value >= 0);
        Ok(Self { session, attribute, names: session.names_of(column, values).await? })
    }

    /// The name of a value.
    pub(super) fn name(&self, value: i64) -> Result<String, QueryError> {
        let unknown = || QueryError::from(Corrupt("a value has no name"));
        let country = |position: usize| self.session.known_creators()?.countries().get(position).map(String::as_str);
        match (self.attribute, country_of(value)) {
            (Attribute::Platform, _) => {
                self.session.facts.name(self.attribute, value).map(str::to_owned).ok_or_else(unknown)
            }
            (_, Some(position)) => country(position).map(str::to_owned).ok_or_else(unknown),
            (_, None) => self.names.name(value),
        }
    }
}
