//! Requests in their own right, with what the executors need of them.

use super::{AggregateRequest, BASE_COST, Checked, CoMentionsRequest, SearchRequest, SectorRequest};
use super::{co_mentions_cost, search_cost, sector_cost};
use crate::catalog::{Field, FilterKind, Index, Operation};
use crate::date::Date;
use crate::guard::{Telling, read};
use crate::host::Host;
use crate::json::{Kind, Tape, Value};
use crate::problem::{Code, Problems, Violation};
use crate::word::Word;
use serde_json::json;

/// A field and what it must be.
#[derive(Debug, Clone, PartialEq)]
pub struct Filter {
    pub(crate) field: &'static Field,
    pub(crate) condition: Condition,
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
    pub(crate) gte: Option<T>,
    pub(crate) lte: Option<T>,
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
pub(crate) struct Canonical<'t>(pub Value<'t>);

impl Request {
    /// Reads and checks the body of an operation.
    ///
    /// # Errors
    /// Those of [`Checked::check`], all told.
    pub fn parse(operation: Operation, body: &[u8]) -> Result<Self, Problems> {
        let body = read(body)?;
        let checked = Checked::check(operation, &body, Telling::All, Host::NATIVE)?;
        let mut canonical = String::new();
        checked.write(Host::NATIVE, &mut canonical);
        let request = Tape::read(&canonical).ok().and_then(|tape| Self::of(operation, Canonical(tape.value())));
        // What passed is there whole: forms and requests are held to each other by the corpus.
        let message = "the request passed, and is not one";
        request.ok_or_else(|| Problems::from(Violation::new(Code::InternalError, "", message)))
    }

    fn of(operation: Operation, canonical: Canonical<'_>) -> Option<Self> {
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
        let mut text = String::new();
        // It passed, and still says nothing that would not.
        if let Ok(tape) = Tape::read(&json)
            && let Ok(checked) = Checked::check(self.operation(), &tape, Telling::Nothing, Host::NATIVE)
        {
            checked.write(Host::NATIVE, &mut text);
        }
        text
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
        match self {
            Self::Aggregate(_) => BASE_COST,
            Self::Search(request) | Self::Creators(request) => search_cost(request.size),
            Self::CoMentions(request) => co_mentions_cost(request.values.len()),
            Self::Sector(request) => sector_cost(request.brands.len(), request.months()),
        }
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

impl<'t> Canonical<'t> {
    /// A member.
    pub fn value(self, name: &str) -> Option<Value<'t>> {
        self.0.member(name)
    }

    /// A member that is an object.
    pub fn member(self, name: &str) -> Option<Self> {
        self.value(name).map(Self)
    }

    pub fn word(self, name: &str) -> Option<Word> {
        self.value(name).map(Value::word)
    }

    pub fn index(self) -> Option<Index> {
        Index::from_word(self.word("index")?)
    }

    pub fn field(self, name: &str, index: Index) -> Option<&'static Field> {
        index.entry().field(self.value(name)?.text())
    }

    pub fn whole(self, name: &str) -> Option<u32> {
        self.value(name)?.text().parse().ok()
    }

    pub fn text(self, name: &str) -> Option<String> {
        self.value(name).map(|value| value.text().to_owned())
    }

    pub fn texts(self, name: &str) -> Option<Vec<String>> {
        Some(texts_of(self.value(name)?))
    }

    pub fn filters(self, index: Index) -> Option<Vec<Filter>> {
        filters_of(self.value("filters")?, index)
    }
}

fn texts_of(list: Value<'_>) -> Vec<String> {
    list.children().map(|text| text.text().to_owned()).collect()
}

/// Filters that are in canonical form.
pub(crate) fn filters_of(filters: Value<'_>, index: Index) -> Option<Vec<Filter>> {
    let mut children = filters.children();
    std::iter::from_fn(|| Some((children.next()?, children.next()?)))
        .map(|(name, value)| {
            let field = index.entry().field(name.text())?;
            let end = |name| Canonical(value).value(name);
            let condition = match (field.filter_kind(), value.kind()) {
                (FilterKind::Term, Kind::List) => Condition::AnyOf(texts_of(value)),
                (FilterKind::Term, _) => Condition::AnyOf(vec![value.text().to_owned()]),
                (FilterKind::Range, _) => {
                    let number = |end: Value<'_>| Host::NATIVE.number(end.text());
                    Condition::Range(Range { gte: end("gte").map(number), lte: end("lte").map(number) })
                }
                (FilterKind::DateRange, _) => {
                    let date = |end: Value<'_>| Date::parse(end.bytes());
                    Condition::Dates(Range { gte: end("gte").and_then(date), lte: end("lte").and_then(date) })
                }
            };
            Some(Filter { field, condition })
        })
        .collect()
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
