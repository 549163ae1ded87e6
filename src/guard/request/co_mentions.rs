//! A checked request of `POST /v1/co-mentions`.

use super::CanonicalObject;
use crate::spec::{Field, Index};
use serde_json::{Value, json};

/// A checked question.
#[derive(Debug, Clone, PartialEq)]
pub struct CoMentionsRequest {
    pub(crate) values: Vec<String>,
    pub(crate) index: Index,
    pub(crate) field: &'static Field,
    pub(crate) group_by: &'static Field,
    pub(crate) size: u32,
}

impl CoMentionsRequest {
    pub(super) fn of(canonical: CanonicalObject<'_>) -> Option<Self> {
        let index = canonical.index()?;
        Some(Self {
            values: canonical.texts("values")?,
            index,
            field: canonical.field("field", index)?,
            group_by: canonical.field("group_by", index)?,
            size: canonical.whole("size")?,
        })
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "values": self.values,
            "index": self.index.name(),
            "field": self.field.name,
            "group_by": self.group_by.name,
            "size": self.size,
        })
    }
}
