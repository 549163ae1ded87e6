//! Descriptions of fields: columns of records and fields of requests.

use super::symbol::is_before;
use strum::IntoStaticStr;

/// Type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A name, compared exactly.
    Text,
    /// Free text with a maximum number of characters.
    Prose(usize),
    /// A calendar date.
    Date,
    /// A UTC time.
    Time,
    /// A number with a unit.
    Number(Unit),
    /// Audience shares by label.
    Shares,
}

/// Unit of a number. Numbers are stored as scaled integers so that sums are exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A count or seconds, stored unscaled.
    Count,
    /// A sentiment score in -1..1, stored in 1e-6.
    Score,
    /// A ratio, stored in 1e-9.
    Ratio,
    /// US dollars, stored in cents.
    Usd,
}

impl Unit {
    /// Returns the stored integers per unit.
    pub const fn scale(self) -> f64 {
        match self {
            Self::Count => 1.0,
            Self::Score => 1e6,
            Self::Ratio => 1e9,
            Self::Usd => 100.0,
        }
    }

    /// Converts a stored integer to its value, unrounded.
    pub fn value(self, stored: i64) -> f64 {
        stored as f64 / self.scale()
    }
}

/// Kind of filter on a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum FilterKind {
    /// Equality with one value or any of a list.
    Term,
    /// Numbers between `gte` and `lte`, both inclusive.
    Range,
    /// Dates between `gte` and `lte`, both inclusive.
    DateRange,
}

impl FilterKind {
    /// Returns the name in the schema.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A column of an index's records. Requests can name columns that have uses.
#[derive(Debug, PartialEq)]
pub struct Field {
    /// Name in requests, answers, records and tables.
    pub name: &'static str,
    /// Type of the values.
    pub kind: Kind,
    /// True if a record holds a list of values.
    pub multi: bool,
    /// Allowed values of an enumeration.
    pub values: &'static [&'static str],
    /// Smallest possible value, if the number has one.
    pub min: Option<f64>,
    /// Largest possible value, if the number has one.
    pub max: Option<f64>,
    /// True if the reference does not declare the field.
    pub extra: bool,
    /// True if every record must have the field.
    pub required: bool,
    /// True for a property of the record's video. A record may repeat it but not change it.
    pub of_video: bool,
    /// True if a mention without the field inherits the value of its video.
    pub inherited: bool,
    /// Position in segment rows, if stored there. It must never change, because segments are long-lived.
    pub stored: Option<u8>,
    /// Position in the tuple of low-cardinality fields of a record, most significant first.
    pub tuple: Option<u8>,
    /// Number under which the names of the field, or its values in order, are stored. It is unique among the name
    /// fields, or the value fields, of all indices and must never change.
    pub slot: Option<u8>,
    /// Position among the members of a returned record, if returned.
    pub answered: Option<u8>,
    uses: u8,
}

/// Use of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldUse {
    /// Filter.
    Filter,
    /// Dimension of a grouping.
    GroupBy,
    /// Numeric metric.
    Metric,
    /// Sort key of a search.
    Sort,
    /// Field whose values can co-occur.
    CoMentionField,
    /// Entity whose co-mentions can be counted.
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

    /// Creates a field for a name, such as that of a brand.
    pub(super) const fn text(name: &'static str) -> Self {
        Self::new(name, Kind::Text)
    }

    /// Creates a field for a list of distinct names.
    pub(super) const fn list(name: &'static str) -> Self {
        Self { multi: true, ..Self::new(name, Kind::Text) }
    }

    /// Creates a field for a value of a closed list.
    pub(super) const fn one_of(name: &'static str, values: &'static [&'static str]) -> Self {
        Self { values, ..Self::new(name, Kind::Text) }
    }

    /// Creates a field for free text with a maximum number of characters.
    pub(super) const fn prose(name: &'static str, characters: usize) -> Self {
        Self::new(name, Kind::Prose(characters))
    }

    pub(super) const fn date(name: &'static str) -> Self {
        Self::new(name, Kind::Date)
    }

    pub(super) const fn time(name: &'static str) -> Self {
        Self::new(name, Kind::Time)
    }

    /// Creates a field for audience shares by the given labels, or by country.
    pub(super) const fn shares(name: &'static str, labels: &'static [&'static str]) -> Self {
        Self { values: labels, ..Self::new(name, Kind::Shares) }
    }

    /// Creates a field for a number that is not negative.
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

    /// Returns the field with the given uses.
    pub(super) const fn used(self, uses: &[FieldUse]) -> Self {
        let (mut bits, mut rest) = (self.uses, uses);
        while let [wanted, behind @ ..] = rest {
            bits |= 1 << *wanted as u8;
            rest = behind;
        }
        Self { uses: bits, ..self }
    }

    /// Returns true if the field has a use. On an index with co-mentions, a term filter also has
    /// [`FieldUse::CoMentionField`].
    pub const fn has(&self, wanted: FieldUse) -> bool {
        self.uses & 1 << wanted as u8 != 0
    }

    /// Returns true if requests may name the field.
    pub const fn is_named(&self) -> bool {
        self.uses != 0
    }

    /// Returns the kind of filter for the type of the field.
    pub const fn filter_kind(&self) -> FilterKind {
        match self.kind {
            Kind::Text | Kind::Prose(_) | Kind::Time | Kind::Shares => FilterKind::Term,
            Kind::Date => FilterKind::DateRange,
            Kind::Number(_) => FilterKind::Range,
        }
    }

    /// Returns the unit of a number, or [`Unit::Count`] for other types.
    pub const fn unit(&self) -> Unit {
        match self.kind {
            Kind::Number(unit) => unit,
            _ => Unit::Count,
        }
    }

    /// Returns the name of the type in the schema.
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

/// Capacity of [`NameList`].
const MAX_FIELDS: usize = 16;

/// Names of the fields with a use.
pub(super) struct NameList {
    names: [&'static str; MAX_FIELDS],
    count: usize,
}

impl NameList {
    /// Collects the names of the fields with a use: first the names in `first`, then the other fields in table order,
    /// last the fields that the reference does not declare.
    pub(super) const fn of(table: &[Field], wanted: FieldUse, first: &[&'static str]) -> Self {
        let mut list = Self { names: [""; MAX_FIELDS], count: 0 };
        let mut rest = first;
        while let [name, behind @ ..] = rest {
            list = list.with(name);
            rest = behind;
        }
        list.with_all(table, wanted, false).with_all(table, wanted, true)
    }

    const fn with_all(mut self, table: &[Field], wanted: FieldUse, extra: bool) -> Self {
        let mut rest = table;
        while let [field, behind @ ..] = rest {
            if field.has(wanted) && field.extra == extra {
                self = self.with(field.name);
            }
            rest = behind;
        }
        self
    }

    /// Returns the list with a name added, unless it contains the name.
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

    /// Returns the names as a slice.
    pub(super) const fn as_slice(&self) -> &[&'static str] {
        self.names.split_at(self.count).0
    }
}
