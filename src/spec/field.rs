//! Fields of an index.

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Text, compared exactly.
    Text,
    /// A calendar date.
    Date,
    /// A number in a unit.
    Number(Unit),
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    pub const fn name(self) -> &'static str {
        match self {
            Self::Term => "term",
            Self::Range => "range",
            Self::DateRange => "date_range",
        }
    }
}

/// A field of an index. Its name is also its column's name.
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
}

impl Field {
    const fn new(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, multi: false, values: &[], min: None, max: None, extra: false }
    }

    pub(super) const fn text(name: &'static str) -> Self {
        Self::new(name, Kind::Text)
    }

    pub(super) const fn list(name: &'static str) -> Self {
        Self { multi: true, ..Self::new(name, Kind::Text) }
    }

    pub(super) const fn one_of(name: &'static str, values: &'static [&'static str]) -> Self {
        Self { values, ..Self::new(name, Kind::Text) }
    }

    pub(super) const fn date(name: &'static str) -> Self {
        Self::new(name, Kind::Date)
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

    /// How this field is filtered, where its index allows that.
    pub const fn filter_kind(&self) -> FilterKind {
        match self.kind {
            Kind::Text => FilterKind::Term,
            Kind::Date => FilterKind::DateRange,
            Kind::Number(_) => FilterKind::Range,
        }
    }

    /// The unit of a number; counts for everything else.
    pub const fn unit(&self) -> Unit {
        match self.kind {
            Kind::Number(unit) => unit,
            Kind::Text | Kind::Date => Unit::Count,
        }
    }

    /// The type's name in the schema.
    pub const fn type_name(&self) -> &'static str {
        match self.kind {
            Kind::Text => "string",
            Kind::Date => "date",
            Kind::Number(_) => "number",
        }
    }
}
