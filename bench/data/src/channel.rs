//! Channels, which post videos and are creators with snapshots.

use crate::PLATFORMS;
use crate::chance::{Dice, Weighted};
use crate::places::PLACES;
use crate::vocabulary::Vocabulary;

/// The common data of a channel's videos and snapshots. A smaller position is a busier channel.
#[derive(Debug)]
pub struct Channel {
    pub name: Option<String>,
    pub platform: u8,
    pub category: u8,
    pub place: u8,
}

/// Creates `count` channels. Some have no name, and a few share one.
pub fn all(dice: &mut Dice, vocabulary: &Vocabulary, count: usize) -> Vec<Channel> {
    let platforms = Weighted::new(PLATFORMS.map(|(_, weight)| weight));
    let places = Weighted::zipf(PLACES.len(), 1.1);
    let channel = |_| {
        let mut name = vocabulary.name(dice) + &vocabulary.name(dice);
        if dice.chance(0.3) {
            name = format!("{name} {}", vocabulary.name(dice));
        }
        Channel {
            name: dice.unless(0.01, name),
            platform: platforms.draw(dice) as u8,
            category: vocabulary.category(dice),
            place: places.draw(dice) as u8,
        }
    };
    (0..count).map(channel).collect()
}
