//! The channels that publish the videos.

use serde::Serialize;

use super::categories::CATEGORIES;
use super::category::Category;
use super::language::{HOMES, Language};
use super::random::RandomSource;

/// Number of channels.
pub const CHANNELS: usize = 1_500;

/// Second halves of channel names. Each category has its own first halves.
const NAME_ENDINGS: &[&str] = &[
    "notes",
    "almanac",
    "attic",
    "parlour",
    "cabinet",
    "dispatch",
    "thimble",
    "journal",
    "corner",
    "pages",
    "bench",
    "workshop",
    "diary",
    "post",
    "window",
    "counter",
    "basement",
    "satchel",
    "chronicle",
    "sketchbook",
    "orchard",
    "gazette",
    "stairs",
    "pocket",
    "bureau",
    "compendium",
];

/// Crockford base32, the alphabet of public ids.
const BASE32: &[char] = &[
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K', 'M', 'N', 'P',
    'Q', 'R', 'S', 'T', 'V', 'W', 'X', 'Y', 'Z',
];

/// The platform of a channel.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Platform {
    Youtube,
    Tiktok,
    Instagram,
}

/// A channel.
pub struct DemoChannel {
    /// The opaque id.
    pub uid: String,
    /// The public name.
    pub name: String,
    /// The platform.
    pub platform: Platform,
    /// The category.
    pub category: &'static Category,
    /// The ISO code of its country.
    pub country: &'static str,
    /// Its language.
    pub language: Language,
    /// The number of subscribers in its first snapshot.
    pub audience: i64,
    /// Its number of videos relative to other channels of the category.
    pub activity: u64,
}

/// Creates all channels, by category.
pub fn channels(random: &mut RandomSource) -> Vec<DemoChannel> {
    CATEGORIES.iter().flat_map(|category| of_category(random, category)).collect()
}

fn of_category(random: &mut RandomSource, category: &'static Category) -> Vec<DemoChannel> {
    let mut names: Vec<String> = category
        .channels
        .iter()
        .flat_map(|start| NAME_ENDINGS.iter().map(move |end| format!("{start}-{end}")))
        .collect();
    random.shuffle(&mut names);
    let count = CHANNELS * category.share as usize / 1_000;
    names.into_iter().take(count).zip(8..).map(|(name, rank)| channel(random, name, category, 10_000 / rank)).collect()
}

fn channel(random: &mut RandomSource, name: String, category: &'static Category, activity: u64) -> DemoChannel {
    let (country, language) = random.among(HOMES);
    DemoChannel {
        uid: random.id("inf_", BASE32, 10),
        name,
        platform: random.among(&[(Platform::Youtube, 46), (Platform::Tiktok, 34), (Platform::Instagram, 20)]),
        category,
        country,
        language,
        audience: audience(random),
        activity,
    }
}

/// Returns a number of subscribers. Small channels are the most frequent, and leading digits follow Benford's law.
fn audience(random: &mut RandomSource) -> i64 {
    const LEADING: &[i64] =
        &[100, 112, 126, 141, 158, 178, 200, 224, 251, 282, 316, 355, 398, 447, 501, 562, 631, 708, 794, 891];
    let size = random.among(&[(10, 30), (100, 44), (1_000, 21), (10_000, 5)]);
    *random.pick(LEADING) * size * random.between(940, 1_060) / 1_000
}
