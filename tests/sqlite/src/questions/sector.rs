//! Sets of competing brands, and windows.

use super::sample::DatasetSample;
use super::{choose, dates};
use overheard::base::text::{has_token, name_tokens};
use overheard::spec::Index;
use overheard::spec::limits::{MAX_BRANDS, MAX_CONTEXTS, MAX_NAME_CHARACTERS, MAX_TERMS};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

/// The index of the counted mentions.
const INDEX: Index = Index::BusinessIdeas;

/// Returns a sector request of one brand up to as many as are allowed.
pub(super) fn sector(sample: &DatasetSample, rng: &mut ChaCha8Rng) -> Value {
    let count = choose(&[1, 1, 2, 3, 4, 5, 8, 12, MAX_BRANDS], rng);
    let brands: Vec<Value> = (1..=count).map(|number| brand(number, sample, rng)).collect();
    let mentions = sample.index(INDEX);
    let near = mentions.document(rng).texts(INDEX, "upload_date");
    let near = near.first().and_then(|day| day.parse().ok());
    let (from, to) = dates::window(mentions.days, near, rng);
    json!({"brands": brands, "from_date": from, "to_date": to})
}

fn brand(number: usize, sample: &DatasetSample, rng: &mut ChaCha8Rng) -> Value {
    let terms: Vec<String> = (0..choose(&[1, 1, 1, 2, 3, 5, MAX_TERMS], rng)).map(|_| term(sample, rng)).collect();
    let mut brand = json!({"label": format!("Brand {number}"), "terms": terms});
    if rng.random_bool(0.4) {
        brand["exact"] = json!(rng.random_bool(0.7));
    }
    if rng.random_bool(0.4) {
        let contexts = choose(&[0, 1, 1, 2, 3, MAX_CONTEXTS], rng);
        brand["must_context"] = (0..contexts).map(|_| context(sample, rng)).collect();
    }
    if rng.random_bool(0.3) {
        // Most words of both kinds would exceed the rows of a query.
        let contexts = choose(&[0, 1, 1, 2, 3], rng);
        brand["must_not_context"] = (0..contexts).map(|_| context(sample, rng)).collect();
    }
    brand
}

/// Returns a brand's name or a part of it, a component or a topic, sometimes a name that does not occur.
fn term(sample: &DatasetSample, rng: &mut ChaCha8Rng) -> String {
    let sample = sample.index(INDEX);
    let field = choose(&["brand_name", "brand_name", "brand_name", "topics", "components"], rng);
    loop {
        let value = sample.values(field).some(rng);
        let mut parts = name_tokens(value);
        parts.shuffle(rng);
        let term = match rng.random_range(0..14) {
            0 => value.to_uppercase(),
            1 => parts.pop().unwrap_or_default(),
            2 => parts.join("-"),
            3 => format!("{value} {}", sample.words.some(rng)),
            4 => format!("{value} {value}"),
            5 => sample.words.some(rng).to_owned(),
            6 if rng.random_bool(0.3) => "qzxnowhere".to_owned(),
            7 => format!("{value}{}", choose(&["+", "++", "#", "＃", " +"], rng)),
            8 => value.replace(['+', '#', '＋'], ""),
            _ => value.to_owned(),
        };
        if has_token(&term) && term.chars().count() <= MAX_NAME_CHARACTERS {
            return term;
        }
    }
}

/// Returns a word of a mention or its video.
fn context(sample: &DatasetSample, rng: &mut ChaCha8Rng) -> String {
    let index = choose(&[INDEX, Index::Info], rng);
    let sample = sample.index(index);
    let mut words = sample.document(rng).words(index, rng);
    words.shuffle(rng);
    words.truncate(choose(&[1, 1, 1, 2], rng));
    let context = words.join(" ");
    if context.is_empty() || context.chars().count() > MAX_NAME_CHARACTERS || rng.random_bool(0.2) {
        return sample.words.common(rng).to_owned();
    }
    context
}
