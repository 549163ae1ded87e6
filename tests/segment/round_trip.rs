//! Checks every format: packed values are restored, invalid bytes are refused or read, and reading never takes much
//! memory.

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use overheard::backend::columnar::view::{
    BrandMatch, DeltaMentions, RowStatistics, ViewChunk, ViewDraft, ViewHead, pack_map, unpack_map, unpack_positions,
};
use overheard::segment::{
    Cell, Column, CompressionDictionary, Compressor, Corrupt, Decompressor, Delta, DeltaNames, Lists, MISSING, Packer,
    RecordBatch, RollupDay, RollupTopic, SPACING, Stats, TermEntry, TermNumbers, Tuples, pack, pack_cells, pack_counts,
    pack_days, pack_stats, pack_topics, unpack, unpack_cells, unpack_counts, unpack_days, unpack_documents,
    unpack_keys, unpack_lengths, unpack_stats, unpack_topics,
};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// The version of the formats.
const VERSION: u8 = 1;
/// The longest sequence that a reader accepts.
const MAX_LENGTH: usize = 1 << 21;

/// A text's content in its debugging form, and its number of values.
type Unpacked = (String, usize);

/// A format.
struct Format {
    name: &'static str,
    /// The encoding of its bytes as text.
    text: Text,
    /// Packs a value derived from numbers. Returns the text, the number of items that a reader expects, and the
    /// expected result.
    pack: fn(&[i64]) -> (String, usize, String),
    /// Reads so many items.
    unpack: fn(&str, usize) -> Result<Unpacked, Corrupt>,
}

#[derive(Clone, Copy, PartialEq)]
enum Text {
    /// A version and packed values, in base64.
    Packed,
    /// JSON that contains packed values.
    Json,
    /// A version and values, in hexadecimal digits.
    Digits,
}

impl Text {
    fn of(self, bytes: &[u8]) -> String {
        match self {
            Self::Packed => STANDARD_NO_PAD.encode(bytes),
            Self::Json => String::from_utf8_lossy(bytes).into_owned(),
            Self::Digits => data_encoding::HEXUPPER.encode(bytes),
        }
    }

    fn bytes(self, text: &str) -> Vec<u8> {
        match self {
            Self::Packed => STANDARD_NO_PAD.decode(text).unwrap(),
            Self::Json => text.as_bytes().to_vec(),
            Self::Digits => data_encoding::HEXUPPER.decode(text.as_bytes()).unwrap(),
        }
    }
}

fn packed<T: Debug>(text: String, length: usize, value: &T) -> (String, usize, String) {
    (text, length, format!("{value:?}"))
}

fn unpacked<T: Debug>(value: &[T], each: usize) -> Unpacked {
    (format!("{value:?}"), value.len() * each)
}

/// Returns numbers from 1 on.
fn positive(values: &[i64]) -> Vec<i64> {
    values.iter().map(|value| value.rem_euclid(7) + 1).collect()
}

/// Returns the numbers in ascending order, without missing ones and duplicates.
fn ascending(values: &[i64]) -> Vec<i64> {
    let mut values: Vec<i64> = values.iter().copied().filter(|value| *value != MISSING).collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// Splits numbers into lists. The remainder of a number by 4 is the length of the next list.
fn lists(values: &[i64]) -> (usize, Lists) {
    let (mut lists, mut rest) = (Lists::default(), values);
    while let Some(first) = rest.first() {
        let (list, behind) = rest.split_at((first.rem_euclid(4) as usize).min(rest.len()));
        lists.push(list.iter().map(|item| item.saturating_abs()));
        rest = behind.get(usize::from(list.is_empty())..).unwrap_or_default();
    }
    (lists.len(), lists)
}

/// Returns a map with a number for each number.
fn by(values: &[i64]) -> BTreeMap<i64, i64> {
    ascending(values).into_iter().zip(values.iter().copied()).collect()
}

/// Returns numbers of mentions by day.
fn by_day(values: &[i64]) -> BTreeMap<i64, i64> {
    ascending(values).into_iter().zip(positive(values)).collect()
}

/// Returns ascending positions.
fn positions(values: &[i64]) -> Vec<i64> {
    ascending(&values.iter().map(|value| value.rem_euclid(1 << 30)).collect::<Vec<_>>())
}

fn head(values: &[i64]) -> ViewHead {
    let chunk = |values: &[i64]| ViewChunk { mentions: values.len() as u64, first: values[0], last: values[0] };
    ViewHead::new(values.chunks(3).map(chunk).collect(), &by_day(values), vec![term_numbers(values); 2])
}

fn term_numbers(values: &[i64]) -> TermNumbers {
    TermNumbers::new([ascending(values), positions(values), Vec::new()])
}

/// Returns the content of term numbers.
fn of_numbers(numbers: &TermNumbers) -> Result<Unpacked, Corrupt> {
    let numbers = numbers.unpack()?;
    Ok((format!("{numbers:?}"), numbers.iter().map(Vec::len).sum()))
}

/// Returns the entries of tokens, one for each number.
fn terms(values: &[i64]) -> BTreeMap<String, TermEntry> {
    let term = |value: &i64| TermEntry { brands: vec![(*value, value.to_string(), 0)], ..TermEntry::default() };
    values.iter().map(|value| (value.to_string(), term(value))).collect()
}

/// Returns statistics of rows with three mentions each.
fn statistics(values: &[i64]) -> RowStatistics {
    let mut statistics = RowStatistics::default();
    for values in values.chunks(3) {
        let columns = [Column::PUBLIC_ID, Column::INDEXED_AT, Column::VIEWS, Column::SENTIMENT_SCORE];
        let with = |row: RecordBatch, column| row.with_numbers(column, values.to_vec());
        statistics.add(&columns.into_iter().fold(RecordBatch::new(values.len()), with)).unwrap();
    }
    statistics
}

/// Returns the content of a head.
fn of_head(head: &ViewHead) -> Result<Unpacked, Corrupt> {
    let (by_day, mentions) = (head.by_day()?, head.mentions());
    let names = head.names.iter().map(of_numbers).collect::<Result<Vec<_>, _>>()?;
    let numbers = 3 * head.chunks.len() + 2 * by_day.len() + names.iter().map(|(_, numbers)| numbers).sum::<usize>();
    Ok((format!("{:?} {by_day:?} {mentions} {names:?}", head.chunks), numbers))
}

fn parsed<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Corrupt> {
    serde_json::from_str(text).map_err(|_| Corrupt("it is not what is expected"))
}

/// Number of records of each cell, and the most of a metric.
const DOCUMENTS: u64 = 3;

fn cells(values: usize) -> Vec<Cell> {
    (0..values as i64).map(|key| Cell { tuple: key / 8, key, count: DOCUMENTS }).collect()
}

fn column<const N: usize>(parts: [(usize, &str); N], column: Column) -> Result<RecordBatch, Corrupt> {
    let mut documents = RecordBatch::new(parts.iter().map(|(length, _)| length).sum());
    match parts.as_slice() {
        [(_, text)] => documents.unpack(column, text)?,
        parts => documents.unpack_all(column, parts)?,
    }
    Ok(documents)
}

const FORMATS: &[Format] = &[
    Format {
        name: "sequence",
        text: Text::Packed,
        pack: |values| packed(pack(values), values.len(), &values),
        unpack: |text, length| Ok(unpacked(&unpack(text, Some(length))?, 1)),
    },
    Format {
        name: "sequence of any length",
        text: Text::Packed,
        pack: |values| packed(pack(values), values.len(), &values),
        unpack: |text, _| Ok(unpacked(&unpack(text, None)?, 1)),
    },
    Format {
        name: "documents of a word",
        text: Text::Packed,
        pack: |values| packed(pack(&ascending(values)), ascending(values).len(), &ascending(values)),
        unpack: |text, length| Ok(unpacked(&unpack_documents(text, length)?, 1)),
    },
    Format {
        name: "counts",
        text: Text::Packed,
        pack: |values| packed(pack_counts(&positive(values)), values.len(), &positive(values)),
        unpack: |text, length| Ok(unpacked(&unpack_counts(text, length)?, 1)),
    },
    Format {
        name: "lengths",
        text: Text::Packed,
        pack: |values| packed(pack(&positive(values)), values.len(), &positive(values)),
        unpack: |text, length| Ok(unpacked(&unpack_lengths(text, length)?, 1)),
    },
    Format {
        name: "column of numbers",
        text: Text::Packed,
        pack: |values| {
            let documents = RecordBatch::new(values.len()).with_numbers(Column::DAY, values.to_vec());
            packed(documents.pack().next().unwrap().1, values.len(), &documents)
        },
        unpack: |text, length| Ok((format!("{:?}", column([(length, text)], Column::DAY)?), length)),
    },
    Format {
        name: "column of lists",
        text: Text::Packed,
        pack: |values| {
            let (length, lists) = lists(values);
            let documents = RecordBatch::new(length).with_lists(Column::TOPICS, lists);
            packed(documents.pack().next().unwrap().1, length, &documents)
        },
        unpack: |text, length| {
            let documents = column([(length, text)], Column::TOPICS)?;
            Ok((format!("{documents:?}"), documents.lists(Column::TOPICS)?.items().len()))
        },
    },
    Format {
        name: "column in two parts",
        text: Text::Packed,
        pack: |values| {
            let (length, lists) = lists(values);
            let part = RecordBatch::new(length).with_lists(Column::TOPICS, lists.clone());
            let mut twice = lists.clone();
            (0..length).for_each(|at| twice.push(lists.get(at).iter().copied()));
            let both = RecordBatch::new(2 * length).with_lists(Column::TOPICS, twice);
            packed(part.pack().next().unwrap().1, length, &both)
        },
        unpack: |text, length| {
            let documents = column([(length, text), (length, text)], Column::TOPICS)?;
            Ok((format!("{documents:?}"), documents.lists(Column::TOPICS)?.items().len()))
        },
    },
    Format {
        name: "cells",
        text: Text::Packed,
        pack: |values| packed(pack_cells(&cells(values.len())), values.len(), &cells(values.len())),
        unpack: |text, length| Ok(unpacked(&unpack_cells(text, length)?, 3)),
    },
    Format {
        name: "keys of cells",
        text: Text::Packed,
        pack: |values| {
            let keys: Vec<i64> = cells(values.len()).iter().map(|cell| cell.key).collect();
            packed(pack_cells(&cells(values.len())), values.len(), &keys)
        },
        unpack: |text, length| Ok(unpacked(&unpack_keys(text, length)?, 1)),
    },
    Format {
        name: "metric of cells",
        text: Text::Packed,
        pack: |values| {
            let stats: Vec<Stats> = values
                .iter()
                .map(|value| {
                    let mut stats = Stats::default();
                    (0..value.rem_euclid(1 + DOCUMENTS as i64))
                        .for_each(|nth| stats.add(value.saturating_add(nth) / 2));
                    stats
                })
                .collect();
            packed(pack_stats(&cells(values.len()), &stats), values.len(), &stats)
        },
        unpack: |text, length| Ok(unpacked(&unpack_stats(text, &cells(length))?, 4)),
    },
    Format {
        name: "days of a roll-up",
        text: Text::Packed,
        pack: |values| {
            let day = |day: &[i64]| match *day {
                [day, occurrences, videos, views, viewed, scored, score] => {
                    RollupDay { day, occurrences, videos, views, viewed, scored, score }
                }
                _ => RollupDay::default(),
            };
            let days: Vec<RollupDay> = values.chunks(7).map(day).collect();
            packed(pack_days(&days), days.len(), &days)
        },
        unpack: |text, _| Ok(unpacked(&unpack_days(text)?, 7)),
    },
    Format {
        name: "topics of a roll-up",
        text: Text::Packed,
        pack: |values| {
            let topic = |topic: &[i64]| match *topic {
                [month, topic, mentions] => RollupTopic { month, topic, mentions },
                _ => RollupTopic { month: 1, topic: 2, mentions: 3 },
            };
            let topics: Vec<RollupTopic> = values.chunks(3).map(topic).collect();
            packed(pack_topics(&topics), topics.len(), &topics)
        },
        unpack: |text, _| Ok(unpacked(&unpack_topics(text)?, 3)),
    },
    Format {
        name: "tuples",
        text: Text::Json,
        pack: |values| {
            let platforms: Vec<String> = ["tiktok", "x", "youtube"].map(str::to_owned).into();
            let of = values.iter().map(|value| usize::try_from(value.rem_euclid(4) - 1).ok()).collect();
            let tuples = Tuples::new([("platform", platforms, of)]);
            let text = serde_json::to_string(&tuples).unwrap();
            packed(text, values.len(), &tuples.field("platform").unwrap().1)
        },
        unpack: |text, _| {
            let tuples: Tuples = serde_json::from_str(text).map_err(|_| Corrupt("no tuples"))?;
            Ok(unpacked(&tuples.field("platform")?.1, 1))
        },
    },
    Format {
        name: "delta segment",
        text: Text::Json,
        pack: |values| {
            let delta = Delta::new(7, 3, &ascending(values));
            packed(serde_json::to_string(&delta).unwrap(), values.len(), &ascending(values))
        },
        unpack: |text, _| {
            let delta: Delta = serde_json::from_str(text).map_err(|_| Corrupt("no delta"))?;
            Ok(unpacked(&delta.superseded()?, 1))
        },
    },
    Format {
        name: "names of a delta segment",
        text: Text::Json,
        pack: |values| {
            let names = DeltaNames { numbers: term_numbers(values), terms: terms(values) };
            let expected = (of_numbers(&names.numbers).unwrap().0, &names.terms);
            packed(serde_json::to_string(&names).unwrap(), values.len(), &expected)
        },
        unpack: |text, _| {
            let DeltaNames { numbers, terms } = parsed(text)?;
            let (numbers, count) = of_numbers(&numbers)?;
            Ok((format!("{:?}", (numbers, &terms)), count + terms.len()))
        },
    },
    Format {
        name: "numbers by number",
        text: Text::Packed,
        pack: |values| packed(pack_map(&by(values)), values.len(), &by(values)),
        unpack: |text, _| unpack_map(text).map(|by| (format!("{by:?}"), 2 * by.len())),
    },
    Format {
        name: "match",
        text: Text::Json,
        pack: |values| {
            let (of_brand, _) = BrandMatch::new(&by_day(values), term_numbers(values), std::iter::empty());
            let expected = (0, by_day(values), of_numbers(&term_numbers(values)).unwrap().0);
            packed(serde_json::to_string(&of_brand).unwrap(), values.len(), &expected)
        },
        unpack: |text, _| {
            let of_brand: BrandMatch = parsed(text)?;
            let (by_day, (names, numbers)) = (of_brand.by_day()?, of_numbers(&of_brand.names)?);
            Ok((format!("{:?}", (of_brand.rows, &by_day, names)), 2 * by_day.len() + numbers))
        },
    },
    Format {
        name: "positions of a match",
        text: Text::Packed,
        pack: |values| {
            let numbers: Vec<i64> = positions(values).iter().map(|position| (position + 1) * SPACING).collect();
            let (_, rows) = BrandMatch::new(&BTreeMap::new(), TermNumbers::default(), numbers.iter().copied());
            packed(rows.into_iter().next().unwrap_or_else(|| pack(&[])), numbers.len(), &numbers)
        },
        unpack: |text, _| Ok(unpacked(&unpack_positions(text)?, 1)),
    },
    Format {
        name: "mentions of a delta segment",
        text: Text::Packed,
        pack: |values| {
            let positions = positions(values);
            let brands = positions.iter().map(|position| position % 1_024).collect();
            let of_delta = DeltaMentions { positions, brands };
            packed(of_delta.pack(), values.len(), &of_delta)
        },
        unpack: |text, _| DeltaMentions::unpack(text).map(|found| (format!("{found:?}"), 2 * found.positions.len())),
    },
    Format {
        name: "statistics of a view",
        text: Text::Packed,
        pack: |values| packed(statistics(values).pack(), values.len(), &statistics(values)),
        unpack: |text, _| {
            let statistics = RowStatistics::unpack(text)?;
            let numbers = |column| [true, false].map(|descending| 2 * statistics.firsts(column, descending).count());
            let columns = [Column::INDEXED_AT, Column::VIEWS, Column::SENTIMENT_SCORE];
            Ok((format!("{statistics:?}"), columns.into_iter().flat_map(numbers).sum()))
        },
    },
    Format {
        name: "head of a view",
        text: Text::Json,
        pack: |values| {
            let head = head(values);
            (serde_json::to_string(&head).unwrap(), values.len(), of_head(&head).unwrap().0)
        },
        unpack: |text, _| of_head(&parsed(text)?),
    },
    Format {
        name: "draft of a view",
        text: Text::Json,
        pack: |values| {
            let draft = ViewDraft::new(head(values), &by(values), &statistics(values));
            let expected = format!("{} {:?} {:?}", of_head(&draft.head).unwrap().0, by(values), statistics(values));
            (serde_json::to_string(&draft).unwrap(), values.len(), expected)
        },
        unpack: |text, _| {
            let draft: ViewDraft = parsed(text)?;
            let (head, first_days, statistics) = (of_head(&draft.head)?, draft.first_days()?, draft.statistics()?);
            Ok((format!("{} {first_days:?} {statistics:?}", head.0), head.1 + 2 * first_days.len()))
        },
    },
    Format {
        name: "document",
        text: Text::Digits,
        pack: |values| {
            let document = format!(r#"["Brand 7",["price"],"positive",{values:?}]"#);
            let text = Compressor::new(&DICTIONARY).unwrap().digits(&document).unwrap();
            packed(text, values.len(), &document)
        },
        unpack: |text, _| {
            let document = Decompressor::new(&DICTIONARY.text()).unwrap().text(text)?;
            Ok((format!("{document:?}"), document.len() / size_of::<i64>()))
        },
    },
    Format {
        name: "dictionary of documents",
        text: Text::Packed,
        pack: |_| packed(DICTIONARY.text(), 0, &"[7]"),
        unpack: |text, _| {
            let document = Compressor::new(&DICTIONARY).unwrap().digits("[7]").unwrap();
            let document = Decompressor::new(text)?.text(&document)?;
            Ok((format!("{document:?}"), 0))
        },
    },
];

/// A dictionary of similar made-up records.
pub static DICTIONARY: std::sync::LazyLock<CompressionDictionary> = std::sync::LazyLock::new(|| {
    let sample = |number: usize| format!(r#"["Brand {}",["price","quality"],"positive",{number}]"#, number % 97);
    CompressionDictionary::of(&(0..2_000).map(sample).collect::<Vec<_>>())
});

fn value() -> impl Strategy<Value = i64> {
    prop_oneof![
        4 => -1_000..1_000_i64,
        2 => (0..1_000_i64).prop_map(|value| value * SPACING),
        1 => any::<i64>(),
        2 => Just(MISSING),
    ]
}

/// Returns numbers in any order, sorted, or with gaps as in a word's records.
fn values() -> impl Strategy<Value = Vec<i64>> {
    let distances = prop::collection::vec(1..200_i64, 0..600).prop_map(|distances| {
        let sum = |sum: &mut i64, distance: i64| {
            *sum += distance * SPACING;
            Some(*sum)
        };
        distances.into_iter().scan(0, sum).collect()
    });
    let sorted = prop::collection::vec(any::<i64>(), 0..300).prop_map(|mut values| {
        values.sort_unstable();
        values
    });
    prop_oneof![prop::collection::vec(value(), 0..300), sorted, distances]
}

/// Reads any text. The result has no more values than the longest sequence.
fn read(format: &Format, text: &str, length: usize) {
    if let Ok((_, numbers)) = (format.unpack)(text, length) {
        assert!(numbers <= 6 * MAX_LENGTH, "{} makes {numbers} numbers of {} bytes", format.name, text.len());
    }
}

proptest! {
    #[test]
    fn packed_values_are_restored(values in values()) {
        for format in FORMATS {
            let (text, length, expected) = (format.pack)(&values);
            let found = (format.unpack)(&text, length).map(|(found, _)| found);
            prop_assert_eq!(found, Ok(expected), "{}", format.name);
        }
    }

    #[test]
    fn rubbish_is_refused_or_read(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        length in 0_usize..128,
        (missing, form) in (0..4_u8, 0..6_u8),
    ) {
        for format in FORMATS {
            read(format, &format.text.of(&[&[VERSION], &*bytes].concat()), length);
            // After the beginning of a sequence.
            read(format, &format.text.of(&[&[VERSION, length as u8, missing, form], &*bytes].concat()), length);
            read(format, &String::from_utf8_lossy(&bytes), length);
        }
    }

    #[test]
    fn damage_is_refused_or_read(values in values(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        for format in FORMATS {
            let (text, length, _) = (format.pack)(&values);
            let mut bytes = format.text.bytes(&text);
            let at = at.index(bytes.len());
            bytes[at] = byte;
            read(format, &format.text.of(&bytes), length);
            bytes.truncate(at);
            read(format, &format.text.of(&bytes), length);
        }
    }
}

#[test]
fn another_version_is_refused() {
    for format in FORMATS.iter().filter(|format| format.text != Text::Json && !format.name.starts_with("dictionary")) {
        let (text, length, _) = (format.pack)(&[1, 2, 3, 4, 5, 6]);
        let mut bytes = format.text.bytes(&text);
        bytes[0] = VERSION + 1;
        assert!((format.unpack)(&format.text.of(&bytes), length).is_err(), "{}", format.name);
    }
}

#[test]
fn another_length_is_refused() {
    // These contain their own length.
    let of_any_length = [
        "sequence of any length",
        "days of a roll-up",
        "topics of a roll-up",
        "tuples",
        "delta segment",
        "names of a delta segment",
        "numbers by number",
        "match",
        "positions of a match",
        "mentions of a delta segment",
        "statistics of a view",
        "head of a view",
        "draft of a view",
        "document",
        "dictionary of documents",
    ];
    for format in FORMATS.iter().filter(|format| !of_any_length.contains(&format.name)) {
        let (text, length, _) = (format.pack)(&[7; 12]);
        assert!((format.unpack)(&text, length + 1).is_err(), "{}", format.name);
    }
}

#[test]
fn few_bytes_that_claim_to_be_many_numbers_make_no_more_than_a_row_may_have() {
    // A sequence of only missing values takes five bytes, whatever its length.
    let missing = |length: u64| {
        let mut bytes = vec![VERSION];
        bytes.extend(integer_encoding::VarInt::encode_var_vec(length));
        bytes.extend([2, 0, 0, 1, 0]);
        STANDARD_NO_PAD.encode(bytes)
    };
    assert_eq!(unpack(&missing(1 << 21), None).unwrap().len(), MAX_LENGTH);
    assert!(unpack(&missing((1 << 21) + 1), None).is_err());
    assert!(unpack(&missing(u64::MAX), None).is_err());
    assert!(unpack(&missing(1 << 21), Some(3)).is_err());
}

#[test]
fn a_match_of_many_mentions_has_several_rows() {
    let numbers: Vec<i64> = (1..=600_000).map(|place| 3 * place * SPACING).collect();
    let (of_brand, rows) = BrandMatch::new(&BTreeMap::new(), TermNumbers::default(), numbers.iter().copied());
    assert_eq!((of_brand.rows, rows.len()), (3, 3));
    let found: Vec<i64> = rows.iter().flat_map(|row| unpack_positions(row).unwrap()).collect();
    assert!(found == numbers);
}

#[test]
fn values_that_no_view_has_are_refused() {
    // Invalid positions, and those that overflow.
    for positions in [[-1, 0], [0, i64::MAX], [MISSING, 7]] {
        assert!(unpack_positions(&pack(&positions)).is_err(), "{positions:?}");
    }
    for positions in [[-1, 0], [5, 5], [7, 3], [MISSING, 7]] {
        let of_delta = DeltaMentions { positions: positions.into(), brands: vec![1, 1] };
        assert!(DeltaMentions::unpack(&of_delta.pack()).is_err(), "{positions:?}");
    }
    for count in [-1, MISSING, i64::MAX] {
        let by_day = BTreeMap::from([(20_000, count)]);
        let (of_brand, _) = BrandMatch::new(&by_day, TermNumbers::default(), std::iter::empty());
        assert!(of_brand.by_day().is_err(), "{count}");
        assert!(ViewHead::new(Vec::new(), &by_day, Vec::new()).by_day().is_err(), "{count}");
    }
    assert!(parsed::<ViewHead>(r#"{"chunks":[[18446744073709551615,1,2]],"days":"","names":[]}"#).is_err());
    assert!(TermNumbers::new([vec![7, 3], Vec::new(), Vec::new()]).unpack().is_err());
    // Two sequences of unequal length, or a third one.
    for lengths in [[2, 1].as_slice(), &[1, 2], &[1, 1, 1]] {
        let mut packer = Packer::default();
        for length in lengths {
            packer.numbers(&vec![3; *length]);
        }
        let text = packer.finish();
        assert!(unpack_map(&text).is_err() && DeltaMentions::unpack(&text).is_err(), "{lengths:?}");
    }
}
