//! Full-text queries from the records' own words.

use super::choose;
use crate::Oracle;
use crate::catalogue::OracleIndex;
use crate::record::OracleRecord;
use crate::text::tokens;
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The longest query, in characters.
const LONGEST: usize = 200;
/// The longest query of nested operators, in characters.
const LONGEST_NESTED: usize = 600;
/// The most levels of nested operators.
const DEEPEST: usize = 3;
/// The most words that begin with a prefix.
const MAX_PREFIX_WORDS: usize = 100;
/// Words that are operators in capitals.
const OPERATORS: [&str; 3] = ["and", "or", "not"];
/// Marks of several scripts: accents and others.
const MARKS: [char; 12] = [
    '\u{301}', '\u{308}', '\u{323}', '\u{64e}', '\u{654}', '\u{5b8}', '\u{94d}', '\u{9bc}', '\u{e48}', '\u{eb4}',
    '\u{17d2}', '\u{3099}',
];

/// Returns a query with at least one token, mostly of the anchor's words.
pub fn q(oracle: &Oracle, index: OracleIndex, anchor: &OracleRecord, rng: &mut ChaCha8Rng) -> String {
    loop {
        let q = respelled(combined(oracle, index, anchor, rng), rng);
        if q.chars().count() <= LONGEST && !tokens(&q).is_empty() {
            return q;
        }
    }
}

/// Returns words and phrases, in every second query joined by operators.
fn combined(oracle: &Oracle, index: OracleIndex, anchor: &OracleRecord, rng: &mut ChaCha8Rng) -> String {
    let part = |rng: &mut ChaCha8Rng| phrasing(oracle, index, anchor, rng);
    let other = |rng: &mut ChaCha8Rng| oracle.pools.word(index, rng).to_owned();
    match rng.random_range(0..21) {
        18 => prefix(oracle, &part(rng), rng),
        19 => format!("{} {}", prefix(oracle, &part(rng), rng), part(rng)),
        20 => format!("({} OR {}) -{}", prefix(oracle, &part(rng), rng), other(rng), prefix(oracle, &other(rng), rng)),
        16 => format!("\"{} {}\"~{}", part(rng).replace('"', ""), other(rng), rng.random_range(0..12)),
        17 => format!("\"{}\"~{} OR {}", part(rng).replace('"', ""), rng.random_range(0..5), other(rng)),
        0 => format!("{} OR {}", part(rng), other(rng)),
        1 => format!("{} OR {} OR {}", other(rng), other(rng), part(rng)),
        2 => format!("{} -{}", part(rng), other(rng)),
        3 => format!("{} AND NOT \"{} {}\"", part(rng), other(rng), other(rng)),
        4 => format!("({} OR {}) AND {}", other(rng), part(rng), other(rng)),
        5 => format!("({} OR {}) -({} OR {})", part(rng), other(rng), other(rng), other(rng)),
        6 => format!("{} ({} {}) NOT ({} {})", part(rng), other(rng), other(rng), other(rng), other(rng)),
        7 => format!("(({}) (-{}) OR {} {})", part(rng), other(rng), other(rng), other(rng)),
        _ => part(rng),
    }
}

/// Returns a query of nested operators, mostly of the anchor's words.
pub fn nested(oracle: &Oracle, index: OracleIndex, anchor: &OracleRecord, rng: &mut ChaCha8Rng) -> String {
    loop {
        let depth = rng.random_range(1..=DEEPEST);
        let q = operand(oracle, index, anchor, depth, rng);
        if q.chars().count() <= LONGEST_NESTED && !tokens(&q).is_empty() {
            return q;
        }
    }
}

/// Returns words, a prefix, or words near each other. Above depth 0 also parts that operators join.
fn operand(oracle: &Oracle, index: OracleIndex, anchor: &OracleRecord, depth: usize, rng: &mut ChaCha8Rng) -> String {
    if depth == 0 || rng.random_bool(0.2) {
        let part = phrasing(oracle, index, anchor, rng);
        return match rng.random_range(0..8) {
            0 => prefix(oracle, &part, rng),
            1 => format!("\"{} {}\"~{}", part.replace('"', ""), oracle.pools.word(index, rng), rng.random_range(0..8)),
            2 => oracle.pools.word(index, rng).to_owned(),
            _ => part,
        };
    }
    let mut text = format!("({})", operand(oracle, index, anchor, depth - 1, rng));
    for _ in 0..rng.random_range(1..=2) {
        let operator = choose(&[" OR ", " OR ", " AND ", " ", " -", " NOT ", " AND NOT "], rng);
        text = format!("{text}{operator}({})", operand(oracle, index, anchor, depth - 1, rng));
    }
    text
}

/// Returns a prefix of a word of a text, or the text if it has no word that is long enough.
fn prefix(oracle: &Oracle, text: &str, rng: &mut ChaCha8Rng) -> String {
    let words = tokens(text);
    let word: Vec<char> = words[rng.random_range(0..words.len())].chars().collect();
    if word.len() < 3 {
        return text.to_owned();
    }
    let prefix: String = word[..rng.random_range(3..=word.len())].iter().collect();
    let is_common = oracle.records.vocabulary.beginning_with(&prefix).len() > MAX_PREFIX_WORDS;
    if is_common { text.to_owned() } else { format!("{prefix}*") }
}

/// Returns true if a text without blanks is a word of a query, whether in capitals or not.
fn is_word(text: &str) -> bool {
    let is_operator = OPERATORS.contains(&text.to_lowercase().as_str());
    !is_operator && !text.starts_with('-') && !text.contains(['"', '(', ')', '*']) && !tokens(text).is_empty()
}

/// Returns words of one column of the anchor, quoted or not, or frequent words.
fn phrasing(oracle: &Oracle, index: OracleIndex, anchor: &OracleRecord, rng: &mut ChaCha8Rng) -> String {
    let column = choose(index.text_columns(), rng);
    let items = anchor.strings(column);
    let source = if items.is_empty() { "" } else { choose(&items, rng) };
    let words: Vec<&str> = source.split_whitespace().filter(|word| is_word(word)).collect();
    if words.is_empty() {
        return oracle.pools.word(index, rng).to_owned();
    }
    let start = rng.random_range(0..words.len());
    let run = words[start..].iter().take(choose(&[2, 2, 3], rng));
    let run = run.copied().collect::<Vec<_>>().join(" ");
    let word = choose(&words, rng);
    match rng.random_range(0..20) {
        0..=5 => word.to_owned(),
        6..=9 => {
            let mut some = words.clone();
            some.shuffle(rng);
            some.truncate(choose(&[2, 2, 3, 4], rng));
            some.join(" ")
        }
        10..=12 => format!("\"{run}\""),
        13 => format!("{word} \"{run}\""),
        14 => format!("\"{run}\"{word}"),
        15 => format!("{word} AND \"{run}\""),
        16 => oracle.pools.word(index, rng).to_owned(),
        17 => {
            let (one, other) = (oracle.pools.word(index, rng), oracle.pools.word(index, rng));
            let quote = choose(&["", "\""], rng);
            format!("{quote}{one} {other}{quote}")
        }
        18 => format!("{} {word}", oracle.pools.word(index, rng)),
        _ => format!("{word} qzxnowhere"),
    }
}

/// Returns a query in capitals, but for words that would become operators.
pub fn in_capitals(q: &str) -> String {
    let capitals = |part: &str| {
        let word = part.trim_end_matches(|character: char| !character.is_alphanumeric());
        if OPERATORS.contains(&word) { part.to_owned() } else { part.to_uppercase() }
    };
    q.split_inclusive(|character: char| !character.is_alphanumeric()).map(capitals).collect()
}

/// Returns another spelling that must not matter.
fn respelled(q: String, rng: &mut ChaCha8Rng) -> String {
    match rng.random_range(0..8) {
        0 => in_capitals(&q),
        1 if q.split_whitespace().all(is_word) => q.to_lowercase(),
        2 => q.nfd().collect(),
        3 if q.split_whitespace().all(is_word) => tokens(&q).join(" "),
        // Marks do matter in some scripts.
        4 if !q.contains('*') => remarked(&q, rng),
        _ => q,
    }
}

/// Returns a name with other signs. For some words, signs make a difference.
pub fn with_signs(name: &str, rng: &mut ChaCha8Rng) -> String {
    let bare = name.trim_end_matches(['+', '#', '＋', ' ']);
    // A name of signs only must keep them.
    let bare = if bare.is_empty() { name } else { bare };
    format!("{bare}{}", choose(&["", "+", "＋", "++", "#", "＃", " +", "+#", "&"], rng))
}

/// Adds or removes a mark: an accent in some scripts, another letter in others.
pub fn remarked(text: &str, rng: &mut ChaCha8Rng) -> String {
    let mut characters: Vec<char> = text.nfd().collect();
    let marks: Vec<usize> = (0..characters.len()).filter(|place| is_combining_mark(characters[*place])).collect();
    let letters: Vec<usize> = (0..characters.len()).filter(|place| characters[*place].is_alphabetic()).collect();
    if !marks.is_empty() && rng.random_bool(0.5) {
        characters.remove(choose(&marks, rng));
    } else if !letters.is_empty() {
        characters.insert(choose(&letters, rng) + 1, choose(&MARKS, rng));
    }
    let remarked: String = characters.into_iter().collect();
    // A mark alone is not a word, and a longer text may exceed the limit.
    if tokens(&remarked).is_empty() || remarked.chars().count() > text.chars().count() + 1 {
        text.to_owned()
    } else {
        remarked
    }
}
