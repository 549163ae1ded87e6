//! `GET /v1/influencers`: pages of creators who mention the account's brands.

use super::super::names::NameSource;
use super::profile::{ATTRIBUTES, Profiles, influencers, video_channels};
use super::read_context::{ReadContext, window_days};
use crate::backend::account::influencers::{InfluencerNames, InfluencerPage};
use crate::guard::request::account::{InfluencerFilters, ListParameters};
use crate::query::{AccountAnswer, QueryError};
use crate::segment::{Column, Corrupt, Dictionary};
use crate::spec::Index;
use crate::spec::request::account::choice::InfluencerSort;

pub(super) async fn answer(
    context: &ReadContext<'_>,
    sort: InfluencerSort,
    filters: &InfluencerFilters,
    list: &ListParameters,
) -> Result<AccountAnswer, QueryError> {
    let window = context.scope.window()?;
    let creators = context.creators().await?;
    let (mut profiles, mut all) = (Profiles::default(), 0);
    context
        .for_each_batch(&ATTRIBUTES, window_days(&window), |batch| {
            all += batch.positions.len() as u64;
            profiles.add(batch).map_err(Into::into)
        })
        .await?;
    let page = InfluencerPage::new(&context.scope, (sort, filters, list), influencers(creators, profiles)?)?;
    let channels = video_channels(context, page.creators().map(|creator| creator.key.1.newest())).await?;
    let of_categories = Dictionary::of_column(Index::ContentCreator, Column::CATEGORIES);
    let of_categories = of_categories.ok_or(Corrupt("categories have no names"))?;
    let categories = page.creators().flat_map(|creator| creators.categories(creator.key.0)).copied();
    let categories = context.names_of_source(NameSource::Names(of_categories), categories).await?;
    let names = page.creators().zip(channels).map(|(creator, channel)| {
        let of_creator = creators.categories(creator.key.0).iter().map(|category| categories.name(*category));
        Ok(InfluencerNames { channel, categories: of_creator.collect::<Result<_, _>>()? })
    });
    let names = names.collect::<Result<Vec<_>, QueryError>>()?;
    page.answer(&context.scope, names, all)
}
