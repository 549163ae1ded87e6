//! `GET /v1/influencers/:id`: the profile of a creator.

use super::counts::scored_counts;
use super::influencers::{Influencer, ProfileTotals, influence_of};
use super::scope::AnswerScope;
use crate::base::order;
use crate::measure::{Tones, influence_score, is_low_confidence};
use crate::spec::answer::search::Document;
use crate::spec::answer::sector::TopicCount;
use crate::spec::answer::{
    Audience, Basis, BrandMentions, BrandName, InfluencerChannel, InfluencerDetails, KnownCounts,
};
use std::cmp::Reverse;

/// The number of topics in the answer.
pub(in crate::backend) const TOPICS: usize = 5;

/// The totals of a creator, and its newest snapshot.
pub(in crate::backend) struct CreatorTotals {
    /// The tones by brand of the account.
    pub(in crate::backend) by_brand: Vec<Tones>,
    pub(in crate::backend) top_topics: Vec<TopicCount>,
    /// The channel of its newest video.
    pub(in crate::backend) channel: InfluencerChannel,
    pub(in crate::backend) snapshot: Option<Document>,
}

/// Makes the answer about the creator with some bits of a public id. `creators` are all creators with mentions of the
/// selected brands and days, and `all` is the number of these mentions.
pub(in crate::backend) fn answer<K>(
    scope: &AnswerScope<'_>,
    bits: i64,
    creators: &[Influencer<'_, K>],
    all: u64,
    own: CreatorTotals,
) -> (InfluencerDetails, Basis) {
    let CreatorTotals { by_brand: tones, top_topics, channel, snapshot } = own;
    let scores = influence_of(creators);
    let scored = creators.iter().zip(scores).find(|(creator, _)| creator.id == bits);
    let profile = scored.map_or_else(ProfileTotals::default, |(creator, _)| creator.totals);
    let snapshot = snapshot.as_ref();
    let (by_brand, known_by) = by_brand(scope, &tones);
    let basis = Basis { known: Some(profile.group.known_counts()), known_by: Some(known_by), ..Basis::default() };
    let details = InfluencerDetails {
        id: scope.request().id.clone(),
        channel,
        country: snapshot.and_then(|one| one.get("country")),
        categories: snapshot.and_then(|one| one.get("categories")).unwrap_or_default(),
        subscriber_count: snapshot.and_then(|one| one.get("subscriber_count")),
        view_count: snapshot.and_then(|one| one.get("view_count")),
        engagement_rate_viewers: snapshot.and_then(|one| one.get("engagement_rate_viewers")),
        audience: snapshot.map(audience).unwrap_or_default(),
        brand_stats: profile.stats(all),
        by_brand,
        top_topics,
        influence_score: scored.map(|(_, score)| influence_score(score)),
        snapshot_date: snapshot.and_then(|one| one.get("snapshot_date")),
        low_confidence: is_low_confidence(profile.group.tones.mentions()),
    };
    (details, basis)
}

/// Returns the mentions of each brand with their sample sizes, the most frequent brand first.
fn by_brand(scope: &AnswerScope<'_>, tones: &[Tones]) -> (Vec<BrandMentions>, Vec<KnownCounts>) {
    let of_brand = scope.brands.iter().map(|(position, brand)| {
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
    order::sort_by_key(&mut by_brand, |(brand, _)| Reverse(brand.mentions));
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
