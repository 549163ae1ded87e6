//! Writes exports of mentions, part by part.
//!
//! An attempt writes one part and stores a checkpoint; the next attempt continues. The files of a part depend only on
//! the report and the dataset version, so an attempt that is repeated writes the same files again.

use super::attempt::{MAX_VERSIONS, ReportAttempt, parse_fault, percent_of_rows, request_failure, too_large};
use super::stop_reason::StopReason;
use crate::background_query::BackgroundQuery;
use crate::parquet_file::ParquetFile;
use crate::store::artifacts::{Artifacts, MultipartFile};
use overheard::base::date::seconds_of_time;
use overheard::query::{DatasetVersion, QueryError};
use overheard::records::report::{Artifact, Digests, ExportCheckpoint, FailureCode, PART_ROWS};
use overheard::report::mentions::{MentionEncoder, parquet_columns};
use overheard::report::questions;
use overheard::spec::request::account::choice::ReportFormat;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// A page of mentions.
#[derive(Deserialize)]
struct MentionPage<'a> {
    #[serde(borrow)]
    data: Vec<&'a RawValue>,
    next_cursor: Option<String>,
}

/// The time of arrival of a mention.
#[derive(Deserialize)]
struct ArrivalTime<'a> {
    indexed_at: &'a str,
}

/// The encoder of a file.
enum PartEncoder {
    Lines(MentionEncoder),
    Parquet(ParquetFile),
}

impl PartEncoder {
    fn new(format: ReportFormat) -> Result<Self, StopReason> {
        let other_format = || data_fault(format!("mentions are not exported as {}", format.name()));
        match format {
            ReportFormat::Parquet => {
                ParquetFile::new(&parquet_columns().to_string()).map(Self::Parquet).map_err(data_fault)
            }
            format => MentionEncoder::new(format).map(Self::Lines).ok_or_else(other_format),
        }
    }

    /// Encodes a page of mentions. Returns the bytes since the last call.
    fn add(&mut self, mentions: &[&RawValue]) -> Result<Vec<u8>, StopReason> {
        match self {
            Self::Lines(encoder) => {
                for mention in mentions {
                    encoder.add(mention).map_err(parse_fault)?;
                }
                Ok(encoder.take())
            }
            Self::Parquet(file) => file.add(mentions).map_err(data_fault),
        }
    }

    /// Returns the last bytes of the file.
    fn finish(self) -> Result<Vec<u8>, StopReason> {
        match self {
            Self::Lines(mut encoder) => Ok(encoder.take()),
            Self::Parquet(file) => file.finish().map_err(data_fault),
        }
    }
}

/// A file of a part, while it is written.
struct PartFile<'a> {
    format: ReportFormat,
    key: String,
    encoder: PartEncoder,
    digests: Digests,
    upload: MultipartFile<'a>,
}

impl<'a> PartFile<'a> {
    fn begin(artifacts: &'a Artifacts, format: ReportFormat, name: &str) -> Result<Self, StopReason> {
        let key = format!("{name}.{}", format.name());
        let upload = artifacts.begin(key.clone());
        Ok(Self { format, key, encoder: PartEncoder::new(format)?, digests: Digests::default(), upload })
    }

    async fn write(&mut self, mentions: &[&RawValue]) -> Result<(), StopReason> {
        let bytes = self.encoder.add(mentions)?;
        self.digests.add(&bytes);
        Ok(self.upload.write(&bytes).await?)
    }

    async fn finish(mut self, rows: u64, part: Option<u32>) -> Result<Artifact, StopReason> {
        let bytes = self.encoder.finish()?;
        self.digests.add(&bytes);
        self.upload.write(&bytes).await?;
        self.upload.finish().await?;
        Ok(self.digests.artifact(self.format, self.key, Some(rows), part))
    }
}

impl ReportAttempt<'_> {
    /// Writes the next part of an export. The export is complete if the returned state has no cursor.
    pub(super) async fn write_part(
        &self,
        artifacts: &Artifacts,
        answers: &BackgroundQuery<'_>,
    ) -> Result<ExportCheckpoint, StopReason> {
        let request = &self.report.request;
        let mut state = self.begin_part(answers).await?;
        let folder = Artifacts::folder(&self.report.account, &self.report.id, Some(&state.dataset.version));
        let (part, name) = match request.row_limit {
            Some(_) => (None, format!("{folder}mentions")),
            None => (Some(state.parts), format!("{folder}part-{:05}", state.parts)),
        };
        let begin = |format: &ReportFormat| PartFile::begin(artifacts, *format, &name);
        let mut files = request.formats.iter().map(begin).collect::<Result<Vec<PartFile<'_>>, _>>()?;
        match self.write_pages(answers, &mut state, &mut files).await {
            Ok(rows) => {
                for file in files {
                    state.artifacts.push(file.finish(rows, part).await?);
                }
                Ok(state)
            }
            Err(stop) => {
                for file in files {
                    file.upload.abort().await;
                }
                Err(stop)
            }
        }
    }

    /// Returns the state of the export with the number of the next part. The export begins again if another dataset
    /// version is served than for the parts before.
    async fn begin_part(&self, answers: &BackgroundQuery<'_>) -> Result<ExportCheckpoint, StopReason> {
        let (dataset, total) = self.count_mentions(answers).await?;
        let checkpoint = self.report.checkpoint.as_ref();
        if let Some(checkpoint) = checkpoint.filter(|checkpoint| checkpoint.dataset == dataset) {
            return Ok(ExportCheckpoint { parts: checkpoint.parts + 1, ..checkpoint.clone() });
        }
        let request = &self.report.request;
        // The number includes mentions that were indexed earlier.
        if request.indexed_after.is_none() && request.row_limit.is_some_and(|limit| total > u64::from(limit)) {
            return Err(too_large());
        }
        let restarts = checkpoint.map_or(0, |checkpoint| checkpoint.restarts + 1);
        if restarts >= MAX_VERSIONS {
            let message = "the dataset changed during the export, three times over. Ask for it again.";
            return Err(StopReason::Failed(FailureCode::DataError.with(message)));
        }
        Ok(ExportCheckpoint {
            dataset,
            total,
            cursor: None,
            rows: 0,
            parts: 1,
            newest: None,
            artifacts: Vec::new(),
            restarts,
        })
    }

    /// Counts the mentions to export. Returns the dataset version as well.
    async fn count_mentions(&self, answers: &BackgroundQuery<'_>) -> Result<(DatasetVersion, u64), StopReason> {
        let questions = questions::questions(&self.report.request, &self.report.monitored).map_err(request_failure)?;
        let no_question = || data_fault("an export has no count".to_owned());
        let question = questions.first().ok_or_else(no_question)?;
        let found = self.find(answers, &question.request).await?;
        let stats: Value = serde_json::from_str(found.answer.body.get()).map_err(parse_fault)?;
        Ok((found.dataset, stats.pointer("/totals/mentions").and_then(Value::as_u64).unwrap_or(0)))
    }

    /// Writes the pages of a part to its files. Returns the number of rows of each.
    async fn write_pages(
        &self,
        answers: &BackgroundQuery<'_>,
        state: &mut ExportCheckpoint,
        files: &mut [PartFile<'_>],
    ) -> Result<u64, StopReason> {
        let ReportAttempt { report, .. } = self;
        let first = questions::mentions(&report.request, &report.monitored).map_err(request_failure)?;
        let part_rows = if report.request.row_limit.is_none() { PART_ROWS } else { u64::MAX };
        let mut rows = 0;
        let mut is_complete = false;
        while !is_complete && rows < part_rows {
            let page = state.cursor.as_deref().map(|cursor| first.next(cursor));
            let request = page.as_ref().unwrap_or(&first);
            let found = self.find(answers, request).await?;
            if found.dataset != state.dataset {
                // Otherwise the files would mix rows of two versions.
                return Err(QueryError::DatasetChanged.into());
            }
            let MentionPage { data, next_cursor } =
                serde_json::from_str(found.answer.body.get()).map_err(parse_fault)?;
            rows += data.len() as u64;
            let done = state.rows + rows;
            if report.request.row_limit.is_some_and(|limit| done > u64::from(limit)) {
                return Err(too_large());
            }
            for mention in &data {
                let ArrivalTime { indexed_at } = serde_json::from_str(mention.get()).map_err(parse_fault)?;
                state.newest = state.newest.max(seconds_of_time(indexed_at));
            }
            for file in files.iter_mut() {
                file.write(&data).await?;
            }
            self.update_progress(percent_of_rows(done, state.total)).await?;
            is_complete = next_cursor.is_none();
            state.cursor = next_cursor;
        }
        state.rows += rows;
        Ok(rows)
    }
}

fn data_fault(message: String) -> StopReason {
    StopReason::Fault(FailureCode::DataError, message)
}
