//! `GET /v1/mentions`: pages of mentions of the account's brands.

use super::AccountReader;
use super::selection::Selection;
use super::stored::mentions;
use crate::backend::account::answer::MentionPage;
use crate::backend::account::list::{PageBuilder, PageItem, sort_key};
use crate::backend::account::mention::{StoredMention, mention_object};
use crate::backend::clickhouse::connection::Connection;
use crate::backend::clickhouse::sql::Sql;
use crate::base::date::{Date, seconds_of_time};
use crate::guard::request::account::ListParameters;
use crate::guard::request::account::cursor::SortKey;
use crate::guard::request::account::id::{IdKind, PublicId};
use crate::query::QueryError;
use crate::spec::request::account::choice::MentionSort;

pub(super) async fn answer<C: Connection>(
    account: &AccountReader<'_, C>,
    sort: MentionSort,
    list: &ListParameters,
) -> Result<MentionPage, QueryError> {
    let scope = &account.scope;
    let mut page = PageBuilder::new(scope.query, list, IdKind::Mention)?;
    let selected = &scope.request().selection;
    let selection = Selection::filtered(scope.brands.bits(), (selected.from, selected.to));
    let read = mentions(account, &selection, |sql| {
        if let Some(after) = page.after() {
            push_after(sql, sort, &after, page.is_descending());
        }
        let direction = if page.is_descending() { "DESC" } else { "ASC" };
        sql.push(&format!(" ORDER BY {} {direction} NULLS LAST, public_id LIMIT ", column(sort)));
        // One mention more shows that there is a next page.
        sql.bind_size(u32::try_from(list.limit + 1).unwrap_or(u32::MAX));
    });
    for mention in read.await? {
        let id = PublicId::of(IdKind::Mention, &mention.id).bits();
        page.push(PageItem { key: key(sort, &mention), id, value: mention });
    }
    let mut page = page.finish();
    let data: Vec<_> = page.items.drain(..).map(|item| mention_object(scope, item.value)).collect();
    Ok(MentionPage { is_empty: data.is_empty(), page: page.answer(scope, data)? })
}

/// Returns the column of a sort order.
fn column(sort: MentionSort) -> &'static str {
    match sort {
        MentionSort::UploadDate => "upload_date",
        MentionSort::IndexedAt => "indexed_seconds",
        MentionSort::Views => "views",
        MentionSort::SentimentScore => "sentiment_score",
    }
}

/// Returns the sort key of a mention.
fn key(sort: MentionSort, mention: &StoredMention) -> SortKey {
    sort_key(match sort {
        MentionSort::UploadDate => Date::parse(&mention.video.upload_date).map(Date::day),
        MentionSort::IndexedAt => seconds_of_time(&mention.indexed_at),
        MentionSort::Views => mention.video.views,
        MentionSort::SentimentScore => mention.sentiment_score,
    })
}

/// Appends the condition that a mention comes after the last item of the previous page.
fn push_after(sql: &mut Sql, sort: MentionSort, after: &PageItem<()>, is_descending: bool) {
    let column = column(sort);
    match after.key {
        SortKey::Whole(key) => {
            let bind = |sql: &mut Sql| match (sort, Date::of_day(key)) {
                (MentionSort::UploadDate, Some(date)) => _ = sql.bind_date(date),
                _ => _ = sql.bind_integer(key),
            };
            let sign = if is_descending { "<" } else { ">" };
            sql.push(&format!(" AND ({column} IS NULL OR {column} {sign} "));
            bind(sql);
            sql.push(&format!(" OR {column} = "));
            bind(sql);
            sql.push(" AND public_id > ").bind_integer(after.id).push(")");
        }
        // No mention has a sort key that is not whole.
        SortKey::Missing | SortKey::Real(_) => {
            sql.push(&format!(" AND {column} IS NULL AND public_id > ")).bind_integer(after.id);
        }
    }
}
