//! Filters: which documents a question is about.

use super::canonical::{ObjectWriter, list, string};
use super::field_not_allowed;
use crate::catalog::limits::{MAX_FILTER_VALUES, MAX_NAME_CHARACTERS, MAX_NUMBER};
use crate::catalog::{Field, FilterKind, Index};
use crate::date::Date;
use crate::guard::{Guard, Place, Value, number_text};
use crate::problem::{Code, Violation};

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

impl<T: PartialOrd + Copy> Range<T> {
    fn and(&self, other: &Self) -> Option<Self> {
        let inner = |one: Option<T>, other: Option<T>, is_inner: fn(&T, &T) -> bool| match (one, other) {
            (Some(one), Some(other)) => Some(if is_inner(&one, &other) { one } else { other }),
            (one, other) => one.or(other),
        };
        let (gte, lte) = (inner(self.gte, other.gte, T::gt), inner(self.lte, other.lte, T::lt));
        let is_empty = gte.zip(lte).is_some_and(|(gte, lte)| gte > lte);
        (!is_empty).then_some(Self { gte, lte })
    }
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

/// Filters in canonical form, if they are some that one index has at least.
pub(crate) fn of_any_index(value: &Value<'_>) -> Option<String> {
    let of = |index| Guard::check(|guard| parse(guard, value, &Place::ROOT, Some(index))).ok();
    Index::ALL.into_iter().find_map(of).map(|filters| serialize(&filters))
}

/// Narrows the filters of a request to those that are forced: a JSON object of filters on an index. What passes then
/// passes both.
///
/// # Errors
/// When the index does not have a forced filter, or nothing can pass both.
pub(super) fn narrow(filters: &mut Vec<Filter>, index: Index, forced: &str, member: &str) -> Result<(), Violation> {
    let outside = |param: String, message: String| Violation::new(Code::InsufficientScope, param, message);
    let value = crate::guard::parse(forced.as_bytes());
    let parsed = value.and_then(|value| Guard::check(|guard| parse(guard, &value, &Place::ROOT, Some(index))));
    let parsed = parsed.map_err(|_| {
        let message = format!("the token forces filters that index '{}' does not have: {forced}.", index.name());
        outside("header:Authorization".to_owned(), message)
    })?;
    for Filter { field, condition } in parsed {
        let Some(asked) = filters.iter_mut().find(|filter| filter.field.name == field.name) else {
            filters.push(Filter { field, condition });
            continue;
        };
        asked.condition = asked.condition.and(&condition).ok_or_else(|| {
            let message = format!("{member}.{} must lie within {} with this token.", field.name, condition.serialize());
            outside(format!("/{member}/{}", field.name), message)
        })?;
    }
    filters.sort_by_key(|filter| filter.field.name);
    Ok(())
}

/// The canonical form.
pub(super) fn serialize(filters: &[Filter]) -> String {
    let members = filters
        .iter()
        .fold(ObjectWriter::default(), |object, filter| object.raw(filter.field.name, &filter.condition.serialize()));
    members.finish()
}

impl Condition {
    /// What passes both, if anything can.
    fn and(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::AnyOf(values), Self::AnyOf(others)) => {
                let both: Vec<String> = values.iter().filter(|value| others.contains(value)).cloned().collect();
                (!both.is_empty()).then_some(Self::AnyOf(both))
            }
            (Self::Range(range), Self::Range(other)) => range.and(other).map(Self::Range),
            (Self::Dates(range), Self::Dates(other)) => range.and(other).map(Self::Dates),
            // A field has one kind of condition.
            _ => None,
        }
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Operation;
    use crate::data::Request;
    use proptest::prelude::*;

    const CATEGORIES: [&str; 4] = ["Beauty", "Food", "Games", "Tools"];

    /// The filters of a search, as their canonical text.
    fn canonical(request: &Request) -> String {
        let Request::Search(request) = request else { panic!("{request:?}") };
        serialize(&request.filters)
    }

    fn search(filters: &str) -> Request {
        let body = format!(r#"{{"index": "siv_info", "filters": {filters}}}"#);
        Request::parse(Operation::Search, body.as_bytes()).unwrap_or_else(|problems| panic!("{body} {problems:?}"))
    }

    /// Whether a document of a category and a day of January 2026 passes filters.
    fn passes(filters: &str, category: &str, day: u32) -> bool {
        let filters: serde_json::Value = serde_json::from_str(filters).unwrap();
        let term = |value: &serde_json::Value| match value {
            serde_json::Value::Array(values) => values.iter().any(|value| value == category),
            value => value == category,
        };
        let date = format!("2026-01-{day:02}");
        let dates = |value: &serde_json::Value| {
            let end = |name: &str| value.get(name).and_then(serde_json::Value::as_str);
            end("gte").is_none_or(|gte| gte <= date.as_str()) && end("lte").is_none_or(|lte| date.as_str() <= lte)
        };
        filters.get("category").is_none_or(term) && filters.get("upload_date").is_none_or(dates)
    }

    fn filters() -> impl Strategy<Value = String> {
        let category = prop::option::of(prop::collection::vec(prop::sample::select(CATEGORIES.to_vec()), 1..4));
        let days = prop::option::of((1..28_u32, 0..10_u32, prop::bool::ANY));
        (category, days).prop_map(|(category, days)| {
            let mut filters = serde_json::Map::new();
            if let Some(category) = category {
                filters.insert("category".into(), serde_json::json!(category));
            }
            if let Some((first, length, open)) = days {
                let (gte, lte) = (format!("2026-01-{first:02}"), format!("2026-01-{:02}", (first + length).min(31)));
                let range =
                    if open { serde_json::json!({"lte": lte}) } else { serde_json::json!({"gte": gte, "lte": lte}) };
                filters.insert("upload_date".into(), range);
            }
            serde_json::Value::Object(filters).to_string()
        })
    }

    fn range() -> impl Strategy<Value = Range<i64>> {
        let end = || prop::option::of(0..9_i64);
        (end(), end()).prop_map(|(gte, lte)| Range { gte, lte })
    }

    proptest! {
        /// What is forced cannot be left: what passes the narrowed filters passes those that were asked for and those
        /// that are forced, and nothing else is lost.
        #[test]
        fn forced_filters_narrow_and_never_widen(asked in filters(), forced in filters()) {
            let narrowed = search(&asked).within(&forced).map(|request| canonical(&request));
            for category in CATEGORIES {
                for day in 1..=31 {
                    let both = passes(&asked, category, day) && passes(&forced, category, day);
                    let passing = narrowed.as_ref().is_ok_and(|filters| passes(filters, category, day));
                    prop_assert_eq!(passing, both, "{} within {}: {:?}", asked, forced, narrowed);
                }
            }
        }

        #[test]
        fn ranges_have_in_common_what_lies_in_both(one in range(), other in range()) {
            let lies = |range: &Range<i64>, number: i64| {
                range.gte.is_none_or(|gte| gte <= number) && range.lte.is_none_or(|lte| number <= lte)
            };
            let both = one.and(&other);
            for number in -1..10 {
                prop_assert_eq!(both.is_some_and(|both| lies(&both, number)), lies(&one, number) && lies(&other, number));
            }
        }
    }

    #[test]
    fn what_cannot_be_narrowed_is_refused() {
        let code = |result: Result<Request, Violation>| result.unwrap_err().code;
        assert_eq!(
            code(search(r#"{"category": "Food"}"#).within(r#"{"category": "Beauty"}"#)),
            Code::InsufficientScope
        );
        assert_eq!(code(search("{}").within(r#"{"brand_name": "Velunara"}"#)), Code::InsufficientScope);
        let body = br#"{"field": "components", "values": ["a", "b"], "group_by": "video_id"}"#;
        let together = Request::parse(Operation::CoMentions, body).unwrap();
        assert_eq!(code(together.within(r#"{"category": "Beauty"}"#)), Code::InsufficientScope);
    }
}
