//! The form of an answer: flat, or wrapped as `{status, result: [{data}]}`; and its members on request.

use crate::guard::request::Request;
use crate::spec::answer::Basis;
use serde::Serialize;
use serde_json::value::RawValue;
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
