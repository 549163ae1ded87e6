//! Which mentions pass the filters of a question.

use super::super::set::Set;
use super::attribute::Attribute;
use super::creators::Creators;
use super::facts::Facts;
use super::values::of_country;
use crate::backend::columnar::plan::NameNumbers;
use crate::base::date::seconds_of_time;
use crate::guard::request::account::AccountRequest;
use crate::guard::request::account::id::{IdKind, PublicId};
use crate::measure::Label;
use crate::segment::{Corrupt, Documents, MISSING};

/// What is filtered by names that have numbers: the parameter, the attribute, the field.
const NAMED: [(&str, Attribute, &str); 5] = [
    ("language", Attribute::Language, "language"),
    ("region", Attribute::Region, "region"),
    ("channel", Attribute::Channel, "channel_name"),
    ("topic", Attribute::Topics, "topics"),
    ("component", Attribute::Components, "components"),
];
/// What stands for a language or region that is not known.
pub(super) const UNKNOWN: &str = "unknown";

/// The names that the filters of a question are about: fields with names.
pub(super) fn named(request: &AccountRequest) -> Vec<(&'static str, Vec<String>)> {
    let names = |parameter: &str| {
        let choice = request.choice(parameter);
        choice.included().chain(choice.excluded()).map(str::to_owned).collect::<Vec<_>>()
    };
    let named = NAMED.iter().map(|(parameter, _, field)| (*field, names(parameter)));
    named.filter(|(_, names)| !names.is_empty()).collect()
}

/// The attributes that the filters of a question need.
pub(super) fn needs(request: &AccountRequest) -> Vec<Attribute> {
    let is_given = |name: &str| !request.values(name).is_empty();
    let named = NAMED.iter().map(|(parameter, attribute, _)| (*parameter, *attribute));
    let others = [
        ("platform", Attribute::Platform),
        ("category", Attribute::Category),
        ("sentiment", Attribute::Label),
        ("min_views", Attribute::Views),
        ("indexed_after", Attribute::IndexedAt),
        ("q", Attribute::Number),
        ("influencer", Attribute::Influencer),
    ];
    let given = named.chain(others).filter(|(name, _)| is_given(name)).map(|(_, attribute)| attribute);
    given.chain(influencer_in_path(request).map(|_| Attribute::Influencer)).collect()
}

/// The influencer whose resource is asked for.
fn influencer_in_path(request: &AccountRequest) -> Option<&str> {
    Some(request.id()).filter(|id| id.starts_with(IdKind::Influencer.prefix()))
}

/// Values of an attribute of which one must be there, and of which none may be.
struct AnyOf {
    attribute: Attribute,
    /// Nothing when all may be there.
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
        let mut any_of = Vec::new();
        let mut add = |name: &str, attribute: Attribute, numbers: &dyn Fn(&str) -> Vec<i64>| {
            let choice = request.choice(name);
            if !choice.is_empty() {
                let included: Vec<&str> = choice.included().collect();
                let included = (!included.is_empty()).then(|| included.into_iter().flat_map(numbers).collect());
                any_of.push(AnyOf { attribute, included, excluded: choice.excluded().flat_map(numbers).collect() });
            }
        };
        for (parameter, attribute, field) in NAMED {
            add(parameter, attribute, &|name| {
                let mut numbers: Vec<i64> =
                    names.get(&(field, name.to_owned())).into_iter().flatten().map(|value| value.number).collect();
                if let Some(creators) = creators.filter(|_| attribute == Attribute::Region) {
                    numbers.extend(creators.countries().iter().position(|country| country == name).map(of_country));
                }
                let may_be_unknown = matches!(attribute, Attribute::Language | Attribute::Region);
                numbers.extend((may_be_unknown && numbers.is_empty() && name == UNKNOWN).then_some(MISSING));
                numbers
            });
        }
        for (name, attribute) in [("platform", Attribute::Platform), ("category", Attribute::Category)] {
            add(name, attribute, &|name| facts.position(attribute, name).into_iter().collect());
        }
        add("sentiment", Attribute::Label, &|name| {
            Label::from_name(name).map(|label| label as i64).into_iter().collect()
        });
        let position = |id: &str| creators.and_then(|creators| position_of(creators, id));
        add("influencer", Attribute::Influencer, &|id| position(id).into_iter().collect());
        if let Some(id) = influencer_in_path(request) {
            let included = Some(position(id).into_iter().collect());
            any_of.push(AnyOf { attribute: Attribute::Influencer, included, excluded: Vec::new() });
        }
        Self {
            brands,
            any_of,
            min_views: request.parsed("min_views").filter(|views| *views > 0),
            indexed_after: request.value("indexed_after").and_then(seconds_of_time),
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
    pub(super) fn keep(&self, positions: &mut Vec<usize>, mentions: &Documents<Attribute>) -> Result<(), Corrupt> {
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
    fn keep(&self, positions: &mut Vec<usize>, mentions: &Documents<Attribute>) -> Result<(), Corrupt> {
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
