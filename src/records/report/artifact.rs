//! The files of reports, as report rows describe them.

use super::file_format::{BYTE_ORDER_MARK, content_type};
use crate::spec::answer::ReportArtifact;
use crate::spec::request::account::choice::ReportFormat;
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A file of a report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Artifact {
    /// PDF or CSV.
    pub format: ReportFormat,
    /// The storage key of the file.
    pub key: String,
    /// The size in bytes, without a byte order mark.
    pub bytes: u64,
    /// The number of rows, without a header. `None` for a PDF.
    pub rows: Option<u64>,
    /// The number of the part, from 1. `None` if the report is not in parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<u32>,
    /// The SHA-256 digest of the file, hexadecimal.
    pub sha256: String,
    /// The SHA-256 digest of a CSV with a byte order mark before it, hexadecimal.
    pub sha256_bom: Option<String>,
}

impl Artifact {
    /// Describes the file as the report `report` lists it.
    pub(super) fn describe(&self, report: &str) -> ReportArtifact {
        let Self { format, bytes, rows, part, sha256, .. } = self;
        let of_part = part.map(|part| format!("&part={part}")).unwrap_or_default();
        ReportArtifact {
            format: *format,
            part: part.map(u64::from),
            content_type: content_type(*format).to_owned(),
            bytes: *bytes,
            rows: *rows,
            sha256: sha256.clone(),
            download_path: format!("/v1/reports/{report}/download?format={}{of_part}", format.name()),
        }
    }
}

/// The digests of a file that is written in chunks: with and without a byte order mark before it.
pub struct Digests {
    plain: Sha256,
    with_bom: Sha256,
    bytes: u64,
}

impl Default for Digests {
    fn default() -> Self {
        Self { plain: Sha256::new(), with_bom: Sha256::new_with_prefix(BYTE_ORDER_MARK), bytes: 0 }
    }
}

impl Digests {
    /// Adds the next chunk.
    pub fn add(&mut self, bytes: &[u8]) {
        self.plain.update(bytes);
        self.with_bom.update(bytes);
        self.bytes += bytes.len() as u64;
    }

    /// Describes the complete file.
    pub fn artifact(self, format: ReportFormat, key: String, rows: Option<u64>, part: Option<u32>) -> Artifact {
        let hex = |digest: Sha256| HEXLOWER.encode(&digest.finalize());
        let sha256_bom = (format == ReportFormat::Csv).then(|| hex(self.with_bom));
        Artifact { format, key, bytes: self.bytes, rows, part, sha256: hex(self.plain), sha256_bom }
    }
}
