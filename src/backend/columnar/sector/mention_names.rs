//! The names in mentions, for finding the mentions of a brand in rows of other mentions.

use crate::backend::columnar::plan::ResolvedBrand;
use crate::segment::{Column, Corrupt, Lists, RecordBatch};

/// The names in each mention of a row.
pub(in crate::backend::columnar) struct MentionNames<'a> {
    brands: &'a [i64],
    components: &'a Lists,
    topics: &'a Lists,
}

impl<'a> MentionNames<'a> {
    /// Returns the names in the mentions of a row.
    pub(in crate::backend::columnar) fn new(mentions: &'a RecordBatch) -> Result<Self, Corrupt> {
        Ok(Self {
            brands: mentions.numbers(Column::BRAND_NAME)?,
            components: mentions.lists(Column::COMPONENTS)?,
            topics: mentions.lists(Column::TOPICS)?,
        })
    }

    /// Returns true if the mention at a position has a name of the brand.
    pub(in crate::backend::columnar) fn has_name_of(&self, brand: &ResolvedBrand, position: usize) -> bool {
        let has = |column, numbers: &[i64]| numbers.iter().any(|number| brand.has_value(column, *number));
        self.brands.get(position).is_some_and(|number| brand.has_value(Column::BRAND_NAME, *number))
            || has(Column::COMPONENTS, self.components.get(position))
            || has(Column::TOPICS, self.topics.get(position))
    }
}
