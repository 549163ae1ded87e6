//! The data of a video that its mentions need too.

use crate::calendar::Calendar;
use crate::chance::{Dice, Weighted};
use crate::channel::Channel;
use crate::vocabulary::Vocabulary;

/// A video, as numbers and positions only: there are up to millions.
#[derive(Debug)]
pub struct Video {
    pub channel: Option<u32>,
    pub mentions: u32,
    pub day: u16,
    /// The brands of most of its mentions, the most frequent one first.
    pub brands: [u16; 2],
    pub platform: u8,
    pub category: Option<u8>,
    /// The position of its country and language, if known.
    pub place: Option<u8>,
}

/// Creates `count` videos of channels, without mentions yet.
pub fn all(
    dice: &mut Dice,
    calendar: &Calendar,
    vocabulary: &Vocabulary,
    channels: &[Channel],
    count: usize,
) -> Vec<Video> {
    let ranks = Weighted::zipf(channels.len(), 0.8);
    let video = |_| {
        let number = ranks.draw(dice);
        let channel = &channels[number];
        let category = if dice.chance(0.8) { channel.category } else { vocabulary.category(dice) };
        let category = dice.unless(0.02, category);
        Video {
            channel: dice.unless(0.01, number as u32),
            mentions: 0,
            day: calendar.upload(dice) as u16,
            brands: [vocabulary.draw_brand(dice, category), vocabulary.draw_brand(dice, category)],
            platform: channel.platform,
            category,
            place: dice.unless(0.05, channel.place),
        }
    };
    (0..count).map(video).collect()
}

/// Assigns each of `mentions` mentions to a video. Some videos get many and some none.
pub fn hand_out_mentions(dice: &mut Dice, videos: &mut [Video], mentions: u64) {
    let weights: Vec<f64> = videos.iter().map(|_| dice.log_normal(0.0, 1.0)).collect();
    let weighted = Weighted::new(weights);
    for _ in 0..mentions {
        videos[weighted.draw(dice)].mentions += 1;
    }
}
