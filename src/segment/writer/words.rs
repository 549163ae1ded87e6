//! Inverted indices: the records of every word, collected record by record.
//!
//! The records of a word are collected as varints. When they fill a row, the row is packed and put into the spool.
//! Memory therefore grows with the vocabulary, not with frequent words.

use super::{Interner, Json, Output, Spool, TextSymbol, WriteError, in_order, packed_row, too_many};
use crate::segment::codec::push_varint;
use crate::segment::{PLACES_CHUNK, Part, Table, WORD_CHUNK, number_at, pack, pack_counts};
use crate::spec::limits::MAX_RANKED_DOCUMENTS;
use integer_encoding::VarInt;
use serde_json::json;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The number of words that a worker packs per job.
const WORDS_AT_ONCE: usize = 256;

/// The inverted index of a text part.
pub(super) struct InvertedIndex {
    part: Part,
    words: Interner,
    documents: Vec<Postings>,
}

/// The records of a word.
#[derive(Default)]
struct Postings {
    documents: u32,
    /// The last record, counted from 1.
    last: u32,
    /// The number of records and of places since the last full row.
    open_documents: usize,
    open_places: usize,
    /// The places since the last full row, two varints each. The first is the distance to the record of the place
    /// before, or to 0; records are counted from 1. The second is the place.
    open: Vec<u8>,
    /// The offset and the length of each full row in the spool.
    full: Vec<(u64, u32)>,
}

impl InvertedIndex {
    pub(super) fn new(part: Part) -> Self {
        Self { part, words: Interner::default(), documents: Vec::new() }
    }

    pub(super) fn part(&self) -> Part {
        self.part
    }

    /// Adds a word of a record. Records must come in the order of their numbers, and places in theirs. `lengths` are
    /// the lengths of the records before.
    pub(super) fn add<S: Spool>(
        &mut self,
        word: &str,
        document: u32,
        place: u32,
        lengths: &[i64],
        spool: &Mutex<S>,
    ) -> Result<(), WriteError> {
        let symbol = self.words.intern(word) as usize;
        if symbol == self.documents.len() {
            self.documents.push(Postings::default());
        }
        let Some(postings) = self.documents.get_mut(symbol) else { return Ok(()) };
        let document = document + 1;
        if postings.last != document {
            if postings.open_documents == WORD_CHUNK || postings.open_places >= PLACES_CHUNK {
                postings.fill(lengths, spool)?;
            }
            postings.documents += 1;
            postings.open_documents += 1;
        }
        let before = if postings.open.is_empty() { 0 } else { postings.last };
        push_varint(&mut postings.open, (document - before).into());
        push_varint(&mut postings.open, place.into());
        postings.open_places += 1;
        postings.last = document;
        Ok(())
    }

    /// Writes the frequency of each word, in the order of the words.
    pub(super) fn frequencies(&self, output: &mut Output<'_>) -> Result<(), WriteError> {
        for word in self.words.sort(0..self.words.len() as TextSymbol) {
            let Some(postings) = self.documents.get(word as usize) else { continue };
            let key = self.part.key(self.words.text(word));
            // The last row is never in the spool.
            let chunks = postings.full.len() + 1;
            (output.sink)(Table::Frequency, &json!([key, postings.documents, chunks]).to_string())?;
        }
        Ok(())
    }

    /// Packs the rows of all words, in the order of the words. `lengths` are the lengths of all records.
    pub(super) fn pack<S: Spool>(
        &self,
        lengths: &[i64],
        spool: &Mutex<S>,
        output: &mut Output<'_>,
    ) -> Result<(), WriteError> {
        let sorted = self.words.sort(0..self.words.len() as TextSymbol);
        let jobs: Vec<&[TextSymbol]> = sorted.chunks(WORDS_AT_ONCE).collect();
        let pack = |words: &&[TextSymbol]| {
            let mut packed = Vec::new();
            for word in *words {
                let key = self.part.key(self.words.text(*word));
                let Some(postings) = self.documents.get(*word as usize) else { continue };
                postings.pack(&key, lengths, spool, &mut packed)?;
            }
            Ok(packed)
        };
        let mut done = 0;
        in_order(&jobs, pack, |packed| {
            done += WORDS_AT_ONCE;
            output.progress("words", done.min(sorted.len()), sorted.len());
            output.rows(Table::Word, &packed)
        })
    }
}

impl Postings {
    /// Packs the open row and puts it into the spool.
    fn fill<S: Spool>(&mut self, lengths: &[i64], spool: &Mutex<S>) -> Result<(), WriteError> {
        let packed = self.pack_open(lengths);
        let length = u32::try_from(packed.len()).map_err(|_| too_many("places of a word"))?;
        self.full.push((lock(spool).append(packed.as_bytes())?, length));
        self.open.clear();
        (self.open_documents, self.open_places) = (0, 0);
        Ok(())
    }

    fn pack<S: Spool>(
        &self,
        key: &str,
        lengths: &[i64],
        spool: &Mutex<S>,
        rows: &mut Vec<Json>,
    ) -> Result<(), WriteError> {
        let key = serde_json::Value::from(key);
        let row = |sequence: usize, packed: &str| format!("[{key},{sequence},{packed}");
        for (sequence, (offset, length)) in self.full.iter().enumerate() {
            let mut bytes = Vec::new();
            lock(spool).read(*offset, *length as usize, &mut bytes)?;
            rows.push(row(sequence, &String::from_utf8_lossy(&bytes)));
        }
        rows.push(row(self.full.len(), &self.pack_open(lengths)));
        Ok(())
    }

    /// Packs the open row: the end of its JSON array.
    fn pack_open(&self, lengths: &[i64]) -> String {
        // Lengths are omitted for words that are too frequent to rank by.
        let is_ranked_by = u64::from(self.documents) <= MAX_RANKED_DOCUMENTS;
        pack_row(&self.open, is_ranked_by.then_some(lengths))
    }
}

/// Packs a row from records and places as varints.
fn pack_row(open: &[u8], lengths: Option<&[i64]>) -> String {
    let (mut numbers, mut counts, mut places) = (Vec::<i64>::new(), Vec::<i64>::new(), Vec::new());
    let mut of_documents = Vec::new();
    let mut document = 0_usize;
    let mut rest = open;
    while let (Some(step), Some(place)) = (take_varint(&mut rest), take_varint(&mut rest)) {
        document += step as usize;
        places.push(i64::from(place));
        match counts.last_mut().filter(|_| step == 0) {
            Some(count) => *count += 1,
            None => {
                numbers.push(number_at(document - 1));
                counts.push(1);
                of_documents.extend(lengths.and_then(|lengths| lengths.get(document - 1)));
            }
        }
    }
    let ends = [numbers.len() as i64, numbers.first().copied().unwrap_or(0), numbers.last().copied().unwrap_or(0)];
    let columns =
        [Some(pack(&numbers)), Some(pack_counts(&counts)), lengths.map(|_| pack(&of_documents)), Some(pack(&places))];
    packed_row(&ends, columns).split_off(1)
}

/// Locks the spool for a worker.
pub(super) fn lock<S>(spool: &Mutex<S>) -> MutexGuard<'_, S> {
    // A panic of the thread that held the lock ends the whole build, so poisoning does not matter.
    spool.lock().unwrap_or_else(PoisonError::into_inner)
}

fn take_varint(bytes: &mut &[u8]) -> Option<u32> {
    let (value, length) = u32::decode_var(bytes)?;
    *bytes = bytes.get(length..)?;
    Some(value)
}
