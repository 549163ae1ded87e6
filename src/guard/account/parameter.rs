//! What an address may say, as data: the parameters of each question and what each takes.

use super::{account, influencers, mentions, sentiment, trends};
use crate::spec::AccountOperation;
use crate::spec::limits::{MAX_FILTER_VALUES, MAX_NUMBER};

/// The largest whole number that a parameter takes: that of numbers in filters of the Data API.
pub const MAX_COUNT: u64 = MAX_NUMBER as u64;

/// A parameter of an address.
#[derive(Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// What it is when it is not given; empty where that is nothing.
    pub otherwise: &'static str,
    /// Whether it must be given.
    pub is_required: bool,
}

/// What a parameter takes.
#[derive(Debug, Clone, Copy)]
pub enum Takes {
    /// The id of a resource with this prefix, which stands in the path.
    Id(&'static str),
    /// One of some names.
    OneOf(&'static [&'static str]),
    /// Any of some names; each may be excluded by a minus before it.
    AnyOf(&'static [&'static str]),
    /// Any names; each may be excluded by a minus before it.
    Names,
    /// Any names, each once, whose order counts; each may be excluded by a minus before it.
    Columns,
    /// Names, between so many and so many, of which none can be excluded.
    List(usize, usize),
    /// Some of these names, so many at most.
    Choice(&'static [&'static str], usize),
    /// A whole number between two limits.
    Whole(u32, u32),
    /// A whole number from so much on, up to [`MAX_COUNT`].
    Count(u32),
    /// A number between two limits.
    Number(u32, u32),
    /// A calendar date.
    Date,
    /// A time in UTC.
    Time,
    /// Windows of dates, each once, between so many and so many.
    Periods(usize, usize),
    /// Free text.
    Question,
    /// Where a list goes on.
    Cursor,
}

/// The parameters of a question: groups that others have too, and its own.
pub type Form = &'static [&'static [Parameter]];

impl Parameter {
    /// One that need not be given.
    pub const fn optional(name: &'static str, takes: Takes) -> Self {
        Self { name, takes, otherwise: "", is_required: false }
    }

    /// One that must be given.
    pub const fn required(name: &'static str, takes: Takes) -> Self {
        Self { is_required: true, ..Self::optional(name, takes) }
    }

    /// One that is something when it is not given.
    pub const fn with_default(name: &'static str, takes: Takes, otherwise: &'static str) -> Self {
        Self { otherwise, ..Self::optional(name, takes) }
    }
}

impl Takes {
    /// How few and how many values it has, where it may be given more than once, or with commas.
    pub const fn counts(self) -> Option<(usize, usize)> {
        match self {
            Self::AnyOf(_) | Self::Names | Self::Columns => Some((1, MAX_FILTER_VALUES)),
            Self::List(min, max) | Self::Periods(min, max) => Some((min, max)),
            Self::Choice(_, max) => Some((0, max)),
            _ => None,
        }
    }

    /// Whether a value that is given again is a mistake.
    pub const fn is_each_once(self) -> bool {
        matches!(self, Self::Columns | Self::Periods(..))
    }
}

/// The parameter at a place of a form.
#[inline(never)]
pub fn parameter(form: Form, mut place: usize) -> Option<&'static Parameter> {
    for group in form {
        match group.get(place) {
            None => place -= group.len(),
            found => return found,
        }
    }
    None
}

/// The parameters of a form that stand in the query: an id stands in the path.
pub const fn in_query(form: Form) -> Form {
    match form {
        [[Parameter { takes: Takes::Id(_), .. }], rest @ ..] => rest,
        _ => form,
    }
}

/// The parameters of a form, one after the other.
pub fn parameters(form: Form) -> impl Iterator<Item = &'static Parameter> {
    (0..).map_while(move |place| parameter(form, place))
}

/// The form of a question.
pub const fn form_of(operation: AccountOperation) -> Form {
    match operation {
        AccountOperation::Mentions => mentions::LIST,
        AccountOperation::Mention => mentions::ONE,
        AccountOperation::MentionStats => mentions::STATS,
        AccountOperation::Sentiment => sentiment::SUMMARY,
        AccountOperation::SentimentTimeline => sentiment::TIMELINE,
        AccountOperation::SentimentBreakdown => sentiment::BREAKDOWN,
        AccountOperation::Influencers => influencers::LIST,
        AccountOperation::Influencer => influencers::ONE,
        AccountOperation::InfluencerMentions => influencers::MENTIONS,
        AccountOperation::Trends => trends::LIST,
        AccountOperation::EmergingTrends => trends::EMERGING,
        AccountOperation::TrendComparison => trends::COMPARISON,
        AccountOperation::Account => account::ACCOUNT,
        AccountOperation::AccountUsage => account::USAGE,
    }
}
