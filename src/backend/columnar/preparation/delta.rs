//! The mentions of a delta segment that belong to some brands.
//!
//! One row lists the names of the segment's mentions (see [`DeltaNames`]). Most delta segments have no name of most
//! brands; then no other row is read and none is stored.

use super::super::fetch::fetch;
use super::super::postings::WordReader;
use super::super::reader::Reader;
use super::super::rows::{self, json, text};
use super::super::sector::context::ContextReader;
use super::super::sector::mention_names::MentionNames;
use super::super::sector::terms::TermIndex;
use super::matching::COLUMNS;
use crate::backend::columnar::plan::{
    Days, Operator, Plan, PlanStep, ResolvedBrand, RowOrigin, TableRead, ValueFrequency,
};
use crate::backend::columnar::view::{DeltaMentions, ViewHead};
use crate::base::order;
use crate::guard::request::{Brand, MonitoredBrand};
use crate::query::QueryError;
use crate::segment::{Column, Delta, DeltaNames, Manifest, Part, TERM_COLUMNS, Table, delta_names_id};
use crate::spec::Index;
use crate::sql::{Row, Sql, Statement};

const INDEX: Index = Index::BusinessIdeas;

/// Returns the statement that reads the names of the delta segment of a revision.
pub(in crate::backend::columnar) fn names_statement(generation: u32, revision: u32) -> Statement {
    let mut sql = Sql::new(format!("SELECT body FROM {} WHERE id = ", Table::DeltaWord.stored(generation)));
    sql.bind(delta_names_id(revision.into()));
    sql.finish_immutable()
}

/// Resolves a view's brands to the names in a delta segment, from the rows of [`names_statement`]. Returns `None` if
/// the segment has no name of any brand.
pub(in crate::backend::columnar) fn resolve_delta(
    brands: &[MonitoredBrand],
    head: &ViewHead,
    rows: &[Row],
) -> Result<Option<Vec<ResolvedBrand>>, QueryError> {
    let missing = || QueryError::Unavailable("a delta segment has no row of names".into());
    let DeltaNames { numbers, terms } = json(text(rows.first().ok_or_else(missing)?, "body")?, "names of a delta")?;
    let brands: Vec<Brand> = brands.iter().map(Brand::from).collect();
    let mut resolved = TermIndex::from_terms(terms).resolve_all(&brands)?;
    let stored = numbers.unpack()?;
    for (brand, own) in resolved.iter_mut().zip(&head.names) {
        let of_columns = [&mut brand.brands, &mut brand.components, &mut brand.topics];
        for (values, (own, stored)) in of_columns.into_iter().zip(own.unpack()?.into_iter().zip(&stored)) {
            let both = own.into_iter().filter(|number| stored.binary_search(number).is_ok());
            values.extend(both.map(|number| ValueFrequency { number, documents: 0 }));
            order::sort_by_key(values, |value| value.number);
        }
    }
    let is_any = resolved.iter().flat_map(ResolvedBrand::values).any(|(_, values)| !values.is_empty());
    Ok(is_any.then_some(resolved))
}

/// Finds the records of the delta segment that are mentions of some brands.
pub(super) async fn match_delta(
    reader: &Reader<'_>,
    brands: &[ResolvedBrand],
    manifest: &Manifest,
    delta: &Delta,
) -> Result<DeltaMentions, QueryError> {
    let columns = [&COLUMNS[..], &TERM_COLUMNS].concat();
    let documents = Operator::Documents { days: Days::ALL, origin: RowOrigin::Delta };
    let read = TableRead::of_delta(INDEX, delta, columns.clone());
    let mut steps = vec![PlanStep { read, operator: documents.clone() }];
    let parts = [Part::MentionText, Part::VideoText];
    let tokens = brands.iter().flat_map(|brand| brand.context.words());
    let words = order::set(tokens.flat_map(|token| parts.map(|part| part.key(token))));
    if !words.is_empty() {
        // A mention's video is in the same delta segment, so postings of the base segment are not needed.
        let words = words.into_iter().collect();
        let read = TableRead::DeltaWords { revision: delta.revision, words, documents: delta.documents };
        steps.push(PlanStep { read, operator: Operator::DeltaWords });
    }
    let plan = Plan::new("the mentions of some brands in the delta".to_owned(), "matching", steps, manifest)?;
    let fetched = fetch(reader, plan).await?;
    let words = WordReader::new(&fetched)?;
    let mut context = ContextReader::new(&words);
    let contexts = brands.iter().map(|brand| context.filter(&brand.context)).collect::<Result<Vec<_>, _>>()?;
    let mut found = DeltaMentions::default();
    let mut first = 0;
    for row in fetched.rows_for(&documents) {
        let chunk = rows::documents(row, &columns)?;
        let (numbers, videos) = (chunk.numbers(Column::NUMBER)?, chunk.numbers(Column::VIDEO)?);
        let names = MentionNames::new(&chunk)?;
        for (at, (number, video)) in numbers.iter().zip(videos).enumerate() {
            let with_contexts = brands.iter().zip(&contexts).enumerate();
            let bits = with_contexts
                .filter(|(_, (brand, context))| names.has_name_of(brand, at) && context.passes(*number, *video))
                .fold(0, |bits, (position, _)| bits | 1 << position);
            if bits != 0 {
                found.positions.push((first + at) as i64);
                found.brands.push(bits);
            }
        }
        first += chunk.len();
    }
    Ok(found)
}
