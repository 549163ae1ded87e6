//! The `meta` object of analyses.

use super::scope::AnswerScope;
use crate::base::date::{Date, Window};
use crate::measure::{MIN_BASELINE, is_low_confidence};
use crate::spec::answer::{AnalysisMeta, TrendMeta};

/// Returns the `meta` object of an analysis. `mentions` is the number of mentions in the window that pass the filters.
pub(in crate::backend) fn analysis_meta(scope: &AnswerScope<'_>, window: &Window, mentions: u64) -> AnalysisMeta {
    AnalysisMeta {
        from: window.from,
        to: window.to,
        timezone: "UTC",
        filters: scope.request().selection.filters.applied(),
        brands: scope.brands.ids(),
        mentions,
        low_confidence: is_low_confidence(mentions),
        generated_at: generated_at(&scope.dataset.published_at, scope.query.today),
        dataset_version: scope.dataset.version.clone(),
        partial_periods: window.partial_periods(scope.query.today),
    }
}

/// Returns the `meta` object of trends. `baseline_windows` is the number of windows before.
pub(in crate::backend) fn trend_meta(
    scope: &AnswerScope<'_>,
    window: &Window,
    mentions: u64,
    baseline_windows: usize,
) -> TrendMeta {
    let mut meta = analysis_meta(scope, window, mentions);
    meta.low_confidence |= baseline_windows < MIN_BASELINE;
    TrendMeta { meta, baseline_windows: baseline_windows as u64, window_days: window.days() }
}

/// Returns the time since which the answer has been valid. It is the publication of the dataset or the beginning of the
/// day, whichever is later. The time does not change when the answer is computed again, so entity tags stay valid.
fn generated_at(published_at: &str, today: Date) -> String {
    let midnight = format!("{today}T00:00:00Z");
    if published_at > midnight.as_str() { published_at.to_owned() } else { midnight }
}
