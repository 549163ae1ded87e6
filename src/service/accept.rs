//! Content negotiation (RFC 9110, section 12.5.1): the form of a JSON answer, or the format of a table.

use super::envelope::Form;
use crate::table::TableFormat;
use mediatype::{MediaType, MediaTypeList, Name, ReadParams, names};
use std::cmp::Reverse;

/// The representation of an answer that a request accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Representation {
    /// A JSON object.
    Json(AcceptedForm),
    /// A table.
    Table(TableFormat),
}

/// The form of an answer, and how `Accept` selected it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AcceptedForm {
    /// The form.
    pub form: Form,
    /// True if `Accept` names the form.
    is_named: bool,
}

impl Representation {
    /// Chooses the representation of an answer. `default` is the form of JSON if `Accept` prefers none; `None` if
    /// answers have the flat form only. Wildcards mean JSON: a table is sent only if `Accept` names its media type and
    /// prefers it to JSON. Returns `None` if `Accept` excludes all.
    pub fn negotiate(accept: Option<&str>, default: Option<Form>, has_table: bool) -> Option<Self> {
        let json = match default {
            Some(default) => Form::negotiate(accept, default),
            None if Form::Flat.is_accepted(accept) => Some(AcceptedForm { form: Form::Flat, is_named: false }),
            None => None,
        };
        let Some(ranges) = Range::of_header(accept) else { return json.map(Self::Json) };
        let json = json.and_then(|json| Some((json.form.deciding(&ranges)?, Self::Json(json))));
        let formats: &[Media] = if has_table { &[Media::Ndjson, Media::Csv] } else { &[] };
        let tables = formats.iter().filter_map(|media| {
            let found = deciding(&ranges, |range| range.media == *media).filter(|(_, range)| range.weight > 0)?;
            let format = match media {
                Media::Csv => TableFormat::Csv { has_header: found.1.has_header },
                _ => TableFormat::Ndjson,
            };
            Some((found, Self::Table(format)))
        });
        let best =
            tables.chain(json).max_by_key(|((position, range), _)| (range.weight, range.named, Reverse(*position)));
        best.map(|(_, representation)| representation)
    }
}

impl AcceptedForm {
    /// Returns the `Content-Type` of the answer. It names the wrapped form if `Accept` does.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self { form: Form::Wrapped, is_named: true } => "application/json;profile=\"wrapped\"",
            _ => "application/json",
        }
    }
}

impl Form {
    /// Chooses the form that an `Accept` header prefers, or the deployment's where it prefers neither. Returns `None`
    /// if it rules out both.
    pub fn negotiate(accept: Option<&str>, default: Self) -> Option<AcceptedForm> {
        let Some(ranges) = Range::of_header(accept) else {
            return Some(AcceptedForm { form: default, is_named: false });
        };
        let other = if default == Self::Flat { Self::Wrapped } else { Self::Flat };
        let (of_default, of_other) = (default.preference(&ranges), other.preference(&ranges));
        let form = if of_other > of_default { other } else { of_default.map(|_| default)? };
        Some(AcceptedForm { form, is_named: form.deciding(&ranges).is_some_and(|(_, range)| range.form.is_some()) })
    }

    /// Returns true if an `Accept` header allows this form.
    pub fn is_accepted(self, accept: Option<&str>) -> bool {
        Range::of_header(accept).is_none_or(|ranges| self.preference(&ranges).is_some())
    }

    /// Returns the preference of media ranges for this form, or `None` if they exclude it. The most specific range
    /// decides. Among equal weights, an explicitly named form comes first, then the earlier range.
    fn preference(self, ranges: &[Range]) -> Option<(u16, u8, Reverse<usize>)> {
        let (position, range) = self.deciding(ranges)?;
        (range.weight > 0).then_some((range.weight, range.precision(), Reverse(position)))
    }

    /// Returns the most specific media range for this form, and its position.
    fn deciding(self, ranges: &[Range]) -> Option<(usize, &Range)> {
        deciding(ranges, |range| range.media == Media::Json && range.form.is_none_or(|form| form == self))
    }
}

/// Returns the most specific of the matching ranges, and its position.
fn deciding(ranges: &[Range], matches: impl Fn(&Range) -> bool) -> Option<(usize, &Range)> {
    let ranges = ranges.iter().enumerate().filter(|(_, range)| matches(range));
    ranges.max_by_key(|(position, range)| (range.precision(), Reverse(*position)))
}

/// A media type of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Media {
    Json,
    Csv,
    Ndjson,
}

/// A media range that includes a media type of answers.
struct Range {
    /// The media type. Wildcards include JSON, and count as nothing else.
    media: Media,
    /// The number of type parts that the range names.
    named: u8,
    /// The form that the range names, or `None` for all forms.
    form: Option<Form>,
    /// True unless the range asks for CSV without a header row (RFC 4180).
    has_header: bool,
    /// The weight in thousandths. 0 excludes the media type.
    weight: u16,
}

impl Range {
    /// Parses the ranges of an `Accept` header, or returns `None` if it is missing or empty.
    fn of_header(accept: Option<&str>) -> Option<Vec<Self>> {
        let accept = accept.filter(|accept| !accept.trim().is_empty())?;
        Some(MediaTypeList::new(accept).filter_map(Result::ok).filter_map(Self::of).collect())
    }

    fn of(range: MediaType<'_>) -> Option<Self> {
        let (any, ndjson) = (Name::new_unchecked("*"), Name::new_unchecked("x-ndjson"));
        let (media, named) = match range.suffix {
            None if range.ty == any && range.subty == any => (Media::Json, 0),
            None if range.ty == names::APPLICATION && range.subty == any => (Media::Json, 1),
            None if range.ty == names::APPLICATION && range.subty == names::JSON => (Media::Json, 2),
            None if range.ty == names::APPLICATION && range.subty == ndjson => (Media::Ndjson, 2),
            None if range.ty == names::TEXT && range.subty == names::CSV => (Media::Csv, 2),
            _ => return None,
        };
        let parameter =
            |name| range.get_param(Name::new_unchecked(name)).map(|value| value.unquoted_str().into_owned());
        let form = match parameter("profile") {
            // An unknown profile matches no form.
            Some(name) if media == Media::Json => Some(name.parse().ok()?),
            _ => None,
        };
        let has_header = parameter("header").is_none_or(|header| !header.eq_ignore_ascii_case("absent"));
        let weight = parameter("q").and_then(|weight| weight.parse::<f64>().ok());
        let thousandths = weight.filter(|weight| (0.0..=1.0).contains(weight)).map(|weight| (weight * 1_000.0) as u16);
        Some(Self { media, named, form, has_header, weight: thousandths.unwrap_or(1_000) })
    }

    /// Returns how specific the range is.
    fn precision(&self) -> u8 {
        2 * self.named + u8::from(self.form.is_some())
    }
}
