//! The operations of the Data API: one folder each, with its request and its answer, both directions.
//!
//! In scope: what a request may say (guardrails), its canonical form, what it costs, and what an answer holds.
//! Out of scope: how the answer is found (`plan`), who may ask (`credential`), the envelope (`envelope`).
//!
//! A request is described once, as data ([`form`]); reading, defaults and the canonical form follow from that
//! description for all operations alike.

pub mod aggregate;
mod canonical;
mod check;
pub mod co_mentions;
pub mod creators;
pub mod filters;
#[cfg(feature = "edge")]
pub(crate) mod forced;
pub(crate) mod form;
#[cfg(feature = "edge")]
pub(crate) mod request;
#[cfg(feature = "edge")]
pub mod schema;
pub mod search;
pub mod sector;

use crate::catalog::limits::DEFAULT_SIZE;
use crate::catalog::{Index, Operation};
use crate::date::Month;
use crate::guard::{Guard, Telling};
use crate::host::Host;
use crate::json::{Tape, Value};
use crate::problem::{Code, Problems, Violation};
use alloc::string::String;
use canonical::write_object;
use check::{Context, named_index};
use form::Form;

#[cfg(feature = "edge")]
pub use {
    aggregate::{AggregateAnswer, AggregateRequest, Bucket},
    co_mentions::{CoMention, CoMentionsAnswer, CoMentionsRequest},
    creators::CreatorsAnswer,
    request::Request,
    search::{SearchAnswer, SearchRequest},
    sector::{SectorAnswer, SectorRequest},
};

/// A request that passed every guardrail, as it stands in its body.
#[derive(Debug, Clone, Copy)]
pub struct Checked<'t> {
    operation: Operation,
    form: &'static Form,
    body: Value<'t>,
    index: Option<Index>,
}

/// How the canonical form of a request follows from its body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// It is the body.
    Same,
    /// It is the body with this many bytes in place of its last brace: members with their defaults. Which members these
    /// are follows from the operation and their length.
    Appended(usize),
    /// It is another text.
    Rewritten,
}

impl<'t> Checked<'t> {
    /// Checks the body of an operation.
    ///
    /// # Errors
    /// Every violation, up to [`crate::catalog::limits::MAX_VIOLATIONS`], if they are to be told. The schema takes no
    /// body: `not_found`.
    pub fn check(
        operation: Operation,
        body: &'t Tape<'_>,
        telling: Telling,
        host: &'static Host,
    ) -> Result<Self, Problems> {
        let mut guard = Guard::new(telling, host);
        let Some(form) = Form::of(operation) else {
            return Err(Problems::from(Violation::new(Code::NotFound, "", "the schema takes no body.")));
        };
        let value = body.value();
        let context = match operation {
            Operation::Aggregate | Operation::Search => of_index(named_index(value, &Index::WORDS)),
            Operation::Creators => of_index(Some(Index::ContentCreator)),
            Operation::CoMentions => co_mentions::context(value),
            Operation::Sector | Operation::Schema => of_index(None),
        };
        check::object(&mut guard, value, form, &context);
        if operation == Operation::Sector {
            sector::check_window(&mut guard, value);
        }
        if guard.noted() > 0 {
            Err(guard.problems())
        } else {
            Ok(Self { operation, form, body: value, index: context.index })
        }
    }

    /// Adds the canonical form to a text: defaults filled in, keys sorted, numbers as RFC 8785 writes them.
    pub fn write(&self, host: &Host, out: &mut String) {
        write_object(self.form, self.body, self.index, host, out);
    }

    /// The canonical form as it follows from the body that the request was read from; `out`, which is empty, then
    /// holds it whole.
    pub fn shape(&self, body: &str, host: &Host, out: &mut String) -> Shape {
        self.write(host, out);
        let given = body.strip_suffix('}').and_then(|given| out.strip_prefix(given));
        match given {
            Some("}") => Shape::Same,
            Some(rest) => Shape::Appended(rest.len()),
            None => Shape::Rewritten,
        }
    }

    /// What it costs: a function of the request alone, so that it can be shown before sending.
    pub fn cost(&self, host: &Host) -> u32 {
        let count = |name| self.body.member(name).map_or(0, Value::count);
        match self.operation {
            Operation::Aggregate | Operation::Schema => BASE_COST,
            Operation::Search | Operation::Creators => {
                // Between 1 and 50, as it passed.
                let size = self.body.member("size").map(|size| host.number(size.text()) as u32);
                search_cost(size.unwrap_or(DEFAULT_SIZE))
            }
            Operation::CoMentions => co_mentions_cost(count("values")),
            Operation::Sector => {
                let months = sector::window(self.body).map(|(from, to)| Month::count(from.month(), to.month()));
                sector_cost(count("brands"), months.unwrap_or_default())
            }
        }
    }
}

const fn of_index<'t>(index: Option<Index>) -> Context<'t> {
    Context { index, field: None, siblings: None }
}

/// Cost units of any question.
const BASE_COST: u32 = 10;

const fn search_cost(size: u32) -> u32 {
    BASE_COST + size
}

const fn co_mentions_cost(values: usize) -> u32 {
    BASE_COST + 2 * values as u32
}

const fn sector_cost(brands: usize, months: u32) -> u32 {
    BASE_COST + brands as u32 * months
}
