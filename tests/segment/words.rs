//! Words of texts.

use super::model::DATED;
use super::{Dataset, on_datasets};
use overheard::base::text::ITEM_SEPARATOR;
use overheard::segment::{
    Column, Part, Table, number_at, position_of, unpack, unpack_counts, unpack_documents, unpack_lengths,
};
use overheard::spec::Index;
use serde_json::Value;
use std::collections::BTreeMap;

/// For every word, its positions in each of its records.
pub type WordPostings = BTreeMap<String, BTreeMap<i64, Vec<i64>>>;

fn part(index: Index, column: &str) -> Part {
    match (index, column) {
        (Index::Info, "title" | "tags") => Part::VideoText,
        (Index::Info, "description") => Part::VideoDescription,
        (Index::BusinessIdeas, "context" | "topics" | "components") => Part::MentionText,
        (Index::BusinessIdeas, "brand_name") => Part::MentionBrand,
        other => panic!("{other:?}"),
    }
}

/// For every word, the lengths of its records, if they are stored.
pub type Lengths = BTreeMap<String, BTreeMap<i64, i64>>;

/// Returns true if a row belongs to a facet: words have no capital letters.
pub fn is_facet(row: &[Value]) -> bool {
    row[0].as_str().unwrap().starts_with(char::is_uppercase)
}

/// Unpacks the rows of words.
pub fn unpacked<'a>(rows: impl Iterator<Item = &'a [Value]>) -> (WordPostings, Lengths) {
    let (mut postings, mut of_documents) = (WordPostings::new(), Lengths::new());
    for row in rows.filter(|row| !is_facet(row)) {
        let [word, sequence, n, first, last, numbers, counts, lengths, places] = row else { panic!("{row:?}") };
        let word = word.as_str().unwrap();
        let n = usize::try_from(n.as_u64().unwrap()).unwrap();
        let numbers = unpack_documents(numbers.as_str().unwrap(), n).unwrap();
        assert_eq!((first.as_i64(), last.as_i64()), (numbers.first().copied(), numbers.last().copied()));
        let counts = unpack_counts(counts.as_str().unwrap(), n).unwrap();
        let mut places = unpack(places.as_str().unwrap(), None).unwrap().into_iter();
        let of_word = postings.entry(word.to_owned()).or_default();
        assert_eq!(sequence == 0, of_word.is_empty());
        // Words without ranking have no lengths.
        if let Some(lengths) = lengths.as_str() {
            let lengths = unpack_lengths(lengths, n).unwrap();
            of_documents.entry(word.to_owned()).or_default().extend(numbers.iter().copied().zip(lengths));
        }
        for (number, count) in numbers.into_iter().zip(counts) {
            let places = places.by_ref().take(usize::try_from(count).unwrap()).collect();
            assert!(of_word.insert(number, places).is_none());
        }
        assert!(places.next().is_none());
    }
    (postings, of_documents)
}

#[test]
fn words_have_their_documents_and_places() {
    on_datasets(|Dataset { packed, model }| {
        let mut expected = WordPostings::new();
        for index in DATED {
            for (position, document) in model.positions(index) {
                let mut place = 0;
                for (column, tokens) in index.entry().full_text.iter().zip(document.tokens(index)) {
                    for token in tokens {
                        if token != ITEM_SEPARATOR {
                            let key = part(index, column).key(&token);
                            let documents = expected.entry(key).or_default();
                            documents.entry(number_at(position)).or_default().push(place);
                        }
                        place += 1;
                    }
                    place += 1;
                }
            }
        }
        let (postings, lengths) = unpacked(packed.of_table(Table::Word));
        assert!(postings == expected);
        for (word, documents) in &expected {
            let index = if word.starts_with(['m', 'b']) { Index::BusinessIdeas } else { Index::Info };
            let length = |number: i64| model.number(index, Column::LENGTH, position_of(number));
            assert!(lengths[word].iter().all(|(number, found)| *found == length(*number)));
            assert!(lengths[word].keys().eq(documents.keys()));
        }
        let frequencies = packed
            .of_table(Table::Frequency)
            .filter(|row| !is_facet(row))
            .map(|row| (row[0].as_str().unwrap(), row[1].as_u64().unwrap(), row[2].as_u64()));
        let mut chunks: BTreeMap<&str, u64> = BTreeMap::new();
        packed.of_table(Table::Word).for_each(|row| *chunks.entry(row[0].as_str().unwrap()).or_default() += 1);
        let expected = expected
            .iter()
            .map(|(key, documents)| (key.as_str(), documents.len() as u64, chunks.get(key.as_str()).copied()));
        assert!(frequencies.eq(expected));
    });
}
