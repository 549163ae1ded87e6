//! `GET /v1/influencers/:id`: the profile of a creator.

use super::super::documents;
use super::attribute::Attribute;
use super::brands::bit;
use super::counters::{ItemCounts, ToneColumns, scored_counts, value_at};
use super::filters::creator_position;
use super::mention_scan::MentionScan;
use super::not_found;
use super::profile::{ATTRIBUTES, Profile, Profiles, influence_of, newest_channels};
use super::read_context::ReadContext;
use super::scan_batch::ScanBatch;
use super::topics::top_topics;
use crate::backend::columnar::plan::Days;
use crate::measure::{Tones, influence_score, is_low_confidence};
use crate::query::QueryError;
use crate::segment::{Column, Corrupt};
use crate::spec::answer::search::Document;
use crate::spec::answer::{Audience, Basis, BrandMentions, BrandName, InfluencerDetails, KnownCounts};

/// The number of topics in the answer.
const TOPICS: usize = 5;

/// Totals of a creator that are not in the profile.
#[derive(Default)]
struct CreatorTotals {
    by_brand: Vec<Tones>,
    topics: ItemCounts,
}

/// Returns a creator. Without a window all mentions count. A creator without mentions of the account's brands is
/// answered like an unknown id.
pub(super) async fn answer(context: &ReadContext<'_>) -> Result<(InfluencerDetails, Basis), QueryError> {
    let id = context.request().id.as_str();
    let creators = context.creators().await?;
    let creator = creator_position(creators, id).ok_or_else(|| not_found(id))?;
    // Influence is relative to the other creators, so all of them are counted.
    let attributes = [ATTRIBUTES.as_slice(), &[Attribute::Topics]].concat();
    let (mut profiles, mut all) = (Profiles::default(), 0);
    let mut own = CreatorTotals::default();
    own.by_brand.resize(context.query.viewer.brands.len(), Tones::default());
    let count = |batch: &ScanBatch| {
        all += batch.positions.len() as u64;
        profiles.add(batch)?;
        Ok(own.add(batch, creator)?)
    };
    MentionScan::new(context, &attributes, context.brands.bits(), context.list_days(), false)
        .await?
        .for_each(count)
        .await?;
    let profiles = profiles.into_profiles();
    let scores = influence_of(creators, &profiles);
    let scored = profiles.iter().zip(scores).find(|((one, _), _)| *one == creator);
    let (profile, score) = match scored {
        Some(((_, profile), score)) => (profile.clone(), Some(influence_score(score))),
        None => (Profile::default(), None),
    };
    let shown = if profile.mentions > 0 { profile.clone() } else { overall_profile(context, creator).await? };
    let channel = newest_channels(context, std::iter::once(&shown)).await?.pop().ok_or_else(|| not_found(id))?;
    let snapshot = match creators.value(creator, Column::NUMBER) {
        Some(number) => Some(documents::read_snapshot(&context.reader, number).await?),
        None => None,
    };
    let snapshot = snapshot.as_ref();
    let (by_brand, known_by) = by_brand(context, &own.by_brand);
    let basis = Basis { known: Some(profile.known_counts()), known_by: Some(known_by), ..Basis::default() };
    let details = InfluencerDetails {
        id: id.to_owned(),
        channel,
        country: snapshot.and_then(|one| one.get("country")),
        categories: snapshot.and_then(|one| one.get("categories")).unwrap_or_default(),
        subscriber_count: snapshot.and_then(|one| one.get("subscriber_count")),
        view_count: snapshot.and_then(|one| one.get("view_count")),
        engagement_rate_viewers: snapshot.and_then(|one| one.get("engagement_rate_viewers")),
        audience: snapshot.map(audience).unwrap_or_default(),
        brand_stats: profile.stats(all),
        by_brand,
        top_topics: top_topics(context, own.topics, TOPICS).await?,
        influence_score: score,
        snapshot_date: snapshot.and_then(|one| one.get("snapshot_date")),
        low_confidence: is_low_confidence(profile.mentions),
    };
    Ok((details, basis))
}

impl CreatorTotals {
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
    let creator = creator_position(context.creators().await?, id).ok_or_else(|| not_found(id))?;
    overall_profile(context, creator).await.map(|_| ())
}

/// Returns the mentions of each brand with their sample sizes, the most frequent brand first.
fn by_brand(context: &ReadContext<'_>, tones: &[Tones]) -> (Vec<BrandMentions>, Vec<KnownCounts>) {
    let of_brand = context.brands.iter().map(|(position, brand)| {
        let tones = tones.get(position).copied().unwrap_or_default();
        let mentions = BrandMentions {
            brand: BrandName { id: brand.id.clone(), label: brand.label.clone() },
            mentions: tones.mentions(),
            average_sentiment: tones.average(),
        };
        (mentions, scored_counts(&tones))
    });
    let mut by_brand: Vec<(BrandMentions, KnownCounts)> = of_brand.filter(|(brand, _)| brand.mentions > 0).collect();
    // A stable sort: ties stay in the account's order.
    by_brand.sort_by_key(|(brand, _)| std::cmp::Reverse(brand.mentions));
    by_brand.into_iter().unzip()
}

fn audience(snapshot: &Document) -> Audience {
    Audience {
        dominant_gender: snapshot.get("dominant_gender"),
        dominant_age_range: snapshot.get("dominant_age_range"),
        age: snapshot.get("viewer_age_distribution").unwrap_or_default(),
        gender: snapshot.get("viewer_gender_distribution").unwrap_or_default(),
        country: snapshot.get("viewer_country_distribution").unwrap_or_default(),
        sentiment: snapshot.get("audience_sentiment"),
    }
}
