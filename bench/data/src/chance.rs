//! Repeatable chance: the same throws for the same seed on every machine.

use rand::RngExt as _;
use rand::SeedableRng as _;
use rand::distr::Distribution as _;
use rand::distr::weighted::WeightedIndex;
use rand::rngs::ChaCha8Rng;

/// What throws are for. Each purpose has its own, so that a change in one leaves the others as they were.
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

/// A fixed sequence of throws.
#[derive(Debug)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    pub fn new(seed: u64, stream: Stream) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream as u64);
        Self(rng)
    }

    /// Any 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.random()
    }

    /// A whole number from `low` to `high`, both included.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        self.0.random_range(low..=high)
    }

    /// A place in a list of so many.
    pub fn below(&mut self, count: usize) -> usize {
        // Of 64 bits whatever the machine, or the throws would differ.
        self.between(0, count as u64 - 1) as usize
    }

    /// A number of the unit interval, 0 included and 1 not.
    pub fn unit(&mut self) -> f64 {
        self.0.random()
    }

    /// A number between two others.
    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// True with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// The value, or nothing with this probability.
    pub fn unless<T>(&mut self, absent: f64, value: T) -> Option<T> {
        (!self.chance(absent)).then_some(value)
    }

    /// Normally distributed.
    pub fn normal(&mut self, mean: f64, deviation: f64) -> f64 {
        // By Box and Muller; the logarithm wants a number above 0.
        let radius = libm::sqrt(-2.0 * libm::log(1.0 - self.unit()));
        mean + deviation * radius * libm::cos(std::f64::consts::TAU * self.unit())
    }

    /// A number whose logarithm is normally distributed.
    pub fn log_normal(&mut self, mean: f64, deviation: f64) -> f64 {
        libm::exp(self.normal(mean, deviation))
    }

    /// Beta distributed with alpha 1: the smallest of `beta` numbers of the unit interval.
    pub fn smallest(&mut self, beta: f64) -> f64 {
        1.0 - libm::pow(self.unit(), 1.0 / beta)
    }

    /// Beta distributed with alpha 2: the second smallest of `beta + 1` numbers of the unit interval.
    pub fn second_smallest(&mut self, beta: f64) -> f64 {
        1.0 - libm::pow(self.unit(), 1.0 / (beta + 1.0)) * libm::pow(self.unit(), 1.0 / beta)
    }
}

/// Places of a list, each with its own probability.
#[derive(Debug)]
pub struct Weighted(WeightedIndex<f64>);

impl Weighted {
    /// In proportion to weights, of which one at least is above 0.
    pub fn new(weights: impl IntoIterator<Item = f64>) -> Self {
        Self(WeightedIndex::new(weights).expect("weights"))
    }

    /// The first place likeliest, the others by a power of their rank.
    pub fn zipf(count: usize, exponent: f64) -> Self {
        Self::new((0..count).map(|place| zipf_weight(place, exponent)))
    }

    pub fn draw(&self, dice: &mut Dice) -> usize {
        self.0.sample(&mut dice.0)
    }
}

/// How much a place weighs where weights fall with a power of the rank.
pub fn zipf_weight(place: usize, exponent: f64) -> f64 {
    libm::pow((place + 1) as f64, -exponent)
}
