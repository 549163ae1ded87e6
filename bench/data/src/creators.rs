//! Records of siv_content_creator.

use crate::calendar::DAYS;
use crate::chance::{Dice, Stream, Weighted};
use crate::places::PLACES;
use crate::vocabulary::CATEGORIES;
use crate::{Dataset, PLATFORMS, line};
use serde::{Serialize, Serializer};

const MAX_SNAPSHOTS: u64 = 4;
/// The number of days from the earliest day of a snapshot to the earliest day of the next one.
const STRETCH: u64 = 180;
const GENDERS: [(&str, f64); 3] = [("female", 55.0), ("male", 45.0), ("other", 3.0)];
const AGES: [(&str, f64); 7] =
    [("13-17", 5.0), ("18-24", 30.0), ("25-34", 35.0), ("35-44", 18.0), ("45-54", 8.0), ("55-64", 4.0), ("65+", 2.0)];
/// The weights of an audience's own country and of the others.
const HOME: f64 = 60.0;
const ABROAD: [f64; 4] = [15.0, 10.0, 6.0, 4.0];
const ELSEWHERE: f64 = 12.0;
/// The fewest viewers of a sample. The importer publishes no distributions of fewer than 100.
const MIN_SAMPLE: f64 = 100.0;

#[derive(Serialize)]
struct Document<'d> {
    channel_uid: &'d str,
    snapshot_date: &'d str,
    #[serde(skip_serializing_if = "Option::is_none")]
    channel_name: Option<&'d str>,
    platform: &'static str,
    country: &'static str,
    categories: &'d [&'static str],
    subscriber_count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    view_count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    engagement_rate_viewers: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    audience_sentiment: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dominant_gender: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dominant_age_range: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    viewer_age_distribution: Option<Shares>,
    #[serde(skip_serializing_if = "Option::is_none")]
    viewer_gender_distribution: Option<Shares>,
    #[serde(skip_serializing_if = "Option::is_none")]
    viewer_country_distribution: Option<Shares>,
    viewer_sample_size: u64,
}

/// The common data of a creator's snapshots.
struct Creator {
    uid: String,
    categories: Vec<&'static str>,
    subscribers: f64,
    engagement: f64,
    ages: Vec<(&'static str, f64)>,
    genders: Vec<(&'static str, f64)>,
    countries: Vec<(&'static str, f64)>,
}

/// Shares by label in ten-thousandths, which sum to 1.
struct Shares(Vec<(&'static str, u32)>);

impl Dataset {
    /// Returns the records of siv_content_creator as lines of NDJSON, without line ends. Those of a creator are
    /// adjacent, sorted by date.
    pub fn snapshots(&self) -> impl Iterator<Item = String> {
        let mut dice = Dice::new(self.seed, Stream::Snapshots);
        let places = Weighted::zipf(PLACES.len(), 1.1);
        (0..self.creators).flat_map(move |number| {
            let creator = self.creator(&mut dice, number, &places);
            let snapshots = dice.between(1, MAX_SNAPSHOTS);
            let start = dice.between(0, DAYS as u64 - snapshots * STRETCH);
            let snapshot = |order| {
                // The ranges of days are disjoint, so no two snapshots are of one day.
                let day = start + order * STRETCH + dice.between(0, STRETCH - 10);
                line(&self.snapshot(&mut dice, number, &creator, order, day as usize))
            };
            (0..snapshots).map(snapshot).collect::<Vec<_>>()
        })
    }

    fn creator(&self, dice: &mut Dice, number: usize, places: &Weighted) -> Creator {
        let channel = &self.channels[number];
        let mut categories = vec![channel.category];
        for _ in 0..dice.between(0, 2) {
            let category = self.vocabulary.category(dice);
            if !categories.contains(&category) {
                categories.push(category);
            }
        }
        let mut countries = vec![(PLACES[usize::from(channel.place)].0, HOME)];
        for weight in ABROAD {
            let country = PLACES[places.draw(dice)].0;
            if countries.iter().all(|(listed, _)| *listed != country) {
                countries.push((country, weight));
            }
        }
        countries.push(("other", ELSEWHERE));
        let mut varied = |weights: &[(&'static str, f64)]| {
            weights.iter().map(|(label, weight)| (*label, weight * dice.log_normal(0.0, 0.5))).collect()
        };
        let (ages, genders) = (varied(&AGES), varied(&GENDERS));
        Creator {
            uid: self.ids.channel(number),
            categories: categories.into_iter().map(|category| CATEGORIES[usize::from(category)]).collect(),
            subscribers: dice.log_normal(9.5, 1.6),
            engagement: dice.second_smallest(30.0),
            ages,
            genders,
            countries,
        }
    }

    /// Returns the creator's snapshot on a day. `order` is 0 for the first.
    fn snapshot<'d>(
        &'d self,
        dice: &mut Dice,
        number: usize,
        creator: &'d Creator,
        order: u64,
        day: usize,
    ) -> Document<'d> {
        let channel = &self.channels[number];
        let growth = 1.0 + 0.2 * order as f64;
        let subscribers = (creator.subscribers * growth * dice.uniform(0.95, 1.05)).round();
        let views = (subscribers * dice.uniform(20.0, 300.0)).round();
        let engagement = (creator.engagement * dice.uniform(0.8, 1.2)).clamp(0.0, 1.0);
        let tone = dice.normal(0.3, 0.25).clamp(-1.0, 1.0);
        let mut shares = |weights| Shares::new(dice, weights);
        let (ages, genders, countries) = (shares(&creator.ages), shares(&creator.genders), shares(&creator.countries));
        let known = !dice.chance(0.04);
        Document {
            channel_uid: &creator.uid,
            snapshot_date: self.calendar.date(day),
            channel_name: channel.name.as_deref(),
            platform: PLATFORMS[usize::from(channel.platform)].0,
            country: PLACES[usize::from(channel.place)].0,
            categories: &creator.categories,
            subscriber_count: subscribers as u64,
            view_count: dice.unless(0.02, views as u64),
            // Whole thousandths or ten-thousandths: a quotient of two integers prints with as few digits as possible.
            engagement_rate_viewers: dice.unless(0.02, (engagement * 1e4).round() / 1e4),
            audience_sentiment: dice.unless(0.03, (tone * 1e3).round() / 1e3),
            dominant_gender: known.then(|| genders.largest()),
            dominant_age_range: known.then(|| ages.largest()),
            viewer_age_distribution: known.then_some(ages),
            viewer_gender_distribution: known.then_some(genders),
            viewer_country_distribution: known.then_some(countries),
            viewer_sample_size: (MIN_SAMPLE + subscribers * 0.02) as u64,
        }
    }
}

impl Shares {
    const WHOLE: u32 = 10_000;

    /// Creates shares that are roughly in proportion to weights.
    fn new(dice: &mut Dice, weights: &[(&'static str, f64)]) -> Self {
        let varied: Vec<f64> = weights.iter().map(|(_, weight)| weight * dice.uniform(0.9, 1.1)).collect();
        let sum: f64 = varied.iter().sum();
        let share = |weight| (f64::from(Self::WHOLE) * weight / sum) as u32;
        let mut shares = Self(weights.iter().zip(varied).map(|((label, _), weight)| (*label, share(weight))).collect());
        let missing = Self::WHOLE - shares.0.iter().map(|(_, share)| share).sum::<u32>();
        let (_, largest) = shares.0.iter_mut().max_by_key(|(_, share)| *share).expect("a label");
        *largest += missing;
        shares
    }

    fn largest(&self) -> &'static str {
        self.0.iter().max_by_key(|(_, share)| *share).expect("a label").0
    }
}

impl Serialize for Shares {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let share = |share: u32| f64::from(share) / f64::from(Self::WHOLE);
        serializer.collect_map(self.0.iter().map(|(label, of_label)| (label, share(*of_label))))
    }
}
