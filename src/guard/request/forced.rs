//! Forced filters of the Data API: filters of a browser token that its requests cannot widen.

use super::{CanonicalObject, Filter, FilterCondition, Range, Request};
use crate::base::order;
use crate::guard::data::{check::check_filters, filters};
use crate::guard::problem::{Code, Violation};
use crate::guard::{Guard, JsonKind, TokenRef};
use crate::spec::Index;

impl Request {
    /// Narrows the request to forced filters, a JSON object.
    ///
    /// # Errors
    /// If the request selects values outside the forced filters, or if the operation does not support them.
    pub fn within(mut self, forced: &str) -> Result<Self, Violation> {
        let (index, filters, member) = match &mut self {
            Self::Aggregate(request) => (request.index, &mut request.filters, "filters"),
            Self::Search(request) | Self::Creators(request) => (request.index, &mut request.filters, "filters"),
            Self::CoMentions(_) | Self::Sector(_) => {
                let message = format!("the token forces filters, and {} takes none.", self.operation().endpoint().name);
                return Err(Violation::new(Code::InsufficientScope, "header:Authorization", message));
            }
        };
        narrow(filters, index, forced, member)?;
        Ok(self)
    }
}

/// Returns filters in canonical form if at least one index supports all of them. Records violations otherwise.
pub(crate) fn of_any_index(guard: &mut Guard, at: TokenRef) -> Option<String> {
    let passes = |index: &Index| guard.passes(|guard| check_filters(guard, at, Some(*index)));
    let Some(index) = Index::ALL.into_iter().find(passes) else {
        explain(guard, at);
        return None;
    };
    guard.out.clear();
    filters::put(guard, at, Some(index));
    String::from_utf8(guard.out.as_bytes().to_vec()).ok()
}

/// Records why filters are invalid for every index, by the rules of the first index that has all of their names.
fn explain(guard: &mut Guard, at: TokenRef) {
    let index = Index::ALL.into_iter().find(|index| filters::are_of(guard, at, *index));
    if index.is_none() && guard.kind(at) == JsonKind::Object {
        let rule = "@ must be a JSON object of filters that one index has, with values that they take.";
        return guard.refuse(Code::ValueNotAllowed, at, b"", rule, &[]);
    }
    check_filters(guard, at, index);
}

/// Parses filters of an index.
fn read(filters: &str, index: Index) -> Option<Vec<Filter>> {
    let canonical = Guard::check(filters.as_bytes(), |guard| {
        check_filters(guard, TokenRef::BODY, Some(index));
        filters::put(guard, TokenRef::BODY, Some(index));
        Some(guard.out.as_bytes().to_vec())
    });
    Guard::check(&canonical.ok()?, |guard| CanonicalObject { guard, at: TokenRef::BODY }.filters_here(index)).ok()
}

/// Intersects the filters of a request with forced filters, a JSON object.
fn narrow(filters: &mut Vec<Filter>, index: Index, forced: &str, member: &str) -> Result<(), Violation> {
    let outside = |param: String, message: String| Violation::new(Code::InsufficientScope, param, message);
    let parsed = read(forced, index).ok_or_else(|| {
        let message = format!("the token forces filters that index '{}' does not have: {forced}.", index.name());
        outside("header:Authorization".to_owned(), message)
    })?;
    for Filter { field, condition } in parsed {
        let Some(asked) = filters.iter_mut().find(|filter| filter.field.name == field.name) else {
            filters.push(Filter { field, condition });
            continue;
        };
        asked.condition = asked.condition.and(&condition).ok_or_else(|| {
            let allowed = serde_json::to_string(&condition).unwrap_or_default();
            let message = format!("{member}.{} must lie within {allowed} with this token.", field.name);
            outside(format!("/{member}/{}", field.name), message)
        })?;
    }
    order::sort_by_key(filters, |filter| filter.field.name);
    Ok(())
}

impl FilterCondition {
    /// Returns the intersection of two conditions, or `None` if it is empty.
    fn and(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::AnyOf(values), Self::AnyOf(others)) => {
                let both: Vec<String> = values.iter().filter(|value| others.contains(value)).cloned().collect();
                (!both.is_empty()).then_some(Self::AnyOf(both))
            }
            (Self::Range(range), Self::Range(other)) => range.and(other).map(Self::Range),
            (Self::Dates(range), Self::Dates(other)) => range.and(other).map(Self::Dates),
            // All conditions of a field have the same kind.
            _ => None,
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn range() -> impl Strategy<Value = Range<i64>> {
        let end = || prop::option::of(0..9_i64);
        (end(), end()).prop_map(|(gte, lte)| Range { gte, lte })
    }

    proptest! {
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
}
