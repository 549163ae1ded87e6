//! The filters of a question, applied to the columns of mentions.

use super::super::set::Set;
use super::attribute::Attribute;
use super::creators::Creators;
use super::facts::Facts;
use super::values::of_country;
use crate::backend::columnar::plan::NameNumbers;
use crate::guard::request::account::id::{IdKind, PublicId};
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

/// The value of a filter that selects unknown languages or regions.
pub(super) const UNKNOWN: &str = "unknown";

/// Returns the names that the filters of a question use, by the field of their dictionary.
pub(super) fn named(request: &AccountRequest) -> Vec<(&'static str, Vec<String>)> {
    let names = |choice: &Choice| choice.included().chain(choice.excluded()).map(str::to_owned).collect();
    let choices = request.selection.filters.choices.iter();
    choices.filter_map(|(filter, choice)| Some((dictionary_field(*filter)?, names(choice)))).collect()
}

/// Returns the attributes that the filters of a question read.
pub(super) fn needs(request: &AccountRequest) -> Vec<Attribute> {
    let Selection { filters, indexed_after, .. } = &request.selection;
    let mut needs: Vec<Attribute> = filters.choices.iter().map(|(filter, _)| attribute(*filter)).collect();
    needs.extend(filters.min_views.map(|_| attribute(MentionFilter::MinViews)));
    needs.extend(filters.q.as_ref().map(|_| attribute(MentionFilter::Q)));
    needs.extend(indexed_after.map(|_| Attribute::IndexedAt));
    needs.extend(influencer_in_path(request).map(|_| Attribute::Influencer));
    needs
}

/// The influencer whose resource is asked for.
fn influencer_in_path(request: &AccountRequest) -> Option<&str> {
    Some(request.id.as_str()).filter(|id| id.starts_with(IdKind::Influencer.prefix()))
}

/// A filter by values of an attribute: one of the included values must occur, and none of the excluded ones may.
struct AnyOf {
    attribute: Attribute,
    /// The included values, or `None` if all are included.
    included: Option<Vec<i64>>,
    excluded: Vec<i64>,
}

/// The filters of a question, in numbers.
pub(super) struct Filters {
    brands: i64,
    any_of: Vec<AnyOf>,
    min_views: Option<i64>,
    indexed_after: Option<i64>,
    /// The documents with the words of `q`.
    with_words: Option<Set>,
}

impl Filters {
    /// The filters of a question, for mentions of brands given as bits.
    pub(super) fn new(
        request: &AccountRequest,
        brands: i64,
        facts: &Facts,
        names: &NameNumbers,
        creators: Option<&Creators>,
        with_words: Option<Set>,
    ) -> Self {
        let Selection { filters, indexed_after, .. } = &request.selection;
        let by_name = |filter, field: &'static str, name: &str| {
            let named = names.get(&(field, name.to_owned())).into_iter().flatten();
            let mut numbers: Vec<i64> = named.map(|value| value.number).collect();
            if let Some(creators) = creators.filter(|_| filter == MentionFilter::Region) {
                numbers.extend(creators.countries().iter().position(|country| country == name).map(of_country));
            }
            let may_be_unknown = matches!(filter, MentionFilter::Language | MentionFilter::Region);
            numbers.extend((may_be_unknown && numbers.is_empty() && name == UNKNOWN).then_some(MISSING));
            numbers
        };
        let position = |id: &str| creators.and_then(|creators| position_of(creators, id));
        let numbers = |filter: MentionFilter, name: &str| match (filter, dictionary_field(filter)) {
            (filter, Some(field)) => by_name(filter, field, name),
            (MentionFilter::Sentiment, None) => Label::from_name(name).map(|label| label as i64).into_iter().collect(),
            (MentionFilter::Influencer, None) => position(name).into_iter().collect(),
            (filter, None) => facts.position(attribute(filter), name).into_iter().collect(),
        };
        let any_of = filters.choices.iter().map(|(filter, choice)| {
            let mut included = choice.included().peekable();
            let is_any = included.peek().is_none();
            AnyOf {
                attribute: attribute(*filter),
                included: (!is_any).then(|| included.flat_map(|name| numbers(*filter, name)).collect()),
                excluded: choice.excluded().flat_map(|name| numbers(*filter, name)).collect(),
            }
        });
        let in_path = influencer_in_path(request).map(|id| AnyOf {
            attribute: Attribute::Influencer,
            included: Some(position(id).into_iter().collect()),
            excluded: Vec::new(),
        });
        Self {
            brands,
            any_of: any_of.chain(in_path).collect(),
            min_views: filters.min_views.filter(|views| *views > 0),
            indexed_after: *indexed_after,
            with_words,
        }
    }

    /// None but that mentions are of brands, given as their bits.
    pub(super) fn of_brands(brands: i64) -> Self {
        Self { brands, any_of: Vec::new(), min_views: None, indexed_after: None, with_words: None }
    }

    /// The channels of all mentions that pass, if the question names them or whoever has them.
    pub(super) fn channels(&self, creators: Option<&Creators>) -> Option<Vec<i64>> {
        let of_creator = |creator: &i64| creators.map(|creators| creators.channels(*creator)).unwrap_or_default();
        self.any_of.iter().find_map(|AnyOf { attribute, included, .. }| match attribute {
            Attribute::Channel => included.clone(),
            Attribute::Influencer => included.as_ref().map(|included| included.iter().flat_map(of_creator).collect()),
            _ => None,
        })
    }

    /// Keeps the positions of mentions that pass.
    pub(super) fn keep(&self, positions: &mut Vec<usize>, mentions: &RecordBatch<Attribute>) -> Result<(), Corrupt> {
        keep(positions, mentions.numbers(Attribute::Brands)?, |bits| bits & self.brands != 0);
        for any_of in &self.any_of {
            any_of.keep(positions, mentions)?;
        }
        if let Some(least) = self.min_views {
            keep(positions, mentions.numbers(Attribute::Views)?, |views| views != MISSING && views >= least);
        }
        if let Some(after) = self.indexed_after {
            keep(positions, mentions.numbers(Attribute::IndexedAt)?, |seconds| seconds > after);
        }
        if let Some(with_words) = &self.with_words {
            keep(positions, mentions.numbers(Attribute::Number)?, |number| with_words.contains(number));
        }
        Ok(())
    }
}

impl AnyOf {
    fn keep(&self, positions: &mut Vec<usize>, mentions: &RecordBatch<Attribute>) -> Result<(), Corrupt> {
        let is_included = |value: &i64| self.included.as_ref().is_some_and(|included| included.contains(value));
        let is_excluded = |value: &i64| self.excluded.contains(value);
        if matches!(self.attribute, Attribute::Topics | Attribute::Components) {
            let lists = mentions.lists(self.attribute)?;
            positions.retain(|position| {
                let items = lists.get(*position);
                (self.included.is_none() || items.iter().any(is_included)) && !items.iter().any(is_excluded)
            });
        } else {
            keep(positions, mentions.numbers(self.attribute)?, |value| {
                (self.included.is_none() || is_included(&value)) && !is_excluded(&value)
            });
        }
        Ok(())
    }
}

/// The position of the creator with a public id, if there is one.
pub(super) fn position_of(creators: &Creators, id: &str) -> Option<i64> {
    let bits = PublicId::parse(IdKind::Influencer, id)?.bits();
    creators.ids().binary_search(&bits).ok().map(|position| position as i64)
}

fn keep(positions: &mut Vec<usize>, column: &[i64], passes: impl Fn(i64) -> bool) {
    positions.retain(|position| column.get(*position).copied().is_some_and(&passes));
}
