//! The source of the answers that a report contains: the operations of the Account API.

use super::stop_reason::StopReason;
use crate::app::App;
use crate::background_query::BackgroundQuery;
use overheard::base::date::Date;
use overheard::records::report::{FailureCode, ReportRecord};

/// Returns a source of answers for a report. It answers as of the day on which the report was created, so that all
/// attempts have the same content.
///
/// # Errors
/// A fault if the creation time is not a valid date.
pub fn background_query<'a>(app: &'a App, report: &'a ReportRecord) -> Result<BackgroundQuery<'a>, StopReason> {
    let today = i64::try_from(report.created_at / 1_000).ok().and_then(Date::of_seconds);
    let invalid_date = || StopReason::Fault(FailureCode::DataError, "the creation time is not a valid date".to_owned());
    Ok(BackgroundQuery {
        app,
        account: &report.account,
        brands: &report.monitored,
        today: today.ok_or_else(invalid_date)?,
    })
}
