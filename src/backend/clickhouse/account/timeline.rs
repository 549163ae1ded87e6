//! `GET /v1/sentiment/timeline`: the sentiment of mentions by period.

use super::AccountReader;
use super::groups::{GroupRow, MoreColumns};
use super::selection::Selection;
use crate::backend::account::timeline::Timeline;
use crate::backend::clickhouse::connection::Connection;
use crate::base::date::Date;
use crate::query::QueryError;
use crate::spec::answer::{Basis, SentimentTimeline};
use crate::spec::request::account::choice::TimelineInterval;

pub(super) async fn answer<C: Connection>(
    account: &AccountReader<'_, C>,
    interval: TimelineInterval,
) -> Result<(SentimentTimeline, Basis), QueryError> {
    let mut timeline = Timeline::new(&account.scope, interval)?;
    let selection = Selection::of_window(account.scope.brands.bits(), &timeline.window);
    let by_day = account.groups(|sql| _ = sql.push("upload_date"), MoreColumns::default(), &selection);
    let days: Vec<(Date, GroupRow)> = account.reader.read(&by_day).await?;
    for (date, GroupRow(totals)) in days {
        let period = timeline.period_of(date.day());
        if let Some(tones) = timeline.tones(period) {
            tones.unite(&totals.tones);
        }
    }
    Ok(timeline.answer(&account.scope))
}
