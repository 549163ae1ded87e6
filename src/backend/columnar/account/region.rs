//! Numbers of regions.
//!
//! A region is the number of a name. If neither the mention nor its video has a region, the country of the creator is
//! used instead, as a number below zero.

use super::creators::Creators;
use crate::segment::MISSING;

/// Returns the region of a mention: `own`, the region of the mention or its video, or else the number of the creator's
/// country (see [`country_number`]).
pub(super) fn region_number(own: i64, channel: i64, creators: &Creators) -> i64 {
    if own != MISSING {
        return own;
    }
    creators.country(creators.creator_of(channel)).map_or(MISSING, country_number)
}

/// Returns the number below zero that represents a country, from its position among all countries.
pub(super) fn country_number(position: usize) -> i64 {
    -1 - position as i64
}

/// Returns the position of the country that a region number represents, if it represents one.
pub(super) fn country_position(region: i64) -> Option<usize> {
    (region != MISSING).then(|| usize::try_from(-1 - region).ok()).flatten()
}
