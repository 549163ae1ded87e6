//! Names, numbers and terms.

use super::model::Name;
use super::{Dataset, on_datasets};
use overheard::base::text::{name_form, name_tokens, normal_form};
use overheard::segment::{Column, Dictionary, Table, TermEntry, number_at};
use overheard::spec::Index;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Returns the dictionaries in the order of their rows.
fn listed() -> Vec<(Dictionary, Index, Column)> {
    let of = |index, column| (Dictionary::Names(index, column), index, column);
    let listed = [
        of(Index::BusinessIdeas, Column::BRAND_NAME),
        of(Index::BusinessIdeas, Column::COMPONENTS),
        of(Index::BusinessIdeas, Column::TOPICS),
        of(Index::Info, Column::from_name("tags").unwrap()),
        of(Index::ContentCreator, Column::from_name("categories").unwrap()),
        (Dictionary::Channels, Index::Info, Column::CHANNEL),
    ];
    // Dictionaries of fields that were added later.
    let later = Dictionary::all().into_iter().skip(listed.len()).filter_map(|dictionary| match dictionary {
        Dictionary::Names(index, column) => Some((dictionary, index, column)),
        Dictionary::Channels => None,
    });
    listed.into_iter().chain(later).collect()
}

#[test]
fn numbers_have_names() {
    on_datasets(|Dataset { packed, model }| {
        let mut rows = packed.of_table(Table::Names);
        for (of, index, column) in listed() {
            for (sequence, names) in model.names_of(index, column).chunks(of.capacity()).enumerate() {
                let expected: Vec<Value> = match of {
                    Dictionary::Channels => names.iter().map(|(name, uid)| json!([name, uid])).collect(),
                    _ => names.iter().map(|(name, _)| json!(name)).collect(),
                };
                let row = rows.next().unwrap();
                assert_eq!(row[0].as_i64(), Some(of.id(sequence)));
                assert_eq!(row[1].as_str().unwrap(), Value::from(expected).to_string());
            }
        }
        assert!(rows.next().is_none());
    });
}

#[test]
fn names_have_numbers_and_documents() {
    on_datasets(|Dataset { packed, model }| {
        let mut expected: BTreeMap<(String, String, i64), u64> = BTreeMap::new();
        let channels = [
            (Index::BusinessIdeas, Column::CHANNEL, "mention.channel_name".to_owned()),
            (Index::BusinessIdeas, Column::CHANNEL, "mention.channel_uid".to_owned()),
            (Index::Info, Column::CHANNEL, "video.channel_name".to_owned()),
        ];
        let names = listed().into_iter().filter(|(of, ..)| *of != Dictionary::Channels);
        let names =
            names.map(|(_, index, column)| (index, column, format!("{}.{}", index.entry().table, column.name())));
        for (index, column, field) in names.chain(channels) {
            for document in model.all(index) {
                let names: Vec<Name> = document.names(column);
                for (name, number) in names.into_iter().zip(model.numbers_of_names(index, column, document)) {
                    let name = if field.ends_with("channel_uid") { name.1 } else { name.0 };
                    let Some(name) = name else { continue };
                    *expected.entry((field.clone(), name, number)).or_default() += 1;
                }
            }
        }
        let found: Vec<_> = packed.of_table(Table::Name).map(<[Value]>::to_vec).collect();
        let expected: Vec<_> = expected
            .into_iter()
            .map(|((field, name, number), documents)| vec![json!(field), json!(name), json!(number), json!(documents)])
            .collect();
        assert_eq!(found, expected);
    });
}

#[test]
fn terms_lead_to_names_of_all_spellings() {
    on_datasets(|Dataset { packed, model }| {
        let mut expected: BTreeMap<String, TermEntry> = BTreeMap::new();
        let mut mentions: BTreeMap<(&str, String), u64> = BTreeMap::new();
        for document in model.all(Index::BusinessIdeas) {
            for column in [Column::BRAND_NAME, Column::COMPONENTS, Column::TOPICS] {
                for (name, _) in document.names(column) {
                    *mentions.entry((column.name(), name.unwrap())).or_default() += 1;
                }
            }
        }
        for column in [Column::BRAND_NAME, Column::COMPONENTS, Column::TOPICS] {
            for (position, name) in model.names_of(Index::BusinessIdeas, column).iter().enumerate() {
                let (number, name) = (number_at(position), name.0.clone().unwrap());
                let mentions = mentions[&(column.name(), name.clone())];
                let spellings = expected.entry(normal_form(&name)).or_default();
                spellings.names.push((format!("mention.{}", column.name()), name.clone()));
                let term = expected.entry(name_form(&name)).or_default();
                match column {
                    Column::COMPONENTS => term.components.push((number, mentions)),
                    Column::TOPICS => term.topics.push((number, mentions)),
                    _ => {
                        let tokens: std::collections::BTreeSet<String> = name_tokens(&name).into_iter().collect();
                        for token in tokens {
                            let brand = (number, name_form(&name), mentions);
                            expected.entry(token).or_default().brands.push(brand);
                        }
                    }
                }
            }
        }
        let categories: std::collections::BTreeSet<String> =
            model.all(Index::BusinessIdeas).iter().filter_map(|document| document.text("category")).collect();
        for category in categories {
            let term = expected.entry(normal_form(&category)).or_default();
            term.names.push(("mention.category".to_owned(), category));
        }
        expected.values_mut().for_each(|term| term.names.sort());
        expected.retain(|_, term| *term != TermEntry::default());
        let found: BTreeMap<String, TermEntry> = packed
            .of_table(Table::Term)
            .map(|row| (row[0].as_str().unwrap().to_owned(), serde_json::from_str(row[1].as_str().unwrap()).unwrap()))
            .collect();
        assert_eq!(found, expected);
    });
}
