//! The part of the event state that says which mentions of an account are known.

use crate::base::date::Date;
use crate::guard::request::MonitoredBrand;
use crate::guard::request::account::id::{IdKind, PublicId};
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of stored ids.
const IDS_MOST: usize = 20_000;
/// Seconds before the last arrival from which on the next event scan reads fresh mentions again. Mentions are not added
/// to the dataset in the order in which they were found.
const LOOKED_BACK: i64 = 3 * 86_400;
/// The length of the hash of a brand's definition, in bytes.
const HASH_BYTES: usize = 8;

/// The known mentions of an account: their number per brand, and the ids of fresh ones.
///
/// Each brand has a watermark, a time of arrival. The ids of fresh mentions that arrived after it are stored. Mentions
/// that arrived before it are no longer listed, so no event reports them. If a mention is added later with such a time,
/// it is only counted.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ArrivalMemory {
    /// The number of mentions. A mention of several brands counts once.
    pub(super) total: u64,
    brands: Vec<KnownBrand>,
    /// Ids of fresh mentions, keyed by the upload day of their video.
    ids: BTreeMap<String, BTreeSet<String>>,
}

/// The known mentions of one brand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct KnownBrand {
    id: String,
    /// A hash of the terms that define the brand. If it changes, other mentions match, and those are not new.
    definition: String,
    /// The number of mentions of the brand.
    pub(super) mentions: u64,
    /// The watermark, in seconds since 1970. `None` if nothing has arrived yet.
    pub(super) floor: Option<i64>,
}

impl ArrivalMemory {
    /// Returns the state of an account before the first dataset version. All mentions of the first version are then
    /// new.
    pub fn without_dataset(monitored: &[MonitoredBrand]) -> Self {
        let mut memory = Self::default();
        memory.count(monitored, 0, &vec![0; monitored.len()]);
        memory
    }

    /// Returns a copy with only the ids of mentions of the day `first` or later.
    pub(super) fn of_fresh(&self, first: Date) -> Self {
        let ids = self.ids.iter().filter(|(day, _)| **day >= first.to_string());
        Self { ids: ids.map(|(day, ids)| (day.clone(), ids.clone())).collect(), ..self.clone() }
    }

    /// Stores the number of mentions. Drops brands that are no longer monitored.
    pub(super) fn count(&mut self, monitored: &[MonitoredBrand], total: u64, of_brands: &[u64]) {
        self.total = total;
        let known = |(brand, mentions): (&MonitoredBrand, &u64)| KnownBrand {
            id: brand.id.clone(),
            definition: definition(brand),
            mentions: *mentions,
            floor: self.brand(brand).and_then(|known| known.floor),
        };
        self.brands = monitored.iter().zip(of_brands).map(known).collect();
    }

    /// Returns the known mentions of a brand. Returns `None` if its definition has changed.
    pub(super) fn brand(&self, brand: &MonitoredBrand) -> Option<&KnownBrand> {
        let definition = definition(brand);
        self.brands.iter().find(|known| known.id == brand.id && known.definition == definition)
    }

    /// Returns true if both states cover the same brands with the same definitions.
    pub(super) fn has_brands_of(&self, other: &Self) -> bool {
        let brands = |memory: &Self| -> BTreeSet<(String, String)> {
            memory.brands.iter().map(|known| (known.id.clone(), known.definition.clone())).collect()
        };
        brands(self) == brands(other)
    }

    /// Returns the watermark after all mentions up to the arrival time `newest` were listed, in seconds since 1970. A
    /// time in the future counts as `now`, so that later mentions are still listed.
    pub(super) fn before(newest: i64, now: i64) -> i64 {
        newest.min(now).saturating_sub(LOOKED_BACK)
    }

    /// Sets the watermark of a brand to the later of `to` and `from`. A watermark never decreases.
    pub(super) fn raise(&mut self, brand: &MonitoredBrand, to: Option<i64>, from: Option<i64>) {
        let known = self.brands.iter_mut().find(|known| known.id == brand.id);
        if let Some(known) = known {
            known.floor = to.max(from);
        }
    }

    /// Returns true if the mention with these id bits is known.
    pub(super) fn knows(&self, id: i64) -> bool {
        let id = short(id);
        self.ids.values().any(|ids| ids.contains(&id))
    }

    /// Stores the id bits of a mention under its upload day.
    pub(super) fn learn(&mut self, day: Date, id: i64) {
        self.ids.entry(day.to_string()).or_default().insert(short(id));
    }

    /// Drops ids of the earliest days beyond the maximum number.
    pub(super) fn forget_most(&mut self) {
        let mut left = IDS_MOST;
        for ids in self.ids.values_mut().rev() {
            while ids.len() > left {
                ids.pop_first();
            }
            left -= ids.len();
        }
        self.ids.retain(|_, ids| !ids.is_empty());
    }
}

/// Formats a mention id without the prefix that all ids share.
fn short(id: i64) -> String {
    let id = PublicId::from_bits(IdKind::Mention, id).to_string();
    id.strip_prefix(IdKind::Mention.prefix()).unwrap_or(&id).to_owned()
}

/// Hashes the definition of a brand. Its label is not part of the hash.
fn definition(brand: &MonitoredBrand) -> String {
    let MonitoredBrand { id: _, label: _, terms, must_context, exact } = brand;
    let text = serde_json::json!([terms, must_context, exact]).to_string();
    let hash = Sha256::digest(text.as_bytes());
    HEXLOWER.encode(hash.get(..HASH_BYTES).unwrap_or_default())
}
