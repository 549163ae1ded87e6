//! Validated requests as owned values, for the executors.

pub mod account;
mod bodies;
mod brands;
pub(crate) mod forced;
mod run;

use super::data::{check, put_canonical};
use crate::base::date::Date;
use crate::base::runtime::Host;
use crate::guard::problem::Problems;
use crate::guard::{Guard, JsonKind, TokenRef};
use crate::spec::symbol::Symbol;
use crate::spec::{Field, FilterKind, Index, Operation};
use serde::{Serialize, Serializer};

pub(crate) use bodies::read_brands;
pub use bodies::{AggregateRequest, Brand, CoMentionsRequest, Metric, SearchRequest, SectorRequest};
pub use brands::MonitoredBrand;
pub(crate) use brands::monitored_brands;
pub use run::too_large;

/// A condition on a field.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct Filter {
    pub field: &'static Field,
    pub condition: FilterCondition,
}

/// Condition of a filter.
#[derive(Debug, Clone, PartialEq)]
pub enum FilterCondition {
    /// One of these values, sorted and distinct.
    AnyOf(Vec<String>),
    /// A number in a range.
    Range(Range<f64>),
    /// A date in a range.
    Dates(Range<Date>),
}

/// A range with inclusive bounds. At least one bound is set.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Range<T> {
    /// Lower bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gte: Option<T>,
    /// Upper bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lte: Option<T>,
}

/// A validated request of the Data API.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// Ranked buckets of an index.
    Aggregate(AggregateRequest),
    /// Example records.
    Search(SearchRequest),
    /// Ranked creators: a search of the creator index.
    Creators(SearchRequest),
    /// Entities that mention several values together.
    CoMentions(CoMentionsRequest),
    /// Share of voice.
    Sector(SectorRequest),
}

/// An object in canonical form: valid, without nulls, and with all defaults filled in.
#[derive(Clone, Copy)]
pub(crate) struct CanonicalObject<'g> {
    pub guard: &'g Guard,
    pub at: TokenRef,
}

impl Request {
    /// Parses and checks the body of an operation.
    ///
    /// # Errors
    /// All violations, up to [`crate::spec::limits::MAX_VIOLATIONS`].
    pub fn parse(operation: Operation, body: &[u8]) -> Result<Self, Problems> {
        let canonical = canonical(operation, body)?;
        Guard::check(&canonical, |guard| Self::of(operation, CanonicalObject { guard, at: TokenRef::BODY }))
    }

    fn of(operation: Operation, canonical: CanonicalObject<'_>) -> Option<Self> {
        match operation {
            Operation::Aggregate => AggregateRequest::of(canonical).map(Self::Aggregate),
            Operation::Search => SearchRequest::of(canonical, canonical.index()?).map(Self::Search),
            Operation::Creators => SearchRequest::of(canonical, Index::ContentCreator).map(Self::Creators),
            Operation::CoMentions => CoMentionsRequest::of(canonical).map(Self::CoMentions),
            Operation::Sector => SectorRequest::of(canonical).map(Self::Sector),
            Operation::Schema => None,
        }
    }

    /// Serializes the request in canonical form: defaults filled in, keys sorted, numbers in the format of RFC 8785.
    pub fn serialize(&self) -> String {
        let json = match self {
            Self::Aggregate(request) => serde_json::to_string(&request.body()),
            Self::Search(request) => serde_json::to_string(&request.body(Some(request.index))),
            Self::Creators(request) => serde_json::to_string(&request.body(None)),
            Self::CoMentions(request) => serde_json::to_string(&request.body()),
            Self::Sector(request) => serde_json::to_string(request),
        };
        // A validated request is still valid after serialization, so this cannot fail.
        let canonical = canonical(self.operation(), json.unwrap_or_default().as_bytes()).unwrap_or_default();
        String::from_utf8(canonical).unwrap_or_default()
    }

    /// Returns the operation of the request.
    pub fn operation(&self) -> Operation {
        match self {
            Self::Aggregate(_) => Operation::Aggregate,
            Self::Search(_) => Operation::Search,
            Self::Creators(_) => Operation::Creators,
            Self::CoMentions(_) => Operation::CoMentions,
            Self::Sector(_) => Operation::Sector,
        }
    }

    /// Returns the cost in cost units. It depends on the request only, so clients can show it before sending.
    pub fn cost(&self) -> u32 {
        self.operation().cost().units(match self {
            Self::Aggregate(_) => 0,
            Self::Search(request) | Self::Creators(request) => request.size,
            Self::CoMentions(request) => request.values.len() as u32,
            Self::Sector(request) => request.brands.len() as u32 * request.months(),
        })
    }

    /// Limits the size of the request to that of an access level. Returns true if the size changed.
    pub fn clamped(mut self, search_size: u32) -> (Self, bool) {
        if let Self::Search(request) | Self::Creators(request) = &mut self
            && request.size > search_size
        {
            request.size = search_size;
            return (self, true);
        }
        (self, false)
    }

    /// Returns the maximum number of results or buckets in the answer; `None` for a sector request.
    pub fn size(&self) -> Option<u32> {
        match self {
            Self::Aggregate(request) => Some(request.size),
            Self::Search(request) | Self::Creators(request) => Some(request.size),
            Self::CoMentions(request) => Some(request.size),
            Self::Sector(_) => None,
        }
    }
}

/// Returns the canonical form of a valid body.
fn canonical(operation: Operation, body: &[u8]) -> Result<Vec<u8>, Problems> {
    Guard::check(body, |guard| {
        let checked = check(guard, operation);
        if guard.violation_count() > 0 {
            return None;
        }
        put_canonical(guard, operation, checked);
        Some(guard.out.as_bytes().to_vec())
    })
}

impl<'g> CanonicalObject<'g> {
    /// Returns a member.
    pub fn value(self, name: &str) -> Option<TokenRef> {
        self.guard.body.member(self.at, Symbol::from_name(name))
    }

    /// Returns a member that is an object.
    pub fn member(self, name: &str) -> Option<Self> {
        Some(Self { at: self.value(name)?, ..self })
    }

    pub fn symbol(self, name: &str) -> Option<Symbol> {
        Some(Symbol::from_name(self.str(name)?))
    }

    pub fn index(self) -> Option<Index> {
        Index::from_symbol(self.symbol("index")?)
    }

    pub fn field(self, name: &str, index: Index) -> Option<&'static Field> {
        index.entry().field(self.str(name)?)
    }

    pub fn whole(self, name: &str) -> Option<u32> {
        self.str(name)?.parse().ok()
    }

    /// Returns a string, or a number as written.
    pub fn str(self, name: &str) -> Option<&'g str> {
        self.value(name).map(|at| self.guard.str(at))
    }

    pub fn text(self, name: &str) -> Option<String> {
        self.str(name).map(str::to_owned)
    }

    pub fn flag(self, name: &str) -> bool {
        self.value(name).is_some_and(|flag| self.guard.kind(flag) == JsonKind::True)
    }

    pub fn texts(self, name: &str) -> Option<Vec<String>> {
        Some(self.member(name)?.items().map(|item| item.guard.str(item.at).to_owned()).collect())
    }

    /// Iterates over the items of a list or the member names of an object.
    pub fn items(self) -> impl Iterator<Item = Self> {
        let body = &self.guard.body;
        let behind = move |at| match self.guard.kind(self.at) {
            JsonKind::Object => body.behind(body.behind(at)),
            _ => body.behind(at),
        };
        let items = std::iter::successors(Some(self.at.next()), move |at| Some(behind(*at)));
        items.take_while(move |at| *at < body.behind(self.at)).map(move |at| Self { at, ..self })
    }

    pub fn filters(self, index: Index) -> Option<Vec<Filter>> {
        self.member("filters")?.filters_here(index)
    }

    /// Parses this object as filters.
    pub fn filters_here(self, index: Index) -> Option<Vec<Filter>> {
        self.items().map(|name| name.filter(index)).collect()
    }

    /// Parses the filter of this member name.
    fn filter(self, index: Index) -> Option<Filter> {
        let field = index.entry().field(self.guard.str(self.at))?;
        let value = Self { at: self.at.next(), ..self };
        let condition = match (field.filter_kind(), self.guard.kind(value.at)) {
            (FilterKind::Term, JsonKind::List) => {
                FilterCondition::AnyOf(value.items().map(|item| item.guard.str(item.at).to_owned()).collect())
            }
            (FilterKind::Term, _) => FilterCondition::AnyOf(vec![self.guard.str(value.at).to_owned()]),
            (FilterKind::Range, _) => {
                let end = |name| value.str(name).map(|text| Host::NATIVE.number(text.as_bytes()));
                FilterCondition::Range(Range { gte: end("gte"), lte: end("lte") })
            }
            (FilterKind::DateRange, _) => {
                let end = |name| value.str(name).and_then(Date::parse);
                FilterCondition::Dates(Range { gte: end("gte"), lte: end("lte") })
            }
        };
        Some(Filter { field, condition })
    }
}

/// Filters as a JSON object.
struct FiltersBody<'r>(&'r [Filter]);

impl Serialize for FiltersBody<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|filter| (filter.field.name, &filter.condition)))
    }
}

impl Serialize for FilterCondition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::AnyOf(values) => match values.as_slice() {
                [value] => value.serialize(serializer),
                values => values.serialize(serializer),
            },
            Self::Range(range) => range.serialize(serializer),
            Self::Dates(range) => range.serialize(serializer),
        }
    }
}
