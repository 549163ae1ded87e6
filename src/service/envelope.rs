//! The form of an answer: flat, or wrapped as `{status, result: [{data}]}`; and its members on request.

use crate::guard::request::Request;
use crate::spec::answer::Basis;
use mediatype::{MediaType, MediaTypeList, Name, ReadParams, names};
use serde::Serialize;
use serde_json::value::RawValue;
use std::cmp::Reverse;
use strum::{EnumString, IntoStaticStr, VariantNames};

/// The form of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Form {
    /// The documented members at the top level.
    Flat,
    /// The documented members inside `result[0].data`.
    Wrapped,
}

impl Form {
    /// The names, as a deployment's setting and as the `profile` parameter of `Accept`.
    pub const NAMES: &'static [&'static str] = Self::VARIANTS;

    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the text before and after the documented members.
    pub(crate) const fn around(self) -> (&'static str, &'static str) {
        match self {
            Self::Flat => ("", ""),
            Self::Wrapped => (r#"{"status":"ok","result":[{"data":"#, "}]}"),
        }
    }

    /// Chooses the form that an `Accept` header prefers (RFC 9110, section 12.5.1), or the deployment's where it
    /// prefers neither. Returns `None` if it rules out both.
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
        let ranges = ranges.iter().enumerate().filter(|(_, range)| range.form.is_none_or(|form| form == self));
        ranges.max_by_key(|(position, range)| (range.precision(), Reverse(*position)))
    }
}

/// The form of an answer, and how `Accept` selected it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AcceptedForm {
    /// The form.
    pub form: Form,
    /// True if `Accept` names the form.
    is_named: bool,
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

/// A media range that includes JSON.
struct Range {
    /// The number of type parts that the range names.
    named: u8,
    /// The form that the range names, or `None` for all forms.
    form: Option<Form>,
    /// The weight in thousandths. 0 excludes the form.
    weight: u16,
}

impl Range {
    /// Parses the ranges of an `Accept` header, or returns `None` if it is missing or empty.
    fn of_header(accept: Option<&str>) -> Option<Vec<Self>> {
        let accept = accept.filter(|accept| !accept.trim().is_empty())?;
        Some(MediaTypeList::new(accept).filter_map(Result::ok).filter_map(Self::of_json).collect())
    }

    fn of_json(media: MediaType<'_>) -> Option<Self> {
        let any = Name::new_unchecked("*");
        let named = match media.suffix {
            None if media.ty == any && media.subty == any => 0,
            None if media.ty == names::APPLICATION && media.subty == any => 1,
            None if media.ty == names::APPLICATION && media.subty == names::JSON => 2,
            _ => return None,
        };
        let parameter =
            |name| media.get_param(Name::new_unchecked(name)).map(|value| value.unquoted_str().into_owned());
        let form = match parameter("profile") {
            // An unknown profile matches no form.
            Some(name) => Some(name.parse().ok()?),
            None => None,
        };
        let weight = parameter("q").and_then(|weight| weight.parse::<f64>().ok());
        let thousandths = weight.filter(|weight| (0.0..=1.0).contains(weight)).map(|weight| (weight * 1_000.0) as u16);
        Some(Self { named, form, weight: thousandths.unwrap_or(1_000) })
    }

    /// Returns how specific the range is.
    fn precision(&self) -> u8 {
        2 * self.named + u8::from(self.form.is_some())
    }
}

/// Additional members of the answer to a request with `Prefer: meta`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the members are described in the reference of the Data API")]
pub struct Meta {
    pub request_id: String,
    pub dataset_version: Option<String>,
    pub cost: u32,
    pub size_applied: Option<u32>,
    pub cache: &'static str,
    pub rows_read: u64,
    pub took_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranking: Option<Vec<String>>,
    pub hints: Vec<String>,
    pub warnings: Vec<String>,
    #[serde(flatten)]
    pub basis: Basis,
}

impl Meta {
    /// Serializes the members as an object, if they are requested.
    pub(crate) fn to_json(meta: Option<&Self>) -> serde_json::Result<String> {
        serde_json::to_string(&Extra { meta })
    }
}

/// Members of the request that the wrapped form repeats.
#[derive(Serialize)]
#[serde(untagged)]
enum Echo<'a> {
    Aggregate { index: &'a str, group_by: &'a str },
    CoMentions { field: &'a str, values: &'a [String], group_by: &'a str },
}

/// Additional members for a request with `Prefer: meta`.
#[derive(Serialize)]
struct Extra<'a> {
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<&'a Meta>,
}

/// Writes an answer in a form. Copies the members of the answer unchanged.
pub fn encode(request: &Request, answer: &RawValue, form: Form, meta: Option<&Meta>) -> serde_json::Result<String> {
    let echo = match (form, request) {
        (Form::Wrapped, Request::Aggregate(request)) => {
            Echo::Aggregate { index: request.index.name(), group_by: request.group_by.name }
        }
        (Form::Wrapped, Request::CoMentions(request)) => {
            Echo::CoMentions { field: request.field.name, values: &request.values, group_by: request.group_by.name }
        }
        _ => return merge(form.around(), "{}", answer, meta),
    };
    merge(form.around(), &serde_json::to_string(&echo)?, answer, meta)
}

/// Writes an answer with the requested additional members.
pub fn with_meta(answer: &RawValue, meta: Option<&Meta>) -> serde_json::Result<String> {
    merge(("", ""), "{}", answer, meta)
}

/// Merges the members of an object, of an answer and of `meta` into one object, between two texts.
fn merge(
    (before, behind): (&str, &str),
    object: &str,
    answer: &RawValue,
    meta: Option<&Meta>,
) -> serde_json::Result<String> {
    let meta = meta.map_or_else(|| Ok(String::new()), |meta| Meta::to_json(Some(meta)))?;
    let parts = [members_of(object), members_of(answer.get()), members_of(&meta)];
    // Two braces, and a comma for each part.
    let length = before.len() + behind.len() + parts.iter().map(|part| part.len() + 1).sum::<usize>() + 2;
    let mut text = String::with_capacity(length);
    text.push_str(before);
    text.push('{');
    for (at, part) in parts.into_iter().filter(|part| !part.is_empty()).enumerate() {
        text.push_str(if at == 0 { "" } else { "," });
        text.push_str(part);
    }
    text.push('}');
    text.push_str(behind);
    Ok(text)
}

/// Returns the members of an object, as text.
pub(crate) fn members_of(object: &str) -> &str {
    object.strip_prefix('{').and_then(|object| object.strip_suffix('}')).unwrap_or_default()
}
