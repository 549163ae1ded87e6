//! The check of the compression dictionaries. They are made from parts of sampled records, which they hold verbatim.

use super::super::served::{Dictionaries, ServedRecord, VersionReader, corrupt, sample};
use super::{ChangedRows, INDICES, Rewriting, SplitRecords, WriteError};
use crate::segment::{Corrupt, RemovedRows, Table};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use serde_json::Value;
use std::collections::HashSet;

/// The length of a text in bytes that counts as the record's own if no other record that is looked at has it.
const OWN_BYTES: usize = 24;
/// The other records that are looked at, besides those of the same days.
const OTHERS: u64 = 1_000;
/// The length in bytes of the shortest name or word that is looked for.
const SHORTEST: usize = 4;

/// Returns true if a dictionary holds text of an erased record that other records do not have, or a name or word that no
/// record has any more.
pub(super) fn is_in_dictionary<V: VersionReader>(
    rewriting: &mut Rewriting<'_, V>,
    dictionaries: &Dictionaries,
    split: &SplitRecords,
) -> Result<bool, WriteError> {
    let gone = gone(rewriting.changed);
    let of_indices = INDICES.into_iter().zip(rewriting.manifests).zip(&split.erased).zip(&split.kept);
    for (((index, manifest), erased), kept) in of_indices {
        let decoded = STANDARD_NO_PAD.decode(dictionaries.of(index)?);
        let dictionary = decoded.map_err(|_| corrupt(Corrupt("a dictionary is no base64")))?;
        let own = own_parts(&dictionary, erased, kept);
        if !own.is_empty() {
            let others = sample(rewriting.served, dictionaries, index, manifest.documents, OTHERS)?;
            let others: Vec<ServedRecord> = others.into_iter().filter(|one| !is_one_of(one, erased)).collect();
            if !own_parts(&dictionary, erased, &[kept.as_slice(), &others].concat()).is_empty() {
                return Ok(true);
            }
        }
        let text = String::from_utf8_lossy(&dictionary).to_lowercase();
        if gone.iter().any(|gone| text.contains(gone)) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn is_one_of(record: &ServedRecord, others: &[ServedRecord]) -> bool {
    others.iter().any(|other| other.number == record.number)
}

/// Returns the parts of the erased records that a dictionary holds and no other record has.
fn own_parts(dictionary: &[u8], erased: &[ServedRecord], others: &[ServedRecord]) -> HashSet<Vec<u8>> {
    let parts: HashSet<&[u8]> = dictionary.windows(OWN_BYTES).collect();
    let windows = |record: &ServedRecord| -> Vec<Vec<u8>> {
        record.row.json.as_bytes().windows(OWN_BYTES).filter(|part| parts.contains(part)).map(<[u8]>::to_vec).collect()
    };
    let mut own: HashSet<Vec<u8>> = erased.iter().flat_map(windows).collect();
    for record in others {
        if own.is_empty() {
            break;
        }
        for part in record.row.json.as_bytes().windows(OWN_BYTES) {
            own.remove(part);
        }
    }
    own
}

/// Returns the words and names that are removed, in lower case.
fn gone(changed: &ChangedRows) -> Vec<String> {
    let mut gone = Vec::new();
    for removed in &changed.removed {
        let RemovedRows::Keys { table, keys } = removed else { continue };
        // A word has the letter of its part before it.
        let (at, prefix) = match Table::from_name(table) {
            Some(Table::Frequency) => (0, 1),
            Some(Table::Name) => (1, 0),
            _ => continue,
        };
        let texts = keys.iter().filter_map(|key| key.get(at).and_then(Value::as_str)?.get(prefix..));
        gone.extend(texts.filter(|text| text.len() >= SHORTEST).map(str::to_lowercase));
    }
    gone
}
