//! Handing out the files of reports.

use super::{Artifact, RETRY_AFTER_SECONDS, ReportRecord};
use crate::guard::problem::{Code, Violation};
use crate::spec::request::account::choice::{ReportFormat, ReportStatus};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use data_encoding::HEXLOWER;
use mediatype::{MediaType, MediaTypeList, Name, ReadParams};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Characters of a file's name before its dates.
const MAX_NAME_CHARACTERS: usize = 60;
/// What some programs need at the beginning of a CSV to see that it is UTF-8.
pub const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// What a file is.
pub const fn content_type(format: ReportFormat) -> &'static str {
    match format {
        ReportFormat::Pdf => "application/pdf",
        ReportFormat::Csv => "text/csv; charset=utf-8",
    }
}

/// The name that a file is saved under: the title in plain letters, or else the kind, and the window.
pub fn file_name(report: &ReportRecord, format: ReportFormat) -> String {
    let request = &report.request;
    let mut name = String::new();
    let title = request.title.as_deref().unwrap_or_default();
    for character in title.nfkd().filter(|character| !is_combining_mark(*character)) {
        if character.is_ascii_alphanumeric() {
            name.push(character.to_ascii_lowercase());
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
        if name.len() >= MAX_NAME_CHARACTERS {
            break;
        }
    }
    let name = match name.trim_end_matches('-') {
        "" => request.kind.name().replace('_', "-"),
        name => name.to_owned(),
    };
    format!("{name}_{}_{}.{}", request.window.from, request.window.to, format.name())
}

/// A file as it is handed out.
#[derive(Debug, Clone, PartialEq)]
pub struct Download<'r> {
    /// The file.
    pub artifact: &'r Artifact,
    /// Whether a byte order mark stands before it.
    pub with_mark: bool,
    /// Of what is handed out, hexadecimal.
    pub sha256: &'r str,
}

impl Download<'_> {
    /// The header `Repr-Digest` (RFC 9530).
    pub fn digest(&self) -> Option<String> {
        let digest = HEXLOWER.decode(self.sha256.as_bytes()).ok()?;
        Some(format!("sha-256=:{}:", BASE64_STANDARD.encode(digest)))
    }
}

/// The file of a report that is asked for: in a format that is named, or else in the one that the header `Accept` prefers.
///
/// # Errors
/// 400 for a format that the report has not, 406 where the header rules out all it has, 409 and 410 where it has no file.
pub fn download<'r>(
    report: &'r ReportRecord,
    format: Option<ReportFormat>,
    accept: Option<&str>,
    with_mark: bool,
) -> Result<Download<'r>, Violation> {
    let formats = &report.request.formats;
    let format = match format {
        Some(format) if formats.contains(&format) => format,
        Some(format) => {
            let allowed: Vec<&str> = formats.iter().map(|format| format.name()).collect();
            let message = format!("format '{}' was not asked for.", format.name());
            return Err(Violation::new(Code::ValueNotAllowed, "?format", message).allowing(&allowed, format.name()));
        }
        None => preferred(formats, accept).ok_or_else(|| {
            let types: Vec<&str> = formats.iter().map(|format| content_type(*format)).collect();
            let message = format!("Accept must allow {}.", types.join(" or "));
            Violation::new(Code::NotAcceptable, "header:Accept", message)
        })?,
    };
    let id = &report.id;
    let refused = |code, message: String| Err(Violation::new(code, "", message));
    match (report.status, report.artifact(format)) {
        (ReportStatus::Queued | ReportStatus::Processing, _) => refused(
            Code::ReportNotReady,
            format!(
                "report {id} is {} ({} percent). Retry after {RETRY_AFTER_SECONDS} seconds.",
                report.status.name(),
                report.progress
            ),
        ),
        (ReportStatus::Failed, _) => {
            let reason = report.error.as_ref().map_or("", |error| error.message.as_str());
            refused(Code::ReportFailed, format!("report {id} has failed: {reason}"))
        }
        (ReportStatus::Ready, Some(artifact)) => {
            let marked = if with_mark { artifact.sha256_bom.as_deref() } else { None };
            let sha256 = marked.unwrap_or(&artifact.sha256);
            Ok(Download { artifact, with_mark: marked.is_some(), sha256 })
        }
        (ReportStatus::Ready | ReportStatus::Expired, _) => {
            refused(Code::ReportExpired, format!("report {id} is no longer kept. Ask for it again."))
        }
    }
}

/// The format that a header `Accept` prefers (RFC 9110, section 12.5.1), the first of those that it likes as much.
fn preferred(formats: &[ReportFormat], accept: Option<&str>) -> Option<ReportFormat> {
    let Some(accept) = accept.filter(|accept| !accept.trim().is_empty()) else { return formats.first().copied() };
    let ranges: Vec<MediaType<'_>> = MediaTypeList::new(accept).filter_map(Result::ok).collect();
    let mut best: Option<(f64, ReportFormat)> = None;
    for format in formats {
        let weight = weight_of(*format, &ranges);
        if weight > best.map_or(0.0, |(weight, _)| weight) {
            best = Some((weight, *format));
        }
    }
    best.map(|(_, format)| format)
}

/// How much media ranges like a format: the one that says most about it decides.
fn weight_of(format: ReportFormat, ranges: &[MediaType<'_>]) -> f64 {
    let any = Name::new_unchecked("*");
    let (ty, subty) = match format {
        ReportFormat::Pdf => ("application", "pdf"),
        ReportFormat::Csv => ("text", "csv"),
    };
    let [ty, subty] = [ty, subty].map(Name::new_unchecked);
    let precision = |range: &MediaType<'_>| match (range.ty, range.subty) {
        (of, sub) if of == ty && sub == subty => Some(2),
        (of, sub) if of == ty && sub == any => Some(1),
        (of, sub) if of == any && sub == any => Some(0),
        _ => None,
    };
    let said =
        ranges.iter().filter_map(|range| Some((precision(range)?, range))).max_by_key(|(precision, _)| *precision);
    let weight = said.map(|(_, range)| range.get_param(Name::new_unchecked("q")));
    match weight {
        None => 0.0,
        Some(None) => 1.0,
        Some(Some(weight)) => weight.unquoted_str().parse().unwrap_or(1.0),
    }
}
