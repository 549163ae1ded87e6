//! `GET /v1/sentiment/breakdown`: the sentiment of mentions by platform, language or region.

use super::AccountReader;
use super::filters::REGION;
use super::groups::{GroupRow, MoreColumns};
use super::selection::Selection;
use crate::backend::account::breakdown;
use crate::backend::clickhouse::connection::Connection;
use crate::measure::Tones;
use crate::query::QueryError;
use crate::spec::answer::{Basis, SentimentBreakdown};
use crate::spec::request::account::choice::{BreakdownBy, BreakdownSort};
use std::collections::BTreeMap;

pub(super) async fn answer<C: Connection>(
    account: &AccountReader<'_, C>,
    by: BreakdownBy,
    sort: BreakdownSort,
    limit: usize,
) -> Result<(SentimentBreakdown, Basis), QueryError> {
    let window = account.scope.window()?;
    let selection = Selection::of_window(account.scope.brands.bits(), &window);
    let (value, selection) = match by {
        BreakdownBy::Platform => ("platform", selection),
        BreakdownBy::Language => ("inherited_language", selection),
        BreakdownBy::Region => (REGION, selection.with_country()),
    };
    let groups = account.groups(|sql| _ = sql.push(value), MoreColumns::default(), &selection);
    let (mut by_name, mut unknown) = (BTreeMap::new(), Tones::default());
    let groups: Vec<(Option<String>, GroupRow)> = account.reader.read(&groups).await?;
    for (name, GroupRow(totals)) in groups {
        match name {
            Some(name) => _ = by_name.insert(name, totals.tones),
            None => unknown = totals.tones,
        }
    }
    Ok(breakdown::answer(&account.scope, &window, (by, sort, limit), (by_name, unknown)))
}
