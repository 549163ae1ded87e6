//! The form of an answer: flat, or wrapped as `{status, result: [{data}]}`; and its members on request.
//!
//! Both directions: the Worker encodes in the form that was asked for, clients decode either without being told.

use crate::guard::request::Request;
use mediatype::{MediaType, MediaTypeList, Name, ReadParams, names};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::cmp::Reverse;
use strum::{EnumString, IntoStaticStr, VariantNames};

/// Flat or wrapped.
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

    /// Its name.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// What stands before and behind the documented members in it.
    pub(crate) const fn around(self) -> (&'static str, &'static str) {
        match self {
            Self::Flat => ("", ""),
            Self::Wrapped => (r#"{"status":"ok","result":[{"data":"#, "}]}"),
        }
    }

    /// The form that an `Accept` header prefers (RFC 9110, section 12.5.1), or the deployment's where it prefers neither.
    /// `None` when it rules out both.
    pub fn accepted(accept: Option<&str>, default: Self) -> Option<Self> {
        let Some(ranges) = Range::of_header(accept) else { return Some(default) };
        let other = if default == Self::Flat { Self::Wrapped } else { Self::Flat };
        let (of_default, of_other) = (default.preference(&ranges), other.preference(&ranges));
        if of_other > of_default { Some(other) } else { of_default.map(|_| default) }
    }

    /// Whether an `Accept` header allows this form.
    pub fn is_accepted(self, accept: Option<&str>) -> bool {
        Range::of_header(accept).is_none_or(|ranges| self.preference(&ranges).is_some())
    }

    /// How much media ranges prefer this form, if they allow it: the one that says most about it decides. Where weights
    /// are the same, a form that is named goes before one that is only meant too, and then what comes first.
    fn preference(self, ranges: &[Range]) -> Option<(u16, u8, Reverse<usize>)> {
        let ranges = ranges.iter().enumerate().filter(|(_, range)| range.form.is_none_or(|form| form == self));
        let (position, range) = ranges.max_by_key(|(position, range)| (range.precision(), Reverse(*position)))?;
        (range.weight > 0).then_some((range.weight, range.precision(), Reverse(position)))
    }
}

/// A media range that JSON is in.
struct Range {
    /// How many parts of the type it names.
    named: u8,
    /// The form that it is about; none when it is about all.
    form: Option<Form>,
    /// Its weight in thousandths: 0 rules out.
    weight: u16,
}

impl Range {
    /// Those of an `Accept` header, if it says anything.
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
            // Nothing is of a profile that does not exist.
            Some(name) => Some(name.parse().ok()?),
            None => None,
        };
        let weight = parameter("q").and_then(|weight| weight.parse::<f64>().ok());
        let thousandths = weight.filter(|weight| (0.0..=1.0).contains(weight)).map(|weight| (weight * 1_000.0) as u16);
        Some(Self { named, form, weight: thousandths.unwrap_or(1_000) })
    }

    /// How much it says of what is meant.
    fn precision(&self) -> u8 {
        2 * self.named + u8::from(self.form.is_some())
    }
}

/// Members that a request with `Prefer: meta` gets besides the documented ones.
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
}

impl Meta {
    /// The members as an object, where they are asked for.
    pub(crate) fn written(meta: Option<&Self>) -> serde_json::Result<String> {
        serde_json::to_string(&Extra { meta })
    }
}

/// What the wrapped form repeats of the request.
#[derive(Serialize)]
#[serde(untagged)]
enum Echo<'a> {
    Aggregate { index: &'a str, group_by: &'a str },
    CoMentions { field: &'a str, values: &'a [String], group_by: &'a str },
    Nothing {},
}

/// What a request with `Prefer: meta` gets besides.
#[derive(Serialize)]
struct Extra<'a> {
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<&'a Meta>,
}

/// The wrapped form.
#[derive(Deserialize)]
struct Wrapped<T> {
    result: (Data<T>,),
}

#[derive(Deserialize)]
struct Data<T> {
    data: T,
}

/// Writes an answer in a form. Its own members are copied as they were written, between what goes before and after.
///
/// # Errors
/// Those of the serializer; all of it is made of what JSON can say.
pub fn encode(request: &Request, answer: &RawValue, form: Form, meta: Option<&Meta>) -> serde_json::Result<String> {
    let echo = match (form, request) {
        (Form::Wrapped, Request::Aggregate(request)) => {
            Echo::Aggregate { index: request.index.name(), group_by: request.group_by.name }
        }
        (Form::Wrapped, Request::CoMentions(request)) => {
            Echo::CoMentions { field: request.field.name, values: &request.values, group_by: request.group_by.name }
        }
        _ => Echo::Nothing {},
    };
    let (before, behind) = form.around();
    let whole = together(&[serde_json::to_string(&echo)?, with_meta(answer, meta)?]);
    Ok(format!("{before}{whole}{behind}"))
}

/// Writes an answer, with what else a request asks for.
///
/// # Errors
/// Those of the serializer.
pub fn with_meta(answer: &RawValue, meta: Option<&Meta>) -> serde_json::Result<String> {
    Ok(together(&[answer.get().to_owned(), Meta::written(meta)?]))
}

/// One object with the members of several.
fn together(objects: &[String]) -> String {
    let members: Vec<&str> =
        objects.iter().map(|object| members_of(object)).filter(|members| !members.is_empty()).collect();
    format!("{{{}}}", members.join(","))
}

/// The members of an object, as text.
pub(crate) fn members_of(object: &str) -> &str {
    object.strip_prefix('{').and_then(|object| object.strip_suffix('}')).unwrap_or_default()
}

/// Reads an answer in either form, whatever its `status` says; members that are not known are left out.
///
/// # Errors
/// When the text is not JSON or lacks a documented member.
pub fn decode<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    let value: serde_json::Value = serde_json::from_str(text)?;
    let wrapped = value.get("result").is_some_and(serde_json::Value::is_array) && value.get("status").is_some();
    if wrapped {
        serde_json::from_value::<Wrapped<T>>(value).map(|Wrapped { result: (Data { data },), .. }| data)
    } else {
        serde_json::from_value(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::answer::{Answer, Outcome};
    use crate::spec::Operation;
    use crate::spec::answer::aggregate::{AggregateAnswer, Bucket};

    fn question() -> (Request, Box<RawValue>) {
        let body = br#"{"index":"siv_business_ideas","group_by":"brand_name"}"#;
        let bucket = Bucket { key: "Aurelia".into(), count: 4, creators: None, metric: None, metric_type: None };
        let answer = AggregateAnswer { matched_documents: 5, matched_creators: None, buckets: vec![bucket] };
        let outcome = Outcome::of(Answer::Aggregate(answer)).write().unwrap();
        (Request::parse(Operation::Aggregate, body).unwrap(), outcome.answer)
    }

    #[test]
    fn flat_answers_have_exactly_the_documented_members() {
        let (request, answer) = question();
        let text = encode(&request, &answer, Form::Flat, None).unwrap();
        assert_eq!(text, r#"{"matched_documents":5,"buckets":[{"key":"Aurelia","count":4}]}"#);
    }

    #[test]
    fn wrapped_answers_repeat_index_and_group() {
        let (request, answer) = question();
        let text = encode(&request, &answer, Form::Wrapped, None).unwrap();
        let data = r#"{"index":"siv_business_ideas","group_by":"brand_name","matched_documents":5,"buckets":[{"key":"Aurelia","count":4}]}"#;
        assert_eq!(text, format!(r#"{{"status":"ok","result":[{{"data":{data}}}]}}"#));
    }

    #[test]
    fn both_forms_decode_to_the_same_answer() {
        let (request, answer) = question();
        for form in [Form::Flat, Form::Wrapped] {
            let text = encode(&request, &answer, form, None).unwrap();
            let decoded = Answer::Aggregate(decode(&text).unwrap());
            assert_eq!(Outcome::of(decoded).write().unwrap().answer.get(), answer.get());
        }
        let foreign = r#"{"status":200,"extra":1,"result":[{"data":{"matched_documents":0,"buckets":[],"new":1}}]}"#;
        assert_eq!(decode::<AggregateAnswer>(foreign).unwrap().matched_documents, 0);
    }

    #[test]
    fn members_on_request_come_last() {
        let (request, answer) = question();
        let meta = Meta {
            request_id: "req_1".into(),
            dataset_version: Some("ds_1".into()),
            cost: 10,
            size_applied: None,
            cache: "hit",
            rows_read: 0,
            took_ms: 1,
            ranking: None,
            hints: vec!["a \"hint\"".into()],
            warnings: vec![],
        };
        let text = encode(&request, &answer, Form::Flat, Some(&meta)).unwrap();
        let written = r#""_meta":{"request_id":"req_1","dataset_version":"ds_1","cost":10,"size_applied":null,"cache":"hit","rows_read":0,"took_ms":1,"hints":["a \"hint\""],"warnings":[]}"#;
        assert_eq!(text, format!(r#"{{"matched_documents":5,"buckets":[{{"key":"Aurelia","count":4}}],{written}}}"#));
        let wrapped = encode(&request, &answer, Form::Wrapped, Some(&meta)).unwrap();
        assert!(wrapped.ends_with(&format!(r#"],{written}}}}}]}}"#)), "{wrapped}");
    }

    #[test]
    fn accept_chooses_the_form_or_nothing() {
        let accepted = |accept| Form::accepted(accept, Form::Flat);
        assert_eq!(accepted(None), Some(Form::Flat));
        assert_eq!(accepted(Some("*/*")), Some(Form::Flat));
        assert_eq!(accepted(Some("text/html, application/json;q=0.9")), Some(Form::Flat));
        assert_eq!(accepted(Some(r#"application/json;profile="wrapped""#)), Some(Form::Wrapped));
        assert_eq!(accepted(Some("application/json;profile=flat")), Some(Form::Flat));
        assert_eq!(accepted(Some("text/html")), None);
        assert_eq!(accepted(Some("application/json;profile=\"other\"")), None);
        assert_eq!(accepted(Some("application/json;q=0")), None);
    }

    #[test]
    fn weights_choose_between_the_forms() {
        let accepted = |accept: &str| Form::accepted(Some(accept), Form::Flat);
        let both = |flat, wrapped| {
            format!("application/json;profile=flat;q={flat}, application/json;profile=wrapped;q={wrapped}")
        };
        assert_eq!(accepted(&both("0.1", "0.2")), Some(Form::Wrapped));
        assert_eq!(accepted(&both("0.2", "0.1")), Some(Form::Flat));
        assert_eq!(accepted(&both("0", "0.001")), Some(Form::Wrapped));
        assert_eq!(accepted(&both("0", "0.0")), None);
        // What is said of all JSON does not hold for a form of which more is said.
        assert_eq!(accepted("application/json;profile=flat;q=0, */*"), Some(Form::Wrapped));
        assert_eq!(accepted("application/json;profile=flat;q=0.5, application/json"), Some(Form::Wrapped));
        assert_eq!(accepted("application/json;q=0, */*"), None);
        assert_eq!(accepted("application/*;q=0, application/json"), Some(Form::Flat));
        // A form that is named goes before one that is only meant too; else what comes first, else the deployment's.
        assert_eq!(accepted("*/*, application/json;profile=wrapped"), Some(Form::Wrapped));
        assert_eq!(accepted(&both("1", "1")), Some(Form::Flat));
        assert_eq!(accepted("application/json;profile=wrapped, application/json;profile=flat"), Some(Form::Wrapped));
        assert_eq!(Form::accepted(Some("application/json, text/html"), Form::Wrapped), Some(Form::Wrapped));
        // What is no weight is none.
        assert_eq!(accepted("application/json;q=much"), Some(Form::Flat));
        assert_eq!(accepted(r#"application/json;profile="other", application/json;q=0.1"#), Some(Form::Flat));
        assert!(Form::Flat.is_accepted(Some("application/json;profile=wrapped, */*;q=0.1")));
        assert!(!Form::Flat.is_accepted(Some("application/json;profile=wrapped")));
        assert!(Form::Flat.is_accepted(Some("")) && Form::Flat.is_accepted(None));
    }
}
