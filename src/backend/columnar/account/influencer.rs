//! `GET /v1/influencers/:id`: the profile of a creator.

use super::super::documents;
use super::attribute::Attribute;
use super::counters::{ItemCounts, ToneColumns, value_at};
use super::filters::creator_position;
use super::mention_scan::MentionScan;
use super::profile::{ATTRIBUTES, Profile, Profiles, influencers, video_channels};
use super::read_context::ReadContext;
use super::scan_batch::ScanBatch;
use super::topics::top_topics;
use crate::backend::account::answer::not_found;
use crate::backend::account::brands::bit;
use crate::backend::account::influencer::{self, CreatorTotals, TOPICS};
use crate::backend::columnar::plan::Days;
use crate::guard::request::account::id::influencer_bits;
use crate::measure::Tones;
use crate::query::QueryError;
use crate::segment::{Column, Corrupt};
use crate::spec::answer::{Basis, InfluencerDetails};

/// Counts of a creator that are not in the profile.
#[derive(Default)]
struct CreatorCounter {
    by_brand: Vec<Tones>,
    topics: ItemCounts,
}

pub(super) async fn answer(context: &ReadContext<'_>) -> Result<(InfluencerDetails, Basis), QueryError> {
    let id = context.request().id.as_str();
    let creators = context.creators().await?;
    let bits = influencer_bits(id).ok_or_else(|| not_found(id))?;
    let creator = creator_position(creators, bits).ok_or_else(|| not_found(id))?;
    // Influence is relative to the other creators, so all of them are counted.
    let attributes = [ATTRIBUTES.as_slice(), &[Attribute::Topics]].concat();
    let (mut profiles, mut all) = (Profiles::default(), 0);
    let mut own = CreatorCounter::default();
    own.by_brand.resize(context.scope.query.viewer.brands.len(), Tones::default());
    let count = |batch: &ScanBatch| {
        all += batch.positions.len() as u64;
        profiles.add(batch)?;
        Ok(own.add(batch, creator)?)
    };
    MentionScan::new(context, &attributes, context.scope.brands.bits(), context.list_days(), false)
        .await?
        .for_each(count)
        .await?;
    let influencers = influencers(creators, profiles)?;
    let profile = match influencers.iter().find(|one| one.id == bits) {
        Some(one) => one.key.1.clone(),
        None => overall_profile(context, creator).await?,
    };
    let channel =
        video_channels(context, std::iter::once(profile.newest())).await?.pop().ok_or_else(|| not_found(id))?;
    let snapshot = match creators.value(creator, Column::NUMBER) {
        Some(number) => Some(documents::read_snapshot(&context.reader, number).await?),
        None => None,
    };
    let top_topics = top_topics(context, own.topics, TOPICS).await?;
    let totals = CreatorTotals { by_brand: own.by_brand, top_topics, channel, snapshot };
    Ok(influencer::answer(&context.scope, bits, &influencers, all, totals))
}

impl CreatorCounter {
    fn add(&mut self, batch: &ScanBatch, creator: i64) -> Result<(), Corrupt> {
        let (influencers, brands) = (batch.numbers(Attribute::Influencer)?, batch.numbers(Attribute::Brands)?);
        let (tones, topics) = (ToneColumns::new(batch)?, batch.mentions.lists(Attribute::Topics)?);
        for position in batch.positions.iter().copied().filter(|position| value_at(influencers, *position) == creator) {
            for (brand, of_brand) in self.by_brand.iter_mut().enumerate() {
                if value_at(brands, position) & bit(brand) != 0 {
                    tones.add_to(of_brand, position);
                }
            }
            self.topics.add(topics.get(position));
        }
        Ok(())
    }
}

/// Returns the profile of a creator over all days and all brands of the account.
async fn overall_profile(context: &ReadContext<'_>, creator: i64) -> Result<Profile, QueryError> {
    let mut profiles = Profiles::default();
    let channels = context.creators().await?.channels(creator);
    MentionScan::new(context, &ATTRIBUTES, !0, Days::ALL, false)
        .await?
        .restrict_to_channels(&channels)
        .await?
        .for_each(|batch| Ok(profiles.add_of_creator(batch, Some(creator))?))
        .await?;
    let own = profiles.into_profiles().pop().filter(|(one, _)| *one == creator);
    own.map(|(_, profile)| profile).ok_or_else(|| not_found(&context.request().id).into())
}

/// Checks that the influencer in the path mentions a brand of the account.
pub(super) async fn check_visible(context: &ReadContext<'_>) -> Result<(), QueryError> {
    let id = context.request().id.as_str();
    let creators = context.creators().await?;
    let creator = influencer_bits(id).and_then(|bits| creator_position(creators, bits)).ok_or_else(|| not_found(id))?;
    overall_profile(context, creator).await.map(|_| ())
}
