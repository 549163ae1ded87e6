//! The columns of a list's items, derived from the description of the items.

use crate::spec::answer::{Shape, ValueType};
use serde_json::Value;

/// The member that states the type of an object. It is the same in all items of a list.
const OBJECT_TYPE: &str = "object";
/// Members that name their object: their column has the object's name.
const NAMING: [&str; 2] = ["label", "name"];

/// A column of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct ItemColumn {
    /// Name in the header.
    pub name: String,
    /// Type of the values.
    pub value_type: ValueType,
    /// JSON pointer to the value in an item.
    pointer: String,
}

impl ItemColumn {
    /// Returns the value in an item. `None` if the item lacks it.
    pub fn value_in<'v>(&self, item: &'v Value) -> Option<&'v Value> {
        item.pointer(&self.pointer)
    }

    /// Returns the names of the members that lead to the value.
    pub fn path(&self) -> impl Iterator<Item = &str> {
        self.pointer.split('/').skip(1)
    }
}

/// Returns the columns of objects with this shape, in the order of their members, without the members in `omitted`.
///
/// A member of a nested object is a column with both names, joined by an underscore. There are two exceptions: the name
/// or label of an object has the name of the object alone, and a reference such as `influencer_id` keeps its own name.
/// Maps and lists are one column each.
pub fn columns_of(shape: &Shape, omitted: &[&str]) -> Vec<ItemColumn> {
    let mut columns = Vec::new();
    add(&mut columns, shape, None);
    columns.retain(|column| !omitted.contains(&column.name.as_str()));
    columns
}

fn add(columns: &mut Vec<ItemColumn>, shape: &Shape, parent: Option<&ItemColumn>) {
    for member in shape.written() {
        let pointer = format!("{}/{}", parent.map_or("", |parent| &parent.pointer), member.name);
        let name = name_in(parent.map(|parent| parent.name.as_str()), member.name);
        let value_type = member.value_type;
        let column = ItemColumn { name, value_type, pointer };
        match value_type {
            ValueType::Object(shape) => add(columns, shape, Some(&column)),
            _ if parent.is_none() && member.name == OBJECT_TYPE => {}
            _ => columns.push(column),
        }
    }
}

/// Returns the column name of a member of an item, or of an object in it.
pub(super) fn name_in(object: Option<&str>, member: &str) -> String {
    match object {
        None => member.to_owned(),
        Some(object) if NAMING.contains(&member) => object.to_owned(),
        Some(_) if member.ends_with("_id") => member.to_owned(),
        Some(object) => format!("{object}_{member}"),
    }
}
