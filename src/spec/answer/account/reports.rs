//! Answers of `POST /v1/reports`, `GET /v1/reports/:id` and `GET /v1/reports/:id/download`.

use super::AppliedFilters;
use crate::base::date::Date;
use crate::spec::answer::{HasShape, HasValueType, Shape, ValueType, answer};
use crate::spec::request::account::choice::{ReportFormat, ReportKind, ReportStatus};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Names and texts for the caller's own use.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Metadata(pub BTreeMap<String, String>);

impl HasValueType for Metadata {
    const VALUE_TYPE: ValueType = ValueType::Texts;
}

answer! {
    /// A report and its progress.
    pub struct ReportDetails as "report" {
        id: String,
        r#type: ReportKind,
        title: Option<String>,
        status: ReportStatus,
        /// Progress in percent.
        progress: u64,
        from: Date,
        to: Date,
        /// True if the report has no limit of rows.
        all_rows: Option<bool> => Sometimes,
        /// Time after which the mentions were indexed, if the report is limited to them.
        indexed_after: Option<String> => Sometimes,
        /// Brand ids.
        brands: Vec<String>,
        filters: AppliedFilters,
        sections: Vec<String>,
        formats: Vec<ReportFormat>,
        artifacts: Vec<ReportArtifact>,
        error: Option<ReportError>,
        metadata: Metadata,
        created_at: String,
        started_at: Option<String>,
        completed_at: Option<String>,
        expires_at: Option<String>,
        estimated_ready_at: Option<String>,
    }

    /// A file of a finished report.
    #[derive(Deserialize)]
    pub struct ReportArtifact {
        format: ReportFormat,
        /// Number of the part, from 1, if the report is in parts.
        part: Option<u64> => Sometimes,
        content_type: String,
        bytes: u64,
        /// Number of rows, without a header.
        rows: Option<u64> => Sometimes,
        /// Hash of the file, hexadecimal.
        sha256: String,
        /// Path of the download.
        download_path: String,
    }

    /// Reason why a report failed.
    #[derive(Deserialize)]
    pub struct ReportError {
        code: String,
        message: String,
        retryable: bool,
    }
}

/// A downloaded file, which is not JSON.
#[derive(Debug)]
pub struct ReportFile;

impl HasShape for ReportFile {
    const SHAPE: Shape = Shape { name: "ReportFile", members: &[] };
}
