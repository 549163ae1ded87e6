//! Filters: which documents a question is about.

use super::canonical::{ObjectWriter, list, string};
use super::field_not_allowed;
use crate::catalog::limits::{MAX_FILTER_VALUES, MAX_NAME_CHARACTERS, MAX_NUMBER};
use crate::catalog::{Field, FilterKind, Index};
use crate::date::Date;
use crate::guard::{Guard, Place, Value, number_text};
use crate::problem::Code;

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

const RANGE_MEMBERS: &[&str] = &["gte", "lte"];

/// Reads the filters of a request, sorted by field. Without a known index only their type is checked.
pub(super) fn parse(
    guard: &mut Guard,
    value: &Value<'_>,
    place: &Place<'_>,
    index: Option<Index>,
) -> Option<Vec<Filter>> {
    let Value::Object(members) = value else {
        guard.wrong_type(place, "a JSON object");
        return None;
    };
    let index = index?;
    let entry = index.entry();
    let mut filters: Vec<Filter> = Vec::with_capacity(members.len());
    let mut complete = true;
    let mut seen: Vec<&str> = Vec::with_capacity(members.len());
    for (name, value) in members {
        let here = place.member(name.as_ref());
        let alias = entry.filter_aliases.iter().find(|(alias, _)| alias == name);
        let name = alias.map_or(name.as_ref(), |(_, field)| field);
        let Some(field) = entry.field_in(entry.filterable, name) else {
            guard.note(field_not_allowed("filter", name, &here, index, entry.filterable));
            complete = false;
            continue;
        };
        if seen.contains(&field.name) {
            guard.refuse(Code::DuplicateValue, &here, format!("field '{here}' is given twice."));
            complete = false;
            continue;
        }
        seen.push(field.name);
        if matches!(value, Value::Null) {
            continue;
        }
        let condition = match field.filter_kind() {
            FilterKind::Term => terms(guard, value, &here, field),
            FilterKind::Range => range(guard, value, &here),
            FilterKind::DateRange => dates(guard, value, &here),
        };
        match condition {
            Some(condition) => filters.push(Filter { field, condition }),
            None => complete = false,
        }
    }
    filters.sort_by_key(|filter| filter.field.name);
    complete.then_some(filters)
}

/// The canonical form.
pub(super) fn serialize(filters: &[Filter]) -> String {
    let members = filters
        .iter()
        .fold(ObjectWriter::default(), |object, filter| object.raw(filter.field.name, &filter.condition.serialize()));
    members.finish()
}

impl Condition {
    fn serialize(&self) -> String {
        match self {
            Self::AnyOf(values) => match values.as_slice() {
                [value] => string(value),
                values => list(values.iter().map(|value| string(value))),
            },
            Self::Range(Range { gte, lte }) => {
                ObjectWriter::default().optional("gte", *gte, number_text).optional("lte", *lte, number_text).finish()
            }
            Self::Dates(Range { gte, lte }) => ObjectWriter::default()
                .optional("gte", *gte, |date| string(&date.to_string()))
                .optional("lte", *lte, |date| string(&date.to_string()))
                .finish(),
        }
    }
}

fn terms(guard: &mut Guard, value: &Value<'_>, place: &Place<'_>, field: &Field) -> Option<Condition> {
    let mut values = match value {
        Value::String(text) => vec![term(guard, text, place, field)?],
        Value::Array(items) => {
            guard.length(items.len(), 1, MAX_FILTER_VALUES, "values", place)?;
            let terms: Vec<Option<String>> = items
                .iter()
                .enumerate()
                .map(|(position, item)| {
                    let here = place.item(position);
                    let text = guard.text(item, &here)?;
                    term(guard, text, &here, field)
                })
                .collect();
            terms.into_iter().collect::<Option<Vec<String>>>()?
        }
        _ => {
            guard.wrong_type(place, "a string or a list of strings");
            return None;
        }
    };
    values.sort();
    values.dedup();
    Some(Condition::AnyOf(values))
}

fn term(guard: &mut Guard, text: &str, place: &Place<'_>, field: &Field) -> Option<String> {
    if field.values.is_empty() {
        guard.length(text.chars().count(), 1, MAX_NAME_CHARACTERS, "characters", place)?;
    } else {
        guard.allowed_value(text, place, field.values)?;
    }
    Some(text.to_owned())
}

/// A term that a field could hold: of its enumeration, or of a name's length.
pub(super) fn parse_term(guard: &mut Guard, value: &Value<'_>, place: &Place<'_>, field: &Field) -> Option<String> {
    let text = guard.text(value, place)?;
    term(guard, text, place, field)
}

fn range(guard: &mut Guard, value: &Value<'_>, place: &Place<'_>) -> Option<Condition> {
    match value {
        Value::Number(_) => {
            let number = number(guard, value, place)?;
            Some(Condition::Range(Range { gte: Some(number), lte: Some(number) }))
        }
        Value::Object(_) => {
            let range = ends(guard, value, place, number)?;
            if let (Some(gte), Some(lte)) = (range.gte, range.lte)
                && gte > lte
            {
                let got = format!("Got {} to {}.", number_text(gte), number_text(lte));
                let message = format!("{place}.gte must not be above {place}.lte. {got}");
                guard.refuse(Code::InvalidRange, &place.member("gte"), message);
                return None;
            }
            Some(Condition::Range(range))
        }
        _ => {
            guard.wrong_type(place, "a number or an object with gte and lte");
            None
        }
    }
}

fn dates(guard: &mut Guard, value: &Value<'_>, place: &Place<'_>) -> Option<Condition> {
    match value {
        Value::String(_) => {
            let date = guard.date(value, place)?;
            Some(Condition::Dates(Range { gte: Some(date), lte: Some(date) }))
        }
        Value::Object(_) => {
            let range = ends(guard, value, place, Guard::date)?;
            if let (Some(gte), Some(lte)) = (range.gte, range.lte)
                && gte > lte
            {
                let message = format!("{place}.gte must not be after {place}.lte. Got {gte} to {lte}.");
                guard.refuse(Code::InvalidRange, &place.member("gte"), message);
                return None;
            }
            Some(Condition::Dates(range))
        }
        _ => {
            guard.wrong_type(place, "a date or an object with gte and lte");
            None
        }
    }
}

/// Both ends of a range, at least one of them given.
fn ends<T: Copy>(
    guard: &mut Guard,
    value: &Value<'_>,
    place: &Place<'_>,
    mut read: impl FnMut(&mut Guard, &Value<'_>, &Place<'_>) -> Option<T>,
) -> Option<Range<T>> {
    let (mut gte, mut lte, mut complete) = (None, None, true);
    let noted = guard.noted();
    let given = guard.members(value, place, RANGE_MEMBERS, |guard, name, value, here| {
        let end = read(guard, value, here);
        complete &= end.is_some();
        if name == "gte" { gte = end } else { lte = end }
    })?;
    if given.is_empty() {
        // A misspelled end is one problem, not two.
        if guard.noted() == noted {
            guard.refuse(Code::MissingField, place, format!("{place} needs gte, lte or both."));
        }
        return None;
    }
    complete.then_some(Range { gte, lte })
}

fn number(guard: &mut Guard, value: &Value<'_>, place: &Place<'_>) -> Option<f64> {
    let number = guard.number(value, place, "a number")?;
    if number.abs() > MAX_NUMBER {
        let max = number_text(MAX_NUMBER);
        let message = format!("{place} must be between -{max} and {max}. Got {}.", number_text(number));
        guard.refuse(Code::LimitViolation, place, message);
        return None;
    }
    // `-0` and `0` are one number; so they are one canonical text.
    Some(number + 0.0)
}
