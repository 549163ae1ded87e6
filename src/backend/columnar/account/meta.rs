//! The `meta` object of analyses.

use super::read_context::ReadContext;
use crate::base::date::{Date, Window};
use crate::measure::{MIN_BASELINE, is_low_confidence};
use crate::query::QueryError;
use crate::spec::answer::{AnalysisMeta, TrendMeta};

/// Returns the `meta` object of an analysis. `mentions` is the number of mentions in the window that pass the filters.
pub(super) fn analysis_meta(
    context: &ReadContext<'_>,
    window: &Window,
    mentions: u64,
) -> Result<AnalysisMeta, QueryError> {
    let dataset = context.reader.version()?;
    Ok(AnalysisMeta {
        from: window.from,
        to: window.to,
        timezone: "UTC",
        filters: context.request().selection.filters.applied(),
        brands: context.brands.ids(),
        mentions,
        low_confidence: is_low_confidence(mentions),
        generated_at: generated_at(&dataset.published_at, context.query.today),
        dataset_version: dataset.version,
        partial_periods: window.partial_periods(context.query.today),
    })
}

/// Returns the `meta` object of trends. `baseline_windows` is the number of windows before.
pub(super) fn trend_meta(
    context: &ReadContext<'_>,
    window: &Window,
    mentions: u64,
    baseline_windows: usize,
) -> Result<TrendMeta, QueryError> {
    let mut meta = analysis_meta(context, window, mentions)?;
    meta.low_confidence |= baseline_windows < MIN_BASELINE;
    Ok(TrendMeta { meta, baseline_windows: baseline_windows as u64, window_days: window.days() })
}

/// Returns the time since which the answer has been valid. It is the publication of the dataset or the beginning of the
/// day, whichever is later. The time does not change when the answer is computed again, so entity tags stay valid.
fn generated_at(published_at: &str, today: Date) -> String {
    let midnight = format!("{today}T00:00:00Z");
    if published_at > midnight.as_str() { published_at.to_owned() } else { midnight }
}
