//! `GET /v1/influencers`: pages of creators who mention the account's brands.

use super::AccountReader;
use super::groups::{GroupRow, MoreColumns};
use super::selection::Selection;
use super::stored::newest_snapshots;
use crate::backend::account::influencers::{Influencer, InfluencerNames, InfluencerPage, ProfileTotals};
use crate::backend::clickhouse::connection::Connection;
use crate::base::date::Date;
use crate::guard::request::account::{InfluencerFilters, ListParameters};
use crate::query::{AccountAnswer, QueryError};
use crate::spec::answer::InfluencerChannel;
use crate::spec::request::account::choice::InfluencerSort;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The days of a creator's mentions, and the channel of its newest video. Of videos of one day, the last by id is the
/// newest.
const MORE: MoreColumns = MoreColumns {
    of_video: ", any(upload_date) AS day, any(channel_name) AS video_channel, any(platform) AS video_platform",
    of_group: ", min(day), max(day), argMax((video_channel, video_platform), (day, video_id))",
};

/// A creator of mentions; mentions without one are a row of their own.
#[derive(Deserialize)]
struct CreatorRow {
    creator: Option<i64>,
    group: GroupRow,
    first: Date,
    last: Date,
    channel: (Option<String>, String),
}

/// Values of a creator's newest snapshot: the country, the subscribers and the engagement rate of viewers.
pub(super) type Snapshot = (Option<String>, Option<i64>, Option<i64>);

/// The creators of some mentions, in the order of their public ids.
pub(super) struct Creators {
    rows: Vec<CreatorRow>,
    snapshots: BTreeMap<i64, Snapshot>,
    /// The number of all mentions, also of those without a creator.
    pub(super) mentions: u64,
}

impl Creators {
    /// Reads the creators of the selected mentions.
    pub(super) async fn read<C: Connection>(
        account: &AccountReader<'_, C>,
        selection: &Selection<'_>,
    ) -> Result<Self, QueryError> {
        let mut sql = account.groups(|sql| _ = sql.push("creator_id"), MORE, selection);
        sql.push(" ORDER BY group_key");
        let rows: Vec<CreatorRow> = account.reader.read(&sql).await?;
        let creators: Vec<i64> = rows.iter().filter_map(|row| row.creator).collect();
        let columns = "country, subscriber_count, engagement_rate_viewers";
        let snapshots = newest_snapshots(account, columns, &creators).await?;
        let mentions = rows.iter().map(|row| row.group.0.tones.mentions()).sum();
        Ok(Self { rows, snapshots, mentions })
    }

    /// Returns the creators. Their keys are the channels of their newest videos.
    pub(super) fn influencers(&self) -> Vec<Influencer<'_, InfluencerChannel>> {
        let influencer = |row: &CreatorRow| {
            let id = row.creator?;
            let snapshot = self.snapshots.get(&id);
            let (name, platform) = row.channel.clone();
            Some(Influencer {
                key: InfluencerChannel { name, platform: Some(platform) },
                id,
                totals: ProfileTotals { group: row.group.0, days: Some((row.first, row.last)) },
                country: snapshot.and_then(|(country, ..)| country.as_deref()),
                subscriber_count: snapshot.and_then(|(_, subscribers, _)| *subscribers),
                engagement: snapshot.and_then(|(.., engagement)| *engagement),
            })
        };
        self.rows.iter().filter_map(influencer).collect()
    }
}

pub(super) async fn answer<C: Connection>(
    account: &AccountReader<'_, C>,
    sort: InfluencerSort,
    filters: &InfluencerFilters,
    list: &ListParameters,
) -> Result<AccountAnswer, QueryError> {
    let scope = &account.scope;
    let creators = Creators::read(account, &Selection::of_window(scope.brands.bits(), &scope.window()?)).await?;
    let page = InfluencerPage::new(scope, (sort, filters, list), creators.influencers())?;
    let ids: Vec<i64> = page.creators().map(|creator| creator.id).collect();
    let mut categories: BTreeMap<i64, (Vec<String>,)> = newest_snapshots(account, "categories", &ids).await?;
    let names = page.creators().map(|creator| InfluencerNames {
        channel: creator.key.clone(),
        categories: categories.remove(&creator.id).map(|(categories,)| categories).unwrap_or_default(),
    });
    let names = names.collect();
    page.answer(scope, names, creators.mentions)
}
