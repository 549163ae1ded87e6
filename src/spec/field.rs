//! Columns of documents and fields of requests: one description of each.

use super::symbol::is_before;
use strum::IntoStaticStr;

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A name, compared exactly.
    Text,
    /// Text that people wrote, of at most so many characters.
    Prose(usize),
    /// A calendar date.
    Date,
    /// A time in UTC.
    Time,
    /// A number in a unit.
    Number(Unit),
    /// Shares of an audience by label.
    Shares,
}

/// The unit of a number, and so how it is stored: as an integer, that sums are exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A count or seconds: stored as is.
    Count,
    /// A tone in -1..1: stored in 1e-6.
    Score,
    /// A ratio: stored in 1e-9.
    Ratio,
    /// US dollars: stored in cents.
    Usd,
}

impl Unit {
    /// Stored integers per unit.
    pub const fn scale(self) -> f64 {
        match self {
            Self::Count => 1.0,
            Self::Score => 1e6,
            Self::Ratio => 1e9,
            Self::Usd => 100.0,
        }
    }

    /// The value of a stored integer, unrounded.
    pub fn value(self, stored: i64) -> f64 {
        stored as f64 / self.scale()
    }
}

/// How a field may be filtered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum FilterKind {
    /// Exact match with a value or any of a list.
    Term,
    /// Numbers between `gte` and `lte`, both inclusive.
    Range,
    /// Dates between `gte` and `lte`, both inclusive.
    DateRange,
}

impl FilterKind {
    /// Its name in the schema.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A column of an index's documents. Those with uses are fields: they may be named in requests.
#[derive(Debug, PartialEq)]
pub struct Field {
    /// Name in requests, answers, documents and tables.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Whether a document holds a list of values.
    pub multi: bool,
    /// The allowed values, when they are enumerated.
    pub values: &'static [&'static str],
    /// Smallest possible value, for numbers that have one.
    pub min: Option<f64>,
    /// Largest possible value, for numbers that have one.
    pub max: Option<f64>,
    /// Whether the field goes beyond those that the reference declares.
    pub extra: bool,
    /// Whether a document without it is none.
    pub required: bool,
    /// Whether it is that of the document's video, which a document may repeat but not change.
    pub of_video: bool,
    /// Whether a mention without it has that of its video.
    pub inherited: bool,
    /// Its place in segment rows, where it is kept there. It never changes: rows are kept for long.
    pub stored: Option<u8>,
    /// Its place in the tuple that documents have of fields of few values, the most significant first.
    pub tuple: Option<u8>,
    /// The number under which its names, or its values in order, are stored. No other field of names, or of values, has
    /// it in any index, and it never changes.
    pub slot: Option<u8>,
    /// Its place among the members of an answered document, where it is answered.
    pub answered: Option<u8>,
    uses: u8,
}

/// What fields of an index may be used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// To filter by.
    Filter,
    /// As a dimension to group by.
    GroupBy,
    /// As a numeric metric.
    Metric,
    /// To sort a search by.
    Sort,
    /// As what has values that can co-occur.
    CoMentionField,
    /// As an entity whose co-mentions can be counted.
    CoMentionGroup,
}

impl Field {
    const fn new(name: &'static str, kind: Kind) -> Self {
        Self {
            name,
            kind,
            multi: false,
            values: &[],
            min: None,
            max: None,
            extra: false,
            required: false,
            of_video: false,
            inherited: false,
            stored: None,
            tuple: None,
            slot: None,
            answered: None,
            uses: 0,
        }
    }

    /// A name, such as that of a brand.
    pub(super) const fn text(name: &'static str) -> Self {
        Self::new(name, Kind::Text)
    }

    /// A list of names, each once.
    pub(super) const fn list(name: &'static str) -> Self {
        Self { multi: true, ..Self::new(name, Kind::Text) }
    }

    /// A name from a closed list.
    pub(super) const fn one_of(name: &'static str, values: &'static [&'static str]) -> Self {
        Self { values, ..Self::new(name, Kind::Text) }
    }

    /// Text that people wrote, of at most so many characters.
    pub(super) const fn prose(name: &'static str, characters: usize) -> Self {
        Self::new(name, Kind::Prose(characters))
    }

    pub(super) const fn date(name: &'static str) -> Self {
        Self::new(name, Kind::Date)
    }

    pub(super) const fn time(name: &'static str) -> Self {
        Self::new(name, Kind::Time)
    }

    /// Shares of an audience by label: these, or countries.
    pub(super) const fn shares(name: &'static str, labels: &'static [&'static str]) -> Self {
        Self { values: labels, ..Self::new(name, Kind::Shares) }
    }

    /// A number that is not negative.
    pub(super) const fn amount(name: &'static str, unit: Unit) -> Self {
        Self { min: Some(0.0), ..Self::new(name, Kind::Number(unit)) }
    }

    pub(super) const fn score(name: &'static str) -> Self {
        Self { min: Some(-1.0), max: Some(1.0), ..Self::new(name, Kind::Number(Unit::Score)) }
    }

    pub(super) const fn extra(self) -> Self {
        Self { extra: true, ..self }
    }

    pub(super) const fn required(self) -> Self {
        Self { required: true, ..self }
    }

    pub(super) const fn of_video(self) -> Self {
        Self { of_video: true, ..self }
    }

    pub(super) const fn inherited(self) -> Self {
        Self { inherited: true, ..self }
    }

    pub(super) const fn stored(self, place: u8) -> Self {
        Self { stored: Some(place), ..self }
    }

    pub(super) const fn in_tuple(self, place: u8) -> Self {
        Self { tuple: Some(place), ..self }
    }

    pub(super) const fn slot(self, number: u8) -> Self {
        Self { slot: Some(number), ..self }
    }

    pub(super) const fn answered(self, place: u8) -> Self {
        Self { answered: Some(place), ..self }
    }

    /// The same for some uses.
    pub(super) const fn used(self, uses: &[Use]) -> Self {
        let (mut bits, mut rest) = (self.uses, uses);
        while let [wanted, behind @ ..] = rest {
            bits |= 1 << *wanted as u8;
            rest = behind;
        }
        Self { uses: bits, ..self }
    }

    /// Whether it may be used so. What can be filtered by its values can co-occur, where anything can.
    pub const fn has(&self, wanted: Use) -> bool {
        self.uses & 1 << wanted as u8 != 0
    }

    /// Whether requests may name it.
    pub const fn is_named(&self) -> bool {
        self.uses != 0
    }

    /// How this field is filtered, where its index allows that.
    pub const fn filter_kind(&self) -> FilterKind {
        match self.kind {
            Kind::Text | Kind::Prose(_) | Kind::Time | Kind::Shares => FilterKind::Term,
            Kind::Date => FilterKind::DateRange,
            Kind::Number(_) => FilterKind::Range,
        }
    }

    /// The unit of a number; counts for everything else.
    pub const fn unit(&self) -> Unit {
        match self.kind {
            Kind::Number(unit) => unit,
            _ => Unit::Count,
        }
    }

    /// The type's name in the schema.
    pub const fn type_name(&self) -> &'static str {
        match self.kind {
            Kind::Text | Kind::Prose(_) => "string",
            Kind::Date => "date",
            Kind::Time => "time",
            Kind::Number(_) => "number",
            Kind::Shares => "object",
        }
    }
}

/// Fields of the longest list.
const MAX_FIELDS: usize = 16;

/// Names of fields that have a use.
pub(super) struct NameList {
    names: [&'static str; MAX_FIELDS],
    count: usize,
}

impl NameList {
    /// The names of the fields of a table with a use: some first, what goes beyond the reference last, and between them
    /// the others as they stand.
    pub(super) const fn of(table: &[Field], wanted: Use, first: &[&'static str]) -> Self {
        let mut list = Self { names: [""; MAX_FIELDS], count: 0 };
        let mut rest = first;
        while let [name, behind @ ..] = rest {
            list = list.with(name);
            rest = behind;
        }
        list.with_all(table, wanted, false).with_all(table, wanted, true)
    }

    const fn with_all(mut self, table: &[Field], wanted: Use, extra: bool) -> Self {
        let mut rest = table;
        while let [field, behind @ ..] = rest {
            if field.has(wanted) && field.extra == extra {
                self = self.with(field.name);
            }
            rest = behind;
        }
        self
    }

    /// The same with a name, unless it is there.
    #[expect(clippy::indexing_slicing, reason = "all of it runs while compiling")]
    const fn with(mut self, name: &'static str) -> Self {
        let mut at = 0;
        while at < self.count {
            if !is_before(self.names[at], name) && !is_before(name, self.names[at]) {
                return self;
            }
            at += 1;
        }
        self.names[self.count] = name;
        self.count += 1;
        self
    }

    /// The names, one after the other.
    pub(super) const fn as_slice(&self) -> &[&'static str] {
        self.names.split_at(self.count).0
    }
}
