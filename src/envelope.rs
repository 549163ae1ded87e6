//! The form of an answer: flat, or wrapped as `{status, result: [{data}]}`; and its members on request.
//!
//! Both directions: the Worker encodes in the form that was asked for, clients decode either without being told.

use crate::data::Request;
use mediatype::{MediaTypeList, Name, names};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Flat or wrapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The documented members at the top level.
    Flat,
    /// The documented members inside `result[0].data`.
    Wrapped,
}

impl Form {
    /// The names, as a deployment's setting and as the `profile` parameter of `Accept`.
    pub const NAMES: &'static [&'static str] = &["flat", "wrapped"];

    /// The form of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "flat" => Some(Self::Flat),
            "wrapped" => Some(Self::Wrapped),
            _ => None,
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flat => "flat",
            Self::Wrapped => "wrapped",
        }
    }

    /// The form that an `Accept` header asks for, or the deployment's. `None` when the header rules out JSON or asks
    /// for a profile that does not exist.
    pub fn accepted(accept: Option<&str>, default: Self) -> Option<Self> {
        let Some(accept) = accept.filter(|accept| !accept.trim().is_empty()) else { return Some(default) };
        let profile = Name::new_unchecked("profile");
        let quality = Name::new_unchecked("q");
        MediaTypeList::new(accept).filter_map(Result::ok).find_map(|media| {
            let parameter =
                |name| mediatype::ReadParams::get_param(&media, name).map(|value| value.unquoted_str().into_owned());
            let json = (media.ty == names::APPLICATION
                && [names::JSON, Name::new_unchecked("*")].contains(&media.subty))
                || (media.ty == Name::new_unchecked("*") && media.subty == Name::new_unchecked("*"));
            let refused = parameter(quality).is_some_and(|quality| quality.parse() == Ok(0.0));
            if !json || refused {
                return None;
            }
            match parameter(profile) {
                None => Some(default),
                Some(name) => Self::from_name(&name),
            }
        })
    }
}

/// Members that a request with `Prefer: meta` gets besides the documented ones.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the members are described in the reference of the Data API")]
pub struct Meta {
    pub request_id: String,
    pub dataset_version: String,
    pub cost: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size_applied: Option<u32>,
    pub cache: &'static str,
    pub rows_read: u64,
    pub took_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranking: Option<Vec<String>>,
    pub hints: Vec<String>,
    pub warnings: Vec<String>,
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
#[derive(Serialize, Deserialize)]
struct Wrapped<T> {
    status: serde_json::Value,
    result: (Data<T>,),
}

#[derive(Serialize, Deserialize)]
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
    let whole = together(&[serde_json::to_string(&echo)?, with_meta(answer, meta)?]);
    encode_object(&RawValue::from_string(whole)?, form)
}

/// Writes an answer, with what else a request asks for.
///
/// # Errors
/// Those of the serializer.
pub fn with_meta(answer: &RawValue, meta: Option<&Meta>) -> serde_json::Result<String> {
    Ok(together(&[answer.get().to_owned(), serde_json::to_string(&Extra { meta })?]))
}

/// One object with the members of several.
fn together(objects: &[String]) -> String {
    let members: Vec<&str> =
        objects.iter().map(|object| members(object)).filter(|members| !members.is_empty()).collect();
    format!("{{{}}}", members.join(","))
}

/// The members of an object, as text.
fn members(object: &str) -> &str {
    object.strip_prefix('{').and_then(|object| object.strip_suffix('}')).unwrap_or_default()
}

/// Writes any object in a form.
///
/// # Errors
/// Those of the serializer.
pub fn encode_object<T: Serialize>(object: &T, form: Form) -> serde_json::Result<String> {
    match form {
        Form::Flat => serde_json::to_string(object),
        Form::Wrapped => serde_json::to_string(&Wrapped { status: "ok".into(), result: (Data { data: object },) }),
    }
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
    use crate::answer::{Answer, Outcome};
    use crate::catalog::Operation;
    use crate::data::aggregate::{AggregateAnswer, Bucket};

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
            dataset_version: "ds_1".into(),
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
        let written = r#""_meta":{"request_id":"req_1","dataset_version":"ds_1","cost":10,"cache":"hit","rows_read":0,"took_ms":1,"hints":["a \"hint\""],"warnings":[]}"#;
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
}
