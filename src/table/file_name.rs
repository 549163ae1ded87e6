//! Names for saving files.

use super::TableFormat;
use crate::guard::request::account::{AccountParameters, AccountRequest};
use crate::guard::request::{Filter, FilterCondition, Request};
use serde::Deserialize;
use serde_json::value::RawValue;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The maximum length of the part of a file name that comes from a text, in characters.
const MAX_SLUG_CHARACTERS: usize = 60;

/// Returns a text in lowercase ASCII letters and digits, with hyphens between words. Empty if nothing remains.
pub fn slug(text: &str) -> String {
    let mut slug = String::new();
    for character in text.nfkd().filter(|character| !is_combining_mark(*character)) {
        if character.is_ascii_alphanumeric() {
            slug.push(character.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
        if slug.len() >= MAX_SLUG_CHARACTERS {
            break;
        }
    }
    slug.trim_end_matches('-').to_owned()
}

/// Returns the name of the table of a query of the Data API: operation, index or brands, group, dates.
pub fn of_request(request: &Request, answer: &RawValue, format: TableFormat) -> String {
    let (subject, filters): (_, &[Filter]) = match request {
        Request::Aggregate(request) => (vec![request.index.name(), request.group_by.name], &request.filters),
        Request::Search(request) => (vec![request.index.name()], &request.filters),
        Request::Creators(request) => (Vec::new(), &request.filters),
        Request::CoMentions(request) => (vec![request.group_by.name], &[]),
        Request::Sector(_) => (Vec::new(), &[]),
    };
    let brands: Vec<&str> = match request {
        Request::CoMentions(request) => request.values.iter().map(String::as_str).collect(),
        Request::Sector(request) => request.brands.iter().map(|brand| brand.label.as_str()).collect(),
        _ => Vec::new(),
    };
    let dates = filters.iter().find_map(|filter| match &filter.condition {
        FilterCondition::Dates(range) => Some([range.gte, range.lte].map(|date| date.map(|date| date.to_string()))),
        _ => None,
    });
    let brands = brands.join(" ");
    let subject: Vec<&str> = subject.into_iter().chain([brands.as_str()]).collect();
    join(request.operation().endpoint().name, &subject, dates, answer, format)
}

/// Returns the name of the table of a query of the Account API: operation, creator, brands, dates.
pub fn of_account(request: &AccountRequest, answer: &RawValue, format: TableFormat) -> String {
    let brands: Vec<&str> = match &request.parameters {
        AccountParameters::TrendComparison(comparison) => comparison.brands.iter().map(String::as_str).collect(),
        _ => request.selection.brands.included().collect(),
    };
    let dates = [request.selection.from, request.selection.to].map(|date| date.map(|date| date.to_string()));
    let operation = request.operation.endpoint().name;
    join(operation, &[&request.id, &brands.join(" ")], Some(dates), answer, format)
}

/// Joins the parts of a name that are not empty. An answer with a window has its dates, else those of the request count.
fn join(
    operation: &str,
    subject: &[&str],
    dates: Option<[Option<String>; 2]>,
    answer: &RawValue,
    format: TableFormat,
) -> String {
    let dates = window_of(answer).or(dates).into_iter().flatten().flatten();
    let parts = subject.iter().map(|part| slug(part)).filter(|part| !part.is_empty()).chain(dates);
    let name = [operation.to_owned()].into_iter().chain(parts).collect::<Vec<String>>().join("_");
    format!("{name}.{}", format.extension())
}

/// Returns the first and the last day in the metadata of an answer.
fn window_of(answer: &RawValue) -> Option<[Option<String>; 2]> {
    #[derive(Deserialize)]
    struct Answer {
        meta: Meta,
    }
    #[derive(Deserialize)]
    struct Meta {
        from: String,
        to: String,
    }
    let Answer { meta: Meta { from, to } } = serde_json::from_str(answer.get()).ok()?;
    Some([Some(from), Some(to)])
}
