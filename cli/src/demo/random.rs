//! Repeatable random numbers: the same sequence on every machine.

use rand::RngExt as _;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};

/// Digits of hexadecimal ids.
pub const HEX: &[char] = &['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];

const SEED: u64 = 0x0EA2_D00D;

/// A fixed sequence of random numbers.
///
/// It uses integers only: logarithms and powers may differ in the last bit between platforms, and the files must not.
pub struct RandomSource(ChaCha8Rng);

impl RandomSource {
    /// Creates the sequence with a number. Each file has its own sequence, so that a change of one file's generator does
    /// not affect the others.
    pub fn new(stream: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(SEED);
        rng.set_stream(stream);
        Self(rng)
    }

    /// Returns a whole number from `low` to `high`, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        self.0.random_range(low..=high)
    }

    /// Returns true with a probability of `percent` in a hundred.
    pub fn chance(&mut self, percent: i64) -> bool {
        self.between(1, 100) <= percent
    }

    /// Returns one of the items, each with the same probability.
    #[expect(clippy::expect_used, reason = "every list is a constant or not empty")]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        items.choose(&mut self.0).expect("a list to pick from")
    }

    /// Returns one of the items, in proportion to its weight.
    #[expect(clippy::expect_used, reason = "every list has an item with a positive weight")]
    pub fn weighted<'a, T>(&mut self, items: &'a [T], weight: impl Fn(&T) -> u64) -> &'a T {
        items.choose_weighted(&mut self.0, weight).expect("an item with a weight")
    }

    /// Returns one of the values of `(value, weight)` pairs, in proportion to its weight.
    pub fn among<T: Copy>(&mut self, table: &[(T, u64)]) -> T {
        self.weighted(table, |(_, weight)| *weight).0
    }

    /// Returns up to `count` distinct items. Items at the front of the list are the most likely.
    ///
    /// `turn` rotates the list, so that brands with the same list of topics have different frequent topics.
    pub fn some<T: Copy + PartialEq>(&mut self, items: &[T], turn: usize, count: usize) -> Vec<T> {
        let ranked: Vec<(T, u64)> = items
            .iter()
            .cycle()
            .skip(turn % items.len().max(1))
            .zip(2..)
            .take(items.len())
            .map(|(item, rank)| (*item, 1_000 / rank))
            .collect();
        let mut chosen = Vec::with_capacity(count);
        while chosen.len() < count.min(ranked.len()) {
            let item = self.among(&ranked);
            if !chosen.contains(&item) {
                chosen.push(item);
            }
        }
        chosen
    }

    /// Shuffles the items.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        items.shuffle(&mut self.0);
    }

    /// Returns an id: `prefix` and `length` random characters of `alphabet`.
    pub fn id(&mut self, prefix: &str, alphabet: &[char], length: usize) -> String {
        let mut id = String::from(prefix);
        id.extend((0..length).map(|_| self.pick(alphabet)));
        id
    }
}
