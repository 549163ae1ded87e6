//! Updates manifests for a delta segment.

use super::super::Frame;
use super::served::ServedRecord;
use crate::segment::{Delta, Hashes, Manifest, MonthSize, Tuples};

/// The effect of a delta segment on an index.
pub(super) struct DeltaChange<'a> {
    /// The served records that the delta segment replaces or packs again, and the number of their tokens.
    pub(super) before: &'a [ServedRecord],
    pub(super) tokens_before: i64,
    /// The number of records of the delta segment. The next fields are their tokens and the sum of their hashes.
    pub(super) documents: usize,
    pub(super) tokens: i64,
    pub(super) hashes: Hashes,
    /// The superseded days or creators, ascending.
    pub(super) keys: &'a [i64],
    pub(super) channels: usize,
    pub(super) tuples: Tuples,
}

impl DeltaChange<'_> {
    /// Returns the manifest with the delta segment.
    pub(super) fn manifest(self, served: &Manifest, frame: &Frame, revision: i64) -> Manifest {
        let mut hashes = served.hashes;
        self.before.iter().for_each(|document| hashes.remove(document.hash));
        hashes.high = hashes.high.wrapping_add(self.hashes.high);
        hashes.low = hashes.low.wrapping_add(self.hashes.low);
        let mut months = served.months.clone();
        for month in &frame.dates.months {
            if let Err(place) = months.binary_search_by_key(month, |size| size.month) {
                months.insert(place, MonthSize { month: *month, documents: 0 });
            }
        }
        let replaced = |all: u64, before: u64, now: u64| (all + now).saturating_sub(before);
        Manifest {
            documents: replaced(served.documents, self.before.len() as u64, self.documents as u64),
            months,
            tuples: self.tuples,
            channels: served.channels + self.channels as u64,
            tokens: replaced(served.tokens, self.tokens_before.unsigned_abs(), self.tokens.unsigned_abs()),
            hashes,
            widths: served.widths.clone(),
            cubes: served.cubes.clone(),
            names: served.names.clone(),
            base_days: served.base_days.clone(),
            text_rules: served.text_rules,
            aliases: served.aliases.clone(),
            delta: Some(Delta::new(revision, self.documents as u64, self.keys).with_days(&frame.dates.days)),
        }
    }
}
