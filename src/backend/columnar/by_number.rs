//! Maps by the numbers of names and documents.

use foldhash::fast::FixedState;
use std::collections::HashMap;

/// A map by number. Numbers are multiples of a power of two, mostly. On the 32 bits of the edge the hash that is used
/// elsewhere here leaves a few thousand places for a million of them, and every look-up walks a long way.
pub(super) type ByNumber<V> = HashMap<i64, V, FixedState>;
