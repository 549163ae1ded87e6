//! Share of voice: the mentions that count for each brand, and their sums by month.
//!
//! Terms are first compared with the table of names, so that the cost of this does not depend on the number of mentions.
//! The mentions with these names are then counted in one pass: a mention counts once for each brand.

use super::brand_names::{BrandNames, names_of_brands, push_context, push_named};
use super::connection::Connection;
use super::reader::Reader;
use super::schema::VersionTables;
use super::sql::Sql;
use crate::base::date::Month;
use crate::guard::request::SectorRequest;
use crate::query::QueryError;
use crate::query::answer::{BrandMonth, Outcome, share_of_voice};
use crate::spec::Index;
use crate::spec::answer::sector::TopicCount;
use crate::spec::limits::TOP_TOPICS;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// The index of the mentions.
const INDEX: Index = Index::BusinessIdeas;

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
    /// The most frequent topics and the numbers of their mentions.
    topics: Vec<(String, u64)>,
}

pub(super) async fn answer<C: Connection>(
    reader: &Reader<'_, C>,
    request: &SectorRequest,
) -> Result<Outcome, QueryError> {
    let brands = names_of_brands(reader, &request.brands).await?;
    let mentions = BrandMentions { tables: reader.tables, request, brands: &brands };
    let months = if brands.iter().flatten().all(BTreeSet::is_empty) {
        Vec::new()
    } else {
        reader.read(&mentions.months()).await?
    };
    Ok(share_of_voice(request, months_of_brands(request, months)))
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
        sql.push(&format!("(SELECT {columns}, arrayJoin(arrayFilter((brand, counts) -> counts, range("));
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

    /// Returns the statement that reads the sums and the most frequent topics by brand and month. A video has one month,
    /// so months add up.
    fn months(&self) -> Sql {
        let counted = "sumMap(topics_of_video, arrayWithConstant(length(topics_of_video), toUInt64(1)))";
        let mut sql = Sql::new(format!(
            "SELECT brand, month, count() AS videos, sum(occurrences_of_video) AS mentions, \
             sum(views_of_video) AS views_of_month, count(views_of_video) AS viewed, sum(scored_of_video) AS scored, \
             sum(score_of_video) AS score, arraySlice(arraySort(pair -> (-toInt64(pair.2), pair.1), \
             arrayZip({counted}.1, {counted}.2)), 1, "
        ));
        sql.bind_size(TOP_TOPICS as u32).push(
            ") AS top_topics FROM (SELECT brand, video_id, min(toStartOfMonth(upload_date)) AS month, \
             sum(occurrences) AS occurrences_of_video, any(views) AS views_of_video, \
             count(sentiment_score) AS scored_of_video, sum(sentiment_score) AS score_of_video, \
             groupArrayArray(CAST(topics, 'Array(String)')) AS topics_of_video FROM ",
        );
        self.push(&mut sql, "video_id, upload_date, occurrences, views, sentiment_score, topics");
        sql.push(" GROUP BY brand, video_id) GROUP BY brand, month");
        sql
    }
}

/// Converts the rows to each brand's months.
fn months_of_brands(request: &SectorRequest, months: Vec<MonthRow>) -> Vec<Vec<BrandMonth>> {
    let mut of_month: BTreeMap<(usize, String), BrandMonth> = BTreeMap::new();
    for row in months {
        let month = BrandMonth {
            videos: row.videos,
            mentions: row.mentions,
            views: row.views.unwrap_or(0),
            viewed: row.viewed,
            scored: row.scored,
            score: row.score.unwrap_or(0),
            top_topics: row.topics.into_iter().map(|(topic, count)| TopicCount { topic, count }).collect(),
        };
        of_month.insert((row.brand, row.month), month);
    }
    let calendar: Vec<String> = Month::range(request.from_date.month(), request.to_date.month())
        .map(|month| month.first().to_string())
        .collect();
    let brands = 0..request.brands.len();
    let mut month = |brand: usize, month: &String| of_month.remove(&(brand, month.clone())).unwrap_or_default();
    brands.map(|brand| calendar.iter().map(|first| month(brand, first)).collect()).collect()
}
