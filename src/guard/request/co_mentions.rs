//! A checked request of `POST /v1/co-mentions`.

use super::CanonicalObject;
use crate::spec::{Field, Index};
use serde_json::{Value, json};

/// A checked question.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the members are described in the reference of the Data API")]
pub struct CoMentionsRequest {
    pub values: Vec<String>,
    pub index: Index,
    pub field: &'static Field,
    pub group_by: &'static Field,
    pub size: u32,
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
