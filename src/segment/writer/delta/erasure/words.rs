//! The posting lists of the records' words and facets, and how many records these have.

use super::super::super::documents::{ColumnPositions, each_token, part};
use super::super::super::{RowReader, WriteError, packed_row};
use super::super::served::{ServedRecord, VersionReader, corrupt, integer, read, text};
use super::base_rows::{BaseRecords, IndexBase, chunk_rows};
use super::{INDICES, Rewriting, SplitRecords, month_of};
use crate::base::date::Month;
use crate::segment::{
    ChunkKind, Column, Facet, Lookup, Manifest, RowKind, Table, pack, pack_counts, tuple_fields, unpack, unpack_counts,
    unpack_documents, unpack_lengths,
};
use crate::spec::limits::MAX_RANKED_DOCUMENTS;
use crate::spec::{Field, Index};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The reason if the base segment has words that the record no longer has.
const CHANGED: &str = "the text of a deleted record changed after the last full import";
/// The most posting lists of one read. A frequent word has some hundred kilobytes.
const WORDS_AT_ONCE: usize = 8;

/// A row of a posting list.
struct PostingRow {
    word: String,
    sequence: i64,
    numbers: Vec<i64>,
    /// How often each record has the word, its places, and the records' lengths; none of a facet.
    counts: Option<(Vec<i64>, Vec<i64>)>,
    lengths: Option<Vec<i64>>,
}

/// Packs posting lists without the records, and counts the records of each word anew.
pub(super) fn rewrite<V: VersionReader>(
    rewriting: &mut Rewriting<'_, V>,
    base: &BaseRecords,
    split: &SplitRecords,
) -> Result<Result<(), &'static str>, WriteError> {
    let mut removed: BTreeMap<String, u64> = BTreeMap::new();
    for ((index, erased), manifest) in INDICES.into_iter().zip(&split.erased).zip(rewriting.manifests) {
        let Some(base) = base.0.iter().find(|base| base.index == index && index != Index::ContentCreator) else {
            continue;
        };
        let Some((words, expected)) = words_of(base, erased)? else { return Ok(Err(CHANGED)) };
        let (facets, facets_expected) = facets_of(base, manifest)?;
        let mut found: BTreeMap<i64, u64> = BTreeMap::new();
        let keys: Vec<String> = words.into_iter().chain(facets).collect();
        for keys in keys.chunks(WORDS_AT_ONCE) {
            let wanted = Lookup::Words { keys: keys.to_vec(), numbers: base.numbers.iter().copied().collect() };
            for row in read(rewriting.served, [wanted], "a word is damaged", PostingRow::parse)? {
                let of_row = without(rewriting, &row, &base.numbers, &mut found);
                *removed.entry(row.word).or_default() += of_row;
            }
        }
        // Every word of the base segment's text was found, if there are as many.
        let is_whole = |(number, count): (&i64, &u64)| {
            found.get(number).copied().unwrap_or(0) == count + facets_expected.get(number).copied().unwrap_or(0)
        };
        if !expected.iter().all(is_whole) {
            return Ok(Err(CHANGED));
        }
    }
    if let Err(reason) = count_anew(rewriting, &removed)? {
        return Ok(Err(reason));
    }
    tuples_stay(rewriting, &removed, split)
}

/// The keys of words, and the number of tokens of each record.
type Words = (BTreeSet<String>, BTreeMap<i64, u64>);

/// Returns the words of the records in the base segment. `None` if the length of a text changed.
fn words_of(base: &IndexBase, erased: &[ServedRecord]) -> Result<Option<Words>, WriteError> {
    let index = base.index;
    let positions = ColumnPositions::of(index);
    let lengths: BTreeMap<i64, i64> = base.pairs(Column::LENGTH)?.into_iter().collect();
    let (mut keys, mut tokens) = (BTreeSet::new(), BTreeMap::new());
    for record in erased.iter().filter(|record| base.numbers.contains(&record.number)) {
        let row = RowReader::new(RowKind::of(index), &record.row.json)?;
        let mut count = 0;
        let length = each_token(&positions.texts(&row)?, |text, token, _| {
            if let Some(column) = index.entry().full_text.get(text) {
                keys.insert(part(index, column).key(token));
                count += 1;
            }
            Ok(())
        })?;
        if lengths.get(&record.number) != Some(&length) {
            return Ok(None);
        }
        tokens.insert(record.number, count);
    }
    Ok(Some((keys, tokens)))
}

/// Returns the keys of the facets of the records in the base segment, and how many each record has.
fn facets_of(base: &IndexBase, manifest: &Manifest) -> Result<Words, WriteError> {
    let (mut keys, mut counts) = (BTreeSet::new(), BTreeMap::new());
    let mut add = |number: i64, facet: Facet<'_>| {
        keys.insert(facet.key(base.index));
        *counts.entry(number).or_default() += 1;
    };
    for field in tuple_fields(base.index) {
        let (values, of_tuple) = manifest.tuples.field(field.name).map_err(corrupt)?;
        for (number, tuple) in base.pairs(Column::TUPLE)? {
            let position = usize::try_from(tuple).ok().and_then(|tuple| of_tuple.get(tuple)).copied();
            let value = position.and_then(|at| usize::try_from(at).ok()).and_then(|at| values.get(at));
            value.into_iter().for_each(|value| add(number, Facet::Value(field.name, value)));
        }
    }
    for (number, day) in base.pairs(Column::DAY)? {
        let Some(month) = month_of(day) else { continue };
        add(number, Facet::Month(month));
        Month::of_number(month).into_iter().for_each(|month| add(number, Facet::Year(month.year())));
    }
    Ok((keys, counts))
}

impl PostingRow {
    fn parse(row: &[Value]) -> Option<Self> {
        let documents = usize::try_from(integer(row, 2)?).ok()?;
        let counts = match (text(row, 4), text(row, 6)) {
            (Some(counts), Some(places)) => Some((unpack_counts(counts, documents).ok()?, unpack(places, None).ok()?)),
            _ => None,
        };
        let lengths = match text(row, 5) {
            Some(lengths) => Some(unpack_lengths(lengths, documents).ok()?),
            None => None,
        };
        let numbers = unpack_documents(text(row, 3)?, documents).ok()?;
        Some(Self { word: text(row, 0)?.to_owned(), sequence: integer(row, 1)?, numbers, counts, lengths })
    }
}

/// Packs a row without some records. Adds how often each of them has the word. Returns how many there are.
fn without<V>(
    rewriting: &mut Rewriting<'_, V>,
    PostingRow { word, sequence, numbers, counts, lengths }: &PostingRow,
    erased: &BTreeSet<i64>,
    found: &mut BTreeMap<i64, u64>,
) -> u64 {
    let (mut kept, mut kept_counts, mut kept_places, mut kept_lengths) = (vec![], vec![], vec![], vec![]);
    let mut rest = counts.as_ref().map_or(&[][..], |(_, places)| places);
    for (at, number) in numbers.iter().enumerate() {
        let count = counts.as_ref().and_then(|(counts, _)| counts.get(at)).copied().unwrap_or(1);
        let (places, behind) = rest.split_at(usize::try_from(count).unwrap_or(0).min(rest.len()));
        rest = behind;
        if erased.contains(number) {
            *found.entry(*number).or_default() += count.unsigned_abs();
            continue;
        }
        kept.push(*number);
        kept_counts.push(count);
        kept_places.extend_from_slice(places);
        kept_lengths.extend(lengths.as_ref().and_then(|lengths| lengths.get(at)));
    }
    if kept.len() == numbers.len() {
        return 0;
    }
    match (kept.first(), kept.last()) {
        (Some(first), Some(last)) => {
            let packed = [
                Some(pack(&kept)),
                counts.as_ref().map(|_| pack_counts(&kept_counts)),
                lengths.as_ref().map(|_| pack(&kept_lengths)),
                counts.as_ref().map(|_| pack(&kept_places)),
            ];
            let end = packed_row(&[*sequence, kept.len() as i64, *first, *last], packed).split_off(1);
            rewriting.changed.rewrite(Table::Word, format!("[{},{end}", Value::from(word.as_str())));
        }
        _ => rewriting.changed.remove_key(Table::Word, vec![json!(word), json!(sequence)]),
    }
    (numbers.len() - kept.len()) as u64
}

/// Returns the sizes of posting lists: the records and rows of each key.
fn frequencies(
    served: &mut impl VersionReader,
    keys: impl Iterator<Item = String>,
) -> Result<BTreeMap<String, (u64, i64)>, WriteError> {
    let wanted = Lookup::Frequencies { keys: keys.collect() };
    let rows = read(served, [wanted], "a frequency is damaged", |row| {
        Some((text(row, 0)?.to_owned(), (u64::try_from(integer(row, 1)?).ok()?, integer(row, 2)?)))
    })?;
    Ok(rows.into_iter().collect())
}

fn count_anew<V: VersionReader>(
    rewriting: &mut Rewriting<'_, V>,
    removed: &BTreeMap<String, u64>,
) -> Result<Result<(), &'static str>, WriteError> {
    let removed_of = |(word, count): (&String, &u64)| (*count > 0).then(|| word.clone());
    for (word, (documents, rows)) in frequencies(rewriting.served, removed.iter().filter_map(removed_of))? {
        let left = documents.saturating_sub(removed.get(&word).copied().unwrap_or(0));
        // Only the rows of words that are ranked by have lengths.
        if documents > MAX_RANKED_DOCUMENTS && left <= MAX_RANKED_DOCUMENTS {
            return Ok(Err("a word of a deleted record becomes rare enough to rank by"));
        }
        if left == 0 {
            rewriting.changed.remove_key(Table::Frequency, vec![json!(word)]);
        } else {
            rewriting.changed.rewrite(Table::Frequency, json!([word, left, rows]).to_string());
        }
    }
    Ok(Ok(()))
}

/// Checks that other records have each value of the records' tuple fields: values stay in the manifest.
fn tuples_stay<V: VersionReader>(
    rewriting: &mut Rewriting<'_, V>,
    removed: &BTreeMap<String, u64>,
    split: &SplitRecords,
) -> Result<Result<(), &'static str>, WriteError> {
    const LAST: &str = "a deleted record is the last one with a category or country";
    for (at, index) in INDICES.into_iter().enumerate() {
        let own = tuple_fields(index).into_iter().filter(|field| field.values.is_empty() && !field.of_video);
        for field in own {
            let of = |records: &[ServedRecord]| values_of(index, field, records);
            let erased = split.erased.get(at).map_or_else(|| Ok(BTreeSet::new()), |records| of(records))?;
            let kept = split.kept.get(at).map_or_else(|| Ok(BTreeSet::new()), |records| of(records))?;
            let values: Vec<&String> = erased.difference(&kept).collect();
            if values.is_empty() {
                continue;
            }
            let is_left = if index == Index::ContentCreator {
                snapshots_have(rewriting, split, field, &values)?
            } else {
                let key = |value: &&String| Facet::Value(field.name, value).key(index);
                let known = frequencies(rewriting.served, values.iter().map(key))?;
                values.iter().map(key).all(|key| {
                    let documents = known.get(&key).map_or(0, |(documents, _)| *documents);
                    documents > removed.get(&key).copied().unwrap_or(0)
                })
            };
            if !is_left {
                return Ok(Err(LAST));
            }
        }
    }
    Ok(Ok(()))
}

/// Returns the values of a field of records.
fn values_of(index: Index, field: &Field, records: &[ServedRecord]) -> Result<BTreeSet<String>, WriteError> {
    let mut values = BTreeSet::new();
    for record in records {
        let row = RowReader::new(RowKind::of(index), &record.row.json)?;
        values.extend(row.value(field.name).text()?.map(|text| text.into_owned()));
    }
    Ok(values)
}

/// Returns true if other snapshots of the base segment have each value.
fn snapshots_have<V: VersionReader>(
    rewriting: &mut Rewriting<'_, V>,
    split: &SplitRecords,
    field: &Field,
    values: &[&String],
) -> Result<bool, WriteError> {
    let ([_, manifest, _], [_, erased, _]) = (rewriting.manifests, &split.erased);
    let erased: BTreeSet<i64> = erased.iter().map(|record| record.number).collect();
    let (known, of_tuple) = manifest.tuples.field(field.name).map_err(corrupt)?;
    let kind = ChunkKind::All(Index::ContentCreator);
    let mut left: BTreeSet<&String> = BTreeSet::new();
    for row in chunk_rows(rewriting.served, (kind.id(0, 0), kind.last_id(0)), &[Column::NUMBER, Column::TUPLE])? {
        let column = |column| row.batch.numbers(column).map_err(corrupt);
        let pairs = column(Column::NUMBER)?.iter().zip(column(Column::TUPLE)?);
        for (_, tuple) in pairs.filter(|(number, _)| !erased.contains(number)) {
            let position = usize::try_from(*tuple).ok().and_then(|tuple| of_tuple.get(tuple)).copied();
            left.extend(position.and_then(|at| usize::try_from(at).ok()).and_then(|at| known.get(at)));
        }
    }
    Ok(values.iter().all(|value| left.contains(value)))
}
