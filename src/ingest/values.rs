//! The checked values of a record. The description of each column decides its checks.

use super::check::required;
use super::parsed_record::ParsedRecord;
use super::privacy::Privacy;
use super::row::RowBuilder;
use super::{ListForms, MIN_SAMPLE, Preset, RecordRefusal, RemovalCounts, UnknownValues};
use crate::base::text::{normal_form, normal_form_of_list};
use crate::segment::{RowKind, SEARCHED};
use crate::spec::{Field, Index, Kind};
use serde_json::{Value, json};
use std::sync::LazyLock;

/// The rules by which the values of a record are read.
pub(super) struct ReadingRules<'a> {
    pub(super) privacy: &'a Privacy,
    pub(super) lists: &'a ListForms,
    pub(super) unknown: &'a UnknownValues,
    pub(super) preset: Option<Preset>,
}

impl ReadingRules<'_> {
    /// Returns the name that a value of a column stands for.
    fn preset_name(&self, column: &str, value: String) -> String {
        let name = self.preset.and_then(|preset| preset.preset_name(column, &value));
        name.map_or(value, str::to_owned)
    }
}

/// The own columns of each index's records, in the order in which they are checked.
static OWN_FIELDS: LazyLock<[Vec<&'static Field>; 3]> = LazyLock::new(|| {
    Index::ALL.map(|index| {
        let own = index.entry().columns.iter().filter(|field| !field.of_video);
        let mut fields: Vec<&'static Field> = own.collect();
        fields.sort_by_key(|field| (!field.required, field.stored));
        fields
    })
});

fn own_fields(index: Index) -> &'static [&'static Field] {
    let [business_ideas, content_creator, info] = &*OWN_FIELDS;
    match index {
        Index::BusinessIdeas => business_ideas,
        Index::ContentCreator => content_creator,
        Index::Info => info,
    }
}

/// The values of a record's own columns, as rows store them.
pub(super) struct RecordValues {
    index: Index,
    values: Vec<(&'static Field, Value)>,
}

impl RecordValues {
    /// Checks the columns of a record. Required columns are checked first.
    pub(super) fn of(
        index: Index,
        document: &mut ParsedRecord,
        rules: &ReadingRules<'_>,
        removed: &mut RemovalCounts,
    ) -> Result<Self, RecordRefusal> {
        let fields = own_fields(index);
        let mut values = Vec::with_capacity(fields.len());
        for field in fields.iter().copied() {
            values.push((field, value(field, document, rules, removed)?));
        }
        Ok(Self { index, values })
    }

    /// Returns the value of a column, or null.
    pub(super) fn get(&self, name: &str) -> &Value {
        self.values.iter().find(|(field, _)| field.name == name).map_or(&Value::Null, |(_, value)| value)
    }

    /// Returns the id of the record; for a snapshot, the creator's id and the date.
    pub(super) fn id(&self) -> String {
        let text = |name| self.get(name).as_str().unwrap_or_default();
        let id = text(self.index.entry().id);
        match self.index {
            Index::ContentCreator => format!("{id} {}", text("snapshot_date")),
            _ => id.to_owned(),
        }
    }

    /// Returns the text of a column, if it is one.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.get(name).as_str().map(str::to_owned)
    }

    pub(super) fn set(&mut self, name: &str, value: Value) {
        if let Some((_, place)) = self.values.iter_mut().find(|(field, _)| field.name == name) {
            *place = value;
        }
    }

    /// Removes all shares if the sample is too small. Returns true if there were any.
    pub(super) fn withhold_small_samples(&mut self) -> bool {
        if self.get("viewer_sample_size").as_i64().is_none_or(|size| size >= MIN_SAMPLE) {
            return false;
        }
        let shares = self.values.iter_mut().filter(|(field, _)| field.kind == Kind::Shares);
        shares.fold(false, |some, (_, value)| !value.take().is_null() || some)
    }

    /// Starts the row: sets the stored columns, and the normal forms of the searched columns.
    pub(super) fn row(&self) -> RowBuilder {
        let kept = self.values.iter().filter(|(field, _)| field.stored.is_some());
        let row =
            kept.fold(RowBuilder::new(RowKind::of(self.index)), |row, (field, value)| row.with(field.name, value));
        let searched = row.kind().columns().iter().filter_map(|column| Some((*column, column.strip_prefix(SEARCHED)?)));
        searched.fold(row, |row, (column, name)| {
            let normal = match self.get(name) {
                Value::Array(items) => normal_form_of_list(items.iter().filter_map(Value::as_str)),
                value => value.as_str().map(normal_form).unwrap_or_default(),
            };
            row.with(column, normal)
        })
    }
}

/// Checks a column and returns its value as rows store it.
fn value(
    field: &'static Field,
    document: &mut ParsedRecord,
    rules: &ReadingRules<'_>,
    removed: &mut RemovalCounts,
) -> Result<Value, RecordRefusal> {
    let name = field.name;
    document.drop_unknown(name, rules.unknown);
    let value = match field.kind {
        Kind::Text if field.multi => document.list(name, rules.lists.of(name))?.into(),
        Kind::Text if !field.values.is_empty() => document.one_of(name, field.values)?.into(),
        Kind::Text => document.name(name)?.map(|text| rules.preset_name(name, text)).into(),
        Kind::Prose(characters) => rules.privacy.clean_column(document, name, characters, removed)?.into(),
        Kind::Date => document.date(name)?.map(|date| date.to_string()).into(),
        Kind::Time => document.time(name)?.into(),
        Kind::Number(unit) => document.number(name, unit)?.into(),
        Kind::Shares => json!(document.shares_of(name, field.values)?),
    };
    if field.required { required(name, Some(value).filter(|value| !value.is_null())) } else { Ok(value) }
}
