//! `GET /v1/influencers/:id`: the profile of a creator.

use super::AccountReader;
use super::groups::{GroupRow, MoreColumns};
use super::influencers::Creators;
use super::selection::{Only, Selection};
use crate::backend::account::answer::not_found;
use crate::backend::account::influencer::{self, CreatorTotals, TOPICS};
use crate::backend::clickhouse::connection::Connection;
use crate::backend::clickhouse::records::{columns, read_records};
use crate::backend::clickhouse::sql::Sql;
use crate::guard::request::account::id::influencer_bits;
use crate::measure::Tones;
use crate::query::QueryError;
use crate::spec::Index;
use crate::spec::answer::search::Document;
use crate::spec::answer::sector::TopicCount;
use crate::spec::answer::{Basis, InfluencerChannel, InfluencerDetails};

pub(super) async fn answer<C: Connection>(
    account: &AccountReader<'_, C>,
) -> Result<(InfluencerDetails, Basis), QueryError> {
    let scope = &account.scope;
    let id = scope.request().id.as_str();
    let bits = influencer_bits(id).ok_or_else(|| not_found(id))?;
    let selected = &scope.request().selection;
    let selection = Selection::all(scope.brands.bits()).on((selected.from, selected.to));
    // Influence is relative to the other creators, so all of them are counted.
    let creators = Creators::read(account, &selection).await?;
    let influencers = creators.influencers();
    let channel = match influencers.iter().find(|one| one.id == bits) {
        Some(one) => one.key.clone(),
        None => overall_channel(account, bits).await?,
    };
    let own = selection.only(Only::Creator(bits));
    let topics = account.most_frequent("topics", TOPICS, &own).await?;
    let totals = CreatorTotals {
        by_brand: by_brand(account, &own).await?,
        top_topics: topics.into_iter().map(|(topic, count)| TopicCount { topic, count }).collect(),
        channel,
        snapshot: newest_snapshot(account, bits).await?,
    };
    Ok(influencer::answer(scope, bits, &influencers, creators.mentions, totals))
}

/// Checks that the influencer in the path mentions a brand of the account.
pub(super) async fn check_visible<C: Connection>(account: &AccountReader<'_, C>) -> Result<(), QueryError> {
    let id = account.scope.request().id.as_str();
    overall_channel(account, influencer_bits(id).ok_or_else(|| not_found(id))?).await.map(|_| ())
}

/// Returns the channel of a creator's newest video over all days and all brands of the account.
async fn overall_channel<C: Connection>(
    account: &AccountReader<'_, C>,
    bits: i64,
) -> Result<InfluencerChannel, QueryError> {
    let mut sql = Sql::new("SELECT channel_name, platform");
    account.push_from(&mut sql, &Selection::all(!0).only(Only::Creator(bits)));
    sql.push(" ORDER BY upload_date DESC, video_id DESC LIMIT 1");
    let row: Option<(Option<String>, String)> = account.reader.read(&sql).await?.into_iter().next();
    let (name, platform) = row.ok_or_else(|| not_found(&account.scope.request().id))?;
    Ok(InfluencerChannel { name, platform: Some(platform) })
}

/// Reads the tones by brand of the account. A mention counts for each of its brands.
async fn by_brand<C: Connection>(
    account: &AccountReader<'_, C>,
    selection: &Selection<'_>,
) -> Result<Vec<Tones>, QueryError> {
    let push_brand = |sql: &mut Sql| {
        sql.push("arrayJoin(");
        account.push_brand_positions(sql);
        sql.push(")");
    };
    let groups = account.groups(push_brand, MoreColumns::default(), selection);
    let mut tones = vec![Tones::default(); account.brands.len()];
    for (brand, GroupRow(totals)) in account.reader.read::<(usize, GroupRow)>(&groups).await? {
        if let Some(tones) = tones.get_mut(brand) {
            *tones = totals.tones;
        }
    }
    Ok(tones)
}

/// Reads the newest snapshot of a creator.
async fn newest_snapshot<C: Connection>(
    account: &AccountReader<'_, C>,
    bits: i64,
) -> Result<Option<Document>, QueryError> {
    let index = Index::ContentCreator;
    let table = account.reader.tables.of_index(index);
    let mut sql = Sql::new(format!("SELECT {} FROM {table} WHERE creator_id = ", columns(index)));
    sql.bind_integer(bits).push(" ORDER BY snapshot_date DESC LIMIT 1");
    Ok(read_records(&account.reader, index, &sql).await?.pop())
}
