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
}

#[derive(Deserialize)]
struct TopicRow {
    brand: usize,
    month: String,
    topic: String,
    count: u64,
}

pub(super) async fn answer<C: Connection>(
    reader: &Reader<'_, C>,
    request: &SectorRequest,
) -> Result<Outcome, QueryError> {
    let brands = names_of_brands(reader, &request.brands).await?;
    let mentions = BrandMentions { tables: reader.tables, request, brands: &brands };
    let (months, topics) = if brands.iter().flatten().all(BTreeSet::is_empty) {
        (Vec::new(), Vec::new())
    } else {
        (reader.read(&mentions.months()).await?, reader.read(&mentions.topics()).await?)
    };
    Ok(share_of_voice(request, months_of_brands(request, months, topics)))
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
