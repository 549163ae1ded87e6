//! Records of siv_business_ideas.

use crate::calendar::MAX_LAG;
use crate::chance::{Dice, Stream, Weighted};
use crate::places::PLACES;
use crate::video::Video;
use crate::vocabulary::CATEGORIES;
use crate::{Dataset, line};
use serde::Serialize;
use std::iter::repeat_n;

/// The percentages of mentions that have 0, 1, 2 … components.
const COMPONENTS: [f64; 6] = [25.0, 20.0, 20.0, 15.0, 12.0, 8.0];
/// The percentages of mentions that have 0, 1, 2 … topics.
const TOPICS: [f64; 4] = [30.0, 30.0, 25.0, 15.0];
/// The most characters of a context, all of one byte here. The importer accepts no more.
const MAX_CONTEXT: usize = 280;
/// The score, in thousandths, from which a mention is positive. From its negative down it is negative.
const TURN: i32 = 200;

#[derive(Serialize)]
struct Document<'d> {
    mention_id: String,
    video_id: &'d str,
    brand_name: &'d str,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    components: Vec<&'d str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    topics: Vec<&'d str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sentiment: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sentiment_score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    estimated_value_usd: Option<f64>,
    context: String,
    occurrences: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<&'static str>,
    indexed_at: String,
}

impl Dataset {
    /// Returns the records of siv_business_ideas as lines of NDJSON, without line ends. Those of a video are adjacent.
    pub fn mentions(&self) -> impl Iterator<Item = String> {
        let mut dice = Dice::new(self.seed, Stream::Mentions);
        let (components, topics) = (Weighted::new(COMPONENTS), Weighted::new(TOPICS));
        let of_video = |(number, video): (usize, _)| repeat_n((number, video), mentions_of(video));
        let videos = self.videos.iter().enumerate().flat_map(of_video);
        videos.enumerate().map(move |(number, (video_number, video))| {
            let sizes = [components.draw(&mut dice), topics.draw(&mut dice)];
            let (mention_id, video_id) = (self.ids.mention(number), self.ids.video(video_number));
            line(&self.mention(&mut dice, mention_id, &video_id, video, sizes))
        })
    }

    fn mention<'d>(
        &'d self,
        dice: &mut Dice,
        mention_id: String,
        video_id: &'d str,
        video: &Video,
        [components, topics]: [usize; 2],
    ) -> Document<'d> {
        let vocabulary = &self.vocabulary;
        let brand = vocabulary.brand(match dice.unit() {
            foremost if foremost < 0.55 => video.brands[0],
            second if second < 0.72 => video.brands[1],
            _ => vocabulary.draw_brand(dice, video.category),
        });
        let category = if dice.chance(0.9) { Some(brand.category) } else { video.category };
        let category = category.and_then(|category| dice.unless(0.02, category));
        let components = vocabulary.components.draw(dice, components, category);
        let topics = vocabulary.topics.draw(dice, topics, category);
        let score = (dice.normal(brand.tone, 0.35) * 1e3).round().clamp(-1e3, 1e3);
        let cents = (dice.log_normal(6.2, 1.2) * 1e2).round();
        let place = video.place.map(|place| PLACES[usize::from(place)]);
        Document {
            mention_id,
            video_id,
            brand_name: &brand.name,
            category: category.map(|category| CATEGORIES[usize::from(category)]),
            context: self.context(dice, &brand.name, components.first(), topics.first()),
            components,
            topics,
            sentiment: dice.unless(0.03, sentiment(score as i32)),
            // Whole thousandths and cents: a quotient of two integers prints with as few digits as possible.
            sentiment_score: dice.unless(0.02, score / 1e3),
            estimated_value_usd: dice.unless(0.92, cents / 1e2),
            occurrences: if dice.chance(0.1) { dice.between(2, 5) } else { 1 },
            language: place.map(|(_, language)| language),
            region: place.map(|(country, _)| country),
            indexed_at: self.time(dice, usize::from(video.day)),
        }
    }

    /// Returns words around the brand's name, sometimes with a component or a topic after them.
    fn context(&self, dice: &mut Dice, brand: &str, component: Option<&&str>, topic: Option<&&str>) -> String {
        let words = dice.between(10, 20);
        let place = dice.between(0, words);
        let mut context = String::with_capacity(MAX_CONTEXT);
        for at in 0..=words {
            push(&mut context, if at == place { brand } else { self.vocabulary.word(dice) });
        }
        for term in [component, topic].into_iter().flatten() {
            if dice.chance(0.5) {
                push(&mut context, term);
            }
        }
        context
    }

    /// Returns a time within some days after a video's upload.
    fn time(&self, dice: &mut Dice, upload: usize) -> String {
        let day = upload + dice.between(0, MAX_LAG - 1) as usize;
        let (hour, minute, second) = (dice.between(0, 23), dice.between(0, 59), dice.between(0, 59));
        format!("{}T{hour:02}:{minute:02}:{second:02}Z", self.calendar.date(day))
    }
}

fn mentions_of(video: &Video) -> usize {
    video.mentions as usize
}

/// Appends a word, if it fits.
fn push(text: &mut String, word: &str) {
    if text.len() + 1 + word.len() > MAX_CONTEXT {
        return;
    }
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(word);
}

fn sentiment(score: i32) -> &'static str {
    match score {
        score if score > TURN => "positive",
        score if score < -TURN => "negative",
        _ => "neutral",
    }
}
