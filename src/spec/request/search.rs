//! The body of `POST /v1/search`: `{index, filters?, q?, sort_field?, sort_order?, size?}`.

use super::Presence::{Default, Optional, Required};
use super::Type::{Field, Filters, FullText, Integer, OneOf};
use super::schema;
use crate::spec::Use;
use crate::spec::limits::MAX_RESULTS;
use crate::spec::{Index, Order};

schema! {
    BODY, NAMES,
    "index": OneOf(&Index::SYMBOLS), Required;
    "filters": Filters, Default("{}");
    "q": FullText, Optional;
    "sort_field": Field(Use::Sort), Optional;
    "sort_order": OneOf(&Order::SYMBOLS), Default("\"desc\"");
    "size": Integer(1, MAX_RESULTS), Default("10");
}
