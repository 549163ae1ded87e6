//! Which mentions of an account are known.

use crate::base::date::Date;
use crate::guard::request::MonitoredBrand;
use crate::guard::request::account::id::{IdKind, PublicId};
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

/// Ids that are kept at most.
const IDS_MOST: usize = 20_000;
/// Seconds before the last arrival from which on mentions are looked at again, as long as they are fresh: documents are
/// not added in the order in which they were found.
const LOOKED_BACK: i64 = 3 * 86_400;
/// Bytes of a hash that tells definitions of brands apart.
const HASH_BYTES: usize = 8;

/// Which mentions of an account are known: of each brand how many there are, and since when all are known by their ids.
///
/// Of a fresh mention that arrived after the floor of its brand, the id is known. What arrived until then is not listed any
/// more, and so is told to nobody; a mention that comes with such a time is counted.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ArrivalMemory {
    /// Mentions, each once.
    pub(super) total: u64,
    brands: Vec<KnownBrand>,
    /// Ids of fresh mentions by the day of their video.
    ids: BTreeMap<String, BTreeSet<String>>,
}

/// What is known of a brand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct KnownBrand {
    id: String,
    /// A hash of what counts for it: when that changes, other mentions do, which are not new.
    definition: String,
    /// How many mentions it has.
    pub(super) mentions: u64,
    /// A time of arrival, in seconds since 1970; nothing has arrived where there is none.
    pub(super) floor: Option<i64>,
}

impl ArrivalMemory {
    /// What an account knows of which there is no dataset yet: of the first one all is new.
    pub fn without_dataset(monitored: &[MonitoredBrand]) -> Self {
        let mut memory = Self::default();
        memory.count(monitored, 0, &vec![0; monitored.len()]);
        memory
    }

    /// What is known of fresh mentions, those of a day or later ones.
    pub(super) fn of_fresh(&self, first: Date) -> Self {
        let ids = self.ids.iter().filter(|(day, _)| **day >= first.to_string());
        Self { ids: ids.map(|(day, ids)| (day.clone(), ids.clone())).collect(), ..self.clone() }
    }

    /// Notes how many mentions there are. What was known of brands that are not monitored any more is forgotten.
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

    /// What is known of a brand, as it is defined now.
    pub(super) fn brand(&self, brand: &MonitoredBrand) -> Option<&KnownBrand> {
        let definition = definition(brand);
        self.brands.iter().find(|known| known.id == brand.id && known.definition == definition)
    }

    /// Whether it is of the same brands as another one.
    pub(super) fn has_brands_of(&self, other: &Self) -> bool {
        let brands = |memory: &Self| -> BTreeSet<(String, String)> {
            memory.brands.iter().map(|known| (known.id.clone(), known.definition.clone())).collect()
        };
        brands(self) == brands(other)
    }

    /// Where the floor is after all mentions were listed that arrived up to a time, in seconds since 1970. One whose time
    /// is still to come keeps nothing from being listed.
    pub(super) fn before(newest: i64, now: i64) -> i64 {
        newest.min(now).saturating_sub(LOOKED_BACK)
    }

    /// Raises the floor of a brand, which never sinks.
    pub(super) fn raise(&mut self, brand: &MonitoredBrand, to: Option<i64>, from: Option<i64>) {
        let known = self.brands.iter_mut().find(|known| known.id == brand.id);
        if let Some(known) = known {
            known.floor = to.max(from);
        }
    }

    /// Whether the id of a mention is known, by its bits.
    pub(super) fn knows(&self, id: i64) -> bool {
        let id = short(id);
        self.ids.values().any(|ids| ids.contains(&id))
    }

    /// Notes the id of a mention, by its bits.
    pub(super) fn learn(&mut self, day: Date, id: i64) {
        self.ids.entry(day.to_string()).or_default().insert(short(id));
    }

    /// Forgets ids of the earliest days where there are too many.
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

/// An id without what all ids begin with.
fn short(id: i64) -> String {
    let id = PublicId::from_bits(IdKind::Mention, id).to_string();
    id.strip_prefix(IdKind::Mention.prefix()).unwrap_or(&id).to_owned()
}

/// A hash of what counts for a brand; what it is called counts for nothing.
fn definition(brand: &MonitoredBrand) -> String {
    let MonitoredBrand { id: _, label: _, terms, must_context, exact } = brand;
    let text = serde_json::json!([terms, must_context, exact]).to_string();
    let hash = Sha256::digest(text.as_bytes());
    HEXLOWER.encode(hash.get(..HASH_BYTES).unwrap_or_default())
}
