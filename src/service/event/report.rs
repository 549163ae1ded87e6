//! Events of reports.

use super::{EventAudience, EventDraft};
use crate::service::report::ReportRecord;
use crate::spec::request::account::choice::{ReportStatus, WebhookEvent};
use serde_json::Value;

/// What is told of a report that is ready or has failed: the report, as `GET /v1/reports/:id` answers it. Nothing of one
/// that goes on or has expired.
pub fn report_draft(report: &ReportRecord, at_ms: u64) -> Option<EventDraft> {
    let kind = match report.status {
        ReportStatus::Ready => WebhookEvent::ReportReady,
        ReportStatus::Failed => WebhookEvent::ReportFailed,
        ReportStatus::Queued | ReportStatus::Processing | ReportStatus::Expired => return None,
    };
    // An object of texts and numbers: that is written.
    let data = serde_json::to_value(report.details()).unwrap_or(Value::Null);
    Some(EventDraft { kind, at_ms, data, audience: EventAudience::Subscribed })
}
