//! Ranges, as filters of bodies may state them: `{gte?, lte?}`.

use super::Presence::Optional;
use super::Type::{Date, Number};
use super::schema;

schema! {
    NUMBERS, NUMBERS_NAMES,
    "gte": Number, Optional;
    "lte": Number, Optional;
}

schema! {
    DATES, RANGE_NAMES,
    "gte": Date, Optional;
    "lte": Date, Optional;
}
