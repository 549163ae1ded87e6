//! Which mentions of a view pass the filters of a question.

use crate::base::date::seconds_of_time;
use crate::guard::request::account::AccountRequest;
use crate::guard::request::account::id::{IdKind, PublicId};
use crate::measure::Label;
use crate::query::plan::Days;
use crate::query::view::{NamesOf, View, ViewColumn};
use crate::segment::{Corrupt, MISSING};

/// What is filtered by names: the parameter, the column, whose names they are.
const NAMED: [(&str, ViewColumn, NamesOf); 7] = [
    ("platform", ViewColumn::Platform, NamesOf::Platforms),
    ("language", ViewColumn::Language, NamesOf::Languages),
    ("region", ViewColumn::Region, NamesOf::Regions),
    ("category", ViewColumn::Category, NamesOf::Categories),
    ("channel", ViewColumn::Channel, NamesOf::Channels),
    ("topic", ViewColumn::Topics, NamesOf::Topics),
    ("component", ViewColumn::Components, NamesOf::Components),
];
/// What stands for a language or region that is not known.
pub(super) const UNKNOWN: &str = "unknown";

/// The columns and names that the filters of a question need.
pub(super) fn needs(request: &AccountRequest) -> (Vec<ViewColumn>, Vec<NamesOf>) {
    let is_given = |name: &str| !request.values(name).is_empty();
    let named = NAMED.iter().filter(|(name, ..)| is_given(name));
    let (mut columns, names): (Vec<ViewColumn>, Vec<NamesOf>) = named.map(|(_, column, of)| (*column, *of)).unzip();
    for (name, column) in [
        ("sentiment", ViewColumn::Label),
        ("min_views", ViewColumn::Views),
        ("indexed_after", ViewColumn::IndexedAt),
        ("q", ViewColumn::Number),
    ] {
        columns.extend(is_given(name).then_some(column));
    }
    if is_given("influencer") || influencer_in_path(request).is_some() {
        columns.extend([ViewColumn::Influencer, ViewColumn::InfluencerId]);
    }
    (columns, names)
}

/// The influencer whose resource is asked for.
fn influencer_in_path(request: &AccountRequest) -> Option<&str> {
    Some(request.id()).filter(|id| id.starts_with(IdKind::Influencer.prefix()))
}

/// Values of a column of which one must be there, and of which none may be.
struct AnyOf {
    column: ViewColumn,
    /// Nothing when all may be there.
    included: Option<Vec<i64>>,
    excluded: Vec<i64>,
}

/// The filters of a question, in positions and numbers.
pub(super) struct Filters {
    brands: i64,
    any_of: Vec<AnyOf>,
    min_views: Option<i64>,
    indexed_after: Option<i64>,
    /// The documents with the words of `q`, ascending.
    with_words: Option<Vec<i64>>,
}

impl Filters {
    /// The filters of a question, for mentions of brands given as bits.
    pub(super) fn new(request: &AccountRequest, view: &View, brands: i64, with_words: Option<Vec<i64>>) -> Self {
        let mut any_of = Vec::new();
        let mut add = |name: &str, column: ViewColumn, position: &dyn Fn(&str) -> Option<i64>| {
            let choice = request.choice(name);
            if !choice.is_empty() {
                let included: Vec<&str> = choice.included().collect();
                let included = (!included.is_empty()).then(|| included.into_iter().filter_map(position).collect());
                any_of.push(AnyOf { column, included, excluded: choice.excluded().filter_map(position).collect() });
            }
        };
        for (name, column, of) in NAMED {
            let may_be_unknown = matches!(column, ViewColumn::Language | ViewColumn::Region);
            add(name, column, &|value| match view.position(of, value) {
                None if may_be_unknown && value == UNKNOWN => Some(MISSING),
                position => position,
            });
        }
        add("sentiment", ViewColumn::Label, &|value| Label::from_name(value).map(|label| label as i64));
        add("influencer", ViewColumn::Influencer, &|id| position_of(view, id));
        if let Some(id) = influencer_in_path(request) {
            let included = Some(position_of(view, id).into_iter().collect());
            any_of.push(AnyOf { column: ViewColumn::Influencer, included, excluded: Vec::new() });
        }
        Self {
            brands,
            any_of,
            min_views: request.parsed("min_views").filter(|views| *views > 0),
            indexed_after: request.value("indexed_after").and_then(seconds_of_time),
            with_words,
        }
    }

    /// The positions of the mentions of some days that pass.
    pub(super) fn positions(&self, view: &View, days: Days) -> Result<Vec<usize>, Corrupt> {
        let of_days = view.numbers(ViewColumn::Day)?;
        let first = of_days.partition_point(|day| *day < days.first);
        let last = of_days.partition_point(|day| *day <= days.last);
        let mut positions: Vec<usize> = (first..last.max(first)).collect();
        keep(&mut positions, view.numbers(ViewColumn::Brands)?, |bits| bits & self.brands != 0);
        for any_of in &self.any_of {
            any_of.keep(&mut positions, view)?;
        }
        if let Some(least) = self.min_views {
            keep(&mut positions, view.numbers(ViewColumn::Views)?, |views| views != MISSING && views >= least);
        }
        if let Some(after) = self.indexed_after {
            keep(&mut positions, view.numbers(ViewColumn::IndexedAt)?, |seconds| seconds > after);
        }
        if let Some(numbers) = &self.with_words {
            keep(&mut positions, view.numbers(ViewColumn::Number)?, |number| numbers.binary_search(&number).is_ok());
        }
        Ok(positions)
    }
}

impl AnyOf {
    fn keep(&self, positions: &mut Vec<usize>, view: &View) -> Result<(), Corrupt> {
        let is_included = |value: &i64| self.included.as_ref().is_some_and(|included| included.contains(value));
        let is_excluded = |value: &i64| self.excluded.contains(value);
        if matches!(self.column, ViewColumn::Topics | ViewColumn::Components) {
            let lists = view.lists(self.column)?;
            positions.retain(|position| {
                let items = lists.get(*position);
                (self.included.is_none() || items.iter().any(is_included)) && !items.iter().any(is_excluded)
            });
        } else {
            keep(positions, view.numbers(self.column)?, |value| {
                (self.included.is_none() || is_included(&value)) && !is_excluded(&value)
            });
        }
        Ok(())
    }
}

/// The position of the influencer with a public id, if there is one.
pub(super) fn position_of(view: &View, id: &str) -> Option<i64> {
    let bits = PublicId::parse(IdKind::Influencer, id)?.bits();
    let ids = view.numbers(ViewColumn::InfluencerId).ok()?;
    ids.binary_search(&bits).ok().map(|position| position as i64)
}

fn keep(positions: &mut Vec<usize>, column: &[i64], passes: impl Fn(i64) -> bool) {
    positions.retain(|position| column.get(*position).copied().is_some_and(&passes));
}
