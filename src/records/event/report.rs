//! Events of reports.

use super::{EventAudience, EventDraft};
use crate::records::report::ReportRecord;
use crate::spec::request::account::choice::{ReportStatus, WebhookEvent};
use serde_json::Value;

/// Builds the event for a report that is ready or has failed. Its data is the report as `GET /v1/reports/:id` answers
/// it. Returns `None` for a report in any other status.
pub fn build_report_draft(report: &ReportRecord, at_ms: u64) -> Option<EventDraft> {
    let kind = match report.status {
        ReportStatus::Ready => WebhookEvent::ReportReady,
        ReportStatus::Failed => WebhookEvent::ReportFailed,
        ReportStatus::Queued | ReportStatus::Processing | ReportStatus::Expired => return None,
    };
    // Serialization of an object of texts and numbers cannot fail.
    let data = serde_json::to_value(report.details()).unwrap_or(Value::Null);
    Some(EventDraft { kind, at_ms, data, audience: EventAudience::Subscribed })
}
