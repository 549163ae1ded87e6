//! Records of siv_info.

use crate::chance::{Dice, Stream};
use crate::places::PLACES;
use crate::video::Video;
use crate::vocabulary::CATEGORIES;
use crate::{Dataset, PLATFORMS, line};
use serde::Serialize;

#[derive(Serialize)]
struct Document<'d> {
    video_id: String,
    title: String,
    description: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    channel_name: Option<&'d str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    channel_uid: Option<String>,
    platform: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<&'d str>,
    upload_date: &'d str,
    #[serde(skip_serializing_if = "Option::is_none")]
    views: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    likes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comments: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duration: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<&'static str>,
}

impl Dataset {
    /// Returns the records of siv_info as lines of NDJSON, without line ends.
    pub fn videos(&self) -> impl Iterator<Item = String> {
        let mut dice = Dice::new(self.seed, Stream::Videos);
        self.videos.iter().enumerate().map(move |(number, video)| line(&self.video(&mut dice, number, video)))
    }

    fn video(&self, dice: &mut Dice, number: usize, video: &Video) -> Document<'_> {
        let mut title = Vec::new();
        if dice.chance(0.3) {
            title.push(self.vocabulary.brand(video.brands[0]).name.as_str());
        }
        let words = dice.between(4, 9);
        title.extend((0..words).map(|_| self.vocabulary.word(dice)));
        let words = dice.between(10, 24);
        let description: Vec<&str> = (0..words).map(|_| self.vocabulary.word(dice)).collect();
        let tags = dice.between(0, 8) as usize;
        let views = dice.log_normal(8.5, 2.0).round();
        let likes = (views * dice.second_smallest(40.0)).floor();
        let comments = (likes * dice.smallest(20.0)).floor();
        let duration = 5.0 + dice.log_normal(5.2, 1.1).round();
        let channel = video.channel.map(|channel| channel as usize);
        let place = video.place.map(|place| PLACES[usize::from(place)]);
        Document {
            video_id: self.ids.video(number),
            title: title.join(" "),
            description: description.join(" "),
            channel_name: channel.and_then(|channel| self.channels[channel].name.as_deref()),
            channel_uid: channel.map(|channel| self.ids.channel(channel)),
            platform: PLATFORMS[usize::from(video.platform)].0,
            category: video.category.map(|category| CATEGORIES[usize::from(category)]),
            tags: self.vocabulary.tags.draw(dice, tags, None),
            upload_date: self.calendar.date(usize::from(video.day)),
            views: dice.unless(0.02, views as u64),
            likes: dice.unless(0.03, likes as u64),
            comments: dice.unless(0.03, comments as u64),
            duration: dice.unless(0.02, duration as u64),
            language: place.map(|(_, language)| language),
            region: place.map(|(country, _)| country),
        }
    }
}
