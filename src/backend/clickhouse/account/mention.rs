//! `GET /v1/mentions/:id`: a mention, with counts of related mentions.

use super::AccountReader;
use super::selection::{Only, Selection};
use super::stored::mentions;
use crate::backend::account::answer::not_found;
use crate::backend::account::mention::{RelatedTotals, related_mention};
use crate::backend::clickhouse::connection::Connection;
use crate::backend::clickhouse::sql::Sql;
use crate::base::date::Date;
use crate::guard::request::account::id::{IdKind, PublicId};
use crate::query::QueryError;
use crate::spec::answer::RelatedMention;

pub(super) async fn answer<C: Connection>(account: &AccountReader<'_, C>) -> Result<RelatedMention, QueryError> {
    let id = account.scope.request().id.as_str();
    let missing = || not_found(id);
    let bits = PublicId::parse(IdKind::Mention, id).map(PublicId::bits).ok_or_else(missing)?;
    let visible = Selection::all(!0);
    let found = mentions(account, &visible.only(Only::PublicId(bits)), |_| {}).await?;
    let mention = found.into_iter().next().ok_or_else(missing)?;
    let video = &mention.video;
    let day = Date::parse(&video.upload_date);
    let mut in_video = Sql::new("SELECT count(), groupBitOr(");
    account.push_brand_bits(&mut in_video);
    in_video.push(")");
    account.push_from(&mut in_video, &visible.on((day, day)).only(Only::Video(&video.id)));
    let in_video = account.reader.read_one(&in_video).await?;
    let by_channel = match video.channel_uid.as_deref().or(video.channel_name.as_deref()) {
        Some(key) => {
            let mut sql = Sql::new("SELECT count()");
            let creator = PublicId::of(IdKind::Influencer, key).bits();
            account.push_from(&mut sql, &visible.only(Only::Creator(creator)));
            let (mentions,): (u64,) = account.reader.read_one(&sql).await?;
            mentions
        }
        None => 0,
    };
    Ok(related_mention(&account.scope, mention, RelatedTotals { in_video, by_channel }))
}
