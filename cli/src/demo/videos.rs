//! Videos: the index siv_info.

use chrono::NaiveDate;
use serde::Serialize;

use super::calendar::{MONTHS, after, days, first_day};
use super::categories::CATEGORIES;
use super::category::{Category, DemoBrand};
use super::channels::{DemoChannel, Platform};
use super::random::{HEX, RandomSource};
use super::story::volume;
use super::titles::{Subject, description, title};

/// Number of videos.
pub const VIDEOS: u64 = 5_000;

/// A record of siv_info.
#[derive(Serialize)]
pub struct VideoRecord {
    pub video_id: String,
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    pub channel_name: String,
    pub channel_uid: String,
    pub platform: Platform,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    pub upload_date: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub views: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub likes: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comments: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<&'static str>,
}

/// A brand with its category.
#[derive(Clone, Copy)]
pub struct CategoryBrand {
    pub category: &'static Category,
    pub brand: &'static DemoBrand,
}

/// A video with the data for its mentions.
pub struct DemoVideo {
    /// The record.
    pub record: VideoRecord,
    /// Day of the upload.
    pub date: NaiveDate,
    /// Month of the upload.
    pub month: u32,
    /// The brands in it; it is mainly about the first one.
    pub entries: Vec<CategoryBrand>,
}

/// Creates all videos, sorted by upload date and id.
pub fn videos(random: &mut RandomSource, channels: &[DemoChannel]) -> Vec<DemoVideo> {
    let mut videos: Vec<DemoVideo> =
        plan(random).into_iter().map(|(entry, month)| video(random, channels, entry, month)).collect();
    videos.sort_by(|a, b| {
        let key = |video: &DemoVideo| (video.date, video.record.video_id.clone());
        key(a).cmp(&key(b))
    });
    videos
}

/// Returns the brand and the month of every video.
///
/// Samples the cumulative volumes at equal distances instead of at random. So every brand has its share of each month
/// to within one video, and only the planned events make months differ.
fn plan(random: &mut RandomSource) -> Vec<(CategoryBrand, u32)> {
    let mut upto = 0;
    let mut cells = Vec::new();
    for category in CATEGORIES {
        for brand in category.brands {
            for month in 0..MONTHS {
                let jitter = random.between(88, 112).unsigned_abs();
                upto += volume(category, brand, month) * jitter;
                cells.push((upto, CategoryBrand { category, brand }, month));
            }
        }
    }
    let step = upto / VIDEOS;
    let mut cells = cells.into_iter().peekable();
    let mut plan = Vec::new();
    for place in (0..VIDEOS).map(|number| number * step + step / 2) {
        while cells.next_if(|(upto, ..)| *upto <= place).is_some() {}
        if let Some((_, entry, month)) = cells.peek() {
            plan.push((*entry, *month));
        }
    }
    plan
}

fn video(random: &mut RandomSource, channels: &[DemoChannel], main: CategoryBrand, month: u32) -> DemoVideo {
    let channel = channel(random, channels, main);
    let entries = entries(random, main, month);
    let date = after(first_day(month), random.between(0, days(month) - 1));

    let product = random.pick(main.brand.products).name(channel.language);
    let line = main.brand.line(month).filter(|_| random.chance(30));
    let subject = Subject {
        brand: main.brand.name,
        other: entries.get(1).map(|entry| entry.brand.name),
        thing: line.map_or(product, |line| line.name),
        month,
    };
    let views = views(random, channel);
    let likes = views * random.between(18, 92) / 1_000;
    let comments = likes * random.between(15, 130) / 1_000;
    let duration = match channel.platform {
        Platform::Youtube => random.between(210, 1_560),
        Platform::Tiktok => random.between(11, 95),
        Platform::Instagram => random.between(14, 88),
    };
    let prefix = match channel.platform {
        Platform::Youtube => "yt_",
        Platform::Tiktok => "tt_",
        Platform::Instagram => "ig_",
    };
    let record = VideoRecord {
        video_id: random.id(prefix, HEX, 10),
        title: title(random, channel.language, &subject),
        description: random.chance(72).then(|| description(random, channel.language, &subject)),
        channel_name: channel.name.clone(),
        channel_uid: channel.uid.clone(),
        platform: channel.platform,
        category: random.chance(96).then_some(main.category.name),
        tags: tags(random, main, product),
        upload_date: date.to_string(),
        views: random.chance(97).then_some(views),
        likes: random.chance(94).then_some(likes),
        comments: random.chance(92).then_some(comments),
        duration: random.chance(95).then_some(duration),
        language: random.chance(97).then_some(channel.language.code()),
        region: random.chance(95).then_some(channel.country),
    };
    DemoVideo { record, date, month, entries }
}

/// Returns a channel for a video about a brand, mostly of the same category. If a language dominates the brand's
/// mentions, the channel mostly has that language.
fn channel<'a>(random: &mut RandomSource, channels: &'a [DemoChannel], entry: CategoryBrand) -> &'a DemoChannel {
    let any_category = random.chance(8);
    let home = entry.brand.home.filter(|_| random.chance(60));
    random.weighted(channels, |channel| {
        let fits = any_category || channel.category.name == entry.category.name;
        let speaks = home.is_none_or(|language| channel.language == language);
        if fits && speaks { channel.activity } else { 0 }
    })
}

/// Returns the main brand and up to three others, mostly of its category.
fn entries(random: &mut RandomSource, main: CategoryBrand, month: u32) -> Vec<CategoryBrand> {
    let others = random.among(&[(0, 64), (1, 24), (2, 9), (3, 3)]);
    let mut entries = vec![main];
    for _ in 0..others {
        let category = if random.chance(7) { random.pick(CATEGORIES) } else { main.category };
        let brand = random.weighted(category.brands, |brand| volume(category, brand, month));
        if entries.iter().all(|entry| entry.brand.name != brand.name) {
            entries.push(CategoryBrand { category, brand });
        }
    }
    entries
}

/// Returns the views: mostly a fraction of the subscribers, sometimes a multiple of them.
fn views(random: &mut RandomSource, channel: &DemoChannel) -> i64 {
    let percent = random.among(&[
        (3, 8),
        (5, 10),
        (8, 14),
        (12, 16),
        (18, 15),
        (25, 13),
        (40, 10),
        (70, 7),
        (130, 4),
        (260, 2),
        (600, 1),
    ]);
    let platform = match channel.platform {
        Platform::Youtube => 100,
        Platform::Tiktok => 160,
        Platform::Instagram => 80,
    };
    let views = channel.audience * percent * platform * random.between(850, 1_150) / 10_000_000;
    views.max(random.between(90, 190))
}

fn tags(random: &mut RandomSource, main: CategoryBrand, product: &str) -> Vec<String> {
    if random.chance(8) {
        return Vec::new();
    }
    let count = random.among(&[(1, 30), (2, 45), (3, 25)]);
    let mut tags: Vec<String> = random.some(main.category.tags, 0, count).into_iter().map(str::to_owned).collect();
    if random.chance(75) {
        tags.push(product.to_lowercase());
    }
    if random.chance(45) {
        tags.push(main.brand.name.to_lowercase());
    }
    tags
}
