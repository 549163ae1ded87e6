//! Requests in their own right, with what the executors need of them.

pub mod account;
mod bodies;
mod brands;
pub(crate) mod forced;
mod run;

use super::data::{check, put_canonical};
use crate::base::date::Date;
use crate::base::runtime::Host;
use crate::guard::problem::Problems;
use crate::guard::{At, Guard, JsonKind};
use crate::spec::symbol::Symbol;
use crate::spec::{Field, FilterKind, Index, Operation};
use serde_json::json;

pub(crate) use bodies::read_brands;
pub use bodies::{AggregateRequest, Brand, CoMentionsRequest, Metric, SearchRequest, SectorRequest};
pub use brands::MonitoredBrand;
pub(crate) use brands::monitored_brands;
pub use run::too_large;

/// A field and what it must be.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct Filter {
    pub field: &'static Field,
    pub condition: Condition,
}

/// What a field must be.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// Any of these values, sorted and distinct.
    AnyOf(Vec<String>),
    /// A number in a range.
    Range(Range<f64>),
    /// A date in a range.
    Dates(Range<Date>),
}

/// A range; both ends are inclusive, and at least one is given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range<T> {
    /// The lower end.
    pub gte: Option<T>,
    /// The upper end.
    pub lte: Option<T>,
}

/// A request of the Data API that passed every guardrail.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// Group an index and rank the buckets.
    Aggregate(AggregateRequest),
    /// Example documents.
    Search(SearchRequest),
    /// Ranked creators: a search on their index.
    Creators(SearchRequest),
    /// Entities that mention several values together.
    CoMentions(CoMentionsRequest),
    /// Share of voice.
    Sector(SectorRequest),
}

/// An object in canonical form: nothing is null, nothing is missing that has a default, and nothing is wrong.
#[derive(Clone, Copy)]
pub(crate) struct CanonicalObject<'g> {
    pub guard: &'g Guard,
    pub at: At,
}

impl Request {
    /// Reads and checks the body of an operation.
    ///
    /// # Errors
    /// Every violation, up to [`crate::spec::limits::MAX_VIOLATIONS`].
    pub fn parse(operation: Operation, body: &[u8]) -> Result<Self, Problems> {
        let canonical = canonical(operation, body)?;
        Guard::check(&canonical, |guard| Self::of(operation, CanonicalObject { guard, at: At::BODY }))
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

    /// The canonical form: defaults filled in, keys sorted, numbers as RFC 8785 writes them.
    pub fn serialize(&self) -> String {
        let json = match self {
            Self::Aggregate(request) => request.json().to_string(),
            Self::Search(request) => {
                let mut members = request.json();
                members.insert("index".to_owned(), request.index.name().into());
                serde_json::Value::from(members).to_string()
            }
            Self::Creators(request) => serde_json::Value::from(request.json()).to_string(),
            Self::CoMentions(request) => request.json().to_string(),
            Self::Sector(request) => request.json().to_string(),
        };
        // It passed, and still says nothing that would not.
        let canonical = canonical(self.operation(), json.as_bytes()).unwrap_or_default();
        String::from_utf8(canonical).unwrap_or_default()
    }

    /// The operation that the request is for.
    pub fn operation(&self) -> Operation {
        match self {
            Self::Aggregate(_) => Operation::Aggregate,
            Self::Search(_) => Operation::Search,
            Self::Creators(_) => Operation::Creators,
            Self::CoMentions(_) => Operation::CoMentions,
            Self::Sector(_) => Operation::Sector,
        }
    }

    /// Cost units: a function of the request alone, so that it can be shown before sending.
    pub fn cost(&self) -> u32 {
        self.operation().cost().units(match self {
            Self::Aggregate(_) => 0,
            Self::Search(request) | Self::Creators(request) => request.size,
            Self::CoMentions(request) => request.values.len() as u32,
            Self::Sector(request) => request.brands.len() as u32 * request.months(),
        })
    }

    /// The same request with its size cut to what an access level may see, and whether that changed it.
    pub fn clamped(mut self, search_size: u32) -> (Self, bool) {
        if let Self::Search(request) | Self::Creators(request) = &mut self
            && request.size > search_size
        {
            request.size = search_size;
            return (self, true);
        }
        (self, false)
    }

    /// Results or buckets that the answer holds at most; `None` for a sector question.
    pub fn size(&self) -> Option<u32> {
        match self {
            Self::Aggregate(request) => Some(request.size),
            Self::Search(request) | Self::Creators(request) => Some(request.size),
            Self::CoMentions(request) => Some(request.size),
            Self::Sector(_) => None,
        }
    }
}

/// The canonical form of a body that passes.
fn canonical(operation: Operation, body: &[u8]) -> Result<Vec<u8>, Problems> {
    Guard::check(body, |guard| {
        let checked = check(guard, operation);
        if guard.noted() > 0 {
            return None;
        }
        put_canonical(guard, operation, checked);
        Some(guard.out.as_bytes().to_vec())
    })
}

impl<'g> CanonicalObject<'g> {
    /// A member.
    pub fn value(self, name: &str) -> Option<At> {
        self.guard.tape.member(self.at, Symbol::from_name(name))
    }

    /// A member that is an object.
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

    /// A text, or a number as it is written.
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

    /// The items of a list; the names of an object's members.
    pub fn items(self) -> impl Iterator<Item = Self> {
        let tape = &self.guard.tape;
        let behind = move |at| match self.guard.kind(self.at) {
            JsonKind::Object => tape.behind(tape.behind(at)),
            _ => tape.behind(at),
        };
        let items = std::iter::successors(Some(self.at.next()), move |at| Some(behind(*at)));
        items.take_while(move |at| *at < tape.behind(self.at)).map(move |at| Self { at, ..self })
    }

    pub fn filters(self, index: Index) -> Option<Vec<Filter>> {
        self.member("filters")?.filters_here(index)
    }

    /// The filters that this object is.
    pub fn filters_here(self, index: Index) -> Option<Vec<Filter>> {
        self.items().map(|name| name.filter(index)).collect()
    }

    /// The filter of a name.
    fn filter(self, index: Index) -> Option<Filter> {
        let field = index.entry().field(self.guard.str(self.at))?;
        let value = Self { at: self.at.next(), ..self };
        let condition = match (field.filter_kind(), self.guard.kind(value.at)) {
            (FilterKind::Term, JsonKind::List) => {
                Condition::AnyOf(value.items().map(|item| item.guard.str(item.at).to_owned()).collect())
            }
            (FilterKind::Term, _) => Condition::AnyOf(vec![self.guard.str(value.at).to_owned()]),
            (FilterKind::Range, _) => {
                let end = |name| value.str(name).map(|text| Host::NATIVE.number(text.as_bytes()));
                Condition::Range(Range { gte: end("gte"), lte: end("lte") })
            }
            (FilterKind::DateRange, _) => {
                let end = |name| value.str(name).and_then(Date::parse);
                Condition::Dates(Range { gte: end("gte"), lte: end("lte") })
            }
        };
        Some(Filter { field, condition })
    }
}

/// Filters as JSON.
pub(crate) fn filters_json(filters: &[Filter]) -> serde_json::Value {
    let members = filters.iter().map(|filter| (filter.field.name.to_owned(), filter.condition.json()));
    serde_json::Value::Object(members.collect())
}

impl Condition {
    /// As JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        match self {
            Self::AnyOf(values) => match values.as_slice() {
                [value] => json!(value),
                values => json!(values),
            },
            Self::Range(Range { gte, lte }) => ends([("gte", gte.map(Into::into)), ("lte", lte.map(Into::into))]),
            Self::Dates(Range { gte, lte }) => {
                ends([("gte", gte.map(|date| json!(date))), ("lte", lte.map(|date| json!(date)))])
            }
        }
    }
}

fn ends(ends: [(&str, Option<serde_json::Value>); 2]) -> serde_json::Value {
    ends.into_iter().filter_map(|(name, end)| Some((name.to_owned(), end?))).collect()
}
