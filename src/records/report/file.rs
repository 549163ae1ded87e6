//! Downloads of report files.

use super::file_format::content_type;
use super::{Artifact, RETRY_AFTER_SECONDS, ReportRecord};
use crate::guard::problem::{Code, Violation};
use crate::spec::request::account::choice::{ReportFormat, ReportStatus};
use crate::table::file_name::slug;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use data_encoding::HEXLOWER;
use mediatype::{MediaType, MediaTypeList, Name, ReadParams};

/// Returns the name for saving a file: the title in ASCII letters and digits, then the window and the part. Without a
/// usable title, the kind of the report replaces it.
pub fn file_name(report: &ReportRecord, artifact: &Artifact) -> String {
    let request = &report.request;
    let part = artifact.part.map(|part| format!("_part-{part:05}")).unwrap_or_default();
    let title = slug(request.title.as_deref().unwrap_or_default());
    let name = if title.is_empty() { request.kind.name().replace('_', "-") } else { title };
    format!("{name}_{}_{}{part}.{}", request.window.from, request.window.to, artifact.format.name())
}

/// A file and the form in which it is downloaded.
#[derive(Debug, Clone, PartialEq)]
pub struct Download<'r> {
    /// The file.
    pub artifact: &'r Artifact,
    /// True if a byte order mark is sent before the file.
    pub with_bom: bool,
    /// The SHA-256 digest of the downloaded bytes, hexadecimal.
    pub sha256: &'r str,
}

impl Download<'_> {
    /// Returns the header `Repr-Digest` (RFC 9530).
    pub fn digest(&self) -> Option<String> {
        let digest = HEXLOWER.decode(self.sha256.as_bytes()).ok()?;
        Some(format!("sha-256=:{}:", BASE64_STANDARD.encode(digest)))
    }
}

/// Selects the file of a report to download. Without an explicit `format`, the header `Accept` decides. Without `part`,
/// the report must have a single file of the format.
///
/// # Errors
/// 400 if the report does not have the format, or has parts and none is chosen. 404 if it does not have the part. 406 if
/// `Accept` rules out all formats of the report. 409 if the report is not ready or has failed. 410 if its file is no
/// longer kept.
pub fn select_download<'r>(
    report: &'r ReportRecord,
    format: Option<ReportFormat>,
    part: Option<u32>,
    accept: Option<&str>,
    with_bom: bool,
) -> Result<Download<'r>, Violation> {
    let formats = &report.request.formats;
    let format = match format {
        Some(format) if formats.contains(&format) => format,
        Some(format) => {
            let allowed: Vec<&str> = formats.iter().map(|format| format.name()).collect();
            let message = format!("format '{}' was not asked for.", format.name());
            return Err(Violation::new(Code::ValueNotAllowed, "?format", message).allowing(&allowed, format.name()));
        }
        None => preferred_format(formats, accept).ok_or_else(|| {
            let types: Vec<&str> = formats.iter().map(|format| content_type(*format)).collect();
            let message = format!("Accept must allow {}.", types.join(" or "));
            Violation::new(Code::NotAcceptable, "header:Accept", message)
        })?,
    };
    let id = &report.id;
    let refused = |code, message: String| Err(Violation::new(code, "", message));
    match (report.status, find_part(report, format, part)?) {
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
            let bom_digest = if with_bom { artifact.sha256_bom.as_deref() } else { None };
            let sha256 = bom_digest.unwrap_or(&artifact.sha256);
            Ok(Download { artifact, with_bom: bom_digest.is_some(), sha256 })
        }
        (ReportStatus::Ready | ReportStatus::Expired, _) => {
            refused(Code::ReportExpired, format!("report {id} is no longer kept. Ask for it again."))
        }
    }
}

/// Returns the file of a format and a part. Returns `None` if the report has no file of the format.
fn find_part(report: &ReportRecord, format: ReportFormat, part: Option<u32>) -> Result<Option<&Artifact>, Violation> {
    let files: Vec<&Artifact> = report.artifacts.iter().filter(|artifact| artifact.format == format).collect();
    let position = match (part, files.len()) {
        (_, 0) => return Ok(None),
        (None, 1) => 0,
        (None, parts) => {
            let message = format!("part is required: the report has {parts} files of format '{}'.", format.name());
            return Err(Violation::new(Code::MissingField, "?part", message));
        }
        (Some(part), parts) => {
            let position = (part as usize).saturating_sub(1);
            if position >= parts {
                let message = format!("the report has {parts} parts. There is no part {part}.");
                return Err(Violation::new(Code::NotFound, "?part", message));
            }
            position
        }
    };
    Ok(files.get(position).copied())
}

/// Returns the format that a header `Accept` prefers (RFC 9110, section 12.5.1). Of equally preferred formats, the
/// first in `formats` wins.
fn preferred_format(formats: &[ReportFormat], accept: Option<&str>) -> Option<ReportFormat> {
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

/// Returns the weight that media ranges give to a format. The most specific range decides.
fn weight_of(format: ReportFormat, ranges: &[MediaType<'_>]) -> f64 {
    let any = Name::new_unchecked("*");
    let Ok(MediaType { ty, subty, .. }) = MediaType::parse(content_type(format)) else { return 0.0 };
    let precision = |range: &MediaType<'_>| match (range.ty, range.subty) {
        (of, sub) if of == ty && sub == subty => Some(2),
        (of, sub) if of == ty && sub == any => Some(1),
        (of, sub) if of == any && sub == any => Some(0),
        _ => None,
    };
    let matching =
        ranges.iter().filter_map(|range| Some((precision(range)?, range))).max_by_key(|(precision, _)| *precision);
    let weight = matching.map(|(_, range)| range.get_param(Name::new_unchecked("q")));
    match weight {
        None => 0.0,
        Some(None) => 1.0,
        Some(Some(weight)) => weight.unquoted_str().parse().unwrap_or(1.0),
    }
}
