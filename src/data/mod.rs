//! The operations of the Data API: one file each, with its request and its answer, both directions.
//!
//! In scope: what a request may say (guardrails), its canonical form, what it costs, and what an answer holds.
//! Out of scope: how the answer is found (`plan`), who may ask (`credential`), the envelope (`envelope`).

pub mod aggregate;
pub mod canonical;
pub mod co_mentions;
pub mod creators;
pub mod filters;
pub mod schema;
pub mod search;
pub mod sector;

use crate::catalog::{Field, Index, IndexEntry, Operation};
use crate::guard::{Guard, Place, Value, parse};
use crate::problem::{Code, Problems, Violation, echo};

pub use aggregate::AggregateRequest;
pub use co_mentions::CoMentionsRequest;
pub use search::SearchRequest;
pub use sector::SectorRequest;

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

impl Request {
    /// Reads and checks the body of an operation.
    ///
    /// # Errors
    /// Every violation, up to [`crate::catalog::limits::MAX_VIOLATIONS`]. The schema takes no body: `not_found`.
    pub fn parse(operation: Operation, body: &[u8]) -> Result<Self, Problems> {
        let value = parse(body)?;
        match operation {
            Operation::Aggregate => aggregate::parse_request(&value).map(Self::Aggregate),
            Operation::Search => search::parse_request(&value).map(Self::Search),
            Operation::Creators => creators::parse_request(&value).map(Self::Creators),
            Operation::CoMentions => co_mentions::parse_request(&value).map(Self::CoMentions),
            Operation::Sector => sector::parse_request(&value).map(Self::Sector),
            Operation::Schema => Err(Problems::from(Violation::new(Code::NotFound, "", "the schema takes no body."))),
        }
    }

    /// The canonical form: defaults filled in, keys sorted, numbers as RFC 8785 writes them.
    pub fn serialize(&self) -> String {
        match self {
            Self::Aggregate(request) => aggregate::serialize_request(request),
            Self::Search(request) => search::serialize_request(request),
            Self::Creators(request) => creators::serialize_request(request),
            Self::CoMentions(request) => co_mentions::serialize_request(request),
            Self::Sector(request) => sector::serialize_request(request),
        }
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
            Self::Aggregate(_) => 10,
            Self::Search(request) | Self::Creators(request) => 10 + request.size,
            Self::CoMentions(request) => 10 + 2 * u32::try_from(request.values.len()).unwrap_or(u32::MAX),
            Self::Sector(request) => {
                let brands = u32::try_from(request.brands.len()).unwrap_or(u32::MAX);
                10 + brands * request.months()
            }
        }
    }

    /// The same request, narrowed to filters that whoever asks cannot leave: a JSON object of filters.
    ///
    /// # Errors
    /// When it asks for something outside of them, or is one that they cannot be applied to.
    pub fn within(mut self, forced: &str) -> Result<Self, Violation> {
        let (index, filters, member) = match &mut self {
            Self::Aggregate(request) => (request.index, &mut request.filters, "filters"),
            Self::Search(request) | Self::Creators(request) => (request.index, &mut request.filters, "filters"),
            Self::CoMentions(_) | Self::Sector(_) => {
                let message = format!("the token forces filters, and {} takes none.", self.operation().access().name);
                return Err(Violation::new(Code::InsufficientScope, "header:Authorization", message));
            }
        };
        filters::narrow(filters, index, forced, member)?;
        Ok(self)
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

/// The index that a body names, without noting anything: other members are checked against it.
fn named_index(value: &Value<'_>, allowed: &[&str]) -> Option<Index> {
    let Value::Object(members) = value else { return None };
    let index = members.iter().find(|(name, _)| name == "index");
    match index {
        Some((_, Value::String(name))) if allowed.contains(&name.as_ref()) => Index::from_name(name),
        _ => None,
    }
}

/// A field of an index that some use allows. Without a known index only its type is checked.
fn field_of(
    guard: &mut Guard,
    value: &Value<'_>,
    place: &Place<'_>,
    index: Option<Index>,
    allowed: impl FnOnce(&IndexEntry) -> &'static [&'static str],
) -> Option<&'static Field> {
    let name = guard.text(value, place)?;
    let index = index?;
    let allowed = allowed(index.entry());
    let field = index.entry().field_in(allowed, name);
    if field.is_none() {
        guard.note(field_not_allowed(&place.to_string(), name, place, index, allowed));
    }
    field
}

/// The violation of naming a field for a use that its index does not allow.
fn field_not_allowed(role: &str, name: &str, place: &Place<'_>, index: Index, allowed: &[&str]) -> Violation {
    let message = format!(
        "{role} '{}' is not allowed on index '{}'. Allowed: [{}]",
        echo(name),
        index.name(),
        allowed.join(", ")
    );
    Violation::new(Code::FieldNotAllowed, place.pointer(), message).allowing(allowed, name)
}
