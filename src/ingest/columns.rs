//! The columns of documents, defined here and nowhere else.

use crate::spec::Index;

/// What a column of a document holds, and so how a CSV cell is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Number,
    /// In CSV: items separated by `|`.
    List,
    /// Shares by label. In CSV: a JSON object.
    Distribution,
}

/// A column that documents of an index may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
}

const fn text(name: &'static str) -> Column {
    Column { name, kind: Kind::Text }
}

const fn number(name: &'static str) -> Column {
    Column { name, kind: Kind::Number }
}

const fn list(name: &'static str) -> Column {
    Column { name, kind: Kind::List }
}

const fn distribution(name: &'static str) -> Column {
    Column { name, kind: Kind::Distribution }
}

const INFO: &[Column] = &[
    text("video_id"),
    text("title"),
    text("description"),
    text("channel_name"),
    text("channel_uid"),
    text("platform"),
    text("category"),
    list("tags"),
    text("upload_date"),
    number("views"),
    number("likes"),
    number("comments"),
    number("duration"),
    text("language"),
    text("region"),
];

const CONTENT_CREATOR: &[Column] = &[
    text("channel_uid"),
    text("creator_id"),
    text("snapshot_date"),
    text("channel_name"),
    text("platform"),
    text("country"),
    text("dominant_country"),
    list("categories"),
    number("subscriber_count"),
    number("view_count"),
    number("engagement_rate_viewers"),
    number("audience_sentiment"),
    text("dominant_gender"),
    text("dominant_age_range"),
    distribution("viewer_age_distribution"),
    distribution("viewer_gender_distribution"),
    distribution("viewer_country_distribution"),
    number("viewer_sample_size"),
];

const BUSINESS_IDEAS: &[Column] = &[
    text("mention_id"),
    text("video_id"),
    text("brand_name"),
    text("category"),
    list("components"),
    list("topics"),
    text("sentiment"),
    number("sentiment_score"),
    number("estimated_value_usd"),
    text("context"),
    number("occurrences"),
    text("language"),
    text("region"),
    text("indexed_at"),
    // Compared with the video's, never stored.
    text("upload_date"),
    text("platform"),
    text("channel_name"),
    text("channel_uid"),
];

/// Other names of columns: (other name, column). The column's own value wins.
pub(super) const ALIASES: &[(&str, &str)] = &[("creator_id", "channel_uid"), ("dominant_country", "country")];

/// The columns without which no document of an index is one.
pub(super) const fn required_of(index: Index) -> &'static [&'static str] {
    match index {
        Index::Info => &["video_id", "platform", "upload_date"],
        Index::ContentCreator => &["channel_uid", "snapshot_date", "platform"],
        Index::BusinessIdeas => &["mention_id", "video_id", "brand_name"],
    }
}

/// The columns that documents of an index may have; everything else is dropped unread.
pub(super) const fn of_documents(index: Index) -> &'static [Column] {
    match index {
        Index::Info => INFO,
        Index::ContentCreator => CONTENT_CREATOR,
        Index::BusinessIdeas => BUSINESS_IDEAS,
    }
}

/// The names of the columns that documents of an index may have.
pub fn document_columns(index: Index) -> Vec<&'static str> {
    of_documents(index).iter().map(|column| column.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::RowKind;

    #[test]
    fn every_requestable_field_can_be_imported() {
        for index in Index::ALL {
            let columns = document_columns(index);
            for field in index.entry().fields {
                assert!(columns.contains(&field.name), "{} of {}", field.name, index.name());
            }
        }
    }

    #[test]
    fn aliases_name_columns_of_an_index() {
        for (alias, column) in ALIASES {
            let known = |index: &Index| {
                let columns = document_columns(*index);
                columns.contains(alias) && columns.contains(column)
            };
            assert!(Index::ALL.iter().any(known), "{alias}");
        }
    }

    #[test]
    fn descriptions_and_sample_sizes_have_no_column_in_a_row() {
        for column in ["description", "viewer_sample_size", "creator_id", "dominant_country"] {
            assert!(RowKind::ALL.iter().all(|table| !table.columns().contains(&column)), "{column}");
        }
    }
}
