//! The part of the event state that says which mentions of an account are known.

use crate::base::date::Date;
use crate::base::order;
use crate::guard::request::MonitoredBrand;
use crate::guard::request::account::id::{IdKind, PublicId};
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of stored ids.
const MAX_IDS: usize = 20_000;
/// The length of the hash of a brand's definition, in bytes.
const HASH_BYTES: usize = 8;

/// The known mentions of an account: their number per brand, and the ids of fresh ones.
///
/// Each brand has a watermark, a time of arrival. The ids of fresh mentions that arrived after it are stored. Mentions
/// that arrived before it are no longer listed, so no event reports them. If a mention is added later with such a time,
/// it is only counted.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ArrivalState {
    /// The number of mentions. A mention of several brands counts once.
    pub(super) total: u64,
    brands: Vec<BrandArrivals>,
    /// Ids of fresh mentions, keyed by the upload day of their video.
    ids: BTreeMap<String, BTreeSet<String>>,
}

/// The known mentions of one brand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct BrandArrivals {
    id: String,
    /// A hash of the terms that define the brand. If it changes, other mentions match, and those are not new.
    definition: String,
    /// The number of mentions of the brand.
    pub(super) mentions: u64,
    /// The watermark, in seconds since 1970. `None` if nothing has arrived yet.
    #[serde(rename = "floor")]
    pub(super) watermark: Option<i64>,
}

impl ArrivalState {
    /// Returns the state of an account before the first dataset version. All mentions of the first version are then
    /// new.
    pub fn without_dataset(monitored: &[MonitoredBrand]) -> Self {
        let mut state = Self::default();
        state.set_counts(monitored, 0, &vec![0; monitored.len()]);
        state
    }

    /// Returns a copy with only the ids of mentions of the day `first` or later.
    pub(super) fn copy_since(&self, first: Date) -> Self {
        let ids = self.ids.iter().filter(|(day, _)| **day >= first.to_string());
        Self { ids: ids.map(|(day, ids)| (day.clone(), ids.clone())).collect(), ..self.clone() }
    }

    /// Stores the number of mentions. Drops brands that are no longer monitored.
    pub(super) fn set_counts(&mut self, monitored: &[MonitoredBrand], total: u64, brand_counts: &[u64]) {
        self.total = total;
        let arrivals = |(brand, mentions): (&MonitoredBrand, &u64)| BrandArrivals {
            id: brand.id.clone(),
            definition: hash_definition(brand),
            mentions: *mentions,
            watermark: self.find_brand(brand).and_then(|known| known.watermark),
        };
        self.brands = monitored.iter().zip(brand_counts).map(arrivals).collect();
    }

    /// Returns the known mentions of a brand. Returns `None` if its definition has changed.
    pub(super) fn find_brand(&self, brand: &MonitoredBrand) -> Option<&BrandArrivals> {
        let definition = hash_definition(brand);
        self.brands.iter().find(|known| known.id == brand.id && known.definition == definition)
    }

    /// Returns true if both states cover the same brands with the same definitions.
    pub(super) fn has_same_brands(&self, other: &Self) -> bool {
        let brands = |state: &Self| -> BTreeSet<(String, String)> {
            order::set(state.brands.iter().map(|known| (known.id.clone(), known.definition.clone())))
        };
        brands(self) == brands(other)
    }

    /// Sets the watermark of a brand to the later of `to` and `from`. A watermark never decreases.
    pub(super) fn raise_watermark(&mut self, brand: &MonitoredBrand, to: Option<i64>, from: Option<i64>) {
        let known = self.brands.iter_mut().find(|known| known.id == brand.id);
        if let Some(known) = known {
            known.watermark = to.max(from);
        }
    }

    /// Returns true if the mention with these id bits is known.
    pub(super) fn contains(&self, id: i64) -> bool {
        let id = short_id(id);
        self.ids.values().any(|ids| ids.contains(&id))
    }

    /// Stores the id bits of a mention under its upload day.
    pub(super) fn insert(&mut self, day: Date, id: i64) {
        self.ids.entry(day.to_string()).or_default().insert(short_id(id));
    }

    /// Drops ids of the earliest days beyond the maximum number.
    pub(super) fn truncate(&mut self) {
        let mut free = MAX_IDS;
        for ids in self.ids.values_mut().rev() {
            while ids.len() > free {
                ids.pop_first();
            }
            free -= ids.len();
        }
        self.ids.retain(|_, ids| !ids.is_empty());
    }
}

/// Formats a mention id without the prefix that all ids share.
fn short_id(id: i64) -> String {
    let id = PublicId::from_bits(IdKind::Mention, id).to_string();
    id.strip_prefix(IdKind::Mention.prefix()).unwrap_or(&id).to_owned()
}

/// Hashes the definition of a brand. Its label is not part of the hash.
fn hash_definition(brand: &MonitoredBrand) -> String {
    let hash = Sha256::digest(brand.definition().to_string());
    HEXLOWER.encode(hash.get(..HASH_BYTES).unwrap_or_default())
}
