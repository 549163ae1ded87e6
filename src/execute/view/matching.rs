//! Which mentions are of an account's brands: those that count for a brand in a share of voice.

use super::super::fetch::{Fetched, fetch};
use super::super::names::{layout, layout_statement};
use super::super::postings::Words;
use super::super::reader::Reader;
use super::super::rows;
use super::super::sector::context::passing;
use super::super::sector::terms::Terms;
use crate::account::MonitoredBrand;
use crate::catalog::Index;
use crate::catalog::limits::MAX_BRANDS;
use crate::data::sector::Brand;
use crate::pack::{Column, Documents, Layout, Open};
use crate::plan::{Into, Label, RowsOf, Step, matching};
use crate::store::{Store, StoreError, exactly};
use std::collections::BTreeMap;

/// The numbers of the mentions of some brands, ascending, each with a bit for each brand that it is one of.
pub(super) async fn matched<S: Store>(
    reader: &Reader<'_, S>,
    brands: &[MonitoredBrand],
) -> Result<(Layout, BTreeMap<i64, i64>), StoreError> {
    if brands.len() > MAX_BRANDS {
        return Err(StoreError::OverBudget(format!(
            "the account has {} brands; {MAX_BRANDS} are allowed.",
            brands.len()
        )));
    }
    let brands: Vec<Brand> = brands.iter().map(asked).collect();
    let statements = vec![layout_statement(reader, Index::BusinessIdeas), Terms::statement(reader, &brands)];
    let [layouts, terms] = exactly(reader.read(statements).await?)?;
    let layout = layout(layouts)?;
    let terms = Terms::new(&terms)?;
    let open = layout.open.as_ref().map(Open::keys).transpose()?.unwrap_or_default();
    let mut matched = BTreeMap::new();
    for (position, brand) in brands.iter().enumerate() {
        let label = terms.label(brand);
        let fetched = fetch(reader, &matching(&label, &layout)?).await?;
        for number in mentions(&label, &fetched, &open)? {
            *matched.entry(number).or_default() |= 1 << position;
        }
    }
    Ok((layout, matched))
}

fn asked(brand: &MonitoredBrand) -> Brand {
    let MonitoredBrand { label, terms, must_context, exact, .. } = brand.clone();
    Brand { label, terms, must_context, exact }
}

/// The numbers of a brand's mentions.
fn mentions(label: &Label, fetched: &Fetched, open: &[i64]) -> Result<Vec<i64>, StoreError> {
    let mut found = Vec::new();
    for (step, rows) in fetched.steps() {
        let Into::Documents { of, .. } = step.into else { continue };
        for row in rows {
            let page = rows::documents(row, step.columns())?;
            let counts = counting(label, step, of, &page, open)?;
            let pairs = page.numbers(Column::Number)?.iter().zip(page.numbers(Column::Video)?).zip(counts);
            found.extend(pairs.filter(|(_, counts)| *counts).map(|((number, video), _)| (*number, *video)));
        }
    }
    found.sort_unstable();
    found.dedup();
    if !label.context.is_empty() {
        let passing = passing(&label.context, &Words::new(fetched)?, &found);
        let mut passing = passing.into_iter();
        found.retain(|_| passing.next() == Some(true));
    }
    Ok(found.into_iter().map(|(number, _)| number).collect())
}

/// For each mention of a row, whether one of the brand's names leads to it: in rows of names all that are not open, in
/// those of what is open the ones that carry a name.
fn counting(label: &Label, step: &Step, of: RowsOf, page: &Documents, open: &[i64]) -> Result<Vec<bool>, StoreError> {
    if of != RowsOf::Open {
        debug_assert!(step.columns().contains(&Column::Day), "the day tells what is open");
        return Ok(page.numbers(Column::Day)?.iter().map(|day| open.binary_search(day).is_err()).collect());
    }
    let brands = page.numbers(Column::BrandName)?;
    let (components, topics) = (page.lists(Column::Components)?, page.lists(Column::Topics)?);
    let is_value = |values: &[crate::plan::Value], number: &i64| values.iter().any(|value| value.number == *number);
    let counts = |(position, brand): (usize, &i64)| {
        is_value(&label.brands, brand)
            || components.get(position).iter().any(|number| is_value(&label.components, number))
            || topics.get(position).iter().any(|number| is_value(&label.topics, number))
    };
    Ok(brands.iter().enumerate().map(counts).collect())
}
