//! Share of voice: the mentions that count for each brand, and their sums by month.
//!
//! Terms are first compared with the table of names, so that the cost of this does not depend on the number of mentions.
//! The mentions with these names are then counted in one pass: a mention counts once for each brand.

use super::connection::Connection;
use super::reader::Reader;
use super::schema::VersionTables;
use super::sql::Sql;
use super::write::term_key;
use crate::base::date::Month;
use crate::base::matching::names_brand;
use crate::base::text::{name_form, name_tokens, tokens};
use crate::guard::request::{Brand, SectorRequest};
use crate::query::QueryError;
use crate::query::answer::{BrandMonth, Outcome, share_of_voice};
use crate::spec::Index;
use crate::spec::answer::sector::TopicCount;
use crate::spec::limits::TOP_TOPICS;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// The index of the mentions.
const INDEX: Index = Index::BusinessIdeas;
/// The fields in which a brand is named.
const FIELDS: [&str; 3] = ["brand_name", "components", "topics"];
/// The words of a mention and its video that context words are compared with, as `words`.
const WITH_WORDS: &str = "WITH splitByChar(' ', concat(search_context, ' ', search_components, ' ', search_topics, \
                          ' ', search_title, ' ', search_tags)) AS words";

#[derive(Deserialize)]
struct NameRow {
    field: String,
    value: String,
    name: String,
}

#[derive(Deserialize)]
struct MonthRow {
    brand: usize,
    month: String,
    videos: u64,
    mentions: u64,
    views: Option<u64>,
    viewed: u64,
    scored: u64,
    score: Option<i64>,
}

#[derive(Deserialize)]
struct TopicRow {
    brand: usize,
    month: String,
    topic: String,
    count: u64,
}

/// The names that count for a brand, for each of [`FIELDS`].
type BrandNames = [BTreeSet<String>; FIELDS.len()];

pub(super) async fn answer<C: Connection>(
    reader: &Reader<'_, C>,
    request: &SectorRequest,
) -> Result<Outcome, QueryError> {
    let names: Vec<NameRow> = reader.read(&names(reader.tables, request)).await?;
    let brands: Vec<BrandNames> = request.brands.iter().map(|brand| names_of(brand, &names)).collect();
    let mentions = BrandMentions { tables: reader.tables, request, brands: &brands };
    let (months, topics) = if brands.iter().flatten().all(BTreeSet::is_empty) {
        (Vec::new(), Vec::new())
    } else {
        (reader.read(&mentions.months()).await?, reader.read(&mentions.topics()).await?)
    };
    Ok(share_of_voice(request, months_of_brands(request, months, topics)))
}

/// Returns the statement that reads the names that terms may match: brand names with any of their tokens, components
/// and topics that equal a term.
fn names(tables: VersionTables, request: &SectorRequest) -> Sql {
    let terms = || request.brands.iter().flat_map(|brand| &brand.terms);
    let words: BTreeSet<String> = terms().flat_map(|term| name_tokens(term)).collect();
    let forms: BTreeSet<String> = terms().map(|term| name_form(term)).collect();
    let [brand_names, components, topics] = FIELDS.map(|name| term_key(INDEX, name));
    let mut sql = Sql::new(format!("SELECT field, value, name FROM {} WHERE field = ", tables.terms()));
    sql.bind(&brand_names).push(" AND hasAny(splitByChar(' ', name), ");
    sql.bind_list(&words.into_iter().collect::<Vec<_>>()).push(") OR field IN ");
    sql.bind_list(&[components, topics]).push(" AND name IN ");
    sql.bind_list(&forms.into_iter().collect::<Vec<_>>());
    sql
}

/// Returns the names that count for a brand.
fn names_of(brand: &Brand, names: &[NameRow]) -> BrandNames {
    let mut counted = BrandNames::default();
    let terms: Vec<Vec<String>> = brand.terms.iter().map(|term| name_tokens(term)).collect();
    for row in names {
        let name: Vec<&str> = row.name.split(' ').collect();
        let column = FIELDS.iter().position(|field| row.field == term_key(INDEX, field)).unwrap_or_default();
        let matches = |term: &Vec<String>| match column {
            0 => names_brand(term, &name, brand.exact),
            _ => *term == name,
        };
        if let Some(names) = counted.get_mut(column).filter(|_| terms.iter().any(matches)) {
            names.insert(row.value.clone());
        }
    }
    counted
}

/// The mentions of brands in the window.
struct BrandMentions<'a> {
    tables: VersionTables,
    request: &'a SectorRequest,
    brands: &'a [BrandNames],
}

impl BrandMentions<'_> {
    /// Appends a subquery with the columns of the mentions that count, and the positions of the brands as `brand`.
    fn push(&self, sql: &mut Sql, columns: &str) {
        sql.push(&format!("({WITH_WORDS} SELECT {columns}, arrayJoin(arrayFilter((brand, counts) -> counts, range("));
        sql.bind_size(u32::try_from(self.brands.len()).unwrap_or(u32::MAX)).push("), [");
        for (at, (names, brand)) in self.brands.iter().zip(&self.request.brands).enumerate() {
            sql.push(if at == 0 { "" } else { ", " });
            push_named(sql, names);
            push_context(sql, brand);
        }
        sql.push(&format!("])) AS brand FROM {} WHERE upload_date >= ", self.tables.of_index(INDEX)));
        sql.bind_date(self.request.from_date).push(" AND upload_date <= ").bind_date(self.request.to_date);
        let mut any = BrandNames::default();
        for names in self.brands {
            any.iter_mut().zip(names).for_each(|(any, names)| any.extend(names.iter().cloned()));
        }
        sql.push(" AND ");
        push_named(sql, &any);
        sql.push(")");
    }

    /// Returns the statement that reads the sums by brand and month. A video has one month, so months add up.
    fn months(&self) -> Sql {
        let mut sql = Sql::new(
            "SELECT brand, month, count() AS videos, sum(occurrences_of_video) AS mentions, \
             sum(views_of_video) AS views_of_month, count(views_of_video) AS viewed, sum(scored_of_video) AS scored, \
             sum(score_of_video) AS score FROM (SELECT brand, video_id, min(toStartOfMonth(upload_date)) AS month, \
             sum(occurrences) AS occurrences_of_video, any(views) AS views_of_video, \
             count(sentiment_score) AS scored_of_video, sum(sentiment_score) AS score_of_video FROM ",
        );
        self.push(&mut sql, "video_id, upload_date, occurrences, views, sentiment_score");
        sql.push(" GROUP BY brand, video_id) GROUP BY brand, month");
        sql
    }

    /// Returns the statement that reads the most frequent topics by brand and month.
    fn topics(&self) -> Sql {
        let mut sql = Sql::new(
            "SELECT brand, toStartOfMonth(upload_date) AS month, arrayJoin(topics) AS topic, count() AS mentions FROM ",
        );
        self.push(&mut sql, "upload_date, topics");
        sql.push(" GROUP BY brand, month, topic ORDER BY brand, month, mentions DESC, topic LIMIT ");
        sql.bind_size(TOP_TOPICS as u32).push(" BY brand, month");
        sql
    }
}

/// Appends the condition that a mention has one of the names.
fn push_named(sql: &mut Sql, names: &BrandNames) {
    let [brand_names, components, topics] = names.each_ref().map(|names| names.iter().collect::<Vec<_>>());
    sql.push("(brand_name IN ").bind_list(&brand_names);
    for (field, names) in [("components", components), ("topics", topics)] {
        if !names.is_empty() {
            sql.push(&format!(" OR hasAny({field}, ")).bind_list(&names).push(")");
        }
    }
    sql.push(")");
}

/// Appends the condition that a mention or its video has all words of one of the entries of a brand's context.
fn push_context(sql: &mut Sql, brand: &Brand) {
    let entries: Vec<Vec<String>> = brand.must_context.iter().map(|entry| tokens(entry)).collect();
    for (at, words) in entries.iter().filter(|words| !words.is_empty()).enumerate() {
        sql.push(if at == 0 { " AND (" } else { " OR " });
        sql.push("hasAll(words, ").bind_list(words).push(")");
    }
    sql.push(if entries.iter().all(Vec::is_empty) { "" } else { ")" });
}

/// Converts the rows to each brand's months.
fn months_of_brands(request: &SectorRequest, months: Vec<MonthRow>, topics: Vec<TopicRow>) -> Vec<Vec<BrandMonth>> {
    let mut of_month: BTreeMap<(usize, String), BrandMonth> = BTreeMap::new();
    for row in months {
        let month = BrandMonth {
            videos: row.videos,
            mentions: row.mentions,
            views: row.views.unwrap_or(0),
            viewed: row.viewed,
            scored: row.scored,
            score: row.score.unwrap_or(0),
            top_topics: Vec::new(),
        };
        of_month.insert((row.brand, row.month), month);
    }
    for TopicRow { brand, month, topic, count } in topics {
        of_month.entry((brand, month)).or_default().top_topics.push(TopicCount { topic, count });
    }
    let calendar: Vec<String> = Month::range(request.from_date.month(), request.to_date.month())
        .map(|month| month.first().to_string())
        .collect();
    let brands = 0..request.brands.len();
    let mut month = |brand: usize, month: &String| of_month.remove(&(brand, month.clone())).unwrap_or_default();
    brands.map(|brand| calendar.iter().map(|first| month(brand, first)).collect()).collect()
}
