//! Validated report requests.

use crate::base::date::{Date, Window, seconds_of_time, time_of_seconds};
use crate::base::order;
use crate::guard::Guard;
use crate::guard::account::check_report;
use crate::guard::problem::{Code, Problems, Violation};
use crate::guard::request::account::counted;
use crate::spec::answer::Metadata;
use crate::spec::limits::DEFAULT_REPORT_ROWS;
use crate::spec::request::account::choice::{ReportFormat, ReportKind};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// A validated request for a report.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportRequest {
    /// Type of the report.
    pub kind: ReportKind,
    /// Title; at most [`crate::spec::limits::MAX_REPORT_TITLE_CHARACTERS`] characters.
    pub title: Option<String>,
    /// First and last day.
    pub window: Window,
    /// Ids of monitored brands. Not empty once the account is known.
    pub brands: Vec<String>,
    /// Filters except brands and window, by name: a list of values in the form of query strings, or a number.
    pub filters: Map<String, Value>,
    /// Sections, in the order of [`ReportKind::sections`].
    pub sections: Vec<&'static str>,
    /// Formats, in the order of [`ReportKind::formats`].
    pub formats: Vec<ReportFormat>,
    /// Maximum number of rows of a file, without a header. `None` if there is no limit.
    pub row_limit: Option<u32>,
    /// Only mentions that were indexed after this time, in seconds since 1970.
    pub indexed_after: Option<i64>,
    /// Names and texts for the caller's own use.
    pub metadata: Metadata,
}

/// Valid body.
#[derive(Deserialize)]
struct Body {
    r#type: ReportKind,
    title: Option<String>,
    from: String,
    to: String,
    brands: Option<Vec<String>>,
    filters: Option<Map<String, Value>>,
    sections: Option<Vec<String>>,
    formats: Option<Vec<ReportFormat>>,
    row_limit: Option<f64>,
    all_rows: Option<bool>,
    indexed_after: Option<String>,
    metadata: Option<Metadata>,
}

impl ReportRequest {
    /// Parses and checks the body of a report request. `brands` holds the names as given, and is empty for all brands.
    ///
    /// # Errors
    /// All violations, up to [`crate::spec::limits::MAX_VIOLATIONS`].
    pub fn parse(body: &[u8]) -> Result<Self, Problems> {
        Guard::check(body, |guard| {
            check_report(guard);
            (guard.violation_count() == 0).then_some(())
        })?;
        let read = serde_json::from_slice(body).ok().and_then(Self::of);
        read.ok_or_else(|| Violation::new(Code::InternalError, "", "a report that passed was not read.").into())
    }

    fn of(body: Body) -> Option<Self> {
        let Body { r#type: kind, title, from, to, brands, filters, sections, formats, row_limit, .. } = body;
        let Body { all_rows, indexed_after, metadata, .. } = body;
        let sections: Vec<&str> = match sections {
            Some(wanted) => {
                kind.sections().iter().filter(|name| wanted.iter().any(|one| one == *name)).copied().collect()
            }
            None => kind.sections().to_vec(),
        };
        let known = if formats.is_some() { kind.formats() } else { kind.default_formats() };
        let is_wanted = |format: &ReportFormat| formats.as_ref().is_none_or(|wanted| wanted.contains(format));
        let formats = known.iter().filter_map(|name| name.parse().ok()).filter(is_wanted).collect();
        let mut filters: Vec<(String, Value)> =
            filters.into_iter().flatten().map(|(name, value)| (name, listed(value))).collect();
        order::sort_by(&mut filters, |(one, _), (other, _)| one.cmp(other));
        Some(Self {
            kind,
            title,
            window: Window { from: Date::parse(&from)?, to: Date::parse(&to)? },
            brands: brands.unwrap_or_default(),
            filters: filters.into_iter().collect(),
            sections,
            formats,
            row_limit: (all_rows != Some(true)).then(|| row_limit.map_or(DEFAULT_REPORT_ROWS, |limit| limit as u32)),
            indexed_after: indexed_after.as_deref().and_then(seconds_of_time),
            metadata: metadata.unwrap_or_default(),
        })
    }

    /// Returns the canonical body with defaults filled in. It is the stored form and identifies equal requests.
    pub fn canonical(&self) -> Value {
        let Self { kind, title, window, brands, filters, sections, formats, row_limit, indexed_after, metadata } = self;
        let mut canonical = json!({
            "type": kind,
            "title": title,
            "from": window.from,
            "to": window.to,
            "brands": brands,
            "filters": filters,
            "sections": sections,
            "formats": formats,
            "row_limit": row_limit,
            "metadata": metadata,
        });
        // Requests without these members keep the form in which earlier versions stored them.
        if let Some(members) = canonical.as_object_mut() {
            if row_limit.is_none() {
                members.insert("all_rows".to_owned(), json!(true));
            }
            members.extend(indexed_after.map(|after| ("indexed_after".to_owned(), json!(time_of_seconds(after)))));
        }
        canonical
    }

    /// Parses the output of [`Self::canonical`].
    pub fn from_canonical(canonical: &str) -> Option<Self> {
        Self::of(serde_json::from_str(canonical).ok()?)
    }
}

/// Converts filter values to a sorted list without duplicates. A number stays a number.
fn listed(value: Value) -> Value {
    match value {
        Value::Number(number) => counted(&number),
        Value::String(_) => json!([value]),
        Value::Array(values) => {
            let mut values: Vec<String> =
                values.into_iter().filter_map(|value| value.as_str().map(str::to_owned)).collect();
            order::sort(&mut values);
            values.dedup();
            json!(values)
        }
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(more: &str) -> ReportRequest {
        let body = format!(r#"{{"type":"brand_overview","from":"2026-02-01","to":"2026-02-28"{more}}}"#);
        ReportRequest::parse(body.as_bytes()).unwrap()
    }

    #[test]
    fn a_report_has_all_that_its_type_has_unless_it_says_otherwise() {
        let usual = parsed("");
        assert_eq!(usual.sections, ReportKind::BrandOverview.sections());
        assert_eq!(usual.formats, [ReportFormat::Pdf, ReportFormat::Csv]);
        assert_eq!((usual.row_limit, usual.brands.len(), usual.filters.len()), (Some(10_000), 0, 0));
        assert_eq!(
            usual.window,
            Window { from: Date::parse("2026-02-01").unwrap(), to: Date::parse("2026-02-28").unwrap() }
        );
        let wanted = parsed(r#","sections":["top_topics","volume"],"formats":["csv"],"row_limit":5e1,"title":"May""#);
        assert_eq!(wanted.sections, ["volume", "top_topics"]);
        assert_eq!((wanted.formats, wanted.row_limit), (vec![ReportFormat::Csv], Some(50)));
        assert_eq!(wanted.title.as_deref(), Some("May"));
    }

    #[test]
    fn requests_that_mean_the_same_have_one_canonical_form() {
        let one = parsed(
            r#","filters":{"topic":["b","a","b"],"platform":"tiktok"},"metadata":{"b":"1","a":"2"},"title":null"#,
        );
        let other = parsed(
            r#","metadata":{"a":"2","b":"1"},"formats":["csv","pdf"],"filters":{"platform":["tiktok"],"topic":["a","b"]},
               "sections":["top_influencers","top_topics","sentiment","volume"],"row_limit":10000"#,
        );
        assert_eq!(one.canonical().to_string(), other.canonical().to_string());
        assert_ne!(one.canonical(), parsed(r#","filters":{"topic":["b"],"platform":"tiktok"}"#).canonical());
    }

    #[test]
    fn what_is_kept_is_read_again() {
        let request = parsed(
            r#","brands":["Velunara","Borealume"],"filters":{"q":"calm, not dry","min_views":5,"channel":"é"},"metadata":{"é":"\n"}"#,
        );
        assert_eq!(ReportRequest::from_canonical(&request.canonical().to_string()), Some(request));
        for damaged in ["", "{}", r#"{"type":"brand_overview","from":"2026-02-01","to":"2026-02-30"}"#] {
            assert_eq!(ReportRequest::from_canonical(damaged), None, "{damaged}");
        }
    }
}
