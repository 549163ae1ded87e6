//! Mentions of brands in videos: the index siv_business_ideas.

use serde::Serialize;

use super::calendar::{after, month_of_year};
use super::category::{DemoTopic, Line, Product};
use super::channels::Platform;
use super::contexts::{Remark, context};
use super::fraction::fraction;
use super::language::Language;
use super::random::{HEX, RandomSource};
use super::story::{emergence, mood, news};
use super::videos::{CategoryBrand, DemoVideo};

/// The lowest positive score, in hundredths. Its opposite is the highest negative score.
const LABEL_FROM: i64 = 25;

/// A record of siv_business_ideas.
#[derive(Serialize)]
pub struct DemoMention {
    pub mention_id: String,
    pub video_id: String,
    pub brand_name: &'static str,
    pub category: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub components: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub topics: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentiment: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentiment_score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated_value_usd: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    pub occurrences: i64,
    pub channel_name: String,
    pub channel_uid: String,
    pub platform: Platform,
    pub upload_date: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<&'static str>,
    pub indexed_at: String,
}

/// Creates the mentions of all videos, in the order of the videos.
pub fn mentions(random: &mut RandomSource, videos: &[DemoVideo]) -> Vec<DemoMention> {
    videos.iter().flat_map(|video| of_video(random, video)).collect()
}

fn of_video(random: &mut RandomSource, video: &DemoVideo) -> Vec<DemoMention> {
    let indexed_at = indexed_at(random, video);
    let mut mentions = Vec::new();
    for (place, entry) in video.entries.iter().enumerate() {
        let count = if place == 0 {
            random.among(&[(1, 44), (2, 31), (3, 17), (4, 8)])
        } else {
            random.among(&[(1, 72), (2, 28)])
        };
        // The mentions of a brand in one video have a similar sentiment.
        let attitude = mood(entry.brand, video.month) + random.between(-34, 34);
        for _ in 0..count {
            mentions.push(mention(random, video, *entry, attitude, &indexed_at));
        }
    }
    mentions
}

fn mention(
    random: &mut RandomSource,
    video: &DemoVideo,
    entry: CategoryBrand,
    attitude: i64,
    indexed_at: &str,
) -> DemoMention {
    let line = entry.brand.line(video.month).filter(|_| random.chance(36));
    let product = *random.pick(entry.brand.products);
    let topics = topics(random, video.month, entry, &product);
    let components = components(random, entry, &product);
    let tone: i64 = topics.iter().map(|(_, tone)| tone).sum();
    // In ten-thousandths: scores are written with four decimals.
    let score = (attitude + tone.clamp(-60, 24)) * 100 + random.between(-3_400, 3_400);
    let score = score.clamp(-9_800, 9_800);
    let remark = Remark {
        brand: entry.brand.name,
        thing: line.map_or(product.name(Language::English), |line| line.name),
        topic: consistent_topic(&topics, score / 100),
        component: components.first().copied(),
    };
    let record = &video.record;
    DemoMention {
        mention_id: random.id("m_", HEX, 12),
        video_id: record.video_id.clone(),
        brand_name: entry.brand.name,
        category: entry.category.name,
        context: random.chance(97).then(|| context(random, score / 100, &remark)),
        topics: topic_names(&topics, line),
        components,
        sentiment: random.chance(96).then(|| label(score / 100)),
        sentiment_score: random.chance(92).then(|| fraction(score, 10_000)),
        estimated_value_usd: record.views.filter(|_| random.chance(42)).map(|views| value(random, views)),
        occurrences: random.among(&[(1, 45), (2, 22), (3, 12), (4, 8), (5, 5), (6, 3), (7, 2), (8, 2), (9, 1)]),
        channel_name: record.channel_name.clone(),
        channel_uid: record.channel_uid.clone(),
        platform: record.platform,
        upload_date: record.upload_date.clone(),
        language: record.language,
        region: record.region,
        indexed_at: indexed_at.to_owned(),
    }
}

/// Returns the topics of a mention: the brand's news, emerging and seasonal topics, then usual ones.
fn topics(random: &mut RandomSource, month: u32, entry: CategoryBrand, product: &Product) -> Vec<DemoTopic> {
    let mut topics = Vec::new();
    if let Some((topic, percent)) = news(entry.brand.name, month)
        && random.chance(percent)
    {
        topics.push(topic);
    }
    if let Some(topic) = entry.category.emerging
        && random.chance(emergence(month))
    {
        topics.push(topic);
    }
    for seasonal in entry.category.seasonal {
        if seasonal.months.contains(&month_of_year(month)) && random.chance(14) {
            topics.push(seasonal.topic);
        }
    }
    let usual = random.among(&[(0, 12), (1, 48), (2, 30), (3, 10)]);
    let usual_topics = [product.topics, entry.category.topics].concat();
    topics.extend(random.some(&usual_topics, favourites(entry), usual));
    topics
}

fn components(random: &mut RandomSource, entry: CategoryBrand, product: &Product) -> Vec<&'static str> {
    let count = random.among(&[(0, 26), (1, 42), (2, 24), (3, 8)]);
    random.some(product.components, favourites(entry), count)
}

/// Returns the index at which a brand's favourite topics and components begin in its category's lists.
fn favourites(entry: CategoryBrand) -> usize {
    let brands = entry.category.brands.iter();
    let place = brands.take_while(|brand| brand.name != entry.brand.name);
    place.count() * 3
}

fn topic_names(topics: &[DemoTopic], line: Option<&Line>) -> Vec<String> {
    let line = line.map(|line| line.name.to_lowercase());
    let names = topics.iter().map(|(name, _)| (*name).to_owned());
    line.into_iter().chain(names).collect()
}

/// Returns a topic that does not contradict the score, which is in hundredths.
fn consistent_topic(topics: &[DemoTopic], score: i64) -> Option<&'static str> {
    let fits = |tone: i64| match label(score) {
        "positive" => tone > 0,
        "negative" => tone < 0,
        _ => true,
    };
    let topic = topics.iter().find(|(_, tone)| fits(*tone));
    topic.map(|(name, _)| *name)
}

fn label(score: i64) -> &'static str {
    match score {
        LABEL_FROM.. => "positive",
        _ if score <= -LABEL_FROM => "negative",
        _ => "neutral",
    }
}

/// Returns the price of an equivalent advertisement in dollars: 3 to 25 per thousand views.
fn value(random: &mut RandomSource, views: i64) -> f64 {
    let cents = views * random.between(300, 2_500) / 1_000;
    fraction(cents.max(150), 100)
}

/// Returns a time one to three days after the upload.
fn indexed_at(random: &mut RandomSource, video: &DemoVideo) -> String {
    let date = after(video.date, random.between(1, 3));
    let (hour, minute) = (random.between(0, 23), random.between(0, 59));
    let second = random.between(0, 59);
    format!("{date}T{hour:02}:{minute:02}:{second:02}Z")
}
