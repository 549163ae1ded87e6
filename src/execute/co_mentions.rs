//! Entities that occur together with several values.

use super::by_number::ByNumber;
use super::channels::{Channels, member_of};
use super::fetch::{Fetched, fetch};
use super::names::{Named, NamesByNumber, look_up, names_statement};
use super::reader::Reader;
use super::rows;
use super::scan::Scan;
use super::sorted::{each_common, united};
use crate::answer::{Answer, Outcome};
use crate::data::co_mentions::{CoMention, CoMentionsAnswer, CoMentionsRequest};
use crate::pack::{Column, Corrupt, Documents, Layout, MISSING, low_fields};
use crate::plan::{AnyOf, Ask, Days, Filters, Into, Names, Plan, Question, RowsOf, Step};
use crate::store::{Row, Store, StoreError, single};

/// What is known of an entity: which values it occurs with, as bits, and in how many documents.
#[derive(Debug, Clone, Copy, Default)]
struct Entity {
    values: u32,
    documents: u64,
    /// A number by which it is named.
    number: i64,
}

type Entities = ByNumber<Entity>;

pub(super) async fn answer<S: Store>(
    reader: &Reader<'_, S>,
    request: &CoMentionsRequest,
) -> Result<Outcome, StoreError> {
    let index = request.index;
    let wanted = if Filters::has_numbers(index, request.field.name) {
        vec![(request.field.name, request.values.as_slice())]
    } else {
        Vec::new()
    };
    let (layout, names) = look_up(reader, index, &wanted).await?;
    let Some(ask) = ask(request, &names)? else { return Ok(outcome(Vec::new())) };
    let mut filters = Filters::none();
    if Column::of_field(index, request.field.name) == Some(Column::Number) {
        filters.ids = Some(request.values.clone());
    }
    let Ask::Together { by, .. } = ask else { return Ok(outcome(Vec::new())) };
    let mut question = Question::new(index, &layout, filters, ask)?;
    question.member = member_of(request.group_by.name).map(|(member, _)| member);
    let fetched = fetch(reader, &Plan::of(&question)?).await?;
    let mut entities = fold(&question, request, &fetched, by)?;
    if let Some((member, _)) = member_of(request.group_by.name) {
        entities = put_together(entities, &Channels::new(fetched.rows_into(&Into::Channels), member)?);
    }
    let ranked = rank(entities, request);
    name(reader, request, by, ranked).await.map(outcome)
}

/// What is asked; `None` when no entity can have all values.
fn ask(request: &CoMentionsRequest, names: &Names) -> Result<Option<Ask>, StoreError> {
    let index = request.index;
    let column = |field: &str| Column::of_field(index, field).ok_or(Corrupt("a field has no column"));
    let (field, by) = (column(request.field.name)?, column(request.group_by.name)?);
    // A document has one value of such a field: of two values there is none.
    if by == Column::Number && !field.is_list() {
        return Ok(None);
    }
    let mut values = Vec::with_capacity(request.values.len());
    if Filters::has_numbers(index, request.field.name) {
        for name in &request.values {
            match names.get(&(request.field.name, name.clone())) {
                Some(known) => values.push(AnyOf { column: field, values: known.clone() }),
                None => return Ok(None),
            }
        }
    }
    Ok(Some(Ask::Together { field, values, by }))
}

fn fold(
    question: &Question<'_>,
    request: &CoMentionsRequest,
    fetched: &Fetched,
    by: Column,
) -> Result<Entities, StoreError> {
    let mut entities = Entities::default();
    // Documents that were counted already, where a document may carry several of the values: it counts once.
    let mut counted: Vec<i64> = Vec::new();
    let value_of_mix = value_of_mix(question.layout, request)?;
    let mut add = |key: i64, values: u32, documents: u64| {
        if key != MISSING && values != 0 {
            let entity = entities.entry(key).or_default();
            entity.values |= values;
            entity.documents += documents;
            entity.number = key;
        }
    };
    for (step, rows) in fetched.steps() {
        match step.into {
            Into::Counted => counted = carriers(question, fetched, step, rows, Column::Number)?.0,
            Into::Carriers { position } => {
                let (numbers, keys) = carriers(question, fetched, step, rows, by)?;
                let mut is_new = vec![true; numbers.len()];
                if request.field.multi {
                    each_common(&numbers, &counted, |at, _| {
                        if let Some(is_new) = is_new.get_mut(at) {
                            *is_new = false;
                        }
                    });
                    counted = united(counted, &numbers);
                }
                keys.iter().zip(is_new).for_each(|(key, is_new)| add(*key, 1 << position, u64::from(is_new)));
            }
            _ => {}
        }
        for row in rows {
            match &step.into {
                Into::Entities { position } => {
                    rows::cells(row, None)?.for_each(|(cell, _)| add(cell.key, 1 << position, cell.count));
                }
                Into::Groups => {
                    for (cell, _) in rows::cells(row, None)? {
                        add(cell.key, value_bit(&value_of_mix, cell.mix), cell.count);
                    }
                }
                Into::Documents { days, of } => {
                    let documents = rows::documents(row, step.columns())?;
                    let carried = Carried { question, value_of_mix: &value_of_mix, numbers: fetched.numbers() };
                    let keys = documents.numbers(by)?;
                    for at in Scan::new(question, fetched, *days, *of, row)?.positions(&documents)? {
                        if let Some(key) = keys.get(at) {
                            add(*key, carried.values(&documents, at)?, 1);
                        }
                    }
                }
                _ => {}
            }
        }
    }
    Ok(entities)
}

/// The documents that carry a value, ascending and each once, with their values in a column.
fn carriers(
    question: &Question<'_>,
    fetched: &Fetched,
    step: &Step,
    rows: &[Row],
    column: Column,
) -> Result<(Vec<i64>, Vec<i64>), StoreError> {
    let mut carriers: Vec<(i64, i64)> = Vec::new();
    for row in rows {
        let documents = rows::documents(row, step.columns())?;
        let (numbers, values) = (documents.numbers(Column::Number)?, documents.numbers(column)?);
        let positions = Scan::new(question, fetched, Days::ALL, RowsOf::Sealed, row)?.positions(&documents)?;
        let carrier = |at: usize| Some((*numbers.get(at)?, *values.get(at)?));
        carriers.extend(positions.into_iter().filter_map(carrier));
    }
    // Rows of one value are in this order already.
    carriers.sort();
    carriers.dedup();
    Ok(carriers.into_iter().unzip())
}

/// Which of the values documents carry.
struct Carried<'a> {
    question: &'a Question<'a>,
    value_of_mix: &'a [Option<usize>],
    /// The numbers of ids: each is a value of its own.
    numbers: Option<&'a [i64]>,
}

impl Carried<'_> {
    /// The values of a document, as bits.
    fn values(&self, documents: &Documents, at: usize) -> Result<u32, StoreError> {
        let Ask::Together { field, values, .. } = &self.question.ask else { return Ok(0) };
        let bits = |carries: &dyn Fn(&AnyOf) -> bool| {
            values
                .iter()
                .enumerate()
                .filter(|(_, value)| carries(value))
                .fold(0, |bits, (position, _)| bits | 1 << position)
        };
        if field.is_list() {
            let items = documents.lists(*field)?.get(at);
            return Ok(bits(&|value| items.iter().any(|item| value.has(*item))));
        }
        let number = documents.numbers(*field)?.get(at).copied().unwrap_or(MISSING);
        Ok(match (field, self.numbers) {
            (Column::Mix, _) => value_bit(self.value_of_mix, number),
            (Column::Number, Some(numbers)) => numbers.binary_search(&number).map_or(0, |position| 1 << position),
            _ => bits(&|value| value.has(number)),
        })
    }
}

fn value_bit(value_of_mix: &[Option<usize>], mix: i64) -> u32 {
    let value = usize::try_from(mix).ok().and_then(|mix| value_of_mix.get(mix)).copied().flatten();
    value.map_or(0, |value| 1 << value)
}

/// For a low field: which of the values each mix has.
fn value_of_mix(layout: &Layout, request: &CoMentionsRequest) -> Result<Vec<Option<usize>>, StoreError> {
    if !low_fields(request.index).contains(&request.field.name) {
        return Ok(Vec::new());
    }
    let (values, of_mix) = layout.mixes.field(request.field.name)?;
    let value = |position: &i64| {
        let value = usize::try_from(*position).ok().and_then(|position| values.get(position))?;
        request.values.iter().position(|wanted| wanted == value)
    };
    Ok(of_mix.iter().map(value).collect())
}

fn put_together(entities: Entities, channels: &Channels) -> Entities {
    let mut together = Entities::default();
    for (channel, entity) in entities {
        let Some(member) = channels.member(channel) else { continue };
        let whole = together.entry(member).or_default();
        whole.values |= entity.values;
        whole.documents += entity.documents;
        whole.number = channel;
    }
    together
}

fn rank(entities: Entities, request: &CoMentionsRequest) -> Vec<Entity> {
    let all = (1_u32 << request.values.len()) - 1;
    let mut ranked: Vec<(i64, Entity)> = entities.into_iter().filter(|(_, entity)| entity.values == all).collect();
    ranked.sort_unstable_by(|(left_key, left), (right_key, right)| {
        right.documents.cmp(&left.documents).then(left_key.cmp(right_key))
    });
    ranked.truncate(request.size as usize);
    ranked.into_iter().map(|(_, entity)| entity).collect()
}

async fn name<S: Store>(
    reader: &Reader<'_, S>,
    request: &CoMentionsRequest,
    by: Column,
    ranked: Vec<Entity>,
) -> Result<Vec<CoMention>, StoreError> {
    if ranked.is_empty() {
        return Ok(Vec::new());
    }
    let of = Named::of_column(request.index, by).ok_or(Corrupt("a column has no names"))?;
    let statement = names_statement(reader.generation()?, of, ranked.iter().map(|entity| entity.number));
    let names = NamesByNumber::new(of, single(reader.read(vec![statement]).await?)?)?;
    let member = member_of(request.group_by.name);
    ranked
        .into_iter()
        .map(|entity| {
            let key = match member {
                Some((_, at)) => names.of_channel(entity.number, at),
                None => names.name(entity.number),
            }?;
            Ok(CoMention { key, total_mentions: entity.documents, matched_values: request.values.len() as u64 })
        })
        .collect()
}

fn outcome(results: Vec<CoMention>) -> Outcome {
    Outcome::of(Answer::CoMentions(CoMentionsAnswer { results }))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Rows, now};
    use super::*;
    use crate::catalog::{Index, Operation};
    use crate::data::Request;
    use crate::pack::{Cell, CubeKind, Hashes, Mixes, PageKind, pack_cells};
    use serde_json::{Value, json};

    const SERUM: i64 = 4_096;
    const CREAM: i64 = 8_192;
    const VIDEOS: [i64; 2] = [4_096, 8_192];

    fn page(key: i64, numbers: &[i64], videos: &[i64]) -> Value {
        let documents = Documents::new(numbers.len())
            .with_numbers(Column::Number, numbers.to_vec())
            .with_numbers(Column::Video, videos.to_vec());
        let mut row = json!({"id": PageKind::Value(Index::BusinessIdeas, Column::Components).id(key, 0)});
        row["n"] = numbers.len().into();
        documents.pack().for_each(|(column, text)| row[column.name()] = text.into());
        row
    }

    /// The first value is so frequent that its videos are read as cells.
    #[test]
    fn a_document_counts_once_whether_it_is_read_or_in_a_cell() {
        let layout = Layout {
            documents: 200_000,
            months: Vec::new(),
            mixes: Mixes::new([]),
            channels: 1,
            tokens: 1,
            widths: vec![("number".to_owned(), 1.0), ("video".to_owned(), 3.0)],
            cubes: Vec::new(),
            hashes: Hashes::default(),
            open: None,
        };
        let name =
            |name: &str, number: i64, documents: u64| json!({"name": name, "number": number, "documents": documents});
        let cell = |at: usize, count| Cell { mix: 0, key: VIDEOS[at], count };
        let pairs = CubeKind::Pairs(Index::BusinessIdeas, Column::Components, Column::Video);
        let cells = json!({"id": pairs.id(SERUM, 0), "n": 2, "cells": pack_cells(&[cell(0, 2), cell(1, 1)])});
        let ids = |key: i64| {
            let kind = PageKind::Value(Index::BusinessIdeas, Column::Components);
            format!("Integer({}), Integer({})", kind.id(key, 0), kind.last_id(key))
        };
        let rows = Rows::default()
            .with("FROM layout", vec![json!({"body": serde_json::to_string(&layout).unwrap()})])
            .with("JOIN name ", vec![name("serum", SERUM, 100_000), name("cream", CREAM, 2)])
            .with("FROM cube_1", vec![cells])
            .with(&ids(SERUM), vec![page(SERUM, &[1, 2, 3], &[VIDEOS[0], VIDEOS[0], VIDEOS[1]])])
            .with(&ids(CREAM), vec![page(CREAM, &[3, 4], &[VIDEOS[1], VIDEOS[0]])])
            .with(
                "video_1",
                vec![json!({"id": VIDEOS[0], "body": "first"}), json!({"id": VIDEOS[1], "body": "second"})],
            );
        let body = json!({"field": "components", "values": ["serum", "cream"], "group_by": "video_id"}).to_string();
        let Ok(Request::CoMentions(request)) = Request::parse(Operation::CoMentions, body.as_bytes()) else {
            panic!("{body}");
        };
        let reader = rows.reader();
        let Answer::CoMentions(CoMentionsAnswer { results }) = now(answer(&reader, &request)).unwrap().answer else {
            panic!("{body}");
        };
        let found: Vec<(&str, u64)> =
            results.iter().map(|result| (result.key.as_str(), result.total_mentions)).collect();
        assert_eq!(found, [("first", 3), ("second", 1)]);
        let reads = &reader.explanations()[0].reads;
        assert!(reads.iter().any(|read| read.what.contains("occurs with")), "{reads:?}");
    }
}
