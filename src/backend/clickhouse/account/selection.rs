//! The mentions that a statement reads: those of some brands and days, with or without the filters of the query.

use super::AccountReader;
use super::filters::{needs_country, push_filters};
use crate::backend::account::brands::bit;
use crate::backend::clickhouse::brand_names::{BrandNames, push_context, push_named};
use crate::backend::clickhouse::connection::Connection;
use crate::backend::clickhouse::sql::Sql;
use crate::base::date::{Date, Window};
use crate::guard::request::Brand;
use crate::segment::RowKind;
use crate::spec::Index;

/// Selects the newest snapshot of each creator, in the order of the table.
pub(super) const NEWEST: &str = "ORDER BY channel_uid DESC, snapshot_date DESC LIMIT 1 BY channel_uid";

/// The mentions that a statement reads.
#[derive(Debug, Clone, Copy)]
pub(super) struct Selection<'s> {
    /// The bits of the brands, of which mentions have one.
    brands: i64,
    days: (Option<Date>, Option<Date>),
    is_filtered: bool,
    with_country: bool,
    only: Option<Only<'s>>,
}

/// A single value that mentions must have.
#[derive(Debug, Clone, Copy)]
pub(super) enum Only<'s> {
    Creator(i64),
    PublicId(i64),
    Video(&'s str),
}

impl<'s> Selection<'s> {
    /// Selects all mentions of some brands, given as bits, without filters.
    pub(super) fn all(brands: i64) -> Self {
        Self { brands, days: (None, None), is_filtered: false, with_country: false, only: None }
    }

    /// Selects the mentions of some brands and days that pass the filters.
    pub(super) fn filtered(brands: i64, days: (Option<Date>, Option<Date>)) -> Self {
        Self { days, is_filtered: true, ..Self::all(brands) }
    }

    /// Selects the mentions of some brands and of a window that pass the filters.
    pub(super) fn of_window(brands: i64, window: &Window) -> Self {
        Self::filtered(brands, (Some(window.from), Some(window.to)))
    }

    /// Restricts the days.
    pub(super) fn on(self, days: (Option<Date>, Option<Date>)) -> Self {
        Self { days, ..self }
    }

    /// Adds the country of the creator as the column `creator_country`.
    pub(super) fn with_country(self) -> Self {
        Self { with_country: true, ..self }
    }

    /// Restricts the mentions to those with a value.
    pub(super) fn only(self, only: Only<'s>) -> Self {
        Self { only: Some(only), ..self }
    }

    /// Appends the condition that a mention has one of some brands, given as bits.
    pub(super) fn push_brands(sql: &mut Sql, brands: &[(Brand, BrandNames)], bits: i64) {
        let mut is_first = true;
        for (_, (brand, names)) in brands.iter().enumerate().filter(|(at, _)| bits & bit(*at) != 0) {
            sql.push(if is_first { "(" } else { " OR " });
            push_brand(sql, brand, names);
            is_first = false;
        }
        sql.push(if is_first { "0" } else { ")" });
    }
}

fn push_brand(sql: &mut Sql, brand: &Brand, names: &BrandNames) {
    sql.push("(");
    push_named(sql, names);
    push_context(sql, brand);
    sql.push(")");
}

impl<C: Connection> AccountReader<'_, C> {
    /// Appends the clauses `FROM` and `WHERE` of the selected mentions.
    pub(super) fn push_from(&self, sql: &mut Sql, selection: &Selection<'_>) {
        let Selection { brands, days: (from, to), is_filtered, with_country, only } = *selection;
        let tables = self.reader.tables;
        sql.push(&format!(" FROM {} AS m", tables.of_index(Index::BusinessIdeas)));
        if with_country || (is_filtered && needs_country(self.scope.request())) {
            sql.push(&format!(
                " LEFT JOIN (SELECT creator_id AS id, country AS creator_country FROM {} {NEWEST}) AS c \
                 ON c.id = m.creator_id",
                tables.of_kind(RowKind::Snapshot)
            ));
        }
        sql.push(" WHERE ");
        self.push_brands(sql, brands);
        if let Some(from) = from {
            sql.push(" AND upload_date >= ").bind_date(from);
        }
        if let Some(to) = to {
            sql.push(" AND upload_date <= ").bind_date(to);
        }
        match only {
            Some(Only::Creator(bits)) => _ = sql.push(" AND creator_id = ").bind_integer(bits),
            Some(Only::PublicId(bits)) => _ = sql.push(" AND public_id = ").bind_integer(bits),
            Some(Only::Video(id)) => _ = sql.push(" AND video_id = ").bind(id),
            None => {}
        }
        if is_filtered {
            push_filters(sql, tables, self.scope.request(), self.text.as_ref());
        }
    }

    /// Appends the condition that a mention has one of some brands of the account, given as bits.
    pub(super) fn push_brands(&self, sql: &mut Sql, bits: i64) {
        Selection::push_brands(sql, &self.brands, bits);
    }

    /// Appends the bits of the account's brands that a mention has.
    pub(super) fn push_brand_bits(&self, sql: &mut Sql) {
        sql.push("toInt64(0");
        for (position, (brand, names)) in self.brands.iter().enumerate() {
            sql.push(" + if(");
            push_brand(sql, brand, names);
            sql.push(&format!(", {}, 0)", bit(position)));
        }
        sql.push(")");
    }

    /// Appends the array of the positions of the account's brands that a mention has.
    pub(super) fn push_brand_positions(&self, sql: &mut Sql) {
        sql.push("arrayFilter((brand, counts) -> counts, range(");
        sql.bind_size(u32::try_from(self.brands.len()).unwrap_or(u32::MAX)).push("), [");
        for (at, (brand, names)) in self.brands.iter().enumerate() {
            sql.push(if at == 0 { "" } else { ", " });
            push_brand(sql, brand, names);
        }
        sql.push("])");
    }
}
