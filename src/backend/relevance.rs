//! Computes relevance: BM25, operation by operation as in SQLite's FTS5, so that scores and ties are the same.

/// The saturation of the number of occurrences.
const K1: f64 = 1.2;
/// The influence of a record's length.
const B: f64 = 0.75;
/// The weight of a phrase that more than half of all records have.
const MIN_WEIGHT: f64 = 1e-6;

/// The parameters of a ranking by relevance.
pub(in crate::backend) struct Relevance {
    /// The inverse document frequency of each phrase.
    weights: Vec<f64>,
    average_length: f64,
}

impl Relevance {
    /// Computes the weights for an index of `documents` records with `tokens` tokens. `with_phrase` is the number of
    /// records that have each phrase.
    pub(in crate::backend) fn new(documents: u64, tokens: u64, with_phrase: impl Iterator<Item = usize>) -> Self {
        let weight = |with_phrase: usize| {
            let with_phrase = with_phrase as u64;
            let weight = ((documents.saturating_sub(with_phrase) as f64 + 0.5) / (with_phrase as f64 + 0.5)).ln();
            if weight <= 0.0 { MIN_WEIGHT } else { weight }
        };
        Self { weights: with_phrase.map(weight).collect(), average_length: tokens as f64 / documents as f64 }
    }

    /// Returns the score of a record, given the occurrences of each phrase and its length in tokens. It is never
    /// negative.
    pub(in crate::backend) fn score(&self, counts: impl Iterator<Item = i64>, length: i64) -> f64 {
        let length = length as f64;
        let mut score = 0.0;
        for (weight, count) in self.weights.iter().zip(counts) {
            let count = count as f64;
            score += weight * ((count * (K1 + 1.0)) / (count + K1 * (1.0 - B + B * length / self.average_length)));
        }
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_occurrences_shorter_texts_and_rarer_phrases_count_more() {
        let relevance = Relevance::new(1_000, 20_000, [10, 100].into_iter());
        let score = |counts: [i64; 2], length| relevance.score(counts.into_iter(), length);
        assert!(score([2, 1], 20) > score([1, 1], 20));
        assert!(score([1, 1], 10) > score([1, 1], 20));
        assert!(score([2, 1], 20) > score([1, 2], 20));
    }

    #[test]
    fn a_phrase_of_most_records_hardly_counts() {
        let relevance = Relevance::new(10, 100, [9].into_iter());
        assert_eq!(relevance.score([1].into_iter(), 10), 1e-6 * (2.2 / 2.2));
    }
}
