//! `GET /v1/influencers/:id`: one creator.

use super::super::documents;
use super::attribute::Attribute;
use super::brands::bit;
use super::filters::position_of;
use super::folding::{Batch, Folding};
use super::nothing_of;
use super::profile::{ATTRIBUTES, Profile, Profiles, channels, influence};
use super::session::Session;
use super::tally::{Frequencies, ToneColumns, at, scored};
use super::topics::top_topics;
use crate::backend::columnar::plan::Days;
use crate::measure::{Tones, influence_score, is_low_confidence};
use crate::query::QueryError;
use crate::segment::{Column, Corrupt};
use crate::spec::answer::search::Document;
use crate::spec::answer::{Audience, Basis, BrandMentions, BrandName, InfluencerDetails, KnownCounts};

/// Topics that are told.
const TOPICS: usize = 5;

/// What is counted of one creator beside the profile.
#[derive(Default)]
struct Own {
    by_brand: Vec<Tones>,
    topics: Frequencies,
}

/// Without a window all mentions count. Whoever never mentioned a brand of the account is not told apart from nobody.
pub(super) async fn answer(session: &Session<'_>) -> Result<(InfluencerDetails, Basis), QueryError> {
    let id = session.request().id.as_str();
    let creators = session.creators().await?;
    let creator = position_of(creators, id).ok_or_else(|| nothing_of(id))?;
    // How much influence somebody has, others tell: all of them are counted.
    let attributes = [ATTRIBUTES.as_slice(), &[Attribute::Topics]].concat();
    let (mut profiles, mut all) = (Profiles::default(), 0);
    let mut own = Own::default();
    own.by_brand.resize(session.question.viewer.brands.len(), Tones::default());
    let count = |batch: &Batch| {
        all += batch.positions.len() as u64;
        profiles.add(batch)?;
        Ok(own.add(batch, creator)?)
    };
    Folding::new(session, &attributes, session.asked.bits(), session.given_days(), false).await?.each(count).await?;
    let profiles = profiles.finish();
    let scores = influence(creators, &profiles);
    let scored = profiles.iter().zip(scores).find(|((one, _), _)| *one == creator);
    let (profile, score) = match scored {
        Some(((_, profile), score)) => (profile.clone(), Some(influence_score(score))),
        None => (Profile::default(), None),
    };
    let shown = if profile.mentions > 0 { profile.clone() } else { at_any_time(session, creator).await? };
    let channel = channels(session, std::iter::once(&shown)).await?.pop().ok_or_else(|| nothing_of(id))?;
    let snapshot = match creators.value(creator, Column::NUMBER) {
        Some(number) => Some(documents::read_snapshot(&session.reader, number).await?),
        None => None,
    };
    let snapshot = snapshot.as_ref();
    let (by_brand, known_by) = by_brand(session, &own.by_brand);
    let basis = Basis { known: Some(profile.known()), known_by: Some(known_by), ..Basis::default() };
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
        top_topics: top_topics(session, own.topics, TOPICS).await?,
        influence_score: score,
        snapshot_date: snapshot.and_then(|one| one.get("snapshot_date")),
        low_confidence: is_low_confidence(profile.mentions),
    };
    Ok((details, basis))
}

impl Own {
    fn add(&mut self, batch: &Batch, creator: i64) -> Result<(), Corrupt> {
        let (influencers, brands) = (batch.numbers(Attribute::Influencer)?, batch.numbers(Attribute::Brands)?);
        let (tones, topics) = (ToneColumns::of(batch)?, batch.mentions.lists(Attribute::Topics)?);
        for position in batch.positions.iter().copied().filter(|position| at(influencers, *position) == creator) {
            for (brand, of_brand) in self.by_brand.iter_mut().enumerate() {
                if at(brands, position) & bit(brand) != 0 {
                    tones.add_to(of_brand, position);
                }
            }
            self.topics.add(topics.get(position));
        }
        Ok(())
    }
}

/// What the account sees of a creator, whenever it was, and whatever brands are asked for.
async fn at_any_time(session: &Session<'_>, creator: i64) -> Result<Profile, QueryError> {
    let mut profiles = Profiles::default();
    let channels = session.creators().await?.channels(creator);
    Folding::new(session, &ATTRIBUTES, !0, Days::ALL, false)
        .await?
        .of_channels(&channels)
        .await?
        .each(|batch| Ok(profiles.add_of(batch, Some(creator))?))
        .await?;
    let own = profiles.finish().pop().filter(|(one, _)| *one == creator);
    own.map(|(_, profile)| profile).ok_or_else(|| nothing_of(&session.request().id).into())
}

/// Refuses an id of nobody whom the account sees.
pub(super) async fn known(session: &Session<'_>) -> Result<(), QueryError> {
    let id = session.request().id.as_str();
    let creator = position_of(session.creators().await?, id).ok_or_else(|| nothing_of(id))?;
    at_any_time(session, creator).await.map(|_| ())
}

/// The mentions of each brand, and how many have a score.
fn by_brand(session: &Session<'_>, tones: &[Tones]) -> (Vec<BrandMentions>, Vec<KnownCounts>) {
    let of_brand = session.asked.each().map(|(position, brand)| {
        let tones = tones.get(position).copied().unwrap_or_default();
        let mentions = BrandMentions {
            brand: BrandName { id: brand.id.clone(), label: brand.label.clone() },
            mentions: tones.mentions(),
            average_sentiment: tones.average(),
        };
        (mentions, scored(&tones))
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
