//! Free text: words and phrases that documents hold, common and rare, and some that none does.

use super::choose;
use super::vocabulary::{Document, IndexVocabulary};
use overheard::spec::Index;
use overheard::spec::limits::MAX_Q_CHARACTERS;
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// A question in words, mostly of one document.
pub(super) fn q(vocabulary: &IndexVocabulary, index: Index, near: &Document, rng: &mut ChaCha8Rng) -> String {
    loop {
        let q = phrasing(vocabulary, index, near, rng);
        let q = if rng.random_bool(0.1) { q.to_uppercase() } else { q };
        if q.chars().count() <= MAX_Q_CHARACTERS && overheard::base::text::has_token(&q) {
            return q;
        }
    }
}

fn phrasing(vocabulary: &IndexVocabulary, index: Index, near: &Document, rng: &mut ChaCha8Rng) -> String {
    let mut words = near.words(index, rng);
    if words.is_empty() {
        words.push(vocabulary.words.some(rng).to_owned());
    }
    let start = rng.random_range(0..words.len());
    // Of a list it may reach from one item into the next, where no phrase is.
    let run: Vec<&str> = words[start..].iter().take(choose(&[2, 2, 3, 4], rng)).map(String::as_str).collect();
    let run = run.join(" ");
    let word = words[rng.random_range(0..words.len())].clone();
    let (some, common) = (vocabulary.words.some(rng), vocabulary.words.common(rng));
    match rng.random_range(0..20) {
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
        // Never closed.
        14 => format!("{word} \"{run}"),
        15 => format!("{common} {some}"),
        16 => format!("\"{common} {some}\""),
        17 => format!("{common} {}", vocabulary.words.common(rng)),
        // A word that is asked for twice counts twice.
        18 => format!("{word} {common} {word}"),
        _ => format!("{word} qzxnowhere"),
    }
}
