//! The filters of a query as SQL conditions.

use crate::backend::account::mention::UNKNOWN;
use crate::backend::clickhouse::schema::VersionTables;
use crate::backend::clickhouse::sql::Sql;
use crate::backend::clickhouse::words::TextCondition;
use crate::guard::request::account::id::influencer_bits;
use crate::guard::request::account::{AccountRequest, Choice, Selection};
use crate::measure::{highest_stored, lowest_stored};
use crate::segment::RowKind;
use crate::spec::Unit;
use crate::spec::limits::{NEGATIVE_TO, POSITIVE_FROM};
use crate::spec::request::account::mention_filter::MentionFilter;

/// The region of a mention: its own or that of its video, or else the creator's country. It needs the column
/// `creator_country`.
pub(super) const REGION: &str = "ifNull(inherited_region, creator_country)";

/// Returns the label of a mention: the stored one, or else that of its score (see [`crate::measure::Label::of`]).
pub(super) fn label() -> String {
    let (positive, negative) = (lowest_stored(POSITIVE_FROM, Unit::Score), highest_stored(NEGATIVE_TO, Unit::Score));
    format!(
        "multiIf(sentiment IN ('positive', 'neutral', 'negative', 'unknown'), toString(sentiment), \
         isNull(sentiment_score), 'unknown', sentiment_score >= {positive}, 'positive', \
         sentiment_score <= {negative}, 'negative', 'neutral')"
    )
}

/// Returns true if the filters of a query compare the country of creators.
pub(super) fn needs_country(request: &AccountRequest) -> bool {
    request.selection.filters.choices.iter().any(|(filter, _)| *filter == MentionFilter::Region)
}

/// Appends the conditions of the filters, each preceded by `AND`. `text` is the condition of `q`, if a word must occur.
pub(super) fn push_filters(
    sql: &mut Sql,
    tables: VersionTables,
    request: &AccountRequest,
    text: Option<&TextCondition>,
) {
    let Selection { filters, indexed_after, .. } = &request.selection;
    for (filter, choice) in &filters.choices {
        push_choice(sql, tables, *filter, choice);
    }
    if let Some(id) = request.influencer_in_path() {
        push_creators(sql, std::iter::once(id));
    }
    if let Some(least) = filters.min_views.filter(|views| *views > 0) {
        sql.push(" AND views >= ").bind_integer(least);
    }
    if let Some(after) = indexed_after {
        sql.push(" AND indexed_seconds > ").bind_integer(*after);
    }
    if filters.q.is_some() {
        sql.push(" AND ");
        match text {
            Some(text) => text.push(sql),
            // Without a word, no mention has it.
            None => _ = sql.push("0"),
        }
    }
}

fn push_choice(sql: &mut Sql, tables: VersionTables, filter: MentionFilter, choice: &Choice) {
    let (included, excluded): (Vec<&str>, Vec<&str>) = (choice.included().collect(), choice.excluded().collect());
    let label = label();
    let column = match filter {
        MentionFilter::Influencer => {
            if !included.is_empty() {
                push_creators(sql, included.into_iter());
            }
            if !excluded.is_empty() {
                sql.push(" AND ifNull(creator_id NOT IN ").bind_integers(&bits(excluded.into_iter())).push(", 1)");
            }
            return;
        }
        MentionFilter::Component => return push_lists(sql, "components", &included, &excluded),
        MentionFilter::Topic => return push_lists(sql, "topics", &included, &excluded),
        MentionFilter::Language => "inherited_language",
        MentionFilter::Region => REGION,
        MentionFilter::Category => "category",
        MentionFilter::Channel => "channel_name",
        MentionFilter::Platform => "platform",
        MentionFilter::Sentiment => label.as_str(),
        // They are not choices.
        MentionFilter::MinViews | MentionFilter::Q => return,
    };
    if !included.is_empty() {
        sql.push(" AND ");
        push_any(sql, tables, (filter, column), &included);
    }
    if !excluded.is_empty() {
        sql.push(" AND NOT ");
        push_any(sql, tables, (filter, column), &excluded);
    }
}

/// Appends the condition that a value is one of some names, which is never null. The name `unknown` stands for no value,
/// unless it occurs as a value.
fn push_any(sql: &mut Sql, tables: VersionTables, (filter, column): (MentionFilter, &str), names: &[&str]) {
    sql.push(&format!("(ifNull({column} IN ")).bind_list(names).push(", 0)");
    let sources: &[(RowKind, &str)] = match filter {
        MentionFilter::Language => &[(RowKind::Mention, "inherited_language")],
        MentionFilter::Region => &[(RowKind::Mention, "inherited_region"), (RowKind::Snapshot, "country")],
        _ => &[],
    };
    if !sources.is_empty() && names.contains(&UNKNOWN) {
        sql.push(&format!(" OR {column} IS NULL"));
        for (kind, source) in sources {
            sql.push(&format!(" AND (SELECT count() FROM (SELECT 1 FROM {} WHERE {source} = ", tables.of_kind(*kind)));
            sql.bind(UNKNOWN).push(" LIMIT 1)) = 0");
        }
    }
    sql.push(")");
}

fn push_lists(sql: &mut Sql, column: &str, included: &[&str], excluded: &[&str]) {
    if !included.is_empty() {
        sql.push(&format!(" AND hasAny({column}, ")).bind_list(included).push(")");
    }
    if !excluded.is_empty() {
        sql.push(&format!(" AND NOT hasAny({column}, ")).bind_list(excluded).push(")");
    }
}

/// Appends the condition that a mention has one of some creators. An invalid id is that of no creator.
fn push_creators<'i>(sql: &mut Sql, ids: impl Iterator<Item = &'i str>) {
    sql.push(" AND creator_id IN ").bind_integers(&bits(ids));
}

fn bits<'i>(ids: impl Iterator<Item = &'i str>) -> Vec<i64> {
    ids.filter_map(influencer_bits).collect()
}
