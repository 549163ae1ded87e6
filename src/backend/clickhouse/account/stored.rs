//! Reads mentions with their videos, and the newest snapshots of creators.

use super::AccountReader;
use super::selection::{NEWEST, Selection};
use crate::backend::account::mention::StoredMention;
use crate::backend::clickhouse::connection::Connection;
use crate::backend::clickhouse::sql::Sql;
use crate::guard::request::account::id::{IdKind, PublicId};
use crate::query::QueryError;
use crate::segment::RowKind;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet};

/// The columns of a [`StoredMention`] after its brands. A mention does not carry the title and the duration of its video.
const COLUMNS: &str = "mention_id, category, components, topics, sentiment, sentiment_score, estimated_value_usd, \
                       context, occurrences, inherited_language, inherited_region, indexed_at, \
                       (video_id, NULL, channel_name, channel_uid, platform, upload_date, views, likes, comments, NULL)";

/// Reads mentions. `push` appends what follows the condition.
pub(super) async fn mentions<C: Connection>(
    account: &AccountReader<'_, C>,
    selection: &Selection<'_>,
    push: impl FnOnce(&mut Sql),
) -> Result<Vec<StoredMention>, QueryError> {
    let mut sql = Sql::new("SELECT ");
    account.push_brand_bits(&mut sql);
    sql.push(&format!(", {COLUMNS}"));
    account.push_from(&mut sql, selection);
    push(&mut sql);
    let mut mentions: Vec<StoredMention> = account.reader.read(&sql).await?;
    add_videos(account, &mut mentions).await?;
    add_countries(account, &mut mentions).await?;
    Ok(mentions)
}

/// Adds the titles and durations of the videos.
async fn add_videos<C: Connection>(
    account: &AccountReader<'_, C>,
    mentions: &mut [StoredMention],
) -> Result<(), QueryError> {
    let ids: BTreeSet<&str> = mentions.iter().map(|mention| mention.video.id.as_str()).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let ids: Vec<&str> = ids.into_iter().collect();
    let table = account.reader.tables.of_kind(RowKind::Video);
    let mut sql = Sql::new(format!("SELECT video_id, title, duration FROM {table} WHERE video_id IN "));
    sql.bind_list(&ids);
    let rows: Vec<(String, Option<String>, Option<i64>)> = account.reader.read(&sql).await?;
    let by_id: BTreeMap<String, _> = rows.into_iter().map(|(id, title, duration)| (id, (title, duration))).collect();
    for mention in mentions {
        let video = by_id.get(&mention.video.id);
        let (title, duration) = video.ok_or_else(|| QueryError::Unavailable("a mention has no video".into()))?;
        (mention.video.title, mention.video.duration) = (title.clone(), *duration);
    }
    Ok(())
}

/// Adds the country of the creator to mentions without a region.
async fn add_countries<C: Connection>(
    account: &AccountReader<'_, C>,
    mentions: &mut [StoredMention],
) -> Result<(), QueryError> {
    let creator = |mention: &StoredMention| {
        let key = mention.video.channel_uid.as_deref().or(mention.video.channel_name.as_deref());
        key.filter(|_| mention.region.is_none()).map(|key| PublicId::of(IdKind::Influencer, key).bits())
    };
    let creators: Vec<i64> = mentions.iter().filter_map(creator).collect();
    let countries: BTreeMap<i64, (Option<String>,)> = newest_snapshots(account, "country", &creators).await?;
    for mention in mentions {
        let country = creator(mention).and_then(|creator| countries.get(&creator));
        mention.region = mention.region.take().or_else(|| country.and_then(|(country,)| country.clone()));
    }
    Ok(())
}

/// Reads columns of the newest snapshots of creators.
pub(super) async fn newest_snapshots<C: Connection, T: DeserializeOwned>(
    account: &AccountReader<'_, C>,
    columns: &str,
    creators: &[i64],
) -> Result<BTreeMap<i64, T>, QueryError> {
    if creators.is_empty() {
        return Ok(BTreeMap::new());
    }
    let table = account.reader.tables.of_kind(RowKind::Snapshot);
    let mut sql = Sql::new(format!("SELECT creator_id, ({columns},) FROM {table} WHERE creator_id IN "));
    sql.bind_integers(creators).push(&format!(" {NEWEST}"));
    Ok(account.reader.read(&sql).await?.into_iter().collect())
}
