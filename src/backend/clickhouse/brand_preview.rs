//! The preview of a brand: the mentions of its terms, in groups by context.

use super::brand_names::{BrandNames, names_of_brands, push_context, push_named};
use super::connection::Connection;
use super::reader::Reader;
use super::records::{columns, read_records};
use super::schema::VersionTables;
use super::sql::Sql;
use crate::guard::request::Brand;
use crate::query::QueryError;
use crate::query::brand_preview::{BrandPreview, GroupCondition, MAX_EXAMPLES, MentionGroup, group_conditions};
use crate::spec::Index;
use std::collections::BTreeSet;

const INDEX: Index = Index::BusinessIdeas;

/// Returns the preview of a brand. Each group with mentions takes one statement.
pub(super) async fn preview<C: Connection>(reader: &Reader<'_, C>, brand: &Brand) -> Result<BrandPreview, QueryError> {
    let names = names_of_brands(reader, std::slice::from_ref(brand)).await?.pop().unwrap_or_default();
    let conditions = group_conditions(brand);
    if names.iter().all(BTreeSet::is_empty) {
        return Ok(BrandPreview::new(brand, vec![MentionGroup::default(); conditions.len()]));
    }
    let counts: Vec<u64> = reader.read_one(&counts(reader.tables, &names, &conditions)).await?;
    let mut groups = Vec::with_capacity(conditions.len());
    for (condition, mentions) in conditions.iter().zip(counts) {
        let examples = match mentions {
            0 => Vec::new(),
            _ => read_records(reader, INDEX, &newest(reader.tables, &names, condition)).await?,
        };
        groups.push(MentionGroup { mentions, examples });
    }
    Ok(BrandPreview::new(brand, groups))
}

/// Returns the statement that counts the mentions of each group.
fn counts(tables: VersionTables, names: &BrandNames, conditions: &[GroupCondition]) -> Sql {
    let mut sql = Sql::new("SELECT ");
    for (position, condition) in conditions.iter().enumerate() {
        sql.push(if position == 0 { "countIf(1" } else { ", countIf(1" });
        condition.iter().for_each(|brand| push_context(&mut sql, brand));
        sql.push(")");
    }
    sql.push(&format!(" FROM {} WHERE ", tables.of_index(INDEX)));
    push_named(&mut sql, names);
    sql
}

/// Returns the statement that reads the newest mentions of a group.
fn newest(tables: VersionTables, names: &BrandNames, condition: &GroupCondition) -> Sql {
    let mut sql = Sql::new(format!("SELECT {} FROM {} WHERE ", columns(INDEX), tables.of_index(INDEX)));
    push_named(&mut sql, names);
    condition.iter().for_each(|brand| push_context(&mut sql, brand));
    sql.push(&format!(" ORDER BY upload_date DESC, {} LIMIT ", INDEX.entry().id)).bind_size(MAX_EXAMPLES);
    sql
}
