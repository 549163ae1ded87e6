//! The vocabulary of records: words, brands and the values of lists.

use crate::chance::{Dice, Weighted, zipf_weight};
use std::collections::HashSet;

const WORDS: usize = 20_000;
const BRANDS: usize = 5_000;
const COMPONENTS: usize = 3_000;
const TOPICS: usize = 2_000;
const TAGS: usize = 5_000;

/// The number of words that are too frequent to be names.
const COMMON_WORDS: usize = 300;
/// The number of brands that are popular enough to have variants, and the share of variants among the others.
const POPULAR_BRANDS: usize = 200;
const VARIANTS: f64 = 0.10;
const BRAND_EXPONENT: f64 = 1.05;
const LIST_EXPONENT: f64 = 1.0;

/// The categories, the most frequent one first.
pub const CATEGORIES: [&str; 25] = [
    "Beauty",
    "Skincare",
    "Haircare",
    "Fashion",
    "Footwear",
    "Fitness",
    "Nutrition",
    "Beverages",
    "Snacks",
    "Restaurants",
    "Travel",
    "Automotive",
    "Smartphones",
    "Laptops",
    "Audio",
    "Gaming",
    "Software",
    "Finance",
    "Home",
    "Kitchen",
    "Baby",
    "Pets",
    "Toys",
    "Books",
    "Luxury",
];

// Only letters, so that the importer finds no address, handle or number in any word.
const ONSETS: [&str; 22] =
    ["b", "c", "d", "f", "g", "h", "j", "k", "l", "m", "n", "p", "r", "s", "t", "v", "w", "z", "br", "cr", "dr", "st"];
const VOWELS: [&str; 8] = ["a", "e", "i", "o", "u", "ai", "ea", "oo"];

/// The words and names that records draw from.
#[derive(Debug)]
pub struct Vocabulary {
    words: Vec<String>,
    word_ranks: Weighted,
    category_ranks: Weighted,
    brands: Vec<Brand>,
    brand_ranks: Weighted,
    brands_by_category: Vec<(Vec<u16>, Weighted)>,
    /// The values of the components of mentions.
    pub components: Terms,
    /// The values of the topics of mentions.
    pub topics: Terms,
    /// The values of the tags of videos.
    pub tags: Terms,
}

/// A brand. A smaller number is a more popular brand.
#[derive(Debug)]
pub struct Brand {
    pub name: String,
    pub category: u8,
    /// The mean of its mentions' scores.
    pub tone: f64,
}

/// The values that a list is drawn from.
#[derive(Debug)]
pub struct Terms {
    names: Vec<String>,
    ranks: Weighted,
    ranks_in_category: Weighted,
}

impl Vocabulary {
    pub fn new(dice: &mut Dice) -> Self {
        let words = words(dice);
        let category_ranks = Weighted::zipf(CATEGORIES.len(), 0.7);
        let brands = brands(dice, &words, &category_ranks);
        let brands_by_category = (0..CATEGORIES.len())
            .map(|category| {
                let own = (0..BRANDS).filter(|brand| usize::from(brands[*brand].category) == category);
                let numbers: Vec<u16> = own.map(|brand| brand as u16).collect();
                let weights = numbers.iter().map(|brand| zipf_weight(usize::from(*brand), BRAND_EXPONENT));
                let ranks = Weighted::new(weights);
                (numbers, ranks)
            })
            .collect();
        let mut terms = |count| Terms::new(dice, &words, count);
        let (components, topics, tags) = (terms(COMPONENTS), terms(TOPICS), terms(TAGS));
        Self {
            word_ranks: Weighted::zipf(WORDS, 1.0),
            category_ranks,
            brand_ranks: Weighted::zipf(BRANDS, BRAND_EXPONENT),
            brands_by_category,
            words,
            brands,
            components,
            topics,
            tags,
        }
    }

    /// Draws a word with the frequency of words in text.
    pub fn word(&self, dice: &mut Dice) -> &str {
        &self.words[self.word_ranks.draw(dice)]
    }

    /// Draws a capitalised name; each word is equally likely.
    pub fn name(&self, dice: &mut Dice) -> String {
        capitalised(&self.words[dice.below(WORDS)])
    }

    /// Draws the position of a category.
    pub fn category(&self, dice: &mut Dice) -> u8 {
        self.category_ranks.draw(dice) as u8
    }

    pub fn brand(&self, number: u16) -> &Brand {
        &self.brands[usize::from(number)]
    }

    /// Draws the number of a brand for a video of a category, mostly one of that category.
    pub fn draw_brand(&self, dice: &mut Dice, category: Option<u8>) -> u16 {
        match category {
            Some(category) if !dice.chance(0.2) => {
                let (numbers, ranks) = &self.brands_by_category[usize::from(category)];
                numbers[ranks.draw(dice)]
            }
            _ => self.brand_ranks.draw(dice) as u16,
        }
    }
}

impl Terms {
    fn new(dice: &mut Dice, words: &[String], count: usize) -> Self {
        let names = distinct(count, |_| {
            let name: Vec<&str> = (0..dice.between(1, 2)).map(|_| words[dice.below(WORDS)].as_str()).collect();
            name.join(" ")
        });
        Self {
            names,
            ranks: Weighted::zipf(count, LIST_EXPONENT),
            ranks_in_category: Weighted::zipf(count / CATEGORIES.len(), LIST_EXPONENT),
        }
    }

    /// Draws up to `count` distinct values. If there is a category, half of them are typical of it.
    pub fn draw(&self, dice: &mut Dice, count: usize, category: Option<u8>) -> Vec<&str> {
        let mut places = Vec::with_capacity(count);
        for _ in 0..count {
            let place = match category {
                Some(category) if dice.chance(0.5) => {
                    self.ranks_in_category.draw(dice) * CATEGORIES.len() + usize::from(category)
                }
                _ => self.ranks.draw(dice),
            };
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places.into_iter().map(|place| self.names[place].as_str()).collect()
    }
}

/// Creates distinct words, the most frequent one first.
fn words(dice: &mut Dice) -> Vec<String> {
    distinct(WORDS, |_| {
        loop {
            let syllables = dice.between(1, 3);
            let parts = (0..syllables).map(|_| [ONSETS[dice.below(ONSETS.len())], VOWELS[dice.below(VOWELS.len())]]);
            let word: String = parts.flatten().collect();
            if word.len() >= 3 {
                return word;
            }
        }
    })
}

fn brands(dice: &mut Dice, words: &[String], category_ranks: &Weighted) -> Vec<Brand> {
    let names = distinct(BRANDS, |names| {
        let mut word = || capitalised(&words[COMMON_WORDS + dice.below(WORDS - COMMON_WORDS)]);
        let (one, other) = (word(), word());
        if names.len() >= POPULAR_BRANDS && dice.chance(VARIANTS) {
            let popular = &names[dice.below(POPULAR_BRANDS)];
            format!("{popular} {one}")
        } else if dice.chance(0.6) {
            one
        } else {
            format!("{one} {other}")
        }
    });
    let brand = |(number, name)| Brand {
        name,
        // Every category has at least one brand.
        category: if number < CATEGORIES.len() { number as u8 } else { category_ranks.draw(dice) as u8 },
        tone: dice.normal(0.15, 0.2).clamp(-0.6, 0.8),
    };
    names.into_iter().enumerate().map(brand).collect()
}

/// Creates `count` distinct texts. `make` gets the earlier ones.
fn distinct(count: usize, mut make: impl FnMut(&[String]) -> String) -> Vec<String> {
    let mut seen = HashSet::with_capacity(count);
    let mut texts = Vec::with_capacity(count);
    while texts.len() < count {
        let text = make(&texts);
        if seen.insert(text.clone()) {
            texts.push(text);
        }
    }
    texts
}

fn capitalised(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}
