//! What analyses say of themselves.

use super::session::Session;
use crate::base::date::{Date, Window};
use crate::measure::{MIN_BASELINE, is_low_confidence};
use crate::query::QueryError;
use crate::spec::answer::{AnalysisMeta, TrendMeta};

/// Of an analysis of a window, in which so many mentions pass.
pub(super) fn meta(session: &Session<'_>, window: &Window, mentions: u64) -> Result<AnalysisMeta, QueryError> {
    let dataset = session.reader.version()?;
    Ok(AnalysisMeta {
        from: window.from,
        to: window.to,
        timezone: "UTC",
        filters: session.request().filters(),
        brands: session.asked.ids(),
        mentions,
        low_confidence: is_low_confidence(mentions),
        generated_at: generated_at(&dataset.published_at, session.question.today),
        dataset_version: dataset.version,
        partial_periods: window.partial_periods(session.question.today),
    })
}

/// The same of trends, with so many windows before.
pub(super) fn trend_meta(
    session: &Session<'_>,
    window: &Window,
    mentions: u64,
    baseline_windows: usize,
) -> Result<TrendMeta, QueryError> {
    let mut meta = meta(session, window, mentions)?;
    meta.low_confidence |= baseline_windows < MIN_BASELINE;
    Ok(TrendMeta { meta, baseline_windows: baseline_windows as u64, window_days: window.days() })
}

/// Since when this is the answer: the dataset was published, and the day began, on which alone it depends. It is the
/// same however often it is computed, so that validators of answers last.
fn generated_at(published_at: &str, today: Date) -> String {
    let midnight = format!("{today}T00:00:00Z");
    if published_at > midnight.as_str() { published_at.to_owned() } else { midnight }
}
