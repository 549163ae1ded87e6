//! Free text: words and phrases in the records, common and rare, and some that do not occur.

use super::choose;
use super::sample::{IndexSample, SampledRecord};
use overheard::spec::Index;
use overheard::spec::limits::MAX_Q_CHARACTERS;
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// Returns a full-text query, mostly with words of one record.
pub(super) fn q(sample: &IndexSample, index: Index, near: &SampledRecord, rng: &mut ChaCha8Rng) -> String {
    loop {
        let q = phrasing(sample, index, near, rng);
        let q = if rng.random_bool(0.1) { overheard_oracle::in_capitals(&q) } else { q };
        if q.chars().count() <= MAX_Q_CHARACTERS && overheard::base::text::has_token(&q) {
            return q;
        }
    }
}

/// Returns a query with operators.
pub(super) fn with_operators(sample: &IndexSample, index: Index, near: &SampledRecord, rng: &mut ChaCha8Rng) -> String {
    let mut part = || phrasing(sample, index, near, rng);
    let [one, two, three, four] = std::array::from_fn(|_| part());
    match rng.random_range(0..8) {
        0 => format!("{one} OR {two}"),
        1 => format!("{one} OR ({two} OR {three}) OR {four}"),
        2 => format!("{one} AND NOT ({two})"),
        3 => format!("({one} OR {two}) ({three} OR {four})"),
        4 => format!("({one} OR {two}) -({three} OR {four})"),
        5 => format!("{one} NOT ({two} NOT ({three} OR {four}))"),
        6 => format!("({one}) (NOT ({two})) OR ({three} {four})"),
        _ => format!("({one} OR ({two} ({three} OR {four})))"),
    }
}

/// Returns the beginning of a word as a prefix, or a short word as it is. Enough characters keep its words few.
fn prefix(word: &str, rng: &mut ChaCha8Rng) -> String {
    let characters = word.chars().count();
    if !word.chars().all(char::is_alphanumeric) || characters < 4 {
        return word.to_owned();
    }
    let prefix: String = word.chars().take(rng.random_range(4..=characters)).collect();
    format!("{prefix}*")
}

fn phrasing(sample: &IndexSample, index: Index, near: &SampledRecord, rng: &mut ChaCha8Rng) -> String {
    let mut words = near.words(index, rng);
    if words.is_empty() {
        words.push(sample.words.some(rng).to_owned());
    }
    let start = rng.random_range(0..words.len());
    // In a list it may span two items, which no phrase matches.
    let run: Vec<&str> = words[start..].iter().take(choose(&[2, 2, 3, 4], rng)).map(String::as_str).collect();
    let run = run.join(" ");
    let word = words[rng.random_range(0..words.len())].clone();
    let (some, common) = (sample.words.some(rng), sample.words.common(rng));
    match rng.random_range(0..22) {
        20 => prefix(&word, rng),
        21 => format!("{} {common} {word}", prefix(some, rng)),
        0..=2 => word,
        3 | 4 => some.to_owned(),
        5 => common.to_owned(),
        6..=8 => {
            words.shuffle(rng);
            words.truncate(choose(&[2, 2, 3, 4, 12], rng));
            words.join(" ")
        }
        9..=11 => format!("\"{run}\""),
        12 => format!("{word} \"{run}\""),
        13 => format!("\"{run}\"{common}"),
        14 => format!("{word} AND \"{run}\""),
        15 => format!("{common} {some}"),
        16 => format!("\"{common} {some}\""),
        17 => format!("{common} {}", sample.words.common(rng)),
        // A repeated word counts twice.
        18 => format!("{word} {common} {word}"),
        _ => format!("{word} qzxnowhere"),
    }
}
