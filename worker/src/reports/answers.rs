//! The answers that a report is made of: those of the endpoints.

use super::stop_reason::StopReason;
use crate::app::App;
use crate::background_query::BackgroundQuery;
use overheard::base::date::Date;
use overheard::records::report::{FailureCode, ReportRecord};

/// Whoever asks for a report: on the day on which it was asked for, so that every attempt says the same.
///
/// # Errors
/// When it was asked for on no day of the calendar.
pub fn background_query<'a>(app: &'a App, report: &'a ReportRecord) -> Result<BackgroundQuery<'a>, StopReason> {
    let today = i64::try_from(report.created_at / 1_000).ok().and_then(Date::of_seconds);
    let no_day = || StopReason::Fault(FailureCode::DataError, "it was asked for on no day".to_owned());
    Ok(BackgroundQuery { app, account: &report.account, brands: &report.monitored, today: today.ok_or_else(no_day)? })
}
