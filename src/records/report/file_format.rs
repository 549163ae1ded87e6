//! Formats of report files: media types, and the byte order mark.

use crate::spec::request::account::choice::ReportFormat;

/// The bytes by which some programs recognize a CSV as UTF-8.
pub const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Returns the media type of a file.
pub const fn content_type(format: ReportFormat) -> &'static str {
    match format {
        ReportFormat::Pdf => "application/pdf",
        ReportFormat::Csv => "text/csv; charset=utf-8",
        ReportFormat::Ndjson => "application/x-ndjson",
        ReportFormat::Parquet => "application/vnd.apache.parquet",
    }
}
