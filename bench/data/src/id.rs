//! Ids in the form of platforms: they look random, and no two are equal.

use crate::chance::Dice;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const LENGTH: u32 = 11;

/// The ids of videos, mentions and channels by their position in the dataset.
#[derive(Debug)]
pub struct Ids {
    video: u64,
    mention: u64,
    channel: [u64; 2],
}

impl Ids {
    pub fn new(dice: &mut Dice) -> Self {
        Self { video: dice.bits(), mention: dice.bits(), channel: [dice.bits(), dice.bits()] }
    }

    pub fn video(&self, place: usize) -> String {
        text(scatter(self.video, place))
    }

    pub fn mention(&self, place: usize) -> String {
        text(scatter(self.mention, place))
    }

    pub fn channel(&self, place: usize) -> String {
        let [one, other] = self.channel.map(|key| text(scatter(key, place)));
        format!("UC{one}{other}")
    }
}

/// Returns an output of SplitMix64, which maps 64 bits one to one. Ids are distinct and follow from the position alone.
fn scatter(key: u64, place: usize) -> u64 {
    let mut bits = key.wrapping_add((place as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

fn text(bits: u64) -> String {
    (0..LENGTH).map(|at| char::from(ALPHABET[(bits >> (6 * at)) as usize % ALPHABET.len()])).collect()
}
