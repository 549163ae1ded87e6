//! Documents of siv_content_creator.

use super::check::required;
use super::distribution::{MIN_SAMPLE, Shares};
use super::document::Document;
use super::refused::Refused;
use super::row::RowBuilder;
use crate::segment::{RowKind, SegmentRow};
use crate::spec::{AGE_RANGES, GENDERS, PLATFORMS};

/// Checks a document and makes its row; says whether distributions were withheld.
pub(super) fn prepare(document: &mut Document) -> Result<(SegmentRow, bool), Refused> {
    let channel_uid = required("channel_uid", document.name("channel_uid")?)?;
    let snapshot_date = required("snapshot_date", document.date("snapshot_date")?)?;
    let platform = required("platform", document.one_of("platform", PLATFORMS)?)?;
    let sample = document.count("viewer_sample_size")?;
    let ages = document.ages("viewer_age_distribution")?;
    let genders = document.genders("viewer_gender_distribution")?;
    let countries = document.countries("viewer_country_distribution")?;
    let small = sample.is_some_and(|size| size < MIN_SAMPLE);
    let withheld = small && (ages.is_some() || genders.is_some() || countries.is_some());
    let shares = |shares: Option<Shares>| shares.filter(|_| !small);
    let row = RowBuilder::new(RowKind::Snapshot)
        .with("channel_uid", channel_uid)
        .with("snapshot_date", snapshot_date.to_string())
        .with("channel_name", document.name("channel_name")?)
        .with("platform", platform)
        .with("country", document.name("country")?)
        .with("categories", document.list("categories")?)
        .with("subscriber_count", document.count("subscriber_count")?)
        .with("view_count", document.count("view_count")?)
        .with("engagement_rate_viewers", document.ratio("engagement_rate_viewers")?)
        .with("audience_sentiment", document.score("audience_sentiment")?)
        .with("dominant_gender", document.one_of("dominant_gender", GENDERS)?)
        .with("dominant_age_range", document.one_of("dominant_age_range", AGE_RANGES)?)
        .with("viewer_age_distribution", shares(ages))
        .with("viewer_gender_distribution", shares(genders))
        .with("viewer_country_distribution", shares(countries))
        .build();
    Ok((row, withheld))
}
