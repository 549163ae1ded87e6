//! Snapshots of channel profiles: the index siv_content_creator.

use std::collections::BTreeMap;

use serde::Serialize;

use super::calendar::{MONTHS, after, days, first_day};
use super::categories::CATEGORIES;
use super::channels::{DemoChannel, Platform};
use super::fraction::fraction;
use super::random::RandomSource;

/// Categories that a channel can have besides its own.
const SIDE_CATEGORIES: &[&str] = &["Lifestyle", "Family", "Education", "Comedy", "Wellness"];

const AGE_GROUPS: [&str; 7] = ["13-17", "18-24", "25-34", "35-44", "45-54", "55-64", "65+"];

/// The sum of shares, in ten-thousandths: shares are written with four decimals.
const WHOLE: i64 = 10_000;

type Distribution = BTreeMap<&'static str, f64>;

/// A record of siv_content_creator.
#[derive(Serialize)]
pub struct Snapshot {
    pub channel_uid: String,
    pub snapshot_date: String,
    pub channel_name: String,
    pub platform: Platform,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<&'static str>,
    pub categories: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subscriber_count: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view_count: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engagement_rate_viewers: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audience_sentiment: Option<f64>,
    #[serde(flatten)]
    pub audience: DemoAudience,
}

/// The known facts about a channel's viewers.
#[derive(Serialize, Default)]
pub struct DemoAudience {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dominant_gender: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dominant_age_range: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub viewer_age_distribution: Option<Distribution>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub viewer_gender_distribution: Option<Distribution>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub viewer_country_distribution: Option<Distribution>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub viewer_sample_size: Option<i64>,
}

/// Creates one to six snapshots of every channel, in chronological order.
pub fn snapshots(random: &mut RandomSource, channels: &[DemoChannel]) -> Vec<Snapshot> {
    channels.iter().flat_map(|channel| of_channel(random, channel)).collect()
}

fn of_channel(random: &mut RandomSource, channel: &DemoChannel) -> Vec<Snapshot> {
    let count = random.among(&[(1, 35), (2, 25), (3, 18), (4, 12), (5, 6), (6, 4)]);
    let mut months: Vec<u32> = (0..MONTHS).collect();
    random.shuffle(&mut months);
    months.truncate(count);
    months.sort_unstable();

    let categories = categories(random, channel);
    let country_known = random.chance(95);
    let audience_known = random.chance(83);
    let engagement = engagement(random, channel);
    let sentiment = random.between(-80, 560);
    let viewers = viewers(random, channel);
    let mut subscribers = channel.audience;
    let mut views = channel.audience * random.between(40, 400);
    let mut last = None;
    let mut snapshots = Vec::with_capacity(count);
    for month in months {
        let gap = i64::from(last.map_or(0, |last| month - last));
        subscribers += subscribers * growth(random) * gap / 1_000;
        views += subscribers * gap * random.between(1, 8);
        last = Some(month);
        let date = after(first_day(month), random.between(0, days(month) - 1));
        snapshots.push(Snapshot {
            channel_uid: channel.uid.clone(),
            snapshot_date: date.to_string(),
            channel_name: channel.name.clone(),
            platform: channel.platform,
            country: country_known.then_some(channel.country),
            categories: categories.clone(),
            subscriber_count: random.chance(98).then_some(subscribers),
            view_count: random.chance(95).then_some(views),
            engagement_rate_viewers: random
                .chance(94)
                .then_some(fraction(engagement * random.between(85, 115) / 100, WHOLE)),
            audience_sentiment: random.chance(88).then_some(fraction(sentiment + random.between(-90, 90), 1_000)),
            audience: audience(random, &viewers, audience_known),
        });
    }
    snapshots
}

/// Returns the growth of subscribers in a month, per thousand. It is sometimes negative.
fn growth(random: &mut RandomSource) -> i64 {
    if random.chance(8) { random.between(-12, 0) } else { random.between(2, 48) }
}

fn categories(random: &mut RandomSource, channel: &DemoChannel) -> Vec<&'static str> {
    let mut categories = vec![channel.category.name];
    if random.chance(40) {
        categories.push(*random.pick(SIDE_CATEGORIES));
    }
    if random.chance(16) {
        let second = random.pick(CATEGORIES).name;
        if second != channel.category.name {
            categories.push(second);
        }
    }
    categories
}

/// Returns the interactions per ten thousand views. Small channels have a higher rate.
fn engagement(random: &mut RandomSource, channel: &DemoChannel) -> i64 {
    let rate = match channel.audience {
        ..10_000 => random.between(600, 1_350),
        10_000..100_000 => random.between(360, 900),
        100_000..1_000_000 => random.between(190, 560),
        _ => random.between(90, 320),
    };
    match channel.platform {
        Platform::Youtube => rate * 8 / 10,
        Platform::Tiktok => rate * 12 / 10,
        Platform::Instagram => rate,
    }
}

/// The shares of a channel's viewers by label, in ten-thousandths.
struct Viewers {
    ages: Vec<(&'static str, i64)>,
    genders: Vec<(&'static str, i64)>,
    countries: Vec<(&'static str, i64)>,
}

fn viewers(random: &mut RandomSource, channel: &DemoChannel) -> Viewers {
    let ages: Vec<_> = AGE_GROUPS.into_iter().zip(channel.category.ages).collect();
    let women = channel.category.women * 10 + random.between(-1_300, 1_300);
    let other = random.between(40, 160);
    let men = WHOLE - women - other;
    Viewers {
        ages: shares(random, &ages, 35),
        genders: vec![("female", women), ("male", men), ("other", other)],
        countries: countries(random, channel),
    }
}

/// Returns the shares of the channel's country, of up to nine others with its language, and of the rest.
fn countries(random: &mut RandomSource, channel: &DemoChannel) -> Vec<(&'static str, i64)> {
    let others = random.between(2, 9);
    let neighbours = channel.language.countries().iter().copied();
    let neighbours = neighbours.filter(|country| *country != channel.country);
    let mut weights = vec![(channel.country, random.between(450, 780))];
    weights.extend((0..others).zip(neighbours).map(|(rank, country)| {
        let weight = 120 / (rank + 1) + 4;
        (country, weight)
    }));
    weights.push(("other", random.between(20, 90)));
    shares(random, &weights, 25)
}

/// Creates the audience of a snapshot. Known shares mostly have a sample size, which is sometimes below the minimum
/// for an import of the shares.
fn audience(random: &mut RandomSource, viewers: &Viewers, known: bool) -> DemoAudience {
    const DRIFT: i64 = 4;
    let ages = shares(random, &viewers.ages, DRIFT);
    let genders = shares(random, &viewers.genders, DRIFT);
    let countries = shares(random, &viewers.countries, DRIFT);
    let shown = known && random.chance(85);
    let sample = if random.chance(92) { random.between(100, 6_000) } else { random.between(20, 99) };
    let mut audience = DemoAudience::default();
    if shown || random.chance(40) {
        audience.dominant_gender = dominant(&genders);
        audience.dominant_age_range = dominant(&ages);
    }
    if shown {
        audience.viewer_age_distribution = Some(distribution(&ages));
        audience.viewer_gender_distribution = Some(distribution(&genders));
        audience.viewer_country_distribution = Some(distribution(&countries));
        audience.viewer_sample_size = random.chance(90).then_some(sample);
    }
    audience
}

/// Varies each weight by up to `spread` percent, and returns the shares in ten-thousandths.
fn shares(random: &mut RandomSource, weights: &[(&'static str, i64)], spread: i64) -> Vec<(&'static str, i64)> {
    let mut shares: Vec<_> =
        weights.iter().map(|(label, weight)| (*label, weight * random.between(100 - spread, 100 + spread))).collect();
    let total: i64 = shares.iter().map(|(_, weight)| weight).sum();
    for (_, share) in &mut shares {
        *share = *share * WHOLE / total;
    }
    let rest = WHOLE - shares.iter().map(|(_, share)| share).sum::<i64>();
    if let Some((_, largest)) = shares.iter_mut().max_by_key(|(_, share)| *share) {
        *largest += rest;
    }
    shares
}

fn distribution(shares: &[(&'static str, i64)]) -> Distribution {
    shares.iter().map(|(label, share)| (*label, fraction(*share, WHOLE))).collect()
}

fn dominant(shares: &[(&'static str, i64)]) -> Option<&'static str> {
    let largest = shares.iter().max_by_key(|(_, share)| *share);
    largest.map(|(label, _)| *label)
}
