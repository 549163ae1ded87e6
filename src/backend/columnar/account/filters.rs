//! The filters of a query, applied to columns of mentions.

use super::super::set::Set;
use super::attribute::Attribute;
use super::creators::Creators;
use super::region::country_number;
use super::tuple_fields::TupleFields;
use crate::backend::account::mention::UNKNOWN;
use crate::backend::columnar::plan::NameNumbers;
use crate::guard::request::account::id::influencer_bits;
use crate::guard::request::account::{AccountRequest, Choice, Selection};
use crate::measure::Label;
use crate::segment::{Corrupt, MISSING, RecordBatch};
use crate::spec::request::account::mention_filter::MentionFilter;

/// Returns the attribute of mentions that a filter reads.
const fn attribute(filter: MentionFilter) -> Attribute {
    match filter {
        MentionFilter::Category => Attribute::Category,
        MentionFilter::Channel => Attribute::Channel,
        MentionFilter::Component => Attribute::Components,
        MentionFilter::Influencer => Attribute::Influencer,
        MentionFilter::Language => Attribute::Language,
        MentionFilter::MinViews => Attribute::Views,
        MentionFilter::Platform => Attribute::Platform,
        MentionFilter::Q => Attribute::Number,
        MentionFilter::Region => Attribute::Region,
        MentionFilter::Sentiment => Attribute::Label,
        MentionFilter::Topic => Attribute::Topics,
    }
}

/// Returns the field whose dictionary numbers the values of a filter, if there is one.
const fn dictionary_field(filter: MentionFilter) -> Option<&'static str> {
    match filter {
        MentionFilter::Language => Some("language"),
        MentionFilter::Region => Some("region"),
        MentionFilter::Channel => Some("channel_name"),
        MentionFilter::Topic => Some("topics"),
        MentionFilter::Component => Some("components"),
        MentionFilter::Category
        | MentionFilter::Influencer
        | MentionFilter::MinViews
        | MentionFilter::Platform
        | MentionFilter::Q
        | MentionFilter::Sentiment => None,
    }
}

/// Returns the names in the filters of a query, by the field of their dictionary.
pub(super) fn dictionary_names(request: &AccountRequest) -> Vec<(&'static str, Vec<String>)> {
    let names = |choice: &Choice| choice.included().chain(choice.excluded()).map(str::to_owned).collect();
    let choices = request.selection.filters.choices.iter();
    choices.filter_map(|(filter, choice)| Some((dictionary_field(*filter)?, names(choice)))).collect()
}

/// Returns the attributes that the filters of a query read.
pub(super) fn required_attributes(request: &AccountRequest) -> Vec<Attribute> {
    let Selection { filters, indexed_after, .. } = &request.selection;
    let mut required: Vec<Attribute> = filters.choices.iter().map(|(filter, _)| attribute(*filter)).collect();
    required.extend(filters.min_views.map(|_| attribute(MentionFilter::MinViews)));
    required.extend(filters.q.as_ref().map(|_| attribute(MentionFilter::Q)));
    required.extend(indexed_after.map(|_| Attribute::IndexedAt));
    required.extend(request.influencer_in_path().map(|_| Attribute::Influencer));
    required
}

/// A filter by values of an attribute: one of the included values must occur, and none of the excluded ones may.
struct ValueFilter {
    attribute: Attribute,
    /// The included values, or `None` if all are included.
    included: Option<Vec<i64>>,
    excluded: Vec<i64>,
}

/// The filters of a query, with values replaced by the numbers in columns.
pub(super) struct MentionPredicate {
    brands: i64,
    value_filters: Vec<ValueFilter>,
    min_views: Option<i64>,
    indexed_after: Option<i64>,
    /// The mentions that contain the words of `q`.
    word_matches: Option<Set>,
}

impl MentionPredicate {
    /// Resolves the filters of a query. `brands` are the bits of the brands that mentions must have one of.
    pub(super) fn new(
        request: &AccountRequest,
        brands: i64,
        tuple_fields: &TupleFields,
        names: &NameNumbers,
        creators: Option<&Creators>,
        word_matches: Option<Set>,
    ) -> Self {
        let Selection { filters, indexed_after, .. } = &request.selection;
        let by_name = |filter, field: &'static str, name: &str| {
            let named = names.get(&(field, name.to_owned())).into_iter().flatten();
            let mut numbers: Vec<i64> = named.map(|value| value.number).collect();
            if let Some(creators) = creators.filter(|_| filter == MentionFilter::Region) {
                numbers.extend(creators.countries().iter().position(|country| country == name).map(country_number));
            }
            let may_be_unknown = matches!(filter, MentionFilter::Language | MentionFilter::Region);
            numbers.extend((may_be_unknown && numbers.is_empty() && name == UNKNOWN).then_some(MISSING));
            numbers
        };
        let position = |id: &str| creators.and_then(|creators| creator_position(creators, influencer_bits(id)?));
        let numbers = |filter: MentionFilter, name: &str| match (filter, dictionary_field(filter)) {
            (filter, Some(field)) => by_name(filter, field, name),
            (MentionFilter::Sentiment, None) => Label::from_name(name).map(|label| label as i64).into_iter().collect(),
            (MentionFilter::Influencer, None) => position(name).into_iter().collect(),
            (filter, None) => tuple_fields.position(attribute(filter), name).into_iter().collect(),
        };
        let value_filters = filters.choices.iter().map(|(filter, choice)| {
            let mut included = choice.included().peekable();
            let is_any = included.peek().is_none();
            ValueFilter {
                attribute: attribute(*filter),
                included: (!is_any).then(|| included.flat_map(|name| numbers(*filter, name)).collect()),
                excluded: choice.excluded().flat_map(|name| numbers(*filter, name)).collect(),
            }
        });
        let in_path = request.influencer_in_path().map(|id| ValueFilter {
            attribute: Attribute::Influencer,
            included: Some(position(id).into_iter().collect()),
            excluded: Vec::new(),
        });
        Self {
            brands,
            value_filters: value_filters.chain(in_path).collect(),
            min_views: filters.min_views.filter(|views| *views > 0),
            indexed_after: *indexed_after,
            word_matches,
        }
    }

    /// Returns a predicate that checks the brands alone, given as bits.
    pub(super) fn brands_only(brands: i64) -> Self {
        Self { brands, value_filters: Vec::new(), min_views: None, indexed_after: None, word_matches: None }
    }

    /// Returns the channels that mentions must have one of. Returns `None` if no filter includes channels or
    /// influencers.
    pub(super) fn channels(&self, creators: Option<&Creators>) -> Option<Vec<i64>> {
        let of_creator = |creator: &i64| creators.map(|creators| creators.channels(*creator)).unwrap_or_default();
        self.value_filters.iter().find_map(|ValueFilter { attribute, included, .. }| match attribute {
            Attribute::Channel => included.clone(),
            Attribute::Influencer => included.as_ref().map(|included| included.iter().flat_map(of_creator).collect()),
            _ => None,
        })
    }

    /// Removes the positions of mentions that do not pass.
    pub(super) fn retain(&self, positions: &mut Vec<usize>, mentions: &RecordBatch<Attribute>) -> Result<(), Corrupt> {
        retain(positions, mentions.numbers(Attribute::Brands)?, |bits| bits & self.brands != 0);
        for filter in &self.value_filters {
            filter.retain(positions, mentions)?;
        }
        if let Some(least) = self.min_views {
            retain(positions, mentions.numbers(Attribute::Views)?, |views| views != MISSING && views >= least);
        }
        if let Some(after) = self.indexed_after {
            retain(positions, mentions.numbers(Attribute::IndexedAt)?, |seconds| seconds > after);
        }
        if let Some(word_matches) = &self.word_matches {
            retain(positions, mentions.numbers(Attribute::Number)?, |number| word_matches.contains(number));
        }
        Ok(())
    }
}

impl ValueFilter {
    fn retain(&self, positions: &mut Vec<usize>, mentions: &RecordBatch<Attribute>) -> Result<(), Corrupt> {
        let is_included = |value: &i64| self.included.as_ref().is_some_and(|included| included.contains(value));
        let is_excluded = |value: &i64| self.excluded.contains(value);
        if matches!(self.attribute, Attribute::Topics | Attribute::Components) {
            let lists = mentions.lists(self.attribute)?;
            positions.retain(|position| {
                let items = lists.get(*position);
                (self.included.is_none() || items.iter().any(is_included)) && !items.iter().any(is_excluded)
            });
        } else {
            retain(positions, mentions.numbers(self.attribute)?, |value| {
                (self.included.is_none() || is_included(&value)) && !is_excluded(&value)
            });
        }
        Ok(())
    }
}

/// Returns the position of the creator with some bits of a public id, if there is one.
pub(super) fn creator_position(creators: &Creators, bits: i64) -> Option<i64> {
    creators.ids().binary_search(&bits).ok().map(|position| position as i64)
}

fn retain(positions: &mut Vec<usize>, column: &[i64], passes: impl Fn(i64) -> bool) {
    positions.retain(|position| column.get(*position).copied().is_some_and(&passes));
}
