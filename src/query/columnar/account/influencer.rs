//! `GET /v1/influencers/:id`: one creator.

use super::super::documents;
use super::brands::bit;
use super::filters::position_of;
use super::profile::{COLUMNS, NAMES, influence, profiles, value};
use super::session::{Passing, Session};
use super::tally::{ToneColumns, at, top_topics};
use super::{AccountFault, nothing_of};
use crate::measure::{influence_score, is_low_confidence};
use crate::query::plan::Days;
use crate::query::view::{NamesOf, View, ViewColumn};
use crate::segment::Corrupt;
use crate::spec::answer::search::Document;
use crate::spec::answer::{Audience, BrandMentions, BrandName, InfluencerChannel, InfluencerDetails};

/// Topics that are told.
const TOPICS: usize = 5;

/// Without a window all mentions count. Whoever never mentioned a brand of the account is not told apart from nobody.
pub(super) async fn answer(session: &Session<'_>) -> Result<InfluencerDetails, AccountFault> {
    known(session).await?;
    let id = session.request().id();
    let columns = [COLUMNS.as_slice(), &[ViewColumn::Topics, ViewColumn::Snapshot]].concat();
    let names = [NAMES.as_slice(), &[NamesOf::Topics]].concat();
    // How much influence somebody has, others tell: all of them are read.
    let view =
        session.view(&[columns.as_slice(), &[ViewColumn::Day, ViewColumn::Brands]].concat(), &names, Days::ALL).await?;
    let positions = of_brands(session, &view)?;
    let all = positions.len() as u64;
    let influencer = position_of(&view, id).ok_or_else(|| nothing_of(id))?;
    let passing = Passing { view, positions };
    let profiles = profiles(&passing)?;
    let Passing { view, positions } = passing;
    let scores = influence(&view, &profiles)?;
    let score =
        profiles.keys().zip(scores).find(|(one, _)| **one == influencer).map(|(_, score)| influence_score(score));
    let profile = profiles.get(&influencer).cloned().unwrap_or_default();
    let channel = if profile.mentions > 0 { profile.channel(&view) } else { channel_at_any_time(&view, influencer)? };
    let influencers = view.numbers(ViewColumn::Influencer)?;
    let own: Vec<usize> = positions.into_iter().filter(|position| at(influencers, *position) == influencer).collect();
    let snapshot = value(view.numbers(ViewColumn::Snapshot)?, influencer);
    let snapshot = match snapshot {
        Some(number) => Some(documents::snapshot(&session.reader, number).await?),
        None => None,
    };
    let snapshot = snapshot.as_ref();
    Ok(InfluencerDetails {
        id: id.to_owned(),
        channel,
        country: snapshot.and_then(|one| one.get("country")),
        categories: snapshot.and_then(|one| one.get("categories")).unwrap_or_default(),
        subscriber_count: snapshot.and_then(|one| one.get("subscriber_count")),
        view_count: snapshot.and_then(|one| one.get("view_count")),
        engagement_rate_viewers: snapshot.and_then(|one| one.get("engagement_rate_viewers")),
        audience: snapshot.map(audience).unwrap_or_default(),
        brand_stats: profile.stats(all),
        by_brand: by_brand(session, &view, &own)?,
        top_topics: top_topics(&view, &own, TOPICS)?,
        influence_score: score,
        snapshot_date: snapshot.and_then(|one| one.get("snapshot_date")),
        low_confidence: is_low_confidence(profile.mentions),
    })
}

/// The channel of an influencer without a mention in the days that are asked for.
fn channel_at_any_time(view: &View, influencer: i64) -> Result<InfluencerChannel, Corrupt> {
    let influencers = view.numbers(ViewColumn::Influencer)?;
    let positions = (0..influencers.len()).filter(|position| at(influencers, *position) == influencer).collect();
    let own = profiles(&Passing { view: view.clone(), positions })?;
    Ok(own.get(&influencer).cloned().unwrap_or_default().channel(view))
}

/// Refuses an id of nobody whom the account may see.
pub(super) async fn known(session: &Session<'_>) -> Result<(), AccountFault> {
    let view = session.view(&[ViewColumn::InfluencerId], &[], Days::ALL).await?;
    let id = session.request().id();
    position_of(&view, id).map(|_| ()).ok_or_else(|| nothing_of(id).into())
}

/// The positions of the mentions of the asked brands in the days that are asked for, whoever made them.
fn of_brands(session: &Session<'_>, view: &View) -> Result<Vec<usize>, Corrupt> {
    let (days, bits, brands) = (session.given_days(), session.asked.bits(), view.numbers(ViewColumn::Brands)?);
    let of_days = view.numbers(ViewColumn::Day)?;
    let is_asked = |position: &usize| days.contains(at(of_days, *position)) && at(brands, *position) & bits != 0;
    Ok((0..of_days.len()).filter(is_asked).collect())
}

fn by_brand(session: &Session<'_>, view: &View, own: &[usize]) -> Result<Vec<BrandMentions>, Corrupt> {
    let (brands, tones) = (view.numbers(ViewColumn::Brands)?, ToneColumns::of(view)?);
    let of_brand = session.asked.each().map(|(position, brand)| {
        let tones = tones.tones(own.iter().filter(|mention| at(brands, **mention) & bit(position) != 0));
        BrandMentions {
            brand: BrandName { id: brand.id.clone(), label: brand.label.clone() },
            mentions: tones.mentions(),
            average_sentiment: tones.average(),
        }
    });
    let mut by_brand: Vec<BrandMentions> = of_brand.filter(|brand| brand.mentions > 0).collect();
    // A stable sort: ties stay in the account's order.
    by_brand.sort_by_key(|brand| std::cmp::Reverse(brand.mentions));
    Ok(by_brand)
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
