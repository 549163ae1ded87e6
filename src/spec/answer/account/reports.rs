//! The answers of `POST /v1/reports`, `GET /v1/reports/:id` and `GET /v1/reports/:id/download`.

use super::AppliedFilters;
use crate::base::date::Date;
use crate::spec::answer::{Described, Holding, Holds, Shape, answer};
use crate::spec::request::account::choice::{ReportFormat, ReportKind, ReportStatus};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Names and texts that whoever asked for a resource wants to find again.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Metadata(pub BTreeMap<String, String>);

impl Holding for Metadata {
    const HOLDS: Holds = Holds::Texts;
}

answer! {
    /// A report, and how far it is.
    pub struct ReportDetails as "report" {
        id: String,
        r#type: ReportKind,
        title: Option<String>,
        status: ReportStatus,
        /// How much of it is done, in percent.
        progress: u64,
        from: Date,
        to: Date,
        /// Ids of brands.
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

    /// A file of a report that is ready.
    #[derive(Deserialize)]
    pub struct ReportArtifact {
        format: ReportFormat,
        content_type: String,
        bytes: u64,
        /// Rows of a CSV, besides its header.
        rows: Option<u64> => Sometimes,
        /// Of the file, hexadecimal.
        sha256: String,
        /// Where it is downloaded.
        download_path: String,
    }

    /// Why a report has failed.
    #[derive(Deserialize)]
    pub struct ReportError {
        code: String,
        message: String,
        retryable: bool,
    }
}

/// What is downloaded: no JSON.
#[derive(Debug)]
pub struct ReportFile;

impl Described for ReportFile {
    const SHAPE: Shape = Shape { name: "ReportFile", members: &[] };
}
