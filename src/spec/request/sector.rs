//! The body of `POST /v1/sector`: `{brands: [{label, terms, must_context?, exact?}], from_date, to_date}`.

use super::Presence::{Default, Required};
use super::Type::{Boolean, Date, Label, Names, Objects};
use super::schema;
use crate::spec::limits::{MAX_BRANDS, MAX_CONTEXTS, MAX_TERMS};

schema! {
    BODY, NAMES,
    "brands": Objects(&BRAND, MAX_BRANDS), Required;
    "from_date": Date, Required;
    "to_date": Date, Required;
}

schema! {
    BRAND, BRAND_NAMES,
    "label": Label, Required;
    "terms": Names(1, MAX_TERMS), Required;
    "must_context": Names(0, MAX_CONTEXTS), Default("[]");
    "exact": Boolean, Default("false");
}
