//! Repeatable random numbers: the same for the same seed on every machine.

use rand::RngExt as _;
use rand::SeedableRng as _;
use rand::distr::Distribution as _;
use rand::distr::weighted::WeightedIndex;
use rand::rngs::ChaCha8Rng;

/// The purpose of random numbers. Each purpose has its own stream, so that a change in one does not affect the others.
#[derive(Debug, Clone, Copy)]
pub enum Stream {
    Vocabulary,
    Channels,
    VideoFacts,
    MentionsPerVideo,
    Ids,
    Videos,
    Snapshots,
    Mentions,
}

/// A fixed sequence of random numbers.
#[derive(Debug)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    pub fn new(seed: u64, stream: Stream) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream as u64);
        Self(rng)
    }

    /// Returns 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.random()
    }

    /// Returns an integer from `low` to `high`, both inclusive.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        self.0.random_range(low..=high)
    }

    /// Returns a position in a list of `count` items.
    pub fn below(&mut self, count: usize) -> usize {
        // Always draws 64 bits, so that the sequence is the same on every machine.
        self.between(0, count as u64 - 1) as usize
    }

    /// Returns a number of the unit interval, with 0 and without 1.
    pub fn unit(&mut self) -> f64 {
        self.0.random()
    }

    /// Returns a number between two others.
    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Returns true with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// Returns the value, or `None` with the probability `absent`.
    pub fn unless<T>(&mut self, absent: f64, value: T) -> Option<T> {
        (!self.chance(absent)).then_some(value)
    }

    /// Returns a normally distributed number.
    pub fn normal(&mut self, mean: f64, deviation: f64) -> f64 {
        // The Box-Muller transform; the logarithm needs a number above 0.
        let radius = libm::sqrt(-2.0 * libm::log(1.0 - self.unit()));
        mean + deviation * radius * libm::cos(std::f64::consts::TAU * self.unit())
    }

    /// Returns a number whose logarithm is normally distributed.
    pub fn log_normal(&mut self, mean: f64, deviation: f64) -> f64 {
        libm::exp(self.normal(mean, deviation))
    }

    /// Returns a number with a beta distribution of alpha 1: the smallest of `beta` numbers of the unit interval.
    pub fn smallest(&mut self, beta: f64) -> f64 {
        1.0 - libm::pow(self.unit(), 1.0 / beta)
    }

    /// Returns a number with a beta distribution of alpha 2: the second smallest of `beta + 1` numbers of the unit
    /// interval.
    pub fn second_smallest(&mut self, beta: f64) -> f64 {
        1.0 - libm::pow(self.unit(), 1.0 / (beta + 1.0)) * libm::pow(self.unit(), 1.0 / beta)
    }
}

/// Positions of a list, each with its own probability.
#[derive(Debug)]
pub struct Weighted(WeightedIndex<f64>);

impl Weighted {
    /// Creates probabilities in proportion to weights, at least one of which is above 0.
    pub fn new(weights: impl IntoIterator<Item = f64>) -> Self {
        Self(WeightedIndex::new(weights).expect("weights"))
    }

    /// Creates probabilities that fall with a power of the rank. The first position is the likeliest.
    pub fn zipf(count: usize, exponent: f64) -> Self {
        Self::new((0..count).map(|place| zipf_weight(place, exponent)))
    }

    pub fn draw(&self, dice: &mut Dice) -> usize {
        self.0.sample(&mut dice.0)
    }
}

/// Returns the weight of a position where weights fall with a power of the rank.
pub fn zipf_weight(place: usize, exponent: f64) -> f64 {
    libm::pow((place + 1) as f64, -exponent)
}
