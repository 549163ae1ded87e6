//! Facets: the records of values of tuple fields, of months and of years.

use super::model::DATED;
use super::words::is_facet;
use super::{Dataset, on_datasets};
use overheard::segment::{Facet, Table, number_at, tuple_fields, unpack_documents};
use std::collections::BTreeMap;

#[test]
fn facets_have_the_documents_that_share_them() {
    on_datasets(|Dataset { packed, model }| {
        let mut expected: BTreeMap<String, Vec<i64>> = BTreeMap::new();
        for index in DATED {
            for (position, document) in model.positions(index) {
                let month = document.date().month();
                let mut facets = vec![Facet::Month(month.number()).key(index), Facet::Year(month.year()).key(index)];
                for (field, value) in tuple_fields(index).iter().zip(document.tuple(index)) {
                    facets.extend(value.map(|value| Facet::Value(field.name, &value).key(index)));
                }
                facets.into_iter().for_each(|key| expected.entry(key).or_default().push(number_at(position)));
            }
        }
        let mut found: BTreeMap<String, Vec<i64>> = BTreeMap::new();
        for row in packed.of_table(Table::Word).filter(|row| is_facet(row)) {
            let n = usize::try_from(row[2].as_u64().unwrap()).unwrap();
            let numbers = unpack_documents(row[5].as_str().unwrap(), n).unwrap();
            assert_eq!((row[3].as_i64(), row[4].as_i64()), (numbers.first().copied(), numbers.last().copied()));
            assert!(row[6..].iter().all(serde_json::Value::is_null));
            found.entry(row[0].as_str().unwrap().to_owned()).or_default().extend(numbers);
        }
        assert!(found == expected);
        let frequencies = packed.of_table(Table::Frequency).filter(|row| is_facet(row));
        let frequencies = frequencies.map(|row| (row[0].as_str().unwrap(), row[1].as_u64().unwrap(), row[2].as_u64()));
        let chunks = |key: &str| packed.of_table(Table::Word).filter(|row| row[0] == key).count() as u64;
        let expected =
            expected.iter().map(|(key, documents)| (key.as_str(), documents.len() as u64, Some(chunks(key))));
        assert!(frequencies.eq(expected));
    });
}
