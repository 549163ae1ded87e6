//! `GET /v1/mentions/:id`: one mention, and what is around it.

use super::brands::bit;
use super::objects::{COLUMNS, NAMES, objects};
use super::session::Session;
use super::tally::at;
use super::{AccountFault, nothing_of};
use crate::guard::request::account::id::{IdKind, PublicId};
use crate::query::plan::Days;
use crate::query::view::ViewColumn;
use crate::segment::MISSING;
use crate::spec::answer::{RelatedCounts, RelatedMention};

pub(super) async fn answer(session: &Session<'_>) -> Result<RelatedMention, AccountFault> {
    let id = session.request().id();
    let nothing = || nothing_of(id);
    let columns = [COLUMNS.as_slice(), &[ViewColumn::Video, ViewColumn::Influencer]].concat();
    let view = session.view(&columns, &NAMES, Days::ALL).await?;
    let bits = PublicId::parse(IdKind::Mention, id).map(PublicId::bits).ok_or_else(nothing)?;
    let position = view.numbers(ViewColumn::Id)?.iter().position(|known| *known == bits).ok_or_else(nothing)?;
    let same = |column| {
        let column = view.numbers(column)?;
        let own = at(column, position);
        let is_same = |other: &usize| own != MISSING && at(column, *other) == own;
        Ok::<Vec<usize>, AccountFault>((0..column.len()).filter(is_same).collect())
    };
    let (in_video, by_channel) = (same(ViewColumn::Video)?, same(ViewColumn::Influencer)?);
    let brands = view.numbers(ViewColumn::Brands)?;
    let bits = in_video.iter().fold(0, |bits, position| bits | at(brands, *position));
    let own = session.asked.first_of(at(brands, position));
    let labels = session
        .asked
        .each()
        .filter(|(brand, monitored)| bits & bit(*brand) != 0 && own.as_ref().is_none_or(|own| own.id != monitored.id));
    let related = RelatedCounts {
        mentions_in_video: in_video.len() as u64,
        other_brands_in_video: labels.map(|(_, brand)| brand.label.clone()).collect(),
        mentions_by_channel: by_channel.len() as u64,
    };
    let mention = objects(session, &view, &[position]).await?.pop().ok_or_else(nothing)?;
    Ok(RelatedMention { mention, related })
}
