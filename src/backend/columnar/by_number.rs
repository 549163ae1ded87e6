//! Maps by the numbers of names and records.

use foldhash::fast::FixedState;
use std::collections::HashMap;

/// A map by number. Most numbers are multiples of a power of two. In 32-bit WebAssembly, `FxHasher` maps a million of
/// them to a few thousand buckets, so each lookup would probe many entries.
pub(super) type ByNumber<V> = HashMap<i64, V, FixedState>;
